// What a document says of one look-up: of a person, of a task, of a search, and the story of one object.

import type { Address } from '../../model/address.ts';
import type { Condition } from '../../model/criterion.ts';
import type { ErrorCode } from '../../model/errors.ts';
import type { ReportField } from '../words/redact.ts';
import type { KnownFacts } from './known.ts';

/** A query-existence answer, field by field, and what is known here. */
export interface UserLookupFacts extends KnownFacts {
  readonly loginUserId: string;
  readonly result: string;
  /** Declared personal values in it are masked. */
  readonly message: string;
  /** `EXISTS`, `NOT_FOUND`; null where the answer says null or nothing. */
  readonly backendStatus: string | null;
  readonly connectUserId: string | null;
}

export interface RecordLookupFacts extends KnownFacts {
  readonly campaignName: string;
  readonly clientId: string | null;
  readonly previewRecordId: string | null;
  /** What was asked, in which words the service answered, and with how many tasks. */
  readonly questions: readonly { readonly asked: string; readonly said: string; readonly tasks: number }[];
  /** Why it is not known whether there are twins; null where it is. */
  readonly twinsUnread: string | null;
}

export interface SearchFacts {
  /** Where was searched. */
  readonly campaigns: readonly string[];
  readonly criteria: readonly ReportCriterion[];
  readonly limit: number;
  readonly lists: readonly {
    readonly campaignName: string;
    readonly criteria: readonly ReportCriterion[];
    readonly said: string;
    readonly maxRecords: number;
    readonly tasks: number;
    readonly complete: boolean;
  }[];
  /** Tasks found beyond the limit, and not shown. */
  readonly beyond: number;
  /** Whether every matching task is shown. */
  readonly complete: boolean;
  /** Measured for this environment; null where it was not. */
  readonly ceiling: number | null;
}

export interface ReportCriterion {
  readonly key: string;
  readonly condition: Condition;
  /** Null where it is masked. */
  readonly value: string | null;
  readonly masked: boolean;
}

export interface StoryFacts extends KnownFacts {
  readonly address: Address;
  /** The newest of the entry that declares it, or of the last change of its id in the files; null where git says none. */
  readonly commit: ReportCommit | null;
  /** A line of that entry stands in no commit yet. */
  readonly uncommitted: boolean;
  /** Oldest first. */
  readonly events: readonly StoryEvent[];
  /** Whether the state keeps the writes of earlier runs: a ledger does, a Pulumi stack does not. */
  readonly journal: boolean;
  /** Presence on both sides, of a user. */
  readonly presence: {
    readonly service: string;
    readonly backend: string;
    readonly connectUserId: string | null;
    /** backendStatus as it came, quoted, where it proves nothing. */
    readonly unproven: string | null;
  } | null;
  readonly next: NextFacts;
}

/** What the next plan does with it. */
export interface NextFacts {
  /** A change (`update`), a class of verdict (`decision`), `none`, or `unknown` where there is no plan. */
  readonly answer: string;
  /** Why, as a word for programs; null where nothing is done. */
  readonly cause: string | null;
  readonly reason: string;
  readonly code: ErrorCode | null;
  readonly fields: readonly ReportField[];
  readonly writes: readonly string[];
}

export interface ReportCommit {
  readonly commit: string;
  readonly at: string;
  /** Declared personal values in it are masked. */
  readonly subject: string;
}

export interface StoryEvent {
  readonly at: string;
  /** Who says so. */
  readonly by: 'git' | 'run' | 'recorded' | 'service' | 'drift';
  readonly text: string;
}
