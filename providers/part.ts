// What is declared, recorded and seen of the objects of one resource, compared by the same pass as a plan (src/core/engine/pass.ts); and
// for a write what is recorded in it and not touched now.

import { isTarget, otherTarget } from '../src/core/desired/project/explicit.ts';
import { compare } from '../src/core/engine/pass.ts';
import type { PartDiff, Part } from '../src/core/engine/pass.ts';
import type { Address } from '../src/core/model/address.ts';
import type { ReadingWay } from '../src/core/engine/reading.ts';
import { goesOn, isAdded } from '../src/core/model/record.ts';
import type { Campaign, DesiredRecord, ObservedRecord, RecordedRecord } from '../src/core/model/record.ts';
import type { ObservedState, OpenIntent, RecordedObject } from '../src/core/model/state.ts';
import { sawKnownUser } from '../src/core/model/user.ts';
import type { ObservedUser } from '../src/core/model/user.ts';
import type { TargetContext } from './context.ts';
import { desiredPart, textIn } from './declaration.ts';
import type { Declaration, Family, Properties } from './declaration.ts';
import type { WritePacking } from './packed-receipt.ts';
import { recordsIn } from './receipts.ts';
import type { Receipts, ObservedObjects } from './receipts.ts';

export function packingOf({ identity }: Pick<TargetContext, 'identity'>, { campaign }: Declaration): WritePacking {
  return { identity, campaignName: campaign?.campaignName ?? null };
}

export interface PartFacts {
  /** Which of the declared objects; default: all. */
  readonly fits?: (address: Address) => boolean;
  readonly recorded: Iterable<RecordedObject>;
  readonly openIntents: readonly OpenIntent[];
  readonly copies: Receipts['copies'];
  readonly pins?: Part['pins'];
}

export function partOf(declaration: Declaration, context: TargetContext, facts: PartFacts): Part {
  const { openIntents, pins } = facts;
  const desired = desiredPart(declaration, facts.fits);
  const objects = new Map([...facts.recorded].map((object) => [object.address, object]));
  // Those in the stack outlive the machine, those in the folder a run that was interrupted.
  const own = new Set(desired.records.map(({ address }) => address));
  const copies = [...facts.copies, ...context.copies.copies().filter(({ address }) => own.has(address))];
  return { desired, recorded: { objects, openIntents }, copies, ...(pins && { pins }) };
}

interface PartReader {
  readonly context: TargetContext;
  readonly how: ReadingWay;
  readonly beside?: readonly Campaign[];
}

export async function readPart(
  part: Part,
  { shard }: Pick<Declaration, 'shard'>,
  { context, how, beside = [] }: PartReader,
): Promise<ObservedState> {
  const { registry } = context;
  const witnesses = registry.knownUserSeen ? [] : [...registry.people].slice(0, WITNESSES);
  const asked = { ...part, lineage: context.lineage, shard, witnesses, beside };
  const observed = await withoutHeld(await context.reading.read(asked, how), context);
  if (sawKnownUser(observed)) registry.knownUserSeen = true;
  if (!registry.knownUserSeen || observed.agents.size > 0) return observed;
  return { ...observed, agents: new Map([['', KNOWN]]) };
}

/**
 * Campaigns of the stack in which a customer who is new to it may have been called: a single resource remembers nobody, and no plan of the
 * native provider has looked there. Throws `pulumi-failed` where the state cannot be read.
 */
export async function campaignsBeside(
  { desired: { records }, recorded: { objects } }: Part,
  { allowance, registry }: Pick<TargetContext, 'allowance' | 'registry'>,
): Promise<readonly Campaign[]> {
  const isNew = records.some(({ address, ensure }) => isAdded(ensure) && !objects.has(address));
  if (!allowance.isNative || !isNew) return [];
  const own = new Set(records.map(({ campaign }) => campaign.campaignName));
  return (await registry.heldCampaigns()).filter(({ campaignName }) => !own.has(campaignName));
}

/** What stands in another campaign is nobody's only where nothing declares or holds it there. */
async function withoutHeld(
  observed: ObservedState,
  { registry }: Pick<TargetContext, 'registry'>,
): Promise<ObservedState> {
  if (observed.extras.size === 0) return observed;
  const { recorded, openIntents } = await registry.inherited([...observed.extras.keys()]);
  const held = new Set([...recorded, ...openIntents].map(({ address }) => address));
  const extras = [...observed.extras].filter(([address]) => !held.has(address) && !registry.isDeclared(address));
  return { ...observed, extras: new Map(extras) };
}

/** People asked before a NOT_FOUND is left unreadable. */
const WITNESSES = 3;

/** Somebody whom an earlier reading of this process has shown. */
const KNOWN = { service: 'present', backend: 'unknown', connectUserId: null, observedAt: 0, problem: null } as const;

export function comparePart(
  part: Part,
  observed: ObservedState,
  { lineage, digest, clock, target, queueNameIsCode, project }: TargetContext,
): PartDiff {
  return compare(part, observed, {
    lineage,
    digest,
    identity: target.identity,
    now: clock(),
    queueNameIsCode,
    isCounted: true,
    doNotCall: project.policy.doNotCall,
  });
}

/** Everything that was read, by address. */
export function seenIn({ users, records }: ObservedState): ObservedObjects {
  return new Map<Address, ObservedUser | ObservedRecord>([...users, ...records]);
}

/** What was seen as a reading that can be compared. */
export function observedFrom(seen: ObservedObjects): ObservedState {
  const users = [...seen].flatMap(([address, each]) => ('service' in each ? [[address, each] as const] : []));
  const records = [...seen].flatMap(([address, each]) => ('tasks' in each ? [[address, each] as const] : []));
  return {
    users: new Map(users),
    records: new Map(records),
    extras: new Map(),
    pins: new Map(),
    agents: new Map(),
    coverage: { asked: seen.size, answered: seen.size },
    requests: 0,
  };
}

/** What was recorded about one environment says nothing about another. */
export function refuseOtherTarget(olds: Properties, news: Properties, { target }: Pick<TargetContext, 'target'>): void {
  const [before, after] = [textIn(olds, 'target'), textIn(news, 'target')];
  if (before === null || after === null || before === after) return;
  if (!isTarget(before, target) || !isTarget(after, target)) throw otherTarget(before, after);
}

/** Kept without a question, and without an answer: a family of one that is not there and was never recorded. */
export function isSingle(family: Family): boolean {
  return family !== 'set';
}

/** In the campaign it moves away from. */
export function isElsewhere(object: RecordedObject, { campaign }: Declaration): boolean {
  return object.kind === 'record' && object.campaignName !== campaign?.campaignName;
}

export interface WritePart {
  readonly part: Part;
  /** Recorded, and not to be touched now. */
  readonly untouched: readonly RecordedObject[];
  readonly untouchedIntents: readonly OpenIntent[];
}

/**
 * Recorded in a campaign that does not declare it any more, with the declaration of its clientId here, where nothing is recorded yet: it
 * moves here, or stays there because it was worked (src/core/reconcile/diff/move.ts).
 */
export function arrivingIn(
  { owner, rows, records }: Declaration,
  { recorded }: Pick<Receipts, 'recorded'>,
  { registry }: Pick<TargetContext, 'registry'>,
): ReadonlyMap<Address, { readonly from: RecordedRecord; readonly desired: DesiredRecord }> {
  const held = new Set(recorded.map(({ address }) => address));
  const missing = records.filter(({ address, ensure }) => goesOn(ensure) && !held.has(address));
  const wanted = new Map(missing.map((record) => [record.clientId, record]));
  const left = recordsIn(recorded).filter(
    ({ address }) => !rows.has(address) && registry.ownership(owner, address) === 'own',
  );
  return new Map(
    left.flatMap((from) => {
      const desired = wanted.get(from.clientId);
      return desired === undefined ? [] : [[from.address, { from, desired }] as const];
    }),
  );
}

interface LeavingFacts {
  readonly context: Pick<TargetContext, 'registry'>;
  /** By the plan. */
  readonly named?: readonly { readonly address: Address }[];
}

/** Of a set: recorded there, or perhaps sent, and no longer declared there, in whatever campaign. What is used up is remembered. */
export function leavingRows(
  after: Declaration,
  kept: Pick<Receipts, 'recorded' | 'openIntents'>,
  { context, named = [] }: LeavingFacts,
): Address[] {
  if (isSingle(after.family)) return [];
  const arriving = arrivingIn(after, kept, context);
  const recorded = recordsIn(kept.recorded).filter(
    ({ address, consumed }) => consumed === null && !arriving.has(address),
  );
  const sent = kept.openIntents.filter(({ interrupted }) => interrupted === true);
  const all = new Set([...recorded, ...sent].map(({ address }) => address));
  const planned = new Set(named.map(({ address }) => address));
  return [...all].filter((address) => !after.rows.has(address) && !planned.has(address));
}

/**
 * A row whose task in another campaign another entry of the state holds and nobody declares any more. Where a person decides about it
 * first, there is nothing to write: it is answered for here all the same, or the delete there would remove it.
 */
export async function takesOver(
  declaration: Declaration,
  kept: Pick<Receipts, 'recorded'>,
  context: Pick<TargetContext, 'registry' | 'identity'>,
): Promise<boolean> {
  const held = new Set(kept.recorded.map(({ address }) => address));
  const missing = declaration.records.filter(({ address, ensure }) => goesOn(ensure) && !held.has(address));
  if (missing.length === 0) return false;
  const asked = missing.map(({ address }) => address);
  const { recorded } = await context.registry.inherited(asked, context.identity.tenant);
  return arrivingIn(declaration, { recorded: recorded.filter(({ address }) => !held.has(address)) }, context).size > 0;
}
