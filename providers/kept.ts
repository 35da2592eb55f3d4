// What a resource remembers of its objects, whatever its type.

import type { SavedCopy } from '../src/core/engine/parts.ts';
import type { Address } from '../src/core/model/address.ts';
import type { Identity } from '../src/core/model/identity.ts';
import type { ObservedRecord } from '../src/core/model/record.ts';
import type { OpenIntent, RecordedObject } from '../src/core/model/state.ts';
import type { ObservedUser } from '../src/core/model/user.ts';

export interface Receipts {
  /** What they speak of; null where nothing was written yet. */
  readonly identity: Identity | null;
  readonly recorded: readonly RecordedObject[];
  /** Writes that left and were not answered. */
  readonly openIntents: readonly OpenIntent[];
  readonly copies: readonly SavedCopy[];
  /** Receipts of other resources that this one took over: theirs no longer count, until they are forgotten there. */
  readonly taken: readonly TakenReceipt[];
  /** Of what was last seen, the objects that differ or need saying; null when nothing was read since the last write. */
  readonly observed: ObservedObjects | null;
}

export type ObservedObjects = ReadonlyMap<Address, ObservedUser | ObservedRecord>;

export interface TakenReceipt {
  readonly address: Address;
  /** Epoch milliseconds; with the address it names one receipt. */
  readonly recordedAt: number;
}

export const NOTHING: Receipts = {
  identity: null,
  recorded: [],
  openIntents: [],
  copies: [],
  taken: [],
  observed: null,
};

/** What receipts are about, each once. Receipts of nothing are about nothing. */
export function identitiesIn(all: Iterable<Receipts>): Identity[] {
  const named = [...all].flatMap(({ identity, recorded, openIntents }) =>
    identity === null || (recorded.length === 0 && openIntents.length === 0) ? [] : [identity],
  );
  return [...new Map(named.map((identity) => [JSON.stringify(identity), identity])).values()];
}
