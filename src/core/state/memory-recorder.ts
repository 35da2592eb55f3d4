// A recorder that keeps everything in memory: for a home of recorded state that is not ours (a Pulumi stack), where the engine
// makes durable what a handler answers. Full copies of records on the way also go to the folder of copies.

import { isRecord, recordAddress } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import type { OpenIntent, RecordedObject, RecordedState } from '../model/state.ts';
import type { CopyStore } from './copy-files.ts';
import type { Recorder, SavedCopy } from './recorder.ts';

export interface Recording {
  readonly objects: ReadonlyMap<Address, RecordedObject>;
  /** Writes whose answer was lost. */
  readonly openIntents: readonly OpenIntent[];
  readonly copies: readonly SavedCopy[];
}

export interface MemoryRecorder extends Recorder {
  /** Everything as it is recorded now. */
  kept(): Recording;
}

/** `saved`: full copies kept so far; `store`: where copies are kept while a record is on its way. */
export function memoryRecorder(before: RecordedState, saved: readonly SavedCopy[], store: CopyStore): MemoryRecorder {
  const objects = new Map(before.objects);
  const intents = new Map(before.openIntents.map((intent) => [intent.id, intent]));
  const copies = new Map(saved.map((copy) => [copy.address, copy]));
  const keep = (address: Address, value: RecordedObject | null): void => {
    // A stack has no resource left that could remember what was removed.
    if (value === null || value.removedAt !== undefined) objects.delete(address);
    else objects.set(address, value);
  };
  return {
    kept: () => ({ objects, openIntents: [...intents.values()], copies: [...copies.values()] }),
    intend: async (intent) => {
      const id = `${intent.action} ${intent.address}`;
      intents.set(id, { ...intent, id });
      return id;
    },
    settle: async (id, value) => {
      const intent = intents.get(id);
      intents.delete(id);
      if (intent === undefined || value === undefined) return;
      keep(intent.address, value);
      if (isRecord(value) && intent.fromCampaign !== null) {
        objects.delete(recordAddress(intent.fromCampaign, value.clientId));
      }
    },
    record: async (address, value) => keep(address, value),
    keepCopy: async (copy) => {
      copies.set(copy.address, copy);
      await store.keepCopy(copy);
    },
    dropCopy: async (address) => {
      copies.delete(address);
      await store.dropCopy(address);
    },
  };
}
