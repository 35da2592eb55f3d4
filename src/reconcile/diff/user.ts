// One user: desired x recorded x observed -> at most one change and what needs saying (design, "Users").
//
//   service | backing instance | wanted          | answer
//   absent  | absent           | present         | create, FAIL (a race ends in a refusal, not in a takeover)
//   absent  | unknown          | present + both  | adopt: create, FAIL, after a refusal ALLOW; else create, FAIL
//   absent  | present          | present + both  | ours or adopt: create, ALLOW; else conflict
//   present | any              | present         | recorded: nothing to do; adopt: adopt; else conflict
//   present | absent           | present + both  | partial: gated replace only
//   present | any              | gone            | created: delete; adopted: release
//
// No attribute can be read or updated, so no user change is ever an update of the person.

import type { SourcePosition } from '../../model/address.ts';
import type { ErrorCode } from '../../model/errors.ts';
import type { Action, Digest } from '../../model/state.ts';
import type {
  DesiredAbsentUser,
  DesiredPresentUser,
  DesiredUser,
  ObservedUser,
  RecordedUser,
  UserProvenance,
} from '../../model/user.ts';
import type { FieldChange, UserChange, Verdict, WriteOperation } from '../change.ts';
import { fieldChange, userDigests, userFields } from '../fields.ts';

export interface UserFacts {
  readonly desired: DesiredUser | null;
  readonly recorded: RecordedUser | null;
  readonly observed: ObservedUser | null;
  readonly digest: Digest;
  /** Whether this run saw any user answer SUCCESS: without it NOT_FOUND may mean the wrong tenant (U8). */
  readonly knownUserSeen: boolean;
}

export interface UserDiff {
  readonly change: UserChange | null;
  readonly verdict: Verdict | null;
}

const ASSUMED = 'names, template and e-mails are assumed since creation: the service does not show them';
const JOINS =
  '; the backing side is not shown: FAIL first, and as the file says adopt: true, after a refusal once more with ALLOW';
const NOTHING: UserDiff = { change: null, verdict: null };

export function diffUser(facts: UserFacts): UserDiff {
  const { desired, observed } = facts;
  if (observed === null || observed.service === 'unknown') return unreadable(facts);
  if (desired === null) return diffRemoved(facts, observed);
  return desired.ensure === 'absent' ? diffLeaver(facts, desired, observed) : diffPresent(facts, desired, observed);
}

function diffPresent(facts: UserFacts, desired: DesiredPresentUser, observed: ObservedUser): UserDiff {
  if (observed.service === 'absent') return diffMissing(facts, desired, observed);
  const { recorded } = facts;
  if (recorded === null) {
    return desired.adopt ? adopt(facts, desired, observed) : decision(facts, 'conflict', 'exists and is not ours');
  }
  if (wasRecreated(recorded, observed)) {
    if (desired.adopt) return adopt(facts, desired, observed);
    return decision(facts, 'recreated', 'was deleted and made again by somebody else (its connectUserId changed)');
  }
  if (desired.createInBackend && observed.backend === 'absent') {
    const text = 'is in the service but not in the backing instance';
    return desired.onProfileChange === 'replace'
      ? replace(facts, desired, { text, fields: [] })
      : decision(facts, 'partial', text);
  }
  return diffProfile(facts, desired, recorded);
}

function diffMissing(facts: UserFacts, desired: DesiredPresentUser, observed: ObservedUser): UserDiff {
  const both = desired.createInBackend && observed.backend === 'present';
  const backendIsOurs = ownsBackend(facts);
  const allowed = desired.adopt || backendIsOurs || desired.behaviorIfInBackend === 'ALLOW';
  if (both && !allowed) return decision(facts, 'conflict', 'exists in the backing instance and is not ours');
  const unseen = desired.createInBackend && observed.backend === 'unknown';
  const mayJoin = unseen && desired.adopt && desired.behaviorIfInBackend === undefined;
  const computed = both ? 'ALLOW' : 'FAIL';
  const missing = facts.recorded === null ? 'declared, not there' : 'was removed outside; created again';
  const explicit = desired.behaviorIfInBackend;
  // Only a side seen absent, or a request that refuses one that is there, proves that we made it.
  const takenOver = !backendIsOurs && observed.backend !== 'absent' && (explicit ?? computed) === 'ALLOW';
  const reason =
    explicit && explicit !== computed ? `${missing}; the file says ${explicit}, computed ${computed}` : missing;
  return change(facts, {
    action: 'create',
    reason: mayJoin ? `${reason}${JOINS}` : reason,
    writes: mayJoin ? ['add-user', 'add-user'] : ['add-user'],
    fields: profileFields(desired),
    behaviorIfInBackend: mayJoin ? 'FAIL-then-ALLOW' : (explicit ?? computed),
    provenance: { service: 'created', backend: backendAfterCreate(desired, takenOver) },
  });
}

function backendAfterCreate(desired: DesiredPresentUser, takenOver: boolean): UserProvenance['backend'] {
  if (!desired.createInBackend) return 'none';
  return takenOver ? 'adopted' : 'created';
}

function adopt(facts: UserFacts, desired: DesiredPresentUser, observed: ObservedUser): UserDiff {
  const backend = observed.backend === 'present' ? 'adopted' : 'none';
  return change(facts, {
    action: 'adopt',
    reason: `exists; the file says adopt: true (no request; released, not deleted, when removed)${onOneSide(desired, observed)}`,
    writes: [],
    fields: [],
    provenance: { service: 'adopted', backend },
    desired,
  });
}

function onOneSide(desired: DesiredPresentUser, observed: ObservedUser): string {
  if (!desired.createInBackend || observed.backend !== 'absent') return '';
  return '; not in the backing instance, although the file says createInBackend: no call adds that side';
}

function replace(
  facts: UserFacts,
  desired: DesiredPresentUser,
  why: { readonly text: string; readonly fields: readonly FieldChange[] },
): UserDiff {
  if (facts.recorded?.provenance.service === 'adopted') {
    return decision(
      facts,
      'replace-needed',
      `${why.text}; it was adopted, and a replace would delete what others made`,
    );
  }
  const deleteInBackend = facts.recorded?.provenance.backend === 'created';
  const backendStays = desired.createInBackend && !deleteInBackend && facts.observed?.backend !== 'absent';
  if (backendStays && desired.behaviorIfInBackend === 'FAIL') {
    return decision(facts, 'replace-needed', `${why.text}; with behaviorIfInBackend: FAIL the create would be refused`);
  }
  const consents = desired.adopt || desired.behaviorIfInBackend === 'ALLOW';
  if (backendStays && !consents && facts.recorded?.provenance.backend !== 'adopted') {
    const text = 'the backing instance has the user, or does not show it, and that side is not ours';
    return decision(facts, 'replace-needed', `${why.text}; ${text}: adopt: true would join it`);
  }
  const made = backendStays ? 'adopted' : 'created';
  return change(facts, {
    action: 'replace',
    reason: `${why.text}; the file says onProfileChange: replace${risk(why.fields)}`,
    writes: ['delete-user', 'add-user'],
    fields: why.fields,
    deleteInBackend,
    provenance: { service: 'created', backend: desired.createInBackend ? made : 'none' },
    behaviorIfInBackend: desired.behaviorIfInBackend ?? (backendStays ? 'ALLOW' : 'FAIL'),
  });
}

/** No request can ask whether the create would be taken: what cannot be known before the delete is said. */
function risk(fields: readonly FieldChange[]): string {
  const first = '; deleted first, so without access if the create is refused';
  const isNew = fields.some(({ field }) => field === 'userTemplateName');
  return isNew ? `${first}: whether the service knows the new template shows only then` : first;
}

/** The profile cannot be read: what is compared is what was sent then with what the file says now. */
function diffProfile(facts: UserFacts, desired: DesiredPresentUser, recorded: RecordedUser): UserDiff {
  const assumed = { class: 'assumed', code: null, text: ASSUMED, fields: [] } as const;
  const { change: settings } = diffRemovalSettings(facts, desired, recorded);
  // Recorded from an interrupted create: what was sent is not known, so nothing is concluded from it.
  if (Object.keys(recorded.digests).length === 0) return { ...say(facts, assumed), change: settings };
  const wanted = userDigests(desired, facts.digest);
  const names = new Set([...Object.keys(wanted), ...Object.keys(recorded.digests)]);
  const moved = [...names].filter((name) => wanted[name] !== recorded.digests[name]);
  if (moved.length > 0) {
    const after = userFields(desired);
    const fields = moved.map((name) => fieldChange(name, 'as created', after.get(name)));
    if (desired.onProfileChange === 'replace')
      return replace(facts, desired, { text: `${moved.join(', ')} changed`, fields });
    const text = `${moved.join(', ')} changed in the file and not applied: there is no update call for users`;
    return { ...say(facts, { class: 'kept', code: null, text, fields }), change: settings };
  }
  return { ...say(facts, assumed), change: settings };
}

/** Protection must reach every person, also one whose changed name is kept unapplied. */
function diffRemovalSettings(facts: UserFacts, desired: DesiredPresentUser, recorded: RecordedUser): UserDiff {
  const fields = removalFields(desired, recorded);
  if (fields.length === 0) return NOTHING;
  return change(facts, {
    action: 'update',
    reason: 'how its removal is handled changed; kept in the recorded state, no request',
    writes: [],
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

function diffLeaver(facts: UserFacts, desired: DesiredAbsentUser, observed: ObservedUser): UserDiff {
  if (observed.service === 'present') {
    if (facts.recorded === null && !desired.adopt) {
      return decision(facts, 'leaver-present', 'is declared absent, is present, and is not ours');
    }
    if (facts.recorded !== null && !desired.adopt && wasRecreated(facts.recorded, observed)) {
      return decision(facts, 'recreated', 'is declared absent, but somebody else made it again: not deleted');
    }
    return remove(facts, 'declared absent', desired.onRemove ?? facts.recorded?.onRemove ?? null);
  }
  if (facts.recorded !== null) return forgetGone(facts);
  if (observed.backend !== 'present') return NOTHING;
  const text = 'declared absent: gone from the service, still in the backing instance (no call removes it there alone)';
  return say(facts, { class: 'kept', code: null, text, fields: [] });
}

function diffRemoved(facts: UserFacts, observed: ObservedUser): UserDiff {
  const { recorded } = facts;
  if (recorded === null) return NOTHING;
  if (observed.service === 'absent') return forgetGone(facts);
  if (recorded.onRemove === 'release' || (recorded.provenance.service === 'adopted' && recorded.onRemove === null)) {
    return change(facts, { action: 'forget', reason: released(recorded), writes: [], fields: [], provenance: null });
  }
  if (wasRecreated(recorded, observed)) {
    return decision(facts, 'recreated', 'is no longer declared, but somebody else made it again: not deleted');
  }
  return remove(facts, 'no longer declared', recorded.onRemove);
}

function released(recorded: RecordedUser): string {
  return recorded.onRemove === 'release' ? 'released: onRemove says release' : 'released: adopted, not created by us';
}

function remove(facts: UserFacts, why: string, onRemove: RecordedUser['onRemove']): UserDiff {
  const backendIsOurs = ownsBackend(facts);
  const deleteInBackend = onRemove === 'delete-with-backend' || (onRemove === null && backendIsOurs);
  const where = deleteInBackend ? 'service and backing instance' : 'service only';
  const action: Action = 'delete';
  return change(facts, {
    action,
    reason: `${why}; ${where}`,
    writes: ['delete-user'],
    fields: [],
    deleteInBackend,
    provenance: null,
  });
}

function forgetGone(facts: UserFacts): UserDiff {
  if (!facts.knownUserSeen) {
    const text = 'answers NOT_FOUND, but no known user answered SUCCESS in this run: this may be the wrong tenant';
    return say(facts, { class: 'unreadable', code: 'unreadable', text, fields: [] });
  }
  return change(facts, { action: 'forget', reason: 'already gone', writes: [], fields: [], provenance: null });
}

/** We made the account in the backing instance, and it is still that account. */
function ownsBackend({ recorded, observed }: UserFacts): boolean {
  if (recorded?.provenance.backend !== 'created') return false;
  return observed === null || !wasRecreated(recorded, observed);
}

function wasRecreated(recorded: RecordedUser, observed: ObservedUser): boolean {
  const [before, now] = [recorded.connectUserId, observed.connectUserId];
  return before !== null && now !== null && before !== now;
}

function profileFields(desired: DesiredPresentUser): FieldChange[] {
  return [...userFields(desired)].map(([name, value]) => fieldChange(name, null, value));
}

function unreadable(facts: UserFacts): UserDiff {
  if (facts.desired === null && facts.recorded === null) return NOTHING;
  const text = facts.observed?.problem?.message ?? 'could not be read';
  return say(facts, { class: 'unreadable', code: facts.observed?.problem?.code ?? 'unreadable', text, fields: [] });
}

function decision(facts: UserFacts, code: ErrorCode, text: string): UserDiff {
  return say(facts, { class: 'decision', code, text, fields: [] });
}

function say(facts: UserFacts, verdict: Pick<Verdict, 'class' | 'code' | 'text' | 'fields'>): UserDiff {
  return { change: null, verdict: { ...verdict, ...identity(facts) } };
}

interface ChangeParts {
  readonly action: Action;
  readonly reason: string;
  readonly writes: readonly WriteOperation[];
  readonly fields: readonly FieldChange[];
  readonly provenance: UserProvenance | null;
  readonly behaviorIfInBackend?: UserChange['behaviorIfInBackend'];
  readonly deleteInBackend?: boolean;
  readonly desired?: DesiredPresentUser;
}

function change(facts: UserFacts, parts: ChangeParts): UserDiff {
  const { desired, recorded, observed } = facts;
  const defaults = { behaviorIfInBackend: 'FAIL', deleteInBackend: false, after: [] } as const;
  return { change: { ...defaults, desired, recorded, observed, ...parts, ...identity(facts) }, verdict: null };
}

function identity(facts: UserFacts): { address: string; kind: 'user'; source: SourcePosition | null } {
  const { desired, recorded } = facts;
  return { address: desired?.address ?? recorded?.address ?? '', kind: 'user', source: desired?.source ?? null };
}
