// The JSON report as a type, format 1.0: what `--json` prints, and the source of schemas/report-1.0.schema.json
// (scripts/generate-schema.ts). A promise to whoever reads it:
//
//   within 1.x     keys are added, never removed, renamed or given another meaning; so are codes and ids of open questions
//   another word   in a list of words (action, class, outcome, …) raises the minor version
//   2.0            may change anything
//
// Every kind of run has every key: where a kind does not know one, its list is empty, its number zero and its value null, so
// one reader fits all kinds. Times are ISO 8601 in UTC, durations milliseconds.

import type { DriftClass } from '../../model/drift-classes.ts';
import type { Action } from '../../model/state.ts';
import type { AdoptDocument } from '../kinds/adopt.ts';
import type { ApplyDocument } from '../documents/apply.ts';
import type { DoctorDocument } from '../kinds/doctor.ts';
import type { DriftDocument } from '../documents/drift.ts';
import type { HeartbeatDocument } from '../kinds/heartbeat.ts';
import type { ErrorDocument } from '../kinds/error.ts';
import type { ReportHead, RunKind } from '../words/head.ts';
import type { ReportCommand } from '../words/next.ts';
import type { GetDocument, SearchDocument } from '../documents/lookup.ts';
import type { WhyDocument } from '../documents/why.ts';
import type { PlanDocument } from '../documents/plan.ts';
import type { ShowDocument } from '../kinds/show.ts';
import type { ValidateDocument } from '../kinds/validate.ts';

export interface JsonReport extends ReportHead {
  /** `1.0`, or a later 1.x, which has more keys. */
  readonly formatVersion: string;
  /** What was asked for, also of a run that failed: `destroy` is an apply, `drift --max-age` a drift run. */
  readonly kind: RunKind;
  /** Desired files that were read, relative to the project folder. */
  readonly files: readonly string[];
  /** Of validate: how much the files declare. */
  readonly declared: ValidateDocument['declared'] | null;
  readonly summary: JsonSummary;
  /** Objects that the service was asked about, and those that it answered. */
  readonly coverage: PlanDocument['coverage'];
  readonly verified: DriftDocument['verified'] | null;
  readonly requests: PlanDocument['requests'];
  /** When records of the plan can be delivered. */
  readonly forecast: PlanDocument['forecast'] | null;
  readonly offboarding: PlanDocument['offboarding'] | null;
  readonly leavers: DriftDocument['leavers'];
  readonly warnings: PlanDocument['warnings'];
  /** In the order in which they are applied. */
  readonly changes: PlanDocument['changes'];
  /** Objects that are not changed, and why. */
  readonly verdicts: PlanDocument['verdicts'];
  readonly guards: PlanDocument['guards'];
  readonly approval: PlanDocument['approval'] | null;
  readonly exactly: PlanDocument['exactly'];
  /** Of apply: what became of each change. */
  readonly settlements: ApplyDocument['settlements'];
  /** Of drift. */
  readonly findings: DriftDocument['findings'];
  readonly ignoreRules: DriftDocument['ignoreRules'];
  /** Of `drift --max-age`. */
  readonly heartbeat: HeartbeatDocument['heartbeat'] | null;
  readonly remarks: DriftDocument['remarks'];
  /** Of show. */
  readonly recorded: ShowDocument['recorded'];
  readonly openIntents: ShowDocument['openIntents'];
  readonly copies: ShowDocument['copies'];
  readonly adoption: AdoptDocument['adoption'] | null;
  /** What is wrong in the desired files. */
  readonly diagnostics: ValidateDocument['diagnostics'];
  readonly relies: PlanDocument['relies'];
  readonly since: PlanDocument['since'];
  /** Of doctor. */
  readonly checks: DoctorDocument['checks'];
  readonly probe: DoctorDocument['probe'];
  /** Of `get user`. */
  readonly user: GetDocument['user'];
  /** Of `get record`. */
  readonly record: GetDocument['record'];
  readonly search: SearchDocument['search'] | null;
  /** Of why. */
  readonly story: WhyDocument['story'] | null;
  /** Of get, search and why: tasks as the service shows them; values of data items are masked. */
  readonly tasks: GetDocument['tasks'];
  /** Why an apply ended early; null when it did not. */
  readonly stopped: ApplyDocument['stopped'];
  /** Why there is no result; null when there is one. */
  readonly error: ErrorDocument['error'] | null;
  readonly next: ReportCommand | null;
  /** Of drift: put it back, keep it, silence it. */
  readonly waysOut: DriftDocument['waysOut'];
  /** Of plan: what merging does, as the pipeline says it. */
  readonly onMerge: PlanDocument['onMerge'];
  /** Of plan: how an apply is started in the workflow of this repository. */
  readonly applyWith: PlanDocument['applyWith'];
  /** Always false: this document is never cut. */
  readonly truncated: boolean;
}

/** Numbers of every kind of run; zero where a kind does not know them. */
export interface JsonSummary {
  readonly changes: Readonly<Record<Action | 'unchanged' | 'consumed', number>>;
  readonly decisions: number;
  readonly unreadable: number;
  readonly guards: PlanDocument['summary']['guards'];
  readonly settlements: ApplyDocument['summary']['settlements'];
  readonly findings: Readonly<Record<DriftClass, number>>;
  readonly alarms: number;
  readonly suspected: number;
  readonly ignored: number;
  readonly inSync: number;
  readonly recorded: number;
  readonly diagnostics: number;
}
