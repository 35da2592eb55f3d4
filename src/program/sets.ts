// Registers the sets of records (RecordSet) of a program: the inputs of each, and the records it answers for. A resource that takes a record
// over from a set is registered before that set. Where two exchange records, one of them goes first; the receipts it still holds are told
// apart by who took them over (providers/stack.ts, withoutTaken).

import { clientIdOf } from '../core/model/address.ts';
import type { Address } from '../core/model/address.ts';
import { undeclaredCampaign } from '../core/model/record.ts';
import type { DesiredRecord, RecordedRecord } from '../core/model/record.ts';
import type { DesiredState } from '../core/model/state.ts';
import { packRows, readRows, setInputs, textIn } from '../../providers/declaration.ts';
import type { Properties } from '../../providers/declaration.ts';
import type { Holder, HolderName } from '../../providers/stack.ts';
import { isSetName } from './layout.ts';
import type { HolderLayout, LayoutFacts } from './layout.ts';
import type { Draft, Registration } from './ordered.ts';

interface SetFacts extends LayoutFacts {
  readonly layout: HolderLayout;
}

export function setsOf(facts: SetFacts): Draft[] {
  const { layout, stack } = facts;
  const isHeld = isHeldIn(facts);
  const isOwn = ({ address }: { readonly address: Address }): boolean =>
    isHeld({ address }) || (facts.changes.has(address) && !layout.placed.has(address));
  const open = [...stack.holders.values()].filter(
    (holder) => holder.openIntents.some(isHeld) || pendingIn(holder, facts).some(isOwn),
  );
  const all = [...layout.members.keys(), ...layout.remembered.keys(), ...open.map(({ name }) => name)];
  const names = new Set(all.filter(isSetName));
  return [...names].toSorted().map((name) => setOf(name, facts));
}

function setOf(name: HolderName, facts: SetFacts): Draft {
  const { layout, stack } = facts;
  const known = stack.holders.get(name);
  const members = layout.members.get(name) ?? [];
  const placed = [...members, ...(layout.remembered.get(name) ?? [])].map(({ address }) => address);
  // Recorded or left open here, and without a place in this run: its change is the set's own.
  const open = known === undefined ? [] : [...known.openIntents, ...pendingIn(known, facts)];
  const before = [...(known?.receipts.keys() ?? []), ...open.map(({ address }) => address)];
  const own = new Set([...placed, ...before.filter((address) => !layout.placed.has(address))]);
  const agents = members.flatMap(({ preferredAgent }) => preferredAgent ?? []);
  const inputs = inputsOf(name, members, facts);
  return { address: name, kind: 'set', inputs, own: [...own], agents, movedFrom: null, isKept: false };
}

/** A create of a set that was cut off, of a campaign that is kept in sets still: what it may have made besides, it removes. */
export function goesOnAsSet({ isPending, declaration }: Holder, campaigns: DesiredState['campaigns']): boolean {
  const { family, campaign } = declaration;
  return (
    isPending &&
    family === 'set' &&
    campaigns.some(({ campaignName, manage }) => campaignName === campaign?.campaignName && manage === 'set')
  );
}

/** What the create of this set may have sent when it was cut off: it goes on with it, also where nothing it declares is certain. */
function pendingIn(holder: Holder, { desired }: SetFacts): Holder['maybeSent'] {
  return goesOnAsSet(holder, desired.campaigns) ? holder.maybeSent : [];
}

/** A set of a campaign that is no longer declared keeps the settings it has. What is held keeps the row it has. */
function inputsOf(name: HolderName, members: readonly DesiredRecord[], facts: SetFacts): Properties {
  const known = facts.stack.holders.get(name);
  const held = heldIn(name, facts);
  const rows = held.size === 0 ? [] : readRows(textIn(known?.inputs ?? {}, 'records') ?? '[]');
  const heldRows = rows.filter(({ clientId }) => held.has(clientId));
  const shard = name.slice(name.lastIndexOf('/') + 1);
  const [first] = members;
  if (first === undefined && known !== undefined) {
    const { __provider: _provider, ...inputs }: Properties = known.inputs;
    return { ...inputs, records: packRows(heldRows) };
  }
  // A new one without a row remembers who was called: a ledger has handed them over.
  const [called] = facts.layout.remembered.get(name) ?? [];
  const campaign = first?.campaign ?? undeclaredCampaign(called?.campaignName ?? '', called);
  const inputs = setInputs(campaign, shard === 'all' ? '' : shard, members);
  return heldRows.length === 0
    ? { ...inputs }
    : { ...inputs, records: packRows([...readRows(inputs.records), ...heldRows]) };
}

/** clientIds that this set answers for, or whose write an earlier run left open, and whose change was not approved. */
function heldIn(name: HolderName, facts: SetFacts): ReadonlySet<string> {
  const open = facts.stack.holders.get(name)?.openIntents ?? [];
  const held = [...(facts.layout.remembered.get(name) ?? []), ...open].filter(isHeldIn(facts));
  return new Set(held.map(({ address }) => clientIdOf(address)));
}

function isHeldIn({ held }: LayoutFacts): (object: { readonly address: Address }) => boolean {
  return ({ address }) => held.has(address);
}

/** Of what is registered, the holders that take over what this one holds. */
export function waitsForTakers(
  name: HolderName,
  { handovers }: HolderLayout,
  names: { has(name: HolderName): boolean },
): HolderName[] {
  return handovers.flatMap(({ from, to }) => (from === name && isSetName(name) && names.has(to) ? [to] : []));
}

/** Sets that take before those that they take from. A ring is cut at the set that is reached again. */
export function inTakingOrder(all: readonly Registration[]): Registration[] {
  const byName = new Map(all.map((each) => [each.address, each]));
  const begun = new Set<HolderName>();
  const done = new Map<HolderName, Registration>();
  const visit = (each: Registration): void => {
    begun.add(each.address);
    for (const name of each.dependsOn) {
      const other = byName.get(name);
      if (other !== undefined && !begun.has(name)) visit(other);
    }
    done.set(each.address, { ...each, dependsOn: each.dependsOn.filter((name) => done.has(name)) });
  };
  for (const each of all) if (!begun.has(each.address)) visit(each);
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
    ...(receipt.region && { region: receipt.region }),
  };
}
