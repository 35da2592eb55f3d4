// What the differ says of an object without changing it: a person must decide, it could not be read, or it is left alone
// for a reason. The reason is data; its words are made where people read it (report/words/why-verdict.ts).

import type { Address, SourcePosition } from '../model/address.ts';
import type { DriftClass } from '../model/drift-classes.ts';
import type { ErrorCode } from '../model/errors.ts';
import type { Problem } from '../model/outcome.ts';
import type { WorkedState } from '../model/record.ts';
import type { TaskName } from '../model/pinned-tasks.ts';
import type { Action } from '../model/state.ts';
import type { FieldChange, ReplaceCause, TwinStay } from './change.ts';

/**
 * - `decision`: needs a person; left out of the plan; apply ends with 4.
 * - `unreadable`: nothing concluded; apply ends with 12.
 * - `consumed`: a record used up by being worked: success, left alone.
 * - `kept`: differs, and policy says leave it (profile fields, worked records).
 * - `taken`: recorded by another partition until now, and here from this run on.
 * - `platform`: moved as the platform documents (a lapsed pin): expected decay.
 * - `assumed`: cannot be read back; assumed since creation.
 */
export type VerdictClass = 'decision' | 'unreadable' | 'consumed' | 'kept' | 'taken' | 'platform' | 'assumed';

/** Of users and records alike. */
type CommonReason =
  | { readonly kind: 'unreadable'; readonly problem: Problem | null }
  /** Removed before, or seen gone, and one is there of which nothing says that it is the same. */
  | { readonly kind: 'came-back' }
  /** A write that an earlier run left open, and that no reading has settled. `mayCome`: nothing is seen of it yet. */
  | { readonly kind: 'unsettled'; readonly action: Action; readonly mayCome: boolean }
  /** Exists, and nothing says that it is ours. `side`: where; `wanted`: what the file says of it. */
  | { readonly kind: 'not-ours'; readonly side: 'service' | 'backend'; readonly wanted: 'present' | 'absent' }
  /** The same, and recorded state, which would know, is not here. */
  | { readonly kind: 'unrecorded' }
  /** Another partition recorded it until now: recorded here as it was there, without a request. */
  | { readonly kind: 'taken-over'; readonly partition: string }
  /** Declared in another partition, which has not taken it over yet: it stays recorded here. */
  | { readonly kind: 'waits-for-taker'; readonly partition: string }
  /** Another partition has it, or waits for the answer to a write of it. Null: under its own address. */
  | { readonly kind: 'other-partition'; readonly partition: string; readonly campaignName: string | null };

export type UserReason =
  | CommonReason
  /** Deleted and made again by somebody else. `wanted`: what the file says of the user. */
  /** Unproven: a restore was not done, and nothing shows whose account is there. */
  | { readonly kind: 'recreated'; readonly wanted: 'present' | 'absent' | 'undeclared'; readonly isUnproven?: true }
  /** Found after a create of ours that was not answered: whether it is ours is for a person to say. `wanted`: as above. */
  | { readonly kind: 'probably-ours'; readonly wanted: 'absent' | 'undeclared' }
  /** No longer declared, and recorded with `onRemove: keep`: only a line that says so removes this user. */
  | { readonly kind: 'kept-undeclared' }
  /** No longer declared, nothing shows which account it is, and recorded state is older than what the service shows. */
  | { readonly kind: 'older-state' }
  /** In the service, not in the backing instance. */
  | { readonly kind: 'one-sided' }
  | {
      readonly kind: 'replace-refused';
      readonly cause: ReplaceCause;
      /** It was adopted; its create would be refused (FAIL); its backing side would stay and is not ours. */
      readonly because: 'adopted' | 'create-refused' | 'backend-not-ours';
    }
  /** No call shows a profile. */
  | { readonly kind: 'profile-assumed' }
  /** The profile changed in the file, and no call updates it. */
  | { readonly kind: 'profile-kept' }
  /** Not in the service; the backing instance has it, and the file says that the create is to be refused then. */
  | { readonly kind: 'create-refused' }
  | { readonly kind: 'leaver-present' }
  /** Declared absent, gone from the service only. */
  | { readonly kind: 'backend-left'; readonly asked: boolean }
  /** Gone from the service, and what is said of the backing side proves nothing. `hasId`: a connectUserId is shown. */
  | { readonly kind: 'backend-unproven'; readonly word: string; readonly hasId: boolean }
  /** Absent, and no known user answered SUCCESS in this run. */
  | { readonly kind: 'no-known-user' }
  | { readonly kind: 'pins-unread'; readonly campaigns: readonly string[] }
  | { readonly kind: 'tasks-pinned'; readonly tasks: readonly TaskName[]; readonly obstacle: PinObstacle };

/** Why nobody takes over the tasks of a leaver. */
export type PinObstacle =
  | { readonly kind: 'policy' }
  | { readonly kind: 'not-ours' | 'move-unsettled'; readonly tasks: readonly TaskName[] }
  | { readonly kind: 'other-partition'; readonly partition: string }
  | { readonly kind: 'successor'; readonly loginUserId: string; readonly problem: SuccessorProblem };

/** Why somebody cannot take over tasks: leaves too, is not known to the service, could not be read. */
export type SuccessorProblem = 'leaves' | 'unknown' | 'unreadable';

export type RecordReason =
  | CommonReason
  /** The clientId stands twice, and the file names none. Null: in the campaign of the record itself. `ids`: previewRecordIds. */
  | { readonly kind: 'twin'; readonly campaignName: string | null; readonly ids: readonly string[] }
  /** The file names a task that is not there; tasks of its clientId may stand beside it (`stays`). */
  | { readonly kind: 'named-missing'; readonly previewRecordId: string }
  /** As declared; said because of what stands beside it. */
  | { readonly kind: 'twins-stay' }
  /** Gone, and nobody can tell whether the customer was called. Null: from the campaign of the record itself. `adds`: its `ensure` adds nobody. */
  | { readonly kind: 'gone-unclear'; readonly campaignName: string | null; readonly adds?: false }
  /** Recorded, used up, removed or seen under another spelling of its clientId. */
  | { readonly kind: 'spelled-otherwise'; readonly other: Address }
  /** On the list of `policy.doNotCall`, in that line. `isOpen`: a task of it is open. */
  | { readonly kind: 'do-not-call'; readonly isOpen: boolean; readonly listedAt: string }
  | { readonly kind: 'moved-elsewhere'; readonly campaignName: string }
  /** Not here; another campaign in which it may stand could not be read. */
  | { readonly kind: 'unread-elsewhere' }
  | { readonly kind: 'managed-elsewhere'; readonly stack: string }
  /** Not the one that is recorded: its marker was made for another record, or it was deleted and added again. */
  | {
      readonly kind: 'other-record';
      readonly because: 'other-record' | 'remade';
      readonly wanted: 'present' | 'absent';
    }
  /** `used`: the reason of the file, which was used before. `since`: when it was removed, or seen gone (epoch milliseconds). */
  /** `unseen`: gone while nobody looked, so that nobody can tell whether its customer was called. `since`: epoch milliseconds. */
  | {
      readonly kind: 'consumed';
      readonly how: WorkedState | 'gone';
      readonly unseen?: true;
      readonly used?: string;
      readonly since?: number;
    }
  /** Worked, so left alone. `instead`: the whenWorked that would act; null where it stays in the campaign it should leave. */
  | {
      readonly kind: 'worked';
      readonly attempts: number;
      /** Epoch milliseconds, where it is not worked yet, and was brought to an agent just now. */
      readonly deliveredAt?: number;
      readonly instead: 'replace' | 'remove' | null;
      readonly campaignName: string;
    }
  /** The file asks for another state, and leaving this one takes a word of consent. `because`: what is missing. */
  | {
      readonly kind: 'state-kept';
      readonly state: WorkedState;
      readonly wanted: WorkedState;
      readonly attempts: number;
      readonly because: 'replace' | 'reissue' | 'reason-used' | 'not-recorded';
    }
  /** The file asks for a state, and there is no task. */
  | { readonly kind: 'no-task'; readonly wanted: WorkedState }
  /** Declared absent and used up. `because`: what is missing; `removed`: as a deleted task may be shown. */
  | {
      readonly kind: 'finished-stays';
      readonly state: WorkedState;
      readonly because: 'keep' | 'not-ours' | 'removed';
    }
  /** Goes on showing another value than was sent twice. */
  | { readonly kind: 'service-keeps-its-own' }
  /** As declared; items of others show another value than before it moved here. `keys`: theirs, never a value. */
  | { readonly kind: 'changed-on-move'; readonly keys: readonly string[] }
  | { readonly kind: 'platform-moved' }
  /** Taken out of the file, and no call takes it away. */
  | { readonly kind: 'cannot-clear' }
  /** It left, or comes to, several campaigns. */
  | { readonly kind: 'several-campaigns' }
  /** It should move from this campaign: and stands in both; somebody's task has its clientId here; gone there, not ours here. */
  | { readonly kind: 'in-both' | 'target-taken' | 'target-not-ours'; readonly campaignName: string }
  /** Pinned to somebody who is not declared and not known. `partition`: which declares the person; `near`: `; did you mean …?`, or nothing. */
  | {
      readonly kind: 'agent-unknown';
      readonly loginUserId: string;
      readonly partition: string | null;
      readonly near: string;
    }
  | { readonly kind: 'agent-not-in-backend'; readonly loginUserId: string }
  /** Not let go: it is pinned to a leaver who cannot be removed yet. */
  | { readonly kind: 'pinned-to-leaver'; readonly loginUserId: string };

interface VerdictBase {
  readonly address: Address;
  readonly class: VerdictClass;
  readonly code: ErrorCode | null;
  readonly fields: readonly FieldChange[];
  readonly source: SourcePosition | null;
}

export interface UserVerdict extends VerdictBase {
  readonly kind: 'user';
  readonly loginUserId: string;
  readonly reason: UserReason;
}

export interface RecordVerdict extends VerdictBase {
  readonly kind: 'record';
  readonly campaignName: string;
  readonly clientId: string;
  readonly reason: RecordReason;
  readonly stays?: readonly TwinStay[];
}

export type Verdict = UserVerdict | RecordVerdict;

type Reason = UserReason | RecordReason;

/** What follows from each reason: for a plan, its code, and what a drift report calls it. A problem that was read brings its own code. */
const MEANING: Readonly<Record<Reason['kind'], readonly [VerdictClass, ErrorCode | null, DriftClass]>> = {
  unreadable: ['unreadable', 'unreadable', 'unreadable'],
  unsettled: ['unreadable', 'lost-answer', 'unreadable'],
  'came-back': ['decision', 'came-back', 'extra'],
  'not-ours': ['decision', 'conflict', 'conflict'],
  unrecorded: ['decision', 'no-recorded-state', 'conflict'],
  'taken-over': ['taken', null, 'pending'],
  'waits-for-taker': ['decision', 'other-partition', 'conflict'],
  'other-partition': ['decision', 'other-partition', 'conflict'],
  recreated: ['decision', 'recreated', 'recreated'],
  'probably-ours': ['decision', 'probably-ours', 'extra'],
  'one-sided': ['decision', 'partial', 'conflict'],
  'replace-refused': ['decision', 'replace-needed', 'pending'],
  'profile-assumed': ['assumed', null, 'unverifiable'],
  'profile-kept': ['kept', null, 'pending'],
  'create-refused': ['decision', 'create-refused', 'conflict'],
  'leaver-present': ['decision', 'leaver-present', 'extra'],
  'backend-left': ['kept', null, 'extra'],
  'backend-unproven': ['unreadable', 'not-proven', 'unreadable'],
  'kept-undeclared': ['decision', 'undeclared-user', 'extra'],
  'older-state': ['decision', 'state-older', 'conflict'],
  'no-known-user': ['unreadable', 'unreadable', 'unreadable'],
  'pins-unread': ['unreadable', 'unreadable', 'unreadable'],
  'tasks-pinned': ['decision', 'offboard-blocked', 'pending'],
  twin: ['decision', 'twin', 'conflict'],
  'named-missing': ['decision', 'named-missing', 'missing'],
  'twins-stay': ['kept', null, 'platform'],
  'gone-unclear': ['decision', 'gone-unclear', 'missing'],
  'spelled-otherwise': ['decision', 'other-spelling', 'conflict'],
  'do-not-call': ['decision', 'do-not-call', 'conflict'],
  'moved-elsewhere': ['decision', 'moved-elsewhere', 'missing'],
  'unread-elsewhere': ['unreadable', 'unreadable', 'unreadable'],
  'managed-elsewhere': ['decision', 'managed-elsewhere', 'conflict'],
  'other-record': ['decision', 'other-record', 'recreated'],
  consumed: ['consumed', null, 'consumed'],
  worked: ['kept', null, 'pending'],
  'state-kept': ['kept', null, 'pending'],
  'no-task': ['kept', null, 'consumed'],
  'finished-stays': ['kept', null, 'consumed'],
  'service-keeps-its-own': ['kept', null, 'pending'],
  'changed-on-move': ['kept', null, 'drift'],
  'platform-moved': ['platform', null, 'platform'],
  'cannot-clear': ['kept', null, 'platform'],
  'several-campaigns': ['decision', 'move-unclear', 'conflict'],
  'in-both': ['decision', 'move-unclear', 'conflict'],
  'target-taken': ['decision', 'target-occupied', 'conflict'],
  'target-not-ours': ['decision', 'target-occupied', 'conflict'],
  'agent-unknown': ['decision', 'agent-unknown', 'conflict'],
  'agent-not-in-backend': ['decision', 'agent-not-in-backend', 'conflict'],
  'pinned-to-leaver': ['kept', null, 'pending'],
};

/** Left out of the plan until a person decides, or it can be read. */
export function needsPerson({ class: kind }: Pick<Verdict, 'class'>): boolean {
  return kind === 'decision' || kind === 'unreadable';
}

type UserName = Pick<UserVerdict, 'address' | 'loginUserId' | 'source'>;
type RecordName = Pick<RecordVerdict, 'address' | 'campaignName' | 'clientId' | 'source'>;

export function userVerdict(of: UserName, reason: UserReason, fields: readonly FieldChange[] = []): UserVerdict {
  const { address, loginUserId, source } = of;
  return { kind: 'user', address, loginUserId, source, ...meaningOf(reason), reason, fields };
}

export function recordVerdict(
  of: RecordName,
  reason: RecordReason,
  fields: readonly FieldChange[] = [],
): RecordVerdict {
  const { address, campaignName, clientId, source } = of;
  return { kind: 'record', address, campaignName, clientId, source, ...meaningOf(reason), reason, fields };
}

function meaningOf(reason: Reason): { readonly class: VerdictClass; readonly code: ErrorCode | null } {
  const [kind, code] = MEANING[reason.kind];
  return { class: kind, code: reason.kind === 'unreadable' ? (reason.problem?.code ?? code) : code };
}

/** What a drift report calls it, where nothing else that is seen says otherwise (drift/of-verdict.ts). */
export function driftClassOf({ kind }: Reason): DriftClass {
  return MEANING[kind][2];
}
