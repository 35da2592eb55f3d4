// Ways in which a diligent tool does harm, each found by trying: nobody is called twice, and nobody else's is removed.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import type { CampaignInput, DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
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
  test('dropped from the file and put back is not added again', async () => {
    const story = await scenario();
    await story.converge(inCampaigns(list('Summer', record('C-1'), record('C-2'))));
    await story.sandbox.control.work({ ...KEY, agent: ANA, state: 'COMPLETED' });
    await story.converge(inCampaigns(list('Summer', record('C-2'))));
    await story.sandbox.control.removeRecord(KEY);
    await story.converge(inCampaigns(list('Summer', record('C-1'), record('C-2'))));
    expect(await open(story)).toEqual([]);
  });

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

  test('that was never recorded, and that we cleared up, is not added afterwards', async () => {
    const story = await scenario();
    await story.sandbox.control.loadIntake({
      campaignName: 'Summer',
      idColumn: 'Id',
      rows: [{ Id: 'C-1', Name: 'C-1' }],
    });
    await story.sandbox.control.work({ ...KEY, agent: ANA, state: 'WORKED' });
    const line = { adopt: true, whenWorked: 'remove' } as const;
    await story.converge(inCampaigns(list('Summer', record('C-2'))));
    await story.converge(inCampaigns(list('Summer', record('C-1', { ...line, ensure: 'absent' }), record('C-2'))));
    await story.converge(inCampaigns(list('Summer', record('C-1', line), record('C-2'))));
    expect(await open(story)).toEqual([]);
  });

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

  test('is not reopened by a reason that was given while it was still open', async () => {
    const story = await scenario();
    const desired = inCampaigns(list('Summer', record('C-1', { reissue: 'early' })));
    await story.converge(inCampaigns(list('Summer', record('C-1'))));
    await story.converge(desired);
    await story.sandbox.control.work({ ...KEY, agent: ANA, state: 'COMPLETED' });
    await story.converge(desired);
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

  test('is not reissued while it stands in another campaign', async () => {
    const story = await scenario();
    await story.converge(inCampaigns(list('Summer', record('C-1')), list('Welcome', record('W-1'))));
    await story.sandbox.control.moveRecord({ ...KEY, toCampaign: 'Welcome' });
    await story.apply(inCampaigns(list('Summer', record('C-1', { reissue: 'again' })), list('Welcome', record('W-1'))));
    expect(await open(story)).toEqual(['Welcome']);
  });
});

describe('somebody else’s', () => {
  const both = {
    createInBackend: true,
    adopt: true,
    behaviorIfInBackend: 'ALLOW',
    onProfileChange: 'replace',
  } as const;

  test('backing side is not deleted after an adopted user was to be replaced', async () => {
    const story = await scenario();
    await story.sandbox.control.addUser({ loginUserId: ANA });
    await story.converge({ users: [anchor, person('ana', both)] });
    const renamed = { users: [anchor, person('ana', { ...both, lastName: 'Other' })] };
    expect(decisions(await story.plan(renamed))).toEqual([`replace-needed user:${ANA}`]);
    await story.converge({ users: [anchor] });
    expect(await story.sandbox.control.exists(ANA)).toMatchObject({ inService: true, inBackend: true });
  });

  test.each(['null', 'missing'] as const)('backing side that could not be seen (%s) is not deleted', async (S15) => {
    const story = await scenario({ switches: { S15 } });
    await story.sandbox.control.addUser({ loginUserId: ANA, inService: false });
    const allowed = person('ana', { createInBackend: true, behaviorIfInBackend: 'ALLOW' });
    await story.converge({ users: [anchor, allowed] });
    await story.converge({ users: [anchor] });
    expect(await story.sandbox.control.exists(ANA)).toMatchObject({ inService: false, inBackend: true });
  });

  test('new account of a leaver is not deleted', async () => {
    const story = await scenario();
    await story.converge({ users: [anchor, person('ana', { createInBackend: true })] });
    await story.sandbox.control.removeUser(ANA);
    await story.sandbox.control.removeBackendUser(ANA);
    await story.sandbox.control.addUser({ loginUserId: ANA });
    const leaver: DesiredInput = { users: [anchor, { loginUserId: ANA, ensure: 'absent' }] };
    expect(decisions(await story.plan(leaver))).toEqual([`recreated user:${ANA}`]);
  });

  test.each(['oldest', 'newest'] as const)(
    'twin from an intake file is never deleted with ours (%s)',
    async (idSearch) => {
      const story = await scenario({ switches: { S11: { intake: 'twin', idSearch } } });
      const fed = (...records: RecordInput[]): CampaignInput => ({ campaignName: 'Summer', intake: true, records });
      await story.converge(inCampaigns(fed(record('C-1')), list('Welcome', record('W-1'))));
      const rows = [{ Id: 'C-1', Name: 'Twin' }];
      await story.sandbox.control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows });
      await story.apply(inCampaigns(list('Welcome', record('W-1'))));
      expect((await story.sandbox.control.records()).filter((task) => task.clientId === 'C-1')).toHaveLength(2);
    },
  );
});

describe('a pin', () => {
  const pinned = record('C-1', { preferredAgent: ANA });
  const ana = person('ana', { offboard: 'clear' });

  test('that the file drops together with a move is cleared by the transfer', async () => {
    const story = await scenario();
    const users = [anchor, ana];
    await story.converge({ users, campaigns: [list('Summer', pinned, record('C-2'))] });
    await story.converge({ users, campaigns: [list('Summer', record('C-2')), list('Welcome', record('C-1'))] });
    expect((await story.sandbox.control.records('Welcome'))[0]?.preferredAgent ?? '').toBe('');
  });

  test('of a leaver on a record that moves in the same edit is settled by the move', async () => {
    const story = await scenario();
    await story.converge({ users: [anchor, ana], campaigns: [list('Summer', pinned, record('C-2'))] });
    const repinned = record('C-1', { preferredAgent: 'anchor@example.com' });
    await story.converge({
      users: [anchor],
      campaigns: [list('Summer', record('C-2')), list('Welcome', repinned)],
    });
    expect((await story.sandbox.control.exists(ANA)).inService).toBe(false);
  });
});
