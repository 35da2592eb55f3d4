// One project, one ledger and one sandbox for a story: declare, apply, and after every apply demand silence.

import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { openDesiredReader } from '../../src/core/desired/project/load.ts';
import * as engine from '../../src/core/engine.ts';
import { OUTSIDE } from '../../src/core/engine/outside.ts';
import type { Uptime } from '../../src/core/state/uptime.ts';
import type { Run } from '../../src/core/engine/run.ts';
import type { Project } from '../../src/core/model/state.ts';
import type { ApplyResult } from '../../src/core/reconcile/settlement.ts';
import type { DriftResult } from '../../src/core/reconcile/finding.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import type { SandboxOptions } from '../../src/sandbox/daemon/server.ts';
import { withMemorySandbox } from './memory-sandbox.ts';
import { temporaryFolder, withSandbox } from './sandbox.ts';
import type { OwnSandbox, TestSandbox } from './sandbox.ts';
import { guardErrorWith } from '../../src/core/report/words/why-guard.ts';

export interface Scenario {
  readonly sandbox: OwnSandbox;
  readonly project: Project;
  readonly clock: () => number;
  /** Lets time pass for muster and for the sandbox. */
  advance(ms: number): void;
  run(desired: DesiredInput, parts?: Partial<Run>): Run;
  plan(desired: DesiredInput, parts?: Partial<Run>): Promise<Plan>;
  drift(desired: DesiredInput, parts?: Partial<Run>): Promise<DriftResult>;
  /** Applies and answers what became of it; throws when a guard stops it. */
  apply(desired: DesiredInput, parts?: Partial<Run>): Promise<ApplyResult>;
  /** Applies, demands that everything was applied, then an empty plan, no alarm, and a third run without one write. */
  converge(desired: DesiredInput, parts?: Partial<Run>): Promise<ApplyResult>;
  /** `action address`, in the plan's order. */
  changes(desired: DesiredInput, parts?: Partial<Run>): Promise<string[]>;
  destroy(desired: DesiredInput, parts?: Partial<Run>): Promise<ApplyResult>;
}

/** `wire`: whether the story is about a process, a socket or the AWS client; else its requests are answered in this process. */
export async function scenario(
  options: Partial<SandboxOptions> = {},
  wire: 'memory' | 'network' = 'memory',
): Promise<Scenario> {
  let offset = 0;
  const clock = (): number => Date.now() + offset;
  // The machine counts what passes in the story.
  const uptime = (): Uptime => ({ boot: 'story', ms: clock() });
  const begin = wire === 'memory' ? withMemorySandbox : withSandbox;
  const sandbox = await begin({ clock, ...options });
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const project: Project = {
    directory: join(folder.directory),
    name: 'contact-centre',
    targets: new Map([['sandbox', sandbox.target]]),
    policy: { deletes: { count: 3, percent: 10 } },
    ignore: [],
  };
  const read = openDesiredReader();
  const run = (desired: DesiredInput, parts: Partial<Run> = {}): Run => ({
    project,
    target: sandbox.target,
    desired: read(desired, sandbox.target),
    only: null,
    allow: {},
    guardError: guardErrorWith('--allow '),
    lockTimeoutMs: 0,
    clock,
    outside: { ...(sandbox.outside ?? OUTSIDE), uptime },
    // Waiting is letting time pass: for muster and for the sandbox alike.
    sleep: async (ms) => {
      offset += ms;
      await turn();
    },
    onProgress: () => undefined,
    ...parts,
  });
  const apply: Scenario['apply'] = async (desired, parts) =>
    approved(await engine.apply(run(desired, parts), async () => true));
  const plan: Scenario['plan'] = (desired, parts) => engine.plan(run(desired, parts));
  const drift: Scenario['drift'] = (desired, parts) => engine.drift(run(desired, parts));

  return {
    sandbox,
    project,
    clock,
    run,
    plan,
    drift,
    apply,
    advance: (ms) => void (offset += ms),
    changes: async (desired, parts) => actionsOf(await plan(desired, parts)),
    destroy: async (desired, parts) => approved(await engine.destroy(run(desired, parts), async () => true)),
    converge: async (desired, parts) => {
      const result = await apply(desired, parts);
      expect(fates(result)).toEqual(result.settlements.map((settlement) => `applied ${settlement.change.address}`));
      await expectSilence({
        sandbox,
        again: () => apply(desired, placeIn(parts)),
        look: () => plan(desired, placeIn(parts)),
        drift: () => drift(desired, placeIn(parts)),
      });
      return result;
    },
  };
}

/** What a run is about, without what it may do. */
function placeIn({ project, target }: Partial<Run> = {}): Partial<Run> {
  return { ...(project && { project }), ...(target && { target }) };
}

interface Silence {
  readonly sandbox: TestSandbox;
  readonly look: () => Promise<Plan>;
  readonly drift: () => Promise<DriftResult>;
  readonly again: () => Promise<ApplyResult>;
}

/** An empty plan, no pending or alarming finding, and not one writing request in another run. */
async function expectSilence({ sandbox, look, drift, again }: Silence): Promise<void> {
  expect(actionsOf(await look())).toEqual([]);
  const quiet = ['consumed', 'platform', 'unverifiable'];
  expect((await drift()).findings.filter((finding) => !quiet.includes(finding.class))).toEqual([]);
  await sandbox.control.resetCounters();
  expect((await again()).settlements).toEqual([]);
  expect((await sandbox.control.counters()).writes).toBe(0);
}

function approved(result: ApplyResult | null): ApplyResult {
  if (result === null) throw new Error('the apply was not approved');
  return result;
}

export function actionsOf(plan: Plan): string[] {
  return plan.changes.map((change) => `${change.action} ${change.address}`);
}

/** What became of each change, in words that read well in a diff. */
export function fates(result: ApplyResult): string[] {
  return result.settlements.map((settlement) => {
    const why = settlement.kind === 'applied' ? '' : ` (${settlement.problem.code}: ${settlement.problem.message})`;
    return `${settlement.kind} ${settlement.change.address}${why}`;
  });
}

/** `code address` of what a plan leaves to people. */
export function decisions(plan: Plan): string[] {
  const open = plan.verdicts.filter((verdict) => verdict.class === 'decision' || verdict.class === 'unreadable');
  return open.map((verdict) => `${verdict.code ?? verdict.class} ${verdict.address}`);
}
