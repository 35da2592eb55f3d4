// The vocabulary of a plan: changes, verdicts that need a person, guards, and what becomes of each change.

import type { Address, Kind, SourcePosition } from '../model/address.ts';
import type { DriftClass } from '../model/drift-classes.ts';
import type { ErrorCode } from '../model/errors.ts';
import type { PointId } from '../model/open-points.ts';
import type { Problem } from '../model/outcome.ts';
import type { DesiredRecord, ObservedRecord, RecordedRecord } from '../model/record.ts';
import type { MoveCopy } from './diff/copies.ts';
import type { LeaverCount } from './plan/leavers.ts';
import type { Offboarding } from './diff/pinned.ts';
import type { Warning } from './plan/warnings.ts';
import type { Action, IgnoreRule } from '../model/state.ts';
import type { DesiredUser, ObservedUser, RecordedUser, UserProvenance } from '../model/user.ts';
import type { Relied } from './plan/relies.ts';
import type { WriteOperation } from '../service/operation.ts';

export type { DriftClass };

/** How a field may be shown: personal values never leave the machine, not even in a plan. */
export type Privacy = 'public' | 'personal';

/** One field before and after. Null where there is none; `hidden` where the value cannot be read (users). */
export interface FieldChange {
  /** `skillQueue`, `data.phone`, `userTemplateName`, … */
  readonly field: string;
  readonly privacy: Privacy;
  readonly before: unknown;
  readonly after: unknown;
}

/** One request that a change will send, by operation name of the interface documents. */
export type { WriteOperation };

interface ChangeBase {
  readonly address: Address;
  readonly action: Action;
  /** Why, in one short clause a reviewer can check. */
  readonly reason: string;
  readonly source: SourcePosition | null;
  readonly fields: readonly FieldChange[];
  /** Writing requests in order, those included that only a refusal calls for. Empty for adopt without correction and for forget. */
  readonly writes: readonly WriteOperation[];
  /** Addresses whose change must be applied first. */
  readonly after: readonly Address[];
}

export interface UserChange extends ChangeBase {
  readonly kind: 'user';
  readonly desired: DesiredUser | null;
  readonly recorded: RecordedUser | null;
  readonly observed: ObservedUser | null;
  /** Sent with add-user. `FAIL-then-ALLOW`: FAIL, and only after a refusal of this user once more with ALLOW. */
  readonly behaviorIfInBackend: 'FAIL' | 'ALLOW' | 'FAIL-then-ALLOW';
  readonly deleteInBackend: boolean;
  /** What the record will say once the first request is done; null for delete and forget. */
  readonly provenance: UserProvenance | null;
}

export interface RecordChange extends ChangeBase {
  readonly kind: 'record';
  readonly desired: DesiredRecord | null;
  readonly recorded: RecordedRecord | null;
  readonly observed: ObservedRecord | null;
  /** Marker value to write; null when the campaign has no markers. */
  readonly marker: string | null;
  /** For a move: the address it is recorded under, and what was observed there. */
  readonly from: { readonly address: Address; readonly observed: ObservedRecord | null } | null;
  /** Off-boarding: a pin to set (or empty to clear) on a task whose other fields stay as they are. */
  readonly pin: string | null;
  /** Kept since a move that lost something on the way: what is put back. */
  readonly copy?: MoveCopy;
  /** Fields that were sent before with this very value and show another. */
  readonly resent?: readonly string[];
}

export type Change = UserChange | RecordChange;

/** What is neither a change nor silence. */
export interface Verdict {
  readonly address: Address;
  readonly kind: Kind;
  /**
   * - `decision`: needs a person; left out of the plan; apply ends with 4.
   * - `unreadable`: nothing concluded; apply ends with 12.
   * - `consumed`: a record used up by being worked: success, left alone.
   * - `kept`: differs, and policy says leave it (profile fields, worked records).
   * - `platform`: moved as the platform documents (a lapsed pin): expected decay.
   * - `assumed`: cannot be read back; assumed since creation.
   */
  readonly class: 'decision' | 'unreadable' | 'consumed' | 'kept' | 'platform' | 'assumed';
  readonly code: ErrorCode | null;
  readonly text: string;
  readonly fields: readonly FieldChange[];
  readonly source: SourcePosition | null;
}

export interface Guard {
  readonly code: ErrorCode;
  readonly text: string;
  /** The exact words that pass it (`deletes=12`), or null when only the files can. */
  readonly pass: string | null;
  readonly passed: boolean;
}

export interface Forecast {
  /** Records deliverable as soon as the plan is applied. */
  readonly deliverableAtOnce: number;
  /** Records becoming deliverable in the local hour that begins at `hour` (epoch milliseconds); null zone: in UTC. */
  readonly later: readonly { readonly hour: number; readonly zone: string | null; readonly records: number }[];
  readonly pinned: number;
  /** Records that name no queue, or no time zone: the campaign's default is used, which no call shows. */
  readonly defaultQueue: number;
  readonly defaultZone: number;
}

/** Hexadecimal SHA-256 of a plan and of its two parts (split.ts); null for a part without changes. */
export interface Fingerprint {
  readonly whole: string;
  readonly safe: string | null;
  readonly destructive: string | null;
}

export type Part = 'whole' | 'safe' | 'destructive';

export interface ChangeDigest {
  readonly address: Address;
  readonly action: Action;
  readonly part: Exclude<Part, 'whole'>;
  readonly digest: string;
  /** Names of the fields, sorted. */
  readonly fields: readonly string[];
}

/** What an approval is compared with, and what applying only one part would meet. */
export interface PlanApproval {
  /** What is applied: everything, unless a part was approved. */
  readonly part: Part;
  /** Digest of where requests go. */
  readonly target: string;
  /** Digest of the desired files. */
  readonly desired: string;
  readonly changes: readonly ChangeDigest[];
  readonly parts: Readonly<
    Record<
      Exclude<Part, 'whole'>,
      { readonly guards: readonly Guard[]; readonly requests: { readonly reads: number; readonly writes: number } }
    >
  >;
}

/** A frozen value: printing, guarding, hashing and applying all read this one. */
export interface Plan {
  readonly target: {
    readonly name: string;
    readonly region: string;
    readonly companyCode: string;
    readonly environment: string;
  };
  readonly project: string;
  /** In the order they will be applied. */
  readonly changes: readonly Change[];
  readonly verdicts: readonly Verdict[];
  readonly guards: readonly Guard[];
  readonly counts: Readonly<Record<Action | 'unchanged' | 'consumed', number>>;
  /** Objects recorded before this plan, by kind: what the percentage of the delete guard refers to. */
  readonly recorded: Readonly<Record<Kind, number>>;
  readonly files: readonly string[];
  readonly coverage: { readonly asked: number; readonly answered: number };
  /**
   * Requests made to observe; requests that applying will send: `apply` is `reads` + `writes`, exact apart from retries,
   * and the most there can be where a create may be sent twice (`FAIL-then-ALLOW`).
   */
  readonly requests: {
    readonly observed: number;
    readonly apply: number;
    readonly reads: number;
    readonly writes: number;
  };
  readonly forecast: Forecast;
  /** Open points of the interface documents this plan relied on. */
  readonly relies: readonly Relied[];
  /** What is pinned to people who leave, and where that was looked for. */
  readonly offboarding: Offboarding;
  /** People declared absent: how many were verified on both sides. */
  readonly leavers: LeaverCount;
  /** They stop nothing. */
  readonly warnings: readonly Warning[];
  readonly fingerprint: Fingerprint;
  readonly approval: PlanApproval;
}

/** The fate of one change. */
export type Settlement =
  | { readonly change: Change; readonly kind: 'applied'; readonly note: string | null }
  | { readonly change: Change; readonly kind: 'skipped' | 'failed' | 'unresolved'; readonly problem: Problem };

/** One field of a finding, told apart by who moved it since we last wrote it. */
export interface FindingField extends FieldChange {
  readonly class: DriftClass;
}

/** Since when a finding stands. Times are epoch milliseconds. */
export interface Sightings {
  readonly first: number;
  readonly last: number;
  /** Complete runs that saw it. */
  readonly runs: number;
  /** When it was confirmed: at once, or by a second complete reading for `missing`, `extra`, `recreated`. */
  readonly confirmed: number | null;
  /** From when on another complete reading confirms it; null once confirmed. */
  readonly due: number | null;
}

export interface Finding {
  readonly address: Address;
  readonly kind: Kind;
  readonly class: DriftClass;
  /** Who moved it and how that shows. */
  readonly text: string;
  readonly fields: readonly FindingField[];
  readonly source: SourcePosition | null;
  /** The rule that silences it. */
  readonly ignored: IgnoreRule | null;
  /** Null for what needs no history: expected, unreadable. */
  readonly sightings: Sightings | null;
}

/** What became of one ignore rule: `expired` and `unused` rules are findings themselves. */
export interface RuleUse {
  readonly rule: IgnoreRule;
  readonly state: 'active' | 'expired' | 'unused';
  /** Findings it fits. */
  readonly findings: number;
}

/** How sure a declared field is: read back now, recorded as sent and unchanged in the file, or neither. */
export interface Certainty {
  readonly verified: number;
  readonly assumed: number;
  readonly unverifiable: number;
}

export interface KindCoverage extends Certainty {
  readonly declared: number;
  readonly fields: readonly (Certainty & { readonly field: string })[];
}

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

/** One drift report: read-only, about everything declared or recorded. */
export interface DriftResult {
  readonly target: Plan['target'];
  readonly project: string;
  /** By class, then age. */
  readonly findings: readonly Finding[];
  /** Objects looked at without a finding. */
  readonly inSync: number;
  readonly coverage: { readonly asked: number; readonly answered: number };
  /** Declared properties by how sure they are, by kind. */
  readonly verified: Readonly<Record<Kind, KindCoverage>>;
  readonly requests: number;
  /** People declared absent: how many were verified on both sides. */
  readonly leavers?: LeaverCount;
  readonly rules: readonly RuleUse[];
  /** Open points that the plan of this reading relies on. */
  readonly relies?: readonly PointId[];
  /** What a reader must know about this run (a history that had to start anew). */
  readonly remarks: readonly string[];
}
