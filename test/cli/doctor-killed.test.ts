// A write probe that is interrupted or killed: nothing of it is left for long.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxStatus } from '../../src/sandbox/daemon.ts';
import type { SandboxControl } from '../../src/sandbox/control.ts';
import { freshFolder, LAUNCHER, muster } from './muster.ts';

const folder = freshFolder();
const PROBE = ['doctor', '--probe-writes', 'Test A', '--auto-approve'];

beforeAll(async () => {
  await muster(['init'], { folder });
  await muster(['sandbox', 'start'], { folder });
  await muster(['sandbox', 'delay', '100'], { folder });
});

afterAll(async () => {
  await muster(['sandbox', 'stop'], { folder });
});

async function left(): Promise<number> {
  const { out } = await muster(['sandbox', 'records', 'Test A', '--json'], { folder });
  const records: unknown = JSON.parse(out);
  return Array.isArray(records) ? records.length : -1;
}

/** Ends the child once a record of it is there. */
async function endedInTheMiddle(signal: NodeJS.Signals): Promise<unknown[]> {
  const child: ChildProcess = spawn(process.execPath, [LAUNCHER, ...PROBE], { cwd: folder, stdio: 'ignore' });
  const ended = once(child, 'exit');
  while ((await left()) === 0) expect(child.exitCode).toBeNull();
  child.kill(signal);
  return ended;
}

test('killed, it leaves records that doctor warns of and the next write probe removes', async () => {
  expect(await endedInTheMiddle('SIGKILL')).toEqual([null, 'SIGKILL']);
  expect(await left()).toBeGreaterThan(0);
  const { out, exit } = await muster(['doctor'], { folder });
  expect({ exit, warned: /warning\s+probe/u.test(out) }).toEqual({ exit: 0, warned: true });
  await muster(['sandbox', 'delay', '0'], { folder });
  expect(await muster(PROBE, { folder })).toMatchObject({ exit: 0 });
  expect(await left()).toBe(0);
});

const USER = ['doctor', '--probe-user', 'muster-probe-1@example.com', '--probe-backend', '--auto-approve'];

async function control(): Promise<SandboxControl> {
  const running = await sandboxStatus(join(folder, '.muster', 'sandbox', 'sandbox'));
  if (running === null) throw new Error('the sandbox does not run');
  return running.control;
}

async function userProbeEnded(signal: NodeJS.Signals): Promise<unknown[]> {
  const sandbox = await control();
  await sandbox.setDelay(300);
  const child: ChildProcess = spawn(process.execPath, [LAUNCHER, ...USER], { cwd: folder, stdio: 'ignore' });
  const ended = once(child, 'exit');
  while ((await sandbox.users()).length === 0) expect(child.exitCode).toBeNull();
  child.kill(signal);
  const how: unknown[] = await ended;
  await sandbox.setDelay(0);
  return how;
}

test('a user probe killed in the middle leaves a test user that doctor warns of and the next one removes', async () => {
  const sandbox = await control();
  expect(await userProbeEnded('SIGKILL')).toEqual([null, 'SIGKILL']);
  expect(await sandbox.users()).toHaveLength(1);
  const { out, exit } = await muster(['doctor'], { folder });
  expect({ exit, warned: /warning\s+probe/u.test(out) }).toEqual({ exit: 0, warned: true });
  expect(await muster(USER, { folder })).toMatchObject({ exit: 0 });
  expect(await sandbox.users()).toEqual([]);
});

test('a user probe interrupted ends with 8 after it removed its test user', async () => {
  expect(await userProbeEnded('SIGINT')).toEqual([8, null]);
  expect(await (await control()).users()).toEqual([]);
});

test('interrupted, it ends with 8 after it removed what it had made', async () => {
  await muster(['sandbox', 'delay', '100'], { folder });
  expect(await endedInTheMiddle('SIGINT')).toEqual([8, null]);
  expect(await left()).toBe(0);
});
