// The engine's resource monitor, to which the SDK sends what a program registers. Where nobody answers, the SDK neither
// ends nor fails what is waited for, and the program would hold the lock of the stack for ever:
//
//   no engine                      a program started by hand            refused before anything is registered
//   the engine of another copy     two copies of the SDK in a project   refused: each takes only its own messages
//   a registration was refused     the engine says why                  waiting ends, the others go on
//   no request is under way, and something is still waited for          refused after QUIET_MS

import * as pulumi from '@pulumi/pulumi';
import { ResourceMonitorClient } from '@pulumi/pulumi/proto/resource_grpc_pb.js';

import { MACHINE, pause } from '../core/machine.ts';
import { ToolError } from '../core/model/errors.ts';

/** For what is on its way inside the program between two requests. */
const QUIET_MS = 20_000;

/** Throws `no-engine`. */
export function requireMonitor(monitor: object | undefined = pulumi.runtime.getMonitor()): void {
  if (monitor === undefined) throw new ToolError('no-engine', { message: 'the program was not started by Pulumi' });
  // What a unit test sets in place of the engine is no connection.
  if ('makeUnaryRequest' in monitor && !(monitor instanceof ResourceMonitorClient)) {
    throw new ToolError('no-engine', { message: 'there are two copies of @pulumi/pulumi: the program’s and muster’s' });
  }
}

/** Resolves when the engine has taken the resource, or refused it. */
export async function registered({ urn }: { readonly urn: object }): Promise<void> {
  // The SDK's declarations leave it out; a function given to `apply` is never called for what was refused.
  if (!('promise' in urn) || typeof urn.promise !== 'function') return;
  const answer: unknown = Reflect.apply(urn.promise, urn, []);
  await Promise.allSettled([answer]);
}

export interface StallWatch {
  /** Resolves when no request to the engine is under way. */
  readonly quiet: () => Promise<void>;
  readonly pause: (signal: AbortSignal) => Promise<void>;
}

const STALLING: StallWatch = {
  quiet: requestsAnswered,
  // It holds no process that has nothing else to do.
  pause: (signal) => pause({ after: (ms, run) => MACHINE.after(ms, run, true) }, QUIET_MS, signal),
};

/** Waits for `work`. Throws `no-engine` when nothing is under way that could end it; a request may take any time. */
export async function unlessStalled(work: Promise<unknown>, { quiet, pause }: StallWatch = STALLING): Promise<void> {
  const ended = new AbortController();
  const stalled = async (): Promise<never> => {
    await quiet();
    await pause(ended.signal);
    throw new ToolError('no-engine', { message: 'it has answered everything, and some registrations still wait' });
  };
  try {
    await Promise.race([work, stalled()]);
  } finally {
    ended.abort();
  }
}

/** The SDK counts its requests, and its declarations leave the count out. Never resolves where it has none. */
export async function requestsAnswered(): Promise<void> {
  const wait: unknown = Reflect.get(pulumi.runtime, 'waitForRPCs');
  const answered: unknown = typeof wait === 'function' ? Reflect.apply(wait, undefined, []) : new Promise(() => {});
  await answered;
}
