// What stops an apply, never a plan. Each guard names the exact words that pass it; there is no way to pass all at once
// (research, gitops-drift 3.6).

import { parseAddress } from '../model/address.ts';
import type { Kind } from '../model/address.ts';
import { ToolError } from '../model/errors.ts';
import type { DeletePolicy } from '../model/target.ts';
import type { Change, Guard, Plan } from './change.ts';
import type { PlanInput } from './plan.ts';

/** Below this many recorded objects of a kind a percentage says nothing. */
const PERCENT_FROM = 20;
const KINDS: readonly Kind[] = ['user', 'record'];

type Unguarded = Omit<Plan, 'guards'>;

export function checkGuards(plan: Unguarded, input: PlanInput): Guard[] {
  return [deletes(plan, input), sameObject(plan), incomplete(plan), empty(plan, input), vanished(input)].flatMap(
    (guard) => guard ?? [],
  );
}

/** Throws when a guard is not passed. Nothing has been sent then. */
export function stopOnGuards(plan: Plan): void {
  const stopping = plan.guards.filter((guard) => !guard.passed);
  const [first] = stopping;
  if (first === undefined) return;
  const words = stopping.map((guard) =>
    guard.pass === null ? guard.text : `${guard.text}; pass: --allow ${guard.pass}`,
  );
  throw new ToolError(first.code, { message: words.join('\n') });
}

function deletes(plan: Unguarded, { policy, allow }: PlanInput): Guard | null {
  const lost = plan.changes.filter((change) => change.action === 'delete' || change.action === 'replace');
  const over = KINDS.filter((kind) =>
    exceeds(lost.filter((change) => change.kind === kind).length, plan.recorded[kind], policy.deletes),
  );
  if (over.length === 0) return null;
  const { count, percent } = policy.deletes;
  const each = KINDS.map((kind) => `${lost.filter((change) => change.kind === kind).length} ${kind}s`).join(', ');
  const text = `${lost.length} objects would be deleted (${each}); the limit is ${count}, or ${percent} % of ${PERCENT_FROM} or more`;
  return { code: 'guard-deletes', text, pass: `deletes=${lost.length}`, passed: allow['deletes'] === lost.length };
}

function exceeds(lost: number, recorded: number, limit: DeletePolicy): boolean {
  if (lost > limit.count) return true;
  return recorded >= PERCENT_FROM && lost * 100 > limit.percent * recorded;
}

/** A rename of an object with a fixed identity would create and then delete the same thing. */
function sameObject(plan: Unguarded): Guard | null {
  const added = new Set(plan.changes.filter((change) => change.action === 'create').map(identityOf));
  const both = plan.changes.filter((change) => change.action === 'delete' && added.has(identityOf(change)));
  if (both.length === 0) return null;
  const names = both.map((change) => change.address).join(', ');
  return { code: 'guard-same-object', text: `created and deleted in one plan: ${names}`, pass: null, passed: false };
}

/** What is one and the same for people: a login id whatever its case, a customer whatever the campaign. */
function identityOf(change: Change): string {
  const parsed = parseAddress(change.address);
  if (parsed === null) return change.address;
  if (parsed.kind === 'user') return `user:${parsed.loginUserId.normalize('NFC').trim().toLowerCase()}`;
  return `record:${parsed.clientId}`;
}

function incomplete(plan: Unguarded): Guard | null {
  const missing = plan.coverage.asked - plan.coverage.answered;
  const removing = plan.changes.some((change) => change.action === 'delete' || change.action === 'replace');
  if (missing === 0 || !removing) return null;
  const text = `${missing} of ${plan.coverage.asked} objects could not be read, and something would be deleted`;
  return { code: 'guard-incomplete', text, pass: null, passed: false };
}

function empty(plan: Unguarded, input: PlanInput): Guard | null {
  const recorded = plan.recorded.user + plan.recorded.record;
  const leaving = plan.changes.filter((change) => change.action === 'delete' || change.action === 'forget').length;
  if (input.removesAll || recorded < 2 || leaving < recorded) return null;
  return { code: 'guard-empty', text: `all ${recorded} recorded objects would be removed`, pass: null, passed: false };
}

/** Every recorded user absent at once is rather a wrong tenant than a mass leave. */
function vanished({ recorded, observed, allow }: PlanInput): Guard | null {
  const users = [...recorded.objects.values()].filter((object) => object.kind === 'user');
  const gone = users.filter((user) => observed.users.get(user.address)?.service === 'absent');
  if (users.length < 2 || gone.length < users.length) return null;
  const text = `all ${gone.length} recorded users are absent: this may be the wrong tenant`;
  return { code: 'guard-vanished', text, pass: `vanished=${gone.length}`, passed: allow['vanished'] === gone.length };
}
