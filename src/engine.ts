// The main path. The only place where rooms are joined; holds no rules.

import type { DesiredState, Project, RecordedState } from './model/state.ts';
import type { Clock } from './model/state.ts';
import type { Target } from './model/target.ts';
import type { SavedCopy } from './state/recorder.ts';
import type { ApplyResult, DriftResult, OnProgress, Plan } from './reconcile/change.ts';

export interface Run {
  readonly project: Project;
  readonly target: Target;
  readonly desired: DesiredState;
  /** Address pattern (`user:*@example.com`); null for everything. */
  readonly only: string | null;
  /** What `--allow` passes: guard name -> exact number, e.g. deletes -> 12. */
  readonly allow: Readonly<Record<string, number>>;
  readonly lockTimeoutMs: number;
  readonly clock: Clock;
  readonly onProgress: OnProgress;
}

/** Reads and computes; holds a client without writing methods; takes no lock. */
export declare function plan(run: Run): Promise<Plan>;
/** Locks, plans, asks `approve` with the plan, checks guards (throws ToolError 14), applies. Null when not approved. */
export declare function apply(run: Run, approve: (plan: Plan) => Promise<boolean>): Promise<ApplyResult | null>;
/** Reads only: no state write, no lock. */
export declare function drift(run: Run): Promise<DriftResult>;
/** Recorded state and the copies kept of records on the way. */
export declare function show(
  run: Pick<Run, 'project' | 'target'>,
): Promise<{ readonly recorded: RecordedState; readonly copies: readonly SavedCopy[] }>;
/** Like apply, with nothing desired: everything recorded is released or deleted by provenance. */
export declare function destroy(run: Run, approve: (plan: Plan) => Promise<boolean>): Promise<ApplyResult | null>;
