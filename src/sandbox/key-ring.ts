// The environment's API key. It changes only on command; how long the former one stays valid is switch S17.

import { randomBytes, randomUUID } from 'node:crypto';
import { readOwnJson } from './own-json.ts';
import type { Store } from './store.ts';

export interface KeyRing {
  /** The valid key and the id of its version. */
  secret(): { readonly value: string; readonly versionId: string; readonly createdAt: number };
  accepts(key: string): boolean;
  /** Notes that the valid key leaves now. */
  handOut(): void;
  /** When this key was last handed out by this process; null when it never was. */
  handedOutAt(key: string): number | null;
  rotate(): void;
}

interface Ring {
  readonly value: string;
  readonly versionId: string;
  readonly createdAt: number;
  readonly former: string | null;
}

export function openKeyRing(store: Store, now: () => number, formerValidMs: () => number): KeyRing {
  const kept = store.readSetting('keyRing');
  const keep = (ring: Ring): Ring => {
    store.writeSetting('keyRing', JSON.stringify(ring));
    return ring;
  };
  const fresh = (former: string | null): Ring => ({
    value: `sandbox-${randomBytes(24).toString('base64url')}`,
    versionId: randomUUID(),
    createdAt: now(),
    former,
  });
  const handedOut = new Map<string, number>();
  let ring = kept === null ? keep(fresh(null)) : readOwnJson<Ring>(kept);
  return {
    secret: () => ring,
    accepts: (key) => key === ring.value || (key === ring.former && now() < ring.createdAt + formerValidMs()),
    handOut: () => void handedOut.set(ring.value, now()),
    handedOutAt: (key) => handedOut.get(key) ?? null,
    rotate() {
      ring = keep(fresh(ring.value));
    },
  };
}
