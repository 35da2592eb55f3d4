// Guards on what a plan takes away: how much in all, how much of one file, and whether anything was ours before.

import type { Kind } from '../../model/address.ts';
import type { PassableGuard } from '../../model/allow.ts';
import type { ErrorCode } from '../../model/errors.ts';
import type { RecordedObject } from '../../model/state.ts';
import type { DeletePolicy } from '../../model/target.ts';
import type { Change } from '../change.ts';
import type { Guard, Plan } from '../plan-value.ts';
import type { PlanInput } from './input.ts';
import { removesTwins, setsState } from './split.ts';

/** Below this many recorded objects of a kind a percentage says nothing. */
const PERCENT_FROM = 20;
const KINDS: readonly Kind[] = ['user', 'record'];
const NO_FILE = 'no longer in any file';

type CountedPlan = Pick<Plan, 'changes' | 'recorded'>;

export function deletes(plan: CountedPlan, { policy, allow }: PlanInput): Guard | null {
  const lost = plan.changes.filter(isLost);
  const of = (kind: Kind): Change[] => lost.filter((change) => change.kind === kind);
  if (!KINDS.some((kind) => exceeds(of(kind).length, plan.recorded[kind], policy.deletes))) return null;
  const { count, percent } = policy.deletes;
  const backend = lost.filter((change) => change.kind === 'user' && change.deleteInBackend).length;
  const each = KINDS.flatMap((kind) => (of(kind).length === 0 ? [] : [amount(of(kind).length, kind)]));
  if (backend > 0) each.splice(1, 0, `${backend} of them in the backing instance too`);
  const text = `${amount(lost.length, 'object')} would be deleted (${each.join(', ')}); the limit is ${count}, or ${percent} % of ${PERCENT_FROM} or more`;
  return passable({ code: 'guard-deletes', word: 'deletes', count: lost.length, text }, allow);
}

export function fileDeletes(plan: CountedPlan, input: PlanInput): Guard | null {
  const { perFile } = input.policy.deletes;
  if (perFile === undefined) return null;
  const files = new Map(input.desired.campaigns.map(({ campaignName, source }) => [campaignName, source.file]));
  const byFile = Map.groupBy(plan.changes.filter(isLost), (change) => fileOf(change, files));
  const over = [...byFile].filter(([, lost]) => lost.length > perFile).toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (over.length === 0) return null;
  const total = over.reduce((sum, [, lost]) => sum + lost.length, 0);
  const each = over.map(([file, lost]) => `${file}: ${lost.length}`).join(', ');
  const text = `${amount(total, 'object')} would be deleted (${each}); the limit for one file is ${perFile}`;
  return passable({ code: 'guard-file-deletes', word: 'file-deletes', count: total, text }, input.allow);
}

/** What nobody recorded before cannot be what somebody wants to be rid of: half a file is more likely. */
export function firstRun(plan: CountedPlan, input: PlanInput): Guard | null {
  const known = new Set([...input.managed.objects.values()].map(groupOf));
  const early = plan.changes.filter((change) => (isLost(change) || ends(change)) && !known.has(groupOf(change)));
  if (early.length === 0) return null;
  const groups = [...new Set(early.map(groupOf))].join(', ');
  const text = `nothing of ${groups} was recorded before, and ${amount(early.length, 'object')} would be deleted, replaced or finished`;
  return passable({ code: 'guard-first-run', word: 'first-run', count: early.length, text }, input.allow);
}

function isLost(change: Change): boolean {
  return change.action === 'delete' || change.action === 'replace' || removesTwins(change);
}

function ends(change: Change): boolean {
  return setsState(change) && change.fields.some(({ after }) => after === 'COMPLETED' || after === 'REMOVED');
}

function exceeds(lost: number, recorded: number, limit: DeletePolicy): boolean {
  if (lost > limit.count) return true;
  return recorded >= PERCENT_FROM && lost * 100 > limit.percent * recorded;
}

function fileOf(change: Change, campaigns: ReadonlyMap<string, string>): string {
  const ofCampaign = change.kind === 'record' ? campaigns.get(change.campaign.campaignName) : undefined;
  return change.source?.file ?? ofCampaign ?? NO_FILE;
}

/** All people are one kind; records are taken under management campaign by campaign. */
function groupOf(object: Change | RecordedObject): string {
  if (object.kind === 'user') return 'users';
  return `campaign ${'campaign' in object ? object.campaign.campaignName : object.campaignName}`;
}

export function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Passed by the exact number only, so that a plan that has grown since stops again. */
export function passable(
  { code, word, count, text }: { code: ErrorCode; word: PassableGuard; count: number; text: string },
  allow: PlanInput['allow'],
): Guard {
  const allowed = allow[word] ?? null;
  const passed = allowed === count;
  const unfit = allowed === null || passed ? '' : `; you allowed ${allowed}, the plan has ${count}`;
  return { code, text: text + unfit, pass: `${word}=${count}`, passed };
}
