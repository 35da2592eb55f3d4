// The file behind the sandbox: SQLite in WAL mode, held by one process at a time. Every answered write is in the file
// before the answer leaves, so it survives kill -9 of the process (synchronous NORMAL: a power cut may cost the last
// ones).

import { DatabaseSync } from 'node:sqlite';
import type { SQLOutputValue } from 'node:sqlite';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

export interface Store {
  readonly database: DatabaseSync;
  /** Runs all writes of `work` or none. */
  transaction<T>(work: () => T): T;
  /** Small settings that outlive the process: key ring, clock, switches. */
  readSetting(name: string): string | null;
  writeSetting(name: string, value: string): void;
  /** The number of a campaign name or data key; it never changes. */
  readonly intern: (name: string) => number;
  readonly nameOf: (id: number) => string;
  readonly close: () => void;
}

export const DATABASE_FILE = 'sandbox.sqlite';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS tasks (
    id INTEGER PRIMARY KEY AUTOINCREMENT, campaign INTEGER NOT NULL, client_id TEXT NOT NULL,
    preferred_agent TEXT, pin_lapses_at INTEGER, skill_queue TEXT NOT NULL, time_zone TEXT NOT NULL,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, earliest_at INTEGER, state TEXT NOT NULL,
    attempts INTEGER NOT NULL, last_agent TEXT, last_at INTEGER, work_codes TEXT NOT NULL,
    visibility TEXT NOT NULL, items TEXT NOT NULL, deliveries INTEGER NOT NULL DEFAULT 0);
  CREATE INDEX IF NOT EXISTS tasks_by_client ON tasks (campaign, client_id);
  CREATE INDEX IF NOT EXISTS tasks_by_agent ON tasks (campaign, preferred_agent) WHERE preferred_agent <> '';
  CREATE INDEX IF NOT EXISTS tasks_by_lapse ON tasks (pin_lapses_at) WHERE pin_lapses_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS items (
    campaign INTEGER NOT NULL, key INTEGER NOT NULL, value TEXT NOT NULL, task INTEGER NOT NULL,
    PRIMARY KEY (campaign, key, value, task)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS tombstones (
    campaign INTEGER NOT NULL, client_id TEXT NOT NULL, PRIMARY KEY (campaign, client_id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS intake_columns (campaign INTEGER PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS users (login TEXT PRIMARY KEY, profile TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS backend_users (login TEXT PRIMARY KEY, connect_id TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS deleted_users (login TEXT PRIMARY KEY, deleted_at INTEGER NOT NULL) WITHOUT ROWID;
`;

/** As a folder: nothing outlives the process. */
export const IN_MEMORY = ':memory:';

/** Throws when another process holds the folder's data. */
export function openStore(directory: string): Store {
  const file = directory === IN_MEMORY ? IN_MEMORY : join(directory, DATABASE_FILE);
  // Created here, so that it and SQLite's log in the same folder are readable by their owner only.
  if (file !== IN_MEMORY) closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file);
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  database.exec(`PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -65536; ${SCHEMA}`);
  addDeliveries(database);
  const names = internedNames(database);
  const read = database.prepare('SELECT value FROM settings WHERE name = ?');
  const write = database.prepare('INSERT OR REPLACE INTO settings VALUES (?, ?)');
  return {
    database,
    transaction: transactions(database, names.reload),
    readSetting: (name) => textOrNull(read.get(name)?.['value']),
    writeSetting: (name, value) => void write.run(name, value),
    intern: names.intern,
    nameOf: names.nameOf,
    close: () => database.close(),
  };
}

/** Folders of an earlier version counted attempts alone. */
function addDeliveries(database: DatabaseSync): void {
  if (
    database
      .prepare('PRAGMA table_info(tasks)')
      .all()
      .some(({ name }) => name === 'deliveries')
  )
    return;
  database.exec(
    'ALTER TABLE tasks ADD COLUMN deliveries INTEGER NOT NULL DEFAULT 0; UPDATE tasks SET deliveries = attempts',
  );
}

function transactions(database: DatabaseSync, onRollback: () => void): Store['transaction'] {
  const [begin, commit, rollback] = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'].map((text) => database.prepare(text));
  return (work) => {
    begin?.run();
    try {
      const result = work();
      commit?.run();
      return result;
    } catch (error) {
      rollback?.run();
      onRollback();
      throw error;
    }
  };
}

/** Kept in memory too; read again after a rollback, which may have undone a new number. */
function internedNames(database: DatabaseSync): Pick<Store, 'intern' | 'nameOf'> & { readonly reload: () => void } {
  const insert = database.prepare('INSERT INTO names (name) VALUES (?)');
  const select = database.prepare('SELECT id, name FROM names');
  const ids = new Map<string, number>();
  const names = new Map<number, string>();
  const remember = (id: number, name: string): number => {
    ids.set(name, id);
    names.set(id, name);
    return id;
  };
  const reload = (): void => {
    ids.clear();
    names.clear();
    for (const row of select.all()) remember(integer(row['id']), text(row['name']));
  };
  reload();
  return {
    intern: (name) => ids.get(name) ?? remember(Number(insert.run(name).lastInsertRowid), name),
    nameOf: (id) => names.get(id) ?? '',
    reload,
  };
}

export function text(value: SQLOutputValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function textOrNull(value: SQLOutputValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

export function integer(value: SQLOutputValue | undefined): number {
  return Number(value);
}

export function integerOrNull(value: SQLOutputValue | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}
