// What one write is about: the part of the states that is compared, and what is recorded beside it and not touched now.

import { asInterrupted, createIntent } from '../src/engine.ts';
import type { Part } from '../src/engine.ts';
import { clientIdOf } from '../src/model/address.ts';
import type { Address } from '../src/model/address.ts';
import { goesOn } from '../src/model/record.ts';
import type { DesiredRecord, RecordedRecord } from '../src/model/record.ts';
import type { OpenIntent, RecordedObject } from '../src/model/state.ts';
import type { TargetContext } from './context.ts';
import { reissued, undeclaredApart } from './cut-off.ts';
import { objectsOf } from './declaration.ts';
import type { Declaration } from './declaration.ts';
import type { Receipts } from './kept.ts';
import type { Order } from './order.ts';
import { isSingle, partOf } from './part.ts';
import { recordsIn } from './receipts.ts';

export interface WritePart {
  readonly part: Part;
  /** Recorded, and not to be touched now. */
  readonly aside: readonly RecordedObject[];
  readonly asideIntents: readonly OpenIntent[];
}

/** Without an order: everything declared. What left the rows stays until a delete removes it (read.ts, `replaces`). */
export function allOf(
  declaration: Declaration,
  kept: Receipts,
  { context, isNew }: { readonly context: TargetContext; readonly isNew: boolean },
): WritePart {
  const { registry } = context;
  const ownership = Map.groupBy(kept.recorded, ({ address }) => registry.ownership(declaration.owner, address));
  const arriving = arrivingIn(declaration, kept, context);
  registry.answerForLeft(declaration.owner, arriving.keys());
  const isRead = isNew || isSingle(declaration.family);
  const own = Map.groupBy(
    ownership.get('own') ?? [],
    ({ address }) => isRead || declaration.rows.has(address) || arriving.has(address),
  );
  const [asideIntents, openIntents] = undeclaredApart(kept, declaration);
  const part = partOf(declaration, context, { ...kept, openIntents, recorded: own.get(true) ?? [] });
  return { part, aside: [...(own.get(false) ?? []), ...(ownership.get('awaited') ?? [])], asideIntents };
}

interface Ordering {
  readonly order: Order;
  readonly context: TargetContext;
}

/** What is named in the order, what an earlier run left open, and records that come from another campaign. */
export function orderedOf(declaration: Declaration, kept: Receipts, { order, context }: Ordering): WritePart {
  const undeclared = new Set(order.changes.flatMap(({ address, declared }) => (declared ? [] : [address])));
  const all = Map.groupBy(interruptedIn(order, declaration, kept), ({ address }) => declaration.rows.has(address));
  const interrupted = all.get(true) ?? [];
  const named = [...order.changes, ...interrupted].map(({ address }) => address);
  const touched = new Set([...named, ...order.records]);
  // What is not named is for the run that may go on with it.
  const openIntents = [...kept.openIntents.filter(({ address }) => touched.has(address)), ...interrupted];
  const receipts = newest([...withoutGiven(kept.recorded, declaration, { order, context }), ...order.takes]);
  const arrives =
    order.changes.some(({ action }) => action === 'move') || openIntents.some(({ action }) => action === 'move');
  const isWorking = (object: RecordedObject): boolean =>
    touched.has(object.address) || (arrives && isElsewhere(object, declaration));
  const { true: working = [], false: aside = [] } = Object.groupBy(receipts, (object) => `${isWorking(object)}`);
  const pins = order.changes.flatMap(({ address, pin }) => (pin === undefined ? [] : [[address, pin] as const]));
  const fits = (address: Address): boolean => touched.has(address) && !undeclared.has(address);
  const facts = { ...kept, openIntents, recorded: working, fits, pins: new Map(pins) };
  const asideIntents = [...kept.openIntents.filter(({ address }) => !touched.has(address)), ...(all.get(false) ?? [])];
  return { part: partOf(declaration, context, facts), aside, asideIntents };
}

/**
 * Recorded in a campaign that does not declare it any more, with the declaration of its clientId here, where nothing is recorded yet: it
 * moves here, or stays there because it was worked (src/reconcile/diff/move.ts).
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

/** In the campaign it moves away from. */
export function isElsewhere(object: RecordedObject, { campaign }: Declaration): boolean {
  return object.kind === 'record' && object.campaignName !== campaign?.campaignName;
}

/** What another resource answers for is forgotten once that one holds it; nothing is sent for it, whoever holds it. */
function withoutGiven(
  receipts: readonly RecordedObject[],
  { owner }: Declaration,
  { order, context: { registry } }: Ordering,
): RecordedObject[] {
  const dropped = new Set(order.drops);
  return receipts.filter(({ address }) => !dropped.has(address) && registry.ownership(owner, address) !== 'held');
}

/** Of two receipts of one object the later one counts. */
function newest(receipts: readonly RecordedObject[]): RecordedObject[] {
  const found = new Map<Address, RecordedObject>();
  for (const receipt of receipts) {
    const other = found.get(receipt.address);
    if (other === undefined || other.recordedAt < receipt.recordedAt) found.set(receipt.address, receipt);
  }
  return [...found.values()];
}

/** Creates of a run that was killed, recognised by what they sent; also of records that have no row here now. */
function interruptedIn({ interrupted }: Order, declaration: Declaration, kept: Receipts): OpenIntent[] {
  const open = new Set(kept.openIntents.map(({ address }) => address));
  const recorded = new Map(kept.recorded.map((object) => [object.address, object]));
  const declared = new Map(objectsOf(declaration).map((object) => [object.address, object]));
  return interrupted.flatMap(({ address, digests, at, reissue = '' }) => {
    const before = recorded.get(address);
    if (open.has(address)) return [];
    if (before !== undefined) return reissued(before, { reissue, at });
    const desired = declared.get(address) ?? undeclared(address, declaration);
    return desired === null ? [] : createIntent(desired, digests, at).map(asInterrupted);
  });
}

function undeclared(address: Address, { campaign }: Declaration) {
  return campaign && { address, campaign, clientId: clientIdOf(address) };
}
