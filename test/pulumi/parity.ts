// The plan said before an `up`, as operations of the engine: what the event log of that `up` must show, no more, no less.

import { expect } from 'vitest';

import { readStack } from '../../providers/stack.ts';
import { loadDesired } from '../../src/core/desired/project/load.ts';
import { chooseTarget, loadProject } from '../../src/core/desired/project/project.ts';
import { planWith } from '../../src/core/engine/survey.ts';
import { registrationsOf } from '../../src/program/registration.ts';
import { recordedOnly, declarationsNoted, takenIn } from '../../src/program/without-request.ts';
import { declaredOnly } from '../../src/program/cut-off.ts';
import { operationsOf, setsOf } from '../support/pulumi-parity.ts';
import type { Planned } from '../support/pulumi-parity.ts';
import type { Ended, Story } from './stack.ts';
import { guardErrorWith } from '../../src/core/report/words/why-guard.ts';
import { STACK_DIGEST_KEY } from '../../providers/receipts.ts';

/** `fingerprint`: of the plan, or of the part of it, that is approved. */
export async function planOf(story: Story, fingerprint?: string): Promise<Planned> {
  const exported = await story.pulumi('stack', 'export', '--show-secrets');
  const project = await loadProject(story.folder);
  const target = chooseTarget(project, null);
  const desired = await loadDesired(project, target);
  const run = {
    project,
    target,
    pulumi: { project: 'team', name: /urn:pulumi:([^:]+)::/u.exec(exported.text)?.[1] ?? 'dev' },
    desired,
    only: null,
    allow: {},
    guardError: guardErrorWith('--allow '),
    lockTimeoutMs: 0,
    clock: Date.now,
    onProgress: () => undefined,
    ...(fingerprint !== undefined && {
      approval: { fingerprint, approved: null, allowSubset: false, maxAgeMs: null },
    }),
  };
  const { stack } = declaredOnly(readStack(exported.text), desired);
  const { recorded, identities, applied: all } = stack;
  const applied = all.get(target.name) ?? [];
  const { plan, compared } = await planWith(run, { recorded, identities, digestKey: STACK_DIGEST_KEY, applied });
  const facts = { desired, plan, stack, recordedOnly: declarationsNoted(compared.notes, stack) };
  const registrations = registrationsOf(facts);
  const registered = new Set(registrations.map(({ address }) => address));
  const sets = setsOf({ desired, plan, stack });
  return {
    plan,
    stack,
    registered,
    sets,
    takenIn: takenIn(registrations, facts),
    recordedOnly: recordedOnly(registrations, facts),
  };
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
  environment: Record<string, string> = {},
): Promise<Ended> {
  return upDoing(story, { expected: await plannedOperations(story), meanwhile, environment });
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
  return operationsOf(await planOf(story, fingerprint));
}

/** The words of a plan without a change; the second where an object waits for a person. */
const SILENT = /Nothing to do|No change is planned: .+ waits? for questions? /u;

/** Up as planned, then silence and no drift. An up that did nothing is the silent one itself. */
export async function converge(story: Story, environment: Record<string, string> = {}): Promise<Ended> {
  await story.requests();
  const up = await upAsPlanned(story, environment);
  expect(up.code, up.text).toBe(0);
  if (up.operations.length === 0 && SILENT.test(up.text)) await expectSilent(story, up);
  else await staySilent(story);
  const drift = await story.pulumi('refresh', '--preview-only', '--expect-no-changes');
  expect(drift.code, drift.text).toBe(0);
  return up;
}

/** Another `up`: nothing planned, nothing done, not one write. */
export async function staySilent(story: Story): Promise<void> {
  await story.requests();
  await expectSilent(story, await story.up());
}

async function expectSilent({ sandbox: { control } }: Story, up: Ended): Promise<void> {
  expect(up.operations, up.text).toEqual([]);
  expect(up.text).toMatch(SILENT);
  expect((await control.counters()).writes).toBe(0);
}
