// The main path. The only place where rooms are joined; holds no rules.
//
//   loadDesired -> observe -> diff -> makePlan -> stopOnGuards -> applyPlan -> (report)
//
// `plan` is the same path ending earlier, with a client that has no writing methods; `drift` takes the same observation
// into detectDrift. The Pulumi door calls the same functions with a recorded state read from its stack (door.ts).

import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { ToolError } from './model/errors.ts';
import type { Clock, DesiredState, ObservedState, Project, RecordedState } from './model/state.ts';
import type { Target } from './model/target.ts';
import { applyPlan } from './reconcile/apply.ts';
import type { ApplyResult, DriftResult, OnProgress, Plan } from './reconcile/change.ts';
import { diff } from './reconcile/diff.ts';
import type { Diff } from './reconcile/diff.ts';
import { detectDrift } from './reconcile/drift.ts';
import { stopOnGuards } from './reconcile/guards.ts';
import { observe } from './reconcile/observe.ts';
import { knownCampaigns } from './reconcile/observe-scope.ts';
import { checkAgents, makePlan, unsettledVerdicts } from './reconcile/plan.ts';
import { narrow } from './reconcile/scope.ts';
import { settleIntents } from './reconcile/settle.ts';
import type { SettledIntent } from './reconcile/settle.ts';
import { openService } from './service/client.ts';
import type { ServiceReader } from './service/service.ts';
import { digestWith } from './state/digest.ts';
import { openLedger } from './state/ledger.ts';
import type { Ledger } from './state/ledger.ts';
import type { SavedCopy } from './state/recorder.ts';

export { stopOnGuards };

export interface Run {
  readonly project: Project;
  readonly target: Target;
  readonly desired: DesiredState;
  /** Address pattern (`user:*@example.com`); null for everything. */
  readonly only: string | null;
  /** What `--allow` passes: guard name -> exact number, e.g. deletes -> 12. */
  readonly allow: Readonly<Record<string, number>>;
  readonly lockTimeoutMs: number;
  readonly clock: Clock;
  /** Waits between the readings that settle a lost answer. Default: a timer of the machine. */
  readonly sleep?: (ms: number) => Promise<void>;
  readonly onProgress: OnProgress;
  /** Ends the run early: what was begun is settled, nothing new is sent. */
  readonly signal?: AbortSignal;
}

/** Asked with the plan before anything is sent. */
export type Approve = (plan: Plan) => Promise<boolean>;

/** Reads and computes; holds a client without writing methods; takes no lock. */
export async function plan(run: Run): Promise<Plan> {
  const ledger = await openLedger({ path: ledgerPath(run), clock: run.clock, readOnly: true });
  try {
    const recorded = await ledger.load();
    return (await planWith(run, { recorded, digestKey: ledger.digestKey })).plan;
  } finally {
    await ledger.close();
  }
}

/** Locks, plans, asks, stops on guards (ToolError, exit 14), applies. Null when not approved: nothing was changed. */
export async function apply(run: Run, approve: Approve): Promise<ApplyResult | null> {
  return withLedger(run, (ledger) => applyWith(run, ledger, { approve, removesAll: false }));
}

/** Like apply, with nothing desired: everything recorded is released or deleted by provenance. */
export async function destroy(run: Run, approve: Approve): Promise<ApplyResult | null> {
  const nothing: Run = { ...run, desired: { users: [], records: [], campaigns: run.desired.campaigns, files: [] } };
  return withLedger(run, (ledger) => applyWith(nothing, ledger, { approve, removesAll: true }));
}

/** Reads only: no state write, no lock. */
export async function drift(run: Run): Promise<DriftResult> {
  const ledger = await openLedger({ path: ledgerPath(run), clock: run.clock, readOnly: true });
  try {
    return await driftWith(run, { recorded: await ledger.load(), digestKey: ledger.digestKey });
  } finally {
    await ledger.close();
  }
}

/** Recorded state and the copies kept of records on the way. */
export async function show(
  run: Pick<Run, 'project' | 'target' | 'clock'>,
): Promise<{ readonly recorded: RecordedState; readonly copies: readonly SavedCopy[] }> {
  const ledger = await openLedger({ path: ledgerPath(run), clock: run.clock, readOnly: true });
  try {
    return { recorded: await ledger.load(), copies: await ledger.copies() };
  } finally {
    await ledger.close();
  }
}

/** Recorded state and the secret of its home for digests. */
export interface Memory {
  readonly recorded: RecordedState;
  readonly digestKey: Uint8Array;
}

/** The plan over a recorded state that was read elsewhere. Reads only. `removesAll`: a destroy, where that is meant. */
export async function planWith(run: Run, memory: Memory, { removesAll } = { removesAll: false }): Promise<Survey> {
  const client = openService({ target: await openTarget(run), clock: run.clock });
  try {
    return await survey(run, { reader: client, memory, removesAll });
  } finally {
    await client.close();
  }
}

/** The drift report over a recorded state that was read elsewhere. Reads only. */
export async function driftWith(run: Run, memory: Memory): Promise<DriftResult> {
  const { plan: planned, seen, ...rest } = await planWith(run, memory);
  const digest = digestWith(memory.digestKey);
  const { project, clock } = run;
  return detectDrift({
    ...rest,
    ...seen,
    target: planned.target,
    project: project.name,
    ignore: project.ignore,
    digest,
    now: clock(),
  });
}

/** Everything one reading yields; the plan is what people see of it. */
export interface Survey {
  readonly plan: Plan;
  readonly diff: Diff;
  readonly settled: readonly SettledIntent[];
  readonly seen: { readonly desired: DesiredState; readonly recorded: RecordedState; readonly observed: ObservedState };
}

interface SurveyOptions {
  readonly reader: ServiceReader;
  readonly memory: Memory;
  readonly removesAll: boolean;
}

async function survey(run: Run, { reader, memory, removesAll }: SurveyOptions): Promise<Survey> {
  const { project, target, clock } = run;
  const whole = { desired: run.desired, recorded: memory.recorded };
  const { desired, recorded: before } = run.only === null ? whole : narrow(whole, run.only);
  const stack = stackName(run);
  const { onProgress } = run;
  const observed = await observe({ reader, desired, recorded: before, stack, clock, onProgress });
  const { settled, recorded } = settleIntents(before, observed, { stack, now: clock() });
  const mistakes = checkAgents({ ...desired, users: run.desired.users }, recorded, observed);
  if (mistakes[0] !== undefined) throw new ToolError('undeclared-agent', { message: mistakes[0].message }, mistakes);
  const now = clock();
  const all = diff({ desired, recorded, observed, stack, digest: digestWith(memory.digestKey), now });
  const settledOnly = withoutOpen(all, recorded);
  const { policy } = project;
  const input = { target, policy, desired, recorded, observed, diff: settledOnly, allow: run.allow, now };
  const seen = { desired, recorded, observed };
  // Within a narrowed scope removing all of it is an ordinary edit; the other guards still hold.
  const mayEmpty = removesAll || run.only !== null;
  return {
    plan: makePlan({ ...input, project: project.name, removesAll: mayEmpty }),
    diff: settledOnly,
    settled,
    seen,
  };
}

interface ApplyOptions {
  readonly approve: Approve;
  readonly removesAll: boolean;
}

async function applyWith(run: Run, ledger: Ledger, options: ApplyOptions): Promise<ApplyResult | null> {
  const client = openService({ target: await openTarget(run), clock: run.clock });
  try {
    const memory: Memory = { recorded: await ledger.load(), digestKey: ledger.digestKey };
    const { removesAll } = options;
    const surveyed = await survey(run, { reader: client, memory, removesAll });
    for (const { intent, recorded } of surveyed.settled) await ledger.settle(intent.id, recorded);
    if (!(await options.approve(surveyed.plan))) return null;
    stopOnGuards(surveyed.plan);
    await Promise.all(surveyed.diff.notes.map((note) => ledger.record(note.address, note)));
    const context = {
      service: client,
      recorder: ledger,
      clock: run.clock,
      digest: digestWith(ledger.digestKey),
      stack: stackName(run),
      sleep: run.sleep ?? sleep,
      knownUserSeen: sawKnownUser(surveyed.seen.observed),
      campaigns: knownCampaigns(surveyed.seen.desired, surveyed.seen.recorded),
      ...(run.signal === undefined ? {} : { signal: run.signal }),
    };
    return await applyPlan(surveyed.plan, context, run.onProgress);
  } finally {
    await client.close();
  }
}

async function withLedger<T>(run: Run, work: (ledger: Ledger) => Promise<T>): Promise<T> {
  const ledger = await openLedger({ path: ledgerPath(run), clock: run.clock });
  try {
    const holder = `${userInfo().username}@${hostname()}`;
    const lock = await ledger.lock({ timeoutMs: run.lockTimeoutMs, holder, pid: process.pid, processIsAlive });
    try {
      return await work(ledger);
    } finally {
      await lock.release();
    }
  } finally {
    await ledger.close();
  }
}

/** A lock under our own number that is older than this process was left by a former one: a restarted container. */
function processIsAlive(pid: number, since: number): boolean {
  if (pid === process.pid) return since >= performance.timeOrigin;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Name in markers and digests: one project on one target. */
export function stackName(run: {
  readonly project: Pick<Project, 'name'>;
  readonly target: Pick<Target, 'stack'>;
}): string {
  return `${run.project.name}.${run.target.stack}`.replaceAll('/', '-');
}

function ledgerPath({ project, target }: Pick<Run, 'project' | 'target'>): string {
  if (target.state !== 'ledger') {
    throw new ToolError('wrong-home', {
      message: `target ${target.name} keeps its recorded state in Pulumi (state: pulumi)`,
    });
  }
  return join(project.directory, '.muster', 'ledger', `${target.name}.sqlite`);
}

/** A sandbox target is started on demand and filled in with where it listens. */
export async function openTarget(run: {
  readonly project: Pick<Project, 'directory'>;
  readonly target: Target;
}): Promise<Target> {
  if (!run.target.sandbox || run.target.port !== 0) return run.target;
  const { ensureSandbox } = await import('./sandbox/daemon.ts');
  const { sandboxTarget } = await import('./sandbox/identity.ts');
  return sandboxTarget(run.target, await ensureSandbox(sandboxDirectory(run)));
}

export function sandboxDirectory(run: {
  readonly project: Pick<Project, 'directory'>;
  readonly target: Target;
}): string {
  return join(run.project.directory, '.muster', 'sandbox', run.target.name);
}

/** What an earlier run left open and could not be settled is said, and not planned. */
function withoutOpen(all: Diff, recorded: RecordedState): Diff {
  const open = new Set(recorded.openIntents.map((intent) => intent.address));
  if (open.size === 0) return all;
  const isSettled = ({ address }: { readonly address: string }): boolean => !open.has(address);
  return {
    ...all,
    changes: all.changes.filter(isSettled),
    verdicts: [...all.verdicts.filter(isSettled), ...unsettledVerdicts(recorded)],
    notes: all.notes.filter(isSettled),
  };
}

function sawKnownUser(observed: ObservedState): boolean {
  return [...observed.users.values(), ...observed.agents.values()].some((user) => user.service === 'present');
}
