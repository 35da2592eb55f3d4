// Where our very task stands is asked of all that a run reads: others may have moved it beside another record of ours, or right before its
// delete.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { anchor, list, record } from '../support/declare.ts';
import { actionsOf, decisions, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const KEY = { campaignName: 'Alpha', clientId: 'C-1' };
const files = (alpha: readonly RecordInput[], beta: readonly RecordInput[]): DesiredInput => ({
  users: [anchor],
  campaigns: [list('Alpha', ...alpha), list('Beta', ...beta)],
});
const [one, two, three] = [record('C-1'), record('C-2'), record('C-3')];

const moveAway = (story: Scenario): Promise<unknown> =>
  story.sandbox.control.moveRecord({ ...KEY, toCampaign: 'Beta' });

/** In the place of ours, as an export and an import leave it. */
async function copied(story: Scenario): Promise<void> {
  const ours = (await story.sandbox.control.records('Alpha')).find(({ clientId }) => clientId === 'C-1');
  const items = Object.fromEntries(ours?.previewRecordData.map(({ key, value }) => [key, value]) ?? []);
  await moveAway(story);
  const rows = [{ ...items, Id: 'C-1', Name: 'Theirs' }];
  await story.sandbox.control.loadIntake({ campaignName: 'Alpha', idColumn: 'Id', rows });
}

describe('a task that others moved to where another record of ours stands, under the same clientId', () => {
  test.each([
    ['is declared there', [one, three]],
    ['was declared there', [three]],
  ])('(%s), is asked about before a copy is taken over in its place', async (_title, beta) => {
    const story = await scenario();
    await story.converge(files([one, two], [one, three]));
    await copied(story);
    const { plan } = await story.apply(files([record('C-1', { adopt: true }), two], beta));
    expect(decisions(plan)).toEqual(['moved-elsewhere record:Alpha/C-1', 'twin record:Beta/C-1']);
    expect(actionsOf(plan)).toEqual([]);
  });

  test('is said to be there where it is gone, and not that nobody knows', async () => {
    const story = await scenario();
    const both = files([one, two], [one, three]);
    await story.converge(both);
    await moveAway(story);
    expect(decisions(await story.plan(both))).toEqual(['moved-elsewhere record:Alpha/C-1', 'twin record:Beta/C-1']);
  });
});

describe('a task that others moved right before its delete, which was not answered,', () => {
  const left = files([two], [three]);
  async function movedBeforeDelete(): Promise<Scenario> {
    let isMoved = false;
    const story = await scenario({
      onRequest: ({ operation }) => {
        if (operation !== 'deleteRecordFromCampaign' || isMoved) return;
        isMoved = true;
        void moveAway(story);
      },
    });
    await story.converge(files([one, two], [three]));
    await story.sandbox.control.arm({ operation: 'deleteRecordFromCampaign', kind: 'refuse-before' });
    expect(fates(await story.apply(left))).toEqual(['applied record:Alpha/C-1']);
    return story;
  }

  test('is asked about where it stands open, as long as its removal is remembered', async () => {
    const story = await movedBeforeDelete();
    expect(decisions(await story.plan(left))).toEqual(['moved-elsewhere record:Alpha/C-1']);
    expect((await story.drift(left)).findings.map((each) => `${each.class} ${each.address}`)).toContain(
      'missing record:Alpha/C-1',
    );
    story.advance(8 * 24 * 60 * 60_000);
    expect(decisions(await story.plan(left))).toEqual([]);
  });

  test('is no question once it is at its end there, or declared', async () => {
    const story = await movedBeforeDelete();
    const there = files([two], [record('C-1', { adopt: true }), three]);
    expect(decisions(await story.plan(there))).toEqual([]);
    await story.sandbox.control.work({ ...KEY, campaignName: 'Beta', agent: anchor.loginUserId, state: 'COMPLETED' });
    expect(decisions(await story.plan(left))).toEqual([]);
  });
});
