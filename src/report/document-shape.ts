// The shape of the one versioned document that every output is made from (JSON prints it as it is).
// Minor versions only add; a major version may rename. All lists are always there, empty where a kind has none.
// Times are ISO 8601 in UTC, durations milliseconds. Follows research "Outputs" and design section 6.

import type { Address, SourcePosition } from '../model/address.ts';
import type { Check } from '../model/check.ts';
import type { PointId } from '../model/open-points.ts';
import type { ProbeKind } from '../model/open-points.ts';
import type { ChangedAnswer, ProfileEntry } from '../model/profile.ts';
import type { Action } from '../model/state.ts';
import type { Adoption } from '../reconcile/adopt/adopt.ts';
import type { Relied } from '../reconcile/plan-value.ts';
import type { LeaverCount } from '../reconcile/plan-value.ts';
import type { ChangeDigest, PlanPart, Plan } from '../reconcile/plan-value.ts';
import type { DriftClass } from '../model/drift-classes.ts';
import type { DriftResult } from '../reconcile/finding.ts';
import type { Settlement } from '../reconcile/settlement.ts';
import type {
  ReportProblem,
  ReportChange,
  ReportVerdict,
  ReportGuard,
  ReportSettlement,
  ReportFinding,
  ReportRule,
  ReportLeaver,
  ReportWarning,
  ReportDiagnostic,
  ReportObject,
} from './document-rows.ts';

export const FORMAT_VERSION = '1.0';

export type ReportKind = 'plan' | 'apply' | 'drift' | 'show' | 'validate' | 'adopt' | 'doctor';

export interface ReportError extends ReportProblem {
  readonly exit: number;
  readonly headline: string;
  /** More facts, one a line. */
  readonly lines: readonly string[];
  readonly address: Address | null;
  readonly source: SourcePosition | null;
  readonly line: string | null;
}

export interface ReportSummary {
  readonly changes: Plan['counts'];
  readonly decisions: number;
  readonly unreadable: number;
  readonly guards: { readonly stopping: number; readonly passed: number };
  readonly settlements: Readonly<Record<Settlement['kind'], number>>;
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

export type ReportAdoption = Omit<Adoption, 'project' | 'target' | 'coverage' | 'requests'>;
export interface ReportPoint extends ProfileEntry {
  readonly id: PointId;
  readonly question: string;
}

export interface ReportProbe {
  readonly how: ProbeKind;
  /** Relative to the project folder. */
  readonly path: string;
  /** The profile as it is, or would be, written. */
  readonly points: readonly ReportPoint[];
  /** Measured answers that are not those measured before. */
  readonly changed: readonly ChangedAnswer[];
  /** Whether the file was written; false too when there was nothing new to write. */
  readonly written: boolean;
  /** Whether writing it would change the file. */
  readonly differs: boolean;
  /** Records of a write probe that could not be removed. */
  readonly stuck: readonly { readonly campaignName: string; readonly clientId: string }[];
  /** Test users of a user probe that could not be removed, or may still come. */
  readonly stuckUsers: readonly string[];
}

export interface ReportDocument {
  readonly formatVersion: typeof FORMAT_VERSION;
  readonly kind: ReportKind;
  /** The command that was run: `destroy` reports as kind `apply`. */
  readonly command: string;
  readonly tool: { readonly name: 'muster'; readonly version: string };
  readonly at: string;
  readonly durationMs: number;
  readonly project: string | null;
  readonly target: Plan['target'] | null;
  /** Address pattern the run was limited to. */
  readonly only: string | null;
  readonly files: readonly string[];
  /** How much the files declare. Null except for validate. */
  readonly declared: { readonly users: number; readonly records: number } | null;
  readonly summary: ReportSummary;
  readonly coverage: Plan['coverage'];
  /** Declared properties by how sure they are: read back, assumed since creation, or neither. Null except for drift. */
  readonly verified: DriftResult['verified'] | null;
  readonly requests: Plan['requests'];
  /** Estimated from the pace of the reading; null when that says too little. */
  readonly estimateMs: number | null;
  readonly forecast: {
    readonly deliverableAtOnce: number;
    /** `zone`: whose clocks show the hour; null where no zone is declared, then it is an hour of UTC. */
    readonly later: readonly { readonly hour: string; readonly zone: string | null; readonly records: number }[];
    readonly pinned: number;
    /** Records without a queue, or without a zone: the campaign's default is used, its value is not known. */
    readonly defaultQueue: number;
    readonly defaultZone: number;
  } | null;
  /** What is pinned to people who leave, and which campaigns were searched for it. Null except for plan and apply. */
  readonly offboarding: {
    readonly searched: readonly string[];
    readonly leavers: readonly ReportLeaver[];
  } | null;
  /** People declared absent, and on how many sides that was verified. Null except for plan, apply and drift. */
  readonly leavers: LeaverCount | null;
  /** They stop nothing. */
  readonly warnings: readonly ReportWarning[];
  readonly changes: readonly ReportChange[];
  readonly verdicts: readonly ReportVerdict[];
  readonly guards: readonly ReportGuard[];
  /** What an approval of this plan binds; `part`: what is applied. Null except for plan and apply. */
  readonly approval: {
    readonly fingerprint: Plan['fingerprint'];
    readonly part: PlanPart;
    readonly target: string;
    readonly desired: string;
    readonly changes: readonly ChangeDigest[];
  } | null;
  /** Commands that apply this plan, or one part of it, and no other. */
  readonly exactly: readonly { readonly why: string; readonly command: string }[];
  readonly settlements: readonly ReportSettlement[];
  readonly findings: readonly ReportFinding[];
  readonly ignoreRules: readonly ReportRule[];
  /** Of `drift --max-age`: when the last complete run ended, and how old it may be. Null otherwise. */
  readonly heartbeat: { readonly at: string; readonly maxAgeMs: number } | null;
  /** What a reader must know about the run itself. */
  readonly remarks: readonly string[];
  readonly recorded: readonly ReportObject[];
  readonly openIntents: readonly { readonly address: Address; readonly action: Action; readonly at: string }[];
  readonly copies: readonly { readonly address: Address; readonly savedAt: string }[];
  /** What was taken over into the files, with a patch that shows values: it is the user's own data. Null except for adopt. */
  readonly adoption: ReportAdoption | null;
  readonly diagnostics: readonly ReportDiagnostic[];
  /** Open points of the interface documents that the plan relied on. */
  readonly relies: readonly Relied[];
  /** What `doctor` looked at. */
  readonly checks: readonly Check[];
  /** What `doctor` found out about the open points. Null when it did not probe. */
  readonly probe: ReportProbe | null;
  readonly stopped: ReportProblem | null;
  readonly error: ReportError | null;
  /** What to type next, and why. */
  readonly next: { readonly why: string; readonly command: string } | null;
  /** False always: this document is never cut. */
  readonly truncated: false;
}
