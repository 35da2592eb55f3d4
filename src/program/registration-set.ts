// Sets of records among what is registered: their inputs, what they take over and let go in this run, and their order.
// A set that gives receipts away stands after the resource that takes them. Where two exchange records, one of them goes
// first; the receipts it still holds are told apart by who took them over (providers/state-sets.ts).

import { clientIdOf, userAddress } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import type { DesiredRecord, RecordedRecord } from '../model/record.ts';
import type { Properties } from '../../providers/outputs.ts';
import { readPins, readRows, rowsText, setInputs } from '../../providers/set-inputs.ts';
import type { SetInputs } from '../../providers/set-inputs.ts';
import type { StackSet } from '../../providers/state-sets.ts';
import { rowsChanged } from './beside-plan.ts';
import { handing } from '../door/pinning.ts';
import { isSetName, layoutOf } from './shards.ts';
import type { Handover, Holder, Layout, LayoutFacts } from './shards.ts';

export interface SetRegistration {
  /** Logical name. */
  readonly address: Holder;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Users its records are pinned to, and resources that take receipts over from it. */
  readonly waitsFor: readonly Address[];
}

export interface SetsPlan {
  /** In an order in which a set stands after those it gives to. */
  readonly sets: readonly SetRegistration[];
  /** Address of a record -> name of the set that answers for it. */
  readonly homes: ReadonlyMap<Address, Holder>;
  /** Address of a single record's resource -> the receipt it takes over from a set. */
  readonly toSingles: ReadonlyMap<Address, RecordedRecord>;
  /** Of those, receipts that no declaration stands for: kept by a resource on hold. */
  readonly keptSingles: readonly RecordedRecord[];
}

export function setsPlanOf(facts: LayoutFacts): SetsPlan {
  const layout = layoutOf(facts);
  const open = [...facts.stack.sets.values()].filter(({ openIntents }) => openIntents.some(isHeldIn(facts)));
  const remembering = [...layout.remembered.keys()].filter(isSetName);
  const names = new Set([...layout.members.keys(), ...remembering, ...open.map(({ name }) => name)]);
  const sets = [...names].toSorted().map((name) => registrationOf(name, { facts, layout, names }));
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
  readonly layout: Layout;
  readonly names: ReadonlySet<Holder>;
}

function registrationOf(name: Holder, registering: Registering): SetRegistration {
  const { facts, layout } = registering;
  const members = layout.members.get(name) ?? [];
  const agents = members.flatMap(({ preferredAgent }) => preferredAgent || []);
  const pins = pinsOf(members, facts);
  const given = layout.handovers.filter(({ from }) => from === name);
  const inputs = inputsOf(name, members, registering);
  const own = [...members, ...(layout.remembered.get(name) ?? [])];
  // A set that is not there yet is created, whatever is said.
  const isDue =
    facts.stack.sets.has(name) &&
    (rowsChanged({ address: name, inputs }, facts.stack) ||
      own.some(({ address }) => facts.changes.has(address) || facts.followed?.has(address)));
  return {
    address: name,
    inputs: { ...inputs, ...hintsOf(name, registering), ...(pins && { pins }), ...(isDue && { planned: 'update' }) },
    waitsFor: [...new Set([...agents.map(userAddress), ...pinnedTo(pins), ...given.map(({ to }) => to)])],
  };
}

/** A set of a campaign that is no longer declared keeps the settings it has. What is held keeps the row it has. */
function inputsOf(
  name: Holder,
  members: readonly DesiredRecord[],
  registering: Registering,
): Properties & Pick<SetInputs, 'records'> {
  const known = registering.facts.stack.sets.get(name);
  const held = heldIn(name, registering);
  const rows = [...readRows(known?.inputs.records ?? '[]').values()];
  const heldRows = rows.filter(({ clientId }) => held.has(clientId));
  const shard = name.slice(name.lastIndexOf('/') + 1);
  const [first] = members;
  if (first === undefined) {
    const { __provider: _provider, ...inputs }: Properties = known?.inputs ?? {};
    return { ...inputs, records: rowsText(heldRows) };
  }
  const inputs = setInputs(first.campaign, shard === 'all' ? '' : shard, members);
  return { ...inputs, records: rowsText([...readRows(inputs.records).values(), ...heldRows]) };
}

/** clientIds that this set answers for, or whose write an earlier run left open, and whose change was not approved. */
function heldIn(name: Holder, { facts, layout }: Registering): ReadonlySet<string> {
  const open = facts.stack.sets.get(name)?.openIntents ?? [];
  const held = [...(layout.remembered.get(name) ?? []), ...open].filter(isHeldIn(facts));
  return new Set(held.map(({ address }) => clientIdOf(address)));
}

function isHeldIn({ held }: LayoutFacts): (object: { readonly address: Address }) => boolean {
  return ({ address }) => held.has(address);
}

function hintsOf(name: Holder, registering: Registering): Partial<SetInputs> {
  const { facts, layout, names } = registering;
  const { stack, changes } = facts;
  const known = stack.sets.get(name);
  const taken = [...stack.sets.values()].flatMap((set) => [...set.stale]);
  const supersedes = known?.taken.map(({ address }) => address).filter((address) => taken.includes(address)) ?? [];
  const kept = (layout.remembered.get(name) ?? []).filter(
    ({ consumed, address }) => consumed === null && !changes.has(address),
  );
  const stale = [...(known?.stale ?? [])].map(clientIdOf);
  const takers = [...stack.sets.values()].filter((set) => set.taken.some(({ address }) => known?.stale.has(address)));
  return {
    ...texts('handover', incoming(name, layout.handovers, known)),
    ...texts(
      'leaving',
      layout.handovers.filter(({ from }) => from === name).map(({ receipt }) => receipt.clientId),
    ),
    ...texts('kept', [...new Set([...kept.map(({ clientId }) => clientId), ...heldIn(name, registering)])]),
    ...texts(
      'claims',
      (known?.cutOff ?? []).flatMap(({ proposed }) =>
        proposed?.kind === 'record' ? [[proposed.clientId, proposed.digests]] : [],
      ),
    ),
    ...texts('stale', stale),
    ...texts('supersedes', supersedes),
    ...(takers.some((set) => !names.has(set.name)) && { sweep: 'now' as const }),
  };
}

/** One receipt an address: what the set holds itself counts, else the latest. */
function incoming(name: Holder, handovers: readonly Handover[], known: StackSet | undefined): RecordedRecord[] {
  const arriving = handovers.filter(({ to, receipt }) => to === name && known?.receipts.has(receipt.address) !== true);
  const latest = arriving.map(({ receipt }) => receipt).toSorted((a, b) => a.recordedAt - b.recordedAt);
  return [...new Map(latest.map((receipt) => [receipt.address, receipt])).values()];
}

/** Off-boarding pins tasks once; the declaration says nothing about them. */
function pinsOf(members: readonly DesiredRecord[], { changes }: LayoutFacts): string | null {
  const pins = members.flatMap(({ address, clientId }) => {
    const change = changes.get(address);
    return change?.kind === 'record' && change.pin !== null ? [[clientId, handing(change, change.pin)] as const] : [];
  });
  return pins.length === 0 ? null : JSON.stringify(Object.fromEntries(pins));
}

function pinnedTo(pins: string | null): Address[] {
  return [...readPins(pins ?? undefined).values()].flatMap(({ to }) => (to === '' ? [] : userAddress(to)));
}

function texts(name: keyof SetInputs, values: readonly unknown[]): Partial<SetInputs> {
  return values.length === 0 ? {} : { [name]: JSON.stringify(values) };
}

function homesOf(held: ReadonlyMap<Holder, readonly { readonly address: Address }[]>): [Address, Holder][] {
  return [...held].flatMap(([name, list]) =>
    isSetName(name) ? list.map(({ address }): [Address, Holder] => [address, name]) : [],
  );
}

/** Those that take before those that give. A ring is cut at the set that is reached again. */
function inOrder(sets: readonly SetRegistration[]): SetRegistration[] {
  const byName = new Map(sets.map((set) => [set.address, set]));
  const begun = new Set<Holder>();
  const done = new Map<Holder, SetRegistration>();
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
    hold: 'recorded by a set before; the plan leaves it as it is',
    handover: JSON.stringify([receipt]),
  };
}
