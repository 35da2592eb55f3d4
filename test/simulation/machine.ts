// The machine of one run in virtual time: its clock may be wrong, its chance comes from the seed, and its disk is one database in memory
// that outlives the run, as a file does.

import { DatabaseSync } from 'node:sqlite';

import type { Outside } from '../../src/engine/outside.ts';
import type { Machine } from '../../src/machine.ts';
import type { SavedCopy } from '../../src/state/recorder.ts';
import { APPLICATION_ID, SCHEMA_VERSION, TABLES } from '../../src/state/schema.ts';
import { openCommitter } from '../../src/state/transaction.ts';
import type { Chance } from './random.ts';
import type { Scheduler } from './scheduler.ts';

export interface RunPlace {
  readonly owner: number;
  readonly scheduler: Scheduler;
  readonly chance: Chance;
  /** Clock of the machine minus that of the world, in ms. */
  readonly skewMs: number;
}

export function machineOf({ owner, scheduler, chance, skewMs }: RunPlace): Machine {
  const { now, at } = scheduler;
  const start = now();
  let ids = 0;
  return {
    clock: () => now() + skewMs,
    monotonic: () => now() - start,
    after: (ms, run) => at(now() + ms, owner, run),
    turn: () => new Promise((resolve) => at(now(), owner, resolve)),
    chance: chance.next,
    newId: () => `id-${owner}-${(ids += 1)}`,
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => chance.int(256))),
  };
}

/** The disk of a target. Opened anew by each run, closed at the end of the life. */
export interface MemoryDisk {
  readonly of: (place: RunPlace, happens: () => void) => Outside['disk'];
  /** Addresses of writes whose end is not recorded, as it stands on the disk. */
  readonly openIntents: () => readonly string[];
  readonly close: () => void;
}

/** Its content outlives whoever closes it. */
function keptOpen(database: DatabaseSync): DatabaseSync {
  return new Proxy(database, {
    get: (whole, name) => {
      if (name === 'close') return () => undefined;
      const value: unknown = Reflect.get(whole, name, whole);
      return typeof value === 'function' ? (value.bind(whole) as unknown) : value;
    },
  });
}

const KEY = Buffer.alloc(32, 7);

export function openMemoryDisk(): MemoryDisk {
  const anchor = new DatabaseSync(':memory:');
  const open = (): DatabaseSync => keptOpen(anchor);
  let [isMade, latest] = [false, 0];
  const copies = new Map<string, SavedCopy>();
  const make = (): void => {
    if (isMade) return;
    isMade = true;
    anchor.exec(`BEGIN; ${TABLES}`);
    anchor.prepare(`INSERT INTO meta (key, value) VALUES ('digest-key-id', 'key')`).run();
    anchor.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
  };
  return {
    openIntents: () =>
      isMade
        ? anchor
            .prepare('SELECT address FROM intents WHERE closed_at IS NULL')
            .all()
            .map((row) => String(row['address']))
        : [],
    close: () => anchor.close(),
    of: ({ owner, scheduler, chance }, happens) => ({
      exists: () => isMade,
      openForReading: () => ({ database: open(), isAsItStands: false, checkUnchanged: () => undefined }),
      openForWriting: () => {
        make();
        return open();
      },
      readKey: () => KEY,
      readLatest: () => latest,
      noteLatest: (_path, generation) => void (latest = Math.max(latest, generation)),
      openCopies: async () => ({
        copies: () => [...copies.values()],
        keepCopy: async (copy) => void copies.set(copy.address, copy),
        dropCopy: async (address) => void copies.delete(address),
      }),
      // Before it a kill leaves nothing; after it the batch is durable, and nobody has heard of it.
      writer: (path) => {
        const { commit, close } = openCommitter(path, open);
        const wait = (ms: number, run: () => void): void => void scheduler.at(scheduler.now() + ms, owner, run);
        return {
          commit: (batch) =>
            new Promise((resolve) =>
              wait(1 + chance.int(60), () => {
                happens();
                const written = commit(batch);
                wait(1 + chance.int(20), () => {
                  happens();
                  resolve(written);
                });
              }),
            ),
          close: async () => close(),
        };
      },
    }),
  };
}
