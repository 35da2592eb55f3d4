// A create of a record whose answer was lost, and that is carried out later than anybody waits: the task is ours, which nothing but the
// recorded intent says, and it stays so whatever the runs between them came to.

import { expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import * as engine from '../../src/core/engine.ts';
import { list, record } from '../support/declare.ts';
import { actionsOf, decisions, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const CREATE = 'addOrUpdateCampaignRecord';
const C1 = 'record:Summer/C-1';
const summer = (...records: RecordInput[]): DesiredInput => ({
  campaigns: [{ ...list('Summer', record('C-2'), ...records), marker: false }],
});
const WANTED = summer(record('C-1'));

/** Carried out when the sandbox starts again. */
async function cutOff(story: Scenario): Promise<void> {
  await story.sandbox.control.arm({ operation: CREATE, kind: 'commit-late', delayMs: 60 * MINUTE });
  expect(fates(await story.apply(WANTED))).toEqual([expect.stringMatching(/^unresolved record:Summer\/C-1/u)]);
}

async function expectOurs(story: Scenario): Promise<void> {
  await story.sandbox.restart();
  const plan = await story.plan(WANTED);
  expect([actionsOf(plan), decisions(plan)]).toEqual([[], []]);
  await story.converge(WANTED);
  const { recorded } = await engine.recall(story.run(WANTED));
  expect([recorded.objects.has(C1), recorded.openIntents]).toEqual([true, []]);
}

test.each<[string, (story: Scenario) => Promise<unknown>]>([
  ['whose plan is not approved', (story) => engine.apply(story.run(WANTED), async () => false)],
  [
    'whose own create is refused',
    async (story) => {
      await story.sandbox.control.arm({ operation: CREATE, kind: 'status', status: 400 });
      expect(fates(await story.apply(WANTED))).toEqual([expect.stringMatching(/^failed record:Summer\/C-1/u)]);
    },
  ],
])('a create that comes after a run %s is ours', async (_run, between) => {
  const story = await scenario();
  await story.converge(summer());
  await cutOff(story);
  story.advance(MINUTE / 2);
  await between(story);
  await expectOurs(story);
});

test('a create that comes once what was removed before it is looked at no more is ours', async () => {
  const story = await scenario();
  await story.converge(WANTED);
  await story.converge(summer());
  story.advance(7 * DAY - MINUTE);
  await cutOff(story);
  story.advance(2 * MINUTE);
  await expectOurs(story);
});

test('a create that is carried out while it is looked up is done in the same run', async () => {
  const story = await scenario();
  await story.sandbox.control.arm({ operation: CREATE, kind: 'commit-late', delayMs: 2_000, byClock: true });
  expect(fates(await story.apply({ campaigns: [list('Summer', record('C-1'))] }))).toEqual([
    expect.stringMatching(/^applied record:Summer\/C-1/u),
  ]);
});

test('a late create beside which a file loaded another stays the same question, also where it is to move', async () => {
  const story = await scenario();
  const marked = (...records: RecordInput[]): DesiredInput => ({
    campaigns: [list('Summer', record('C-2'), ...records)],
  });
  await story.converge(marked());
  await story.sandbox.control.arm({ operation: CREATE, kind: 'commit-late', delayMs: 60 * MINUTE });
  expect(fates(await story.apply(marked(record('C-1'))))).toEqual([expect.stringMatching(/^unresolved/u)]);
  await story.sandbox.restart();
  await story.sandbox.control.setSwitches({ S11: { intake: 'twin', idSearch: 'newest' } });
  await story.sandbox.control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows: [{ Id: 'C-1' }] });
  const moved: DesiredInput = { campaigns: [list('Summer', record('C-2')), list('Winter', record('C-1'))] };
  for (let run = 0; run < 3; run += 1) {
    const { plan } = await story.apply(moved);
    expect([actionsOf(plan), decisions(plan)]).toEqual([[], ['twin record:Winter/C-1']]);
  }
});
