// A run that is stopped between two requests that belong together, or between two changes: what is said of each, and what the next
// run makes of it. The real command and its signals: faults/stop.test.ts.

import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import type { Run } from '../../src/core/engine/run.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import type { ApplyResult } from '../../src/core/reconcile/settlement.ts';
import { anchor, list, person, record } from '../support/declare.ts';
import { fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const STOP = new ToolError('interrupted', { message: 'SIGINT came' });

/** Applies, and stops the run while the first request of this operation is under way. */
async function stoppedAt(story: Scenario, operation: string, desired: DesiredInput): Promise<ApplyResult> {
  await story.sandbox.control.resetCounters();
  await story.sandbox.control.arm({ operation, kind: 'delay', delayMs: 150 });
  const control = new AbortController();
  const applying = story.apply(desired, { signal: control.signal });
  while (((await story.sandbox.control.counters()).requests[operation] ?? 0) === 0) await wait(1);
  control.abort(STOP);
  const result = await applying;
  expect(result.stopped).toMatchObject({ code: 'interrupted' });
  return result;
}

const one = (story: Scenario): Partial<Run> => ({ target: { ...story.sandbox.target, maxConcurrency: 1 } });

const TEAM: DesiredInput = { users: [anchor, ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => person(name))] };

function takeLockAway({ project }: Scenario): void {
  const ledger = new DatabaseSync(join(project.directory, '.muster', 'ledger', 'sandbox.sqlite'));
  ledger.exec('UPDATE lock SET fence = fence + 1');
  ledger.close();
}

const kinds = ({ settlements }: ApplyResult): string[] => settlements.map(({ kind }) => kind).toSorted();

test('once the lock is lost nothing more is sent, and what was sent and could not be recorded is not settled', async () => {
  const story = await scenario();
  await story.converge({ users: [anchor] });
  await story.sandbox.control.resetCounters();
  const onProgress: Run['onProgress'] = ({ phase, done }) =>
    phase === 'apply' && done === 1 ? takeLockAway(story) : undefined;
  const result = await story.apply(TEAM, { ...one(story), onProgress });
  expect(result.stopped).toMatchObject({ code: 'locked' });
  // One that was done, and one that was under way when the lock was taken.
  expect((await story.sandbox.control.counters()).writes).toBe(2);
  expect(kinds(result)).toEqual(['applied', 'skipped', 'skipped', 'skipped', 'skipped', 'unresolved']);
});

test('a write that waits for the rate limit while the lock is lost does not leave, although nothing was recorded since', async () => {
  const story = await scenario();
  await story.converge({ users: [anchor] });
  await story.sandbox.control.resetCounters();
  await story.sandbox.control.arm({
    operation: 'add-user',
    kind: 'status',
    status: 429,
    retryAfterSeconds: 1,
    count: 2,
  });
  const applying = story.apply(TEAM, one(story));
  // The second has its place before the first answer closes the gate.
  while ((await story.sandbox.control.counters()).writes < 2) await wait(1);
  takeLockAway(story);
  const result = await applying;
  expect((await story.sandbox.control.counters()).writes).toBe(2);
  expect([result.stopped?.code, new Set(kinds(result))]).toEqual(['locked', new Set(['skipped'])]);
});

test('what was added before a stop is said to be unconfirmed: it is not read again', async () => {
  const story = await scenario();
  const desired = { campaigns: [list('Summer', record('C-1'), record('C-2'))] };
  await story.sandbox.control.arm({ operation: 'addOrUpdateCampaignRecord', kind: 'delay', delayMs: 150 });
  const control = new AbortController();
  const applying = story.apply(desired, { ...one(story), signal: control.signal });
  while ((await story.sandbox.control.counters()).writes === 0) await wait(1);
  control.abort(STOP);
  const [added, skipped] = (await applying).settlements;
  expect(added).toMatchObject({ kind: 'applied', notes: [{ kind: 'unconfirmed', because: 'stopped' }] });
  expect(skipped).toMatchObject({ kind: 'skipped' });
});

test('a replace that is stopped after its delete is said to have failed, with what it means, and the next run creates', async () => {
  const story = await scenario();
  const ana = (lastName: string): DesiredInput => ({
    users: [anchor, person('ana', { lastName, onProfileChange: 'replace' })],
  });
  await story.converge(ana('Ruiz'));
  const result = await stoppedAt(story, 'delete-user', ana('Diaz'));
  expect(fates(result)).toEqual([expect.stringMatching(/^failed user:ana.*was deleted first and has no access now/u)]);
  await story.converge(ana('Diaz'));
});

test('a reissue that is stopped between its two writes stays open, and the next run takes it up', async () => {
  const story = await scenario();
  const summer = (reissue: string | null): DesiredInput => ({
    campaigns: [list('Summer', record('C-1', reissue === null ? {} : { reissue }))],
  });
  await story.converge(summer(null));
  const work = { campaignName: 'Summer', clientId: 'C-1', agent: 'ben@example.com', state: 'COMPLETED' } as const;
  await story.sandbox.control.work(work);
  await story.apply(summer(null));
  const result = await stoppedAt(story, 'addOrUpdateCampaignRecord', summer('the customer asked for it'));
  expect(fates(result)).toEqual([
    expect.stringMatching(/^unresolved record:Summer\/C-1.*changeCampaignRecordStatus was not sent/u),
  ]);
  await story.converge(summer('the customer asked for it'));
  expect(await story.sandbox.control.records()).toMatchObject([{ clientId: 'C-1', workedState: 'NOTWORKED' }]);
});

test('an update that may have reset the work of an agent is not called done when that cannot be read any more', async () => {
  const story = await scenario({ switches: { S10: 'resets' } });
  const summer = (skillQueue: string): DesiredInput => ({
    campaigns: [list('Summer', record('C-1', { skillQueue, whenWorked: 'replace' }))],
  });
  await story.converge(summer('silver'));
  const work = { campaignName: 'Summer', clientId: 'C-1', agent: 'ben@example.com', state: 'WORKED' } as const;
  await story.sandbox.control.work({ ...work, nextEarliestWorkTime: story.clock() + 3_600_000 });
  await story.apply(summer('silver'));
  const result = await stoppedAt(story, 'addOrUpdateCampaignRecord', summer('gold'));
  expect(fates(result)).toEqual([
    expect.stringMatching(/^unresolved record:Summer\/C-1.*reset the customer from WORKED cannot be read/u),
  ]);
});
