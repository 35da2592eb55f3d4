// The file of a ledger: made whole or not at all, readable by its owner only, and looked at before it is written to.
// Refuses what is not a ledger, is damaged, is of another version, or lost its main file; changes none of these.
//
// Where the database cannot make its shared memory (a read-only or full disk), a ledger without a write-ahead log is read as
// the file stands, which is right as long as nobody writes it: whoever reads looks at the file again afterwards.

import { chmodSync, closeSync, existsSync, linkSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseSync } from 'node:sqlite';

import { randomName } from '../machine.ts';
import { ToolError } from '../model/errors.ts';
import { BUSY_TIMEOUT_MS, openDurable } from './durable.ts';
import { damaged, isRefusedByPlace, storageError } from './failure.ts';
import { makeFolder } from './folder.ts';
import { ensureKey, keyFile, keyId } from './key-file.ts';
import { APPLICATION_ID, SCHEMA_VERSION, TABLES } from './schema.ts';

const END = '.sqlite';
const OWNER_ONLY = 0o600;

/** Where the ledger of a target is kept; `folder`: of the project. */
export function ledgerFile(folder: string, target: string): string {
  return join(folder, '.muster', 'ledger', target + END);
}

/** Of which targets a ledger is kept in the folder. */
export function ledgerTargets(folder: string): string[] {
  const place = dirname(ledgerFile(folder, 'any'));
  const names = existsSync(place) ? readdirSync(place) : [];
  return names.flatMap((name) => (name.endsWith(END) ? [name.slice(0, -END.length)] : []));
}

/**
 * Whether there is a ledger. Throws `ledger-damaged` when only its write-ahead log is left: a new file would overwrite
 * it.
 */
export function ledgerExists(path: string): boolean {
  if (existsSync(path)) return true;
  if (existsSync(`${path}-wal`)) throw damaged(path, 'is missing, but its write-ahead log (-wal) is still there');
  return false;
}

export interface OpenedLedger {
  readonly database: DatabaseSync;
  /** Read as the file stands: without a lock, and without seeing what another process writes. */
  readonly isAsItStands: boolean;
  /** Throws `locked` when a file that is read as it stands was written since it was opened. */
  readonly checkUnchanged: () => void;
}

/** Opens an existing ledger for reading. Throws `ledger-damaged`, `ledger-unreadable`, `ledger-read-only`, `disk-full`. */
export function openForReading(path: string): OpenedLedger {
  try {
    if (statSync(path).size === 0) throw damaged(path, 'is an empty file');
    return openShared(path) ?? openAsItStands(path);
  } catch (error) {
    throw storageError(error, { path, doing: 'read' });
  }
}

/** Null where the place refuses what the database needs beside the file. */
function openShared(path: string): OpenedLedger | null {
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    closingOnError(database, inspect.bind(null, path));
    return { database, isAsItStands: false, checkUnchanged: () => undefined };
  } catch (error) {
    if (isRefusedByPlace(error) && !hasLog(path)) return null;
    if (!isRefusedByPlace(error)) throw error;
    const place = 'where its write-ahead log (-wal) cannot be read back: a run was cut off, or is under way elsewhere';
    throw new ToolError('ledger-read-only', { message: `The ledger ${path} stands ${place}.`, cause: error });
  }
}

function openAsItStands(path: string): OpenedLedger {
  const before = stamp(path);
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  const database = closingOnError(new DatabaseSync(url, { readOnly: true }), inspect.bind(null, path));
  const checkUnchanged = (): void => {
    if (stamp(path) === before && !hasLog(path)) return;
    throw new ToolError('locked', { message: `The ledger ${path} was written while it was read.` });
  };
  return { database, isAsItStands: true, checkUnchanged };
}

function hasLog(path: string): boolean {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  return log !== undefined && log.size > 0;
}

function stamp(path: string): string {
  const { ino, size, mtimeMs } = statSync(path);
  return `${ino} ${size} ${mtimeMs}`;
}

/**
 * Opens a ledger for writing, making file and folder when there are none. Throws `ledger-damaged`, `ledger-unwritable`,
 * `ledger-read-only`, `disk-full`.
 */
export function openForWriting(path: string): DatabaseSync {
  try {
    if (!ledgerExists(path)) create(path);
    // Read through a connection that cannot write: to close a writing one may change a damaged file.
    openForReading(path).database.close();
    for (const file of [path, keyFile(path)]) {
      const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
      if ((mode & 0o077) !== 0) chmodSync(file, OWNER_ONLY);
    }
    return openDurable(path);
  } catch (error) {
    throw storageError(error, { path, doing: 'write' });
  }
}

const NEWER = 'was written by a newer muster';
const OLDER = 'was written before the first release';
const WAY_ON =
  'set it aside, and take over what is there with --first-apply: markers show which customers are ours, users need `adopt: true`';

function inspect(path: string, database: DatabaseSync): void {
  const version = pragma(database, 'user_version');
  if (pragma(database, 'application_id') !== APPLICATION_ID) throw damaged(path, 'is not a ledger of muster');
  if (version !== SCHEMA_VERSION) {
    const versions = `(version ${String(version)}, this muster knows ${SCHEMA_VERSION})`;
    const isOlder = typeof version === 'number' && version < SCHEMA_VERSION;
    throw damaged(path, isOlder ? `${OLDER} ${versions}: ${WAY_ON}` : `${NEWER} ${versions}: use that one`);
  }
  if (pragma(database, 'quick_check(1)') !== 'ok') throw damaged(path, 'is damaged (its pages contradict each other)');
}

function pragma(database: DatabaseSync, name: string): unknown {
  const row = database.prepare(`PRAGMA ${name}`).get();
  return row === undefined ? undefined : Object.values(row)[0];
}

/** Makes the file under another name and links it, so that no run finds half a ledger or replaces a whole one. */
function create(path: string): void {
  makeFolder(dirname(path));
  const draft = `${path}.${randomName(6)}.new`;
  try {
    closeSync(openSync(draft, 'wx', OWNER_ONLY));
    writeTables(draft, keyId(ensureKey(path)));
    linkUnlessThere(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function writeTables(draft: string, id: string): void {
  const database = new DatabaseSync(draft);
  try {
    database.exec(`PRAGMA synchronous = FULL; BEGIN; ${TABLES}`);
    database.prepare(`INSERT INTO meta (key, value) VALUES ('digest-key-id', ?)`).run(id);
    database.exec(`
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = ${SCHEMA_VERSION};
      COMMIT;
      PRAGMA journal_mode = WAL;
    `);
  } finally {
    database.close();
  }
}

function linkUnlessThere(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    // Another run was faster: its ledger is used.
    if (!existsSync(path)) throw error;
  }
}

function closingOnError(database: DatabaseSync, prepare: (database: DatabaseSync) => void): DatabaseSync {
  try {
    prepare(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
