// create and update: the objects of one resource through the pass, each on its own. What is done is the order of the program, or
// for a class what a comparison finds. The pass reads before it writes, so that a create which the engine repeats after a crash
// finds what the first one made. What was done is kept with its receipt whatever became of the others: the engine saves an
// error's properties, and the next `up` goes on from there.

import { isAnother, memoryRecorder, withId } from '../src/core/engine/parts.ts';
import { carryOut } from '../src/core/engine/pass.ts';
import type { ReadingWay } from '../src/core/engine/reading.ts';
import type { PartDiff } from '../src/core/engine/pass.ts';
import { undeclaredCampaign } from '../src/core/model/record.ts';
import { ToolError } from '../src/core/model/errors.ts';
import type { ObservedState, RecordedObject } from '../src/core/model/state.ts';
import { sawKnownUser } from '../src/core/model/user.ts';
import type { RecordChange } from '../src/core/reconcile/change.ts';
import { oneLine } from '../src/core/report/view/one-line.ts';
import { whyVerdict } from '../src/core/report/words/why-verdict.ts';
import { importing } from './check.ts';
import type { TargetContext } from './context.ts';
import { declarationOf, isClass, textIn } from './declaration.ts';
import type { Declaration, Properties } from './declaration.ts';
import { inLineage, writeStart } from './inherited.ts';
import type { WriteCase, WriteStart } from './inherited.ts';
import { asSent } from './drift-inputs.ts';
import type { ObservedObjects, Receipts } from './receipts.ts';
import type { WritePart } from './part.ts';
import {
  arrivingIn,
  campaignsBeside,
  comparePart,
  isElsewhere,
  isSingle,
  leavingRows,
  packingOf,
  readPart,
  refuseOtherTarget,
} from './part.ts';
import { inputsIn, heldProperties, shownOutputs, writeReceipts } from './receipts.ts';
import { firstOf, refuse } from './refusals.ts';
import type { Refusal } from './refusals.ts';
import { wayOf } from './way.ts';
import { presentIn, refusalsOf, sayNotes, seenAfter } from './write-result.ts';
import type { ResourceWrite, WriteResult } from './write-result.ts';

export async function writeResource(around: WriteCase): Promise<{ readonly id: string; readonly outs: Properties }> {
  const { family, olds, news } = around;
  const write = await carriedOut(around);
  const { given, declaration, way, compared } = write;
  const looked = await seenAfter(write);
  const receipts = withIds(write.receipts, looked);
  const sent = asSent(news, olds, compared.verdicts);
  const outs = outputsOf({ ...given, news: sent }, declaration, { receipts, seen: presentIn(looked) });
  const failed = refusalsOf(write, looked);
  const isKept = failed.length === 0 || isWorthKeeping(write);
  answerForHeld(write, isKept);
  for (const line of way.lines(compared, receipts)) given.context.tell(line);
  if (failed.length > 0)
    throw refuse(failed, { isSingle: isSingle(family), id: declaration.id, outs: isKept ? outs : null });
  return { id: declaration.id, outs };
}

/** Says what an update would do. What cannot be read for that, service or state, stops no preview; whatever else is wrong does. */
export async function previewUpdate(around: WriteCase): Promise<void> {
  const unread = new Set<unknown>();
  const noted: Read = (reading) =>
    reading.catch((error: unknown) => {
      if (error instanceof ToolError && error.code !== 'internal') unread.add(error);
      throw error;
    });
  const write = await foreseen(around, 'shared', noted).catch((error: unknown) => {
    if (unread.has(error)) return null;
    throw error;
  });
  if (write === null) return;
  const { given, declaration, compared, changes, refusals } = write;
  const left = changes.length > 0 ? [] : compared.verdicts.filter((verdict) => verdict.class !== 'assumed');
  const refused = refusals.map(({ address, code, message }) => `[${code}] ${address}: ${message}`);
  const open = refused.length > 0 ? refused : left.map((verdict) => `${verdict.address}: ${whyVerdict(verdict)}`);
  given.context.inform(declaration.owner, [oneLine(changes, given.context.target), firstOf(open)]);
}

interface ForeseenWrite extends Pick<ResourceWrite, 'given' | 'declaration' | 'way' | 'compared' | 'refusals'> {
  readonly start: WriteStart;
  readonly work: WritePart;
  readonly observed: ObservedState;
  readonly changes: PartDiff['changes'];
}

type Read = <T>(reading: Promise<T>) => Promise<T>;

async function foreseen(around: WriteCase, how: ReadingWay, read: Read): Promise<ForeseenWrite> {
  const { family, olds, news } = around;
  if (olds !== null) refuseOtherTarget(olds, news, around.context);
  const declared = declarationOf(family, news);
  const declaration = olds === null ? importing(declared, news) : declared;
  const way = wayOf(around, declaration);
  const start = await read(writeStart(around, declaration.owner, way));
  const context = inLineage(around.context, start.receipts, news);
  const given: WriteCase = { ...around, context };
  const work = await read(way.part(start));
  const beside = await read(campaignsBeside(work.part, context));
  const observed = await read(readPart(work.part, declaration, { context, how, beside }));
  const compared = comparePart(work.part, observed, context);
  const { changes, refusals } = way.choice(compared);
  return { given, declaration, way, start, work, observed, compared, changes, refusals };
}

async function carriedOut(around: WriteCase): Promise<ResourceWrite> {
  const { start, work, observed, changes, ...write } = await foreseen(around, 'fresh', (reading) => reading);
  const { given, declaration, way, compared, refusals } = write;
  if (given.olds !== null) given.context.inform(declaration.owner, [oneLine(changes, given.context.target)]);
  const done = await applied({ ...compared, changes, found: compared.changes }, { given, work, observed, declaration });
  const before = way.heldBefore(start);
  const receipts = way.keeps(
    receiptsAfter(done, { receipts: start.receipts, before, work, declaration, observed, refusals }),
    start,
  );
  return { ...write, before, done, receipts };
}

/** What the reading after a write shows says which task it is: another one of the clientId is not ours from then on. */
function withIds({ recorded, ...rest }: Receipts, looked: ObservedObjects): Receipts {
  const known = recorded.map((object) => {
    const seen = looked.get(object.address);
    if (object.kind !== 'record' || seen === undefined || !('tasks' in seen)) return object;
    const [task = null, second] = seen.tasks;
    return second === undefined ? withId(object, task) : object;
  });
  return { ...rest, recorded: known };
}

/** An answer that the engine does not keep holds nothing: a delete of the other entry must not forget the object then. */
function answerForHeld({ given: { context }, declaration, before, receipts }: ResourceWrite, isKept: boolean): void {
  const held = isKept ? [...receipts.recorded, ...receipts.taken].map(({ address }) => address) : [];
  const arrived = isKept ? arrivingIn(declaration, before, context).keys() : [];
  // What leaves a native set and is still here, another resource may take over.
  const leaving = new Set(context.allowance.isNative ? leavingRows(declaration, receipts, { context }) : []);
  const left = held.filter((address) => !declaration.rows.has(address) && !leaving.has(address));
  context.registry.answerForLeft(declaration.owner, left);
  context.registry.hold(declaration.owner, [...held, ...arrived]);
}

/** Of a write that failed: whether the engine should keep what was done. Of a set it should, of a single object where it changed. */
function isWorthKeeping({ given: { olds }, declaration, before, receipts: after }: ResourceWrite): boolean {
  if (!isSingle(declaration.family)) return true;
  if (olds === null && after.openIntents.some(({ interrupted }) => interrupted === true)) return true;
  return hasChanged(before, after) && !isMoving(before, declaration);
}

/** The engine keeps the properties of a failed update under the old name, by which nobody would look for the new address. */
function isMoving({ recorded }: Receipts, { rows }: Declaration): boolean {
  return recorded.some(({ kind, address }) => kind === 'record' && !rows.has(address));
}

/** Where nothing was done with a single object, the stack goes on saying what it said. */
function hasChanged(before: Receipts, after: Receipts): boolean {
  return JSON.stringify([before.recorded, before.openIntents]) !== JSON.stringify([after.recorded, after.openIntents]);
}

interface ApplyFacts {
  readonly given: WriteCase;
  readonly work: WritePart;
  readonly observed: ObservedState;
  readonly declaration: Declaration;
}

async function applied(
  compared: PartDiff & { readonly found: PartDiff['changes'] },
  { given, work, observed, declaration }: ApplyFacts,
): Promise<WriteResult> {
  const { context, olds, news } = given;
  const { campaign, shard } = declaration;
  // One record: its next reading shows it, and for a class the one that follows here.
  const isOneRecord = campaign !== null && isSingle(given.family);
  const confirm = { stack: context.lineage.stack, ...(shard && { shard: { shard } }) };
  const recorder = memoryRecorder(work.part.recorded, work.part.copies, context.copies);
  const leavers = await forLeavers(context, olds ?? {}, news);
  const applying = { ...applyContext(context, observed), recorder, ...leavers, ...(!isOneRecord && { confirm }) };
  const result = await carryOut(compared, applying, () => undefined);
  for (const { kind, change } of result.settlements)
    if (kind === 'unresolved' && change.kind === 'record') noteUnseen(change, context);
  sayNotes(result, context);
  const { objects, ...rest } = recorder.kept();
  return { ...result, ...rest, objects };
}

export function applyContext(context: TargetContext, observed: ObservedState) {
  const { client, clock, sleep, digest, registry, queues, cancelled } = context;
  const stopping = cancelled === undefined ? {} : { signal: cancelled };
  const knownUserSeen = registry.knownUserSeen || sawKnownUser(observed);
  return { service: client, clock, sleep, digest, knownUserSeen, queues, forgetsRemoved: true, ...stopping } as const;
}

/**
 * Where a task may be pinned to a person who is removed: what the program said last (a destroy runs none), what this process
 * has seen of records, for a class what the state holds, and what muster.yaml adds. A class has no plan that has tasks change
 * hands first, so a removal waits for the writes of records that are under way; where nobody can see what became of one, it is not done.
 */
export async function forLeavers({ registry }: TargetContext, ...properties: readonly Properties[]) {
  const leaves = properties.some((each) => textIn(each, 'loginUserId') !== null && isClass(each));
  const said = properties.flatMap((each): unknown[] => {
    const names: unknown = JSON.parse(textIn(each, '__campaigns') ?? '[]');
    return Array.isArray(names) ? names : [];
  });
  const held = leaves ? await registry.heldCampaigns() : [];
  const names = [...said.filter((name) => typeof name === 'string'), ...registry.campaigns];
  const all = [...names.map((name) => undeclaredCampaign(name)), ...held];
  const campaigns = [...new Map(all.map((campaign) => [campaign.campaignName, campaign])).values()];
  const logins = new Set(properties.map((each) => textIn(each, 'loginUserId')));
  const writesBeside = async (): Promise<void> => {
    await registry.idle();
    for (const [agent, address] of registry.unseen)
      if (logins.has(agent))
        throw new ToolError('dependency-failed', { message: `waits for ${address}, which was not done` });
  };
  return { campaigns, ...(leaves && { writesBeside }) };
}

function noteUnseen({ address, observed, from }: RecordChange, { registry }: TargetContext): void {
  for (const { preferredAgent: agent } of [observed, from?.observed].flatMap((seen) => seen?.tasks ?? []))
    if (agent) registry.unseen.set(agent, address);
}

interface EndFacts extends Pick<WriteStart, 'receipts'> {
  readonly before: Receipts;
  readonly work: WritePart;
  readonly declaration: Declaration;
  /** As it was read before it. */
  readonly observed: ObservedState;
  readonly refusals: readonly Refusal[];
}

/** Where a record moves from, its receipt stays with the resource that handed it over until the move is done. */
function receiptsAfter(done: WriteResult, facts: EndFacts): Receipts {
  const { work, before, receipts, declaration } = facts;
  const ownBefore = new Set(before.recorded.map(({ address }) => address));
  const arriving = receipts.recorded.filter((each) => isElsewhere(each, declaration) && !ownBefore.has(each.address));
  const others = new Set(arriving.map(({ address }) => address));
  const moved = arriving.filter(({ address }) => !done.objects.has(address));
  const recorded = [
    ...[...done.objects.values()].map((each) => readAgain(each, done, facts)),
    ...work.untouched,
  ].filter(({ address }) => !others.has(address));
  const taken = [...receipts.taken, ...moved.map(({ address, recordedAt }) => ({ address, recordedAt }))];
  const openIntents = [...done.openIntents, ...work.untouchedIntents];
  return { identity: receipts.identity, recorded, openIntents, copies: done.copies, taken, observed: null };
}

/**
 * Nothing was done, because another task than the recorded one stands there, or beside it, or one that is not as the plan saw it: the next
 * plan reads both, as this write did.
 */
function readAgain(
  object: RecordedObject,
  { settlements }: WriteResult,
  { observed: { records }, refusals }: Pick<EndFacts, 'observed' | 'refusals'>,
): RecordedObject {
  if (object.kind !== 'record') return object;
  const { address } = object;
  const isOther = records.get(address)?.tasks.some((task) => isAnother(object, task)) === true;
  const isRefused = refusals.some((each) => each.address === address && each.code === 'moved');
  const isDone = settlements.some(({ kind, change }) => kind === 'applied' && change.address === address);
  return (isOther && !isDone) || isRefused ? { ...object, contested: true } : object;
}

function outputsOf(
  { family, context, news }: WriteCase,
  declaration: Declaration,
  { receipts, seen }: { readonly receipts: Receipts; readonly seen: ObservedObjects },
): Properties {
  const written = writeReceipts(receipts, packingOf(context, declaration));
  return heldProperties(inputsIn(family, news), { ...written, ...shownOutputs(family, receipts, seen) });
}
