// A resource on its way to be registered, and its order: what the plan does with what it answers for. One rule for a person, a
// record and a set of records. Pure.

import { pinMoveOf } from '../core/engine/parts.ts';
import { declarationOf } from '../../providers/declaration.ts';
import type { Declaration, Properties } from '../../providers/declaration.ts';
import { CLASS_ORDER, NO_ORDER, orderText, sightOf } from '../../providers/order.ts';
import type { Order, OrderedChange } from '../../providers/order.ts';
import type { Holder, HolderName, StackEntry } from '../../providers/stack.ts';
import { clientIdOf } from '../core/model/address.ts';
import type { Address } from '../core/model/address.ts';
import type { Change } from '../core/reconcile/change.ts';
import { isLeftToOther } from './layout.ts';
import type { HolderLayout, LayoutFacts } from './layout.ts';

export interface Registration {
  /** Logical name: the address, or the name of the set. */
  readonly address: HolderName;
  readonly kind: 'user' | 'record' | 'set';
  readonly inputs: Readonly<Record<string, unknown>>;
  /** What the plan does with it in this run. */
  readonly order: Order;
  /** Address it was recorded under before. */
  readonly movedFrom: Address | null;
  /** Registered before it. */
  readonly dependsOn: readonly HolderName[];
}

export interface Draft extends Omit<Registration, 'order' | 'dependsOn'> {
  /** The plan's changes of these are its own. */
  readonly own: readonly Address[];
  /** loginUserIds that its records are pinned to. */
  readonly agents: readonly string[];
  /** As it stands: its declaration is not recorded anew. */
  readonly isKept: boolean;
}

export interface OrderFacts extends LayoutFacts {
  readonly layout: HolderLayout;
  /** Users whom the plan only forgets: a delete has no order, so every order of the run says it. */
  readonly forgotten: readonly Address[];
  /** Of everything that is registered. */
  readonly names: { has(name: HolderName): boolean };
}

export function orderOf(draft: Draft, facts: OrderFacts): Order {
  const { stack, changes, layout, held, forgotten, usedReasons = [] } = facts;
  const known = stack.holders.get(draft.address);
  const all = draft.own.flatMap((address) => changes.get(address) ?? []);
  const due = all.filter((change) => !isLeftToOther(change));
  const changed = new Set(all.map(({ address }) => address));
  const isRecorded = (address: Address): boolean => !changed.has(address) && !held.has(address);
  return {
    ...NO_ORDER,
    changes: due.map(orderedChange),
    recordedOnly: draft.isKept ? [] : [...new Set(recordedIn(draft, known, facts))].filter(isRecorded),
    usedReasons: [...usedReasons.filter(([address]) => draft.own.includes(address)), ...(known?.called ?? [])],
    inherits: layout.inherits.get(draft.address) ?? [],
    forgets: [...(known?.superseded ?? []), ...forgotten],
    leftToOther: all.filter(isLeftToOther).map(({ address }) => address),
    maybeSent: known?.maybeSent ?? [],
  };
}

/** Whose declaration is recorded, though nothing is sent. */
function recordedIn(draft: Draft, known: Holder | undefined, { recordedOnly, stack, names }: OrderFacts): Address[] {
  const { kind, own, inputs } = draft;
  const isHere = known !== undefined && !known.isPending;
  const open = (known?.openIntents ?? []).map(({ address }) => address);
  const noted = own.filter((address) => (kind === 'set' || isHere) && recordedOnly?.has(address));
  if (kind !== 'set') return open.length > 0 ? [...own] : noted;
  const superseded = [...(known?.superseded ?? [])];
  // Where the holder that took them over leaves, nothing would remember that they do not count.
  const takers = [...stack.holders.values()].filter(({ taken }) =>
    taken.some((each) => superseded.includes(each.address)),
  );
  const isLast = takers.some(({ name }) => !names.has(name));
  return [...(isHere ? changedRows(inputs, known) : []), ...noted, ...open, ...(isLast ? superseded : [])];
}

/** A row that came or changed is written into the stack, whatever there is to do with its record. */
function changedRows(inputs: Properties, { declaration, inputs: before }: Holder): Address[] {
  // Equal texts declare the same: nothing is unpacked.
  if (inputs['records'] === before['records']) return [];
  const { rows } = declarationOf('set', inputs);
  return [...rows].flatMap(([address, row]) => (declaration.rows.get(address) === row ? [] : [address]));
}

/** A planned change as an order for the handlers. */
function orderedChange(change: Change): OrderedChange {
  const pin = change.kind === 'record' ? pinMoveOf(change) : null;
  const { address, action, desired } = change;
  return { address, action, before: sightOf(change), declared: desired !== null, ...(pin && { pin }) };
}

/**
 * URN of a class -> the text of its order: what the plan does with what it declares, and with rows that leave its set and nobody declares; and
 * of `receives`, what the stack remembers of its customers.
 */
export function classOrders(
  { changes, usedReasons, receives }: Pick<Order, 'usedReasons' | 'receives'> & { readonly changes: readonly Change[] },
  declarations: readonly Declaration[],
  entries: readonly StackEntry[],
): [string, string][] {
  const owners = new Map(declarations.flatMap(({ owner, rows }) => [...rows.keys()].map((each) => [each, owner])));
  const leaving = leavingRows(entries, owners, new Set(declarations.map(({ owner }) => owner)));
  const due = Map.groupBy(changes, ({ address }) => owners.get(address) ?? leaving.get(address));
  return declarations.map(({ owner, rows }) => {
    const own = usedReasons.filter(([address]) => (owners.get(address) ?? leaving.get(address)) === owner);
    const customers = new Set([...rows.keys()].map(clientIdOf));
    const arriving = receives.filter(({ address }) =>
      owners.has(address) ? rows.has(address) : customers.has(clientIdOf(address)),
    );
    const said = { usedReasons: own, receives: arriving };
    return [owner, orderText({ ...CLASS_ORDER, changes: (due.get(owner) ?? []).map(orderedChange), ...said })];
  });
}

/** Their set: of the entry itself, or under another name the class that declares the first of its rows (held-entry.ts). */
function leavingRows(
  entries: readonly StackEntry[],
  owners: ReadonlyMap<Address, string>,
  declaring: ReadonlySet<string>,
): ReadonlyMap<Address, string> {
  const sets = entries.filter(({ declaration, isLeaving }) => declaration.family === 'set' && !isLeaving);
  return new Map(
    sets.flatMap(({ owner, declaration, recorded }) => {
      const successor = [...declaration.rows.keys()].toSorted().find((each) => owners.has(each)) ?? '';
      const goesOn = declaring.has(owner) ? owner : owners.get(successor);
      return goesOn === undefined ? [] : recorded.map(({ address }) => [address, goesOn] as const);
    }),
  );
}
