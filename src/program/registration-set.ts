// Sets of records among what is registered: their inputs, what they take over and let go in this run, and their order.
// A set that gives receipts away stands after the resource that takes them. Where two exchange records, one of them goes
// first; the receipts it still holds are told apart by who took them over (providers/stack.ts, withoutTaken).

import { clientIdOf, userAddress } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import type { DesiredRecord, RecordedRecord } from '../model/record.ts';
import { packRows, readRows, setInputs, textIn } from '../../providers/declaration.ts';
import type { Properties } from '../../providers/declaration.ts';
import { NO_ORDER } from '../../providers/order.ts';
import type { Order } from '../../providers/order.ts';
import type { StackSet } from '../../providers/stack.ts';
import { changedRows } from './without-request.ts';
import { orderedChange } from './ordered.ts';
import { isSetName, layoutOf } from './shards.ts';
import type { Handover, HolderName, ShardLayout, LayoutFacts } from './shards.ts';

export interface SetRegistration {
  /** Logical name. */
  readonly address: HolderName;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** What the plan does with its records in this run. */
  readonly order: Order;
  /** Users its records are pinned to, and resources that take receipts over from it. */
  readonly waitsFor: readonly Address[];
}

export interface SetsPlan {
  /** In an order in which a set stands after those it gives to. */
  readonly sets: readonly SetRegistration[];
  /** Address of a record -> name of the set that answers for it. */
  readonly homes: ReadonlyMap<Address, HolderName>;
  /** Address of a single record's resource -> the receipt it takes over from a set. */
  readonly toSingles: ReadonlyMap<Address, RecordedRecord>;
  /** Of those, receipts that no declaration stands for: kept by a resource with an empty order. */
  readonly keptSingles: readonly RecordedRecord[];
}

export function setsPlanOf(facts: LayoutFacts): SetsPlan {
  const layout = layoutOf(facts);
  const open = [...facts.stack.sets.values()].filter(({ openIntents }) => openIntents.some(isHeldIn(facts)));
  const remembering = [...layout.remembered.keys()].filter(isSetName);
  const names = new Set([...layout.members.keys(), ...remembering, ...open.map(({ name }) => name)]);
  const placed = new Set([
    ...[...layout.members.values(), ...layout.remembered.values()].flatMap((list) =>
      list.map(({ address }) => address),
    ),
    ...layout.handovers.map(({ receipt }) => receipt.address),
  ]);
  const sets = [...names].toSorted().map((name) => registrationOf(name, { facts, layout, placed, names }));
  const toSingles = layout.handovers.filter(({ to }) => !isSetName(to));
  const declared = new Set(facts.desired.records.map(({ address }) => address));
  return {
    sets: inOrder(sets),
    homes: new Map([...homesOf(layout.members), ...homesOf(layout.remembered)]),
    toSingles: new Map(toSingles.map(({ to, receipt }) => [to, receipt])),
    keptSingles: toSingles.flatMap(({ to, receipt }) => (declared.has(to) ? [] : [receipt])),
  };
}

interface Registering {
  readonly facts: LayoutFacts;
  readonly layout: ShardLayout;
  /** Of the sets that are registered. */
  readonly names: ReadonlySet<HolderName>;
  /** Addresses that some resource answers for after this run, or gives away in it. */
  readonly placed: ReadonlySet<Address>;
}

function registrationOf(name: HolderName, registering: Registering): SetRegistration {
  const { layout } = registering;
  const members = layout.members.get(name) ?? [];
  const agents = members.flatMap(({ preferredAgent }) => preferredAgent || []);
  const given = layout.handovers.filter(({ from }) => from === name);
  const inputs = inputsOf(name, members, registering);
  const order = orderOf(name, { inputs, members }, registering);
  const successors = order.changes.flatMap(({ pin }) => (pin === undefined || pin.to === '' ? [] : [pin.to]));
  const waitsFor = [...[...agents, ...successors].map(userAddress), ...given.map(({ to }) => to)];
  return { address: name, inputs, order, waitsFor: [...new Set(waitsFor)] };
}

/** A set of a campaign that is no longer declared keeps the settings it has. What is held keeps the row it has. */
function inputsOf(name: HolderName, members: readonly DesiredRecord[], registering: Registering): Properties {
  const known = registering.facts.stack.sets.get(name);
  const held = heldIn(name, registering);
  const rows = readRows(textIn(known?.inputs ?? {}, 'records') ?? '[]');
  const heldRows = rows.filter(({ clientId }) => held.has(clientId));
  const shard = name.slice(name.lastIndexOf('/') + 1);
  const [first] = members;
  if (first === undefined) {
    const { __provider: _provider, ...inputs }: Properties = known?.inputs ?? {};
    return { ...inputs, records: packRows(heldRows) };
  }
  const inputs = setInputs(first.campaign, shard === 'all' ? '' : shard, members);
  return heldRows.length === 0
    ? { ...inputs }
    : { ...inputs, records: packRows([...readRows(inputs.records), ...heldRows]) };
}

/** clientIds that this set answers for, or whose write an earlier run left open, and whose change was not approved. */
function heldIn(name: HolderName, { facts, layout }: Registering): ReadonlySet<string> {
  const open = facts.stack.sets.get(name)?.openIntents ?? [];
  const held = [...(layout.remembered.get(name) ?? []), ...open].filter(isHeldIn(facts));
  return new Set(held.map(({ address }) => clientIdOf(address)));
}

function isHeldIn({ held }: LayoutFacts): (object: { readonly address: Address }) => boolean {
  return ({ address }) => held.has(address);
}

interface Contents {
  readonly inputs: Properties;
  readonly members: readonly DesiredRecord[];
}

function orderOf(name: HolderName, { inputs, members }: Contents, registering: Registering): Order {
  const { facts, layout, placed, names } = registering;
  const { stack, changes, recordedOnly, held } = facts;
  const known = stack.sets.get(name);
  const remembered = layout.remembered.get(name) ?? [];
  // Recorded or left open here, and without a place in this run: its change is the set's own.
  const intents = known?.openIntents.map(({ address }) => address) ?? [];
  const leaving = [...(known?.receipts.keys() ?? []), ...intents].filter((address) => !placed.has(address));
  const own = new Set([...[...members, ...remembered].map(({ address }) => address), ...leaving]);
  const due = [...own].flatMap((address) => changes.get(address) ?? []);
  const changed = new Set(due.map(({ address }) => address));
  const rows = known === undefined || known.isPending ? [] : changedRows(inputs, known);
  const noted = [...own].filter((address) => recordedOnly?.has(address));
  const drops = [...(known?.superseded ?? [])];
  // Where the resource that took them over leaves, nothing would remember that they do not count.
  const takers = [...stack.sets.values()].filter((set) => set.taken.some(({ address }) => drops.includes(address)));
  const isLast = takers.some((set) => !names.has(set.name));
  const open = intents.filter((address) => !held.has(address));
  return {
    ...NO_ORDER,
    changes: due.map(orderedChange),
    records: [...new Set([...rows, ...noted, ...open, ...(isLast ? drops : [])])].filter(
      (address) => !changed.has(address) && !held.has(address),
    ),
    remembers: incoming(name, layout.handovers, known),
    forgets: drops,
    sent: known?.interrupted ?? [],
  };
}

/** What the set holds itself counts. */
function incoming(name: HolderName, handovers: readonly Handover[], known: StackSet | undefined): Address[] {
  const arriving = handovers.flatMap(({ to, receipt }) => (to === name ? [receipt.address] : []));
  return [...new Set(arriving)].filter((address) => known?.receipts.has(address) !== true);
}

function homesOf(held: ReadonlyMap<HolderName, readonly { readonly address: Address }[]>): [Address, HolderName][] {
  return [...held].flatMap(([name, list]) =>
    isSetName(name) ? list.map(({ address }): [Address, HolderName] => [address, name]) : [],
  );
}

/** Those that take before those that give. A ring is cut at the set that is reached again. */
function inOrder(sets: readonly SetRegistration[]): SetRegistration[] {
  const byName = new Map(sets.map((set) => [set.address, set]));
  const begun = new Set<HolderName>();
  const done = new Map<HolderName, SetRegistration>();
  const visit = (set: SetRegistration): void => {
    begun.add(set.address);
    for (const name of set.waitsFor) {
      const other = byName.get(name);
      if (other !== undefined && !begun.has(name)) visit(other);
    }
    const waitsFor = set.waitsFor.filter((name) => !byName.has(name) || done.has(name));
    done.set(set.address, { ...set, waitsFor });
  };
  for (const set of sets) if (!begun.has(set.address)) visit(set);
  return [...done.values()];
}

/** Inputs of a resource that only keeps a receipt. */
export function keptInputs(receipt: RecordedRecord): Record<string, unknown> {
  const { campaignName, clientId, clientIdFieldName, marker } = receipt;
  return {
    campaignName,
    clientId,
    ...(clientIdFieldName !== 'Id' && { clientIdFieldName }),
    ...(marker === null && { marker: false }),
  };
}
