// A user who should not be there: declared absent, or no longer declared. What we made is deleted; what was adopted, and
// what the file releases, is let go; what somebody else made again is left to a person.

import type { DesiredAbsentUser, ObservedUser, RecordedUser } from '../../model/user.ts';
import { isUnproven, NO_USER_DIFF, ownsBackend, sayOfUser, userChange, wasRecreated } from './user-result.ts';
import type { UserDiff, UserFacts } from './user-result.ts';

export function diffLeaver(facts: UserFacts, desired: DesiredAbsentUser, observed: ObservedUser): UserDiff {
  const { recorded } = facts;
  if (observed.service !== 'present') return diffGoneLeaver(facts, desired, observed);
  if (recorded === null && !desired.adopt) return sayOfUser(facts, { kind: 'leaver-present' });
  if (recorded !== null && !desired.adopt && wasRecreated(recorded, observed)) {
    return sayOfUser(facts, { kind: 'recreated', wanted: 'absent' });
  }
  if (recorded?.foundAt !== undefined && !desired.adopt) {
    return sayOfUser(facts, { kind: 'probably-ours', wanted: 'absent' });
  }
  return remove(facts, 'declared-absent', desired.onRemove ?? recorded?.onRemove ?? null);
}

/**
 * An account that is only in the backing instance: the file must name that side, and the account be ours, or taken over.
 *
 *   onRemove in the file   | backing side             | delete-user, deleteInBackend: true
 *   delete-with-backend    | made by us               | sent once
 *   delete-with-backend    | not ours, `adopt: true`  | sent once
 *   delete-with-backend    | not ours                 | not sent; said
 *   anything else          | any                      | not sent; said
 */
function asksForBackend(desired: DesiredAbsentUser, known: RecordedUser | null, observed: ObservedUser): boolean {
  if (desired.onRemove !== 'delete-with-backend') return false;
  const isOurs = known?.provenance.backend === 'created' && !wasRecreated(known, observed);
  return isOurs || desired.adopt;
}

function diffGoneLeaver(facts: UserFacts, desired: DesiredAbsentUser, observed: ObservedUser): UserDiff {
  const unproven = sayUnproven(facts, observed);
  if (unproven !== null) return unproven;
  const known = facts.recorded ?? facts.removed ?? null;
  const asked = known?.backendAskedAt !== undefined;
  if (observed.backend === 'present' && !asked && asksForBackend(desired, known, observed)) {
    return removeFromBackend({ ...facts, recorded: known });
  }
  if (facts.recorded !== null) return forgetGone(facts);
  return observed.backend === 'present' ? sayOfUser(facts, { kind: 'backend-left', asked }) : NO_USER_DIFF;
}

/** Gone from the service, and the answer about the backing side proves nothing. */
function sayUnproven(facts: UserFacts, { unproven, connectUserId }: ObservedUser): UserDiff | null {
  if (unproven === undefined) return null;
  return sayOfUser(facts, { kind: 'backend-unproven', word: unproven, hasId: connectUserId !== null });
}

export function diffRemoved(facts: UserFacts, observed: ObservedUser): UserDiff {
  const { recorded } = facts;
  if (recorded === null) return NO_USER_DIFF;
  if (observed.service === 'absent') {
    // A side that we did not make is let go with the other, whatever is said of it.
    const isOwed = recorded.provenance.backend === 'created';
    // A line that only went takes nothing away, of neither side.
    const left = recorded.onRemove === 'keep' ? null : leftInBackend(facts, observed);
    return (isOwed ? sayUnproven(facts, observed) : null) ?? left ?? forgetGone(facts);
  }
  if (recorded.onRemove === 'release' || (recorded.provenance.service === 'adopted' && recorded.onRemove === null)) {
    if (recorded.onRemove === null && recorded.foundAt !== undefined) {
      return sayOfUser(facts, { kind: 'probably-ours', wanted: 'undeclared' });
    }
    const kind = recorded.onRemove === 'release' ? 'release-declared' : 'adopted';
    return userChange(facts, { action: 'forget', cause: { kind }, provenance: null });
  }
  if (wasRecreated(recorded, observed)) return sayOfUser(facts, { kind: 'recreated', wanted: 'undeclared' });
  if (recorded.onRemove === 'keep') return sayOfUser(facts, { kind: 'kept-undeclared' });
  if (facts.isOlder === true && isUnproven(recorded, observed)) return sayOfUser(facts, { kind: 'older-state' });
  return remove(facts, 'undeclared', recorded.onRemove);
}

/**
 * Removed before, or seen gone, by docs/decisions/0012. Null where that changes nothing: then it is as if nothing had been
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
  if (service === 'absent') return desired === null ? (leftInBackend(known, observed) ?? NO_USER_DIFF) : null;
  if (desired !== null) return diffLeaver(known, desired, observed);
  const isProven = observed.unproven === undefined && removed.connectUserId !== null;
  const isSame = isProven && removed.connectUserId === observed.connectUserId;
  return isSame ? remove(known, 'still-there', removed.onRemove) : sayOfUser(known, { kind: 'came-back' });
}

/**
 * Gone from the service, and the account that we made in the backing instance, which was to go with it, is there: asked for once,
 * then said as long as it is remembered. Null where there is nothing of that.
 */
function leftInBackend(facts: UserFacts, observed: ObservedUser): UserDiff | null {
  const { recorded } = facts;
  if (recorded === null || observed.backend !== 'present' || !takesBackend(facts, recorded.onRemove)) return null;
  if (recorded.backendAskedAt !== undefined) return sayOfUser(facts, { kind: 'backend-left', asked: true });
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
  const isUnsaid = onRemove === null || onRemove === 'keep';
  return ownsBackend(facts) && (onRemove === 'delete-with-backend' || isUnsaid);
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
