// read and diff: what the service shows beside what was recorded, in the engine's words. Nothing is written here.

import { ToolError } from '../src/model/errors.ts';
import type { OneObject, OneObservation } from '../src/door.ts';
import type { Verdict } from '../src/reconcile/verdict.ts';
import { isUnknown } from './check.ts';
import { showDrift } from './drift-inputs.ts';
import { KEPT_HINTS, RUN_HINTS } from './inputs.ts';
import { idOf, textIn } from './kinds.ts';
import type { ObjectKind } from './kinds.ts';
import type { Desk } from './office.ts';
import { inputsIn, readKept, writeKept } from './outputs.ts';
import type { Kept, Properties } from './outputs.ts';

export interface DiffAnswer {
  readonly changes: boolean;
  readonly replaces?: string[];
}

/** Without an id: the object is not there and was never recorded. */
export type ReadAnswer =
  { readonly id: string; readonly props: Properties; readonly inputs: Properties } | { readonly id?: undefined };

export interface Case {
  readonly kind: ObjectKind;
  readonly desk: Desk;
  readonly olds: Properties;
  readonly news: Properties;
}

/**
 * Throws when the object could not be read. A recorded object that is absent stays in the stack with that said: what
 * becomes of it (made again, consumed, a person decides) is the plan's word, and the plan needs the record of it. A create
 * whose answer was lost is settled here, as the plan settles it (reconcile/diff/settle.ts).
 */
export async function readOne({ kind, desk, olds }: Omit<Case, 'news'>): Promise<ReadAnswer> {
  const kept = readKept(olds);
  const inputs = inputsIn(olds);
  const desired = kind.desired(inputs);
  const object: OneObject = { desired, recorded: kept.recorded, ...claimOf(kept) };
  const observed = await desk.door.observeOne(object);
  refuseUnreadable(observed, desired.address);
  if (observed.user?.service === 'present') desk.knownUserSeen = true;
  const { changes, note, recorded: settled } = desk.door.diffOne(object, observed);
  const recorded = note ?? kept.recorded ?? settled.objects.get(desired.address) ?? null;
  if (recorded === null && isAbsent(observed) && desired.ensure === 'present') return {};
  const unsettled = kept.unsettled && recorded === null;
  const props = { ...inputs, ...writeKept({ ...kept, recorded, observed, unsettled }) };
  return { id: idOf(kind, olds), props, inputs: showDrift(inputs, { changes, observed }) };
}

/** A create of ours that was never settled. */
export function claimOf({ unsettled, unsettledAt }: Kept): Pick<OneObject, 'claim' | 'claimedAt'> {
  return { claim: unsettled, ...(unsettledAt !== undefined && { claimedAt: unsettledAt }) };
}

/** Three answers: other identity (replace), differs (update), equal. Sends nothing to the service. */
export function diffOne({ kind, desk, olds, news }: Case): DiffAnswer {
  if (isUnknown(news)) return { changes: true };
  const { recorded } = readKept(olds);
  if (recorded !== null) desk.custody.hold([recorded.address], recorded.address);
  // Hints stay in the stack's inputs: outside a program they are about a run that is over.
  const isAsked = desk.registered.has(kind.desired(news).address);
  if (textIn(news, 'hold') !== null) return { changes: isAsked && isTouchedOnHold(news) };
  refuseOtherTarget(olds, news);
  if (olds[kind.identity] !== news[kind.identity]) return { changes: true, replaces: [kind.identity] };
  if (isAsked && (textIn(news, 'planned') !== null || textIn(news, 'pin') !== null)) return { changes: true };
  const kept = readKept(olds);
  if (kept.recorded === null && 'handover' in news) return { changes: true };
  if (kept.unsettled || olds['campaignName'] !== news['campaignName']) return { changes: true };
  if (kept.observed === null) return { changes: differ(inputsIn(olds), news) };
  const desired = kind.desired(news);
  const object: OneObject = { desired, recorded: kept.recorded, claim: false };
  const { changes, verdicts } = desk.door.diffOne(object, kept.observed);
  return { changes: changes.length > 0 || (!isAsked && verdicts.some(needsPerson)) };
}

/** The record of an object in one environment says nothing about another. */
export function refuseOtherTarget(olds: Properties, news: Properties): void {
  const [before, after] = [textIn(olds, 'target'), textIn(news, 'target')];
  if (before === null || after === null || before === after) return;
  throw new ToolError('other-target', { message: `recorded for target ${before}, not for ${after}` });
}

/** Outside a program's run (a refresh) a thing that needs a decision is drift, or nobody would see it. */
export function needsPerson(verdict: Verdict): boolean {
  return verdict.class === 'decision' || verdict.class === 'unreadable';
}

function refuseUnreadable({ user, record, source }: OneObservation, address: string): void {
  const problem = user?.problem ?? record?.problem ?? source?.problem ?? null;
  if (problem !== null) throw new ToolError(problem.code, { message: `${address}: ${problem.message}`, address });
}

function isAbsent({ user, record }: OneObservation): boolean {
  return user?.service === 'absent' || record?.presence === 'absent';
}

const NOT_DECLARED = new Set(['__provider', ...RUN_HINTS, ...KEPT_HINTS]);

/** On hold, and from now on only remembered. */
export function isLetGo(news: Properties): boolean {
  return textIn(news, 'planned') === 'forget';
}

/** Let go, or taken out of a leaver's hands. */
export function isTouchedOnHold(news: Properties): boolean {
  return isLetGo(news) || textIn(news, 'pin') !== null;
}

/** Without an observation (no refresh since the last write) the declarations are compared. */
export function differ(before: Properties, after: Properties): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].some(
    (name) => !NOT_DECLARED.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}
