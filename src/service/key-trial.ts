// A key that was fetched because another one was refused is tried by one request; the others follow once it was
// accepted. So a wrong key costs one request more and not one for each that waits. Promises: `pass` takes the trial for
// whoever gets through, and `note` gives it back; a key that was refused on trial lets nobody through any more.

import type { ApiKey } from './api-key.ts';

/** What an answer says about the key of its request: of a lost one, a 429 or a 5xx nothing is known. */
export type KeyWord = 'accepted' | 'refused' | 'nothing';

export interface KeyTrial {
  /** Resolves when a request may be sent with this key, or at once when the run has ended (check for that afterwards). */
  pass(key: ApiKey): Promise<void>;
  note(key: ApiKey, word: KeyWord): void;
  /** Whether it was refused to somebody and is worth another fetch: not a renewed one that was never accepted. */
  isOutdated(key: ApiKey): boolean;
}

export function createKeyTrial(isRenewed: (key: ApiKey) => boolean, ended: AbortSignal): KeyTrial {
  const accepted = new WeakSet<ApiKey>();
  const outdated = new WeakSet<ApiKey>();
  const waiting = new Set<() => void>();
  let tried: ApiKey | null = null;

  const release = (): void => {
    tried = null;
    for (const proceed of waiting) proceed();
    waiting.clear();
  };
  ended.addEventListener('abort', release, { once: true });

  return {
    isOutdated: (key) => outdated.has(key),
    async pass(key) {
      while (isRenewed(key) && !accepted.has(key) && !ended.aborted) {
        if (tried !== key) {
          tried = key;
          return;
        }
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
    note(key, word) {
      if (word === 'accepted') accepted.add(key);
      if (word === 'refused' && (accepted.has(key) || !isRenewed(key))) outdated.add(key);
      if (tried === key && word !== 'refused') release();
    },
  };
}
