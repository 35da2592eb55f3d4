// What one write is about: the part of the states that is compared, and what is recorded beside it and not touched now.

import type { Part } from '../src/core/engine/pass.ts';
import type { Address } from '../src/core/model/address.ts';
import { goesOn } from '../src/core/model/record.ts';
import type { DesiredRecord, RecordedRecord } from '../src/core/model/record.ts';
import type { OpenIntent, RecordedObject } from '../src/core/model/state.ts';
import type { TargetContext } from './context.ts';
import { undeclaredApart } from './cut-off.ts';
import type { Declaration } from './declaration.ts';
import type { Receipts } from './kept.ts';
import type { Order } from './order.ts';
import type { WriteStart } from './inherited.ts';
import { isElsewhere, isSingle, partOf } from './part.ts';
import { recordsIn } from './receipts.ts';

export interface WritePart {
  readonly part: Part;
  /** Recorded, and not to be touched now. */
  readonly aside: readonly RecordedObject[];
  readonly asideIntents: readonly OpenIntent[];
}

/** Without an order: everything declared. What left the rows, and is not `named`, stays until a delete removes it (read.ts, `replaces`). */
export function allOf(
  declaration: Declaration,
  kept: Receipts,
  {
    context,
    isNew,
    named,
  }: { readonly context: TargetContext; readonly isNew: boolean; readonly named: ReadonlySet<Address> },
): WritePart {
  const { registry } = context;
  const ownership = Map.groupBy(kept.recorded, ({ address }) => registry.ownership(declaration.owner, address));
  const arriving = arrivingIn(declaration, kept, context);
  registry.answerForLeft(declaration.owner, arriving.keys());
  const isRead = isNew || isSingle(declaration.family);
  const own = Map.groupBy(
    ownership.get('own') ?? [],
    ({ address }) => isRead || declaration.rows.has(address) || arriving.has(address) || named.has(address),
  );
  const [asideIntents, openIntents] = undeclaredApart(kept, declaration);
  const part = partOf(declaration, context, { ...kept, openIntents, recorded: own.get(true) ?? [] });
  return { part, aside: [...(own.get(false) ?? []), ...(ownership.get('awaited') ?? [])], asideIntents };
}

interface OrderFacts {
  readonly order: Order;
  readonly context: TargetContext;
}

/**
 * What is named in the order, what an earlier run left open, and records that come from another campaign. What another resource
 * answers for is forgotten once that one holds it; nothing is sent for it.
 */
export function orderedOf(declaration: Declaration, { kept, sent }: WriteStart, ordering: OrderFacts): WritePart {
  const { order, context } = ordering;
  const isOurs = ({ address }: { readonly address: Address }): boolean =>
    context.registry.ownership(declaration.owner, address) !== 'held';
  const undeclared = new Set(order.changes.flatMap(({ address, declared }) => (declared ? [] : [address])));
  const named = [...order.changes, ...sent.filter(({ address }) => declaration.rows.has(address))];
  const touched = new Set([...named.map(({ address }) => address), ...order.records]);
  // What is not named is for the run that may go on with it.
  const { true: openIntents = [], false: asideIntents = [] } = Object.groupBy(
    kept.openIntents.filter(isOurs),
    ({ address }) => `${touched.has(address)}`,
  );
  const arrives = [...order.changes, ...openIntents].some(({ action }) => action === 'move' || action === 'delete');
  const isWorking = (object: RecordedObject): boolean =>
    touched.has(object.address) || (arrives && isElsewhere(object, declaration));
  const { true: working = [], false: aside = [] } = Object.groupBy(
    kept.recorded.filter(isOurs),
    (object) => `${isWorking(object)}`,
  );
  const pins = order.changes.flatMap(({ address, pin }) => (pin === undefined ? [] : [[address, pin] as const]));
  const fits = (address: Address): boolean => touched.has(address) && !undeclared.has(address);
  const facts = { copies: kept.copies.filter(isOurs), openIntents, recorded: working, fits, pins: new Map(pins) };
  return { part: partOf(declaration, context, facts), aside, asideIntents };
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
