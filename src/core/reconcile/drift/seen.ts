// The value that a rule of a baseline accepts, as text for muster.yaml: `scrypt:SALT:HASH` over the keyed digest of what the service
// showed. A later value is told again. Slow, because Git keeps it and a stack's key is no secret; keyed, because a ledger's is one. Pure.

import { scryptSync } from 'node:crypto';

const HASH_BYTES = 8;

/** `digest`: of the value, by the key of recorded state. `salt`: hexadecimal, by chance. */
export function seenText(digest: string, salt: string): string {
  return `scrypt:${salt}:${scryptSync(digest, salt, HASH_BYTES).toString('hex')}`;
}

/** A rule without a value accepts every one; without the ledger of the baseline (another key) none is recognised. */
export function accepts(seen: string | undefined, digest: string): boolean {
  return seen === undefined || seenText(digest, seen.split(':')[1] ?? '') === seen;
}
