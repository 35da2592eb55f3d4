// What stops an apply, as facts: numbers, addresses and reasons. In words where people read it (report/words/why-guard.ts).

import type { LastEdit } from '../model/git.ts';
import type { Address, Kind } from '../model/address.ts';
import type { FilesVersion } from '../model/applied.ts';
import type { ToolError } from '../model/errors.ts';
import type { SavedAs } from '../model/saved-id.ts';
import type { Action } from '../model/state.ts';

/** Passed by the exact number, so that a plan that has grown since stops again. */
export interface Passable {
  readonly count: number;
  /** The number that was given for this guard; null where none was. */
  readonly allowed: number | null;
  /** The exact words that pass it: `deletes=12`. */
  readonly pass: string;
  readonly passed: boolean;
}

/** No word passes it: only the files, the environment or another command can. */
interface Final {
  readonly pass: null;
  readonly passed: false;
}

export interface GuardedDeletes extends Passable {
  readonly code: 'guard-deletes';
  /** Everybody of whom it speaks. */
  readonly lost: readonly Address[];
  readonly users: number;
  /** Of the users, those who leave the backing instance too. */
  readonly inBackend: number;
  readonly records: number;
  /** Of all of them, whom a list seems to have under another id (`guard-ids`); missing: none. */
  readonly renamed?: number;
  /** Of all of them, those that other partitions of the target remove by the same files; missing: none. */
  readonly elsewhere?: number;
  /** Records by the file that declares them, or the rest of their campaign. Missing: of one file, or of some nobody knows it. */
  readonly files?: readonly { readonly file: string; readonly lost: number }[];
  /** Files that declare the records of a campaign, with how many of them were recorded, and how many are declared now. */
  readonly shrunk: readonly {
    readonly file: string;
    readonly had: number;
    readonly has: number;
    /** Recorded, and in no file any more. */
    readonly lost: readonly Address[];
    /** Of these, who was called to the end: nothing is deleted. Missing: nobody. */
    readonly finished?: readonly Address[];
    /** Missing where Git does not say it, or the file was changed since. */
    readonly edit?: LastEdit;
  }[];
  /** How many may go without a word, of each kind of which more would go. */
  readonly limits: readonly { readonly kind: Kind; readonly most: number }[];
}

export interface GuardedFileDeletes extends Passable {
  readonly code: 'guard-file-deletes';
  /** Files over the limit. Null: what no file declares any more. */
  readonly files: readonly { readonly file: string | null; readonly lost: readonly Address[] }[];
  readonly limit: number;
}

/** What is taken under management as a whole: all people, or the records of one campaign. */
export type ManagedGroup = { readonly kind: 'user' } | { readonly kind: 'record'; readonly campaignName: string };

export interface GuardedFirstRun extends Passable {
  readonly code: 'guard-first-run';
  /** Of which nothing was recorded before; each once. */
  readonly groups: readonly ManagedGroup[];
}

export interface GuardedOverwrite extends Passable {
  readonly code: 'guard-overwrite';
  /** With the names of the fields that others and Git moved to different values. */
  readonly objects: readonly { readonly address: Address; readonly fields: readonly string[] }[];
}

/** `interrupted`, `unsaved`: records; `vanished`: people. */
export interface GuardedCount extends Passable {
  readonly code: 'guard-interrupted' | 'guard-unsaved' | 'guard-vanished';
}

/** The commit of the files, and the one applied last; `run` and `at` (epoch milliseconds) of that apply. */
export interface OlderFiles {
  /** `behind`: an ancestor of the one applied last. `beside`: does not contain it. `unknown`: this clone does not have it. `dated`: a shallow clone, by the date only. `unedited`: the same commit, or one that contains it, without the edits of `file` that were applied. `restored`: the same commit, and `file` as an earlier one has it. */
  readonly how: 'behind' | 'beside' | 'unknown' | 'dated' | 'unedited' | 'restored';
  readonly file?: string;
  readonly now: FilesVersion;
  readonly last: FilesVersion & { readonly run: string; readonly at: number };
}

/** `count`: changes that the files ask for. */
export interface GuardedOlderFiles extends Passable {
  readonly code: 'guard-older-files';
  readonly files: OlderFiles;
  /** Of whom applies of newer files did something. Missing: not known. */
  readonly back?: readonly { readonly address: Address; readonly action: Action }[];
}

export interface GuardedRestores extends Passable {
  readonly code: 'guard-restores';
  /** Declared records that are pinned to these people. */
  readonly pinned: readonly Address[];
}

/**
 * How an id comes to be another one: saved by a spreadsheet, new with the data or number of another id, one of as many as went, or meaning
 * another customer. Last, what changes places with a whole column or file.
 */
export type ChangedId =
  SavedAs | 'same-data' | 'same-number' | 'as-many' | 'other-customer' | 'other-number' | ChangedPlace;
export type ChangedPlace = 'absences' | 'pins' | 'lists';

export interface GuardedIds extends Passable {
  readonly code: 'guard-ids';
  readonly files: readonly {
    readonly file: string | null;
    readonly kind: Kind;
    readonly how: ChangedId;
    readonly ids: readonly GuardedId[];
    /** Of ids that mean other customers: those whose customer is under none that is called. Missing: none. */
    readonly lost?: readonly Address[];
    readonly edit?: LastEdit;
  }[];
}

/**
 * `other`: the id that it may be; null where none is known. `stays`: that customer is finished, and would be called again, or is let go
 * or left to its agent with a task that stays open, and would stand twice; null for neither.
 */
export interface GuardedId {
  readonly address: Address;
  readonly other: Address | null;
  readonly stays: 'finished' | 'open' | null;
}

export interface GuardedUnreadFiles extends Passable {
  readonly code: 'guard-unread-files';
  /** With whom they declare and who would be removed. */
  readonly files: readonly { readonly file: string; readonly lost: readonly Address[] }[];
}

export interface GuardedSameObject extends Final {
  readonly code: 'guard-same-object';
  /** What would be removed although it is wanted under another form of its name. */
  readonly removed: readonly { readonly address: Address; readonly action: Action }[];
}

export interface GuardedIncomplete extends Final {
  readonly code: 'guard-incomplete';
  /** Objects that were asked about, and those of them that could not be read. */
  readonly asked: number;
  readonly missing: number;
}

export interface GuardedEmpty extends Final {
  readonly code: 'guard-empty';
  /** Everything that is recorded, whatever the scope of the run. */
  readonly recorded: number;
}

export interface GuardedUnrecorded extends Final {
  readonly code: 'guard-unrecorded';
  /** Whose tasks carry a marker that says so, and of which nothing is recorded. */
  readonly campaigns: readonly string[];
  /** Where it is that of other stacks: their names. */
  readonly stacks: readonly string[];
}

export interface GuardedRequests extends Final {
  readonly code: 'guard-requests';
  /** `total` is the sum: of reading the state, and of reads and writes to apply. */
  readonly total: number;
  readonly observed: number;
  readonly reads: number;
  readonly writes: number;
  readonly limit: number;
}

export type Guard =
  | GuardedDeletes
  | GuardedFileDeletes
  | GuardedFirstRun
  | GuardedOverwrite
  | GuardedCount
  | GuardedOlderFiles
  | GuardedRestores
  | GuardedIds
  | GuardedUnreadFiles
  | GuardedSameObject
  | GuardedIncomplete
  | GuardedEmpty
  | GuardedUnrecorded
  | GuardedRequests;

/** The error of a plan that these guards stop, in the words of the entry point. */
export type GuardError = (first: Guard, others: readonly Guard[]) => ToolError;
