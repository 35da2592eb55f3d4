// A user who should not be there: declared absent, or no longer declared. What we made is deleted; what was adopted, and
// what the file releases, is let go; what somebody else made again is left to a person.

import type { DesiredAbsentUser, ObservedUser, RecordedUser } from '../../model/user.ts';
import {
  isUnproven,
  NO_USER_DIFF,
  ownsBackend,
  sayOfUser,
  sayRecreated,
  userChange,
  wasRecreated,
} from './user-result.ts';
import type { UserDiff, UserFacts } from './user-result.ts';

export function diffLeaver(given: UserFacts, desired: DesiredAbsentUser, observed: ObservedUser): UserDiff {
  const facts = { ...given, recorded: claimed(given.recorded, desired) };
  const { recorded } = facts;
  if (observed.service !== 'present') return diffGoneLeaver(facts, desired, observed);
  if (recorded === null && !desired.adopt) return sayOfUser(facts, { kind: 'leaver-present' });
  if (recorded !== null && !desired.adopt && wasRecreated(recorded, observed)) {
    return sayRecreated(facts, recorded, 'absent');
  }
  const onRemove = desired.onRemove ?? recorded?.onRemove ?? null;
  if (isProbablyOurs(recorded, onRemove) && !desired.adopt) {
    return sayOfUser(facts, { kind: 'probably-ours', wanted: 'absent' });
  }
  return remove(facts, 'declared-absent', onRemove);
}

/** Who was found after a create of ours that was not answered is ours once a file says so, on each side that it was to make. */
function claimed(known: RecordedUser | null, { adopt }: DesiredAbsentUser): RecordedUser | null {
  if (known?.foundAt === undefined || !adopt) return known;
  return { ...known, provenance: { ...known.provenance, service: 'created' } };
}

/** Found after a create of ours that was not answered, and no word of a file says what becomes of it. */
function isProbablyOurs(known: RecordedUser | null, onRemove: RecordedUser['onRemove']): boolean {
  return known?.foundAt !== undefined && onRemove !== 'delete' && onRemove !== 'delete-with-backend';
}

function diffGoneLeaver(facts: UserFacts, desired: DesiredAbsentUser, observed: ObservedUser): UserDiff {
  const unproven = sayUnproven(facts, observed);
  if (unproven !== null) return unproven;
  const recorded = facts.recorded ?? facts.removed ?? null;
  const onRemove = desired.onRemove ?? recorded?.onRemove ?? null;
  const isNamed = desired.adopt && desired.onRemove === 'delete-with-backend';
  const left = leftInBackend({ ...facts, recorded }, observed, { onRemove, isNamed });
  if (left !== null) return left;
  const isLeft = observed.backend === 'present';
  if (isLeft && !desired.adopt && isProbablyOurs(facts.recorded, onRemove)) {
    return sayOfUser(facts, { kind: 'probably-ours', wanted: 'absent' });
  }
  if (facts.recorded !== null) return forgetGone(facts);
  if (wasLeftUnseen({ ...facts, recorded }, observed, onRemove)) {
    return sayOfUser(facts, { kind: 'backend-unproven', word: 'not shown', hasId: false });
  }
  return isLeft
    ? sayOfUser(facts, { kind: 'backend-left', asked: recorded?.backendAskedAt !== undefined })
    : NO_USER_DIFF;
}

/** Our own removal left the account that we made there, the file wants it gone now, and this environment shows nothing of that side. */
function wasLeftUnseen(facts: UserFacts, { backend }: ObservedUser, onRemove: RecordedUser['onRemove']): boolean {
  const left = facts.recorded?.onRemove;
  return backend === 'unknown' && (left === 'release' || left === 'delete') && takesBackend(facts, onRemove);
}

/** Gone from the service, and the answer about the backing side proves nothing. */
function sayUnproven(facts: UserFacts, { unproven, connectUserId }: ObservedUser): UserDiff | null {
  if (unproven === undefined) return null;
  return sayOfUser(facts, { kind: 'backend-unproven', word: unproven, hasId: connectUserId !== null });
}

export function diffRemoved(facts: UserFacts, observed: ObservedUser): UserDiff {
  const { recorded } = facts;
  if (recorded === null) return NO_USER_DIFF;
  const isShown = observed.service === 'present' || observed.backend === 'present';
  if (isShown && recorded.onRemove === null && isProbablyOurs(recorded, null)) {
    return sayOfUser(facts, { kind: 'probably-ours', wanted: 'undeclared' });
  }
  if (observed.service === 'absent') {
    // A side that we did not make is let go with the other, whatever is said of it.
    const isOwed = recorded.provenance.backend === 'created';
    // A line that only went takes nothing away, of neither side.
    const left = recorded.onRemove === 'keep' ? null : leftInBackend(facts, observed, recorded);
    return (isOwed ? sayUnproven(facts, observed) : null) ?? left ?? forgetGone(facts);
  }
  if (recorded.onRemove === 'release' || (recorded.provenance.service === 'adopted' && recorded.onRemove === null)) {
    const kind = recorded.onRemove === 'release' ? 'release-declared' : 'adopted';
    return userChange(facts, { action: 'forget', cause: { kind }, provenance: null });
  }
  if (wasRecreated(recorded, observed)) return sayRecreated(facts, recorded, 'undeclared');
  if (recorded.onRemove === 'keep') return sayOfUser(facts, { kind: 'kept-undeclared' });
  if (facts.isOlder === true && isUnproven(recorded, observed)) return sayOfUser(facts, { kind: 'older-state' });
  return remove(facts, 'undeclared', recorded.onRemove);
}

/**
 * Removed before, or seen gone, by contributing/decisions/0012. Null where that changes nothing: then it is as if nothing had been
 * recorded.
 */
export function diffRemembered({ removed, ...facts }: UserFacts): UserDiff | null {
  const { desired, observed } = facts;
  if (!removed || facts.recorded !== null || desired?.ensure === 'present') return null;
  const known: UserFacts = { ...facts, recorded: removed };
  const service = observed?.service ?? 'unknown';
  if (observed === null || service === 'unknown') {
    return desired === null ? sayOfUser(known, { kind: 'unreadable', problem: observed?.problem ?? null }) : null;
  }
  if (service === 'absent') return desired === null ? (leftInBackend(known, observed, removed) ?? NO_USER_DIFF) : null;
  if (!(desired?.adopt ?? false) && isAnother(removed, observed)) {
    return sayRecreated(known, removed, desired === null ? 'undeclared' : 'absent');
  }
  if (desired !== null) return diffLeaver(known, desired, observed);
  const { connectUserId: id } = removed;
  const isProven = observed.unproven === undefined && id !== null && observed.connectUserId === id;
  return isProven ? remove(known, 'still-there', removed.onRemove) : sayOfUser(known, { kind: 'came-back' });
}

/** The account that is there has an id, and it is not that of one that was ours. */
function isAnother(removed: RecordedUser, { connectUserId, unproven }: ObservedUser): boolean {
  if (connectUserId === null || unproven !== undefined) return false;
  return isOfOthers(removed) || (removed.connectUserId !== null && removed.connectUserId !== connectUserId);
}

/** What is remembered with it is the id of somebody else's account, or none. */
function isOfOthers({ provenance }: RecordedUser): boolean {
  return provenance.backend === 'none';
}

interface Leaving {
  readonly onRemove: RecordedUser['onRemove'];
  /** The file names that side, and takes over who is there. */
  readonly isNamed?: boolean;
}

/**
 * Gone from the service, and there in the backing instance. Asked for once, then said as long as it is remembered; null where
 * nothing asks for it. The same for a line that went and for `ensure: absent`, which says no less than silence.
 *
 *   onRemove               | the account is                        | delete-user, deleteInBackend: true
 *   delete-with-backend    | made by us, or provably the same one  | sent once
 *   delete-with-backend    | another one, `adopt: true` beside it  | sent once
 *   left out, keep         | made by us                            | sent once
 *   anything else          | any                                   | not sent
 */
function leftInBackend(facts: UserFacts, observed: ObservedUser, leaving: Leaving): UserDiff | null {
  const { onRemove, isNamed = false } = leaving;
  const { recorded } = facts;
  if (observed.backend !== 'present') return null;
  const isSame = recorded !== null && !isOfOthers(recorded) && !isUnproven(recorded, observed);
  const isAsked = isNamed || (isSame && onRemove === 'delete-with-backend') || takesBackend(facts, onRemove);
  if (!isAsked) return null;
  if (recorded?.backendAskedAt !== undefined) return sayOfUser(facts, { kind: 'backend-left', asked: true });
  return removeFromBackend(facts);
}

function removeFromBackend(facts: UserFacts): UserDiff {
  if (!facts.knownUserSeen) return sayOfUser(facts, { kind: 'no-known-user' });
  const writes = ['delete-user'] as const;
  const cause = { kind: 'backend-only' } as const;
  return userChange(facts, { action: 'delete', cause, writes, deleteInBackend: true, provenance: null });
}

/** A leaver of whom no line was to take anything away says no more of the backing side than one without onRemove. */
function takesBackend(facts: UserFacts, onRemove: RecordedUser['onRemove']): boolean {
  return ownsBackend(facts) && takesWhatIsOurs(onRemove);
}

function takesWhatIsOurs(onRemove: RecordedUser['onRemove']): boolean {
  return onRemove === 'delete-with-backend' || onRemove === null || onRemove === 'keep';
}

function remove(
  facts: UserFacts,
  kind: 'declared-absent' | 'undeclared' | 'still-there',
  onRemove: RecordedUser['onRemove'],
): UserDiff {
  const deleteInBackend = onRemove === 'delete-with-backend' || takesBackend(facts, onRemove);
  return userChange(facts, {
    action: 'delete',
    cause: { kind },
    writes: ['delete-user'],
    deleteInBackend,
    provenance: null,
  });
}

function forgetGone(facts: UserFacts): UserDiff {
  if (!facts.knownUserSeen) return sayOfUser(facts, { kind: 'no-known-user' });
  return userChange(facts, { action: 'forget', cause: { kind: 'already-gone' }, provenance: null });
}
