import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const CHILD = fileURLToPath(new URL('apply-child.ts', import.meta.url));
const USERS = 12;
const RECORDS = 40;

/** People and pinned records; `campaignName` changes to make every record move. */
function desiredIn(campaignName: string): DesiredInput {
  const users = Array.from({ length: USERS }, (_, index) => ({
    loginUserId: `u${index}@example.com`,
    firstName: 'A',
    lastName: 'B',
    userTemplateName: 'Agents',
  }));
  const records = Array.from({ length: RECORDS }, (_, index) => ({
    clientId: `C-${index}`,
    preferredAgent: `u${index % USERS}@example.com`,
    data: { Name: `Customer ${index}` },
  }));
  return { users, campaigns: [{ campaignName, records }] };
}

/** Ends an apply by SIGKILL once the service has seen `writes` writing requests. */
async function killedAfter(story: Scenario, desired: DesiredInput, writes: number): Promise<void> {
  await story.sandbox.control.resetCounters();
  const told = JSON.stringify({ directory: story.project.directory, target: story.sandbox.target, desired });
  const child = spawn(process.execPath, [CHILD, told], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  while ((await story.sandbox.control.counters()).writes < writes && child.exitCode === null) await sleep(1);
  child.kill('SIGKILL');
  await ended;
}

const SEED = 20261121;

/** Seeded moments spread over `1..below`. */
function moments(count: number, below: number): number[] {
  let state = SEED;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return 1 + Math.floor((state / 2 ** 32) * below);
  });
}

test.each(moments(10, USERS + RECORDS - 2))(
  'an apply killed after %i writes loses nothing and does nothing twice',
  async (writes) => {
    const story = await scenario({ delayMs: 3 }, 'network');
    await killedAfter(story, desiredIn('Summer'), writes);
    await story.converge(desiredIn('Summer'));
    const records = await story.sandbox.control.records();
    expect(new Set(records.map((task) => task.clientId)).size).toBe(records.length);
    expect(records).toHaveLength(RECORDS);
    expect(await story.sandbox.control.users()).toHaveLength(USERS);
  },
);

test.each(moments(4, RECORDS - 2))(
  'moves killed after %i writes leave every record in exactly one campaign',
  async (writes) => {
    const story = await scenario({ delayMs: 3 }, 'network');
    await story.converge(desiredIn('Summer'));
    await killedAfter(story, desiredIn('Winter'), writes);
    await story.converge(desiredIn('Winter'));
    const records = await story.sandbox.control.records();
    expect(records.map((task) => task.clientId).toSorted()).toHaveLength(RECORDS);
    expect(new Set(records.map((task) => task.campaignName))).toEqual(new Set(['Winter']));
  },
);

test('an apply killed between the update of a worked task and the reading after it: the next run puts its state back', async () => {
  const story = await scenario({ switches: { S10: 'resets' } }, 'network');
  const declaring = (skillQueue: string): DesiredInput => {
    const { users = [] } = desiredIn('Summer');
    const record = { clientId: 'C-1', preferredAgent: 'u0@example.com', whenWorked: 'replace', skillQueue } as const;
    return { users, campaigns: [{ campaignName: 'Summer', records: [{ ...record, data: { Name: 'Customer' } }] }] };
  };
  await story.converge(declaring('default'));
  const key = { campaignName: 'Summer', clientId: 'C-1' };
  const nextEarliestWorkTime = Date.now() + 3_600_000;
  await story.sandbox.control.work({ ...key, agent: 'u0@example.com', state: 'WORKED', nextEarliestWorkTime });
  await story.sandbox.control.setDelay(400);
  await killedAfter(story, declaring('gold'), 1);
  await story.sandbox.control.setDelay(0);
  expect((await story.sandbox.control.records())[0]).toMatchObject({ workedState: 'NOTWORKED', skillQueue: 'gold' });
  await story.converge(declaring('gold'));
  expect((await story.sandbox.control.records())[0]).toMatchObject({ workedState: 'WORKED', skillQueue: 'gold' });
});
