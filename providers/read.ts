// read and diff: what the service shows beside what was recorded, in the engine's words. Nothing is written here. Of a reading a
// set keeps what differs or needs saying: its records as read would be most of the stack.

import { isDeepStrictEqual } from 'node:util';

import { ignoredFields, leavesMemory, needsPerson } from '../src/core/engine/parts.ts';
import type { PartDiff } from '../src/core/engine/pass.ts';
import { userAddress } from '../src/core/model/address.ts';
import type { Address } from '../src/core/model/address.ts';
import { ToolError } from '../src/core/model/errors.ts';
import { isAdded, wasWorked } from '../src/core/model/record.ts';
import type { ObservedState, OpenIntent, RecordedObject } from '../src/core/model/state.ts';
import type { Change } from '../src/core/reconcile/change.ts';
import { isUnknown } from './check.ts';
import { refusalOf, refuseSamePerson } from './refusals.ts';
import { splitUndeclared, unsettled } from './cut-off.ts';
import type { TargetContext } from './context.ts';
import { CAMPAIGN_INPUTS } from '../src/core/desired/declarations/record-input.ts';
import { BESIDE, declarationOf, IDENTITY, isClass, objectsOf, ownerOf } from './declaration.ts';
import type { Declaration, Family, Properties } from './declaration.ts';
import { driftText, shownInputs, asSent, lastVerdicts, unapplied } from './drift-inputs.ts';
import type { Order } from './order.ts';
import {
  arrivingIn,
  comparePart,
  isSingle,
  leavingRows,
  observedFrom,
  packingOf,
  partOf,
  readPart,
  refuseOtherTarget,
  seenIn,
  takesOver,
} from './part.ts';
import {
  inputsIn,
  heldProperties,
  receiptsOf,
  recordsIn,
  shownOutputs,
  withoutReadOnly,
  writeReceipts,
} from './receipts.ts';
import type { Receipts } from './receipts.ts';
import { arrivingFor, inLineage, isRenamed, withCutOff } from './inherited.ts';
import type { Ownership } from './registry.ts';

export interface DiffAnswer {
  /** Left out: the engine compares the inputs itself, and names the properties that differ. */
  readonly changes?: boolean;
  readonly replaces?: string[];
}

/** Without an id: the object is not there and was never recorded. */
export type ReadAnswer =
  { readonly id: string; readonly props: Properties; readonly inputs: Properties } | { readonly id?: undefined };

export interface DiffCase {
  readonly family: Family;
  readonly context: TargetContext;
  readonly olds: Properties;
  readonly news: Properties;
}

/**
 * Throws when nothing could be read. A recorded object that is absent stays in the stack with that said: what becomes of it
 * (made again, consumed, a person decides) is the plan's word, and the plan needs the record of it. A write whose answer was
 * lost is settled here, as the plan settles it.
 */
export async function readResource({ family, context: around, olds }: Omit<DiffCase, 'news'>): Promise<ReadAnswer> {
  const inputs = inputsIn(family, olds);
  const declaration = declarationOf(family, inputs);
  const kept = await withCutOff(receiptsOf(olds), declaration, {
    context: around,
    properties: olds,
  });
  const context = inLineage(around, kept, olds);
  const [undeclared, open] = splitUndeclared(kept, declaration);
  const arriving = arrivingIn(declaration, kept, context);
  const asked = kept.recorded.filter((object) => isAsked(object, declaration) || arriving.has(object.address));
  const part = partOf(declaration, context, { ...kept, openIntents: open, recorded: asked });
  const observed = await readPart(part, declaration, { context, how: 'shared' });
  refuseUnreadable(observed, declaration);
  const compared = comparePart(part, observed, context);
  const objects = new Map(
    [...kept.recorded.filter((object) => !asked.includes(object))].map((each) => [each.address, each]),
  );
  for (const [address, object] of compared.recorded.objects) objects.set(address, object);
  const isConfirmed = isSingle(family) && isClass(olds);
  for (const note of compared.notes) objects.set(note.address, asRead(note, objects.get(note.address), isConfirmed));
  const openIntents = [...compared.recorded.openIntents, ...notSeenYet(compared, observed), ...undeclared];
  if (objects.size === 0 && openIntents.length === 0 && isNothing(declaration, observed)) return {};
  const seen = seenIn(observed);
  const { drift, notable } = findingsOf(compared, declaration);
  const worth = isSingle(family)
    ? seen
    : new Map([...seen].filter(([address]) => notable.has(address) || arriving.has(address)));
  const receipts: Receipts = { ...kept, recorded: [...objects.values()], openIntents, observed: worth };
  const shown = shownOutputs(family, receipts, seen);
  // The stack that stands in the resource may be that of before: a reading gives no name that nobody knows, the next write does.
  const identity = kept.identity ?? context.identity;
  const outputs = {
    ...writeReceipts(receipts, packingOf({ identity }, declaration)),
    ...(isClass(olds) ? shown : withoutReadOnly(shown)),
  };
  const props = heldProperties(inputs, { ...outputs, ...driftText(family, drift) });
  return { id: declaration.id, props, inputs: shownInputs(declaration, inputs, { changes: drift, seen }) };
}

/**
 * Creates that a plan would send again, because nothing is seen of them yet: a reading sends nothing, and without its intent nobody
 * would know that what comes of it later is ours.
 */
function notSeenYet({ settled }: PartDiff, { records }: ObservedState): OpenIntent[] {
  const ended = settled.filter(({ intent, recorded }) => intent.action === 'create' && recorded === undefined);
  return ended.flatMap(({ intent }) => (records.get(intent.address)?.presence === 'absent' ? [intent] : []));
}

/**
 * The first refresh after an `up` changes nothing: the id of a task is noted with the next write, or, where the write reads it and saw nothing
 * (`isConfirmed`), here. What was let go while an agent had it stays let go: whether its line is back is not known here.
 */
function asRead(note: RecordedObject, before: RecordedObject | undefined, isConfirmed: boolean): RecordedObject {
  if (note.kind !== 'record' || before?.kind !== 'record') return note;
  const previewRecordId = before.previewRecordId || (isConfirmed ? note.previewRecordId : '');
  return { ...note, previewRecordId, consumed: note.consumed ?? before.consumed };
}

/** A record that is used up and has no declaration is settled for good: asking again would cost a request for nothing. */
function isAsked(object: Receipts['recorded'][number], { family, rows }: Declaration): boolean {
  return isSingle(family) || rows.has(object.address) || (object.kind === 'record' && object.consumed === null);
}

interface Findings {
  /** What a refresh shows as drift: of objects with a declaration. What becomes of others is the plan's word. */
  readonly drift: readonly Change[];
  /** Addresses of which more is to be kept than that they are as recorded. */
  readonly notable: ReadonlySet<Address>;
}

function findingsOf({ changes, verdicts, recorded }: PartDiff, declaration: Declaration): Findings {
  const own = new Set([...objectsOf(declaration), ...recorded.openIntents].map(({ address }) => address));
  const said = verdicts.filter((verdict) => verdict.class !== 'assumed');
  const notable = changes.filter(
    (change) => own.has(change.address) || (change.kind === 'record' && leavesMemory(change)),
  );
  return {
    drift: changes.filter(({ address }) => own.has(address)),
    notable: new Set([...notable, ...said].map(({ address }) => address)),
  };
}

/** A single object that is not there and was never recorded. */
function isNothing(declaration: Declaration, { users, records }: ObservedState): boolean {
  if (!isSingle(declaration.family)) return false;
  const absent = (address: Address): boolean =>
    users.get(address)?.service === 'absent' || records.get(address)?.presence === 'absent';
  return objectsOf(declaration).every(({ address, ensure }) => isAdded(ensure) && absent(address));
}

/** One unreadable object of many is said and left alone; none readable is a reading that failed. */
export function refuseUnreadable(observed: ObservedState, { family, owner, users, records }: Declaration): void {
  const all = [...seenIn(observed).values()];
  const problems = all.flatMap(({ problem }) => problem ?? []);
  const [first] = problems;
  if (first === undefined || (problems.length < all.length && !isSingle(family))) return;
  const address = objectsOf({ users, records })[0]?.address;
  const name = isSingle(family) && address !== undefined ? address : owner.replace(/^set:/u, '');
  throw new ToolError(first.code, { message: `${name}: ${first.message}`, ...(address && { address }) });
}

/** Three answers: other identity (replace), differs (update), equal. Sends nothing to the service. */
export async function diffResource({ family, context: around, olds, news }: DiffCase): Promise<DiffAnswer> {
  if (isUnknown(news)) return { changes: true };
  refuseOtherTarget(olds, news, around);
  const owner = ownerOf(family, news);
  const stored = receiptsOf(olds);
  const kept = await withCutOff(stored, { owner: ownerOf(family, olds) }, { context: around, properties: news });
  const context = inLineage(around, kept, news);
  const { registry } = context;
  registry.hold(
    owner,
    kept.recorded.map(({ address }) => address),
  );
  const identity = IDENTITY[family];
  if (identity !== null && olds[identity] !== news[identity]) {
    const wanted = userAddress(String(news[identity]));
    for (const { address } of context.allowance.isNative ? kept.recorded : []) refuseSamePerson(address, wanted);
    return { changes: true, replaces: [identity] };
  }
  const hasNewName = isRenamed(kept, context);
  if (hasNewName) context.tell(NEW_NAME);
  if (hasNewName || isOfOtherProvider(olds, news)) return { changes: true };
  const order = registry.order(owner);
  // The plan has compared what is declared: it is not unpacked again.
  if (order.says === 'whole')
    return { changes: isOrdered(order, stored, (address) => registry.ownership(owner, address)) };
  const answer = await diffDeclared({ family, context, olds, news }, kept, order);
  if (answer.changes !== false) return answer;
  const isDue = order.changes.length > 0 || order.usedReasons.length > 0;
  return { changes: isDue || (await takesOver(declarationOf(family, news), kept, context)) };
}

const NEW_NAME =
  'the stack has a new name: what it holds is recorded under it, and the markers of its customers get it';

/** Written by the native provider for the dynamic one, or the other way round: written anew, because each finds its own form only. */
function isOfOtherProvider(olds: Properties, news: Properties): boolean {
  return '__provider' in olds !== '__provider' in news;
}

/** Declaration, receipts and observation are compared. */
async function diffDeclared(
  { family, context, olds, news }: DiffCase,
  kept: Receipts,
  order: Order,
): Promise<DiffAnswer> {
  const ignored = ignoredFields(context.target.identity);
  const without = (all: Properties): Properties =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !ignored.includes(name)));
  const heeded = (all: Properties): Declaration => declarationOf(family, without(all));
  const after = heeded(news);
  const inputs = inputsIn(family, olds);
  // What a set declares is unpacked once where nothing differs.
  const before = isDeepStrictEqual(without(inputs), without(news)) ? after : heeded(inputs);
  const verdicts = lastVerdicts(after, kept, { context, olds });
  const applicable = heeded(asSent(news, olds, verdicts));
  const compared: DiffFacts = { context, before, after: applicable, kept };
  if (!isClass(news)) return { changes: differs(compared) };
  for (const line of unapplied(verdicts, after, context)) context.tell(line);
  const leaving = leavingRows(after, kept, { context, named: order.changes });
  if (leaving.length > 0) return leavingAnswer(after, leaving, context);
  sayDecisions(compared);
  const changes = differs(compared);
  // Where what stands beside the declaration differs, the engine would name that, too.
  const isBesideSame = BESIDE.every((name) => olds[name] === news[name]);
  return changes && isBesideSame && isSeenByEngine(compared) ? {} : { changes };
}

/** By a plan they are removed with the update, and where none has them by a delete. The native provider has no plan. */
async function leavingAnswer(
  { owner }: Declaration,
  leaving: readonly Address[],
  { allowance, registry }: TargetContext,
): Promise<DiffAnswer> {
  if (!allowance.isNative) return { changes: true, replaces: ['records'] };
  // A refresh declares nothing.
  if (!registry.isChecked(owner)) return { changes: true };
  allowance.refuseLeaving(owner, leaving, (address) => registry.isDeclared(address));
  const awaited = new Set(await registry.awaited(owner, leaving));
  registry.leaveBy(
    owner,
    leaving.filter((address) => !awaited.has(address)),
  );
  return { changes: true };
}

/** Rows that changed beside a service that is as it was declared before: only then the engine has the values of before as inputs. */
function isSeenByEngine(comparing: DiffFacts): boolean {
  const { before, after, kept } = comparing;
  const isChanged = [...after.rows].some(([address, text]) => before.rows.get(address) !== text);
  return isChanged && kept.openIntents.length === 0 && !drifted({ ...comparing, after: before });
}

/** Beside the table of the engine, which has no row for what is equal. */
function sayDecisions(comparing: DiffFacts): void {
  const { tell } = comparing.context;
  const decisions = asLastSeen(comparing).verdicts.filter(needsPerson).map(refusalOf);
  for (const { address, code, message } of decisions.slice(0, SAID)) tell(`[${code}] ${address}: ${message}`);
  if (decisions.length > SAID) tell(`and ${decisions.length - SAID} more records that need a decision`);
}

const SAID = 10;

/** Beside what the plan changes: what comes from another entry, and what another resource declares by now. */
function isOrdered(order: Order, kept: Receipts, ownership: (address: Address) => Ownership): boolean {
  const { changes, recordedOnly, usedReasons, inherits, leftToOther, maybeSent } = order;
  const held = new Set(kept.recorded.map(({ address }) => address));
  return (
    changes.length > 0 ||
    recordedOnly.length > 0 ||
    usedReasons.length > 0 ||
    arrivingFor(kept, order).length > 0 ||
    leftToOther.some((address) => held.has(address)) ||
    unsettled(maybeSent, kept).length > 0 ||
    inherits.some((address) => !held.has(address)) ||
    [...held].some((address) => ownership(address) !== 'own')
  );
}

interface DiffFacts {
  readonly context: TargetContext;
  readonly before: Declaration;
  readonly after: Declaration;
  readonly kept: Receipts;
}

function differs(comparing: DiffFacts): boolean {
  const { before, after, kept } = comparing;
  const settings = [before.campaign, after.campaign];
  const hasDrifted = drifted(comparing);
  return (
    kept.openIntents.length > 0 ||
    CAMPAIGN_INPUTS.some((name) => settings[0]?.[name] !== settings[1]?.[name]) ||
    rowsDiffer(comparing) ||
    hasDrifted
  );
}

/**
 * A row that came or changed. Of one whose object was seen, and where it comes from, the comparison says whether there is anything to do
 * (drifted): of who is finished there a refresh asks no more.
 */
function rowsDiffer({ before, after, kept, context }: DiffFacts): boolean {
  const arriving = [...arrivingIn(after, kept, context).values()];
  const stays = arriving.filter(
    ({ from, desired }) => from.consumed !== null || (wasWorked(from) && desired.whenWorked !== 'replace'),
  );
  const held = new Set([...kept.recorded, ...stays.map(({ desired }) => desired)].map(({ address }) => address));
  const unseen = new Set(
    arriving.flatMap(({ from, desired }) => (kept.observed?.has(from.address) ? [] : desired.address)),
  );
  return objectsOf(after).some(({ address, ensure }) => {
    if (kept.observed?.has(address) === true && !unseen.has(address)) return false;
    const missing = !held.has(address) && isAdded(ensure);
    return missing || before.rows.get(address) !== after.rows.get(address);
  });
}

/** A refresh declares nothing. */
function isChecked(declaration: Declaration, { registry }: TargetContext): boolean {
  return objectsOf(declaration).some(({ address }) => registry.isDeclared(address));
}

function drifted(comparing: DiffFacts): boolean {
  const { context, after, kept } = comparing;
  const { changes, verdicts, notes } = asLastSeen(comparing);
  // Outside of a program's run a thing that needs a decision is drift, or nobody would see it; of a leaver it always is.
  const hasPlan = isChecked(after, context) && !after.users.some(({ ensure }) => ensure === 'absent');
  return changes.length > 0 || notes.some(usesReason(kept.recorded)) || (!hasPlan && verdicts.some(needsPerson));
}

/** What is declared beside what was last seen of it; nothing, where nothing was read since the last write. */
function asLastSeen({ context, after, kept }: DiffFacts): Pick<PartDiff, 'changes' | 'verdicts' | 'notes'> {
  const { observed: seen } = kept;
  if (seen === null || seen.size === 0) return { changes: [], verdicts: [], notes: [] };
  const arriving = arrivingIn(after, kept, context);
  const isOwn = ({ address }: RecordedObject): boolean =>
    context.registry.ownership(after.owner, address) === 'own' &&
    (isSingle(after.family) || arriving.has(address) || (seen.has(address) && after.rows.has(address)));
  const recorded = kept.recorded.filter(isOwn);
  const part = partOf(after, context, { ...kept, openIntents: [], recorded, fits: (address) => seen.has(address) });
  return comparePart(part, observedFrom(seen), context);
}

/** A reason that is given while the record is open counts as used: written down, or it would count once the customer was called. */
function usesReason(recorded: readonly RecordedObject[]): (note: RecordedObject) => boolean {
  const reasons = new Map(recordsIn(recorded).map(({ address, reissue }) => [address, reissue]));
  return (note) => note.kind === 'record' && note.reissue !== reasons.get(note.address);
}
