// Ways in which a diligent tool does harm, each found by trying: nobody is called twice, and nobody else's is removed.

import { describe, expect, test } from 'vitest';

import type { CampaignInput, DesiredInput, RecordInput } from '../../src/desired/declarations/define.ts';
import { anchor, list, person, record } from '../support/declare.ts';
import { decisions, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const ANA = 'ana@example.com';

const inCampaigns = (...campaigns: CampaignInput[]): DesiredInput => ({ users: [anchor], campaigns });
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
