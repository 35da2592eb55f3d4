// What a story needs of the door it goes through: one run of a file, and what stays of it.

import type { Project } from '../../src/core/model/state.ts';
import type { DesiredState } from '../../src/core/model/state.ts';
import type { DataItem } from '../../src/core/model/record.ts';
import type { Target } from '../../src/core/model/target.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import type { Settlement } from '../../src/core/reconcile/settlement.ts';
import type { Intent } from './history.ts';

export interface DoorRun {
  readonly desired: DesiredState;
  readonly allow: Readonly<Record<string, number>>;
  /** Between the plan and the first request of applying it. */
  readonly planned: (plan: Plan) => Promise<void>;
  /** Where it is played, if not where the story is. */
  readonly at?: Partial<Pick<DoorOptions, 'project' | 'target'>>;
  /** Stops it, as a person's signal does. */
  readonly signal?: AbortSignal;
  /** The engine is killed while its first operation is under way; only where `killsItself`. */
  readonly killed?: boolean;
}

export interface DoorResult {
  readonly settlements: readonly Settlement[];
  /** Addresses of planned changes that the program says it leaves to a person. */
  readonly leftOut: readonly string[];
  /** What was done and not said, or said and not done, where nothing came in between. */
  readonly unlike: readonly string[];
}

export interface StoryDoor {
  /** Whether what applies a plan is another process than the one that made it. */
  readonly handsOver: boolean;
  /** Whether a run can be told to be killed; else `keep` shows what a kill at that moment would leave. */
  readonly killsItself: boolean;
  /** Rejects with what the user is told when nothing is applied. */
  run(run: DoorRun): Promise<DoorResult>;
  /** Recorded state as a text that is equal when nothing changed. */
  recorded(): Promise<string>;
  /** Full copies of records on the way, by clientId, at this moment. */
  copies(): ReadonlyMap<string, readonly DataItem[]>;
  /** Every intent there was. */
  journal(): Promise<readonly Intent[]>;
  /** Takes what is recorded at this moment; calling the answer puts it back. */
  keep(): () => void;
  /** Takes the lock from the run that holds it; null where there is none. */
  readonly takeLockAway: (() => void) | null;
  /** All that stays, by where it stands. */
  texts(): [place: string, text: string][];
  close(): void;
}

export interface DoorOptions {
  readonly project: Project;
  readonly target: Target;
  readonly clock: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

export type OpenDoor = (options: DoorOptions) => Promise<StoryDoor>;
