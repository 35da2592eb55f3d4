// The main path. The only place where rooms are joined; holds no rules.
//
//   loadDesired -> observe -> compare -> makePlan -> stopOnGuards -> carryOut -> (report)
//
// `plan` is the same path ending earlier, with a client that has no writing methods; `drift` takes the same observation
// into detectDrift. Comparing and carrying out is one pass (engine/pass.ts), which Pulumi's handlers call for a part.

import { join } from 'node:path';

import { ToolError } from './model/errors.ts';
import type { Lineage } from './model/identity.ts';
import type { Address } from './model/address.ts';
import type { Campaign } from './model/record.ts';
import type { Clock, DesiredState, Digest, ObservedState, Project, RecordedState } from './model/state.ts';
import { searchCeiling } from './model/profile.ts';
import type { ServiceProfile } from './model/profile.ts';
import type { Target } from './model/target.ts';
import { checkBackendAgents } from './reconcile/plan/agents.ts';
import { approvedChanges, leftForApproval, settledPlan } from './reconcile/apply/apply.ts';
import { openQueueMemory } from './reconcile/apply/queue-memory.ts';
import { leavesMemory } from './reconcile/apply/record.ts';
import { wasWorked } from './reconcile/diff/record-result.ts';
import { approvedPart, isApproved, takePart, unapproved } from './reconcile/plan/approval.ts';
import type { Approval } from './reconcile/plan/approval.ts';
import type { ApplyResult, OnProgress } from './reconcile/settlement.ts';
import type { DriftResult } from './reconcile/finding.ts';
import type { Plan } from './reconcile/plan-value.ts';
import { detectDrift } from './reconcile/drift/drift.ts';
import { identityOf, lineageOf, stackName } from './engine/lineage.ts';
import type { PulumiStack } from './engine/lineage.ts';
import { carryOut, compare } from './engine/pass.ts';
import type { Compared } from './engine/pass.ts';
import { memoryIn, pastWrites, recall, withLedger } from './engine/ledger-home.ts';
import type { Memory } from './engine/ledger-home.ts';
import { openStop, sleepUntil } from './engine/stop.ts';
import { sightedDrift } from './engine/sighted.ts';
import type { SightingWishes } from './engine/sighted.ts';
import { verifyRemovedMs, withoutForgotten } from './reconcile/diff/removed.ts';
import { stopOnGuards } from './reconcile/plan/guards.ts';
import { observe } from './reconcile/observe/observe.ts';
import { campaignsToSearch } from './reconcile/observe/addresses.ts';
import { checkAgents, makePlan } from './reconcile/plan/plan.ts';
import type { PlanInput } from './reconcile/plan/input.ts';
import { withBudget } from './reconcile/observe/requests.ts';
import { narrow, pinsConcerned } from './reconcile/plan/scope.ts';
import type { Scope } from './reconcile/plan/scope.ts';
import { openService } from './service/client.ts';
import type { ServiceClient, ServiceReader } from './service/service.ts';
import { openCopies } from './state/copy-files.ts';
import { digestWith } from './state/digest.ts';
import type { Ledger } from './state/ledger.ts';
import type { LockHandle } from './state/lock.ts';

export { firstIdentity, lineageOf, stackName } from './engine/lineage.ts';
export type { PulumiStack } from './engine/lineage.ts';
export { carryOut, compare } from './engine/pass.ts';
export type { Compared, Part } from './engine/pass.ts';
export { sleepUntil } from './engine/stop.ts';
export { stopReason } from './reconcile/apply/apply.ts';
export { openQueueMemory } from './reconcile/apply/queue-memory.ts';
export type { QueueMemory } from './reconcile/apply/queue-memory.ts';
export { skippedBecause, unresolved } from './reconcile/settlement.ts';
export { openPartReading } from './engine/reading.ts';
export type { PartReading } from './engine/reading.ts';
export { createIntent, interruptedCreate, unansweredCreate } from './engine/interrupted.ts';
export { shardDepth, shardOf } from './engine/sharding.ts';
export { markerOf, markerStart } from './reconcile/marker.ts';
export { guardedRestores } from './reconcile/plan/restore.ts';
export { pinMoveOf } from './reconcile/diff/repin.ts';
export type { PinMove } from './reconcile/diff/repin.ts';
export { memoryRecorder } from './state/memory-recorder.ts';
export { shortened } from './state/digest.ts';
export type { CopyStore } from './state/copy-files.ts';
export type { SavedCopy } from './state/recorder.ts';
export type { ServiceClient } from './service/service.ts';
export { commitOfLine, commitThatChanged } from './engine/git-line.ts';
export { sightingsOf } from './engine/sighted.ts';
export type { OpenFinding } from './engine/sighted.ts';
export { pastWrites };
export { digestWith, leavesMemory, leftForApproval, openCopies, recall, stopOnGuards, unapproved, wasWorked };
export type { Memory };

export interface Run {
  readonly project: Project;
  readonly target: Target;
  /** The stack that keeps the recorded state; absent: the ledger does. */
  readonly pulumi?: PulumiStack;
  readonly desired: DesiredState;
  /** Address pattern (`user:*@example.com`); null for everything. */
  readonly only: string | null;
  /** What `--allow` passes: guard name -> exact number, e.g. deletes -> 12. */
  readonly allow: Readonly<Record<string, number>>;
  /** Secret for the fingerprints of this project, the same wherever plans are made and applied. Absent: that of the home. */
  readonly fingerprintKey?: string;
  /** The plan that somebody approved: another one is `plan-stale`, before anything is sent. Absent: any plan. */
  readonly approval?: Approval;
  /** Requests that reading and applying may send together. Absent: as many as it takes. */
  readonly maxRequests?: number;
  readonly lockTimeoutMs: number;
  readonly clock: Clock;
  /** Waits between the readings that settle a lost answer. Default: a timer of the machine. */
  readonly sleep?: (ms: number) => Promise<void>;
  readonly onProgress: OnProgress;
  /** Ends the run early: what is on a connection is settled as it is answered, nothing new is sent. Its reason is a ToolError. */
  readonly signal?: AbortSignal;
  /** The service profile of the target, `profiles/<target>.json`; null or missing when there is none. */
  readonly profile?: ServiceProfile | null;
  /** How a drift run treats what it saw before; omitted: remembers, and reads once. */
  readonly sightings?: SightingWishes;
}

/** Asked with the plan before anything is sent. */
export type Approve = (plan: Plan) => Promise<boolean>;

/** Reads and computes; holds a client without writing methods; takes no lock. */
export async function plan(run: Run): Promise<Plan> {
  return (await planWith(run, await recall(run))).plan;
}

/** Locks, plans, asks, stops on guards (ToolError, exit 14), applies. Null when not approved: nothing was changed. */
export async function apply(run: Run, approve: Approve): Promise<ApplyResult | null> {
  return applyAlone(run, { approve, removesAll: false });
}

/** Like apply, with nothing desired: everything recorded is released or deleted by provenance. */
export async function destroy(run: Run, approve: Approve): Promise<ApplyResult | null> {
  const nothing: Run = { ...run, desired: { ...run.desired, users: [], records: [], files: [] } };
  return applyAlone(nothing, { approve, removesAll: true });
}

/** Reads only: no state write, no lock. */
export async function drift(run: Run): Promise<DriftResult> {
  return driftWith(run, await recall(run));
}

/** A client of the target's service; `profile`: what was measured of it. */
export function connect(to: {
  readonly target: Target;
  readonly clock: Clock;
  readonly profile?: ServiceProfile | null;
  /** As ClientOptions. */
  readonly signal?: AbortSignal;
  readonly mayWrite?: () => void;
}): ServiceClient {
  const { target, clock, profile, signal, mayWrite } = to;
  const stopping = { ...(signal && { signal }), ...(mayWrite && { mayWrite }) };
  return openService({ target, clock, ...searchCeiling(profile), ...stopping });
}

/** The run as it is: with a ledger it knows its place. */
export function placed(run: Run): Promise<Run> {
  return Promise.resolve(run);
}

/** The plan over a recorded state that was read elsewhere. Reads only. `removesAll`: a destroy, where that is meant. */
export async function planWith(run: Run, memory: Memory, { removesAll } = { removesAll: false }): Promise<Survey> {
  const lineage = lineageOf(run, memory.identities);
  const client = connect({ ...run, target: await openTarget(run) });
  try {
    return await survey(run, { reader: client, memory, lineage, removesAll });
  } finally {
    await client.close();
  }
}

/** The drift report over a recorded state that was read elsewhere. Reads only; its own history is a file beside. */
export async function driftWith(run: Run, memory: Memory): Promise<DriftResult> {
  return sightedDrift(run, async () => {
    const { plan: planned, seen, compared } = await planWith(run, memory);
    const digest = digestWith(memory.digestKey);
    const { project, clock, only } = run;
    const { unlocked = null } = memory;
    const known = { target: planned.target, project: project.name, ignore: project.ignore, only };
    const found = detectDrift({ diff: compared, ...seen, ...known, digest, now: clock() });
    const remarks = unlocked === null ? found.remarks : [...found.remarks, `Recorded state: ${unlocked}.`];
    return { ...found, remarks, leavers: planned.leavers, relies: planned.relies.map(({ id }) => id) };
  });
}

/** Everything one reading yields; the plan is what people see of it. */
export interface Survey {
  readonly plan: Plan;
  readonly compared: Compared;
  readonly lineage: Lineage;
  readonly seen: { readonly desired: DesiredState; readonly recorded: RecordedState; readonly observed: ObservedState };
  /** Where tasks pinned to people who leave are looked for. */
  readonly campaigns: readonly Campaign[];
  /** Addresses of what was removed and has been looked at for long enough. */
  readonly forgotten: readonly Address[];
}

interface SurveyOptions {
  readonly reader: ServiceReader;
  readonly memory: Memory;
  readonly lineage: Lineage;
  readonly removesAll: boolean;
}

async function survey(run: Run, options: SurveyOptions): Promise<Survey> {
  const { reader: unlimited, memory, lineage, removesAll } = options;
  const { project, target, clock } = run;
  const maxRequests = run.maxRequests ?? null;
  const reader = maxRequests === null ? unlimited : withBudget(unlimited, maxRequests);
  const { policy } = project;
  const keptMs = verifyRemovedMs(policy);
  const { recorded: remembered, forgotten } = withoutForgotten(memory.recorded, { now: clock(), keptMs });
  const whole = { desired: run.desired, recorded: remembered };
  const { desired, recorded: before } = run.only === null ? whole : narrow(whole, run.only);
  const { onProgress } = run;
  const campaigns = campaignsToSearch(whole.desired, whole.recorded, policy);
  const reading = { reader, desired, recorded: before, lineage, clock, onProgress, pinCampaigns: campaigns };
  const observed = withoutKnown(await observe(reading), whole);
  const digest = digestWith(memory.digestKey);
  const now = clock();
  const part = { desired, recorded: before, copies: memory.copies ?? [], whole };
  const compared = compare(part, observed, { lineage, digest, now, verifyRemovedMs: keptMs });
  const { recorded } = compared;
  const everybody = { ...desired, users: run.desired.users };
  const pins = pinsConcerned(whole, { desired, recorded });
  const unknown = checkAgents({ ...everybody, records: pins.records }, pins.recorded, observed);
  const mistakes = [...unknown, ...checkBackendAgents({ desired: everybody, observed, policy })];
  if (mistakes[0] !== undefined) throw new ToolError(mistakes[0].code, { message: mistakes[0].message }, mistakes);
  const facts = { target, policy, desired, recorded, observed, diff: compared, allow: run.allow, now };
  const around = { managed: memory.recorded, everybody: everybody.users, unlocked: memory.unlocked ?? null };
  const input = { ...facts, ...around, digest, maxRequests, profile: run.profile ?? null };
  const seen = { desired, recorded, observed };
  return {
    plan: approvedPlan({ ...input, project: project.name, removesAll }, run),
    compared,
    lineage,
    seen,
    campaigns,
    forgotten,
  };
}

/**
 * The plan, or the part of it that was approved. Without a key of its own for fingerprints: a home that records nothing yet
 * has no key that lasts, so a first plan is sealed with the name of the stack; what is left of it after a first run that did
 * a part is still recognised.
 */
function approvedPlan(input: Omit<PlanInput, 'seal'>, run: Run): Plan {
  const { approval } = run;
  const first = sealOf(run);
  const { objects, openIntents } = input.managed;
  const isFirst = objects.size === 0 && openIntents.length === 0;
  const plan = makePlan({ ...input, seal: isFirst || run.fingerprintKey !== undefined ? first : input.digest });
  if (approval === undefined) return plan;
  const known = isApproved(plan, approval) ? plan : makePlan({ ...input, seal: first });
  const fresh = isApproved(known, approval) ? known : plan;
  return takePart(fresh, approvedPart(fresh, approval, input.now));
}

function sealOf({ fingerprintKey = '', ...place }: Run): Digest {
  return digestWith(new TextEncoder().encode(`muster fingerprints of ${stackName(place)}${fingerprintKey}`));
}

/** A run that loses its lock on the way ends like one that is interrupted, and says why. */
async function applyAlone(run: Run, options: Omit<ApplyOptions, 'lock'>): Promise<ApplyResult | null> {
  return withLedger(run, (ledger, lock) => {
    const signal = run.signal === undefined ? lock.lost : AbortSignal.any([run.signal, lock.lost]);
    return applyWith({ ...run, signal }, ledger, { ...options, lock });
  });
}

interface ApplyOptions {
  readonly approve: Approve;
  readonly removesAll: boolean;
  readonly lock: LockHandle;
}

async function applyWith(run: Run, ledger: Ledger, options: ApplyOptions): Promise<ApplyResult | null> {
  const memory = await memoryIn(ledger);
  const lineage = lineageOf(run, memory.identities);
  const { signal, stop } = openStop(run.signal);
  const mayWrite = (): void => options.lock.assertHeld();
  const client = connect({ ...run, target: await openTarget(run), signal, mayWrite });
  try {
    const { removesAll } = options;
    const surveyed = await survey(run, { reader: client, memory, lineage, removesAll });
    const { plan: planned, compared } = surveyed;
    await ledger.bind(identityOf(run));
    // What was seen is kept, whether or not the plan is approved.
    for (const { intent, recorded } of compared.settled) await ledger.settle(intent.id, recorded);
    if (!(await options.approve(planned))) return null;
    stopOnGuards(planned);
    await Promise.all(surveyed.forgotten.map((address) => ledger.record(address, null)));
    const context = {
      service: client,
      recorder: ledger,
      clock: run.clock,
      digest: digestWith(ledger.digestKey),
      sleep: run.sleep ?? sleepUntil(signal),
      knownUserSeen: sawKnownUser(surveyed.seen.observed),
      campaigns: surveyed.campaigns,
      queues: openQueueMemory(),
      signal,
      stop,
    };
    const approved = { ...compared, settled: [], changes: approvedChanges(planned) };
    return settledPlan(planned, await carryOut(approved, context, run.onProgress));
  } finally {
    await client.close();
  }
}

/** Where full copies of records on the way are kept for a target whose recorded state lives in a Pulumi stack. */
export function copiesFolder({ project, target }: Pick<Run, 'project' | 'target'>): string {
  return join(project.directory, '.muster', 'copies', target.name);
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

/** In a narrowed run the bulk reading also shows what is declared or recorded outside of it: that is no extra. */
function withoutKnown(observed: ObservedState, { desired, recorded }: Scope): ObservedState {
  const known = new Set([...desired.records.map(({ address }) => address), ...recorded.objects.keys()]);
  return { ...observed, extras: new Map([...observed.extras].filter(([address]) => !known.has(address))) };
}

function sawKnownUser(observed: ObservedState): boolean {
  return [...observed.users.values(), ...observed.agents.values()].some((user) => user.service === 'present');
}
