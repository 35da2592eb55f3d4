// Turns what the database and the file system throw into the codes of model/errors.ts.
// Promises words without values of any row; the original error stays reachable as `cause`.

import { ToolError } from '../model/errors.ts';

// https://www.sqlite.org/rescode.html: primary result codes, the low byte of the extended ones.
const SQLITE_ERROR = 1;
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

/** What was being done to the ledger at `path` when it failed. */
interface StorageWork {
  readonly path: string;
  readonly doing: 'read' | 'write';
}

export function damaged(path: string, what: string, cause?: unknown): ToolError {
  return new ToolError('ledger-damaged', { message: `The ledger ${path} ${what}.`, cause });
}

/** A ToolError stays as it is; anything not known to be a storage failure is `internal`. */
export function storageError(error: unknown, work: StorageWork): ToolError {
  if (error instanceof ToolError) return error;
  if (!(error instanceof Error)) return unexpected(error, work);
  if ('errcode' in error && typeof error.errcode === 'number') return databaseError(error, error.errcode, work);
  if ('syscall' in error && 'code' in error) return unusable(error, String(error.code), work);
  return unexpected(error, work);
}

function databaseError(error: Error, errcode: number, work: StorageWork): ToolError {
  const words = 'errstr' in error ? String(error.errstr) : 'database failure';
  switch (errcode & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return new ToolError('locked', { message: `Another process keeps the ledger ${work.path} busy.`, cause: error });
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return damaged(work.path, `is damaged (${words})`, error);
    case SQLITE_READONLY:
    case SQLITE_IOERR:
    case SQLITE_FULL:
    case SQLITE_CANTOPEN:
      return unusable(error, words, work);
    case SQLITE_ERROR:
      // Our statements are fixed: one that fails on the tables means that the file is no ledger of ours.
      return damaged(work.path, 'does not have the tables of a ledger', error);
    default:
      return unexpected(error, work);
  }
}

function unusable(cause: Error, words: string, work: StorageWork): ToolError {
  if (work.doing === 'read') return damaged(work.path, `cannot be read (${words})`, cause);
  return new ToolError('ledger-unwritable', {
    message: `The ledger ${work.path} cannot be written (${words}).`,
    cause,
  });
}

function unexpected(cause: unknown, work: StorageWork): ToolError {
  return new ToolError('internal', { message: `The ledger ${work.path} met an unexpected failure.`, cause });
}
