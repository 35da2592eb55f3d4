// The environment's API key. It changes only on command; how long the former one stays valid is switch S17.

import { readOwnJson } from './own-json.ts';
import type { Store } from './store.ts';

export interface KeyRing {
  /** The valid key and the id of its version. */
  secret(): KeyVersion;
  /** The version before it; null before the first rotation. */
  formerSecret(): KeyVersion | null;
  accepts(key: string): boolean;
  /** Records that this key is handed out now. */
  handOut(key: string): void;
  /** When this key was last handed out by this process; null when it never was. */
  handedOutAt(key: string): number | null;
  rotate(): void;
}

export interface KeyVersion {
  readonly value: string;
  readonly versionId: string;
  readonly createdAt: number;
}

interface Ring extends KeyVersion {
  readonly former: KeyVersion | null;
}

export function openKeyRing(
  store: Store,
  { now, newId }: { readonly now: () => number; readonly newId: () => string },
  formerValidMs: () => number,
): KeyRing {
  const kept = store.readSetting('keyRing');
  const keep = (ring: Ring): Ring => {
    store.writeSetting('keyRing', JSON.stringify(ring));
    return ring;
  };
  const fresh = (former: KeyVersion | null): Ring => ({
    value: `sandbox-${newId().replaceAll('-', '')}`,
    versionId: newId(),
    createdAt: now(),
    former,
  });
  const handedOut = new Map<string, number>();
  let ring = kept === null ? keep(fresh(null)) : readOwnJson<Ring>(kept);
  return {
    secret: () => ring,
    formerSecret: () => ring.former,
    accepts: (key) => key === ring.value || (key === ring.former?.value && now() < ring.createdAt + formerValidMs()),
    handOut: (key) => void handedOut.set(key, now()),
    handedOutAt: (key) => handedOut.get(key) ?? null,
    rotate() {
      const { value, versionId, createdAt } = ring;
      ring = keep(fresh({ value, versionId, createdAt }));
    },
  };
}
