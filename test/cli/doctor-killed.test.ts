// A write probe that is interrupted or killed: nothing of it is left for long.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('interrupted, it ends with 8 after it removed what it had made', async () => {
  await muster(['sandbox', 'delay', '100'], { folder });
  expect(await endedInTheMiddle('SIGINT')).toEqual([8, null]);
  expect(await left()).toBe(0);
});
