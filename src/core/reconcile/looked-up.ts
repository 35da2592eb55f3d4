// What a look-up, a search and `muster why` answer: values that a report shows. They are made outside of the core (src/desk/lookup).

import type { Address, SourcePosition } from '../model/address.ts';
import type { Criterion } from '../model/criterion.ts';
import type { LineCommit } from '../model/git.ts';
import type { Problem } from '../model/outcome.ts';
import type { DesiredRecord, ObservedRecord, ObservedTask, RecordedRecord } from '../model/record.ts';
import type { OpenIntent } from '../model/state.ts';
import type { TargetHead } from '../model/target.ts';
import type { DesiredUser, ObservedUser, RecordedUser } from '../model/user.ts';
import type { RecordAnswer, UserExistence } from '../service/service.ts';
import type { Sighting } from '../state/history.ts';
import type { PastIntent } from '../state/shape.ts';
import type { Change } from './change.ts';
import type { Verdict } from './verdict.ts';

export interface KnownObject {
  readonly desired: DesiredUser | DesiredRecord | null;
  /** What was removed, or seen gone, included (`removedAt`). */
  readonly recorded: RecordedUser | RecordedRecord | null;
  readonly openIntents: readonly OpenIntent[];
  /** Since when a full copy of a record on the way is kept, epoch milliseconds; null where there is none. */
  readonly copySince: number | null;
}

/** Where a task stands in the files, on whose clocks they say its times (null: of UTC), and whether it is recorded as ours. */
export interface Standing {
  readonly source: SourcePosition | null;
  readonly zone: string | null;
  readonly recorded: boolean;
}

/** What every look-up is about. */
export interface LookupHead {
  readonly project: string;
  readonly target: TargetHead;
  /** Requests that were sent. */
  readonly requests: number;
  /** Files or recorded state that could not be read. */
  readonly unread: readonly string[];
}

export interface UserLookup extends LookupHead {
  readonly loginUserId: string;
  readonly answer: UserExistence;
  readonly known: KnownObject;
}

/** One question and what the service said. `asked`: `clientId C-1`, `Id EQUALS C-1`. */
export interface LookupQuestion {
  readonly asked: string;
  readonly said: RecordAnswer['said'];
  readonly tasks: number;
}

export interface RecordLookup extends LookupHead {
  readonly campaignName: string;
  /** Of the request, or of the task found by its previewRecordId. */
  readonly clientId: string | null;
  readonly previewRecordId: string | null;
  readonly clientIdFieldName: string;
  readonly questions: readonly LookupQuestion[];
  /** Each of them has the clientId, or the previewRecordId. */
  readonly tasks: readonly ObservedTask[];
  readonly known: KnownObject;
  /** Why the second question has no answer: there may be twins. */
  readonly twinsUnread: Problem | null;
  /** What may be meant instead, where nothing was found. */
  readonly suggestions: readonly string[];
}

export interface CampaignTask {
  readonly campaignName: string;
  readonly task: ObservedTask;
}

/** One search and how long its list was. */
export interface SearchedList {
  readonly campaignName: string;
  readonly criteria: readonly Criterion[];
  readonly said: 'SUCCESS' | 'NORECORDFOUND';
  readonly maxRecords: number;
  readonly tasks: number;
  readonly complete: boolean;
}

export interface SearchLookup extends LookupHead {
  readonly campaigns: readonly string[];
  /** As they were sent. */
  readonly criteria: readonly Criterion[];
  readonly limit: number;
  readonly lists: readonly SearchedList[];
  readonly tasks: readonly CampaignTask[];
  /** Tasks found beyond the limit, and not shown. */
  readonly beyond: number;
  /** Whether every matching task is shown. */
  readonly complete: boolean;
  /** The ceiling measured for this environment; null where none was. */
  readonly ceiling: number | null;
  readonly suggestions: readonly string[];
  /** By campaign. */
  readonly idKeys: Readonly<Record<string, string>>;
  /** Of each task that is shown. */
  readonly standings: ReadonlyMap<Address, Standing>;
}

/** A finding about one object that the last drift runs saw and that has not gone since. */
export interface OpenFinding extends Sighting {
  readonly class: string;
  readonly fields: readonly string[];
}

export interface EntryCommits {
  /** Each once, the newest first. */
  readonly commits: readonly LineCommit[];
  /** Whether a line of it stands in no commit yet. */
  readonly uncommitted: boolean;
}

export interface Story extends LookupHead {
  readonly address: Address;
  readonly known: KnownObject;
  /** Of the entry that declares it; of the last change of its id in the files where nothing does. */
  readonly commits: EntryCommits;
  /** Oldest first; null where recorded state keeps no journal. */
  readonly writes: readonly PastIntent[] | null;
  /** What drift runs saw of it and have not seen end. */
  readonly sightings: readonly OpenFinding[];
  readonly next: NextPlan;
}

/** `problem`: why there is no plan. */
export type NextPlan =
  | {
      readonly problem: null;
      /** Both null where nothing is left to do. */
      readonly change: Change | null;
      readonly verdict: Verdict | null;
      /** Null where it was not asked about. */
      readonly observed: ObservedUser | ObservedRecord | null;
    }
  | { readonly problem: Problem };
