// Is an approval still good, and for what? A plan made now beside the plan that was approved. Pure.
//
//   the fingerprint is that of the plan of now, or of a part of it     it, or that part
//   an apply began the plan that it names, every apply since began     what is left of it, or of that part; none: nothing is to do
//   only what that plan holds, and no more than that is planned now
//   a report is given and allows a subset, and the same holds of it    what is planned now
//   anything else                                                      stale (exit 13)
//
// A fingerprint binds the generation of recorded state, which each apply raises that carries out something: so none is good twice. What
// our own run left half done (origin `retry`) is approved by address, where no agent worked on it.

import type { AppliedRun } from '../../model/applied.ts';
import { ToolError } from '../../model/errors.ts';
import { CHANGE_PARTS, standsIn } from '../../model/parts.ts';
import type { PlanPart } from '../../model/parts.ts';
import type { ChangeDigest, Fingerprint, Plan, PlanApproval } from '../plan-value.ts';
import { placeDigits } from './place-digits.ts';

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
  /** Project and name of the target, for people. */
  readonly of: string;
  readonly target: string;
  readonly desired: string;
  readonly binds: string;
  readonly generation: number;
  readonly changes: readonly ChangeDigest[];
}

export interface ApprovalFacts {
  /** Epoch milliseconds. */
  readonly now: number;
  /** What applies did, newest first. */
  readonly applied: readonly AppliedRun[];
  /** Digests of the other targets of the project -> their names. */
  readonly otherTargets: ReadonlyMap<string, string>;
}

export function isFingerprint(text: string): boolean {
  return /^[0-9a-f]+$/u.test(text) && text.length >= SHORTEST && text.length <= 64;
}

/** The approved part of the plan. Throws `plan-stale`: then nothing has been sent. */
export function approvedPart(plan: Plan, approval: Approval, facts: ApprovalFacts): PlanPart {
  refuseOld(approval, facts.now);
  const part = match(plan, approval, facts);
  if (part !== null) return part;
  const [message = '', ...lines] = difference(plan, approval, facts);
  throw new ToolError('plan-stale', { message, lines });
}

export function isApproved(plan: Plan, approval: Approval, facts: ApprovalFacts): boolean {
  return match(plan, approval, facts) !== null;
}

function match(plan: Plan, approval: Approval, { applied }: ApprovalFacts): PlanPart | null {
  const { fingerprint, approved, allowSubset } = approval;
  const part = partNamed(plan.fingerprint, fingerprint);
  if (part !== null) return part;
  const begun = begunBy(applied, fingerprint);
  if (begun !== null && isLeft(plan, begun, applied)) return begun.part;
  return approved !== null && allowSubset && isLeft(plan, { ...approved, part: 'whole', fingerprints: {} }, applied)
    ? 'whole'
    : null;
}

/** A plan as it was approved; `generation`: of recorded state before it. */
interface ApprovedBase {
  readonly part: PlanPart;
  readonly binds: string;
  readonly generation: number;
  readonly fingerprints: AppliedRun['fingerprints'];
  readonly changes: readonly Pick<ChangeDigest, 'address' | 'digest'>[];
}

function begunBy(applied: readonly AppliedRun[], given: string): (ApprovedBase & { readonly run: AppliedRun }) | null {
  for (const run of applied) {
    const part = partNamed(run.fingerprints, given.slice(0, SHORTEST));
    if (part !== null) return { ...run, run, part, generation: run.generation - 1, changes: run.changes ?? [] };
  }
  return null;
}

function isLeft(plan: Plan, base: ApprovedBase, applied: readonly AppliedRun[]): boolean {
  const { binds, generation } = plan.approval;
  if (binds !== base.binds || generation < base.generation) return false;
  const known = new Map(base.changes.map(({ address, digest }) => [address, digest.slice(0, SHORTEST)]));
  // Of other files it is something else, also where all that it did is in the approved plan.
  const isOf = ({ changes, ...run }: AppliedRun): boolean =>
    run.binds === base.binds &&
    changes?.every(({ address, digest, isBegun }) => !isBegun || (known.get(address) ?? '') === digest) === true;
  const since = applied.filter((run) => run.generation > base.generation);
  const isOwn = ({ approved }: AppliedRun): boolean =>
    approved !== null && partNamed(base.fingerprints, approved) !== null;
  return since.every((run) => isOf(run) || isOwn(run)) && beyond(plan, base).length === 0;
}

/** Changes of the approved part that were not approved with it. */
function beyond({ approval, changes }: Plan, { part, changes: approved }: ApprovedBase): ChangeDigest[] {
  const known = new Map(approved.map(({ address, digest }) => [address, digest.slice(0, SHORTEST)]));
  const unfinished = new Set(changes.flatMap(({ origin, address }) => (origin === 'retry' ? address : [])));
  return approval.changes.filter((each) => {
    const { address, digest, rests } = each;
    const isHalfDone = unfinished.has(address) && known.has(address) && rests === '';
    return (
      (part === 'whole' || standsIn(each, part)) && !isHalfDone && known.get(address) !== digest.slice(0, SHORTEST)
    );
  });
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

function partNamed(hashes: Partial<Fingerprint>, given: string): PlanPart | null {
  if (hashes.whole?.startsWith(given) === true) return 'whole';
  return CHANGE_PARTS.find((part) => hashes[part]?.startsWith(given)) ?? null;
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

function difference(plan: Plan, { fingerprint, approved }: Approval, facts: ApprovalFacts): string[] {
  const now = `the plan of now is ${plan.fingerprint.whole.slice(0, SHORTEST)}`;
  const elsewhere = approved !== null && plan.approval.target !== approved.target;
  const isNamesake = approved?.of === `${plan.project}/${plan.target.name}`;
  const place = elsewhere ? (isNamesake ? ELSEWHERE : approved.of) : placeOf(plan, fingerprint, facts);
  const begun = begunBy(facts.applied, fingerprint);
  const fate =
    place !== null ? `, of ${place};` : begun !== null ? `, which was carried out by ${doneBy(begun.run)};` : ',';
  const head = `approved was ${fingerprint.slice(0, SHORTEST)}${fate} ${now}; nothing was sent`;
  if (place !== null) return [head];
  if (approved === null) return [head, ...cut(begun === null ? [] : beyond(plan, begun).map(newLine))];
  const { desired, binds, generation } = plan.approval;
  const [last] = facts.applied;
  const moved = generation === approved.generation || last === undefined ? [] : [`the state changed: ${doneBy(last)}`];
  const isSameFiles = desired === approved.desired;
  const rested =
    isSameFiles && binds !== approved.binds ? ['policy of muster.yaml or the service profile changed'] : [];
  const files = isSameFiles ? [] : ['the desired files changed'];
  return [head, ...moved, ...files, ...rested, ...cut(compare(approved.changes, plan.approval.changes))];
}

function cut(lines: readonly string[]): string[] {
  return [...lines.slice(0, SHOWN), ...(lines.length > SHOWN ? [`and ${lines.length - SHOWN} more`] : [])];
}

function doneBy({ run, at, files }: AppliedRun): string {
  const commit = files === null ? '' : `, commit ${files.commit.slice(0, 9)}${files.edited ? ' with edits' : ''}`;
  return `${run} on ${new Date(at).toISOString()}${commit}`;
}

/** Whose fingerprint it is, where it is not one of this target. */
function placeOf({ approval }: Plan, given: string, { otherTargets }: ApprovalFacts): string | null {
  if (given.startsWith(placeDigits(approval.target))) return null;
  const [, name] = [...otherTargets].find(([target]) => given.startsWith(placeDigits(target))) ?? [];
  return name === undefined ? ELSEWHERE : `the target ${name}`;
}

const ELSEWHERE = 'another project, target or stack';

function newLine({ action, address, fields }: ChangeDigest): string {
  return `new: ${action} ${address}${named(fields)}`;
}

/** Addresses, field names and what the decisions rest on: no value of a field. */
function compare(before: readonly ChangeDigest[], now: readonly ChangeDigest[]): string[] {
  const [old, fresh] = [byAddress(before), byAddress(now)];
  return [...new Set([...old.keys(), ...fresh.keys()])].toSorted().flatMap((address) => {
    const [was, is] = [old.get(address), fresh.get(address)];
    if (was === undefined) return is === undefined ? [] : [newLine(is)];
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
