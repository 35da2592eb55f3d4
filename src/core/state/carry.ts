// A ledger as bytes, for a machine that does not keep its disk: the whole file, with what its write-ahead log still holds. Where a
// ledger is already, the one with the higher generation is the later one, and never replaced by an earlier one. Its key goes along in
// front of it, so these bytes are sealed before they leave the machine: HEAD | key (32) | ledger.

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { randomName } from '../machine.ts';
import { ToolError } from '../model/errors.ts';
import { fieldsOf } from './fields.ts';
import { makeFolder } from './folder.ts';
import { ensureKey, KEY_BYTES, keyFile, putKey, readKey } from './key-file.ts';
import { ledgerExists, openForReading } from './ledger-file.ts';

const HEAD = Buffer.from('MUSTERKEY1\n');

export interface CarriedLedger {
  readonly bytes: Buffer;
  /** Grows with every transaction that changed it. */
  readonly generation: number;
}

/** Null where there is no ledger. Throws as openForReading does. */
export function packLedger(path: string): CarriedLedger | null {
  if (!ledgerExists(path)) return null;
  const copy = `${path}.${randomName(6)}.copy`;
  const { database } = openForReading(path);
  try {
    database.prepare('VACUUM INTO ?').run(copy);
    freeLock(copy);
    const id = database.prepare(`SELECT value FROM meta WHERE key = 'digest-key-id'`).get();
    const key = readKey(path, fieldsOf(id, 'meta digest-key-id').text('value'));
    return { bytes: Buffer.concat([HEAD, key, readFileSync(copy)]), generation: generationOf(copy) };
  } finally {
    database.close();
    rmSync(copy, { force: true });
  }
}

/** A run that holds the ledger here holds no other one: who has the branch's says its claim. */
function freeLock(copy: string): void {
  const database = new DatabaseSync(copy);
  database.exec(`UPDATE lock SET holder = NULL, boot = NULL, pid_namespace = NULL, pid = NULL, started_at = NULL,
    since = NULL, heartbeat = NULL, beats = beats + 1 WHERE holder IS NOT NULL`);
  database.close();
}

/**
 * False where the ledger that is there is the same. `least`: the generation that was handed over last, as far as known. Throws
 * `ledger-damaged`, and `state-branch` where an earlier one than that was brought, or than the one that is there.
 */
export function unpackLedger(path: string, bytes: Buffer, least: number): boolean {
  const draft = `${path}.${randomName(6)}.draft`;
  makeFolder(dirname(path));
  try {
    const key = bytes.subarray(HEAD.length, HEAD.length + KEY_BYTES);
    writeFileSync(draft, bytes.subarray(HEAD.length + KEY_BYTES), { mode: 0o600, flag: 'wx' });
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
    if (here === brought) ensureKey(path, key);
    if (here === brought) return false;
    putKey(path, key);
    for (const beside of ['-wal', '-shm']) rmSync(path + beside, { force: true });
    renameSync(draft, path);
    return true;
  } finally {
    dropLedger(draft);
  }
}

/** The plain files, where the ledger that counts lies elsewhere. */
export function dropLedger(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`, keyFile(path)]) rmSync(file, { force: true });
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
