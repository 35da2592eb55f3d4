// What the document says of one object, one finding, one guard: the rows of its lists (document-shape.ts).
// Times are ISO 8601 in UTC. A personal field says only that it changed.

import type { Address, Kind, SourcePosition } from '../model/address.ts';
import type { ErrorCode } from '../model/errors.ts';
import type { Action } from '../model/state.ts';
import type { PinnedIn, PinnedTo } from '../reconcile/plan-value.ts';
import type { DriftClass } from '../model/drift-classes.ts';
import type { Finding, RuleUse } from '../reconcile/finding.ts';
import type { Settlement } from '../reconcile/settlement.ts';
import type { Verdict } from '../reconcile/verdict.ts';
import type { Change, WriteOperation } from '../reconcile/change.ts';

/** A public field with its values, or a personal one of which only the change is said. */
export type ReportField = { readonly field: string; readonly before: unknown; readonly after: unknown } | PersonalField;

export interface PersonalField {
  readonly field: string;
  readonly changed: true;
}

/** One operation of RFC 6902 over the public fields. */
export interface PatchOperation {
  readonly op: string;
  readonly path: string;
  readonly value?: unknown;
}

export interface ReportProblem {
  readonly code: ErrorCode;
  readonly message: string;
  readonly advice: string;
}

export interface ReportChange {
  readonly address: Address;
  readonly kind: Kind;
  readonly action: Action;
  readonly cause: Change['cause']['kind'];
  /** The cause in words. */
  readonly reason: string;
  readonly source: SourcePosition | null;
  readonly fields: readonly ReportField[];
  readonly patch: readonly PatchOperation[];
  readonly writes: readonly WriteOperation[];
  readonly after: readonly Address[];
  /** Whether the backing instance is written too; null for records. */
  readonly backend: boolean | null;
  readonly behaviorIfInBackend: 'FAIL' | 'ALLOW' | 'FAIL-then-ALLOW' | null;
  /** Since when it is recorded and how it became ours; null when it is not recorded. */
  readonly recorded: { readonly provenance: 'created' | 'adopted'; readonly at: string } | null;
  /** The address a moved record leaves. */
  readonly from: Address | null;
  /** Off-boarding: who gets the pin; empty when it is cleared; null for every other change. */
  readonly pin: string | null;
}

export interface ReportVerdict {
  readonly address: Address;
  readonly kind: Kind;
  readonly class: Verdict['class'];
  readonly code: ErrorCode | null;
  readonly text: string;
  readonly advice: string | null;
  readonly source: SourcePosition | null;
  readonly fields: readonly ReportField[];
}

export interface ReportGuard {
  readonly code: ErrorCode;
  readonly text: string;
  readonly advice: string;
  /** The exact words that pass it (`deletes=12`); null when only the files can. */
  readonly pass: string | null;
  readonly passed: boolean;
}

export interface ReportSettlement {
  readonly address: Address;
  readonly kind: Kind;
  readonly action: Action;
  readonly outcome: Settlement['kind'];
  readonly note: string | null;
  readonly problem: ReportProblem | null;
  readonly source: SourcePosition | null;
}

export type ReportFindingField = ReportField & { readonly class: DriftClass };

export interface ReportFinding {
  readonly address: Address;
  readonly kind: Kind;
  readonly class: DriftClass;
  /** False for an ignored finding, whatever its class. */
  readonly alarm: boolean;
  readonly cause: Finding['cause']['kind'];
  /** The cause in words. */
  readonly text: string;
  readonly source: SourcePosition | null;
  readonly fields: readonly ReportFindingField[];
  /** The rule of muster.yaml that silences it. */
  readonly ignored: Pick<ReportRule, 'owner' | 'reason' | 'expires' | 'source'> | null;
  /** `confirmed` null: suspected, until another complete reading at `due` or later sees it. Null for expected states. */
  readonly sightings: {
    readonly first: string;
    readonly last: string;
    readonly runs: number;
    readonly confirmed: string | null;
    readonly due: string | null;
  } | null;
}

/** One line of `ignore:` and what became of it in this run. */
export interface ReportRule {
  readonly address: string;
  readonly property: string | null;
  readonly class: string | null;
  readonly owner: string;
  readonly reason: string;
  readonly expires: string;
  readonly source: SourcePosition;
  readonly state: RuleUse['state'];
  /** Findings it fits; with an expired rule they alarm again. */
  readonly findings: number;
}

/** Tasks pinned to one person, by campaign; times ISO 8601. */
export interface ReportLeaver extends Omit<PinnedTo, 'campaigns'> {
  readonly campaigns: readonly (Omit<PinnedIn, 'later'> & {
    readonly later: readonly { readonly at: string; readonly tasks: number }[];
  })[];
}

export interface ReportWarning {
  readonly code: ErrorCode;
  readonly text: string;
  readonly address: Address | null;
  readonly source: SourcePosition | null;
}

export interface ReportDiagnostic {
  readonly code: ErrorCode;
  readonly message: string;
  readonly advice: string;
  readonly address: Address | null;
  readonly source: SourcePosition;
  /** The line as it stands in the user's own file. */
  readonly line: string | null;
}

export interface ReportObject {
  readonly address: Address;
  readonly kind: Kind;
  readonly provenance: 'created' | 'adopted';
  readonly recordedAt: string;
  readonly connectUserId: string | null;
  readonly previewRecordId: string | null;
  readonly preferredAgent: string | null;
  readonly consumed: { readonly how: string; readonly at: string } | null;
  /** Names of the fields that were sent; values are kept as digests only. */
  readonly fields: readonly string[];
}
