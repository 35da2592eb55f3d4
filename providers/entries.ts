// The entries of the stack's state beside this one: which of them hold an object, and what they keep of it. The state is exported
// once a process, and only where something has to be asked.

import type { Address } from '../src/model/address.ts';
import { NOTHING } from './kept.ts';
import type { Receipts } from './kept.ts';

export interface StackEntries {
  /** `<organization>/<project>/<name>`, as classes say it. The first one counts: what the program says before what is recorded. */
  inStack(name: string): void;
  /**
   * What the entries of the state keep of these objects, whoever registered them; of an owner, all that its entry keeps. Throws
   * `pulumi-failed` where the state cannot be read: what was worked would be added again.
   */
  inherited(from: readonly Address[] | { readonly owner: string }): Promise<Receipts>;
  /**
   * For a delete: whether to leave the object alone, because another entry of the state holds it, too, or was deleted with it in
   * this process; of several entries the last one removes it. Throws `pulumi-failed` where the state cannot be read. Without the
   * name of a stack only this process is asked.
   */
  letGo(address: Address): Promise<boolean>;
  /** It was not removed after all: the next delete may. */
  keep(address: Address): void;
}

/** What each entry of the state of this stack keeps. */
export type ReadEntries = (stack: string) => Promise<readonly StackEntry[]>;

export interface StackEntry extends Receipts {
  readonly owner: string;
}

export function openEntries(readEntries: ReadEntries): StackEntries {
  const released = new Map<Address, number>();
  const removed = new Set<Address>();
  let stack: string | null = null;
  let read: Promise<Holders> | null = null;
  const holders = async (): Promise<Holders> =>
    stack === null ? new Map() : (read ??= readEntries(stack).then(holdersIn));
  return {
    inStack: (name) => {
      stack ??= name;
    },
    inherited: async (from) => {
      const all = await holders();
      if (!('owner' in from)) return keptOf(from.flatMap((address) => all.get(address) ?? []));
      return keptOf([...all.values()].flat().filter(({ owner }) => owner === from.owner));
    },
    letGo: async (address) => {
      const all = (await holders()).get(address)?.length ?? 0;
      if (removed.has(address)) return true;
      const gone = released.get(address) ?? 0;
      if (gone < all - 1) released.set(address, gone + 1);
      else removed.add(address);
      return gone < all - 1;
    },
    keep: (address) => {
      removed.delete(address);
    },
  };
}

/** Address -> what each entry that holds it keeps of it. */
type Holders = ReadonlyMap<Address, readonly StackEntry[]>;

function holdersIn(entries: readonly StackEntry[]): Holders {
  const holders = new Map<Address, StackEntry[]>();
  for (const entry of entries)
    for (const [address, part] of partsOf(entry)) holders.set(address, [...(holders.get(address) ?? []), part]);
  return holders;
}

/** One for each address, with what the entry keeps of it alone. */
function partsOf({ owner, ...entry }: StackEntry): Map<Address, StackEntry> {
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
function keptOf(parts: readonly StackEntry[]): Receipts {
  const recorded = parts.flatMap((part) => part.recorded).toSorted((a, b) => a.recordedAt - b.recordedAt);
  return {
    ...NOTHING,
    identity: parts.find(({ identity }) => identity !== null)?.identity ?? null,
    recorded: [...new Map(recorded.map((each) => [each.address, each])).values()],
    openIntents: parts.flatMap((part) => part.openIntents),
    copies: parts.flatMap((part) => part.copies),
  };
}
