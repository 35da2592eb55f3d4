// The three states, one word each: desired (in Git), recorded (what we last did), observed (what the service answers).

import type { Address, SourcePosition } from './address.ts';
import type { Diagnostic } from './errors.ts';
import type { InputWarningCode } from './errors/warning.ts';
import type { Campaign, DesiredRecord, ObservedRecord, ObservedTask, RecordedRecord } from './record.ts';
import type { Policy, Target } from './target.ts';
import type { DesiredUser, ObservedUser, RecordedUser } from './user.ts';

export interface DesiredState {
  readonly users: readonly DesiredUser[];
  readonly campaigns: readonly Campaign[];
  readonly records: readonly DesiredRecord[];
  /** Desired files read, relative to the project folder. */
  readonly files: readonly string[];
  /** SHA-256 (hex) of path and content of each of them, or of the value a program declares; part of a fingerprint. */
  readonly content: string;
  /** What may not be what was meant; it stops nothing. Left out: none. */
  readonly warnings?: readonly InputWarning[];
  /** Left out: none. */
  readonly unread?: readonly UnreadFile[];
  /** What the other partitions of the same target declare; left out where the target is not split. */
  readonly others?: OtherPartitions;
}

/** Declares something, and no pattern of muster.yaml matches it. */
export interface UnreadFile {
  /** Relative to the project folder. */
  readonly file: string;
  readonly addresses: ReadonlySet<Address>;
}

/** Never planned, written or removed here: it is another partition's. */
export interface OtherPartitions {
  /** Address -> the partition that declares it. */
  readonly holders: ReadonlyMap<Address, string>;
  /** Declared absent there. */
  readonly leavers: ReadonlySet<Address>;
  /** Searched for pins of people who leave here. */
  readonly campaigns: readonly Campaign[];
  /** What they record, also of what nobody declares any more; left out: nothing here depends on it. */
  readonly recorded?: ReadonlyMap<Address, HeldElsewhere>;
}

/** Recorded by another partition of the target. */
export interface HeldElsewhere {
  readonly partition: string;
  readonly object: RecordedObject;
  /** A write of it has no answer yet. */
  readonly isOpen: boolean;
}

export interface InputWarning extends Diagnostic {
  readonly code: InputWarningCode;
}

/** One line of `ignore:`: silences the alarm of a known drift until it expires; changes nothing that apply does. */
export interface IgnoreRule {
  /** Address pattern with `*`. */
  readonly address: string;
  /** Field path (`data.phone`), or null for every field. */
  readonly property: string | null;
  /** Drift class, or null for every class. */
  readonly class: string | null;
  /** The value of the property that is accepted (reconcile/drift/seen.ts); absent: every value. */
  readonly seen?: string;
  readonly reason: string;
  readonly owner: string;
  /** Epoch milliseconds. */
  readonly expires: number;
  readonly source: SourcePosition;
}

/** muster.yaml, checked: everything but the desired objects. */
export interface Project {
  /** Absolute path of the folder that holds muster.yaml. */
  readonly directory: string;
  readonly name: string;
  readonly targets: ReadonlyMap<string, Target>;
  /** Used where none is named. */
  readonly defaultTarget?: string;
  readonly policy: Policy;
  /** Of `policy.doNotCall`, as it is named there. */
  readonly doNotCallFile?: string;
  readonly ignore: readonly IgnoreRule[];
}

/** A write whose run ended before its settlement: settled by reading, before anything else. */
export interface OpenIntent {
  readonly id: string;
  readonly address: Address;
  readonly action: Action;
  /** Campaign the record was in, for a move. */
  readonly fromCampaign: string | null;
  readonly at: number;
  /** Its age by a count that no clock changes; missing where only `at` is known. */
  readonly elapsedMs?: number;
  /** Its run was cut off: not even whether its request left is known, nor when. */
  readonly interrupted?: true;
  /** What is recorded if it was done; null for a delete. */
  readonly proposed: RecordedObject | null;
}

export type RecordedObject = RecordedUser | RecordedRecord;

export interface RecordedState {
  readonly objects: ReadonlyMap<Address, RecordedObject>;
  readonly openIntents: readonly OpenIntent[];
  /**
   * What we removed, or saw gone: no object of ours any more, looked at again for some days. Absent where recorded state has no
   * place for it (a Pulumi stack).
   */
  readonly removed?: ReadonlyMap<Address, RecordedObject>;
  /** Campaigns that may contain records of ours that are not recorded: a set was cut off there. */
  readonly campaigns?: readonly Campaign[];
}

/** A task pinned to a user who is about to leave, found by `sys_preferred_agent EQUALS loginUserId`. */
export interface PinnedTask {
  readonly campaignName: string;
  readonly task: ObservedTask;
}

export interface Pins {
  readonly tasks: readonly PinnedTask[];
  /** Names of the campaigns that were searched. */
  readonly searched: readonly string[];
  /** Those of them where the search failed or reached its limit: nothing may be concluded about them. */
  readonly unread: readonly string[];
  /** Number of requests that one search of them takes. */
  readonly requests: number;
}

export interface ObservedState {
  readonly users: ReadonlyMap<Address, ObservedUser>;
  readonly records: ReadonlyMap<Address, ObservedRecord>;
  /** Tasks that carry our marker but are neither declared nor recorded. */
  readonly extras: ReadonlyMap<Address, ObservedTask>;
  /** Tasks that carry a marker of another stack: asked for where ids of a first list may be those of theirs, saved by a spreadsheet. */
  readonly foreign?: ReadonlyMap<Address, ObservedTask>;
  /** What was asked for by id because a record of this clientId is gone where it is recorded; by the address it was asked at. */
  readonly elsewhere?: ReadonlyMap<Address, ObservedRecord>;
  /** Campaigns in which the search by marker did not show everything: a record may be there unseen. */
  readonly unread?: ReadonlySet<string>;
  /** loginUserId -> what is pinned to that user. Only for users about to be removed. */
  readonly pins: ReadonlyMap<string, Pins>;
  /** Presence of people who are pinned to but not declared. */
  readonly agents: ReadonlyMap<string, ObservedUser>;
  /** Campaign that intake files feed -> one of its tasks that is not ours, where there was one. */
  readonly strangers?: ReadonlyMap<string, ObservedTask>;
  /** Records whose declared time zone is shown and not in force; missing: nobody asked. */
  readonly otherZones?: ReadonlySet<Address>;
  readonly coverage: { readonly asked: number; readonly answered: number };
  readonly requests: number;
}

/**
 * The verb of one change. `restore` gives a user whom somebody removed outside access again, `move` is one transfer, `forget`
 * drops the record of an object without a request.
 */
export type Action = (typeof ACTIONS)[number];
export const ACTIONS = ['create', 'restore', 'update', 'replace', 'delete', 'adopt', 'forget', 'move'] as const;

/** Of objects by what becomes of them. */
export type ChangeCounts = Readonly<Record<Action | 'unchanged' | 'consumed', number>>;
export const NO_CHANGES: ChangeCounts = {
  create: 0,
  restore: 0,
  update: 0,
  replace: 0,
  delete: 0,
  adopt: 0,
  forget: 0,
  move: 0,
  unchanged: 0,
  consumed: 0,
};

/** Keyed digest of a JSON value: HMAC-SHA-256 over canonical JSON. Equal values of one stack have equal digests. */
export type Digest = (value: unknown) => string;

/** Time source: epoch milliseconds. A parameter, so that tests set the clock. */
export type Clock = () => number;
