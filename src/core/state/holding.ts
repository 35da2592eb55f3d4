// One run's hold of a ledger: its transactions, its signs of life, and how it learns that the lock is lost.
//
//   Premise   Only the transaction itself proves that this run still holds the lock: it confirms the fence (transaction.ts).
//   Rule      What a transaction proved counts for FRESH_MS, by the clock and by the monotonic count of the machine; whoever asks later
//             reads the row. A machine that was suspended shows it by its clock, one whose clock was set by its count.

import { MACHINE } from '../machine.ts';
import type { Clock } from '../model/state.ts';
import { storageError } from './failure.ts';
import { keepLock, lostLock } from './lock.ts';
import type { LockOptions, LockRow } from './lock.ts';
import type { Uptime } from './uptime.ts';
import type { WritingThread } from './writing-thread.ts';
import type { Entry } from './writes.ts';

const FRESH_MS = 1_000;

export interface Holding {
  readonly fence: number;
  /** Aborted, with a ToolError as its reason, once this run learns that it holds the lock no more. */
  readonly lost: AbortSignal;
  /** One transaction: the indexes of the entries that it refused. Rejects with `locked`, and with the codes of failure.ts. */
  commit(entries: readonly Entry[]): Promise<readonly number[]>;
  /** Throws `locked` when the lock was lost, or freed. */
  readonly assertHeld: () => void;
  /** No more signs of life, and nothing counts as proved. */
  stop(): void;
}

export interface HoldingParts {
  readonly thread: WritingThread;
  readonly locking: LockRow;
  readonly path: string;
  readonly clock: Clock;
  readonly uptime: () => Uptime;
}

export function holdLock(parts: HoldingParts, fence: number, options: LockOptions): Holding {
  const { thread, locking, path, clock, uptime } = parts;
  const { monotonic } = options.machine ?? MACHINE;
  const moment = (): readonly number[] => [clock(), monotonic()];
  let confirmed = moment();

  const commit = async (entries: readonly Entry[]): Promise<readonly number[]> => {
    const before = moment();
    const { boot, ms: uptimeMs } = uptime();
    const written = await thread.commit({ fence, now: clock(), boot, uptimeMs, entries });
    switch (written.kind) {
      case 'committed':
        confirmed = before;
        return written.refused;
      case 'lost': {
        const reason = lostLock(written.lock);
        kept.lose(reason);
        throw reason;
      }
      case 'failed':
        throw storageError(Object.assign(new Error(written.message), written), { path, doing: 'write' });
      default:
        return written satisfies never;
    }
  };
  const kept = keepLock(() => commit([]), options);
  return {
    fence,
    lost: kept.lost,
    commit,
    assertHeld: () => {
      kept.lost.throwIfAborted();
      const now = moment();
      if (now.every((ms, index) => Math.abs(ms - (confirmed[index] ?? 0)) < FRESH_MS)) return;
      locking.assertHeld(fence);
      confirmed = now;
    },
    stop: () => {
      kept.stop();
      confirmed = [];
    },
  };
}
