// Which resource of the stack (its holder) answers for which record after this run, where sets of records are part of it. Pure.
//
//   declared, `manage: set`                     the shard of its clientId
//   declared, `manage: each`                    a resource of its own
//   recorded, not declared, the plan leaves it  the same, by its campaign; where that is not declared, who holds it now
//
// A receipt whose holder is not its home is handed over: the new one inherits it (providers/order.ts), no request to the service.

import { recordAddress } from '../core/model/address.ts';
import type { UsedReasons } from '../../providers/order.ts';
import type { Address } from '../core/model/address.ts';
import type { Campaign, DesiredRecord, RecordedRecord } from '../core/model/record.ts';
import type { DesiredState } from '../core/model/state.ts';
import { isRemembered, wasCalled } from '../core/engine/parts.ts';
import { shardDepth, shardOf } from '../core/engine/sharding.ts';
import { setName } from '../../providers/declaration.ts';
import { recordsIn } from '../../providers/receipts.ts';
import type { HolderName, StackState } from '../../providers/stack.ts';
import type { Change, RecordChange } from '../core/reconcile/change.ts';

export interface Handover {
  readonly receipt: RecordedRecord;
  readonly from: HolderName;
  readonly to: HolderName;
}

export interface HolderLayout {
  /** Name of the set -> its declared records. */
  readonly members: ReadonlyMap<HolderName, readonly DesiredRecord[]>;
  /** Recorded, not declared, and not removed: what the home keeps a receipt of. */
  readonly remembered: ReadonlyMap<HolderName, readonly RecordedRecord[]>;
  readonly handovers: readonly Handover[];
  /** What a holder takes over from others, and does not hold yet. */
  readonly inherits: ReadonlyMap<HolderName, readonly Address[]>;
  /** Address of a record -> the set that answers for it. */
  readonly homes: ReadonlyMap<Address, HolderName>;
  /** Addresses that some holder answers for after this run, or gives away in it. */
  readonly placed: ReadonlySet<Address>;
}

export interface LayoutFacts {
  readonly desired: DesiredState;
  readonly stack: StackState;
  /** By address, without what this run leaves out. */
  readonly changes: ReadonlyMap<Address, Change>;
  /** What changes that were not approved are about, and what waits for a person or a reading: it stays as it stands. */
  readonly held: ReadonlySet<Address>;
  /** Recorded with other values, and as declared by now without a request. */
  readonly recordedOnly?: ReadonlySet<Address>;
  readonly usedReasons?: readonly UsedReasons[];
}

interface HeldReceipt {
  readonly receipt: RecordedRecord;
  readonly holder: HolderName;
}

export function layoutOf(facts: LayoutFacts): HolderLayout {
  const held = heldReceipts(facts.stack);
  const open = new Set(facts.stack.recorded.openIntents.map(({ address }) => address));
  const declared = facts.desired.records.filter(({ address }) => isMember(address, facts) || open.has(address));
  const homeOf = homes(facts, declared, held);
  const inSets = declared.filter(({ campaign }) => campaign.manage === 'set');
  const wanted = new Map(
    declared.map((record) => [record.address, homeOf(record.campaign.campaignName, record.clientId)]),
  );
  const moves = movesIn(facts.changes);
  const staying = held.flatMap(({ receipt, holder }) => {
    const { address } = receipt;
    if (wanted.has(address) || moves.has(address) || isDropped(facts.changes.get(address))) return [];
    return [{ receipt, from: holder, to: homeOf(receipt.campaignName, receipt.clientId) ?? holder }];
  });
  const moved = held.flatMap(({ receipt, holder }) => {
    const to = wanted.get(receipt.address);
    return to === undefined ? [] : [{ receipt, from: holder, to }];
  });
  const all = [...moved, ...staying, ...arrivals(facts, held, wanted)].filter(({ from, to }) => from !== to);
  const handovers = all.filter(({ from, to }) => isSetName(from) || isSetName(to));
  const members = Map.groupBy(inSets, ({ address }) => wanted.get(address) ?? '');
  const remembered = new Map(
    [...Map.groupBy(staying, ({ to }) => to)].map(([to, list]) => [to, list.map(({ receipt }) => receipt)]),
  );
  const inHomes = [...members, ...remembered].flatMap(([home, list]) =>
    isSetName(home) ? list.map(({ address }): [Address, HolderName] => [address, home]) : [],
  );
  const given = handovers.map(({ receipt }) => receipt.address);
  return {
    members,
    remembered,
    handovers,
    inherits: taking(handovers, facts.stack),
    homes: new Map(inHomes),
    placed: new Set([...inHomes.map(([address]) => address), ...given]),
  };
}

/** What a holder holds itself counts. */
function taking(handovers: readonly Handover[], { holders }: StackState): HolderLayout['inherits'] {
  const byTaker = Map.groupBy(handovers, ({ to }) => to);
  const missing = [...byTaker].map(([to, list]): [HolderName, Address[]] => {
    const addresses = new Set(list.map(({ receipt }) => receipt.address));
    return [to, [...addresses].filter((address) => holders.get(to)?.receipts.has(address) !== true)];
  });
  return new Map(missing.filter(([, list]) => list.length > 0));
}

export function isSetName(holder: HolderName): boolean {
  return holder.startsWith('set:');
}

/** Recorded or planned: everything else that is declared needs a decision or is used up. */
function isMember(address: Address, { stack, changes }: LayoutFacts): boolean {
  return stack.recorded.objects.has(address) || changes.has(address);
}

function heldReceipts({ holders }: StackState): HeldReceipt[] {
  return [...holders.values()].flatMap(({ name, receipts }) =>
    recordsIn(receipts.values()).map((receipt) => ({ receipt, holder: name })),
  );
}

/** Leading bits; empty for the whole campaign. */
function shardsOf(campaignName: string, { holders }: StackState): string[] {
  return [...holders.values()].flatMap(({ declaration: { campaign, shard } }) =>
    shard !== null && campaign?.campaignName === campaignName ? [shard] : [],
  );
}

type HomeOf = (campaignName: string, clientId: string) => HolderName | undefined;

function homes(
  { desired, stack }: LayoutFacts,
  declared: readonly DesiredRecord[],
  held: readonly HeldReceipt[],
): HomeOf {
  const campaigns = new Map(desired.campaigns.map((campaign) => [campaign.campaignName, campaign]));
  const depths = new Map<string, number>();
  const depthOf = (campaign: Campaign): number => {
    const known = depths.get(campaign.campaignName);
    if (known !== undefined) return known;
    const { campaignName } = campaign;
    const declaredHere = declared.filter((record) => record.campaign.campaignName === campaignName);
    const heldHere = held.filter(({ receipt }) => receipt.campaignName === campaignName);
    const addresses = [
      ...declaredHere.map(({ address }) => address),
      ...heldHere.map(({ receipt }) => receipt.address),
    ];
    const shards = shardsOf(campaignName, stack);
    const before = shards.length === 0 ? null : Math.max(...shards.map((shard) => shard.length));
    const depth = shardDepth(new Set(addresses).size, before);
    depths.set(campaignName, depth);
    return depth;
  };
  return (campaignName, clientId) => {
    const campaign = campaigns.get(campaignName);
    if (campaign === undefined) return undefined;
    if (campaign.manage === 'each') return recordAddress(campaignName, clientId);
    return setName(campaignName, shardOf(clientId, depthOf(campaign)));
  };
}

/** Another partition records it: the resource forgets it now, and leaves with the next run. */
export function isLeftToOther({ cause }: Change): boolean {
  return cause.kind === 'other-partition';
}

/** Opened again by a reason, and not worked since. */
const isCalled = ({ recorded }: RecordChange): boolean => recorded !== null && wasCalled(recorded);

/** Deleted, or let go without a memory of it: nothing is left to keep. */
export function isDropped(change: Change | undefined): boolean {
  if (change === undefined || isLeftToOther(change)) return false;
  const { action } = change;
  const stays = change.kind === 'record' && (action === 'delete' ? isCalled(change) : isRemembered(change));
  return (action === 'delete' || action === 'forget') && !stays;
}

/** Old address -> new one. */
function movesIn(changes: LayoutFacts['changes']): Map<Address, Address> {
  const moves = [...changes.values()].flatMap((change) =>
    change.kind === 'record' && change.from !== null ? [[change.from.address, change.address] as const] : [],
  );
  return new Map(moves);
}

/** Receipts of records that move here from another campaign, and of moves that an earlier run left open. */
function arrivals(
  { changes, stack }: LayoutFacts,
  held: readonly HeldReceipt[],
  wanted: ReadonlyMap<Address, HolderName | undefined>,
): Handover[] {
  const open = stack.recorded.openIntents.flatMap(({ fromCampaign, proposed }) =>
    fromCampaign !== null && proposed?.kind === 'record'
      ? [[recordAddress(fromCampaign, proposed.clientId), proposed.address] as const]
      : [],
  );
  const targets = new Map([...open, ...movesIn(changes)]);
  return held.flatMap(({ receipt, holder }) => {
    const to = wanted.get(targets.get(receipt.address) ?? '');
    return to === undefined ? [] : [{ receipt, from: holder, to }];
  });
}
