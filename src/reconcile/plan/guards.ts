// What stops an apply, never a plan. Each guard names the exact words that pass it; there is no way to pass all at once.
// A part of a plan meets the guards of its own changes (approval.ts, takePart).

import { ToolError } from '../../model/errors.ts';
import { foldedLogin } from '../../model/user.ts';
import type { DesiredUser } from '../../model/user.ts';
import type { Change } from '../change.ts';
import type { Guard, Plan } from '../plan-value.ts';
import { deletes, fileDeletes, firstRun, passable } from './guard-removals.ts';
import { overwrites } from './overwrite.ts';
import { countRecorded } from './count-recorded.ts';
import type { PlanInput } from './input.ts';
import { interrupted } from './interrupted.ts';
import { guardedRestores } from './restore.ts';
import { isGone, removesTwins } from './split.ts';

/** What guards look at: the changes that would be applied, and the requests of these. */
type Guarded = Pick<Plan, 'changes' | 'recorded' | 'coverage' | 'requests'>;

export function checkGuards(plan: Guarded, input: PlanInput): Guard[] {
  return [
    deletes(plan, input),
    fileDeletes(plan, input),
    firstRun(plan, input),
    overwrites(plan, input),
    interrupted(plan, input),
    sameObject(input),
    incomplete(plan),
    empty(plan, input),
    // Where everybody is gone, the number of all of them speaks for the restores, too: each is counted once.
    vanished(input) ?? restores(plan, input),
    requests(plan, input),
  ].flatMap((guard) => guard ?? []);
}

/** Throws when a guard is not passed. Nothing has been sent then. `passWord`: how the entry point is told what passes. */
export function stopOnGuards({ guards }: Plan, passWord = '--allow '): void {
  const stopping = guards.filter(({ passed }) => !passed);
  const [first] = stopping;
  if (first === undefined) return;
  const word = ({ text, pass }: Guard): string => (pass === null ? text : `${text}; pass: ${passWord}${pass}`);
  const [message = '', ...lines] = stopping.map(word);
  throw new ToolError(first.code, { message: `${message}. Nothing was changed.`, lines });
}

const MAKES: ReadonlySet<Change['action']> = new Set(['create', 'restore', 'replace', 'adopt']);

/**
 * A rename of an object with a fixed identity would make and then remove the same thing. Looked for in the whole plan: its
 * two halves may stand in two parts. People are also looked for among everybody declared: what makes the other half may
 * stand outside of the scope, or have been done by an earlier run.
 */
function sameObject({ diff, everybody }: PlanInput): Guard | null {
  const made = diff.changes.filter(({ action }) => MAKES.has(action));
  const staying = everybody.filter(({ ensure }) => ensure === 'present');
  const wanted = Map.groupBy([...made, ...staying], identityOf);
  const both = diff.changes.filter((change) => {
    const others = wanted.get(identityOf(change))?.filter(({ address }) => address !== change.address) ?? [];
    return removes(change) && others.length > 0;
  });
  if (both.length === 0) return null;
  const names = both.map((change) => `${change.address} (${change.action})`).join(', ');
  const text = `removed, and wanted under a name that differs only in case, form or campaign: ${names}`;
  return { code: 'guard-same-object', text, pass: null, passed: false };
}

function removes(change: Change): boolean {
  if (change.action === 'forget') return !isGone(change);
  return change.action === 'delete' || change.action === 'replace';
}

/** What is one and the same for people: a login id whatever its case, a customer whatever the campaign. */
function identityOf(object: Change | DesiredUser): string {
  return object.kind === 'user' ? `user:${foldedLogin(object.loginUserId)}` : `record:${object.clientId}`;
}

function incomplete(plan: Guarded): Guard | null {
  const missing = plan.coverage.asked - plan.coverage.answered;
  const removing = plan.changes.some(
    (change) => change.action === 'delete' || change.action === 'replace' || removesTwins(change),
  );
  if (missing === 0 || !removing) return null;
  const text = `${missing} of ${plan.coverage.asked} objects could not be read, and something would be deleted`;
  return { code: 'guard-incomplete', text, pass: null, passed: false };
}

function empty(plan: Guarded, input: PlanInput): Guard | null {
  // Of everything, whatever the scope of this run: `--only '*'` is no way around it.
  const { user, record } = countRecorded(input.managed);
  const recorded = user + record;
  const leaving = plan.changes.filter((change) => change.action === 'delete' || change.action === 'forget').length;
  if (input.removesAll || recorded < 2 || leaving < recorded) return null;
  return { code: 'guard-empty', text: `all ${recorded} recorded objects would be removed`, pass: null, passed: false };
}

/** An administrator who removes a person outside of Git may have meant it. */
function restores({ changes }: Guarded, { policy, allow }: PlanInput): Guard | null {
  const { length } = guardedRestores(changes, policy.restore);
  if (length === 0) return null;
  const who = length === 1 ? '1 person' : `${length} people`;
  const text = `${who} removed outside would get access back`;
  return passable({ code: 'guard-restores', word: 'restores', count: length, text }, allow);
}

/** Every recorded user absent at once is rather a wrong tenant than a mass leave. */
function vanished({ recorded, observed, allow }: PlanInput): Guard | null {
  const users = [...recorded.objects.values()].filter((object) => object.kind === 'user');
  const gone = users.filter((user) => observed.users.get(user.address)?.service === 'absent');
  if (users.length < 2 || gone.length < users.length) return null;
  const text = `all ${gone.length} recorded users are absent: this may be the wrong tenant, or access that somebody took away`;
  return passable({ code: 'guard-vanished', word: 'vanished', count: gone.length, text }, allow);
}

/** Reading and applying together; how many readings were made is known by now. */
function requests({ requests: sent, changes }: Guarded, { maxRequests }: PlanInput): Guard | null {
  const total = sent.observed + sent.apply;
  if (maxRequests === null || total <= maxRequests || changes.length === 0) return null;
  const parts = `${sent.observed} to read the state, ${sent.reads} reads and ${sent.writes} writes to apply`;
  const text = `${total} requests in all (${parts}); the limit is ${maxRequests}`;
  return { code: 'guard-requests', text, pass: null, passed: false };
}
