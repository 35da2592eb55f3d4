// Who answers for a record in this run. When a record changes its resource (a shard that is split, `manage` changed, a
// move), the resource it leaves ends without a request, and only once the other one holds the receipt for sure.
// Kept per process: what the engine checks, compares and writes in one run passes through here.

import type { Address } from '../src/model/address.ts';

export interface Custody {
  /** A resource that the program registered says that these are its own from now on. */
  claim(addresses: Iterable<Address>, owner: string): void;
  /** Its receipts of these are durable, or about to be with the answer given now. Counts for what it claimed. */
  hold(addresses: Iterable<Address>, owner: string): void;
  /** `own`: nobody else wants it. `held`: another resource has it. `awaited`: another wants it and has it not yet. */
  of(address: Address, owner: string): 'own' | 'held' | 'awaited';
}

export function openCustody(): Custody {
  const claimed = new Map<Address, string>();
  const held = new Map<Address, string>();
  return {
    claim: (addresses, owner) => {
      for (const address of addresses) claimed.set(address, owner);
    },
    hold: (addresses, owner) => {
      for (const address of addresses) if (claimed.get(address) === owner) held.set(address, owner);
    },
    of: (address, owner) => {
      const wanted = claimed.get(address) ?? owner;
      if (wanted === owner) return 'own';
      return held.get(address) === wanted ? 'held' : 'awaited';
    },
  };
}
