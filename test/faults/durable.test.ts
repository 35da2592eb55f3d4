// No request leaves before its intent is on the disk, whatever becomes of the process in between.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { apply } from '../../src/core/engine.ts';
import { scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const CHILD = fileURLToPath(new URL('apply-child.ts', import.meta.url));
const RECORDS = 8;

function desired(count: number): DesiredInput {
  const records = Array.from({ length: count }, (_, index) => ({ clientId: `C-${index}`, data: { Name: 'Maria' } }));
  return { campaigns: [{ campaignName: 'Summer', records }] };
}

function openFile({ project, sandbox }: Scenario): DatabaseSync {
  const database = new DatabaseSync(join(project.directory, '.muster', 'ledger', `${sandbox.target.name}.sqlite`));
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  return database;
}

/** Reading requests of a run that has nothing left to read: the last reading before each write is behind its intent. */
async function untilRead({ sandbox }: Scenario, count: number): Promise<void> {
  while ((await sandbox.control.counters()).reads < count) await sleep(10);
}

test('an apply that is killed while its intents wait for the disk has sent nothing, and the next one sends each once', async () => {
  const story = await scenario({}, 'network');
  await story.converge(desired(1));
  await story.plan(desired(RECORDS));
  await story.sandbox.control.resetCounters();
  await story.plan(desired(RECORDS));
  const { reads } = await story.sandbox.control.counters();
  await story.sandbox.control.resetCounters();
  const told = JSON.stringify({
    directory: story.project.directory,
    target: story.sandbox.target,
    desired: desired(RECORDS),
  });
  const child = spawn(process.execPath, [CHILD, told], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const file = openFile(story);
  while (file.prepare('SELECT holder FROM lock').get()?.['holder'] === null) await sleep(1);
  file.exec('BEGIN IMMEDIATE');
  await untilRead(story, reads);
  // Time for a request that should not be sent.
  await sleep(1_000);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  file.exec('COMMIT');
  expect((await story.sandbox.control.counters()).writes).toBe(0);
  expect(file.prepare('SELECT count(*) AS n FROM intents WHERE closed_at IS NULL').get()?.['n']).toBe(0);
  file.close();
  const { settlements } = await story.converge(desired(RECORDS));
  expect(settlements.map(({ kind }) => kind)).toEqual(Array(RECORDS - 1).fill('applied'));
});

test('an apply goes on as soon as its intents are on the disk, and what it waits for stops no reading of others', async () => {
  const story = await scenario({}, 'network');
  await story.converge(desired(1));
  await story.sandbox.control.resetCounters();
  const file = openFile(story);
  const applying = apply(story.run(desired(RECORDS)), async () => {
    file.exec('BEGIN IMMEDIATE');
    return true;
  });
  while (!file.isTransaction) await sleep(1);
  // This thread, which has the connections of the apply, answers a plan meanwhile.
  await story.plan(desired(RECORDS));
  expect((await story.sandbox.control.counters()).writes).toBe(0);
  file.exec('COMMIT');
  file.close();
  expect((await applying)?.settlements.map(({ kind }) => kind)).toEqual(Array(RECORDS - 1).fill('applied'));
});
