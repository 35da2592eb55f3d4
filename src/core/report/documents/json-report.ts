// The JSON report as a type, format 1.0: what `--json` prints, and the source of schemas/report-1.0.schema.json
// (scripts/generate-schema.ts). A promise to whoever reads it:
//
//   within 1.x     keys are added, never removed, renamed or given another meaning; so are codes and ids of open questions
//   another word   in a list of words (action, class, outcome, …) raises the minor version
//   2.0            may change anything
//
// Every kind of run has every key: where a kind does not know one, its list is empty, its number zero and its value null, so
// one reader fits all kinds. Times are ISO 8601 in UTC, durations milliseconds. A document is such a report, of which its kind
// says what is not null.

import type { Address, Kind, SourcePosition } from '../../model/address.ts';
import type { Check } from '../../model/check.ts';
import type { DriftClass } from '../../model/drift-classes.ts';
import type { PointId } from '../../model/open-points.ts';
import type { ChangedAnswer, ProfileEntry } from '../../model/profile.ts';
import type { Action } from '../../model/state.ts';
import type { Adoption, LeftOut } from '../../reconcile/adoption.ts';
import type { DriftResult } from '../../reconcile/finding.ts';
import type {
  Forecast,
  LeaverCount,
  Offboarding,
  Plan,
  PlanApproval,
  PlanSince,
  ReliedAnswer,
} from '../../reconcile/plan-value.ts';
import type { Settlement } from '../../reconcile/settlement.ts';
import type { ReportHead, RunKind } from '../words/head.ts';
import type { ReportCommand } from '../words/next.ts';
import type { ReportDiagnostic, ReportProblem } from './diagnostics.ts';
import type { ReportFinding, ReportRule } from './drift-rows.ts';
import type { ExactCommand } from './exact-commands.ts';
import type { ReportTask } from './known.ts';
import type { RecordLookupFacts, SearchFacts, StoryFacts, UserLookupFacts } from './lookup-facts.ts';
import type { ReportChange, ReportGuard, ReportSettlement, ReportVerdict, ReportWarning } from './plan-rows.ts';

export interface JsonReport extends ReportHead {
  /** `1.0`, or a later 1.x, which has more keys. */
  readonly formatVersion: string;
  /** What was asked for, also of a run that failed: `destroy` is an apply, `drift --max-age` a drift run. */
  readonly kind: RunKind;
  /** Desired files that were read, relative to the project folder. */
  readonly files: readonly string[];
  /** Of validate: how much the files declare. */
  readonly declared: { readonly users: number; readonly records: number } | null;
  readonly summary: JsonSummary;
  /** Objects that the service was asked about, and those that it answered. */
  readonly coverage: Plan['coverage'];
  /** Declared properties by how sure they are: read back, assumed since creation, or neither. */
  readonly verified: DriftResult['verified'] | null;
  readonly requests: Plan['requests'];
  /** When records of the plan can be delivered. */
  readonly forecast: Forecast<string> | null;
  /** What is pinned to people who leave, and which campaigns were searched for it. */
  readonly offboarding: Offboarding<string> | null;
  /** People declared absent, and on how many sides that was verified. */
  readonly leavers: LeaverCount | null;
  /** They stop nothing. */
  readonly warnings: readonly ReportWarning[];
  /** In the order in which they are applied. */
  readonly changes: readonly ReportChange[];
  /** Objects that are not changed, and why. */
  readonly verdicts: readonly ReportVerdict[];
  readonly guards: readonly ReportGuard[];
  readonly approval: ReportApproval | null;
  /** Commands that apply this plan, or one part of it, and no other. */
  readonly exactly: readonly ExactCommand[];
  /** Of apply: what became of each change. */
  readonly settlements: readonly ReportSettlement[];
  /** Of drift. */
  readonly findings: readonly ReportFinding[];
  readonly ignoreRules: readonly ReportRule[];
  /** Of `drift --max-age`: when the last complete run ended, and how old it may be. */
  readonly heartbeat: { readonly at: string; readonly maxAgeMs: number } | null;
  /** What a reader must know about the run itself; of look-ups, what could not be read beside the answer, and what may be meant instead. */
  readonly remarks: readonly string[];
  /** Of show. */
  readonly recorded: readonly ReportObject[];
  readonly openIntents: readonly { readonly address: Address; readonly action: Action; readonly at: string }[];
  readonly copies: readonly { readonly address: Address; readonly savedAt: string }[];
  readonly adoption: ReportAdoption | null;
  /** What is wrong in the desired files. */
  readonly diagnostics: readonly ReportDiagnostic[];
  /** Assumptions about the service that the plan makes. */
  readonly relies: readonly ReliedAnswer[];
  /** Of `--since`: what was not read, or why everything was; null without it. */
  readonly since: PlanSince<string> | null;
  /** Of doctor. */
  readonly checks: readonly Check[];
  readonly probe: ReportProbe | null;
  /** Of `get user`. */
  readonly user: UserLookupFacts | null;
  /** Of `get record`. */
  readonly record: RecordLookupFacts | null;
  readonly search: SearchFacts | null;
  /** Of why. */
  readonly story: StoryFacts | null;
  /** Of get, search and why: tasks as the service shows them; values of data items are masked. */
  readonly tasks: readonly ReportTask[];
  /** Why an apply ended early; null when it did not. */
  readonly stopped: ReportProblem | null;
  /** Why there is no result; null when there is one. */
  readonly error: ReportError | null;
  readonly next: ReportCommand | null;
  /** Of drift: put it back, keep it, silence it; or read again. */
  readonly waysOut: readonly ReportCommand[];
  /** Of plan: what merging does, as the pipeline says it; null where nobody said it. */
  readonly onMerge: string | null;
  /** Of plan: how an apply is started in the workflow of this repository; null where `muster apply` or Pulumi does it. */
  readonly applyWith: string | null;
  /** Always false: this document is never cut. */
  readonly truncated: boolean;
}

/** Numbers of every kind of run; zero where a kind does not know them. */
export interface JsonSummary {
  readonly changes: Plan['counts'];
  readonly decisions: number;
  readonly unreadable: number;
  readonly guards: { readonly stopping: number; readonly passed: number };
  readonly settlements: Readonly<Record<Settlement['kind'], number>>;
  /** By class, without those that a rule silences. */
  readonly findings: Readonly<Record<DriftClass, number>>;
  readonly alarms: number;
  /** Alarms that were seen once only. */
  readonly suspected: number;
  /** Findings that a rule silences; not counted in `findings`. */
  readonly ignored: number;
  readonly inSync: number;
  readonly recorded: number;
  readonly diagnostics: number;
}

/** What an approval of this plan binds; `part`: what is applied. */
export interface ReportApproval extends Omit<PlanApproval, 'parts'> {
  readonly fingerprint: Plan['fingerprint'];
}

export interface ReportError extends ReportProblem {
  readonly exit: number;
  readonly headline: string;
  /** More facts, one a line. */
  readonly lines: readonly string[];
  readonly address: Address | null;
  readonly source: SourcePosition | null;
}

export interface ReportObject {
  readonly address: Address;
  readonly kind: Kind;
  readonly recordedAt: string;
  /** Names of the fields that were sent; values are kept as digests only. */
  readonly fields: readonly string[];
  readonly provenance: 'created' | 'adopted';
  readonly connectUserId: string | null;
  readonly previewRecordId: string | null;
  readonly preferredAgent: string | null;
  readonly consumed: { readonly how: string; readonly at: string } | null;
}

/** What was taken over into the files, with a patch that shows values: it is the user's own data. */
export interface ReportAdoption extends Omit<Adoption, 'project' | 'target' | 'coverage' | 'requests' | 'leftOut'> {
  readonly leftOut: readonly ReportLeftOut[];
}

/**
 * - `declared`, `recorded`: somebody answers for it already.
 * - `absent`: the service says there is none; `unreadable`: nothing is concluded.
 * - `twin`: the clientId stands twice. `foreign`: carries the marker of another stack.
 * - `refused`: cannot be declared as it is (the rules of desired files). `differs`: declared, it would not be left as it is.
 * - `elsewhere`: the value does not stand in the declaration itself. `no-file`: nothing in a file says it.
 */
type LeftOutWhy = LeftOut['why'];

export interface ReportLeftOut {
  readonly address: Address;
  readonly kind: Kind;
  readonly why: LeftOutWhy;
  /** In words, without personal values. */
  readonly text: string;
  readonly source: SourcePosition | null;
}

export interface ReportPoint extends ProfileEntry {
  readonly id: PointId;
  readonly question: string;
}

/** What doctor found out about the assumptions; null when it did not probe. */
export interface ReportProbe {
  /** Relative to the project folder. */
  readonly path: string;
  /** Whether the file was written; false too when there was nothing new to write. */
  readonly written: boolean;
  /** Whether writing it would change the file. */
  readonly differs: boolean;
  /** Measured answers that are not those measured before. */
  readonly changed: readonly ChangedAnswer[];
  /** The profile as it is, or would be, written. */
  readonly points: readonly ReportPoint[];
}
