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
