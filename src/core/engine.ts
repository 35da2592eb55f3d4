// The main path. The only place where rooms are joined; holds no rules.
//
//   loadDesired -> observe -> compare -> makePlan -> stopOnGuards -> carryOut -> (report)
//
// `plan` is the same path ending earlier (engine/survey.ts), with a client that has no writing methods; `drift` takes the same
// observation into detectDrift. Comparing and carrying out is one pass (engine/pass.ts), which Pulumi's handlers call for a part.

import { ToolError } from './model/errors.ts';
import { sawKnownUser } from './model/user.ts';
import { approvedChanges, settledPlan } from './reconcile/apply/apply.ts';
import { openQueueMemory } from './reconcile/apply/queue-memory.ts';
import { remembering } from './reconcile/remembering.ts';
import type { ApplyResult } from './reconcile/settlement.ts';
import type { DriftResult } from './reconcile/finding.ts';
import type { Plan } from './reconcile/plan-value.ts';
import { identityOf, lineageOf } from './engine/lineage.ts';
import { carryOut, endedBy } from './engine/pass.ts';
import { ledgerPath, memoryIn, recall, withLedger } from './engine/ledger-home.ts';
import { connect, reachable } from './engine/run.ts';
import type { Approver, Run } from './engine/run.ts';
import { OUTSIDE } from './engine/outside.ts';
import { openStop, sleepUntil } from './engine/stop.ts';
import { driftWith, planWith, survey } from './engine/survey.ts';
import { withThisRun } from './engine/this-run.ts';
import { stopOnGuards } from './reconcile/plan/guards.ts';
import { checkRecorded } from './state/first-apply.ts';
import { digestWith } from './state/digest.ts';
import { olderThan } from './state/latest.ts';
import type { Ledger } from './state/ledger.ts';
import type { LockHandle } from './state/lock.ts';

/** Beside the verbs of a target that keeps a ledger; program/home.ts has the same ones for a Pulumi stack. */
export { recall };

/** Reads and computes; holds a client without writing methods; takes no lock. */
export async function plan(run: Run): Promise<Plan> {
  return (await planWith(run, await recall(run))).plan;
}

/** Locks, plans, asks, stops on guards (ToolError, exit 14), applies. Null when not approved: nothing was changed. */
export async function apply(run: Run, approve: Approver): Promise<ApplyResult | null> {
  return applyAlone(run, { approve, removesAll: false });
}

/** Like apply, with nothing desired: everything recorded is released or deleted by provenance. */
export async function destroy(run: Run, approve: Approver): Promise<ApplyResult | null> {
  const nothing: Run = { ...run, desired: { ...run.desired, users: [], records: [], files: [] } };
  return applyAlone(nothing, { approve, removesAll: true });
}

/** Reads only: no state write, no lock. */
export async function drift(run: Run): Promise<DriftResult> {
  return driftWith(run, await recall(run));
}

/** The run as it is: with a ledger it knows its place. */
export function placed(run: Run): Promise<Run> {
  return Promise.resolve(run);
}

/** A run that loses its lock on the way ends like one that is interrupted, and says why. */
async function applyAlone(run: Run, options: Omit<ApplyOptions, 'lock'>): Promise<ApplyResult | null> {
  const { stateExpected = false, isFirstApply: isFirst = false, target } = run;
  const { disk } = run.outside ?? OUTSIDE;
  if (stateExpected) checkRecorded({ path: ledgerPath(run), target: target.name, isFirst }, disk);
  return withLedger(run, async (ledger, lock) => {
    const path = ledgerPath(run);
    const older = isFirst ? null : olderThan(disk.readLatest(path), ledger.generation);
    if (older !== null) throw new ToolError('state-older', { message: older });
    const signal = run.signal === undefined ? lock.lost : AbortSignal.any([run.signal, lock.lost]);
    try {
      return await applyWith({ ...run, signal }, ledger, { ...options, lock });
    } finally {
      disk.noteLatest(path, ledger.generation);
    }
  });
}

interface ApplyOptions {
  readonly approve: Approver;
  readonly removesAll: boolean;
  readonly lock: LockHandle;
}

async function applyWith(run: Run, ledger: Ledger, options: ApplyOptions): Promise<ApplyResult | null> {
  const memory = await memoryIn(ledger);
  const lineage = lineageOf(run, memory.identities, memory.recorded.objects.values());
  const { signal, stop } = openStop(run.signal);
  const mayWrite = (): void => options.lock.assertHeld();
  const client = connect({ ...run, target: await reachable(run), signal, mayWrite });
  try {
    const { removesAll } = options;
    const surveyed = await survey(run, { reader: client, memory, lineage, removesAll });
    const { plan: planned, compared } = surveyed;
    await ledger.bind(identityOf(run));
    // What was seen is kept, whether or not the plan is approved.
    const { ended, unseen } = endedBy(compared.settled, planned.changes);
    for (const { intent, recorded } of ended) await ledger.settle(intent.id, recorded);
    if (!(await options.approve(planned))) return null;
    stopOnGuards(planned, run.guardError);
    const changes = approvedChanges(planned);
    const applied = withThisRun(surveyed, run, memory);
    if (applied !== memory.applied) await ledger.noteApplied(applied);
    await Promise.all(surveyed.forgotten.map((address) => ledger.record(address, null)));
    const context = {
      service: client,
      recorder: ledger,
      clock: client.now,
      digest: remembering(digestWith(ledger.digestKey)),
      sleep: run.sleep ?? sleepUntil(signal, run.outside?.machine),
      knownUserSeen: sawKnownUser(surveyed.seen.observed),
      campaigns: surveyed.campaigns,
      queues: openQueueMemory(),
      confirm: { stack: lineage.stack },
      unseen,
      signal,
      stop,
    };
    const approved = { ...compared, settled: [], changes };
    return settledPlan(planned, await carryOut(approved, context, run.onProgress));
  } finally {
    await client.close();
  }
}
