// Faults do what they say: what is committed is committed, what is refused is not, and the caller cannot tell.

import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Fault, FaultKind } from '../../src/sandbox/messages/faults.ts';
import { withSandbox } from '../support/sandbox.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { openBench } from './bench.ts';
import type { OpenBench } from './bench.ts';

let sandbox: TestSandbox;
let bench: OpenBench;

beforeEach(async () => {
  sandbox = await withSandbox();
  bench = openBench(sandbox, 'F');
});
afterEach(() => bench.close());

const PATIENT = { timeout: 4_000 };
const PUT = 'addOrUpdateCampaignRecord';
const isStored = async (): Promise<boolean> => (await sandbox.control.records()).length > 0;

/** HTTP status and word of the hit request, or `cut`; and whether it was done. */
async function hit(fault: Omit<Fault, 'operation'>): Promise<readonly [string, boolean]> {
  await sandbox.control.arm({ operation: PUT, ...fault });
  const reply = await bench.put().then(
    (each) => `${each.http} ${each.said}`.trim(),
    () => 'cut',
  );
  return [reply, await isStored()];
}

const ENDED: readonly (readonly [FaultKind, string, boolean])[] = [
  ['refuse-before', '503', false],
  ['reset-before', 'cut', false],
  ['unauthorized', '401', false],
  ['status', '500', false],
  ['commit-then-reset', 'cut', true],
  ['commit-then-5xx', '500', true],
  ['garbage', '200', true],
  ['truncated', '200', true],
  ['alien-envelope', '200 SUCCESS', true],
  ['claims-done', '200 SUCCESS', false],
  ['claims-absent', '200 NORECORDFOUND', false],
];

test.each(ENDED)('%s answers "%s" and the work is done: %s', async (kind, said, done) => {
  expect(await hit({ kind })).toEqual([said, done]);
  expect((await bench.put()).said).toBe('SUCCESS');
});

test('an unreadable answer can also mean that nothing was done', async () => {
  expect(await hit({ kind: 'garbage', commit: false })).toEqual(['200', false]);
});

test('a status comes with the Retry-After it was given', async () => {
  await sandbox.control.arm({ operation: PUT, kind: 'status', status: 429, retryAfterSeconds: 3 });
  const reply = await bench.put();
  expect([reply.http, reply.headers['retry-after']]).toEqual([429, '3']);
});

test('an alien envelope names another environment, and a user answer loses its result', async () => {
  await sandbox.control.arm({ operation: '*', kind: 'alien-envelope', count: 'always' });
  expect((await bench.put()).body.companyCode).toBe('another-company');
  expect((await bench.exists()).body).not.toHaveProperty('result');
});

test('commit-then-hang commits and never answers', async () => {
  await sandbox.control.arm({ operation: PUT, kind: 'commit-then-hang' });
  const silent = bench.put().catch(() => 'cut');
  await expect.poll(isStored, PATIENT).toBe(true);
  bench.close();
  expect(await silent).toBe('cut');
});

test('commit-late cuts the connection first and commits afterwards', async () => {
  expect(await hit({ kind: 'commit-late', delayMs: 300 })).toEqual(['cut', false]);
  await expect.poll(isStored, PATIENT).toBe(true);
});

test('commit-late by the clock commits before the first request after its time, however long that is', async () => {
  let ahead = 0;
  const other = await withSandbox({ clock: () => Date.now() + ahead });
  const near = openBench(other, 'F');
  await other.control.arm({ operation: PUT, kind: 'commit-late', delayMs: 70_000, byClock: true });
  await expect(near.put()).rejects.toThrow();
  const stored: number[] = [];
  for (const ms of [69_000, 2_000]) {
    ahead += ms;
    await near.exists();
    stored.push((await other.control.records()).length);
  }
  near.close();
  expect(stored).toEqual([0, 1]);
});

test('swapped answers two requests with what was meant for the other, and one that stays alone with its own', async () => {
  await bench.put();
  await sandbox.control.arm({ operation: '*', kind: 'swapped', count: 3 });
  const [put, exists] = await Promise.all([bench.put(), bench.exists()]);
  expect([put.body.result, exists.said]).toEqual(['NOT_FOUND', 'SUCCESS']);
  expect((await bench.put()).said).toBe('SUCCESS');
});

test('every second answer to a question is untrue, whatever else is asked in between', async () => {
  await bench.put();
  await sandbox.control.arm({ operation: 'read', kind: 'claims-absent', every: 2, count: 'always' });
  const found: boolean[] = [];
  for (let index = 0; index < 4; index += 1) {
    found.push((await bench.find()) !== null);
    await bench.exists();
  }
  expect(found).toEqual([false, true, false, true]);
});

test('delay answers as usual, later', async () => {
  expect(await hit({ kind: 'delay', delayMs: 20 })).toEqual(['200 SUCCESS', true]);
});

test('the ordinal and the count choose which requests are hit, among writes, reads or all', async () => {
  await sandbox.control.arm({ operation: 'write', kind: 'refuse-before', ordinal: 2, count: 2 });
  const seen: number[] = [];
  for (let index = 0; index < 4; index += 1) {
    seen.push((await bench.put({ clientId: `C-${index}` })).http);
    seen.push((await bench.exists()).http);
  }
  expect(seen).toEqual([200, 200, 503, 200, 503, 200, 200, 200]);
});

test('a seeded probability hits the same requests every time', async () => {
  const round = async (): Promise<readonly number[]> => {
    await sandbox.control.clearFaults();
    await sandbox.control.arm({ operation: '*', kind: 'refuse-before', probability: 0.5, seed: 7 });
    const seen: number[] = [];
    for (let index = 0; index < 12; index += 1) seen.push((await bench.exists()).http);
    return seen;
  };
  const first = await round();
  expect(new Set(first)).toEqual(new Set([200, 503]));
  expect(await round()).toEqual(first);
});

test('counters count reads, writes and invalid requests separately, whatever their outcome', async () => {
  await bench.headers();
  await sandbox.control.resetCounters();
  await hit({ kind: 'commit-then-reset' });
  await bench.find();
  await bench.exists();
  await bench.send({ path: '/nowhere', text: '{}' });
  const { requests, ...totals } = await sandbox.control.counters();
  expect(totals).toEqual({ reads: 2, writes: 1, unexpected: 1 });
  expect(requests).toMatchObject({ [PUT]: 1, searchPreviewCampaign: 1, 'query-existence': 1 });
  const log = await sandbox.control.log();
  expect(log.find((entry) => entry.operation === PUT)).toMatchObject({
    key: 'Campaign F/C-1',
    outcome: 'commit-then-reset: SUCCESS',
  });
});
