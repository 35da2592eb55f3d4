// What became of each change of a plan, and how far a run is.

import type { ErrorCode } from '../model/errors.ts';
import type { Problem } from '../model/outcome.ts';
import type { TaskName } from '../model/pinned-tasks.ts';
import type { WorkedState } from '../model/record.ts';
import type { Change } from './change.ts';
import type { Plan } from './plan-value.ts';

/** The fate of one change. */
export type Settlement =
  /** `unproven`: the answer does not prove all that was to be made (apply/confirm.ts). */
  | { readonly change: Change; readonly kind: 'applied'; readonly notes: readonly Note[]; readonly unproven?: true }
  | { readonly change: Change; readonly kind: 'skipped' | 'failed' | 'unresolved'; readonly problem: Problem };

/** What is to be known of a change that was applied. Its words are in report/words/why-change.ts. */
export type Note =
  | { readonly kind: NoteKind }
  | { readonly kind: 'twin-gone'; readonly previewRecordId: string }
  | { readonly kind: 'state-put-back'; readonly state: WorkedState }
  | { readonly kind: 'copy-kept'; readonly keys: readonly string[] }
  | {
      readonly kind: 'unconfirmed';
      readonly because: 'backend-not-shown' | 'unreadable' | 'stopped';
      readonly message?: string;
    }
  | { readonly kind: 'pins-left'; readonly tasks: readonly TaskName[] }
  | { readonly kind: 'pins-unread' | 'no-pins'; readonly campaigns: readonly string[] };

type NoteKind =
  | 'already-gone'
  | 'already-so'
  | 'answer-lost'
  | 'removed-in-backend'
  | 'queue-put-back'
  | 'taken-on-the-way'
  /** Of a person: created with ALLOW after a refusal. */
  | 'joined'
  /** Of a create that was not answered, or whose answer lacks the id: seen, and nobody can prove who made it. */
  | 'made-unproven'
  | 'made-earlier';

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

export function applied(change: Change, ...notes: readonly Note[]): Settlement {
  return { change, kind: 'applied', notes };
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
