// The writing side of recorded state: the intent before a request is sent, the settlement afterwards.

import type { Address } from '../model/address.ts';
import type { OpenIntent, RecordedObject, RecordedState } from '../model/state.ts';

/** A full copy of what a request could lose (a record during a move). Kept until it is dropped. */
export interface SavedCopy {
  readonly address: Address;
  readonly savedAt: number;
  readonly body: unknown;
}

/**
 * Must: `intend` and `keepCopy` resolve only after the entry is durable. May: group entries into one flush.
 * Must not: hold the API key; keep personal values except in a saved copy.
 */
export interface Recorder {
  intend(intent: Omit<OpenIntent, 'id'>): Promise<string>;
  /**
   * Ends an intent. `recorded`: the object as it is recorded from now on, or remembered as removed where there is a place for
   * that (`removedAt`); null: no longer recorded;
   * undefined: recorded state stays as it was (not done). Settling a move also removes the address it came from.
   */
  settle(intentId: string, recorded: RecordedObject | null | undefined): Promise<void>;
  /** Records without an intent: adopt, forget, consumed, and the settling of open intents by reading. */
  record(address: Address, recorded: RecordedObject | null): Promise<void>;
  keepCopy(copy: SavedCopy): Promise<void>;
  dropCopy(address: Address): Promise<void>;
}

/** Recorded state, opened for writing by one run. */
export interface StateHome extends Recorder {
  load(): Promise<RecordedState>;
  copies(): Promise<readonly SavedCopy[]>;
  /** Secret key for digests; created together with the recorded state, never shown. */
  readonly digestKey: Uint8Array;
  close(): Promise<void>;
}
