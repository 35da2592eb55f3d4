// Time, chance and waiting of this machine. The only place of the sources that reads them, the sandbox apart: a run takes a Machine, so
// that it can be played again with the same one.

import { randomBytes, randomInt, randomUUID } from 'node:crypto';

export interface Machine {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Milliseconds that only grow, whatever is done to the clock. */
  readonly monotonic: () => number;
  /** Calls `run` once, later. Gives what calls it off. `isIdle`: the process need not stay for it. */
  readonly after: (ms: number, run: () => void, isIdle?: boolean) => () => void;
  /** Resolves in the next turn of the event loop: those that were answered go on before. */
  readonly turn: () => Promise<void>;
  /** In [0, 1). */
  readonly chance: () => number;
  /** A name that nothing else has. */
  readonly newId: () => string;
  readonly bytes: (count: number) => Buffer;
}

const CHANCE_STEPS = 2 ** 32;

export const MACHINE: Machine = {
  clock: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, run, isIdle = false) => {
    const timer = setTimeout(run, ms);
    if (isIdle) timer.unref();
    return () => clearTimeout(timer);
  },
  turn: () => new Promise((resolve) => setImmediate(resolve)),
  chance: () => randomInt(CHANCE_STEPS) / CHANCE_STEPS,
  newId: () => randomUUID(),
  bytes: (count) => randomBytes(count),
};

/** Hexadecimal digits of so many random bytes: for the name of a draft or of a run. */
export function randomName(bytes: number, { bytes: random }: Pick<Machine, 'bytes'> = MACHINE): string {
  return random(bytes).toString('hex');
}

/** Resolves after so many ms, or when the signal is aborted. */
export function pause({ after }: Pick<Machine, 'after'>, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const end = (): void => {
      callOff();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const callOff = after(ms, end);
    signal?.addEventListener('abort', end, { once: true });
  });
}
