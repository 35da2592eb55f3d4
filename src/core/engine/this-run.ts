// What an apply notes of itself before its first request (model/applied.ts).

import { isRecord, isUser } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import { generationOf, letGoBy, othersSeen, withOthers, withRun } from '../model/applied.ts';
import type { AppliedRun, BegunChange } from '../model/applied.ts';
import { CHANGE_PARTS } from '../model/parts.ts';
import { isWorked } from '../model/record.ts';
import type { RecordedRecord } from '../model/record.ts';
import type { OpenIntent } from '../model/state.ts';
import type { Change } from '../reconcile/change.ts';
import { unapproved } from '../reconcile/plan/approval.ts';
import type { Plan } from '../reconcile/plan-value.ts';
import { reasonsOf, withCall } from '../reconcile/reasons.ts';
import { nameOfProcess } from '../state/process-identity.ts';
import type { FilesAge } from './files-version.ts';
import { claimedRecord } from './interrupted.ts';
import type { Memory } from './ledger-home.ts';
import type { PartDiff } from './pass.ts';
import type { Run } from './run.ts';

interface Planned {
  readonly plan: Plan;
  readonly compared: Pick<PartDiff, 'notes' | 'recorded' | 'settled'>;
  /** As Survey. */
  readonly files: Pick<FilesAge, 'now' | 'older'>;
}

/**
 * What applies did, with the one that is about to carry out this plan; the same where it carries out nothing of the files applied last. Other
 * files that are no older ones count also where nothing is to do: what an earlier apply left undone is not asked for any more.
 * `leaving`: used up, and forgotten by the stack from now on; no change of the plan.
 */
export function withThisRun(
  { plan, files, compared }: Planned,
  run: Run,
  { applied = [], leaving = [] }: Pick<Memory, 'applied'> & { readonly leaving?: readonly RecordedRecord[] },
): readonly AppliedRun[] {
  const { approval, fingerprint } = plan;
  const left = unapproved(approval);
  const forgotten = plan.changes.flatMap(({ action, recorded }) => (action === 'forget' && recorded) || []);
  const reasons = reasonsOf(run.isOfStack ? [...forgotten, ...leaving, ...plan.changes.flatMap(calledIn)] : []);
  const gone = [...leaving, ...unmade(compared, run, applied)].map(({ address }): BegunChange => ({
    address,
    action: 'forget',
    digest: '',
    isBegun: true,
    ...reasons(address),
  }));
  const known = run.isOfStack ? withOthers(applied, newOthers(compared, applied)) : applied;
  const isEmpty = approval.changes.length + gone.length === 0;
  const isPart = run.only !== null || run.since !== undefined || left.size > 0;
  if (isEmpty && (isPart || files.older !== null || !isOfOtherFiles(applied, approval.desired))) return known;
  if (!isEmpty && [...approval.changes, ...gone].every(({ address }) => left.has(address))) return known;
  const digits = (hash: string): string => hash.slice(0, SHOWN_DIGITS);
  const hashes = (['whole', ...CHANGE_PARTS] as const).flatMap((part) => {
    const hash = fingerprint[part];
    return hash === null ? [] : [[part, digits(hash)] as const];
  });
  const planned = approval.changes.map(({ address, action, digest }) => ({
    ...{ address, action, digest: digits(digest) },
    isBegun: !left.has(address),
    ...reasons(address),
  }));
  const begun: AppliedRun = {
    ...{ generation: generationOf(applied) + 1, run: run.startedBy ?? nameOfProcess(), at: run.clock() },
    // A part of older files makes the rest of them no newer.
    files: isPart && files.older !== null ? null : files.now,
    approved: run.approval === undefined ? null : digits(run.approval.fingerprint),
    fingerprints: Object.fromEntries(hashes),
    ...{ desired: approval.desired, binds: approval.binds, changes: [...planned, ...gone] },
  };
  return withRun(begun, known, run.isOfStack);
}

/** An agent has worked what is to be updated: an update may set that back, and who is cut off then sees it no more. A status does not. */
function calledIn(change: Change): RecordedRecord[] {
  if (!isRecord(change) || (change.action !== 'update' && change.action !== 'adopt')) return [];
  const { desired, recorded, observed, writes } = change;
  const known = recorded ?? (desired && claimedRecord(desired, {}));
  const isUpdated = writes.includes('addOrUpdateCampaignRecord') && observed?.tasks.some(isWorked) === true;
  return known !== null && isUpdated ? [withCall(known)] : [];
}

/** Creates that made nothing, of what another partition declares by now: the engine lists them still, and that partition would wait. */
function unmade(
  { settled, recorded: { objects } }: Pick<PartDiff, 'recorded' | 'settled'>,
  { isOfStack, desired }: Run,
  applied: readonly AppliedRun[],
): OpenIntent[] {
  const isLeft = ({ action, address }: OpenIntent): boolean =>
    action === 'create' && !objects.has(address) && desired.others?.holders.has(address) === true;
  const noted = letGoBy(applied);
  const intents = isOfStack ? settled.map(({ intent }) => intent) : [];
  return intents.filter((intent) => isLeft(intent) && !noted.has(intent.address));
}

/** A stack keeps nothing of what an update sees and leaves as it is; and a delete sees no plan, which asks about whom it had begun to remove. */
function newOthers(
  { notes, recorded }: Pick<PartDiff, 'notes' | 'recorded'>,
  applied: readonly AppliedRun[],
): (readonly [Address, at: number])[] {
  const noted = othersSeen(applied);
  return [...recorded.objects.values(), ...notes].flatMap((each) =>
    isUser(each) && each.otherSeenAt !== undefined && (noted.get(each.address) ?? 0) <= each.recordedAt
      ? [[each.address, each.otherSeenAt] as const]
      : [],
  );
}

/** Than those applied last; false where nothing was. */
export function isOfOtherFiles([last]: readonly AppliedRun[], desired: string): boolean {
  return last !== undefined && last.desired !== desired;
}

const SHOWN_DIGITS = 16;
