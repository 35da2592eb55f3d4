// The result of comparing one user, and how its parts are put together.

import type { Action, Digest } from '../../model/state.ts';
import type { Target } from '../../model/target.ts';
import type { DesiredUser, ObservedUser, RecordedUser, UserProvenance } from '../../model/user.ts';
import type { FieldChange, UserCause, UserChange, WriteOperation } from '../change.ts';
import { userVerdict } from '../verdict.ts';
import type { OtherHolder } from './record-facts.ts';
import type { UserReason, UserVerdict } from '../verdict.ts';

export interface UserFacts {
  readonly desired: DesiredUser | null;
  readonly recorded: RecordedUser | null;
  /** Remembered of one that was removed; null or missing where it is recorded, or forgotten. */
  readonly removed?: RecordedUser | null;
  readonly observed: ObservedUser | null;
  readonly digest: Digest;
  /** Of the target; missing: every field counts. */
  readonly identity?: Target['identity'];
  /** Whether this run saw any user answer SUCCESS: without it NOT_FOUND may mean the wrong tenant. */
  readonly knownUserSeen: boolean;
  readonly partition?: OtherHolder | undefined;
  /** Whether the service shows writes of ours that recorded state does not know. */
  readonly isOlder?: boolean;
  /** As in DiffInput: the reading of one resource holds no other user that could prove the tenant. */
  readonly isCounted?: boolean;
}

export interface UserDiff {
  readonly change: UserChange | null;
  readonly verdict: UserVerdict | null;
}

export const NO_USER_DIFF: UserDiff = { change: null, verdict: null };

interface ChangeParts {
  readonly action: Action;
  readonly cause: UserCause;
  readonly writes?: readonly WriteOperation[];
  readonly fields?: readonly FieldChange[];
  readonly provenance: UserProvenance | null;
  readonly behaviorIfInBackend?: UserChange['behaviorIfInBackend'];
  readonly deleteInBackend?: boolean;
}

/** A change; without `writes` it is recorded only. */
export function userChange(facts: UserFacts, parts: ChangeParts): UserDiff {
  const { desired, recorded, observed } = facts;
  const defaults = { writes: [], fields: [], behaviorIfInBackend: 'FAIL', deleteInBackend: false, after: [] } as const;
  const change: UserChange = { ...defaults, kind: 'user', desired, recorded, observed, ...parts, ...nameOf(facts) };
  return { change, verdict: null };
}

export function sayOfUser(facts: UserFacts, reason: UserReason, fields: readonly FieldChange[] = []): UserDiff {
  return { change: null, verdict: userVerdict(nameOf(facts), reason, fields) };
}

export function sayRecreated(
  facts: UserFacts,
  { restoreFailedAt }: RecordedUser,
  wanted: 'present' | 'absent' | 'undeclared',
): UserDiff {
  return sayOfUser(facts, { kind: 'recreated', wanted, ...(restoreFailedAt !== undefined && { isUnproven: true }) });
}

function nameOf({ desired, recorded }: UserFacts): Pick<UserChange, 'address' | 'loginUserId' | 'source'> {
  const known = desired ?? recorded;
  if (known === null) throw new Error('a user that is neither declared nor recorded has no difference');
  return { address: known.address, loginUserId: known.loginUserId, source: desired?.source ?? null };
}

/** We made the account in the backing instance, and it is still that account. */
export function ownsBackend({ recorded, observed }: UserFacts): boolean {
  if (recorded?.provenance.backend !== 'created') return false;
  // Found after a create of ours that was not answered, and no file has said yet that it is ours.
  if (recorded.foundAt !== undefined && recorded.provenance.service === 'adopted') return false;
  return observed === null || !wasRecreated(recorded, observed);
}

/** Nothing shows that who is there is the one that was recorded. */
export function isUnproven(recorded: RecordedUser, observed: ObservedUser): boolean {
  return recorded.connectUserId === null || recorded.connectUserId !== observed.connectUserId;
}

/**
 * Another account than the recorded one. A restore that was not done found somebody there, or nobody whom it made: others then, or the very
 * one, whom a late reading hid.
 */
export function wasRecreated(recorded: RecordedUser, observed: ObservedUser): boolean {
  const [before, now] = [recorded.connectUserId, observed.connectUserId];
  if (recorded.restoreFailedAt !== undefined && observed.service === 'present') return isUnproven(recorded, observed);
  return now === null ? recorded.otherSeenAt !== undefined : before !== null && before !== now;
}
