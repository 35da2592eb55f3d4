// A key that was fetched because another one was refused is tried by one turn, and each turn that ends with it lets one more begin
// beside it: 1, 2, 4, 8. So a wrong key costs one request more and not one for each that waits, and a key that is replaced again
// after a few requests still serves whole turns: if all began at once, their readings could use up every key before a write.
// Promises: `pass` takes a place for whoever gets through, and `end` gives it back; a renewed key that was refused and never
// accepted lets nobody through any more.

import type { ApiKey } from './api-key.ts';

/** What an answer says about the key of its request: of a lost one, a 429 or a 5xx nothing is known. */
export type KeyWord = 'accepted' | 'refused' | 'nothing';

export interface KeyTrial {
  /**
   * Resolves when this turn may send with this key, or at once when the run has ended (check for that afterwards). True when it
   * tries it alone.
   */
  pass(key: ApiKey, turn: object): Promise<boolean>;
  note(key: ApiKey, word: KeyWord): void;
  /** The turn sends nothing more. */
  end(turn: object): void;
  /** Whether it was refused to somebody and is worth another fetch: not a renewed one that was never accepted. */
  isOutdated(key: ApiKey): boolean;
}

/** `inside`: turns that send with the key now; of a turn only its identity counts. */
interface Trial {
  readonly inside: Set<object>;
  width: number;
}

export function createKeyTrial(isRenewed: (key: ApiKey) => boolean, ended: AbortSignal): KeyTrial {
  const accepted = new WeakSet<ApiKey>();
  const outdated = new WeakSet<ApiKey>();
  const trials = new WeakMap<ApiKey, Trial>();
  const keys = new WeakMap<object, ApiKey>();
  const waiting = new Set<() => void>();

  const proceed = (): void => {
    for (const each of waiting) each();
    waiting.clear();
  };
  ended.addEventListener('abort', proceed, { once: true });
  const trialOf = (key: ApiKey): Trial => {
    const known = trials.get(key) ?? { inside: new Set(), width: 1 };
    trials.set(key, known);
    return known;
  };

  return {
    isOutdated: (key) => outdated.has(key),
    async pass(key, turn) {
      const trial = trialOf(key);
      while (isRenewed(key) && !ended.aborted) {
        if (trial.inside.has(turn) || trial.inside.size < trial.width) {
          trial.inside.add(turn);
          keys.set(turn, key);
          return trial.width === 1;
        }
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
      return false;
    },
    note(key, word) {
      if (word === 'accepted') accepted.add(key);
      if (word === 'refused' && (accepted.has(key) || !isRenewed(key))) outdated.add(key);
      if (word !== 'nothing' || accepted.has(key)) return;
      trials.get(key)?.inside.clear();
      proceed();
    },
    end(turn) {
      const key = keys.get(turn);
      if (key === undefined || !accepted.has(key)) return;
      const trial = trialOf(key);
      if (trial.inside.delete(turn)) trial.width += 1;
      proceed();
    },
  };
}
