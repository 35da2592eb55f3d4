// A changing run of the command on a target with `state: pulumi` that is stopped: the signal reaches Pulumi's own command once,
// and what became of each change is told by the stack, without a request to the service.

import { MACHINE } from '../core/machine.ts';
import { skippedBecause, unresolved } from '../core/engine/parts.ts';
import type { Problem } from '../core/model/outcome.ts';
import type { RecordedState } from '../core/model/state.ts';
import type { Change } from '../core/reconcile/change.ts';
import type { Settlement } from '../core/reconcile/settlement.ts';

/** Time for the command to say that it has heard of the stop itself. */
const HEARD_MS = 1_000;

/**
 * Ctrl-C in a terminal reaches the Pulumi command as well, and of two it takes the second as "leave at once, leave the lock". So the
 * stop is only handed on where the command has not heard of it.
 */
export function handedOn(signal: AbortSignal, hasHeard: () => boolean): AbortSignal {
  const control = new AbortController();
  const handOn = (): void => {
    MACHINE.after(HEARD_MS, () => (hasHeard() ? undefined : control.abort(signal.reason)), true);
  };
  if (signal.aborted) handOn();
  else signal.addEventListener('abort', handOn, { once: true });
  return control.signal;
}

/** What Pulumi's engine prints when it begins to cancel. */
export function saysCancelling(output: string): boolean {
  return /\^C received|cancell?ing/iu.test(output);
}

interface Stacks {
  readonly before: RecordedState;
  readonly after: RecordedState;
}

/**
 *   the stack, of the object                         the change is
 *   has a write that was left open                   unresolved: the next run reads
 *   says something else than before the run          applied: a handler answered, or kept what was done
 *   says the same                                    skipped: not tried, or ended before its request left
 */
export function fateInStack(change: Change, { before, after }: Stacks, stop: Problem): Settlement {
  const { address } = change;
  const isOpen = after.openIntents.some((intent) => intent.address === address);
  if (isOpen) return unresolved(change, 'the update was cancelled while its request was on its way');
  const [was, is] = [before.objects.get(address), after.objects.get(address)];
  if (was?.recordedAt !== is?.recordedAt) return { change, kind: 'applied', notes: [] };
  return skippedBecause(change, 'skipped-stopped', `the run was stopped: ${stop.message}`);
}
