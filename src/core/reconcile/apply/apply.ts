// A plan -> one settlement per change. One object's failure does not stop the others; a failure of the environment stops
// all. Acts only through the service and the recorder handed in.
//
// When the run is stopped (a signal, the lock lost, recorded state not writable, a failure of the environment):
//
//   of the change, by then                          settlement      its intent
//   nothing was begun, or no write was handed over  skipped         none, or ended: not done
//   the write was answered                          as answered     ended
//   the write was not answered                      unresolved      stays open; the next run reads
//   one of two writes was done                      unresolved      stays open; the next run reads
//   done, and it cannot be recorded                 unresolved      stays open; the next run reads

import { isRecord, isUser } from '../../model/address.ts';
import { ToolError } from '../../model/errors.ts';
import type { Problem } from '../../model/outcome.ts';
import type { ApplyContext } from './context.ts';
import { applyRelease } from './offboard.ts';
import { applyMove } from './move.ts';
import { applyRecord } from './record.ts';
import { applyUser } from './user.ts';
import { unapproved } from '../plan/approval.ts';
import type { ApplyResult, OnProgress, Settlement } from '../settlement.ts';
import type { Change } from '../change.ts';
import type { Plan } from '../plan-value.ts';
import { forEachParallel } from '../observe/parallel.ts';
import { failed, skippedBecause } from '../settlement.ts';

/** What of a plan is to be carried out now. */
export function approvedChanges({ changes, approval }: Plan): Change[] {
  const left = unapproved(approval);
  return changes.filter(({ address }) => !left.has(address));
}

/** One settlement for each change of the plan, in its order. */
export function settledPlan(plan: Plan, { settlements, stopped }: Omit<ApplyResult, 'plan'>): ApplyResult {
  const fates = new Map(settlements.map((settlement) => [settlement.change.address, settlement]));
  const fateOf = (change: Change): Settlement => fates.get(change.address) ?? leftForApproval(change);
  return { plan, settlements: plan.changes.map(fateOf), stopped };
}

/** Never throws for an object: each change has one settlement. Takes them in an order that puts dependencies first. */
export async function applyChanges(
  changes: readonly Change[],
  context: ApplyContext,
  onProgress: OnProgress,
): Promise<Omit<ApplyResult, 'plan'>> {
  const settled = new Map<string, Promise<Settlement>>();
  const running = { context: withBeside(context, changes, settled), settled, stopped: () => stopped };
  let stopped: Problem | null = null;
  let done = 0;
  await forEachParallel(changes, async (change) => {
    const settlement = settleOne(change, running);
    settled.set(change.address, settlement);
    const result = await settlement;
    if (result.kind !== 'applied' && result.problem.stopsRun) stopped ??= result.problem;
    onProgress({ phase: 'apply', done: ++done, total: changes.length });
  });
  const settlements = await Promise.all(changes.flatMap((change) => settled.get(change.address) ?? []));
  // A signal that came when everything was done has stopped nothing.
  const isCut = settlements.some(({ kind }) => kind !== 'applied');
  return { settlements, stopped: isCut ? (stopReason(context) ?? stopped) : null };
}

/** Whoever is removed comes last in the order, so every write of a record has been started by then. */
function withBeside(
  context: ApplyContext,
  changes: readonly Change[],
  settled: ReadonlyMap<string, Promise<Settlement>>,
): ApplyContext {
  const beside = changes.filter((change) => isRecord(change) && change.writes.includes('addOrUpdateCampaignRecord'));
  if (beside.length === 0) return context;
  const writesBeside = async (): Promise<void> => {
    await Promise.all(beside.flatMap(({ address }) => settled.get(address) ?? []));
    await context.writesBeside?.();
  };
  return { ...context, writesBeside };
}

interface ApplyProgress {
  readonly context: ApplyContext;
  readonly settled: ReadonlyMap<string, Promise<Settlement>>;
  readonly stopped: () => Problem | null;
}

/** The plan's order puts dependencies first, so what a change waits for has always been started. */
async function settleOne(change: Change, running: ApplyProgress): Promise<Settlement> {
  for (const address of change.after) {
    const before = await running.settled.get(address);
    if (before !== undefined && before.kind !== 'applied') return dependencyFailed(change, address);
  }
  const { context } = running;
  const stop = stopReason(context) ?? running.stopped();
  return stop === null ? applyNoting(change, context) : skipped(change, stop.message);
}

/** Says "not tried" only where no write was handed over, and "done" only where that is recorded. */
async function applyNoting(change: Change, context: ApplyContext): Promise<Settlement> {
  let hasWritten = false;
  try {
    const settlement = await applyChange(change, { ...context, note: () => void (hasWritten = true) });
    const isUntouched = settlement.kind !== 'applied' && settlement.problem.neverSent === true && !hasWritten;
    return isUntouched ? skipped(change, settlement.problem.message) : settlement;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { stop } = context;
    stop?.(error);
    if (hasWritten) return unrecorded(change, error);
    if (stop !== undefined) return skipped(change, error.message);
    return failed(change, { code: error.code, message: error.message, stopsRun: true });
  }
}

/** Null while nothing stops the run. */
export function stopReason({ signal }: Pick<ApplyContext, 'signal'>): Problem | null {
  if (signal?.aborted !== true) return null;
  const reason: unknown = signal.reason;
  if (reason instanceof ToolError) return { code: reason.code, message: reason.message, stopsRun: true };
  return { code: 'interrupted', message: 'The run was interrupted.', stopsRun: true };
}

async function applyChange(change: Change, context: ApplyContext): Promise<Settlement> {
  if (isUser(change)) return applyUser(change, context);
  if (change.action === 'forget' && change.writes.length > 0) return applyRelease(change, context);
  return change.action === 'move' ? applyMove(change, context) : applyRecord(change, context);
}

export function leftForApproval(change: Change): Settlement {
  return skippedBecause(change, 'left-for-approval', 'belongs to the part of the plan that was not approved');
}

function dependencyFailed(change: Change, address: string): Settlement {
  const message = `waits for ${address}, which was not done`;
  return { change, kind: 'skipped', problem: { code: 'dependency-failed', message, stopsRun: false } };
}

/** The write was carried out, or may have been, and recorded state does not say so. */
function unrecorded(change: Change, { code, message: why }: ToolError): Settlement {
  const message = `it was sent, and what became of it could not be recorded: ${why}`;
  return { change, kind: 'unresolved', problem: { code, message, stopsRun: true } };
}

function skipped(change: Change, why: string): Settlement {
  const message = `the run was stopped: ${why}`;
  return { change, kind: 'skipped', problem: { code: 'skipped-stopped', message, stopsRun: false } };
}
