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
import type { Ended, Story } from './stack.ts';

interface Planned {
  readonly plan: Plan;
  readonly stack: StackState;
  /** Addresses that the program registers. */
  readonly registered: ReadonlySet<string>;
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
  const stack = readStack(exported.text, Date.now(), digestWith(digestKey));
  const { plan } = await planWith(run, { recorded: stack.recorded, digestKey });
  const registered = new Set(registrationsOf({ desired, plan, stack }).map(({ address }) => address));
  return { plan, stack, registered };
}

/** `up` and a preview before it do exactly what the plan says, or the part of it that MUSTER_FINGERPRINT names. */
export async function upAsPlanned(story: Story, environment: Record<string, string> = {}): Promise<Ended> {
  const planned = await planOf(story, environment['MUSTER_FINGERPRINT']);
  const left = unapproved(planned.plan.approval);
  const approved = planned.plan.changes.filter(({ address }) => !left.has(address));
  const expected = approved.map((change) => operationOf(change, planned)).toSorted();
  expect((await story.preview(environment)).operations.toSorted()).toEqual(expected);
  const up = await story.up(environment);
  expect(up.operations.toSorted(), up.text).toEqual(expected);
  return up;
}

/** Up as planned, then demands silence: nothing planned, nothing done, not one write, no drift. */
export async function converge(story: Story, environment: Record<string, string> = {}): Promise<Ended> {
  const up = await upAsPlanned(story, environment);
  expect(up.code, up.text).toBe(0);
  await story.requests();
  const again = await story.up();
  expect(again.operations, again.text).toEqual([]);
  expect((await story.sandbox.control.counters()).writes).toBe(0);
  const drift = await story.pulumi('refresh', '--preview-only', '--expect-no-changes');
  expect(drift.code, drift.text).toBe(0);
  return up;
}

/** Replace is one update of the engine: between the delete and the create nothing else may happen to the stack. */
function operationOf(change: Change, { stack, registered }: Planned): string {
  const known = stack.resources.has(change.address);
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
