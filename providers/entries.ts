// The state of the stack beside one entry: which entries hold an object, and what they keep of it; and what an update that was cut
// off may have added. The state is exported once a process, before the engine saves anything of ours: a program of the classes has
// it read by the first `check` (cut-off.ts says why), everything else where something has to be asked.

import { withBegunRemovals } from '../src/core/engine/begun-removals.ts';
import { wasCalled, withCall } from '../src/core/engine/parts.ts';
import { clientIdOf, isRecord, parseAddress } from '../src/core/model/address.ts';
import type { Address } from '../src/core/model/address.ts';
import type { AppliedRun } from '../src/core/model/applied.ts';
import { undeclaredCampaign } from '../src/core/model/record.ts';
import type { Campaign } from '../src/core/model/record.ts';
import { folded } from '../src/core/model/spelling.ts';
import type { OpenIntent, RecordedObject, RecordedState } from '../src/core/model/state.ts';
import type { CutOffAdditions } from './cut-off.ts';
import { NOTHING, recordsIn } from './receipts.ts';
import type { Receipts } from './receipts.ts';

export interface StackEntries {
  /** `<organization>/<project>/<name>`, as classes say it. The first one counts: what the program says before what is recorded. */
  inStack(name: string): void;
  /**
   * Reads the state now, where a stack was named: an update that was cut off is dropped when the engine saves for the first time.
   * Never throws: who needs the answer is told.
   */
  look(): Promise<void>;
  /**
   * What writes that were cut off may have sent: of these records, whichever resource declared them, or of one owner. Throws
   * `pulumi-failed` where the state cannot be read.
   */
  cutOff(from: readonly Address[] | { readonly owner: string }): Promise<readonly OpenIntent[]>;
  /**
   * What the entries of the state keep of these objects, whoever registered them, and of their clientIds in other campaigns of this
   * tenant (null: of no others); of an owner, all that its entry keeps. Throws `pulumi-failed` where the state cannot be read: what was
   * worked would be added again.
   */
  inherited(from: readonly Address[] | { readonly owner: string }, tenant?: string | null): Promise<Receipts>;
  /**
   * What entries of the state keep of clientIds like these (model/spelling.ts), in whatever campaign; null of what was perhaps sent, and is not
   * recorded. Throws as `inherited`.
   */
  spelled(clientIds: readonly string[]): Promise<ReadonlyMap<Address, RecordedObject | null>>;
  /** The first of these that an entry of this owner holds and one of another owner, too; else null. Throws as `inherited`. */
  heldTwice(
    owner: string,
    addresses: readonly Address[],
  ): Promise<{ readonly address: Address; readonly owner: string } | null>;
  /** What entries of the state hold that is not used up; of the stack `home` only those of desired states. Throws as `inherited`. */
  heldObjects(home?: string | null): Promise<readonly Address[]>;
  /** Campaigns of the records that the entries of the state hold. Throws `pulumi-failed` where it cannot be read. */
  heldCampaigns(): Promise<readonly Campaign[]>;
  /** The target that the entry of this owner is recorded for, where that is another tenant; else null. Throws as `inherited`. */
  recordedElsewhere(owner: string): Promise<string | null>;
  /**
   * For a delete: whether to leave the object alone, because another entry of the state holds it, too, or was deleted with it in
   * this process; of several entries the last one removes it. Throws `pulumi-failed` where the state cannot be read. Without the
   * name of a stack only this process is asked.
   */
  letGo(address: Address): Promise<boolean>;
  /** Of rows that an update of their set would remove, those that it leaves alone for the same reason: the state is read for them anew. */
  letGoBefore(addresses: readonly Address[]): Promise<readonly Address[]>;
  /** For a delete: the same, with whom plans saw in their place, who may be others (src/core/engine/begun-removals.ts). Throws as `letGo`. */
  asNoted(recorded: readonly RecordedObject[]): Promise<readonly RecordedObject[]>;
  /** It was not removed after all: the next delete may. */
  keep(address: Address): void;
}

export type ReadState = (stack: string) => Promise<KeptState>;

export interface KeptState {
  /** What each entry of the state of this stack keeps. */
  readonly entries: readonly EntryReceipts[];
  /** Owner -> target of what is about another tenant. */
  readonly elsewhere?: ReadonlyMap<string, string>;
  readonly cutOff: readonly CutOffAdditions[];
  /** The newest apply of each plan of the program. */
  readonly noted?: readonly AppliedRun[];
}

interface EntryReceipts extends Receipts {
  readonly owner: string;
}

/**
 * What one resource holds another process may have taken over since the state was read: each `new Provider` has a process of its own, and
 * classes and the native provider have two. Deletes come last, so the state is read once more before the first one.
 */
export function openEntries(readState: ReadState): StackEntries {
  const released = new Map<Address, number>();
  const removed = new Set<Address>();
  let stack: string | null = null;
  let read: Promise<KnownState> | null = null;
  const known = async (): Promise<KnownState> =>
    stack === null ? NOTHING_KNOWN : (read ??= readState(stack).then(knownIn));
  const holders = async (): Promise<Holders> => (await known()).holders;
  let again: Promise<KnownState> | null = null;
  const atLast = (name: string): Promise<KnownState> => (again ??= readState(name).then(knownIn));
  const last = async (): Promise<KnownState> => (stack === null ? NOTHING_KNOWN : atLast(stack));
  const isShared = (address: Address, entries: Holders): boolean => {
    if (removed.has(address)) return true;
    const all = entries.get(address)?.length ?? 0;
    const gone = released.get(address) ?? 0;
    if (gone < all - 1) released.set(address, gone + 1);
    else removed.add(address);
    return gone < all - 1;
  };
  return {
    inStack: (name) => {
      stack ??= name;
    },
    look: async () => void (await known().catch(() => null)),
    cutOff: async (from) => {
      const { writes } = await known();
      if ('owner' in from) return writes.flatMap(({ owner, intents }) => (owner === from.owner ? intents : []));
      const addresses = new Set(from);
      return writes.flatMap(({ intents }) => intents.filter(({ address }) => addresses.has(address)));
    },
    inherited: async (from, tenant = null) => {
      const { holders: all, sameClient } = await known();
      if (!('owner' in from)) {
        const elsewhere = tenant === null ? [] : from.flatMap((address) => sameClient.get(clientIdOf(address)) ?? []);
        const others = [...new Set(elsewhere)].filter((address) => !from.includes(address));
        const ofTenant = others.flatMap((address) => all.get(address) ?? []);
        return keptOf([
          ...from.flatMap((address) => all.get(address) ?? []),
          ...ofTenant.filter(({ identity }) => identity?.tenant === tenant),
        ]);
      }
      return keptOf([...all.values()].flat().filter(({ owner }) => owner === from.owner));
    },
    spelled: async (clientIds) => spelledIn(await known(), clientIds),
    recordedElsewhere: async (owner) => (await known()).elsewhere.get(owner) ?? null,
    heldTwice: async (owner, addresses) => twiceIn(await holders(), owner, addresses),
    heldObjects: async (home = null) =>
      home === null ? heldIn(await holders()) : heldIn((await atLast(home)).holders, isOfDesired),
    heldCampaigns: async () => (await known()).campaigns,
    letGo: async (address) => isShared(address, (await last()).holders),
    letGoBefore: async (addresses) => {
      const state = stack === null ? NOTHING_KNOWN : knownIn(await readState(stack));
      return addresses.filter((address) => isShared(address, state.holders));
    },
    asNoted: async (recorded) => asNoted(recorded, await last()),
    keep: (address) => {
      removed.delete(address);
    },
  };
}

function asNoted(all: readonly RecordedObject[], { noted, holders }: KnownState): readonly RecordedObject[] {
  const recorded = all.map((each): RecordedObject => {
    const [kept] = recordsIn(holders.get(each.address)?.flatMap((entry) => entry.recorded) ?? []).filter(wasCalled);
    return isRecord(each) && kept !== undefined ? withCall(each) : each;
  });
  let known: RecordedState = { objects: new Map(recorded.map((each) => [each.address, each])), openIntents: [] };
  for (const run of noted) known = withBegunRemovals(known, [run], { users: new Map() });
  return [...known.objects.values()];
}

function spelledIn({ holders, writes }: KnownState, clientIds: readonly string[]): Map<Address, RecordedObject | null> {
  const wanted = new Set(clientIds.map(folded));
  const isLike = (address: Address): boolean => wanted.has(folded(clientIdOf(address)));
  const sent = writes.flatMap(({ intents }) => intents.map(({ address }) => [address, null] as const));
  const kept = [...holders].map(([address, entries]) => [address, keptOf(entries).recorded[0] ?? null] as const);
  return new Map([...sent, ...kept].filter(([address]) => isLike(address)));
}

/** Which of these this one holds beside another one. */
function twiceIn(
  holders: Holders,
  owner: string,
  addresses: Iterable<Address>,
): { readonly address: Address; readonly owner: string } | null {
  for (const address of addresses) {
    const entries = holders.get(address) ?? [];
    const other = entries.find((each) => each.owner !== owner);
    if (other !== undefined && entries.some((each) => each.owner === owner)) return { address, owner: other.owner };
  }
  return null;
}

/** As they are recorded. */
function campaignsIn(holders: Holders): Campaign[] {
  const all = [...holders].flatMap(([address, entries]) => {
    const parsed = parseAddress(address);
    const [recorded = null] = entries.flatMap((entry) => recordsIn(entry.recorded));
    return parsed?.kind === 'record' ? [undeclaredCampaign(parsed.campaignName, recorded)] : [];
  });
  return [...new Map(all.map((campaign) => [campaign.campaignName, campaign])).values()];
}

/** Who is no resource of its own, by its URN. */
const isOfDesired = ({ owner }: EntryReceipts): boolean => !owner.startsWith('urn:');

function heldIn(holders: Holders, counts: (entry: EntryReceipts) => boolean = () => true): Address[] {
  const isHeld = (object: RecordedObject): boolean => object.kind === 'user' || object.consumed === null;
  return [...holders].flatMap(([address, held]) =>
    held.some((entry) => counts(entry) && entry.recorded.some(isHeld)) ? [address] : [],
  );
}

interface KnownState {
  readonly holders: Holders;
  /** clientId -> addresses of its records, whatever the campaign. */
  readonly sameClient: ReadonlyMap<string, readonly Address[]>;
  readonly writes: readonly CutOffAdditions[];
  readonly elsewhere: ReadonlyMap<string, string>;
  readonly campaigns: readonly Campaign[];
  readonly noted: readonly AppliedRun[];
}

const NOTHING_KNOWN: KnownState = {
  holders: new Map(),
  sameClient: new Map(),
  writes: [],
  elsewhere: new Map(),
  campaigns: [],
  noted: [],
};

function knownIn({ entries, cutOff, elsewhere = new Map(), noted = [] }: KeptState): KnownState {
  const holders = holdersIn(entries);
  const records = [...holders.keys()].filter((address) => clientIdOf(address) !== '');
  const sameClient = Map.groupBy(records, clientIdOf);
  return { holders, sameClient, writes: cutOff, elsewhere, campaigns: campaignsIn(holders), noted };
}

/** Address -> what each entry that holds it keeps of it. */
type Holders = ReadonlyMap<Address, readonly EntryReceipts[]>;

function holdersIn(entries: readonly EntryReceipts[]): Holders {
  const holders = new Map<Address, EntryReceipts[]>();
  for (const entry of entries)
    for (const [address, part] of partsOf(entry)) holders.set(address, [...(holders.get(address) ?? []), part]);
  return holders;
}

/** One for each address, with what the entry keeps of it alone. */
function partsOf({ owner, ...entry }: EntryReceipts): Map<Address, EntryReceipts> {
  const lists = [
    Map.groupBy(entry.recorded, ({ address }) => address),
    Map.groupBy(entry.openIntents, ({ address }) => address),
    Map.groupBy(entry.copies, ({ address }) => address),
  ] as const;
  const addresses = [...lists[0].keys(), ...lists[1].keys()];
  return new Map(
    addresses.map((address) => {
      const [recorded = [], openIntents = [], copies = []] = [
        lists[0].get(address),
        lists[1].get(address),
        lists[2].get(address),
      ];
      return [address, { ...NOTHING, identity: entry.identity, owner, recorded, openIntents, copies }];
    }),
  );
}

/** Of two receipts of one object the later one counts. */
function keptOf(parts: readonly EntryReceipts[]): Receipts {
  const recorded = parts.flatMap((part) => part.recorded).toSorted((a, b) => a.recordedAt - b.recordedAt);
  return {
    ...NOTHING,
    identity: parts.find(({ identity }) => identity !== null)?.identity ?? null,
    recorded: [...new Map(recorded.map((each) => [each.address, each])).values()],
    openIntents: parts.flatMap((part) => part.openIntents),
    copies: parts.flatMap((part) => part.copies),
  };
}
