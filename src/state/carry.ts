// A ledger as bytes, for a machine that does not keep its disk: the whole file, with what its write-ahead log still holds. Where a
// ledger is already, the one with the higher generation is the later one, and never replaced by an earlier one.

import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { ToolError } from '../model/errors.ts';
import { ledgerExists, openForReading } from './ledger-file.ts';

export interface CarriedLedger {
  readonly bytes: Buffer;
  /** Grows with every transaction that changed it. */
  readonly generation: number;
}

/** Null where there is no ledger. Throws as openForReading does. */
export function packLedger(path: string): CarriedLedger | null {
  if (!ledgerExists(path)) return null;
  const copy = `${path}.${randomBytes(6).toString('hex')}.copy`;
  const { database } = openForReading(path);
  try {
    database.prepare('VACUUM INTO ?').run(copy);
    return { bytes: readFileSync(copy), generation: generationOf(copy) };
  } finally {
    database.close();
    rmSync(copy, { force: true });
  }
}

/**
 * False where the ledger that is there is the same. `least`: the generation that was handed over last, as far as known. Throws
 * `ledger-damaged`, and `state-branch` where an earlier one than that was brought, or than the one that is there.
 */
export function unpackLedger(path: string, bytes: Buffer, least: number): boolean {
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(draft, bytes, { mode: 0o600, flag: 'wx' });
    const brought = generationOf(draft);
    if (brought < least) {
      const message = `the ledger that was brought is of generation ${brought}, and ${least} was handed back: it was put back to an earlier one`;
      throw new ToolError('state-branch', { message });
    }
    const here = ledgerExists(path) ? generationOf(path) : -1;
    if (here > brought) {
      const message = `the ledger ${path} is of generation ${here}, the one that was brought of ${brought}`;
      throw new ToolError('state-branch', { message });
    }
    if (here === brought) return false;
    for (const beside of ['-wal', '-shm']) rmSync(path + beside, { force: true });
    renameSync(draft, path);
    return true;
  } finally {
    for (const beside of ['', '-wal', '-shm']) rmSync(draft + beside, { force: true });
  }
}

function generationOf(path: string): number {
  const { database } = openForReading(path);
  try {
    const row = database.prepare(`SELECT value FROM meta WHERE key = 'generation'`).get();
    return Number(row?.['value'] ?? 0);
  } finally {
    database.close();
  }
}
