// A user who should not be there: declared absent, or no longer declared. What we made is deleted; what was adopted, and
// what the file releases, is let go; what somebody else made again is left to a person.

import type { DesiredAbsentUser, ObservedUser, RecordedUser } from '../../model/user.ts';
import { NO_USER_DIFF, ownsBackend, sayOfUser, userChange, wasRecreated } from './user-result.ts';
import type { UserDiff, UserFacts } from './user-result.ts';

export function diffLeaver(facts: UserFacts, desired: DesiredAbsentUser, observed: ObservedUser): UserDiff {
  const { recorded } = facts;
  if (observed.service !== 'present') return diffGoneLeaver(facts, desired, observed);
  if (recorded === null && !desired.adopt) return sayOfUser(facts, { kind: 'leaver-present' });
  if (recorded !== null && !desired.adopt && wasRecreated(recorded, observed)) {
    return sayOfUser(facts, { kind: 'recreated', wanted: 'absent' });
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
  const known = facts.recorded ?? facts.removed ?? null;
  const asked = known?.backendAskedAt !== undefined;
  if (observed.backend === 'present' && !asked && asksForBackend(desired, known, observed)) {
    if (!facts.knownUserSeen) return sayOfUser(facts, { kind: 'no-known-user' });
    return userChange(
      { ...facts, recorded: known },
      {
        action: 'delete',
        cause: { kind: 'backend-only' },
        writes: ['delete-user'],
        deleteInBackend: true,
        provenance: null,
      },
    );
  }
  if (facts.recorded !== null) return forgetGone(facts);
  return observed.backend === 'present' ? sayOfUser(facts, { kind: 'backend-left', asked }) : NO_USER_DIFF;
}

export function diffRemoved(facts: UserFacts, observed: ObservedUser): UserDiff {
  const { recorded } = facts;
  if (recorded === null) return NO_USER_DIFF;
  if (observed.service === 'absent') return forgetGone(facts);
  if (recorded.onRemove === 'release' || (recorded.provenance.service === 'adopted' && recorded.onRemove === null)) {
    const kind = recorded.onRemove === 'release' ? 'release-declared' : 'adopted';
    return userChange(facts, { action: 'forget', cause: { kind }, provenance: null });
  }
  if (wasRecreated(recorded, observed)) return sayOfUser(facts, { kind: 'recreated', wanted: 'undeclared' });
  if (recorded.onRemove === 'keep') return sayOfUser(facts, { kind: 'kept-undeclared' });
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
  if (service === 'absent') return desired === null ? NO_USER_DIFF : null;
  if (desired !== null) return diffLeaver(known, desired, observed);
  const isSame = removed.connectUserId !== null && removed.connectUserId === observed.connectUserId;
  return isSame ? remove(known, 'still-there', removed.onRemove) : sayOfUser(known, { kind: 'came-back' });
}

function remove(
  facts: UserFacts,
  kind: 'declared-absent' | 'undeclared' | 'still-there',
  onRemove: RecordedUser['onRemove'],
): UserDiff {
  // A leaver of whom no line was to take anything away says no more of the backing side than one without onRemove.
  const isUnsaid = onRemove === null || onRemove === 'keep';
  const deleteInBackend = onRemove === 'delete-with-backend' || (isUnsaid && ownsBackend(facts));
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
