// The plan said before an `up`, as operations of the engine: what the event log of that `up` must show, no more, no less.

import { expect } from 'vitest';

import { digestKeyOf } from '../../providers/office.ts';
import { readStack } from '../../providers/state.ts';
import type { StackState } from '../../providers/state.ts';
import { loadDesired } from '../../src/desired/load.ts';
import { chooseTarget, loadProject } from '../../src/desired/project.ts';
import { digestWith, planWith, stackName, unapproved } from '../../src/engine.ts';
import type { Change, Plan } from '../../src/reconcile/change.ts';
import { registrationsOf } from '../../src/program/registration.ts';
import { declaredOnly, resumed } from '../../src/program/cut-off.ts';
import { setsPlanOf } from '../../src/program/registration-set.ts';
import type { Ended, Story } from './stack.ts';

interface Planned {
  readonly plan: Plan;
  readonly stack: StackState;
  /** Names of the resources that the program registers. */
  readonly registered: ReadonlySet<string>;
  /** Address of a record -> name of the set that answers for it, before or after. */
  readonly sets: ReadonlyMap<string, string>;
  /** What the program says beside the plan: made by an update that was cut off, and taken into the stack. */
  readonly resumed: readonly string[];
}

/** `fingerprint`: of the plan, or of the part of it, that is approved. */
export async function planOf(story: Story, fingerprint?: string): Promise<Planned> {
  const exported = await story.pulumi('stack', 'export', '--show-secrets');
  const project = await loadProject(story.folder);
  const target = chooseTarget(project, null);
  const desired = await loadDesired(project, target);
  const run = {
    project,
    target,
    desired,
    only: null,
    allow: {},
    lockTimeoutMs: 0,
    clock: Date.now,
    onProgress: () => undefined,
    ...(fingerprint !== undefined && {
      approval: { fingerprint, approved: null, allowSubset: false, maxAgeMs: null },
    }),
  };
  const digestKey = digestKeyOf(stackName(run));
  const { stack } = declaredOnly(readStack(exported.text, Date.now(), digestWith(digestKey)), desired);
  const { plan } = await planWith(run, { recorded: stack.recorded, digestKey });
  const registrations = registrationsOf({ desired, plan, stack });
  const registered = new Set(registrations.map(({ address }) => address));
  const changes = new Map(plan.changes.map((change) => [change.address, change]));
  const before = [...stack.sets.values()].flatMap((set) =>
    [...set.receipts.keys()].map((key) => [key, set.name] as const),
  );
  const sets = new Map([...before, ...setsPlanOf({ desired, stack, changes, held: new Set() }).homes]);
  return { plan, stack, registered, sets, resumed: resumed(registrations, { plan, stack }) };
}

/** `up` and a preview before it do exactly what the plan says, or the part of it that MUSTER_FINGERPRINT names. */
export async function upAsPlanned(story: Story, environment: Record<string, string> = {}): Promise<Ended> {
  const expected = await plannedOperations(story, environment['MUSTER_FINGERPRINT']);
  const preview = await story.preview(environment);
  expect(preview.operations.toSorted(), preview.text).toEqual(expected);
  return upDoing(story, { expected, environment });
}

/** Without the preview. `meanwhile`: what others do while `up` runs. */
export async function doneAsPlanned(
  story: Story,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<Ended> {
  return upDoing(story, { expected: await plannedOperations(story), meanwhile });
}

interface Doing {
  readonly expected: readonly string[];
  readonly environment?: Record<string, string>;
  readonly meanwhile?: () => Promise<void>;
}

async function upDoing(story: Story, { expected, environment, meanwhile }: Doing): Promise<Ended> {
  const [up] = await Promise.all([story.up(environment), meanwhile?.()]);
  expect(up.operations.toSorted(), up.text).toEqual(expected);
  return up;
}

async function plannedOperations(story: Story, fingerprint?: string): Promise<string[]> {
  const planned = await planOf(story, fingerprint);
  const left = unapproved(planned.plan.approval);
  const approved = planned.plan.changes.filter(({ address }) => !left.has(address));
  const changes = approved.map((change) => operationOf(change, planned));
  const taken = planned.resumed.map((name) => `create ${name}`);
  return [...new Set([...changes, ...taken])].toSorted();
}

/** Up as planned, then silence and no drift. */
export async function converge(story: Story, environment: Record<string, string> = {}): Promise<Ended> {
  const up = await upAsPlanned(story, environment);
  expect(up.code, up.text).toBe(0);
  await staySilent(story);
  const drift = await story.pulumi('refresh', '--preview-only', '--expect-no-changes');
  expect(drift.code, drift.text).toBe(0);
  return up;
}

/** Another `up`: nothing planned, nothing done, not one write. */
export async function staySilent(story: Story): Promise<void> {
  await story.requests();
  const again = await story.up();
  expect(again.operations, again.text).toEqual([]);
  expect(again.text).toContain('Nothing to do');
  expect((await story.sandbox.control.counters()).writes).toBe(0);
}

/** Replace is one update of the engine: between the delete and the create nothing else may happen to the stack. */
function operationOf(change: Change, { stack, registered, sets }: Planned): string {
  const set = sets.get(change.address);
  if (set !== undefined) return setOperation(set, { stack, registered });
  // A create without an answer that came to nothing leaves the stack with the refresh.
  const known = stack.resources.get(change.address)?.unsettled === false;
  switch (change.action) {
    case 'create':
    case 'adopt':
      return `${known ? 'update' : 'create'} ${change.address}`;
    case 'update':
    case 'replace':
    case 'move':
      return `update ${change.address}`;
    case 'delete':
      // A leaver whose declaration says more than the record of it is registered as absent.
      if (registered.has(change.address)) return `${known ? 'update' : 'create'} ${change.address}`;
      return `delete ${change.address}`;
    case 'forget':
      return `delete ${change.address}`;
    default:
      return change.action satisfies never;
  }
}

/** All changes of its records are one operation. */
function setOperation(name: string, { stack, registered }: Pick<Planned, 'stack' | 'registered'>): string {
  if (!registered.has(name)) return `delete ${name}`;
  return `${stack.sets.get(name)?.isPending === false ? 'update' : 'create'} ${name}`;
}
