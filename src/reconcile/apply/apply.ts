// A plan -> one settlement per change. One object's failure does not stop the others; a failure of the environment stops
// all. Acts only through the service and the recorder handed in.

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
import { skippedBecause } from './settlement.ts';

/** Never throws for an object: every change of the plan has exactly one settlement, in the plan's order. */
export async function applyPlan(plan: Plan, context: ApplyContext, onProgress: OnProgress): Promise<ApplyResult> {
  const left = unapproved(plan.approval);
  const approved = plan.changes.filter(({ address }) => !left.has(address));
  const { settlements, stopped } = await applyChanges(approved, context, onProgress);
  const fates = new Map(settlements.map((settlement) => [settlement.change.address, settlement]));
  const fateOf = (change: Change): Settlement => fates.get(change.address) ?? leftForApproval(change);
  return { plan, settlements: plan.changes.map(fateOf), stopped };
}

/** The same for changes that are part of a plan (one set of records). In an order that puts dependencies first. */
export async function applyChanges(
  changes: readonly Change[],
  context: ApplyContext,
  onProgress: OnProgress,
): Promise<Omit<ApplyResult, 'plan'>> {
  const settled = new Map<string, Promise<Settlement>>();
  let stopped: Problem | null = null;
  let done = 0;
  await forEachParallel(changes, async (change) => {
    const settlement = settleOne(change, { context, settled, stopped: () => stopped });
    settled.set(change.address, settlement);
    const result = await settlement;
    if (result.kind !== 'applied' && result.problem.stopsRun) stopped ??= result.problem;
    onProgress({ phase: 'apply', done: ++done, total: changes.length });
  });
  const settlements = await Promise.all(changes.flatMap((change) => settled.get(change.address) ?? []));
  return { settlements, stopped };
}

interface Running {
  readonly context: ApplyContext;
  readonly settled: ReadonlyMap<string, Promise<Settlement>>;
  readonly stopped: () => Problem | null;
}

/** The plan's order puts dependencies first, so what a change waits for has always been started. */
async function settleOne(change: Change, running: Running): Promise<Settlement> {
  for (const address of change.after) {
    const before = await running.settled.get(address);
    if (before !== undefined && before.kind !== 'applied') return dependencyFailed(change, address);
  }
  const stop = running.stopped();
  if (stop !== null) return skipped(change, stop.message);
  if (running.context.signal?.aborted) return skipped(change, 'interrupted');
  return applyChange(change, running.context);
}

export async function applyChange(change: Change, context: ApplyContext): Promise<Settlement> {
  if (change.kind === 'user') return applyUser(change, context);
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

function skipped(change: Change, why: string): Settlement {
  const message = `the run was stopped: ${why}`;
  return { change, kind: 'skipped', problem: { code: 'skipped-stopped', message, stopsRun: false } };
}
