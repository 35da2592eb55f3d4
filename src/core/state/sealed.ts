// Bytes that leave the machine, readable and changeable only with the secret: compressed, then AES-256-GCM with a key derived from the
// secret by scrypt. The name of what is sealed is bound to it, so that one target's ledger never passes for another's.
//
//   MUSTER1 | salt (16) | nonce (12) | tag (16) | ciphertext

import { createCipheriv, createDecipheriv, scryptSync } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';

import { MACHINE } from '../machine.ts';

const HEAD = Buffer.from('MUSTER1\n');
const SALT = 16;
const NONCE = 12;
const TAG = 16;

export const LEAST_SECRET = 32;

interface Seal {
  readonly secret: string;
  /** What this is; not secret. */
  readonly name: string;
}

export function seal(bytes: Buffer, { secret, name }: Seal): Buffer {
  const [salt, nonce] = [MACHINE.bytes(SALT), MACHINE.bytes(NONCE)];
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, salt), nonce).setAAD(Buffer.from(name));
  const body = Buffer.concat([cipher.update(gzipSync(bytes)), cipher.final()]);
  return Buffer.concat([HEAD, salt, nonce, cipher.getAuthTag(), body]);
}

/** Null when it is not what was sealed under this name with this secret. */
export function unseal(sealed: Buffer, { secret, name }: Seal): Buffer | null {
  const start = HEAD.length + SALT + NONCE + TAG;
  if (sealed.length < start || !sealed.subarray(0, HEAD.length).equals(HEAD)) return null;
  const parts = sealed.subarray(HEAD.length);
  const salt = parts.subarray(0, SALT);
  const nonce = parts.subarray(SALT, SALT + NONCE);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, salt), nonce).setAAD(Buffer.from(name));
  decipher.setAuthTag(parts.subarray(SALT + NONCE, SALT + NONCE + TAG));
  try {
    return gunzipSync(Buffer.concat([decipher.update(sealed.subarray(start)), decipher.final()]));
  } catch {
    return null;
  }
}

const keyOf = (secret: string, salt: Buffer): Buffer => scryptSync(secret, salt, 32);
