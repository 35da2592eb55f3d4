// The machine of one run in virtual time: its clock may be wrong, its chance comes from the seed, and its disk is one database in memory
// that outlives the run, as a file does.

import { DatabaseSync } from 'node:sqlite';
import type { SQLOutputValue } from 'node:sqlite';

import type { Outside } from '../../src/core/engine/outside.ts';
import type { Machine } from '../../src/core/machine.ts';
import type { SavedCopy } from '../../src/core/state/recorder.ts';
import { APPLICATION_ID, SCHEMA_VERSION, TABLES } from '../../src/core/state/schema.ts';
import { openCommitter } from '../../src/core/state/transaction.ts';
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
  /** Everything on it, as a copy of the folder holds it. */
  readonly content: () => DiskContent;
  /** Null: nothing is there. `keepsLatest`: the ledger alone is another one, and what lies beside it stays. */
  readonly replace: (content: DiskContent | null, options?: { readonly keepsLatest: boolean }) => void;
  readonly close: () => void;
}

/** Ledgers of several targets in one folder: each is found by the name of its file. */
export function openFolder(
  ledgers: ReadonlyMap<string, Pick<MemoryDisk, 'of' | 'openIntents'>>,
): Pick<MemoryDisk, 'of' | 'openIntents'> {
  return {
    openIntents: () => [...ledgers.values()].flatMap((each) => each.openIntents()),
    of: (place, happens) => {
      const disks = new Map([...ledgers].map(([target, each]) => [`${target}.sqlite`, each.of(place, happens)]));
      const at = (path: string): Outside['disk'] => {
        const disk = disks.get(path.slice(path.lastIndexOf('/') + 1));
        if (disk === undefined) throw new Error(`no target has the ledger ${path}`);
        return disk;
      };
      return {
        exists: (path) => at(path).exists(path),
        targets: () =>
          [...disks].flatMap(([file, each]) => (each.exists(file) ? file.slice(0, -'.sqlite'.length) : [])),
        openForReading: (path) => at(path).openForReading(path),
        openForWriting: (path) => at(path).openForWriting(path),
        readKey: (path, id) => at(path).readKey(path, id),
        readLatest: (path) => at(path).readLatest(path),
        noteLatest: (path, generation) => at(path).noteLatest(path, generation),
        openCopies: () => Promise.reject(new Error('a ledger keeps its own copies')),
        writer: (path) => at(path).writer(path),
      };
    },
  };
}

/** Rows by table. */
export interface DiskContent {
  readonly tables: ReadonlyMap<string, readonly Row[]>;
  readonly latest: number;
  readonly copies: readonly SavedCopy[];
}

type Row = Record<string, SQLOutputValue>;

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

/** Of a ledger that is made anew: the secret of the one before it is gone with it. */
const keyOf = (id: string): Buffer => Buffer.alloc(32, 7 + Number(id.slice('key'.length)));

const TABLE_NAMES = ['meta', 'objects', 'intents', 'copies', 'lock'];

export function openMemoryDisk(firstKey = 0): MemoryDisk {
  let anchor = new DatabaseSync(':memory:');
  const open = (): DatabaseSync => keptOpen(anchor);
  let [isMade, latest, made] = [false, 0, firstKey];
  let copies = new Map<string, SavedCopy>();
  const make = (): void => {
    if (isMade) return;
    isMade = true;
    anchor.exec(`BEGIN; ${TABLES}`);
    const key = `key${made === 0 ? '' : made}`;
    made += 1;
    anchor.prepare(`INSERT INTO meta (key, value) VALUES ('digest-key-id', ?)`).run(key);
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
    content: () => ({
      tables: new Map(isMade ? TABLE_NAMES.map((name) => [name, anchor.prepare(`SELECT * FROM ${name}`).all()]) : []),
      latest,
      copies: [...copies.values()],
    }),
    replace: (content, { keepsLatest } = { keepsLatest: false }) => {
      anchor.close();
      anchor = new DatabaseSync(':memory:');
      isMade = false;
      copies = new Map((content?.copies ?? []).map((copy) => [copy.address, copy]));
      if (!keepsLatest) latest = content?.latest ?? 0;
      if (content === null || content.tables.size === 0) return;
      make();
      for (const [name, rows] of content.tables) fill(anchor, name, rows);
    },
    close: () => anchor.close(),
    of: ({ owner, scheduler, chance }, happens) => ({
      exists: () => isMade,
      targets: () => [],
      openForReading: () => ({ database: open(), isAsItStands: false, checkUnchanged: () => undefined }),
      openForWriting: () => {
        make();
        return open();
      },
      readKey: (_path, id) => keyOf(id),
      readLatest: () => latest,
      noteLatest: (_path, generation) => void (latest = generation),
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

function fill(database: DatabaseSync, table: string, rows: readonly Row[]): void {
  database.exec(`DELETE FROM ${table}`);
  for (const row of rows) {
    const names = Object.keys(row);
    const places = names.map(() => '?').join(', ');
    database.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`).run(...Object.values(row));
  }
}
