// Turns what the database and the file system throw into the codes of model/errors.ts.
// Promises words without values of any row; the original error stays reachable as `cause`.
//
//   what was thrown                            | the place                        | code
//   SQLITE_CORRUPT, NOTADB, ERROR              |                                  | ledger-damaged
//   SQLITE_BUSY, LOCKED                        |                                  | locked
//   SQLITE_FULL, ENOSPC, EDQUOT                |                                  | disk-full
//   SQLITE_READONLY, EROFS, EACCES, EPERM      |                                  | ledger-read-only (to read: unreadable)
//   SQLITE_CANTOPEN, IOERR, any other syscall  | no space is left                 | disk-full
//                                              | its folder cannot be written to  | ledger-read-only (to read: unreadable)
//                                              | otherwise                        | ledger-unwritable (to read: unreadable)
//
// A disk that is full or read-only answers many calls with the last line's two general codes, so the place is looked at.

import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

import { ToolError } from '../model/errors.ts';
import type { ErrorCode } from '../model/errors.ts';

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

/** A write-ahead log with its index does not fit into less. */
const LEAST_SPACE_BYTES = 64 * 1024;

type StorageAction = 'read' | 'write';

/** What was being done to the ledger at `path` when it failed. */
interface StorageWork {
  readonly path: string;
  readonly doing: StorageAction;
}

/** What a failure says by itself; `unclear` where the place has to be looked at. */
export type FailureKind = 'damaged' | 'no-tables' | 'busy' | 'full' | 'read-only' | 'unclear' | 'unexpected';

export interface StoragePlace {
  readonly isFull: boolean;
  readonly isWritable: boolean;
}

export function damaged(path: string, what: string, cause?: unknown): ToolError {
  return new ToolError('ledger-damaged', { message: `The ledger ${path} ${what}.`, cause });
}

/** A ToolError stays as it is; anything not known to be a storage failure is `internal`. */
export function storageError(error: unknown, work: StorageWork): ToolError {
  if (error instanceof ToolError) return error;
  const { path } = work;
  const code = codeOf(failureKind(error), work.doing, () => placeOf(path));
  const words = wordsOf(error);
  if (code === 'ledger-damaged') {
    // Our statements are fixed: one that fails on the tables means that the file is no ledger of ours.
    const noTables = failureKind(error) === 'no-tables';
    return damaged(path, noTables ? 'does not have the tables of a ledger' : `is damaged (${words})`, error);
  }
  return new ToolError(code, { message: messageOf(code, { ...work, words }), cause: error });
}

/** Whether a database that cannot be opened for this reason may be read as the file stands. */
export function isRefusedByPlace(error: unknown): boolean {
  return ['full', 'read-only', 'unclear'].includes(failureKind(error));
}

export function failureKind(error: unknown): FailureKind {
  if (!(error instanceof Error)) return 'unexpected';
  if ('errcode' in error && typeof error.errcode === 'number') return databaseFailure(error.errcode);
  if ('syscall' in error && 'code' in error) return systemFailure(String(error.code));
  return 'unexpected';
}

function databaseFailure(errcode: number): FailureKind {
  switch (errcode & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return 'busy';
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return 'damaged';
    case SQLITE_ERROR:
      return 'no-tables';
    case SQLITE_FULL:
      return 'full';
    case SQLITE_READONLY:
      return 'read-only';
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      return 'unclear';
    default:
      return 'unexpected';
  }
}

function systemFailure(code: string): FailureKind {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  return ['EROFS', 'EACCES', 'EPERM'].includes(code) ? 'read-only' : 'unclear';
}

/** Pure but for `look`, which is asked only where the failure does not say enough. */
export function codeOf(kind: FailureKind, doing: StorageAction, look: () => StoragePlace): ErrorCode {
  switch (kind) {
    case 'busy':
      return 'locked';
    case 'damaged':
    case 'no-tables':
      return 'ledger-damaged';
    case 'full':
      return 'disk-full';
    case 'read-only':
      return doing === 'write' ? 'ledger-read-only' : 'ledger-unreadable';
    case 'unclear':
      return codeOfPlace(look(), doing);
    case 'unexpected':
      return 'internal';
    default:
      return kind satisfies never;
  }
}

function codeOfPlace({ isFull, isWritable }: StoragePlace, doing: StorageAction): ErrorCode {
  if (isFull) return 'disk-full';
  if (doing === 'read') return 'ledger-unreadable';
  return isWritable ? 'ledger-unwritable' : 'ledger-read-only';
}

function placeOf(path: string): StoragePlace {
  const folder = nearestFolder(dirname(path));
  return { isFull: isFull(folder), isWritable: isWritable(folder) };
}

/** The folder itself, or the one in which it would be made. */
function nearestFolder(folder: string): string {
  const above = dirname(folder);
  return existsSync(folder) || above === folder ? folder : nearestFolder(above);
}

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize, blocks } = statfsSync(folder);
    // A file system that counts no blocks (some network ones) says nothing.
    return blocks > 0 && bavail * bsize < LEAST_SPACE_BYTES;
  } catch {
    return false;
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (error) {
    return failureKind(error) !== 'read-only';
  }
}

function messageOf(code: ErrorCode, { path, words }: StorageWork & { readonly words: string }): string {
  switch (code) {
    case 'locked':
      return `Another process keeps the ledger ${path} busy.`;
    case 'disk-full':
      return `The disk of the ledger ${path} is full (${words}).`;
    case 'ledger-read-only':
      return `The ledger ${path} stands where nothing can be written (${words}).`;
    case 'ledger-unreadable':
      return `The ledger ${path} cannot be read (${words}).`;
    case 'ledger-unwritable':
      return `The ledger ${path} cannot be written (${words}).`;
    default:
      return `The ledger ${path} met an unexpected failure.`;
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no error';
  if ('errstr' in error) return String(error.errstr);
  return 'code' in error ? String(error.code) : 'failure';
}
