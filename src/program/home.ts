// The command's verbs for a target with `state: pulumi`: recorded state is read with exportStack and changed only by `up`
// and `destroy`, through the Automation API. Same plan, same guards, same results as with the ledger (engine.ts).

import { ConcurrentUpdateError, Stack } from '@pulumi/pulumi/automation/index.js';
import type { EngineEvent, LocalWorkspace } from '@pulumi/pulumi/automation/index.js';

import { skipsCheckpoints } from '../../providers/context.ts';
import { leftForApproval, stopOnGuards, stopReason, unapproved } from '../core/engine/parts.ts';
import { driftWith, planWith } from '../core/engine/survey.ts';
import { withThisRun } from '../core/engine/this-run.ts';
import type { Approver, Run } from '../core/engine/run.ts';
import type { Memory } from '../core/engine/ledger-home.ts';
import { LOG_VARIABLE } from '../core/engine/request-log.ts';
import { ToolError } from '../core/model/errors.ts';
import type { RecordedState } from '../core/model/state.ts';
import { SHOWN_PLAN_VARIABLE } from './hand-over-variable.ts';
import { exportedFrom, stackError, stateOf, workspaceOf } from './stack-memory.ts';
import { stacksBeside } from './stacks-beside.ts';
import type { Workspace } from './stack-memory.ts';
import { fateInStack, handedOn, saysCancelling } from './stopped.ts';
import type { ApplyResult, Settlement } from '../core/reconcile/settlement.ts';
import type { Change } from '../core/reconcile/change.ts';
import type { DriftResult } from '../core/reconcile/finding.ts';
import type { Plan } from '../core/reconcile/plan-value.ts';

export async function plan(run: Run): Promise<Plan> {
  const workspace = await workspaceOf(run);
  const { memory } = await stateOf(run, workspace);
  return (await planWith({ ...(await placed(run, workspace)), isOfStack: true }, memory)).plan;
}

export async function drift(run: Run): Promise<DriftResult> {
  const workspace = await workspaceOf(run);
  const { memory } = await stateOf(run, workspace);
  return driftWith(await placed(run, workspace), memory);
}

/** The run as its program will see it: the stack is known by the name of its Pulumi project, too. */
export async function placed(run: Run, workspace?: Workspace): Promise<Run> {
  const name = run.target.stack;
  const space = workspace ?? (await workspaceOf(run));
  const settings = await space.projectSettings();
  const read = async (stack: string): Promise<string | null> => {
    const exported = await exportedFrom(space, stack);
    return exported && JSON.stringify(exported);
  };
  const isUnsaved = skipsCheckpoints(process.env);
  const list = async (): Promise<string[]> => (await space.listStacks()).map((stack) => stack.name);
  return {
    ...run,
    ...stacksBeside(name, { read, list }),
    isUnsaved,
    pulumi: { project: settings.name, name: name.slice(name.lastIndexOf('/') + 1) },
  };
}

/** Recorded state, the copies kept of records on the way, and the secret. Reads only. */
export async function recall(place: Pick<Run, 'project' | 'target'>): Promise<Required<Memory>> {
  return (await stateOf(place, await workspaceOf(place))).memory;
}

/** Throws ToolError 14 on guards, 15 when another update holds the stack. Null when not approved. */
export async function apply(run: Run, approve: Approver): Promise<ApplyResult | null> {
  refuseOnly(run);
  const stack = await openStack(run);
  return changeStack(run, { stack, approve, removesAll: false });
}

/** Plain `pulumi destroy` runs no program and so knows no guard; this one plans first. */
export async function destroy(run: Run, approve: Approver): Promise<ApplyResult | null> {
  refuseOnly(run);
  const stack = await openStack(run);
  const nothing: Run = { ...run, desired: { ...run.desired, users: [], records: [], files: [] } };
  return changeStack(nothing, { stack, approve, removesAll: true });
}

interface StackUpdate {
  readonly stack: Stack;
  readonly approve: Approver;
  readonly removesAll: boolean;
}

async function changeStack(given: Run, { stack, approve, removesAll }: StackUpdate): Promise<ApplyResult | null> {
  const { workspace } = stack;
  // A destroy runs no program, and each delete knows whom another one has read.
  const run = { ...(await placed(given, workspace)), isOfStack: !removesAll };
  const { memory, isCutOff, ofClasses } = await stateOf(run, workspace);
  const survey = await planWith(run, memory, { removesAll });
  const { plan: planned } = survey;
  if (!(await approve(planned))) return null;
  stopOnGuards(planned, run.guardError);
  // With nothing to plan an update takes in what a killed one had made, or notes that other files are applied now.
  const isNoted = !removesAll && withThisRun(survey, run, memory) !== memory.applied;
  if (planned.changes.length === 0 && !isCutOff && !isNoted) return { plan: planned, settlements: [], stopped: null };
  if (removesAll) refuseArrived(memory.recorded, (await stateOf(run, workspace)).memory.recorded);
  const failures: Failures =
    stopReason(run) === null ? await carryOut(run, { stack, planned, removesAll, ofClasses }) : new Map();
  const stopped = stopReason(run);
  // Nothing of the plan can say that it failed.
  if (planned.changes.length === 0 && stopped === null) refuseFailed(failures);
  if (stopped !== null) {
    const stacks = { before: memory.recorded, after: (await stateOf(run, workspace)).memory.recorded };
    const settlements = planned.changes.map((change) => fateInStack(change, stacks, stopped));
    return { plan: planned, settlements, stopped: settlements.some(({ kind }) => kind !== 'applied') ? stopped : null };
  }
  const { approval: _approved, maxRequests: _limit, ...free } = run;
  const { plan: left } = await planWith(free, (await stateOf(run, workspace)).memory, { removesAll });
  const waiting = unapproved(planned.approval);
  const settlements = planned.changes.map((change) =>
    waiting.has(change.address) ? leftForApproval(change) : fateOf(change, left, failures),
  );
  return { plan: planned, settlements, stopped: null };
}

/** Nobody said yes to the end of what came into the stack since; no program is run that would see it. */
function refuseArrived({ objects: planned }: RecordedState, { objects: now }: RecordedState): void {
  const arrived = [...now.keys()].find((address) => !planned.has(address));
  if (arrived === undefined) return;
  const message = `${arrived} came into the stack after the plan was made; nothing was sent`;
  throw new ToolError('plan-stale', { message });
}

/** Throws. An update that was to carry out nothing may have come to another plan. */
function refuseFailed(failures: Failures): void {
  const [failure] = failures.values();
  if (failure === undefined) return;
  if (!failure.includes('[plan-stale]')) throw new ToolError('pulumi-failed', { message: failure });
  const message = 'nothing was to do; what came between is not approved, and nothing of it was sent';
  throw new ToolError('plan-stale', { message });
}

/** What the engine said of failures, by the logical name of the object; under the empty name what was about no object. */
type Failures = ReadonlyMap<string, string>;

interface Planned extends Pick<StackUpdate, 'stack' | 'removesAll'> {
  readonly planned: Plan;
  readonly ofClasses: number;
}

/**
 * What was approved here, or shown and needed no approval, is the plan that the program must come to, whatever moves in between. What classes
 * hold has a plan that is not known here.
 */
function boundTo(
  planned: Plan,
  { approval: given, isAsked }: Run,
  ofClasses: number,
): Readonly<Record<string, string>> {
  const { fingerprint, approval, changes } = planned;
  const digits = fingerprint[approval.part] ?? fingerprint.whole;
  // The other words of the approval were judged here: beside digits they mean nothing.
  if (given !== undefined) return { MUSTER_FINGERPRINT: digits, MUSTER_ALLOW_SUBSET: '0', MUSTER_MAX_PLAN_AGE: '' };
  const isShown = isAsked === true || changes.length === 0;
  return isShown && ofClasses === 0 ? { [SHOWN_PLAN_VARIABLE]: digits } : {};
}

async function carryOut(run: Run, { stack, planned, removesAll, ofClasses }: Planned): Promise<Failures> {
  const failures = new Map<string, string>();
  let done = 0;
  const onEvent = ({ resOutputsEvent, diagnosticEvent }: EngineEvent): void => {
    if (resOutputsEvent && resOutputsEvent.metadata.op !== 'same' && planned.changes.length > 0) {
      run.onProgress({ phase: 'apply', done: Math.min(++done, planned.changes.length), total: planned.changes.length });
    }
    if (diagnosticEvent?.severity === 'error')
      failures.set(nameOf(diagnosticEvent.urn), diagnosticEvent.message.trim());
  };
  let hasHeard = false;
  const listen = (output: string): void => {
    if (saysCancelling(output)) hasHeard = true;
  };
  const stoppedBy = run.signal === undefined ? {} : { signal: handedOn(run.signal, () => hasHeard) };
  Object.assign(stack.workspace.envVars, boundTo(planned, run, ofClasses));
  try {
    const running = { onEvent, onOutput: listen, onError: listen, ...stoppedBy };
    await (removesAll ? stack.destroy(running) : stack.up(running));
  } catch (error) {
    const isHeard = failures.size > 0 || run.signal?.aborted === true;
    if (!isHeard || error instanceof ConcurrentUpdateError) throw stackError(error);
  }
  return failures;
}

/** Settled by reading: what is no longer planned was done. */
function fateOf(change: Change, left: Plan, failures: Failures): Settlement {
  const open = left.changes.some(({ address, action }) => address === change.address && action === change.action);
  if (!open) return { change, kind: 'applied', notes: [] };
  const own = failures.get(change.address) ?? inSet(change.address, failures);
  const message = own ?? failures.get('') ?? 'was not carried out by `pulumi up`';
  return { change, kind: 'failed', problem: { code: 'pulumi-failed', message, stopsRun: false } };
}

/** A set of records fails with one line a record: `<address>: <what happened>`. */
function inSet(address: string, failures: Failures): string | undefined {
  const lines = [...failures.values()].flatMap((message) => message.split('\n'));
  return lines.find((line) => line.includes(`${address}: `))?.trim();
}

/** `urn:pulumi:<stack>::<project>::<types>::<name>`: the name is the address. */
function nameOf(urn: string | undefined): string {
  return urn?.split('::').slice(3).join('::') ?? '';
}

/** Made when it is not there yet. The program that `up` runs is told the target and the words that pass guards. */
export async function openStack(run: Run, more: Readonly<Record<string, string>> = {}): Promise<Stack> {
  const allow = Object.entries(run.allow).map(([guard, count]) => `${guard}=${count}`);
  const limit = run.maxRequests === undefined ? {} : { MUSTER_MAX_REQUESTS: String(run.maxRequests) };
  const log = run.log === undefined ? {} : { [LOG_VARIABLE]: run.log };
  const first = run.isFirstApply === true ? { MUSTER_FIRST_APPLY: '1' } : {};
  const envVars = {
    MUSTER_TARGET: run.target.name,
    MUSTER_ALLOW: allow.join(','),
    ...first,
    ...limit,
    ...log,
    ...more,
  };
  const workspace = await workspaceOf(run, envVars);
  try {
    return await Stack.createOrSelect(run.target.stack, unselecting(workspace));
  } catch (error) {
    throw stackError(error);
  }
}

/** What a person has selected stays selected. The Automation API selects the stack that it opens, and so does the command that makes one. */
function unselecting(workspace: LocalWorkspace): LocalWorkspace {
  const create = workspace.createStack.bind(workspace);
  const select = workspace.selectStack.bind(workspace);
  return Object.assign(workspace, {
    selectStack: async (name: string): Promise<void> => void (await workspace.exportStack(name)),
    createStack: async (name: string): Promise<void> => {
      const before = await workspace.stack();
      await create(name);
      if (before !== undefined) await select(before.name);
    },
  });
}

function refuseOnly({ only, since }: Run): void {
  if (only === null && since === undefined) return;
  const name = only === null ? '--since' : '--only';
  const message = `an apply with ${name} is for targets with \`state: ledger\`; use \`pulumi up --target URN\``;
  throw new ToolError('bad-usage', { message });
}
