// One user: desired x recorded x observed -> at most one change and what needs saying.
//
//   service | backing instance | wanted          | answer
//   absent  | any              | present         | recorded: what follows is a restore, for somebody took the access away;
//                                                  a plan without a known user concludes nothing
//   absent  | absent           | present         | create, FAIL (a race ends in a refusal, not in a takeover)
//   absent  | unknown          | present + both  | adopt: create, FAIL, after a refusal ALLOW; else create, FAIL
//   absent  | present          | present + both  | ours or adopt: create, ALLOW; else conflict; with FAIL in the file
//                                                  the document refuses the create
//   present | any              | present         | recorded: nothing to do; adopt: adopt; else conflict
//   present | absent           | present + both  | partial: gated replace only
//   present | any              | gone            | created: delete; adopted: release
//
// After a restore that was tried and not done, who is present may be another's: a person decides, unless the account is the recorded one.
//
// No attribute can be read or updated, so no user change is ever an update of the person.

import type { DesiredPresentUser, ObservedUser, RecordedUser, UserProvenance } from '../../model/user.ts';
import type { FieldChange, ReplaceCause, UserChange } from '../change.ts';
import { fieldChange, ignoredFields, userDigests, userFields } from '../fields.ts';
import { diffLeaver, diffRemembered, diffRemoved } from './user-removal.ts';
import { NO_USER_DIFF, ownsBackend, sayOfUser, sayRecreated, userChange, wasRecreated } from './user-result.ts';
import type { UserDiff, UserFacts } from './user-result.ts';
import type { OtherHolder } from './record-facts.ts';

export function diffUser(facts: UserFacts): UserDiff {
  if (facts.partition !== undefined && facts.desired === null) return letGo(facts, facts.partition);
  const { desired, recorded, observed } = facts;
  const remembered = diffRemembered(facts);
  if (remembered !== null) return remembered;
  if (observed === null || observed.service === 'unknown') {
    if (desired === null && recorded === null) return NO_USER_DIFF;
    return sayOfUser(facts, { kind: 'unreadable', problem: observed?.problem ?? null });
  }
  if (desired === null) return diffRemoved(facts, observed);
  return desired.ensure === 'absent' ? diffLeaver(facts, desired, observed) : diffPresent(facts, desired, observed);
}

/** Whether a line that only went would have the person removed from the same sides. */
export function isSameBySilence(change: UserChange): boolean {
  const silent = diffUser({ ...change, desired: null, digest: String, knownUserSeen: true }).change;
  return silent?.action === 'delete' && silent.deleteInBackend === change.deleteInBackend;
}

function letGo(facts: UserFacts, { name: partition, hasTaken }: OtherHolder): UserDiff {
  if (facts.recorded === null) return NO_USER_DIFF;
  if (!hasTaken) return sayOfUser(facts, { kind: 'waits-for-taker', partition });
  return userChange(facts, { action: 'forget', cause: { kind: 'other-partition', partition }, provenance: null });
}

function diffPresent(facts: UserFacts, desired: DesiredPresentUser, observed: ObservedUser): UserDiff {
  if (observed.service === 'absent') return diffMissing(facts, desired, observed);
  const { recorded } = facts;
  if (recorded === null) return desired.adopt ? adopt(facts, observed) : notOurs(facts, 'service');
  if (wasRecreated(recorded, observed)) {
    return desired.adopt ? adopt(facts, observed) : sayRecreated(facts, recorded, 'present');
  }
  if (desired.createInBackend && observed.backend === 'absent') {
    const cause = { kind: 'one-sided' } as const;
    return desired.onProfileChange === 'replace'
      ? replace(facts, desired, { cause, fields: [] })
      : sayOfUser(facts, cause);
  }
  return diffProfile(facts, desired, recorded);
}

function diffMissing(facts: UserFacts, desired: DesiredPresentUser, observed: ObservedUser): UserDiff {
  const mayRestore = facts.knownUserSeen || facts.isCounted === true;
  if (facts.recorded !== null && !mayRestore) return sayOfUser(facts, { kind: 'no-known-user' });
  const both = desired.createInBackend && observed.backend === 'present';
  // Whose account an answer that proves nothing is about is not known.
  const backendIsOurs = ownsBackend(facts) && observed.unproven === undefined;
  const explicit = desired.behaviorIfInBackend;
  if (both && !desired.adopt && !backendIsOurs && explicit !== 'ALLOW') return notOurs(facts, 'backend');
  if (both && explicit === 'FAIL') return sayOfUser(facts, { kind: 'create-refused' });
  const computed = both ? 'ALLOW' : 'FAIL';
  const behavior = explicit ?? computed;
  // Only a side seen absent, or a request that refuses one that is there, proves that we made it.
  const takenOver = !backendIsOurs && observed.backend !== 'absent' && behavior === 'ALLOW';
  const joins = mayJoin(desired, observed);
  return userChange(facts, {
    action: facts.recorded === null ? 'create' : 'restore',
    cause: { kind: facts.recorded === null ? 'declared' : 'gone', computed },
    writes: joins ? ['add-user', 'add-user'] : ['add-user'],
    fields: [...userFields(desired)].map(([name, value]) => fieldChange(name, null, value)),
    behaviorIfInBackend: joins ? 'FAIL-then-ALLOW' : behavior,
    provenance: { service: 'created', backend: backendAfterCreate({ ...facts, desired }, observed, takenOver) },
  });
}

/** The backing side is not shown and the file consents: FAIL first, and after a refusal once more with ALLOW. */
function mayJoin(desired: DesiredPresentUser, observed: ObservedUser): boolean {
  const isUnseen = desired.createInBackend && observed.backend === 'unknown';
  return isUnseen && desired.adopt && desired.behaviorIfInBackend === undefined;
}

/** Whom we made there stays ours also where the file asks for that side no more, and is not seen gone. */
function backendAfterCreate(
  facts: UserFacts & { readonly desired: DesiredPresentUser },
  { backend }: ObservedUser,
  takenOver: boolean,
): UserProvenance['backend'] {
  if (facts.desired.createInBackend) return takenOver ? 'adopted' : 'created';
  return ownsBackend(facts) && backend !== 'absent' ? 'created' : 'none';
}

function adopt(facts: UserFacts, observed: ObservedUser): UserDiff {
  const backend = observed.backend === 'present' ? 'adopted' : 'none';
  return userChange(facts, {
    action: 'adopt',
    cause: { kind: 'adopt' },
    provenance: { service: 'adopted', backend },
  });
}

function replace(
  facts: UserFacts,
  desired: DesiredPresentUser,
  why: { readonly cause: ReplaceCause; readonly fields: readonly FieldChange[] },
): UserDiff {
  const { cause } = why;
  const deleteInBackend = facts.recorded?.provenance.backend === 'created';
  const backendStays = desired.createInBackend && !deleteInBackend && facts.observed?.backend !== 'absent';
  const because = replaceRefused(facts, desired, backendStays);
  if (because !== null) return sayOfUser(facts, { kind: 'replace-refused', cause, because });
  const made = backendStays ? 'adopted' : 'created';
  return userChange(facts, {
    action: 'replace',
    cause,
    writes: ['delete-user', 'add-user'],
    fields: why.fields,
    deleteInBackend,
    provenance: { service: 'created', backend: desired.createInBackend ? made : 'none' },
    behaviorIfInBackend: desired.behaviorIfInBackend ?? (backendStays ? 'ALLOW' : 'FAIL'),
  });
}

/** What the file says of an account that others made, where its line goes: so it may go to be made again. */
const MAY_DELETE: ReadonlySet<DesiredPresentUser['onRemove']> = new Set(['delete', 'delete-with-backend']);

/** Null where nothing speaks against deleting the user and creating it again. */
function replaceRefused(
  { recorded }: UserFacts,
  desired: DesiredPresentUser,
  backendStays: boolean,
): 'adopted' | 'create-refused' | 'backend-not-ours' | null {
  if (recorded?.provenance.service === 'adopted' && !MAY_DELETE.has(desired.onRemove)) return 'adopted';
  if (!backendStays) return null;
  if (desired.behaviorIfInBackend === 'FAIL') return 'create-refused';
  const consents = desired.adopt || desired.behaviorIfInBackend === 'ALLOW';
  return consents || recorded?.provenance.backend === 'adopted' ? null : 'backend-not-ours';
}

/** The profile cannot be read: what is compared is what was sent then with what the file says now. */
function diffProfile(facts: UserFacts, desired: DesiredPresentUser, recorded: RecordedUser): UserDiff {
  const { change } = diffRemovalSettings(facts, desired, recorded);
  const assumed = { ...sayOfUser(facts, { kind: 'profile-assumed' }), change };
  // Recorded from an interrupted create: what was sent is not known, so nothing is concluded from it.
  if (Object.keys(recorded.digests).length === 0) return assumed;
  const wanted = userDigests(desired, facts.digest);
  const names = new Set([...Object.keys(wanted), ...Object.keys(recorded.digests)]);
  const ignored = ignoredFields(facts.identity);
  const moved = [...names].filter((name) => wanted[name] !== recorded.digests[name] && !ignored.includes(name));
  if (moved.length === 0) return assumed;
  const after = userFields(desired);
  const fields = moved.map((name) => fieldChange(name, 'as created', after.get(name)));
  if (desired.onProfileChange === 'replace') {
    return replace(facts, desired, { cause: { kind: 'profile-differs', fields: moved }, fields });
  }
  return { ...sayOfUser(facts, { kind: 'profile-kept' }, fields), change };
}

/** Protection must reach every person, also one whose changed name is kept unapplied. */
function diffRemovalSettings(facts: UserFacts, desired: DesiredPresentUser, recorded: RecordedUser): UserDiff {
  const fields = removalFields(desired, recorded);
  if (fields.length === 0) return NO_USER_DIFF;
  return userChange(facts, {
    action: 'update',
    cause: { kind: 'removal-settings' },
    fields,
    provenance: recorded.provenance,
  });
}

function removalFields(desired: DesiredPresentUser, recorded: RecordedUser): FieldChange[] {
  const fields: FieldChange[] = [];
  const onRemove = desired.onRemove ?? null;
  if (onRemove !== recorded.onRemove) fields.push(fieldChange('onRemove', recorded.onRemove, onRemove));
  if (JSON.stringify(desired.offboard) !== JSON.stringify(recorded.offboard)) {
    fields.push(fieldChange('offboard', recorded.offboard, desired.offboard));
  }
  return fields;
}

function notOurs(facts: UserFacts, side: 'service' | 'backend'): UserDiff {
  return sayOfUser(facts, { kind: 'not-ours', side, wanted: 'present' });
}
