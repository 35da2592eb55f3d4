// What became of each change of a plan, and how far a run is.

import type { ErrorCode } from '../model/errors.ts';
import type { Problem } from '../model/outcome.ts';
import type { Change } from './change.ts';
import type { Plan } from './plan-value.ts';

/** The fate of one change. */
export type Settlement =
  /** `unproven`: the answer does not prove all that was to be made (apply/confirm.ts). */
  | { readonly change: Change; readonly kind: 'applied'; readonly note: string | null; readonly unproven?: true }
  | { readonly change: Change; readonly kind: 'skipped' | 'failed' | 'unresolved'; readonly problem: Problem };

/** Long work tells how far it is. `total` may grow. */
export interface Progress {
  readonly phase: 'read' | 'apply';
  readonly done: number;
  readonly total: number;
}
export type OnProgress = (progress: Progress) => void;

/** What one apply did. Every change of the plan has exactly one settlement. */
export interface ApplyResult {
  readonly plan: Plan;
  readonly settlements: readonly Settlement[];
  /** Why the run stopped early (a failure of the environment, not of one object); null when it did not. */
  readonly stopped: Problem | null;
}

export function applied(change: Change, note: string | null = null): Settlement {
  return { change, kind: 'applied', note };
}

export function failed(change: Change, problem: Problem): Settlement {
  return { change, kind: 'failed', problem };
}

export function skippedBecause(change: Change, code: ErrorCode, message: string): Settlement {
  return { change, kind: 'skipped', problem: { code, message, stopsRun: false } };
}

/** The intent stays open: the next run reads before it plans. */
export function unresolved(change: Change, message: string): Settlement {
  return { change, kind: 'unresolved', problem: { code: 'lost-answer', message, stopsRun: false } };
}
