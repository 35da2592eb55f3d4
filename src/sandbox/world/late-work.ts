// Delayed writes (`commit-late`): carried out at their time, or when the sandbox stops, whichever is first. Their time passes
// by itself, or on the sandbox's clock, which somebody may set forward: then they are done before the next request.

import type { Clock } from '../../core/model/state.ts';

export interface LateWork {
  after(ms: number, work: () => void): void;
  afterByClock(ms: number, work: () => void): void;
  /** Carries out what is due by the clock. */
  catchUp(): void;
  finish(): void;
}

export function createLateWork(clock: Clock): LateWork {
  const pending = new Map<() => void, NodeJS.Timeout>();
  const dated = new Map<() => void, number>();
  const doDated = (isDue: (at: number) => boolean): void => {
    for (const [work] of [...dated].filter(([, at]) => isDue(at))) {
      dated.delete(work);
      work();
    }
  };
  return {
    after(ms, work) {
      const timer = setTimeout(() => {
        pending.delete(work);
        work();
      }, ms);
      pending.set(work, timer);
    },
    afterByClock: (ms, work) => void dated.set(work, clock() + ms),
    catchUp: () => doDated((at) => at <= clock()),
    finish() {
      for (const [work, timer] of pending) {
        clearTimeout(timer);
        work();
      }
      pending.clear();
      doDated(() => true);
    },
  };
}
