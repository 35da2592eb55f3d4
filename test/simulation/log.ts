// What happened in one life, in order of virtual time: the evidence that the oracle judges and the story tells. Written by the double
// (requests, effects, answers), by the door (runs, commits) and by the life (edits, events of others, time). Holds no opinion.

import type { Task } from '../../src/sandbox/world/task.ts';

/** A task or a user as the double holds it; `null`: not there. Values are frozen copies. */
export type Effect =
  | { readonly of: 'task'; readonly id: number; readonly before: Task | null; readonly after: Task | null }
  | {
      readonly of: 'user';
      readonly login: string;
      readonly before: { readonly inService: boolean; readonly connectUserId: string | null };
      readonly after: { readonly inService: boolean; readonly connectUserId: string | null };
    };

export interface RequestEntry {
  readonly kind: 'request';
  /** Counts requests of a life. */
  readonly request: number;
  readonly run: number;
  readonly operation: string;
  readonly body: unknown;
  /** Of a write: addresses of the intents that were durable when it left. */
  readonly intents: readonly string[];
}

/** The service has it: what it does follows. */
export interface ArrivalEntry {
  readonly kind: 'arrival';
  readonly request: number;
}

export interface EffectEntry {
  readonly kind: 'effect';
  /** Whose: the number of a request of ours, or null for others (then `event` names it). */
  readonly request: number | null;
  readonly event: string | null;
  readonly effect: Effect;
}

export interface AnswerEntry {
  readonly kind: 'answer';
  readonly request: number;
  /** HTTP status; null where none was given (lost, no connection, time limit). */
  readonly status: number | null;
  readonly body: unknown;
  /** Whether muster heard it: false where it was lost, or the process was killed before. */
  readonly isHeard: boolean;
  /** Name of the fault that was played on this request; null: none. */
  readonly fault: string | null;
}

export interface RunEntry {
  readonly kind: 'run';
  readonly run: number;
  readonly step: number;
  readonly verb: 'plan' | 'apply' | 'drift' | 'destroy' | 'refresh';
  /** What the caller allowed, as said. */
  readonly wishes: Readonly<Record<string, unknown>>;
}

export interface EndEntry {
  readonly kind: 'end';
  readonly run: number;
  /** Exit code of the command; null where the process was killed. */
  readonly exit: number | null;
  /** The document of the run (report/documents), or the error that ended it; null where killed. */
  readonly said: unknown;
}

/** Of the life: an edit of the files, an event of others, time that passes, a kill, a switch that is turned. */
export interface LifeEntry {
  readonly kind: 'state' | 'edit' | 'event' | 'time' | 'kill' | 'signal' | 'rotate' | 'step' | 'quiet' | 'note';
  readonly name: string;
  readonly detail: Readonly<Record<string, unknown>>;
  /** Whose it is, where two runs go on at once. */
  readonly run?: number;
}

export type Entry = { readonly at: number } & (
  RequestEntry | EffectEntry | AnswerEntry | ArrivalEntry | RunEntry | EndEntry | LifeEntry
);

export interface Log {
  readonly entries: readonly Entry[];
  add(entry: Entry extends infer E ? (E extends { at: number } ? Omit<E, 'at'> : never) : never): void;
}
