// How long ago something was, by the machine's own count since its start, which no correction of the clock changes.

import { uptime } from 'node:os';

import { bootOf } from './process-identity.ts';

export interface Uptime {
  /** Which start of which machine. */
  readonly boot: string;
  /** Since then; the time of a suspended machine counts. */
  readonly ms: number;
}

/** Undefined on another machine, and after a restart of this one. */
export function elapsedMs(then: Uptime, now: Uptime): number | undefined {
  return then.boot === now.boot && now.ms >= then.ms ? now.ms - then.ms : undefined;
}

export function uptimeOfMachine(): () => Uptime {
  const boot = bootOf();
  return () => ({ boot, ms: Math.round(uptime() * 1_000) });
}
