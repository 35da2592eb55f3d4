// What stops an apply, never a plan. Each guard names the exact words that pass it; there is no way to pass all at once.
// A part of a plan meets the guards of its own changes (approval.ts, takePart).

import { isRecord, isUser, userAddress } from '../../model/address.ts';
import { goesOn } from '../../model/record.ts';
import type { DesiredRecord } from '../../model/record.ts';
import { folded, likeness } from '../../model/spelling.ts';
import type { DesiredUser } from '../../model/user.ts';
import { callsSomebody } from '../change.ts';
import type { Change } from '../change.ts';
import type {
  Guard,
  GuardedCount,
  GuardedOlderFiles,
  GuardedRestores,
  GuardedEmpty,
  GuardedIncomplete,
  GuardedRequests,
  GuardedSameObject,
  GuardedUnrecorded,
  GuardError,
} from '../guard.ts';
import type { Plan } from '../plan-value.ts';
import { heldElsewhere } from '../held-elsewhere.ts';
import { deletes, fileDeletes, firstRun, passedBy } from './guard-removals.ts';
import { overwrites } from './overwrite.ts';
import { countRecorded } from './count-recorded.ts';
import type { PlanInput } from './input.ts';
import { interrupted } from './interrupted.ts';
import { guardedRestores } from './restore.ts';
import { isGone, removesTwins } from './split.ts';

/** What guards look at: the changes that would be applied, and the requests of these. */
type GuardedPlan = Pick<Plan, 'changes' | 'recorded' | 'coverage' | 'requests'>;

export function checkGuards(plan: GuardedPlan, input: PlanInput): Guard[] {
  return [
    deletes(plan, input),
    fileDeletes(plan, input),
    firstRun(plan, input),
    overwrites(plan, input),
    interrupted(plan, input),
    olderFiles(plan, input),
    sameObject(input),
    incomplete(plan),
    empty(plan, input),
    unrecorded(plan, input),
    unsaved(plan, input),
    // Where everybody is gone, the number of all of them speaks for the restores, too: each is counted once.
    vanished(input) ?? restores(plan, input),
    requests(plan, input),
  ].flatMap((guard) => guard ?? []);
}

/** Throws when a guard is not passed. Nothing has been sent then. */
export function stopOnGuards({ guards }: Pick<Plan, 'guards'>, error: GuardError): void {
  const [first, ...others] = guards.filter(({ passed }) => !passed);
  if (first !== undefined) throw error(first, others);
}

const MAKES: ReadonlySet<Change['action']> = new Set(['create', 'restore', 'replace', 'adopt']);

/**
 * A rename of an object with a fixed identity would make and then remove the same thing. Looked for in the whole plan: its
 * two halves may stand in two parts. People are also looked for among everybody declared: what makes the other half may
 * stand outside of the scope, or have been done by an earlier run.
 */
function sameObject({ diff, declared, observed }: PlanInput): GuardedSameObject | null {
  // A record that is recorded under its own name, or stands there already, is another one than what is removed.
  const isOwn = (change: Change): boolean =>
    isRecord(change) && (change.action === 'adopt' || change.recorded?.address === change.address);
  const made = diff.changes.filter((change) => MAKES.has(change.action) && !isOwn(change));
  const staying = declared.users.filter(({ ensure }) => ensure === 'present');
  const wanted = Map.groupBy([...made, ...staying], identityOf);
  const both = diff.changes.filter((change) => {
    const others = wanted.get(identityOf(change))?.filter(({ address }) => address !== change.address) ?? [];
    return removes(change) && others.some((other) => !areTwoAccounts(change, other, observed));
  });
  if (both.length === 0) return null;
  const removed = both.map(({ address, action }) => ({ address, action }));
  return { code: 'guard-same-object', removed, pass: null, passed: false };
}

/**
 * Ids that differ in case are two (document), where the file says that one of them leaves and this service reads them as two: one that
 * does not would show the second, too, or both with one connectUserId; where both are shown, a third spelling tells (observe). A create that may join what is there proves nothing.
 */
function areTwoAccounts(gone: Change, other: Change | DesiredUser, { users }: PlanInput['observed']): boolean {
  if (!isUser(gone) || !isUser(other) || gone.desired?.ensure !== 'absent') return false;
  if (likeness(gone.loginUserId, other.loginUserId) !== 'like') return false;
  const [one, two] = [users.get(gone.address), users.get(other.address)];
  if (one?.service !== 'present' || two === undefined || two.service === 'unknown') return false;
  if (one.connectUserId !== null && two.connectUserId !== null) return one.connectUserId !== two.connectUserId;
  // A service that takes no notice of case would show the third spelling, too.
  if (two.service === 'present') return one.isCased === true || two.isCased === true;
  const mayJoin = gone.deleteInBackend && 'action' in other && other.behaviorIfInBackend !== 'FAIL';
  return two.service === 'absent' && two.backend !== 'present' && !mayJoin;
}

function removes(change: Change): boolean {
  if (change.action === 'forget') return !isGone(change);
  return change.action === 'delete' || change.action === 'replace';
}

/** What is one and the same for people: a login id whatever its case, a customer whatever the campaign. */
function identityOf(object: Change | DesiredUser): string {
  return isUser(object) ? `user:${folded(object.loginUserId)}` : `record:${object.clientId}`;
}

function incomplete({ coverage, changes }: GuardedPlan): GuardedIncomplete | null {
  const { asked, answered } = coverage;
  const missing = asked - answered;
  const removing = changes.some(
    (change) => change.action === 'delete' || change.action === 'replace' || removesTwins(change),
  );
  if (missing === 0 || !removing) return null;
  return { code: 'guard-incomplete', asked, missing, pass: null, passed: false };
}

function empty(plan: GuardedPlan, input: PlanInput): GuardedEmpty | null {
  // Of everything, whatever the scope of this run: `--only '*'` is no way around it.
  const { user, record } = countRecorded(input.managed);
  const recorded = user + record + heldElsewhere(input.desired).size;
  const leaving = plan.changes.filter(({ action, address, cause }) => {
    // Another partition answers for it from now on; and what may have been made by a run that was cut off is not recorded yet.
    const isLeft = action === 'delete' || (action === 'forget' && cause.kind !== 'other-partition');
    return isLeft && input.managed.objects.has(address);
  }).length;
  if (input.removesAll || recorded < 2 || leaving < recorded) return null;
  return { code: 'guard-empty', recorded, pass: null, passed: false };
}

/**
 * Also what is only taken over: with it recorded state is there, and the next run would not know what it does not know. An older copy
 * knows what it records, and not whether somebody was called again.
 */
function unrecorded({ changes }: GuardedPlan, { unrecorded: found }: PlanInput): GuardedUnrecorded | null {
  if (found === null || found === undefined || changes.length === 0) return null;
  const stopped = new Set(
    changes.filter(isRecord).flatMap(({ campaign: { campaignName }, recorded, cause }) => {
      const isUnknown = recorded === null || cause.kind === 'reissue';
      return isUnknown || !found.older.includes(campaignName) ? campaignName : [];
    }),
  );
  const campaigns = found.isAll ? found.campaigns : found.campaigns.filter((name) => stopped.has(name));
  const { stacks } = found;
  return campaigns.length === 0 ? null : { code: 'guard-unrecorded', campaigns, stacks, pass: null, passed: false };
}

/** The files may be of a commit before the one applied last. A repair rests on them, too: what is put back is what they still declare. */
function olderFiles(
  { changes }: GuardedPlan,
  { olderFiles: files, removesAll, allow }: PlanInput,
): GuardedOlderFiles | null {
  if (!files || removesAll || changes.length === 0) return null;
  return { code: 'guard-older-files', files, ...passedBy('older-files', changes.length, allow) };
}

/** A run that is killed leaves no word of what it added: the next one would add, and have called, the same customers again. */
function unsaved({ changes }: GuardedPlan, { isUnsaved = false, allow }: PlanInput): GuardedCount | null {
  const { length } = changes.filter(callsSomebody);
  return !isUnsaved || length === 0 ? null : { code: 'guard-unsaved', ...passedBy('unsaved', length, allow) };
}

/** An administrator who removes a person outside of Git may have meant it. */
function restores({ changes }: GuardedPlan, { policy, allow, declared }: PlanInput): GuardedRestores | null {
  const people = guardedRestores(changes, policy.restore);
  if (people.length === 0) return null;
  const addresses = new Set(people.map(({ address }) => address));
  const isPinned = ({ preferredAgent, ensure }: DesiredRecord): boolean =>
    !!preferredAgent && goesOn(ensure) && addresses.has(userAddress(preferredAgent));
  const pinned = declared.records.filter(isPinned).map(({ address }) => address);
  return { code: 'guard-restores', pinned, ...passedBy('restores', people.length, allow) };
}

/** Every recorded user absent at once is rather a wrong tenant than a mass leave. */
function vanished({ recorded, observed, allow }: PlanInput): GuardedCount | null {
  const users = [...recorded.objects.values()].filter(isUser);
  const gone = users.filter((user) => observed.users.get(user.address)?.service === 'absent');
  if (users.length < 2 || gone.length < users.length) return null;
  return { code: 'guard-vanished', ...passedBy('vanished', gone.length, allow) };
}

/** Reading and applying together; how many readings were made is known by now. */
function requests({ requests: sent, changes }: GuardedPlan, { maxRequests }: PlanInput): GuardedRequests | null {
  const { observed, reads, writes } = sent;
  const total = observed + sent.apply;
  if (maxRequests === null || total <= maxRequests || changes.length === 0) return null;
  return { code: 'guard-requests', total, observed, reads, writes, limit: maxRequests, pass: null, passed: false };
}
