// An update that is cancelled, through the real command: the engine begins no further step, and a step that is many requests long
// ends after those that were on a connection.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { reportOf } from '../support/command-project.ts';
import type { Ended } from '../support/command-project.ts';
import { list, person, record } from '../support/declare.ts';
import { LAUNCHER } from '../cli/muster.ts';
import { engineEnvironment, pulumiIsHere, stackStory } from './stack.ts';
import type { Signals, Story } from './stack.ts';

const TIMEOUT = 300_000;
/** Under way at once, and once more as many: until the signal has come from the command to the provider. */
const STILL = 2 * 32;
const RECORDS = 250;
const DELAY_MS = 150;
const UP = ['up', '--yes', '--skip-preview'];

const records = Array.from({ length: RECORDS }, (_, index) => record(`C-${index}`));
const inSet: DesiredInput = { users: [person('ana')], campaigns: [{ ...list('Summer', ...records), manage: 'set' }] };

const slow = ({ sandbox }: Story): Promise<void> =>
  sandbox.control.arm({ operation: 'write', kind: 'delay', delayMs: DELAY_MS, count: 'always' });

/** Interrupts the command after so many writes; how many came after that. */
async function cancelled(story: Story, args: readonly string[], after: number): Promise<number> {
  const writes = async (): Promise<number> => (await story.sandbox.control.counters()).writes;
  await story.sandbox.control.resetCounters();
  let before = 0;
  const ended = await story.interrupted(args, async () => (before = await writes()) >= after);
  expect(ended.code).not.toBe(0);
  expect(ended.text).toMatch(/cancel/iu);
  return (await writes()) - before;
}

/** How many writes came after the signals: until twice in a row none has come in the time that one takes. */
async function stopped(
  story: Story,
  after: number,
  signals: Signals,
): Promise<{ code: number; text: string; after: number }> {
  const writes = async (): Promise<number> => (await story.sandbox.control.counters()).writes;
  await story.sandbox.control.resetCounters();
  let before = 0;
  const { code, text } = await story.interrupted(UP, async () => (before = await writes()) >= after, signals);
  let seen = -1;
  for (let now = await writes(); now !== seen; now = await writes()) {
    seen = now;
    await sleep(10 * DELAY_MS);
  }
  return { code, text, after: seen - before };
}

/** What Pulumi says where a kill hit it while it saved the stack. */
const CUT = 'failed to load checkpoint';
const stackFile = ({ folder }: Story): string => join(folder, '.state/.pulumi/stacks/team/dev.json');
/** As docs/recovery.md says: the copy that Pulumi makes before it saves. */
const putBack = (story: Story): void => copyFileSync(`${stackFile(story)}.bak`, stackFile(story));

/**
 * Where the engine itself was cut off, it knows of no answer: what is absent of the set may have been sent, and adding it is the
 * decision of a person, by its exact number. Until then nothing is written.
 */
async function upAsAsked(story: Story, count: number): Promise<void> {
  const { control } = story.sandbox;
  const left = count - (await control.records()).length;
  await control.resetCounters();
  const first = await story.up();
  if (first.code === 0) return;
  if (first.text.includes(CUT)) {
    putBack(story);
    return upAsAsked(story, count);
  }
  expect((await control.counters()).writes).toBe(0);
  // A copy of before the set was begun knows of no update that was cut off.
  const isOlder = first.text.includes('guard-unrecorded');
  if (!isOlder) expect(first.text).toContain(`MUSTER_ALLOW=interrupted=${left}`);
  const answer = isOlder ? { MUSTER_FIRST_APPLY: '1' } : { MUSTER_ALLOW: `interrupted=${left}` };
  expect(await story.up(answer)).toMatchObject({ code: 0 });
}

async function expectFinished(story: Story, count: number): Promise<void> {
  await story.sandbox.control.clearFaults();
  await upAsAsked(story, count);
  const there = (await story.sandbox.control.records()).map(({ clientId }) => clientId);
  expect([there.length, new Set(there).size]).toEqual([count, count]);
  await story.requests();
  await story.up();
  expect((await story.sandbox.control.counters()).writes).toBe(0);
}

test.runIf(pulumiIsHere())(
  'Ctrl-C in the middle of a set of 250 records stops after what is on a connection, and the next update finishes',
  async () => {
    const story = await stackStory();
    story.declare(inSet);
    await slow(story);
    expect(await cancelled(story, UP, 30)).toBeLessThanOrEqual(STILL);
    await expectFinished(story, RECORDS);
  },
  TIMEOUT,
);

test.runIf(pulumiIsHere()).each([
  ['a second Ctrl-C', ['SIGINT', 'SIGINT']],
  ['SIGTERM', ['SIGTERM']],
  ['SIGKILL for the command alone', ['SIGKILL']],
] as const)(
  '%s in the middle of a set of 250 records stops after what is on a connection too, and the next update finishes',
  async (_title, signals) => {
    const story = await stackStory();
    story.declare(inSet);
    await slow(story);
    const ended = await stopped(story, 30, signals);
    expect(ended.code).not.toBe(0);
    expect(ended.after).toBeLessThanOrEqual(STILL);
    await story.pulumi('cancel', '--yes');
    await expectFinished(story, RECORDS);
  },
  TIMEOUT,
);

test.runIf(pulumiIsHere())(
  'a stack file that a kill left empty is put back from the copy beside it, and the next update finishes',
  async () => {
    const story = await stackStory();
    story.declare(inSet);
    await slow(story);
    await stopped(story, 30, ['SIGKILL']);
    await story.pulumi('cancel', '--yes');
    writeFileSync(stackFile(story), '');
    const { control } = story.sandbox;
    await control.resetCounters();
    expect((await story.up()).text).toContain(CUT);
    expect((await control.counters()).writes).toBe(0);
    await expectFinished(story, RECORDS);
  },
  TIMEOUT,
);

function apply(story: Story): { readonly pid: number; readonly ended: Promise<Ended> } {
  const env = { ...process.env, ...engineEnvironment(story.folder) };
  const words = [LAUNCHER, 'apply', '--auto-approve', '--json'];
  // In a process group of its own, like a job of a terminal.
  const child = spawn(process.execPath, words, {
    cwd: story.folder,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  let out = '';
  child.stdout.on('data', (part: Buffer) => (out += part.toString()));
  return { pid: child.pid ?? 0, ended: once(child, 'close').then(() => ({ code: child.exitCode, out, err: '' })) };
}

test.runIf(pulumiIsHere()).each([
  ['SIGTERM for the command alone, which hands it on', (pid: number) => process.kill(pid, 'SIGTERM')],
  ['Ctrl-C, which Pulumi hears too, and only once', (pid: number) => process.kill(-pid, 'SIGINT')],
])(
  '`muster apply` on such a target stops and says what was done, what was not, and 8: %s',
  async (_title, stop) => {
    const story = await stackStory();
    story.declare(inSet);
    await slow(story);
    const { pid, ended } = apply(story);
    while ((await story.sandbox.control.counters()).writes < 30) await sleep(5);
    stop(pid);
    const { code, ...rest } = await ended;
    const report = reportOf({ code, ...rest });
    expect([code, report.stopped?.code]).toEqual([8, 'interrupted']);
    const { applied, skipped, failed, unresolved } = report.summary.settlements;
    expect([applied + skipped, failed, unresolved]).toEqual([RECORDS + 1, 0, 0]);
    // Nothing is pinned to the person, who is made beside the records, or is not.
    const people = (await story.sandbox.control.users()).filter(({ inService }) => inService);
    expect(applied).toBe((await story.sandbox.control.records()).length + people.length);
    expect(skipped).toBeGreaterThan(0);
    await story.sandbox.control.clearFaults();
    expect((await apply(story).ended).code).toBe(0);
    expect(await story.sandbox.control.records()).toHaveLength(RECORDS);
  },
  TIMEOUT,
);
