// The vocabulary of a drift report: findings, since when they stand, and how sure each declared field is.

import type { Address, Kind, SourcePosition } from '../model/address.ts';
import type { DriftClass } from '../model/drift-classes.ts';
import type { PointId } from '../model/open-points.ts';
import type { ChangedAnswer } from '../model/profile.ts';
import type { WorkedState } from '../model/record.ts';
import type { IgnoreRule } from '../model/state.ts';
import type { Change, FieldChange } from './change.ts';
import type { LeaverCount, Plan } from './plan-value.ts';
import type { Verdict } from './verdict.ts';

/** One field of a finding, told apart by who moved it since we last wrote it. */
export interface FindingField extends FieldChange {
  readonly class: DriftClass;
  /** Keyed, of what the service shows; for rules that accept one value. */
  readonly digest?: string;
}

/** Since when a finding stands. `Time`: epoch milliseconds; in a report ISO 8601 in UTC. */
export interface Sightings<Time = number> {
  readonly first: Time;
  readonly last: Time;
  /** Complete runs that saw it. */
  readonly runs: number;
  /** When it was confirmed: at once, or by a second complete reading for `missing`, `extra`, `recreated`. */
  readonly confirmed: Time | null;
  /** From when on another complete reading confirms it; null once confirmed. */
  readonly due: Time | null;
}

/** Who moved it and how that shows; in words where people read it (report/words/why-finding.ts). Times: epoch milliseconds. */
export type FindingCause =
  /** What a plan would do says it all. */
  | { readonly kind: 'planned'; readonly change: Change }
  | { readonly kind: 'said'; readonly verdict: Verdict }
  | { readonly kind: 'not-applied' | 'changed-in-file' }
  /** By somebody else, since it was recorded; null: not known since when. */
  | {
      readonly kind: 'removed' | 'changed-in-service' | 'changed-on-both-sides';
      readonly recordedAt: number | null;
    }
  | { readonly kind: 'backend-removed'; readonly verdict: Verdict | null }
  | { readonly kind: 'present-again' | 'gone-unasked' | 'made-again' | 'lost-marker' | 'changed-alike' | 'other-zone' }
  | { readonly kind: 'added-twice'; readonly verdict: Verdict }
  /** Of an agent at work: the file waits, or what moved is theirs. */
  | { readonly kind: 'waits-for-agent' | 'moved-at-work'; readonly attempts: number }
  | { readonly kind: 'platform-moved'; readonly how: readonly PlatformMove[] }
  | { readonly kind: 'consumed'; readonly verdict: Verdict; readonly attempts: number }
  | { readonly kind: 'finished-untouched'; readonly state: WorkedState }
  /** Absent, and no known user answered SUCCESS in this run. */
  | { readonly kind: 'no-known-user' }
  /** Carries our marker; neither declared nor recorded. */
  | { readonly kind: 'unowned' };

export type PlatformMove = 'time-passed' | 'pin-lapsed';

export interface Finding {
  readonly address: Address;
  readonly kind: Kind;
  readonly class: DriftClass;
  readonly cause: FindingCause;
  readonly fields: readonly FindingField[];
  readonly source: SourcePosition | null;
  /** Whose clocks its file says times on; missing or null: none. */
  readonly zone?: string | null;
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
  readonly remarks: readonly DriftRemark[];
}

/** What a reader must know about a drift run. Its words are in report/words/why-finding.ts. */
export type DriftRemark =
  /** Why sightings start with this run, or end with it. */
  | { readonly kind: 'history-absent' | 'history-damaged' | 'history-unreadable' | 'history-unwritten' }
  /** An answer of the service profile is another one since the last complete run. */
  | { readonly kind: 'profile-changed'; readonly answer: ChangedAnswer; readonly isReliedOn: boolean }
  /** Alarms of the first reading that were different or gone at the second. */
  | { readonly kind: 'passing'; readonly findings: number }
  /** Epoch milliseconds: the clock is behind what was recorded, so rules are judged by the later time. */
  | { readonly kind: 'clock-behind'; readonly now: number; readonly recordedAt: number }
  /** Recorded state that is not to be relied on; `reason` null: there is none. */
  | { readonly kind: 'state-unlocked'; readonly reason: string | null };
