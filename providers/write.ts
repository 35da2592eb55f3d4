// create and update: the objects of one resource through the pass, each on its own. What is done is the order of the program, or
// for a class what a comparison finds. The pass reads before it writes, so that a create which the engine repeats after a crash
// finds what the first one made. What was done is kept with its receipt whatever became of the others: the engine saves an
// error's properties, and the next `up` goes on from there.

import { carryOut, memoryRecorder } from '../src/engine.ts';
import { isAdded, undeclaredCampaign } from '../src/model/record.ts';
import type { Compared } from '../src/engine.ts';
import type { Address } from '../src/model/address.ts';
import type { ObservedState, OpenIntent, RecordedObject } from '../src/model/state.ts';
import type { ApplyResult } from '../src/reconcile/settlement.ts';
import { whyVerdict } from '../src/report/why-verdict.ts';
import type { TargetContext } from './context.ts';
import { declarationOf, isClass, objectsOf, textIn } from './declaration.ts';
import type { Declaration, Properties } from './declaration.ts';
import { importing, notThere } from './without-order.ts';
import { inLineage, keptBefore } from './inherited.ts';
import type { WriteCase } from './inherited.ts';
import { NO_ORDER } from './order.ts';
import type { Order } from './order.ts';
import { chosen, refusalOf } from './chosen.ts';
import type { Chosen } from './chosen.ts';
import { allOf, isElsewhere, orderedOf } from './work.ts';
import type { WritePart } from './work.ts';
import { comparePart, isSingle, needsPerson, packingOf, partOf, readPart, refuseOtherTarget, seenIn } from './part.ts';
import { refuse } from './refusals.ts';
import type { Refusal } from './refusals.ts';
import { inputsIn, shownOutputs, writeReceipts } from './receipts.ts';
import type { Receipts, Seen, Taken } from './kept.ts';

export async function writeResource(around: WriteCase): Promise<{ readonly id: string; readonly outs: Properties }> {
  const { family, olds, news } = around;
  if (olds !== null) refuseOtherTarget(olds, news);
  const declared = declarationOf(family, news);
  const declaration = olds === null ? importing(declared, news) : declared;
  const order = around.context.registry.order(declaration.owner);
  const kept = await keptBefore(around, declaration);
  const context = inLineage(around.context, kept, news);
  const given: WriteCase = { ...around, context };
  const work = order === null ? allOf(declaration, kept, context) : orderedOf(declaration, kept, { order, context });
  const observed = await readPart(work.part, declaration, { context, how: 'fresh' });
  const compared = comparePart(work.part, observed, context);
  const { changes, refusals } = order === null ? unordered(compared, given) : chosen(compared, order);
  const done = await applied({ ...compared, changes }, { given, work, observed });
  const receipts = receiptsAfter(done, { work, kept, order: order ?? NO_ORDER, declaration });
  const outs = outputsOf(given, declaration, {
    receipts,
    seen: await seenAfter(given, { done, receipts, declaration }),
  });
  const told = [...refusals, ...failuresOf(done)];
  const named = new Set(told.map(({ address }) => address));
  const open = undecided({ compared, done, receipts, declaration, order });
  const failed = [...told, ...open.filter(({ address }) => !named.has(address))];
  const isKept =
    failed.length === 0 ||
    !isSingle(family) ||
    (olds === null && receipts.openIntents.some(({ interrupted }) => interrupted === true)) ||
    (hasChanged(kept, receipts) && !isMoving(kept, declaration));
  // An answer that the engine does not keep holds nothing: a delete of the other entry must not forget the object then.
  const held = isKept ? [...receipts.recorded, ...receipts.taken] : [];
  context.registry.hold(
    declaration.owner,
    held.map(({ address }) => address),
  );
  if (failed.length > 0)
    throw refuse(failed, { isSingle: isSingle(family), id: declaration.id, outs: isKept ? outs : null });
  return { id: declaration.id, outs };
}

/** The engine keeps the properties of a failed update under the old name, by which nobody would look for the new address. */
function isMoving({ recorded }: Receipts, { rows }: Declaration): boolean {
  return recorded.some(({ kind, address }) => kind === 'record' && !rows.has(address));
}

/** Where nothing was done with a single object, the stack goes on saying what it said. */
function hasChanged(before: Receipts, after: Receipts): boolean {
  return JSON.stringify([before.recorded, before.openIntents]) !== JSON.stringify([after.recorded, after.openIntents]);
}

function unordered({ changes }: Compared, { context, olds, news }: WriteCase): Chosen {
  const gone = olds === null ? notThere(changes, news) : [];
  const guarded = [...context.restores.refused(changes), ...context.interrupted.refused(changes)];
  const refusals = gone.length > 0 ? gone : guarded;
  const refused = new Set(refusals.map(({ address }) => address));
  return { changes: changes.filter(({ address }) => !refused.has(address)), refusals };
}

interface Applying {
  readonly given: WriteCase;
  readonly work: WritePart;
  readonly observed: ObservedState;
}

export interface Done extends Omit<ApplyResult, 'plan'> {
  readonly objects: ReadonlyMap<Address, RecordedObject>;
  readonly openIntents: readonly OpenIntent[];
  readonly copies: Receipts['copies'];
}

async function applied(compared: Compared, { given, work, observed }: Applying): Promise<Done> {
  const { context, olds, news } = given;
  const recorder = memoryRecorder(work.part.recorded, work.part.copies, context.copies);
  const campaigns = campaignsToSearch(context, olds ?? {}, news).map((name) => undeclaredCampaign(name));
  const applying = { ...applyContext(context, observed), recorder, campaigns };
  const result = await carryOut(compared, applying, () => undefined);
  const { objects, ...rest } = recorder.kept();
  return { ...result, ...rest, objects };
}

export function applyContext(context: TargetContext, { users, agents }: ObservedState) {
  const { client, clock, sleep, digest, registry, queues, cancelled } = context;
  const stopping = cancelled === undefined ? {} : { signal: cancelled };
  const isThere = [...users.values(), ...agents.values()].some(({ service }) => service === 'present');
  const knownUserSeen = registry.knownUserSeen || isThere;
  return { service: client, clock, sleep, digest, knownUserSeen, queues, ...stopping };
}

/**
 * Where a task may be pinned to a person who is removed: what the program said last (a destroy runs none), what this process
 * has seen of records, and what muster.yaml adds.
 */
export function campaignsToSearch({ registry }: TargetContext, ...properties: readonly Properties[]): string[] {
  const said = properties.flatMap((each): unknown[] => {
    const names: unknown = JSON.parse(textIn(each, 'campaigns') ?? '[]');
    return Array.isArray(names) ? names : [];
  });
  return [...new Set([...said.filter((name) => typeof name === 'string'), ...registry.campaigns])];
}

interface Ending {
  readonly work: WritePart;
  readonly kept: Receipts;
  readonly order: Order;
  readonly declaration: Declaration;
}

/** Where a record moves from, its receipt stays with the resource that handed it over until the move is done. */
function receiptsAfter(done: Done, { work, kept, order, declaration }: Ending): Receipts {
  const ownBefore = new Set(kept.recorded.map(({ address }) => address));
  const arriving = order.takes.filter(
    (receipt) => isElsewhere(receipt, declaration) && !ownBefore.has(receipt.address),
  );
  const others = new Set(arriving.map(({ address }) => address));
  const moved = arriving.filter(({ address }) => !done.objects.has(address));
  const recorded = [...done.objects.values(), ...work.aside].filter(({ address }) => !others.has(address));
  const supersedes = new Set(order.supersedes);
  const taken: Taken[] = kept.taken.filter(({ address }) => supersedes.has(address));
  taken.push(...moved.map(({ address, recordedAt }) => ({ address, recordedAt })));
  const openIntents = [...done.openIntents, ...work.asideIntents];
  return { identity: kept.identity, recorded, openIntents, copies: done.copies, taken, observed: null };
}

function outputsOf(
  { family, context, news }: WriteCase,
  declaration: Declaration,
  { receipts, seen }: { readonly receipts: Receipts; readonly seen: Seen },
): Properties {
  const written = writeReceipts(receipts, packingOf(context, declaration));
  return { ...inputsIn(family, news), ...written, ...shownOutputs(family, receipts, seen) };
}

/** Some answers come only by reading (previewRecordId, the backing side): a program of classes may ask for them. */
async function seenAfter(
  { family, context, news }: WriteCase,
  {
    done,
    receipts,
    declaration,
  }: { readonly done: Done; readonly receipts: Receipts; readonly declaration: Declaration },
): Promise<Seen> {
  const wants = isSingle(family) && isClass(news) && done.settlements.some(({ kind }) => kind === 'applied');
  if (!wants || done.openIntents.length > 0) return new Map();
  const part = partOf(declaration, context, receipts);
  const seen = seenIn(await readPart(part, declaration, { context, how: 'fresh' }));
  return new Map([...seen].filter(([, each]) => ('service' in each ? each.service : each.presence) === 'present'));
}

function failuresOf({ settlements, openIntents }: Done): Refusal[] {
  const failed = settlements.flatMap((settlement): Refusal[] =>
    settlement.kind === 'applied' ? [] : [{ address: settlement.change.address, ...settlement.problem }],
  );
  const tried = new Set(settlements.map(({ change }) => change.address));
  const open = openIntents.filter(({ address, interrupted }) => interrupted !== true && !tried.has(address));
  const text = (action: string): string => `an earlier ${action} could not be settled`;
  return [
    ...failed,
    ...open.map(({ address, action }): Refusal => ({ address, code: 'lost-answer', message: text(action) })),
  ];
}

interface Undecided {
  readonly compared: Compared;
  readonly done: Done;
  readonly receipts: Receipts;
  readonly declaration: Declaration;
  readonly order: Order | null;
}

/** A move that the pass left undone (worked meanwhile): the stack must go on saying where the record is. */
function stays({ compared, receipts, declaration }: Undecided): Refusal[] {
  const [receipt] = receipts.recorded;
  if (declaration.family !== 'record' || receipt === undefined || declaration.rows.has(receipt.address)) return [];
  const [address = ''] = declaration.rows.keys();
  const words = compared.verdicts.map(whyVerdict).join('; ');
  const where = receipt.kind === 'record' ? receipt.campaignName : '';
  return [{ address, code: 'moved', message: `stays in ${where}: ${words}` }];
}

/** Wanted by a class, and nothing was tried: what the comparison said instead. An order refuses by itself (answerTo). */
function undecided(facts: Undecided): Refusal[] {
  const { done, order } = facts;
  if (order !== null) return [];
  const tried = new Set([
    ...done.settlements.map(({ change }) => change.address),
    ...done.openIntents.map(({ address }) => address),
  ]);
  if (done.settlements.length === 0) return [...stays(facts), ...missing(facts, tried)];
  return missing(facts, tried);
}

function missing({ compared, receipts, declaration }: Undecided, tried: ReadonlySet<Address>): Refusal[] {
  const held = new Set(receipts.recorded.map(({ address }) => address));
  return objectsOf(declaration).flatMap(({ address, ensure }): Refusal[] => {
    if (tried.has(address)) return [];
    const verdict = compared.verdicts.find((each) => each.address === address && each.class !== 'assumed');
    if (verdict !== undefined && needsPerson(verdict) && (isSingle(declaration.family) || !held.has(address)))
      return [refusalOf(verdict)];
    const isMissing = isAdded(ensure) && !held.has(address) && verdict?.class !== 'consumed';
    if (!isMissing || isSingle(declaration.family)) return [];
    if (verdict !== undefined) return [refusalOf(verdict)];
    return [{ address, code: 'needs-decision', message: 'was not carried out' }];
  });
}
