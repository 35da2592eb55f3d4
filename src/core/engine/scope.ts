// What one run reads: everything, what `--only` names, or what is in reach of what differs from a commit. Reads only.

import { isRecord, isUser } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import type { Memory } from './ledger-home.ts';
import type { Campaign } from '../model/record.ts';
import type { DesiredState, ObservedState } from '../model/state.ts';
import { sawKnownUser } from '../model/user.ts';
import { readCopies } from '../reconcile/diff/copies.ts';
import { recordedCampaigns } from '../reconcile/diff/unrecorded.ts';
import { isUnproven } from '../reconcile/diff/user-result.ts';
import { observe } from '../reconcile/observe/observe.ts';
import type { ObserveOptions } from '../reconcile/observe/observe.ts';
import type { PlanSince, SinceWhole } from '../reconcile/plan-value.ts';
import { changedDeclarations, openReach } from '../reconcile/plan/reach.ts';
import { narrow } from '../reconcile/plan/scope.ts';
import type { Scope } from '../reconcile/plan/scope.ts';
import { observeInReach, withWitnesses } from './in-reach.ts';
import type { InReach } from './in-reach.ts';
import type { Run } from './run.ts';

interface ToRead {
  readonly whole: Scope;
  readonly copies: Memory['copies'];
  readonly reading: Omit<ObserveOptions, 'desired' | 'recorded' | 'shard'>;
}

interface ReadScope extends InReach {
  /** Null without `--since`. */
  readonly since: PlanSince | null;
  /** Declarations that the request changes, where a part was read. */
  readonly changed?: ReadonlySet<Address>;
}

export async function readScope(
  { since, only, within }: Run,
  { whole, copies = [], reading }: ToRead,
): Promise<ReadScope> {
  const named = only ?? within ?? null;
  const scope = named === null ? whole : narrow(whole, named);
  const desired = named === null ? scope.desired : withUnrecorded(whole, scope);
  const readAll = async (): Promise<InReach> => {
    const observed = await observe({ ...reading, ...scope, desired });
    const isAlone = named !== null && seesAbsent(observed);
    return { ...scope, observed: isAlone ? await withWitnesses({ ...reading, whole }, observed) : observed };
  };
  if (since === undefined) return { ...(await readAll()), since: null };
  const { ref, commit, lastCompleteAt, before } = since;
  const told = (because: SinceWhole | null, read: Scope): PlanSince => {
    return { ref, commit, lastCompleteAt, because, notRead: outside(whole, read) };
  };
  const because = wholeBecause(whole);
  if (typeof before === 'string') return { ...(await readAll()), since: told(before, whole) };
  if (because !== null) return { ...(await readAll()), since: told(because, whole) };
  const copied = [...readCopies(copies).values()].map(({ task }) => task.clientId);
  const changed = changedDeclarations(before, whole.desired);
  const part = await observeInReach({ ...reading, whole, reach: openReach(whole, { changed, copies: copied }) });
  const missing = seesNobody(part.observed) ? 'nobody-seen' : removesUnproven(part) ? 'unproven-removal' : null;
  if (missing === null) return { ...part, since: told(null, part), changed };
  const { observed } = await readAll();
  const requests = observed.requests + part.observed.requests;
  return { ...whole, observed: { ...observed, requests }, since: told(missing, whole), changed };
}

/** Of a campaign of which nothing is recorded, any declared record may say that another stack called its customers. */
function withUnrecorded({ desired, recorded }: Scope, narrowed: Scope): DesiredState {
  const known = recordedCampaigns(recorded);
  const named = new Set(narrowed.desired.records.map(({ campaign }) => campaign.campaignName));
  const inScope = new Set(narrowed.desired.records);
  const isAsked = ({ campaignName }: Campaign): boolean => named.has(campaignName) && !known.has(campaignName);
  const records = desired.records.filter((record) => inScope.has(record) || isAsked(record.campaign));
  return { ...narrowed.desired, records };
}

/** Without recorded state, or with half of it, only a whole reading tells what in the service is ours. */
function wholeBecause({ recorded }: Scope): SinceWhole | null {
  if (recorded.objects.size === 0) return 'nothing-recorded';
  return (recorded.campaigns ?? []).length > 0 ? 'set-cut-off' : null;
}

/** Everybody who was asked for is absent, and so were all who are known (in-reach.ts): whether that is so of each, a whole reading says. */
function seesNobody(observed: ObservedState): boolean {
  return seesAbsent(observed) && !sawKnownUser(observed);
}

const seesAbsent = ({ users, agents }: ObservedState): boolean =>
  [...users.values(), ...agents.values()].some(({ service }) => service === 'absent');

/** Whether somebody is ours, where nothing proves it, follows from whether recorded state knows all markers (diff/unrecorded.ts). */
function removesUnproven({ desired, recorded, observed }: InReach): boolean {
  const declared = new Set(desired.users.map(({ address }) => address));
  return [...recorded.objects.values()].some((object) => {
    if (!isUser(object) || declared.has(object.address)) return false;
    const seen = observed.users.get(object.address);
    return seen?.service === 'present' && isUnproven(object, seen);
  });
}

function outside(whole: Scope, part: Scope): PlanSince['notRead'] {
  const users = ({ desired, recorded }: Scope): number =>
    new Set([...desired.users, ...[...recorded.objects.values()].filter(isUser)].map(({ address }) => address)).size;
  const records = ({ desired, recorded }: Scope): number =>
    new Set([...desired.records, ...[...recorded.objects.values()].filter(isRecord)].map(({ address }) => address))
      .size;
  return { user: users(whole) - users(part), record: records(whole) - records(part) };
}
