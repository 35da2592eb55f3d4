// The queue in front of the service: admits as many requests as the pace allows, none while it is closed. Requests
// refused by the rate limit come first when it opens again. Promises: each `enter` takes exactly one place, each
// `leave` returns it.

import type { Machine } from '../machine.ts';
import type { Pace } from './pace.ts';

export interface Gate {
  /** Resolves with a place, or at once when the gate was opened to end the run (check for that afterwards). */
  enter(first: boolean): Promise<void>;
  leave(): void;
  /** Admits every request: used when the run has stopped and nothing is sent any more. */
  throwOpen(): void;
}

/** What passes the time between two requests; in ms. */
export type Timer = Pick<Machine, 'monotonic' | 'after'>;

export function createGate(pace: Pace, { monotonic, after }: Timer): Gate {
  const ahead = new Set<() => void>();
  const waiting = new Set<() => void>();
  let inside = 0;
  let open = false;
  let callOff: (() => void) | null = null;

  const admitOne = (): boolean => {
    const line = ahead.size > 0 ? ahead : waiting;
    const [next] = line;
    if (next === undefined) return false;
    line.delete(next);
    inside += 1;
    next();
    return true;
  };

  const admit = (): void => {
    const pauseMs = open ? 0 : pace.pausedUntil() - monotonic();
    if (pauseMs > 0) {
      callOff ??= after(pauseMs, () => {
        callOff = null;
        admit();
      });
      return;
    }
    while ((open || inside < pace.limit()) && admitOne());
  };

  return {
    enter(first) {
      const place = new Promise<void>((resolve) => (first ? ahead : waiting).add(resolve));
      admit();
      return place;
    },
    leave() {
      inside -= 1;
      admit();
    },
    throwOpen() {
      open = true;
      callOff?.();
      callOff = null;
      admit();
    },
  };
}
