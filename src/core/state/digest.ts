// Keyed digests of values that must be comparable later and must not be kept (model/state.ts, Digest). Promises that
// equal JSON values have equal digests whatever the order of their keys; refuses what JSON cannot say.

import { createHmac, createSecretKey } from 'node:crypto';
import canonicalize from 'canonicalize';

import type { Digest } from '../model/state.ts';

/** Hex digits kept of the 64: 64 bits, far beyond chance collisions of one field's values, and small in a stack. */
const DIGEST_LENGTH = 16;

/**
 * HMAC-SHA-256 over canonical JSON (RFC 8785), 16 hex digits. `undefined` has the digest of null. Throws on NaN and
 * cycles.
 */
export function digestWith(key: Uint8Array): Digest {
  // A key object is made once: from raw bytes each digest would import the key again, at five times the cost.
  const secret = createSecretKey(key);
  return (value) => {
    const text = canonicalize(value) ?? 'null';
    return createHmac('sha256', secret).update(text).digest('hex').slice(0, DIGEST_LENGTH);
  };
}
