// The engine in short (support/pulumi-engine.ts) on a sandbox and a project of a test's own.

import { setTimeout as sleep } from 'node:timers/promises';

import { openDesiredReader } from '../../src/core/desired/project/load.ts';
import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { chooseTarget, loadProject } from '../../src/core/desired/project/project.ts';
import { planWith } from '../../src/core/engine/survey.ts';
import type { Run } from '../../src/core/engine/run.ts';
import type { PlanPart } from '../../src/core/model/parts.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { declaredOnly } from '../../src/program/cut-off.ts';
import { namesOf, openPulumiEngine } from '../support/pulumi-engine.ts';
import type { Previewed, PulumiEngine, Update, UpdateOptions } from '../support/pulumi-engine.ts';
import { teamProject } from '../support/named-project.ts';
import { withSandbox } from '../support/sandbox.ts';
import type { OwnSandbox } from '../support/sandbox.ts';
import { guardErrorWith } from '../../src/core/report/words/why-guard.ts';
import type { SandboxOptions } from '../../src/sandbox/daemon/server.ts';
import { STACK_DIGEST_KEY } from '../../providers/receipts.ts';

export interface SmallUpdate {
  readonly operations: readonly string[];
  /** Writing requests of this run. */
  readonly writes: number;
  readonly errors: readonly string[];
  readonly plan: Plan;
  /** What the program says of what no update does. */
  readonly leftOut: readonly string[];
}

interface Options extends Pick<UpdateOptions, 'reads' | 'stopAfter' | 'killed' | 'allow' | 'said' | 'approval'> {
  /** What of the plan is approved. Default: the whole. */
  readonly part?: PlanPart;
  /** Done by others between the approval and the run; the whole is approved where no part is named. */
  readonly approvedBefore?: () => Promise<unknown>;
  /** What others do between the plan and the operations. */
  readonly meanwhile?: () => Promise<unknown>;
}

export interface SmallEngine extends Pick<PulumiEngine, 'stack' | 'refresh' | 'destroy'> {
  readonly sandbox: OwnSandbox;
  up(desired: DesiredInput, options?: Options): Promise<SmallUpdate>;
  preview(desired: DesiredInput, options?: Pick<Options, 'reads' | 'allow'>): Promise<Previewed>;
}

/** `more`: keys of the target beside those that name the sandbox. */
export async function smallEngine(
  more: object = {},
  clock: () => number = Date.now,
  pause: (ms: number) => Promise<void> = sleep,
  options: Partial<SandboxOptions> = {},
): Promise<SmallEngine> {
  const sandbox = await withSandbox(options);
  const project = await loadProject(teamProject(sandbox, { state: 'pulumi', ...more }));
  const target = chooseTarget(project, null);
  const engine = openPulumiEngine({ project, target, time: { clock, sleep: pause } });
  const read = openDesiredReader();
  const up = async (
    input: DesiredInput,
    { part = 'whole', approvedBefore, meanwhile, ...options }: Options = {},
  ): Promise<SmallUpdate> => {
    const desired = read(input, target);
    const isApproved = part !== 'whole' || approvedBefore !== undefined;
    const approval = isApproved ? { approval: await approvalOf(part, { project, target, desired, engine }) } : {};
    await approvedBefore?.();
    const planned = async (): Promise<void> => {
      await meanwhile?.();
      await sandbox.control.resetCounters();
    };
    const update = await engine.up({ desired, ...options, ...approval, planned });
    const { writes } = await sandbox.control.counters();
    const { plan, leftOut } = update;
    return { plan, leftOut, operations: namesOf(update), errors: errorsOf(update), writes };
  };
  const preview: SmallEngine['preview'] = (input, options) =>
    engine.preview({ desired: read(input, target), ...options });
  return { sandbox, stack: engine.stack, refresh: engine.refresh, destroy: engine.destroy, up, preview };
}

interface Approving extends Pick<Run, 'project' | 'target' | 'desired'> {
  readonly engine: PulumiEngine;
}

async function approvalOf(
  part: PlanPart,
  { engine, ...place }: Approving,
): Promise<NonNullable<UpdateOptions['approval']>> {
  const guardError = guardErrorWith('MUSTER_ALLOW=');
  const own = { only: null, allow: {}, guardError, lockTimeoutMs: 0, clock: Date.now, onProgress: () => undefined };
  const { stack } = declaredOnly(engine.exported(), place.desired);
  const applied = stack.applied.get(place.target.name) ?? [];
  const kept = { recorded: stack.recorded, identities: stack.identities, applied };
  const memory = { ...kept, digestKey: STACK_DIGEST_KEY };
  const { plan } = await planWith({ ...place, ...own }, memory);
  return { fingerprint: plan.fingerprint[part] ?? '', approved: null, allowSubset: false, maxAgeMs: null };
}

function errorsOf({ operations }: Update): string[] {
  return operations.flatMap(({ failure }) => failure ?? []);
}
