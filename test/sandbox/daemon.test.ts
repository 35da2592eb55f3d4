// The sandbox as a process of its own: started on demand, found again, killed without losing an answered write, stopped,
// reset; and it never listens beyond loopback.

import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ensureSandbox, resetSandbox, sandboxStatus, stopSandbox } from '../../src/sandbox/daemon.ts';
import type { RunningSandbox } from '../../src/sandbox/daemon.ts';
import { sandboxTarget } from '../../src/sandbox/identity.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { BARE_TARGET, temporaryFolder, withSandbox } from '../support/sandbox.ts';
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

test('one process holds a folder: a second server and a reset are refused', async () => {
  const sandbox = await withSandbox();
  await expect(startSandbox({ directory: sandbox.directory })).rejects.toMatchObject({ code: 'sandbox-failed' });
});

test('it starts on loopback only', async () => {
  for (const host of ['0.0.0.0', '::', '192.168.0.1', 'example.com']) {
    const { directory, remove } = temporaryFolder();
    onTestFinished(remove);
    await expect(startSandbox({ directory, host })).rejects.toMatchObject({ code: 'sandbox-failed' });
  }
});

test('key, control token and data are readable by their owner only', async () => {
  const { directory } = await withSandbox();
  for (const file of ['server-key.pem', 'ca.pem', 'sandbox.json', 'sandbox.sqlite', 'sandbox.sqlite-wal']) {
    expect(statSync(join(directory, file)).mode & 0o077).toBe(0);
  }
});

test('the control refuses a wrong token, an unknown command and an object that is not there', async () => {
  const directory = folder();
  const running = await ensureSandbox(directory);
  const bench = benchOf(running, directory);
  const headers = { 'x-sandbox-token': 'guess' };
  expect((await bench.send({ path: '/_sandbox/users', text: '{}', headers })).http).toBe(403);
  await expect(running.control.removeRecord({ campaignName: 'A', clientId: 'B' })).rejects.toThrow('no record A/B');
});

test('a name that is not loopback is not answered', async () => {
  const sandbox = await withSandbox();
  const bench = openBench(sandbox, 'N');
  onTestFinished(() => bench.close());
  const headers = { ...(await bench.headers()), host: 'rebound.example.com' };
  expect((await bench.send({ path: '/preview/searchPreviewCampaign', text: '{}', headers })).http).toBe(421);
});
