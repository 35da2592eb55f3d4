// Two answers that change places (`swapped`): the first waits for the second of the same fault. When none comes, it is sent where it
// belongs.

import type { Fault } from './faults.ts';
import type { SandboxAnswer } from './verdict.ts';

export interface WaitingAnswer {
  readonly fault: Fault;
  readonly answer: SandboxAnswer;
  readonly send: (answer: SandboxAnswer) => void;
}

export type Swap = (held: WaitingAnswer) => void;

/** Long beside the time between two requests of one client, short for one that has no other. */
const PATIENCE_MS = 50;

export function createSwap(): Swap {
  const waiting = new Map<Fault, WaitingAnswer & { readonly timer: NodeJS.Timeout }>();
  return (held) => {
    const { fault } = held;
    const other = waiting.get(fault);
    if (other === undefined) {
      const timer = setTimeout(() => {
        waiting.delete(fault);
        held.send(held.answer);
      }, PATIENCE_MS);
      waiting.set(fault, { ...held, timer });
      return;
    }
    waiting.delete(fault);
    clearTimeout(other.timer);
    other.send(held.answer);
    held.send(other.answer);
  };
}
