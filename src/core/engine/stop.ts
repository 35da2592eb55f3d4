// What ends a changing run early, whoever says so: the person's signal, or the run itself where it can no longer record what it
// does. One AbortSignal reaches the client, which hands over no request any more, and the apply loop, which begins no change.
// Its reason is a ToolError; the first one counts.

import { MACHINE, pause } from '../machine.ts';
import type { Machine } from '../machine.ts';
import type { ToolError } from '../model/errors.ts';

export interface RunStop {
  readonly signal: AbortSignal;
  readonly stop: (reason: ToolError) => void;
}

/** `signal`: of whoever started the run. */
export function openStop(signal?: AbortSignal): RunStop {
  const own = new AbortController();
  return {
    signal: signal === undefined ? own.signal : AbortSignal.any([signal, own.signal]),
    stop: (reason) => own.abort(reason),
  };
}

/** Waits between the readings that settle a lost answer; once the run is stopped there is no reading to wait for. */
export function sleepUntil(signal: AbortSignal, machine: Machine = MACHINE): (ms: number) => Promise<void> {
  return (ms) => pause(machine, ms, signal);
}
