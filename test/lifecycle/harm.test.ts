// Ways in which a diligent tool does harm, each found by trying: nobody is called twice, and nobody else's is removed.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import type { CampaignInput, DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { whyVerdict } from '../../src/core/report/words/why-verdict.ts';
import { anchor, list, person, record } from '../support/declare.ts';
import { decisions, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const ANA = 'ana@example.com';

const inCampaigns = (...campaigns: CampaignInput[]): DesiredInput => ({ users: [anchor], campaigns });
const DAY = 24 * 60 * 60 * 1000;
const KEY = { campaignName: 'Summer', clientId: 'C-1' };
const open = async (story: Scenario): Promise<string[]> =>
  (await story.sandbox.control.records())
    .filter((task) => task.clientId === 'C-1' && task.workedState === 'NOTWORKED')
    .map((task) => task.campaignName);

describe('a used-up record', () => {
  test.each([
    ['not recorded, with adopt: true', 'intake'],
    ['not recorded, with our marker, the recorded state lost', 'marker'],
  ])('%s, is remembered when it is taken over, and is not added once it is cleared away', async (_title, whose) => {
    const story = await scenario();
    const adopted = { campaigns: [list('Summer', record('C-1', { adopt: true })), list('Welcome', record('W-1'))] };
    if (whose === 'marker') await story.converge(adopted);
    else
      await story.sandbox.control.loadIntake({
        campaignName: 'Summer',
        idColumn: 'Id',
        rows: [{ Id: 'C-1', Name: 'C-1' }],
      });
    await story.sandbox.control.work({ ...KEY, agent: ANA, state: 'COMPLETED' });
    const ledger = join(story.project.directory, '.muster', 'ledger');
    if (whose === 'marker') rmSync(ledger, { recursive: true });
    expect(await story.changes(adopted)).toContain('adopt record:Summer/C-1');
    await story.apply(adopted, { isFirstApply: true });
    await story.converge(adopted);
    await story.sandbox.control.removeRecord(KEY);
    await story.converge(adopted);
    expect(await open(story)).toEqual([]);
    const again = record('C-1', { adopt: true, reissue: 'by letter' });
    await story.converge({ campaigns: [list('Summer', again), list('Welcome', record('W-1'))] });
    expect(await open(story)).toEqual(['Summer']);
  });

  test.each(['gone', 'removed-visible'] as const)(
    'that we cleared up is not added when its line is put back, in whatever campaign, however late (%s)',
    async (S5) => {
      const story = await scenario({ switches: { S5 } });
      const W1 = list('Welcome', record('W-1'));
      const declared = inCampaigns(list('Summer', record('C-1'), record('C-2')), W1);
      const gone = record('C-1', { ensure: 'absent', whenWorked: 'remove' });
      const cleared = inCampaigns(list('Summer', gone, record('C-2')), W1);
      await story.converge(declared);
      await story.sandbox.control.work({ ...KEY, agent: ANA, state: 'COMPLETED' });
      expect(fates(await story.converge(cleared))).toEqual(['applied record:Summer/C-1']);
      story.advance(30 * DAY);
      await story.converge(cleared);
      const elsewhere = inCampaigns(list('Summer', gone, record('C-2')), list('Welcome', record('W-1'), record('C-1')));
      expect(await story.changes(elsewhere)).toEqual([]);
      await story.sandbox.control.resetCounters();
      const verdict = (await story.plan(declared)).verdicts.find(({ address }) => address === 'record:Summer/C-1');
      expect(verdict && whyVerdict(verdict)).toMatch(/since .*a new reissue reason adds it again/u);
      // One search a campaign, and one person: nobody looks for what is used up and gone.
      expect((await story.sandbox.control.counters()).requests['searchPreviewCampaign']).toBe(2);
      await story.converge(declared);
      expect(await open(story)).toEqual([]);
      await story.converge(inCampaigns(list('Summer', record('C-1', { reissue: 'by letter' }), record('C-2')), W1));
      expect(await open(story)).toEqual(['Summer']);
    },
  );

  test('that is on the screen of an agent when its line goes is let go without a question, then or later', async () => {
    const story = await scenario();
    const without = inCampaigns(list('Summer', record('C-2')));
    const declared = inCampaigns(list('Summer', record('C-1'), record('C-2')));
    await story.converge(declared);
    await story.sandbox.control.work({ ...KEY, agent: ANA, state: 'NOTWORKED' });
    await story.converge(without);
    expect(decisions(await story.plan(without))).toEqual([]);
    // Put back while it is still there, it goes on; so it does after it was dropped once more.
    await story.converge(declared);
    await story.converge(without);
    await story.sandbox.control.work({ ...KEY, agent: ANA, state: 'COMPLETED' });
    await story.converge(without);
    await story.converge(declared);
    await story.sandbox.control.removeRecord(KEY);
    await story.converge(declared);
    expect(await open(story)).toEqual([]);
  });

  test('is not added where a move splits or merges', async () => {
    const story = await scenario();
    await story.converge(inCampaigns(list('Summer', record('C-1'), record('C-2'))));
    await story.sandbox.control.work({ ...KEY, agent: ANA, state: 'COMPLETED' });
    const split = inCampaigns(
      list('Summer', record('C-2')),
      list('Third', record('C-1')),
      list('Welcome', record('C-1')),
    );
    expect(decisions(await story.plan(split))).toEqual([
      'move-unclear record:Third/C-1',
      'move-unclear record:Welcome/C-1',
    ]);
    await story.apply(split);
    expect(await open(story)).toEqual([]);
  });
});

describe('somebody else’s', () => {
  test.each(['null', 'missing'] as const)('backing side that could not be seen (%s) is not deleted', async (S15) => {
    const story = await scenario({ switches: { S15 } });
    await story.sandbox.control.addUser({ loginUserId: ANA, inService: false });
    const allowed = person('ana', { createInBackend: true, behaviorIfInBackend: 'ALLOW' });
    await story.converge({ users: [anchor, allowed] });
    await story.converge({ users: [anchor] });
    expect(await story.sandbox.control.exists(ANA)).toMatchObject({ inService: false, inBackend: true });
  });
});
