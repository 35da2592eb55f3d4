// A user who should not be there: declared absent, or no longer declared. What we made is deleted; what was adopted, and
// what the file releases, is let go; what somebody else made again is left to a person.

import type { DesiredAbsentUser, ObservedUser, RecordedUser } from '../../model/user.ts';
import { NO_USER_DIFF, ownsBackend, sayOfUser, userChange, wasRecreated } from './user-result.ts';
import type { UserDiff, UserFacts } from './user-result.ts';

export function diffLeaver(facts: UserFacts, desired: DesiredAbsentUser, observed: ObservedUser): UserDiff {
  const { recorded } = facts;
  if (observed.service !== 'present') return diffGoneLeaver(facts, observed);
  if (recorded === null && !desired.adopt) return sayOfUser(facts, { kind: 'leaver-present' });
  if (recorded !== null && !desired.adopt && wasRecreated(recorded, observed)) {
    return sayOfUser(facts, { kind: 'recreated', wanted: 'absent' });
  }
  return remove(facts, 'declared-absent', desired.onRemove ?? recorded?.onRemove ?? null);
}

function diffGoneLeaver(facts: UserFacts, observed: ObservedUser): UserDiff {
  if (facts.recorded !== null) return forgetGone(facts);
  return observed.backend === 'present' ? sayOfUser(facts, { kind: 'backend-left' }) : NO_USER_DIFF;
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
  return remove(facts, 'undeclared', recorded.onRemove);
}

function remove(
  facts: UserFacts,
  kind: 'declared-absent' | 'undeclared',
  onRemove: RecordedUser['onRemove'],
): UserDiff {
  const deleteInBackend = onRemove === 'delete-with-backend' || (onRemove === null && ownsBackend(facts));
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
