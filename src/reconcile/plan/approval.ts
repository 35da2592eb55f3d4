// A plan made now beside the plan that was approved: the same, a part of it, a subset of it, or stale (exit 13). Pure.

import { ToolError } from '../../model/errors.ts';
import { CHANGE_PARTS, standsIn } from '../../model/parts.ts';
import type { PlanPart } from '../../model/parts.ts';
import type { ChangeDigest, Plan, PlanApproval } from '../plan-value.ts';

const SHORTEST = 16;
const SHOWN = 20;

/** What somebody approved, as `--fingerprint` and MUSTER_FINGERPRINT say it. */
export interface Approval {
  /** 16 to 64 hexadecimal digits. */
  readonly fingerprint: string;
  /** The report it was given with, `@FILE`; null when only the digits were given. */
  readonly approved: ApprovedPlan | null;
  /** A fresh plan that does less than the approved one passes too. */
  readonly allowSubset: boolean;
  /** Milliseconds; null without a report, which alone tells the age. */
  readonly maxAgeMs: number | null;
}

/** What is read of a report written with `--out json=FILE`. */
export interface ApprovedPlan {
  readonly file: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly target: string;
  readonly desired: string;
  readonly changes: readonly ChangeDigest[];
}

export function isFingerprint(text: string): boolean {
  return /^[0-9a-f]+$/u.test(text) && text.length >= SHORTEST && text.length <= 64;
}

/** The approved part of the plan. Throws `plan-stale`: then nothing has been sent. */
export function approvedPart(plan: Plan, approval: Approval, now: number): PlanPart {
  refuseOld(approval, now);
  const part = match(plan, approval);
  if (part !== null) return part;
  const [message = '', ...lines] = difference(plan, approval);
  throw new ToolError('plan-stale', { message, lines });
}

export function isApproved(plan: Plan, approval: Approval): boolean {
  return match(plan, approval) !== null;
}

function match(plan: Plan, { fingerprint, approved, allowSubset }: Approval): PlanPart | null {
  const part = partNamed(plan, fingerprint);
  if (part !== null) return part;
  return approved !== null && allowSubset && isSubset(plan, approved) ? 'whole' : null;
}

/** The plan narrowed to what was approved: its guards and its requests; the other changes stay in it, to be reported. */
export function takePart(plan: Plan, part: PlanPart): Plan {
  const { approval } = plan;
  if (part === 'whole') return plan;
  const { guards, requests } = approval.parts[part];
  const sent = { ...plan.requests, ...requests, apply: requests.reads + requests.writes };
  return Object.freeze({
    ...plan,
    guards,
    requests: Object.freeze(sent),
    approval: Object.freeze({ ...approval, part }),
  });
}

/** Addresses of changes that were not approved, and so are not applied; none where the whole plan was. */
export function unapproved({ part, changes }: PlanApproval): ReadonlySet<string> {
  return new Set(changes.flatMap((each) => (part === 'whole' || standsIn(each, part) ? [] : each.address)));
}

function partNamed({ fingerprint }: Plan, given: string): PlanPart | null {
  if (fingerprint.whole.startsWith(given)) return 'whole';
  return CHANGE_PARTS.find((part) => fingerprint[part]?.startsWith(given)) ?? null;
}

/** A report from a machine whose clock runs a little ahead is no reason to stop. */
const CLOCK_SKEW_MS = 5 * 60_000;

function refuseOld({ approved, maxAgeMs }: Approval, now: number): void {
  if (approved === null || maxAgeMs === null) return;
  const age = now - approved.at;
  if (-age > CLOCK_SKEW_MS) {
    const ahead = `${approved.file} says it was made ${hours(-age)} from now (${new Date(approved.at).toISOString()})`;
    throw new ToolError('plan-stale', { message: `${ahead}: its age cannot be told; look at the clocks` });
  }
  if (age <= maxAgeMs) return;
  const message = `${approved.file} is ${hours(age)} old; at most ${hours(maxAgeMs)} are allowed`;
  throw new ToolError('plan-stale', { message });
}

function hours(ms: number): string {
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`;
  const minutes = Math.round(ms / 60_000);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** Less than was approved, of the same files and for the same target; each change exactly as approved. */
function isSubset({ approval }: Plan, approved: ApprovedPlan): boolean {
  if (approval.target !== approved.target || approval.desired !== approved.desired) return false;
  const known = new Set(approved.changes.map(({ address, digest }) => `${digest} ${address}`));
  return approval.changes.every(({ address, digest }) => known.has(`${digest} ${address}`));
}

function difference(plan: Plan, { fingerprint, approved }: Approval): string[] {
  const now = `the plan of now is ${plan.fingerprint.whole.slice(0, SHORTEST)}`;
  const head = `approved was ${fingerprint.slice(0, SHORTEST)}, ${now}; nothing was sent`;
  if (approved === null) return [head];
  const { approval } = plan;
  if (approval.target !== approved.target) return [head, `${approved.file} is a plan for another target or project`];
  const files = approval.desired === approved.desired ? [] : ['the desired files changed'];
  const lines = compare(approved.changes, approval.changes);
  const rest = lines.length > SHOWN ? [`and ${lines.length - SHOWN} more`] : [];
  return [head, ...files, ...lines.slice(0, SHOWN), ...rest];
}

/** Addresses, field names and what the decisions rest on: no value of a field. */
function compare(before: readonly ChangeDigest[], now: readonly ChangeDigest[]): string[] {
  const [old, fresh] = [byAddress(before), byAddress(now)];
  return [...new Set([...old.keys(), ...fresh.keys()])].toSorted().flatMap((address) => {
    const [was, is] = [old.get(address), fresh.get(address)];
    if (was === undefined) return is === undefined ? [] : [`new: ${is.action} ${address}${named(is.fields)}`];
    if (is === undefined) return [`gone: ${was.action} ${address}`];
    if (was.digest === is.digest) return [];
    const action = was.action === is.action ? is.action : `${was.action} -> ${is.action}`;
    const [before, after] = [was.rests || 'untouched', is.rests || 'untouched'];
    const moved = before === after ? [] : [`${before} -> ${after}`];
    return [`different: ${action} ${address}${named([...new Set([...was.fields, ...is.fields, ...moved])])}`];
  });
}

function byAddress(changes: readonly ChangeDigest[]): Map<string, ChangeDigest> {
  return new Map(changes.map((change) => [change.address, change]));
}

function named(fields: readonly string[]): string {
  return fields.length === 0 ? '' : ` (${fields.join(', ')})`;
}
