// An update that is cancelled, through the real command: the engine begins no further step, and a step that is many requests long
// ends after those that were on a connection.

import { expect, test } from 'vitest';

import type { DesiredInput } from '../../src/desired/define.ts';
import { list, person, record } from '../support/declare.ts';
import { pulumiIsHere, stackStory } from './stack.ts';
import type { Story } from './stack.ts';

const TIMEOUT = 300_000;
/** Under way at once, and once more as many: until the signal has come from the command to the provider. */
const STILL = { inSet: 2 * 32, single: 2 * 8 };
const RECORDS = 250;
const UP = ['up', '--yes', '--skip-preview'];

const records = Array.from({ length: RECORDS }, (_, index) => record(`C-${index}`));
const inSet: DesiredInput = { users: [person('ana')], campaigns: [{ ...list('Summer', ...records), manage: 'set' }] };
const single: DesiredInput = { users: [person('ana')], campaigns: [list('Summer', ...records.slice(0, 60))] };

const slow = ({ sandbox }: Story): Promise<void> =>
  sandbox.control.arm({ operation: 'write', kind: 'delay', delayMs: 150, count: 'always' });

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

async function expectFinished(story: Story, count: number): Promise<void> {
  await story.sandbox.control.clearFaults();
  expect(await story.up()).toMatchObject({ code: 0 });
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
    expect(await cancelled(story, UP, 30)).toBeLessThanOrEqual(STILL.inSet);
    await expectFinished(story, RECORDS);
  },
  TIMEOUT,
);

test.runIf(pulumiIsHere())(
  'Ctrl-C in the middle of 60 resources begins no further one, and the next update finishes',
  async () => {
    const story = await stackStory();
    story.declare(single);
    await slow(story);
    expect(await cancelled(story, UP, 8)).toBeLessThanOrEqual(STILL.single);
    await expectFinished(story, 60);
  },
  TIMEOUT,
);
