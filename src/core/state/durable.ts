// The connection that writes a ledger. Promises that COMMIT returns once everything is on the disk.

import { pathToFileURL } from 'node:url';
import { DatabaseSync } from 'node:sqlite';

/** How long one statement waits for another process's transaction; these last milliseconds. */
export const BUSY_TIMEOUT_MS = 5_000;

/**
 * Makes no file. fullfsync: on macOS a plain fsync ends in the disk's cache. secure_delete: dropped copies hold personal values.
 * Throws as the database does.
 */
export function openDurable(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  url.searchParams.set('mode', 'rw');
  const database = new DatabaseSync(url, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA fullfsync = ON;
      PRAGMA secure_delete = ON;
    `);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
