// Two answers that change places (`swapped`): the first waits for the second. When none comes, it is sent where it belongs.

import type { SandboxAnswer } from './verdict.ts';

export interface WaitingAnswer {
  readonly answer: SandboxAnswer;
  readonly send: (answer: SandboxAnswer) => void;
}

export type Swap = (held: WaitingAnswer) => void;

/** Long beside the time between two requests of one client, short for one that has no other. */
const PATIENCE_MS = 50;

export function createSwap(): Swap {
  let first: (WaitingAnswer & { readonly timer: NodeJS.Timeout }) | null = null;
  return (held) => {
    if (first === null) {
      const timer = setTimeout(() => {
        first = null;
        held.send(held.answer);
      }, PATIENCE_MS);
      first = { ...held, timer };
      return;
    }
    const other = first;
    first = null;
    clearTimeout(other.timer);
    other.send(held.answer);
    held.send(other.answer);
  };
}
