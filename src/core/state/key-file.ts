// The key of a ledger's digests, in a file of its own that only its owner can read: a copy of the ledger alone does not tell which of a
// thousand telephone numbers a digest is of.
//
//   the ledger says      | the key file           | then
//   which key it is      | that key               | that key
//   which key it is      | none, or another one   | `ledger-key`: with a new key every value would look changed, and be written again
//   no ledger yet        | none                   | made before the ledger
//
// Example: `.muster/ledger/prod.sqlite` was copied to another machine without `.muster/keys/prod.key`. A plan there is refused.

import { createHash } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { MACHINE, randomName } from '../machine.ts';
import { codeOf } from '../model/error-code.ts';
import { ToolError } from '../model/errors.ts';
import { makeFolder } from './folder.ts';

export const KEY_BYTES = 32;

/** `path`: of the ledger. */
export function keyFile(path: string): string {
  const folder = dirname(path).replace(/[\\/]ledger$/u, '');
  return join(folder, 'keys', `${basename(path, '.sqlite')}.key`);
}

/** What a ledger keeps of its key; the key cannot be found from it. */
export function keyId(key: Uint8Array): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

/** Throws `ledger-key`. */
export function readKey(path: string, id: string): Uint8Array {
  const key = keyAt(path);
  if (key !== null && keyId(key) === id) return key;
  const what = key === null ? 'is missing, or holds no key' : 'is the key of another ledger';
  throw new ToolError('ledger-key', {
    message: `${keyFile(path)} ${what}; ${path} cannot be compared without its own`,
  });
}

/** The key that is there; this one where there is none. Of two runs at once the first one's counts for both. */
export function ensureKey(path: string, made: Uint8Array = MACHINE.bytes(KEY_BYTES)): Uint8Array {
  if (keyAt(path) === null) putKey(path, made, linkSync);
  return readKey(path, keyId(keyAt(path) ?? made));
}

/** In the place of any other; with `linkSync` only where there is none. */
export function putKey(path: string, key: Uint8Array, place = renameSync): void {
  const file = keyFile(path);
  const draft = `${file}.${randomName(6)}.new`;
  makeFolder(dirname(file));
  try {
    writeFileSync(draft, `${Buffer.from(key).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    place(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function keyAt(path: string): Uint8Array | null {
  try {
    const text = readFileSync(keyFile(path), 'utf8').trim();
    return /^[0-9a-f]{64}$/u.test(text) ? Buffer.from(text, 'hex') : null;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
