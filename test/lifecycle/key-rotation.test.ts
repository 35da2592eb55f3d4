// Runs that outlast the hour of the API key, and keys rotated in the middle of a run (N19): one refetch a rotation, no
// write done twice, everything applied, and never a key older than an hour.

import { expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import type { ApplyResult } from '../../src/core/reconcile/settlement.ts';
import type { Switches } from '../../src/sandbox/world/switches.ts';
import type { LogEntry } from '../../src/sandbox/messages/traffic.ts';
import { fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TICK_MS = 1500;

const roster = (count: number): DesiredInput => ({
  users: Array.from({ length: count }, (_, index) => ({
    loginUserId: `u${String(index).padStart(2, '0')}@example.com`,
    firstName: 'Ana',
    lastName: 'Ruiz',
    userTemplateName: 'Agents',
  })),
  campaigns: [
    {
      campaignName: 'Summer',
      records: Array.from({ length: count }, (_, index) => ({
        clientId: `C-${index}`,
        preferredAgent: `u${String(index).padStart(2, '0')}@example.com`,
        data: { Name: `Customer ${index}` },
      })),
    },
  ],
});

const WRITES = ['add-user', 'addOrUpdateCampaignRecord'];

/** Each object was written once: a request refused for its key was not carried out. */
function expectWrittenOnce(log: readonly LogEntry[], count: number): void {
  const done = log.filter(({ operation, outcome }) => WRITES.includes(operation) && outcome === 'SUCCESS');
  const keys = done.map(({ operation, key }) => `${operation} ${key}`);
  expect(keys).toHaveLength(new Set(keys).size);
  expect(keys).toHaveLength(2 * count);
}

/** The clock goes on with every look, so a request grows older on its way: by a few looks of each of four beside it. */
const ON_ITS_WAY_MS = 20 * TICK_MS;

/** At every request the key in use was fetched at most an hour before. */
function oldestKeyMs(log: readonly LogEntry[]): number {
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let oldest = 0;
  for (const { at, operation } of log) {
    if (operation === 'GetSecretValue') fetchedAt = at;
    else oldest = Math.max(oldest, at - fetchedAt);
  }
  return oldest;
}

function fetchesIn(log: readonly LogEntry[]): number {
  return log.filter(({ operation }) => operation === 'GetSecretValue').length;
}

/** A clock that muster and the sandbox share and that goes on a little with every look at it: a run of hours in seconds. */
async function longStory(switches: Partial<Switches> = {}): Promise<{
  readonly story: Scenario;
  readonly clock: () => number;
  readonly apply: (onStep?: (done: number) => void) => Promise<ApplyResult>;
}> {
  let now = Date.now();
  const clock = (): number => (now += TICK_MS);
  const story = await scenario({ clock, switches });
  const target = { ...story.sandbox.target, maxConcurrency: 4 };
  const apply = (onStep: (done: number) => void = () => undefined): Promise<ApplyResult> =>
    story.apply(roster(COUNT), {
      clock,
      target,
      onProgress: ({ phase, done }) => (phase === 'apply' ? onStep(done) : undefined),
    });
  return { story, clock, apply };
}

const COUNT = 150;

test('a run of hours never uses a key of more than an hour, fetches it twice an hour at most, and applies everything', async () => {
  const { story, clock, apply } = await longStory();
  const begun = clock();
  expect(fates(await apply()).filter((fate) => !fate.startsWith('applied'))).toEqual([]);
  const hours = (clock() - begun) / HOUR;
  expect(hours).toBeGreaterThan(1.2);
  const log = await story.sandbox.control.log();
  expectWrittenOnce(log, COUNT);
  expect(oldestKeyMs(log)).toBeLessThanOrEqual(HOUR + ON_ITS_WAY_MS);
  expect(fetchesIn(log)).toBeGreaterThanOrEqual(2);
  expect(fetchesIn(log)).toBeLessThanOrEqual(2 * Math.ceil(hours));
});

test.each([
  ['refused at once', 0, 2],
  ['still valid', HOUR, 1],
])(
  'a key rotated under many requests at once, the former one %s, is fetched once more at most',
  async (_title, S17, fetches) => {
    const story = await scenario({ switches: { S17 } });
    let rotated = false;
    const result = await story.apply(roster(30), {
      onProgress: ({ phase, done }) => {
        if (phase !== 'apply' || done <= 10 || rotated) return;
        rotated = true;
        void story.sandbox.control.rotateKey();
      },
    });
    expect(rotated).toBe(true);
    expect(fates(result).filter((fate) => !fate.startsWith('applied'))).toEqual([]);
    const log = await story.sandbox.control.log();
    expectWrittenOnce(log, 30);
    expect(fetchesIn(log)).toBe(fetches);
    await story.converge(roster(30));
  },
);

/** Rotates the key after every nth request that was accepted, while it is armed. */
async function stormy(every: number): Promise<{ readonly story: Scenario; readonly arm: (on: boolean) => void }> {
  let [served, armed] = [0, false];
  const story: Scenario = await scenario({
    onRequest: ({ operation, outcome }) => {
      if (!armed || operation === 'GetSecretValue' || outcome === 'UNAUTHORIZED') return;
      served += 1;
      if (served % every === 0) void story.sandbox.control.rotateKey();
    },
  });
  return { story, arm: (on) => (armed = on) };
}

test('a key replaced after every single request leaves no time to read and write: the run ends, and the next does what is left, once', async () => {
  const { story, arm } = await stormy(1);
  await story.converge(roster(1));
  arm(true);
  expect((await story.apply(roster(3))).stopped).toMatchObject({ code: 'key-refused' });
  arm(false);
  await story.apply(roster(3));
  expectWrittenOnce(await story.sandbox.control.log(), 2);
  await story.converge(roster(3));
});
