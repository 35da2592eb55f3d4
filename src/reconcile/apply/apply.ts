// A plan -> one settlement per change. One object's failure does not stop the others; a failure of the environment stops
// all. Acts only through the service and the recorder handed in.

import type { Problem } from '../../model/outcome.ts';
import type { Campaign } from '../../model/record.ts';
import type { Clock, Digest } from '../../model/state.ts';
import type { Service } from '../../service/service.ts';
import type { Recorder } from '../../state/recorder.ts';
import { applyRelease } from './offboard.ts';
import { applyMove } from './move.ts';
import { applyRecord } from './record.ts';
import { applyUser } from './user.ts';
import { unapproved } from '../plan/approval.ts';
import type { ApplyResult, Change, OnProgress, Plan, Settlement } from '../change.ts';
import { forEachParallel } from '../observe/parallel.ts';
import { skippedBecause } from './settlement.ts';

export interface ApplyContext {
  readonly service: Service;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly stack: string;
  readonly sleep: (ms: number) => Promise<void>;
  /** Whether a known user answered SUCCESS in this run (U8). */
  readonly knownUserSeen: boolean;
  /** Campaigns searched for pins before and after a user is removed. */
  readonly campaigns: readonly Campaign[];
  /** Aborted: what was begun is settled, nothing new is begun. */
  readonly signal?: AbortSignal;
}

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

async function applyChange(change: Change, context: ApplyContext): Promise<Settlement> {
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
