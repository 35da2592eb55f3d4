// A clock that was ahead and is put right: what came of a write whose run was killed is never concluded from it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { recall } from '../../src/core/engine/ledger-home.ts';
import type { SandboxControl } from '../../src/sandbox/operations/control.ts';
import { smallEngine } from '../pulumi/small-engine.ts';
import { decisions, scenario } from '../support/scenario.ts';

const CHILD = fileURLToPath(new URL('apply-child.ts', import.meta.url));
const HOUR_MS = 60 * 60 * 1000;
const NAMES = ['C-1', 'C-2', 'C-3', 'C-4', 'C-5', 'C-6', 'C-7', 'C-8'];

function summer(names: readonly string[]): DesiredInput {
  const records = names.map((clientId) => ({ clientId, data: { Name: `Customer ${clientId}` } }));
  return { campaigns: [{ campaignName: 'Summer', records }] };
}

/** An agent calls each of them, and the list is cleared. */
async function workAll(control: SandboxControl): Promise<void> {
  for (const { campaignName, clientId } of await control.records()) {
    await control.work({ campaignName, clientId, agent: 'ana@example.com', state: 'COMPLETED' });
    await control.removeRecord({ campaignName, clientId });
  }
}

test('records of a run that was killed while its clock was an hour ahead, worked since, are not added again', async () => {
  const story = await scenario({}, 'network');
  const { control, target } = story.sandbox;
  await control.arm({ operation: 'addOrUpdateCampaignRecord', kind: 'commit-then-hang', count: 'always' });
  const desired = summer(NAMES);
  const told = JSON.stringify({ directory: story.project.directory, target, desired, aheadMs: HOUR_MS });
  const child = spawn(process.execPath, [CHILD, told], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  while ((await control.records()).length < NAMES.length && child.exitCode === null) await sleep(5);
  child.kill('SIGKILL');
  await ended;
  await control.clearFaults();
  await workAll(control);
  await control.advanceClock(3 * 60_000);
  await control.resetCounters();
  expect(decisions(await story.plan(desired))).toEqual(NAMES.map((name) => `gone-unclear record:Summer/${name}`));
  await story.apply(desired);
  await story.apply(desired);
  expect(await control.records()).toEqual([]);
  expect((await control.counters()).writes).toBe(0);
});

test('what is recorded once the clock was put right counts as later than what was recorded before', async () => {
  const story = await scenario({}, 'network');
  const recordedAt = async (): Promise<number> =>
    (await recall(story.run(summer(['C-1'])))).recorded.objects.get('record:Summer/C-1')?.recordedAt ?? 0;
  story.advance(HOUR_MS);
  await story.converge(summer(['C-1']));
  const first = await recordedAt();
  story.advance(-HOUR_MS);
  await story.converge({
    campaigns: [{ campaignName: 'Summer', records: [{ clientId: 'C-1', data: { Name: 'Maria' } }] }],
  });
  expect(await recordedAt()).toBe(first + 1);
});

test('through Pulumi, a record whose create was cut off while the clock was ahead, worked since, is not added again', async () => {
  let aheadMs = HOUR_MS;
  const engine = await smallEngine({}, () => Date.now() + aheadMs);
  const desired = summer(['C-1']);
  await engine.up(desired, { killed: 'after' });
  await workAll(engine.sandbox.control);
  aheadMs = 0;
  await engine.sandbox.control.resetCounters();
  await expect(engine.up(desired)).rejects.toMatchObject({ code: 'guard-interrupted' });
  expect((await engine.sandbox.control.counters()).writes).toBe(0);
  expect(await engine.sandbox.control.records()).toEqual([]);
});
