// A measurement that is interrupted or killed: nothing of it is left for long.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxStatus } from '../../../src/sandbox/daemon/daemon.ts';
import type { SandboxControl } from '../../../src/sandbox/operations/control.ts';
import { freshFolder, muster } from '../../../test/cli/muster.ts';
import { measured, SCRIPT } from './script.ts';

const folder = freshFolder();
const RECORDS = ['--test-campaign', 'Test A', '--auto-approve'];

beforeAll(async () => {
  await muster(['init'], { folder });
  await muster(['sandbox', 'start'], { folder });
  await muster(['sandbox', 'delay', '100'], { folder });
});

afterAll(async () => {
  await muster(['sandbox', 'stop'], { folder });
});

async function control(): Promise<SandboxControl> {
  const running = await sandboxStatus(join(folder, '.muster', 'sandbox', 'sandbox'));
  if (running === null) throw new Error('the sandbox does not run');
  return running.control;
}

async function left(): Promise<number> {
  return (await (await control()).records('Test A')).length;
}

/** Ends the child once a record of it is there. */
async function endedInTheMiddle(signal: NodeJS.Signals): Promise<unknown[]> {
  const child: ChildProcess = spawn(process.execPath, [SCRIPT, ...RECORDS], { cwd: folder, stdio: 'ignore' });
  const ended = once(child, 'exit');
  while ((await left()) === 0) expect(child.exitCode).toBeNull();
  child.kill(signal);
  return ended;
}

test('killed, it leaves records that the next run warns of, and the next with a campaign removes', async () => {
  expect(await endedInTheMiddle('SIGKILL')).toEqual([null, 'SIGKILL']);
  expect(await left()).toBeGreaterThan(0);
  const { err, exit } = await measured(folder);
  expect({ exit, warned: err.includes('warning: leftovers') }).toEqual({ exit: 0, warned: true });
  await muster(['sandbox', 'delay', '0'], { folder });
  expect(await measured(folder, ...RECORDS)).toMatchObject({ exit: 0 });
  expect(await left()).toBe(0);
});

const USER = ['--test-user', 'muster-probe-1@example.com', '--backend', '--auto-approve'];

async function userProbeEnded(signal: NodeJS.Signals): Promise<unknown[]> {
  const sandbox = await control();
  await sandbox.setDelay(300);
  const child: ChildProcess = spawn(process.execPath, [SCRIPT, ...USER], { cwd: folder, stdio: 'ignore' });
  const ended = once(child, 'exit');
  while ((await sandbox.users()).length === 0) expect(child.exitCode).toBeNull();
  child.kill(signal);
  const how: unknown[] = await ended;
  await sandbox.setDelay(0);
  return how;
}

test('killed with a test user, it leaves one that the next run warns of, and the next with a user removes', async () => {
  const sandbox = await control();
  expect(await userProbeEnded('SIGKILL')).toEqual([null, 'SIGKILL']);
  expect(await sandbox.users()).toHaveLength(1);
  const { err, exit } = await measured(folder);
  expect({ exit, warned: err.includes('warning: leftovers') }).toEqual({ exit: 0, warned: true });
  expect(await measured(folder, ...USER)).toMatchObject({ exit: 0 });
  expect(await sandbox.users()).toEqual([]);
});

test('interrupted with a test user, it ends with 8 after it removed its test user', async () => {
  expect(await userProbeEnded('SIGINT')).toEqual([8, null]);
  expect(await (await control()).users()).toEqual([]);
});

test('interrupted, it ends with 8 after it removed what it had made', async () => {
  await muster(['sandbox', 'delay', '100'], { folder });
  expect(await endedInTheMiddle('SIGINT')).toEqual([8, null]);
  expect(await left()).toBe(0);
});
