// One change of one object: what it is about, why, and what it sends.

import type { LastEdit } from '../model/git.ts';
import type { ChangeOrigin } from '../model/parts.ts';
import { isRecord, isUser } from '../model/address.ts';
import type { Address, SourcePosition } from '../model/address.ts';
import type {
  Campaign,
  DesiredRecord,
  ObservedRecord,
  ObservedTask,
  RecordedRecord,
  WorkedState,
} from '../model/record.ts';
import type { STATE_OF } from '../model/record.ts';
import type { Action } from '../model/state.ts';
import type { DesiredUser, ObservedUser, RecordedUser, UserProvenance } from '../model/user.ts';
import type { WriteOperation } from '../service/operation.ts';

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

/** What calls for deleting a user and creating it again. `fields`: profile fields that the file changed. */
export type ReplaceCause =
  { readonly kind: 'one-sided' } | { readonly kind: 'profile-differs'; readonly fields: readonly string[] };

/** Why a user changes. What else the words about it need stands in the change itself (report/words/why-change.ts). */
export type UserCause =
  /** Not there: never recorded, or recorded and removed outside (a restore). `computed`: behaviorIfInBackend by what was seen. */
  | { readonly kind: 'declared' | 'gone'; readonly computed: 'FAIL' | 'ALLOW' }
  | { readonly kind: 'adopt' }
  | ReplaceCause
  /** `onRemove` or `offboard` differ from what is recorded. */
  | { readonly kind: 'removal-settings' }
  | { readonly kind: 'undeclared' | 'declared-absent' }
  /** Removed before, and the same one is there. */
  | { readonly kind: 'still-there' }
  /** Gone from the service; the file asks for the account in the backing instance, which is there. */
  | { readonly kind: 'backend-only' }
  /** Let go: the recorded onRemove says so, it was adopted, or it is gone already. */
  | { readonly kind: 'release-declared' | 'adopted' | 'already-gone' }
  /** Let go: there again after a restore of ours that was not done. */
  /** Let go: declared in another partition of the target now. */
  | { readonly kind: 'other-partition'; readonly partition: string };

type EnsuredState = keyof typeof STATE_OF;

/** Why a record changes. */
export type RecordCause =
  | { readonly kind: 'declared' }
  /** Declared and not there; a run that was cut off may have added it, and it may have been worked and cleared away since. */
  | { readonly kind: 'interrupted' }
  /** `reason`: the new `reissue` of the file. `ensure`: the state it asks for, where it names one. */
  | { readonly kind: 'reissue'; readonly reason: string; readonly ensure?: EnsuredState }
  | { readonly kind: 'ensure'; readonly ensure: EnsuredState }
  | { readonly kind: 'adopt' }
  /** Carries our marker and is not recorded. */
  | { readonly kind: 'own-marker' }
  /** Puts back the state that an update took away which was cut off before it could. */
  | { readonly kind: 'reset-by-update' }
  /** Puts back what a move lost. */
  | { readonly kind: 'lost-on-move' }
  /** `platformMoved`: fields that differ besides, as the platform documents, and stay (a pin that ended, a time that passed). */
  | { readonly kind: 'differs'; readonly platformMoved: readonly string[] }
  /** Only twins of it change. */
  | { readonly kind: 'twins' }
  /** Declared in another campaign than recorded: still there, or here already. */
  | { readonly kind: 'moves' | 'moved' }
  /** A pin taken from this leaver. */
  | { readonly kind: 'offboarding'; readonly loginUserId: string }
  /** `state`: it was used up, and `whenWorked: remove` deletes it. */
  | { readonly kind: 'undeclared' | 'declared-absent'; readonly state?: WorkedState }
  /** Removed before, or seen gone, and the same one is there. */
  | { readonly kind: 'still-there' }
  /** Let go. `unproven`: without markers, and its data are not those we sent. */
  | { readonly kind: 'handed-over'; readonly stack: string }
  | { readonly kind: 'other-partition'; readonly partition: string }
  | { readonly kind: 'adopted' | 'already-gone' | 'worked-and-gone' | 'unproven' | 'lost-marker' }
  | { readonly kind: 'finished'; readonly state: WorkedState }
  | { readonly kind: 'worked'; readonly attempts: number };

interface ChangeBase {
  readonly address: Address;
  readonly action: Action;
  readonly source: SourcePosition | null;
  /** The file in which it stood at the commit applied last, with the commit since then that took it out; missing where it is declared, or Git does not tell. */
  readonly stood?: { readonly file: string; readonly edit: LastEdit | null };
  readonly fields: readonly FieldChange[];
  /** Writing requests in order, those included that only a refusal calls for. Empty for adopt without correction and for forget. */
  readonly writes: readonly WriteOperation[];
  /** Addresses whose change must be applied first. */
  readonly after: readonly Address[];
  /** Filled in by the plan. */
  readonly origin?: ChangeOrigin;
  /** What an apply of ours did, and this takes back; filled in by the plan. */
  readonly reverses?: Reversal;
}

/** `commit`: of the files of that apply; null without Git, and where edits of it were applied. `at`: epoch milliseconds. */
export interface Reversal {
  readonly did: 'added' | 'removed';
  readonly at: number;
  readonly commit: string | null;
}

export interface UserChange extends ChangeBase {
  readonly kind: 'user';
  readonly loginUserId: string;
  readonly cause: UserCause;
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
  /** Where requests go: as declared, or rebuilt from what is recorded. */
  readonly campaign: Campaign;
  readonly clientId: string;
  readonly cause: RecordCause;
  readonly desired: DesiredRecord | null;
  readonly recorded: RecordedRecord | null;
  readonly observed: ObservedRecord | null;
  /** Marker value to write; null when the campaign has no markers. */
  readonly marker: string | null;
  /** For a move: the address it is recorded under, and what was observed there. */
  readonly from: {
    readonly address: Address;
    readonly campaign: Campaign;
    readonly observed: ObservedRecord | null;
  } | null;
  /** Off-boarding: a pin to set (or empty to clear) on a task whose other fields stay as they are. */
  readonly pin: string | null;
  /** What is remembered of it since it was removed. */
  readonly former?: RecordedRecord;
  /** Kept since a move that lost something on the way: what is put back. */
  readonly copy?: MoveCopy;
  /** Twins that are deleted, one for each deleteRecordFromCampaign among the writes, in their order. */
  readonly removals?: readonly TwinRemoval[];
  /** Twins that stay beside it. */
  readonly stays?: readonly TwinStay[];
  /** What stays recorded as it is, because the change is about a twin of it; null for nothing. */
  readonly keeps?: RecordedRecord | null;
  /** Of the declared queue, where it is known: the status call and the transfer take a queue by its name. */
  readonly queueName?: string;
  /** Fields that differ, and that no request of this change carries. */
  readonly unapplied?: readonly string[];
  /** Fields that were sent before with this very value and show another. */
  readonly resent?: readonly string[];
  /** What goes along unchanged; filled in by the plan. */
  readonly carried?: readonly CarriedField[];
  /** Fields changed in the service since they were last written; filled in by the plan. */
  readonly changedOutside?: OutsideFields;
}

/** `merges`: its items go to the named task first. */
export interface TwinRemoval {
  readonly task: ObservedTask;
  readonly merges: boolean;
}

/** A task with the same clientId beside the one that the file names, and why it is left alone. */
export interface TwinStay {
  readonly previewRecordId: string;
  readonly state: WorkedState;
  readonly attempts: number;
  readonly because: 'not-listed' | 'worked' | 'other-stack' | 'differs';
}

/** A field that a request sends as it is. Not `declared`: the file does not name it; it was read, or others stored it. */
export interface CarriedField {
  readonly field: string;
  readonly declared: boolean;
}

/** Names of fields. `putBack`: only the service moved; `overwritten`: Git moved too, to another value. */
export interface OutsideFields {
  readonly putBack: readonly string[];
  readonly overwritten: readonly string[];
}

export type Change = UserChange | RecordChange;

/** Its first write is an add-user: nothing is removed before. */
export function addsUser(change: Pick<Change, 'kind' | 'action'>): boolean {
  return isUser(change) && (change.action === 'create' || change.action === 'restore');
}

/** What a saved copy holds, under the address the record moves to. */
export interface MoveCopy {
  /** The task as it stood in the campaign it leaves. */
  readonly task: ObservedTask;
  /** Keys of the items that others stored: to be found again where the record arrives. */
  readonly foreign: readonly string[];
}

export type MoveCopies = ReadonlyMap<Address, MoveCopy>;

/** Whether it puts a task before an agent that was not there before it: of each of these a record must last. */
export function callsSomebody(change: Change): boolean {
  return isRecord(change) && (change.action === 'create' || change.cause.kind === 'reissue');
}

/** Of who was called to the end and is in no file any more. */
export function isLetGoFinished({ cause }: Change): boolean {
  return cause.kind === 'finished' || cause.kind === 'worked-and-gone';
}
