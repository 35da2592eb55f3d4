// How many requests a run sends when the service refuses, when it is killed, and for its key: exact counts of the sandbox.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { person } from '../support/declare.ts';
import { scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const CHILD = fileURLToPath(new URL('apply-child.ts', import.meta.url));
const USERS = 60;
const desired: DesiredInput = { users: Array.from({ length: USERS }, (_, n) => person(`u${n}`)) };

async function requestsOf({ sandbox }: Scenario): Promise<Readonly<Record<string, number>>> {
  return (await sandbox.control.counters()).requests;
}

test('a create of people costs two requests for each, a run with nothing to do one, and either one fetch of the key', async () => {
  const story = await scenario();
  await story.apply(desired);
  expect(await requestsOf(story)).toEqual({ 'query-existence': USERS, 'add-user': USERS, GetSecretValue: 1 });
  await story.sandbox.control.resetCounters();
  await story.apply(desired);
  expect(await requestsOf(story)).toEqual({ 'query-existence': USERS, GetSecretValue: 1 });
});

test('a full outage of the writes is given up after at most a tenth more requests than there are changes, and 3', async () => {
  const story = await scenario();
  await story.sandbox.control.arm({ operation: 'add-user', kind: 'refuse-before', count: 'always' });
  const { settlements } = await story.apply(desired);
  expect(settlements.filter(({ kind }) => kind === 'applied')).toEqual([]);
  expect((await story.sandbox.control.counters()).writes).toBeLessThanOrEqual(1.1 * USERS + 3);
});

test('after kill -9 in the middle no more people are asked for twice than were on the wire, and the key is fetched once', async () => {
  const story = await scenario({ delayMs: 3 });
  const { control, target } = story.sandbox;
  const told = JSON.stringify({ directory: story.project.directory, target, desired });
  const child = spawn(process.execPath, [CHILD, told], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  while ((await control.counters()).writes < USERS / 2 && child.exitCode === null) await sleep(1);
  child.kill('SIGKILL');
  await ended;
  await sleep(100);
  const before = (await control.counters()).writes;
  await control.resetCounters();
  await story.apply(desired);
  const { writes, requests } = await control.counters();
  expect(before + writes).toBeLessThanOrEqual(USERS + target.maxConcurrency);
  expect(requests['GetSecretValue']).toBe(1);
  await story.converge(desired);
  expect((await control.users()).length).toBe(USERS);
});
