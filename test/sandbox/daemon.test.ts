// The sandbox as a process of its own: started on demand, found again, killed without losing an answered write, stopped,
// reset.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ensureSandbox, resetSandbox, sandboxStatus, stopSandbox } from '../../src/sandbox/daemon/daemon.ts';
import type { RunningSandbox } from '../../src/sandbox/daemon/daemon.ts';
import { sandboxTarget } from '../../src/sandbox/world/identity.ts';
import { BARE_TARGET, temporaryFolder } from '../support/sandbox.ts';
import { openBench } from './bench.ts';
import type { OpenBench } from './bench.ts';

const PATIENT = { timeout: 20_000 };

// Starting a process takes as long as the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

function folder(): string {
  const { directory, remove } = temporaryFolder();
  onTestFinished(async () => {
    await stopSandbox(directory);
    remove();
  });
  return directory;
}

function benchOf(running: RunningSandbox, directory: string): OpenBench {
  const target = sandboxTarget(BARE_TARGET, running);
  const bench = openBench({ ...running, directory, target, stop: async () => {} }, 'D');
  onTestFinished(() => bench.close());
  return bench;
}

test('every answered write survives kill -9, and the next start is the same environment on the same port', async () => {
  const directory = folder();
  const running = await ensureSandbox(directory);
  const bench = benchOf(running, directory);
  await running.control.setSwitches({ S5: 'removed-visible' });
  const answered: string[] = [];
  const writing = Array.from({ length: 8 }, async (_, worker) => {
    for (let index = 0; ; index += 1) {
      const clientId = `C-${worker}-${index}`;
      if ((await bench.put({ clientId })).said === 'SUCCESS') answered.push(clientId);
    }
  });
  const ended = Promise.allSettled(writing);
  await expect.poll(() => answered.length, PATIENT).toBeGreaterThan(100);
  process.kill(running.pid, 'SIGKILL');
  await ended;
  const again = await ensureSandbox(directory);
  expect([again.port, again.ca]).toEqual([running.port, running.ca]);
  const kept = new Set((await again.control.records()).map((record) => record.clientId));
  expect(answered.filter((clientId) => !kept.has(clientId))).toEqual([]);
  expect((await again.control.switches()).S5).toBe('removed-visible');
  expect((await benchOf(again, directory).put()).said).toBe('SUCCESS');
});

test('a second start finds the first, also when both begin at once', async () => {
  const directory = folder();
  const [one, two] = await Promise.all([1, 2, 3].map(() => ensureSandbox(directory)));
  expect(one?.pid).toBe(two?.pid);
  expect((await ensureSandbox(directory)).pid).toBe(one?.pid);
});

test('a folder that cannot hold data says where to look', async () => {
  const directory = folder();
  mkdirSync(join(directory, 'sandbox.sqlite'));
  await expect(ensureSandbox(directory)).rejects.toThrow(join(directory, 'sandbox.log'));
});

test('stop ends it, status says so, reset erases the data', async () => {
  const directory = folder();
  expect(await sandboxStatus(directory)).toBeNull();
  expect(await stopSandbox(directory)).toBe(false);
  const running = await ensureSandbox(directory);
  await running.control.addUser({ loginUserId: 'ana@example.com' });
  expect((await sandboxStatus(directory))?.pid).toBe(running.pid);
  expect(await stopSandbox(directory)).toBe(true);
  expect(await sandboxStatus(directory)).toBeNull();
  expect(await (await ensureSandbox(directory)).control.users()).toHaveLength(1);
  await resetSandbox(directory);
  expect(await sandboxStatus(directory)).toBeNull();
  expect(await (await ensureSandbox(directory)).control.users()).toEqual([]);
});
