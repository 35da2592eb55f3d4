// Who answers for which object in this run. A physical object is known by its address (user:<loginUserId>, or
// record:<campaignName>/<clientId>) and never by the name of a resource; it has one owner among the resources of a stack.
//
//   Terms     owner      a resource: the URN that a class was constructed with, or the name a desired state gives it
//             declared   an owner said in `check` that the object is its own
//             held       its receipt stands with that owner: `create` or `update` answered, or `diff` saw it
//             left       nobody declares it, and an owner declares its clientId in another campaign: it is moved from there,
//                        or stays there and is remembered, so that owner counts as if it had declared it
//   Premise   The engine checks and writes in one process, and deletes after everything else.
//
//   declared by   held   a delete of another resource, or an update that lets the object go
//   nobody        -      removes the object, unless another entry of the state holds it too: then forgets
//   somebody      yes    forgets: no request
//   somebody      no     is refused: the object would be lost between the two
//
//   Example   A record's resource is renamed: `create new` finds the receipt and holds it, `delete old` forgets.

import { clientIdOf } from '../src/core/model/address.ts';
import type { Address } from '../src/core/model/address.ts';
import { openEntries } from './entries.ts';
import type { ReadState, StackEntries } from './entries.ts';
import { UNPLANNED } from './order.ts';
import type { Order } from './order.ts';

/** `own`: nobody else declares it. `held`: another resource has it. `awaited`: another one declares it and has it not yet. */
export type Ownership = 'own' | 'held' | 'awaited';

export interface Registry extends StackEntries {
  /** What the program planned for this resource in this run. */
  order(owner: string): Order;
  setOrder(owner: string, order: Order): void;
  /** Declares synchronously, since the engine checks side by side. The first address that another owner has declared, or null. */
  declare(owner: string, addresses: Iterable<Address>): { readonly address: Address; readonly owner: string } | null;
  isDeclared(address: Address): boolean;
  /** What a Roster of this stack declares, whose resources another process handles. The first of them that is declared here, or null. */
  declareBeside(roster: string, addresses: readonly Address[]): Address | null;
  /** Whether the engine has said what this owner declares: a refresh does not. */
  isChecked(owner: string): boolean;
  /** The update of this set removes them, whatever is declared later. */
  leaveBy(set: string, addresses: readonly Address[]): void;
  /**
   * The first of these that has left another set of this process, here or in a campaign from which it would move, and is not held by this
   * owner; else null. Throws as `inherited`.
   */
  leftBefore(
    owner: string,
    addresses: readonly Address[],
  ): Promise<{ readonly address: Address; readonly owner: string } | null>;
  /** Of rows that leave the set of this owner, those that another one declares, or takes over from another campaign. Throws as `inherited`. */
  awaited(owner: string, addresses: readonly Address[]): Promise<readonly Address[]>;
  /** What an owner declares in this process. */
  declaredBy(owner: string): readonly Address[];
  /** So it is in a destroy. */
  declaresNothing(): boolean;
  /** This owner answers for what is left in another campaign. Of several the first one; who declares it comes before all. */
  answerForLeft(owner: string, addresses: Iterable<Address>): void;
  /**
   * How many objects entries of the state hold, not used up, that no resource of this process declares; of the stack `home` only those that
   * desired states registered. Throws as `inherited`.
   */
  undeclared(home?: string | null): Promise<number>;
  /** Its receipts of these are durable, or about to be with the answer given now. Counts for what it declared. */
  hold(owner: string, addresses: Iterable<Address>): void;
  ownership(owner: string, address: Address): Ownership;
  /** For a delete: whoever declares it, the same resource included (a replacement). */
  ownershipOfDeleted(address: Address): Ownership;
  /** Counts a write of records as under way until it ends. */
  writing<T>(work: Promise<T>): Promise<T>;
  /** Ends when none is. */
  idle(): Promise<void>;
  /** loginUserId -> a task that was pinned to that person before a write of this process, of which nobody can see what became. */
  readonly unseen: Map<string, Address>;
  /** Users whom the plan of this run only forgets. */
  isForgotten(address: Address): boolean;
  /** Campaigns seen in this process, and those that muster.yaml adds: searched for pins of people who leave. */
  readonly campaigns: Set<string>;
  /** People who are registered as present in this process: login in one letter case -> as it is said. */
  readonly wanted: Map<string, Address>;
  /** loginUserIds that are registered in this process, or that what is registered is pinned to. */
  readonly people: Set<string>;
  /** Whether a user answered SUCCESS in this process: without it NOT_FOUND may mean the wrong tenant. */
  knownUserSeen: boolean;
}

export interface RegistryOptions {
  /** What the state of this stack keeps. */
  readonly readState: ReadState;
  readonly searched: readonly string[];
}

type Declaring = Pick<Registry, 'declare' | 'isDeclared' | 'declaredBy' | 'declareBeside' | 'declaresNothing'>;
type LeavingRows = Pick<Registry, 'leaveBy' | 'leftBefore' | 'awaited'>;

/** Rows that the update of a set removes: it comes before the engine has heard of all that the program declares. */
function openLeaving(
  declared: () => Iterable<readonly [Address, string]>,
  { inherited }: Pick<StackEntries, 'inherited'>,
): LeavingRows {
  const leaving = new Map<string, Map<Address, string>>();
  const isHeld = async (address: Address): Promise<boolean> => (await inherited([address])).recorded.length > 0;
  const holds = async (owner: string, wanted: Address): Promise<boolean> =>
    (await inherited({ owner })).recorded.some(({ address }) => address === wanted);
  return {
    leaveBy: (set, addresses) => {
      for (const address of addresses) {
        const known = leaving.get(clientIdOf(address)) ?? new Map<Address, string>();
        leaving.set(clientIdOf(address), known.set(address, set));
      }
    },
    leftBefore: async (owner, addresses) => {
      for (const address of addresses)
        for (const [from, set] of leaving.get(clientIdOf(address)) ?? [])
          if (set !== owner && !(await (from === address ? holds(owner, address) : isHeld(address))))
            return { address: from, owner: set };
      return null;
    },
    awaited: async (owner, addresses) => {
      const ids = new Set(addresses.map(clientIdOf));
      const others = [...declared()].filter(([address, other]) => other !== owner && ids.has(clientIdOf(address)));
      const taking = new Set<string>();
      for (const [address] of others)
        if (addresses.includes(address) || !(await isHeld(address))) taking.add(clientIdOf(address));
      return addresses.filter((address) => taking.has(clientIdOf(address)));
    },
  };
}

/** Which resource declares an address: each its own, a Roster what its desired files hold. */
function openDeclarations(): {
  readonly declared: Map<Address, string>;
  readonly beside: Map<Address, string>;
  readonly answers: Declaring;
} {
  const declared = new Map<Address, string>();
  const beside = new Map<Address, string>();
  return {
    declared,
    beside,
    answers: {
      declare: (owner, addresses) => {
        const all = [...addresses];
        const declarer = (address: Address): string => declared.get(address) ?? beside.get(address) ?? owner;
        const address = all.find((each) => declarer(each) !== owner);
        if (address !== undefined) return { address, owner: declarer(address) };
        for (const each of all) declared.set(each, owner);
        return null;
      },
      isDeclared: (address) => declared.has(address),
      declaredBy: (owner) => [...declared].flatMap(([address, each]) => (each === owner ? [address] : [])),
      declareBeside: (roster, addresses) => {
        for (const address of addresses) beside.set(address, roster);
        return addresses.find((address) => declared.has(address)) ?? null;
      },
      declaresNothing: () => declared.size === 0 && beside.size === 0,
    },
  };
}

export function openRegistry({ searched, readState }: RegistryOptions): Registry {
  const orders = new Map<string, Order>();
  const declarations = openDeclarations();
  const { declared, beside } = declarations;
  const held = new Map<Address, string>();
  const left = new Map<Address, string>();
  const under = new Set<Promise<unknown>>();
  const answering = (address: Address): string | undefined => declared.get(address) ?? left.get(address);
  const forgotten = new Set<Address>();
  const entries = openEntries(readState);
  const ownership = (owner: string, address: Address): Ownership => {
    const wanted = answering(address) ?? owner;
    if (wanted === owner) return 'own';
    return held.get(address) === wanted ? 'held' : 'awaited';
  };
  return {
    order: (owner) => orders.get(owner) ?? UNPLANNED,
    setOrder: (owner, order) => {
      orders.set(owner, order);
      for (const address of order.forgets) forgotten.add(address);
    },
    isChecked: (owner) => orders.has(owner),
    ...declarations.answers,
    ...openLeaving(() => [...declared, ...beside], entries),
    undeclared: async (home) =>
      (await entries.heldObjects(home)).filter((address) => (answering(address) ?? beside.get(address)) === undefined)
        .length,
    hold: (owner, addresses) => {
      for (const address of addresses) {
        entries.keep(address);
        if (answering(address) === owner) held.set(address, owner);
      }
    },
    ownership,
    answerForLeft: (owner, addresses) => {
      for (const address of addresses) if (!left.has(address)) left.set(address, owner);
    },
    ownershipOfDeleted: (address) => {
      const owner = answering(address);
      if (owner === undefined) return 'own';
      return held.get(address) === owner ? 'held' : 'awaited';
    },
    writing: (work) => {
      under.add(work);
      return work.finally(() => under.delete(work));
    },
    idle: async () => {
      while (under.size > 0) await Promise.allSettled(under);
    },
    unseen: new Map(),
    isForgotten: (address) => forgotten.has(address),
    ...entries,
    campaigns: new Set(searched),
    wanted: new Map(),
    people: new Set(),
    knownUserSeen: false,
  };
}
