// How a write of one Pulumi resource is carried out: by the order that the program planned for it, or by a comparison. Chosen here once, with
// the objects of other entries that it goes on with, what of its own it touches, which changes it carries out, and what it keeps.
//
//   ordered    by a whole order. What stands in it is carried out, and nothing else
//   compared   a comparison finds where the objects stand, and the order says which of the changes are carried out. Where no program
//              planned them they are counted (refusals.ts). Of what has no declaration any more nothing is deleted here
//
// So that nobody is called twice, by a comparison:
//
//   the record                                    what is kept                      what is sent, and said
//   was worked in the campaign it should leave    its receipt, in the new owner     nothing; said
//   leaves a set, and was worked or is gone       its receipt, as used up           nothing; said
//   leaves a set that is made anew, otherwise     nothing: a delete comes last      nothing here
//   leaves a set otherwise                        nothing                           a delete
//
// Example: C-1 leaves a set of three while an agent talks to the customer. The set keeps the receipt of C-1. Its line, put back next
// week, finds the receipt, and the customer is not called again.

import { isNewReason, needsPerson } from '../src/core/engine/parts.ts';
import type { PartDiff } from '../src/core/engine/pass.ts';
import { clientIdOf } from '../src/core/model/address.ts';
import type { Address } from '../src/core/model/address.ts';
import type { OpenIntent, RecordedObject } from '../src/core/model/state.ts';
import type { Change } from '../src/core/reconcile/change.ts';
import { whyVerdict } from '../src/core/report/words/why-verdict.ts';
import { isUnshown } from './check.ts';
import { splitUndeclared } from './cut-off.ts';
import { objectsOf, textIn } from './declaration.ts';
import type { Declaration } from './declaration.ts';
import type { TargetContext } from './context.ts';
import { unapplied } from './drift-inputs.ts';
import type { StartWay, WriteCase, WriteStart } from './inherited.ts';
import type { Receipts } from './receipts.ts';
import { chosen } from './order.ts';
import type { ChosenChanges, Order } from './order.ts';
import { arrivingIn, isElsewhere, isSingle, leavingRows, partOf } from './part.ts';
import type { WritePart } from './part.ts';
import { recordsIn } from './receipts.ts';
import { listOf, refusalOf } from './refusals.ts';
import type { Refusal } from './refusals.ts';

export interface Way extends StartWay {
  /** Whether each object that it should change is answered for by its order. */
  readonly isOrdered: boolean;
  part(start: WriteStart): Promise<WritePart>;
  choice(compared: PartDiff): ChosenChanges;
  /** What the resource held before: by an order, what comes from another entry stays there until it is written here. */
  heldBefore(start: WriteStart): Receipts;
  /** What of it is kept. */
  keeps(after: Receipts, start: WriteStart): Receipts;
  /** What a person should hear. */
  lines(compared: PartDiff, receipts: Receipts): string[];
}

export function wayOf(given: WriteCase, declaration: Declaration): Way {
  const order = given.context.registry.order(declaration.owner);
  if (order.says === 'whole') return orderedWay(order, given, declaration);
  // What leaves a set that is made anew, the delete of the old one removes.
  return comparedWay(given.olds === null ? declaredOnly(order) : order, given, declaration);
}

function declaredOnly(order: Order): Order {
  return { ...order, changes: order.changes.filter(({ declared }) => declared) };
}

function orderedWay(order: Order, { context, olds }: WriteCase, declaration: Declaration): Way {
  return {
    isOrdered: true,
    order,
    lookUp: (own) => ({
      addresses: missing(own, order.inherits),
      isReplaced: olds === null && order.stack !== '',
      tenant: null,
    }),
    maybeSent: async () => order.maybeSent,
    // Of what moves here the write leaves an intent of its own.
    openIntents: (replaced, found) =>
      [...replaced, ...found].filter(({ proposed }) => proposed === null || !isElsewhere(proposed, declaration)),
    part: async (start) => orderedOf(declaration, start, { order, context }),
    choice: (compared) => chosen(compared, order),
    heldBefore: ({ own }) => own,
    keeps: (after) => after,
    lines: () => [],
  };
}

/**
 * Looked up is all that a class declares: it was renamed or replaced, or a row came from another resource, be it of another campaign.
 * Where that campaign goes on declaring the clientId, it is another record. A set that is replaced, because rows leave it, goes on with
 * what it remembers, and looks at what leaves.
 */
function comparedWay(order: Order, given: WriteCase, declaration: Declaration): Way {
  const { context, olds } = given;
  const declared = objectsOf(declaration).map(({ address }) => address);
  const removed = new Set<Address>();
  return {
    isOrdered: false,
    order,
    lookUp: (own) => ({
      // What may have been sent of a row says nothing of where it comes from.
      addresses: missing({ ...own, openIntents: own.openIntents.filter(({ interrupted }) => !interrupted) }, declared),
      isReplaced: olds === null && declaration.family === 'set',
      tenant: context.identity.tenant,
    }),
    maybeSent: (found) => sentBefore(found, declaration, given),
    // What may have been sent for rows of others is theirs.
    openIntents: (_replaced, found) => splitUndeclared({ openIntents: found }, declaration)[1],
    part: async ({ receipts }) => {
      const [leaving, kept] = await leavingOf(receipts, declaration, given);
      for (const address of leaving) removed.add(address);
      const named = new Set([...namedIn(order), ...removed]);
      return withSpelled(allOf(declaration, kept, { given, named, order }), declaration, { context, order });
    },
    choice: (compared) => choiceOf(compared, { given, declaration, order, removed }),
    heldBefore: ({ receipts }) => receipts,
    keeps: (after, { receipts }) => (olds === null ? withoutRowsToDelete(after, receipts, declaration) : after),
    lines: (compared, receipts) => [
      ...unapplied(compared.verdicts, declaration, context),
      ...linesAbout(compared, receipts, declaration),
    ],
  };
}

/**
 * Rows that the update of a native set removes, and the receipts without those that other entries of the state hold, too. What another
 * resource declares by now stays until that one holds it (registry.ts).
 */
async function leavingOf(
  receipts: Receipts,
  declaration: Declaration,
  { context, olds }: WriteCase,
): Promise<[leaving: readonly Address[], kept: Receipts]> {
  if (olds === null || !context.allowance.isNative) return [[], receipts];
  const { registry } = context;
  const { owner } = declaration;
  const all = leavingRows(declaration, receipts, { context });
  const left = all.filter((address) => registry.ownership(owner, address) !== 'held');
  if (left.length === 0) return [[], receipts];
  const awaited = new Set(await registry.awaited(owner, left));
  const letGo = new Set(await registry.letGoBefore(left));
  const isKept = ({ address }: { readonly address: Address }): boolean => !letGo.has(address);
  const kept = {
    ...receipts,
    recorded: receipts.recorded.filter(isKept),
    openIntents: receipts.openIntents.filter(isKept),
  };
  return [left.filter((address) => !awaited.has(address) && !letGo.has(address)), kept];
}

function missing({ recorded, openIntents }: Receipts, all: readonly Address[]): Address[] {
  const held = new Set([...recorded, ...openIntents].map(({ address }) => address));
  return all.filter((address) => !held.has(address));
}

/** Tasks that change hands, because somebody leaves. */
function pinsIn({ changes }: Order): NonNullable<WritePart['part']['pins']> {
  return new Map(changes.flatMap(({ address, pin }) => (pin === undefined ? [] : [[address, pin] as const])));
}

function namedIn({ changes }: Order): ReadonlySet<Address> {
  return new Set(changes.map(({ address }) => address));
}

/**
 * What an update that was cut off may have sent of what a class declares, whichever resource declared it then; and where it is made, of
 * what its create, cut off, was to add, and no row declares any more: from now on the engine lists that create as finished.
 */
async function sentBefore(
  { recorded }: Receipts,
  { owner, records }: Declaration,
  { context: { registry }, olds }: WriteCase,
): Promise<readonly OpenIntent[]> {
  const made = new Map(recordsIn(recorded).map((record) => [record.address, record]));
  const asked = records.filter(({ address, reissue }) => {
    const before = made.get(address);
    return before === undefined || isNewReason(reissue, before);
  });
  const declared = asked.length === 0 ? [] : await registry.cutOff(asked.map(({ address }) => address));
  // Of one that is replaced, the delete of its entry says what becomes of the rest.
  const isFirst = olds === null && (await registry.inherited({ owner })).recorded.length === 0;
  return isFirst ? [...declared, ...(await registry.cutOff({ owner }))] : declared;
}

/** What is compared does not show what stands under another spelling of a clientId that is new, or that no plan has called again. */
async function withSpelled(
  work: WritePart,
  { records }: Declaration,
  { context, order }: { readonly context: TargetContext; readonly order: Order },
): Promise<WritePart> {
  const { objects } = work.part.recorded;
  const isUnplanned = order.says === 'nothing';
  const asked = records.filter(({ address, reissue }) => !objects.has(address) || (isUnplanned && reissue !== ''));
  if (asked.length === 0) return work;
  const beside = await context.registry.spelled(asked.map(({ clientId }) => clientId));
  return { ...work, part: { ...work.part, beside } };
}

interface ChoiceFacts {
  readonly given: WriteCase;
  readonly declaration: Declaration;
  readonly order: Order;
  /** Rows that leave, and are removed. */
  readonly removed: ReadonlySet<Address>;
}

/** What the plan says, and nothing else; what is forgotten without a request is its own. Without a plan it is counted. */
function choiceOf(compared: PartDiff, { given, declaration, order, removed }: ChoiceFacts): ChosenChanges {
  const found = mayCarryOut(compared, declaration, removed);
  const open = compared.verdicts.filter((verdict) => removed.has(verdict.address) && needsPerson(verdict));
  const gone = notMade(found, given);
  if (order.says === 'changes' && gone.length === 0) {
    const { changes, refusals } = chosen(compared, order);
    const named = new Set([...declaration.rows.keys(), ...namedIn(order)]);
    return { changes: [...changes, ...found.filter(({ address }) => !named.has(address))], refusals };
  }
  const refusals = gone.length > 0 ? gone : [...open.map(refusalOf), ...given.context.allowance.refused(found)];
  const refused = new Set(refusals.map(({ address }) => address));
  return { changes: found.filter(({ address }) => !refused.has(address)), refusals };
}

/** Of what else has no declaration only what is let go is carried out; nothing is deleted here. */
function mayCarryOut({ changes }: PartDiff, { rows }: Declaration, removed: ReadonlySet<Address>): Change[] {
  return changes.filter(({ address, action }) => rows.has(address) || removed.has(address) || action === 'forget');
}

/** What cannot be made: of an import what is not there, and who is declared without names, because an import showed none. */
function notMade(changes: readonly Change[], { family, olds, news }: WriteCase): Refusal[] {
  const isImport = olds === null && textIn(news, 'import') !== null;
  if (!isImport && (family !== 'user' || !isUnshown(news))) return [];
  const message = isImport ? 'is not there to be imported; leave `import` out to make it' : UNNAMED;
  return changes.flatMap(({ address, action }): Refusal[] =>
    action === 'create' || action === 'restore' || action === 'replace'
      ? [{ address, code: 'needs-decision', message }]
      : [],
  );
}

const UNNAMED = 'is not there, and cannot be made without firstName, lastName and userTemplateName; declare them';

/** Everything declared. What left the rows, and is not `named`, stays until a delete removes it (read.ts, `replaces`). */
function allOf(
  declaration: Declaration,
  receipts: Receipts,
  {
    given: { context, olds },
    named,
    order,
  }: Pick<ChoiceFacts, 'given' | 'order'> & { readonly named: ReadonlySet<Address> },
): WritePart {
  const { registry } = context;
  const ownership = Map.groupBy(receipts.recorded, ({ address }) => registry.ownership(declaration.owner, address));
  const arriving = arrivingIn(declaration, receipts, context);
  registry.answerForLeft(declaration.owner, arriving.keys());
  const isRead = olds === null || isSingle(declaration.family);
  const own = Map.groupBy(
    ownership.get('own') ?? [],
    ({ address }) => isRead || declaration.rows.has(address) || arriving.has(address) || named.has(address),
  );
  const rows = { has: (address: Address) => declaration.rows.has(address) || named.has(address) };
  const [untouchedIntents, openIntents] = splitUndeclared(receipts, { rows });
  const facts = { ...receipts, openIntents, recorded: own.get(true) ?? [], pins: pinsIn(order) };
  const part = partOf(declaration, context, facts);
  return { part, untouched: [...(own.get(false) ?? []), ...(ownership.get('awaited') ?? [])], untouchedIntents };
}

/** Of a set that is replaced, without those rows that leave it and were not worked: the delete that comes last removes them. */
function withoutRowsToDelete(receipts: Receipts, kept: Receipts, { rows }: Declaration): Receipts {
  const before = new Set(kept.recorded.map(({ address }) => address));
  const wanted = new Set([...rows.keys()].map(clientIdOf));
  const stays = (object: RecordedObject): boolean =>
    object.kind !== 'record' ||
    !before.has(object.address) ||
    wanted.has(clientIdOf(object.address)) ||
    object.consumed !== null;
  return { ...receipts, recorded: receipts.recorded.filter(stays) };
}

export const LET_GO = 'worked, or gone, and let go without a request';

/** What a person should hear of it. */
function linesAbout(compared: PartDiff, receipts: Receipts, declaration: Declaration): string[] {
  const held = recordsIn(receipts.recorded);
  const byClientId = Map.groupBy(held, ({ clientId }) => clientId);
  const said = new Map(compared.verdicts.map((verdict) => [verdict.address, verdict]));
  const staying = [...declaration.rows.keys()].flatMap((address) => {
    const verdict = said.get(address);
    if (verdict?.class !== 'consumed' && verdict?.class !== 'kept') return [];
    const from = byClientId.get(clientIdOf(address))?.find((each) => each.address !== address);
    if (from === undefined) return [];
    return [`${address}: not moved from ${from.campaignName}: ${whyVerdict(verdict)}`];
  });
  const forgotten = new Set(compared.changes.flatMap(({ action, address }) => (action === 'forget' ? [address] : [])));
  const leaving = held.flatMap(({ address }) => (forgotten.has(address) ? [address] : []));
  return [...staying, ...(leaving.length === 0 ? [] : [`${listOf(leaving)}: ${LET_GO}, and remembered here`])];
}

interface OrderFacts {
  readonly order: Order;
  readonly context: TargetContext;
}

/**
 * What is named in the order, what an earlier run left open, and records that come from another campaign. What another resource
 * answers for is forgotten once that one holds it; nothing is sent for it.
 */
function orderedOf(declaration: Declaration, { receipts, maybeSent }: WriteStart, ordering: OrderFacts): WritePart {
  const { order, context } = ordering;
  const isOurs = ({ address }: { readonly address: Address }): boolean =>
    context.registry.ownership(declaration.owner, address) !== 'held';
  const undeclared = new Set(order.changes.flatMap(({ address, declared }) => (declared ? [] : [address])));
  const named = [...order.changes, ...maybeSent.filter(({ address }) => declaration.rows.has(address))];
  const touched = new Set([...named.map(({ address }) => address), ...order.recordedOnly]);
  // What is not named is for the run that may go on with it.
  const { true: openIntents = [], false: untouchedIntents = [] } = Object.groupBy(
    receipts.openIntents.filter(isOurs),
    ({ address }) => `${touched.has(address)}`,
  );
  const arrives = [...order.changes, ...openIntents].some(({ action }) => action === 'move' || action === 'delete');
  const isWorking = (object: RecordedObject): boolean =>
    touched.has(object.address) || (arrives && isElsewhere(object, declaration));
  const { true: working = [], false: untouched = [] } = Object.groupBy(
    receipts.recorded.filter(isOurs),
    (object) => `${isWorking(object)}`,
  );
  const fits = (address: Address): boolean => touched.has(address) && !undeclared.has(address);
  const facts = { copies: receipts.copies.filter(isOurs), openIntents, recorded: working, fits, pins: pinsIn(order) };
  return { part: partOf(declaration, context, facts), untouched, untouchedIntents };
}
