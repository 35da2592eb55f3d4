// A person leaves: what is pinned to them goes first, is looked for everywhere it may be, and nothing is stranded.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput, UserInput } from '../../src/core/desired/declarations/define.ts';
import * as engine from '../../src/core/engine.ts';
import type { Verdict } from '../../src/core/reconcile/verdict.ts';
import { whyVerdict } from '../../src/core/report/words/why-verdict.ts';
import { anchor, list, person, record } from '../support/declare.ts';
import { actionsOf, decisions, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const [ANA, BEN] = ['ana@example.com', 'ben@example.com'];
const ben = person('ben');
const ana = (offboard: UserInput['offboard'] = 'block'): UserInput => person('ana', { offboard });
const toBen = { reassignTo: BEN } as const;
const LATER = '2099-01-01T09:00:00Z';

/** Somebody pins tasks to Ana by hand: the files do not name a pin, so off-boarding has to settle it. */
async function pin(story: Scenario, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const [campaignName = '', clientId = ''] = key.split('/');
    await story.sandbox.control.changeRecord({ campaignName, clientId, preferredAgent: ANA });
  }
}

const pins = async (story: Scenario): Promise<string[]> =>
  (await story.sandbox.control.records()).map((task) => `${task.clientId} ${task.preferredAgent ?? ''}`).toSorted();

const blockedText = (verdicts: readonly Verdict[]): string =>
  verdicts.flatMap((verdict) => (verdict.code === 'offboard-blocked' ? [whyVerdict(verdict)] : [])).join('; ');
const isThere = async (story: Scenario): Promise<boolean> => (await story.sandbox.control.exists(ANA)).inService;

describe('where pins are looked for', () => {
  test('with --only, in every campaign of the whole recorded state', async () => {
    const story = await scenario();
    const before = [list('Summer', record('C-1')), list('Winter', record('W-1'))];
    await story.converge({ users: [ben, ana(toBen)], campaigns: before });
    await pin(story, 'Winter/W-1');
    // Winter leaves the files as Ana does: only the record of it says that there is such a campaign.
    const after: DesiredInput = { users: [ben], campaigns: [list('Summer', record('C-1'))] };
    await story.apply(after, { only: `user:${ANA}` });
    expect(await isThere(story)).toBe(false);
    expect(await pins(story)).toEqual(['C-1 ', `W-1 ${BEN}`]);
  });

  test('in campaigns that muster.yaml adds, where a pinned task of others stops the removal', async () => {
    const story = await scenario();
    await story.converge({ users: [ben, ana('clear')], campaigns: [list('Summer', record('C-1'))] });
    await story.sandbox.control.loadIntake({ campaignName: 'Files', idColumn: 'Id', rows: [{ Id: 'F-1' }] });
    await pin(story, 'Files/F-1');
    const after: DesiredInput = { users: [ben], campaigns: [list('Summer', record('C-1'))] };
    const policy = { ...story.project.policy, offboard: { campaigns: ['Files'] } };
    const plan = await story.plan(after, { project: { ...story.project, policy } });
    expect(decisions(plan)).toEqual([`offboard-blocked user:${ANA}`]);
    expect(blockedText(plan.verdicts)).toContain('Files: F-1');
    expect(plan.offboarding.searched).toEqual(['Summer', 'Files']);
  });

  test('in a campaign that does not answer: then nothing is concluded, and the campaign is named', async () => {
    const story = await scenario();
    await story.converge({ users: [ben, ana('clear')], campaigns: [list('Summer', record('C-1'))] });
    const policy = { ...story.project.policy, offboard: { campaigns: ['Unknown List'] } };
    const after: DesiredInput = { users: [ben], campaigns: [list('Summer', record('C-1'))] };
    const plan = await story.plan(after, { project: { ...story.project, policy } });
    expect(decisions(plan)).toEqual([`unreadable user:${ANA}`]);
    expect(plan.verdicts.map((each) => whyVerdict(each)).join()).toContain('Unknown List');
  });
});

describe('the search before the removal', () => {
  const many = Array.from({ length: 12 }, (_, index) => record(`C-${10 + index}`));
  const before: DesiredInput = { users: [ben, ana('clear')], campaigns: [list('Summer', ...many)] };
  const after: DesiredInput = { ...before, users: [ben] };

  test('finds what a silent limit of the service hid from the plan: the removal waits for the next run', async () => {
    const story = await scenario();
    await story.converge(before);
    await pin(story, ...many.map(({ clientId }) => `Summer/${clientId}`));
    await story.sandbox.control.setSwitches({ S4: 10 });
    const result = await story.apply(after);
    expect(fates(result).filter((fate) => !fate.startsWith('applied'))).toEqual([
      expect.stringContaining(`skipped user:${ANA} (offboard-blocked: 2 customers`) as string,
    ]);
    expect(await isThere(story)).toBe(true);
    await story.converge(after);
    expect(await isThere(story)).toBe(false);
  });

  test('finds what was pinned between the plan and the removal: nothing is sent', async () => {
    const story = await scenario();
    await story.converge(before);
    const result = await engine.apply(story.run(after), async () => {
      await pin(story, 'Summer/C-10');
      return true;
    });
    expect(result && fates(result)).toEqual([
      expect.stringContaining('offboard-blocked: 1 customer is pinned') as string,
    ]);
    expect((await story.sandbox.control.counters()).requests['delete-user'] ?? 0).toBe(0);
  });

  test('comes after what the same run adds: a deleted record may come back with its pin', async () => {
    const story = await scenario({ switches: { S5: 'removed-hidden', S6: 'revives' } });
    const team = (users: UserInput[], ...records: RecordInput[]): DesiredInput => ({
      users: [ben, ...users],
      campaigns: [list('Summer', record('C-1'), ...records)],
    });
    await story.converge(team([ana()], record('C-2')));
    await pin(story, 'Summer/C-2');
    await story.converge(team([ana()]));
    await story.sandbox.control.arm({ operation: 'addOrUpdateCampaignRecord', kind: 'delay', delayMs: 150 });
    expect(fates(await story.apply(team([], record('C-2'))))).toEqual([
      'applied record:Summer/C-2',
      expect.stringContaining(`skipped user:${ANA} (offboard-blocked`) as string,
    ]);
    expect(await isThere(story)).toBe(true);
  });

  test('that cannot be read stops the removal', async () => {
    const story = await scenario();
    await story.converge(before);
    const result = await engine.apply(story.run(after), async () => {
      await story.sandbox.control.arm({
        operation: 'searchPreviewCampaign',
        kind: 'status',
        status: 500,
        count: 'always',
      });
      return true;
    });
    expect(result?.settlements.map(({ kind }) => kind)).toEqual(['failed']);
    expect(await isThere(story)).toBe(true);
  });

  test('says in the settlement that nothing is pinned any more, and where it looked', async () => {
    const story = await scenario();
    await story.converge(before);
    await pin(story, 'Summer/C-10');
    const { settlements } = await story.converge(after);
    const removal = settlements.find(({ change }) => change.kind === 'user');
    expect(removal).toMatchObject({ notes: [{ kind: 'no-pins', campaigns: ['Summer'] }] });
  });
});

describe('a worked record', () => {
  const before: DesiredInput = {
    users: [ben, ana('block')],
    campaigns: [{ ...list('Summer', record('C-1'), record('C-2')), marker: false }],
  };
  const leftOnly = (offboard: UserInput['offboard']): DesiredInput => ({
    users: [ben, { loginUserId: ANA, ensure: 'absent', ...(offboard && { offboard }) }],
    campaigns: [{ ...list('Summer', record('C-2')), marker: false }],
  });

  test('stays recorded while the removal of its agent is blocked, and is forgotten together with the agent', async () => {
    const story = await scenario();
    await story.converge(before);
    await story.sandbox.control.work({ campaignName: 'Summer', clientId: 'C-1', agent: ANA, state: 'WORKED' });
    await pin(story, 'Summer/C-1');
    expect(decisions(await story.plan(leftOnly('block')))).toEqual([`offboard-blocked user:${ANA}`]);
    await story.apply(leftOnly('block'));
    const { recorded } = await engine.recall(story.run(before));
    expect(recorded.objects.get('record:Summer/C-1')).toMatchObject({ consumed: null });
    await story.converge(leftOnly(toBen));
    expect(await isThere(story)).toBe(false);
    expect(await pins(story)).toEqual([`C-1 ${BEN}`, 'C-2 ']);
  });
});

describe('a finished task that the plan opens again', () => {
  const asked: readonly (readonly [string, Partial<RecordInput>])[] = [
    ['by a reason', { reissue: 'call back' }],
    ['by ensure: open, and a reason', { reissue: 'call back', ensure: 'open' }],
    ['by ensure: worked, and a reason', { reissue: 'call back', ensure: 'worked', nextEarliestWorkTime: LATER }],
  ];
  const files = (users: UserInput[], more: Partial<RecordInput> = {}): DesiredInput => ({
    users: [ben, ...users],
    campaigns: [list('Summer', record('C-1', more))],
  });

  async function finished(offboard: UserInput['offboard'], pinned: Partial<RecordInput> = {}): Promise<Scenario> {
    const story = await scenario();
    await story.converge(files([ana(offboard)], pinned));
    if (pinned.preferredAgent === undefined) await pin(story, 'Summer/C-1');
    await story.sandbox.control.work({ campaignName: 'Summer', clientId: 'C-1', agent: ANA, state: 'COMPLETED' });
    return story;
  }

  test.each(asked)('%s, blocks the removal of its agent', async (_how, more) => {
    const story = await finished('block');
    const plan = await story.plan(files([], more));
    expect(actionsOf(plan)).toEqual(['update record:Summer/C-1']);
    expect(decisions(plan)).toEqual([`offboard-blocked user:${ANA}`]);
    expect(blockedText(plan.verdicts)).toContain('Summer: C-1');
  });

  const settled = asked.flatMap(([how, more]) => [[how, 'clear', '', more] as const, [how, toBen, BEN, more] as const]);
  test.each(settled)('%s, loses its agent in the same call (%j)', async (_how, offboard, agent, more) => {
    const story = await finished(offboard);
    const { settlements } = await story.converge(files([], more));
    expect(settlements.map(({ change }) => change.writes.join())).toEqual([
      expect.stringMatching(/^(?:addOrUpdateCampaignRecord,)?changeCampaignRecordStatus$/u) as string,
      'delete-user',
    ]);
    expect(await pins(story)).toEqual([`C-1 ${agent}`]);
    expect(await isThere(story)).toBe(false);
  });

  test.each([
    ['cleared', 'clear', {}, {}],
    ['given to another by its file', 'block', { preferredAgent: ANA }, { preferredAgent: BEN }],
  ] as const)('keeps its agent here until it is seen: %s', async (_title, offboard, before, more) => {
    const story = await finished(offboard, before);
    await story.sandbox.control.setSwitches({ S19: 20_000 });
    expect(fates(await story.apply(files([], { ...more, reissue: 'call back' })))).toEqual([
      expect.stringContaining('unresolved record:Summer/C-1 (lost-answer') as string,
      expect.stringContaining(`skipped user:${ANA} (dependency-failed`) as string,
    ]);
    expect(await isThere(story)).toBe(true);
    story.advance(30_000);
    await story.sandbox.control.setSwitches({ S19: 0 });
    await story.converge(files([], { ...more, reissue: 'call back' }));
    expect(await isThere(story)).toBe(false);
  });
});

describe('a record that moves', () => {
  const before: DesiredInput = {
    users: [ben, ana(toBen)],
    campaigns: [list('Summer', record('C-1'), record('C-2')), list('Winter', record('W-1'))],
  };
  const moved: DesiredInput = {
    users: [ben],
    campaigns: [list('Summer', record('C-2')), list('Winter', record('C-1'), record('W-1'))],
  };

  test('takes the pin to the successor with its one transfer', async () => {
    const story = await scenario();
    await story.converge(before);
    await pin(story, 'Summer/C-1');
    await story.converge(moved);
    expect(await pins(story)).toEqual([`C-1 ${BEN}`, 'C-2 ', 'W-1 ']);
    expect(await isThere(story)).toBe(false);
  });
});

describe('a successor', () => {
  const campaigns = [list('Summer', record('C-1'))];
  test.each([
    ['is leaving too', person('cho'), true],
    ['is not known to the service', null, true],
    ['stays', ben, false],
  ] as const)('who %s', async (title, successor, blocks) => {
    const story = await scenario();
    const login = successor?.loginUserId ?? 'nobody@example.com';
    const users = [person('anchor'), ...(successor ? [successor] : []), ana({ reassignTo: login })];
    if (successor === null) await story.sandbox.control.addUser({ loginUserId: login });
    await story.converge({ users, campaigns });
    await pin(story, 'Summer/C-1');
    if (successor === null) await story.sandbox.control.removeUser(login);
    const after = { users: [person('anchor'), ...(title === 'stays' ? [ben] : [])], campaigns };
    const plan = await story.plan(after);
    expect(decisions(plan)).toEqual(blocks ? [`offboard-blocked user:${ANA}`] : []);
    if (!blocks) return;
    expect(actionsOf(plan)).not.toContain('update record:Summer/C-1');
    expect(blockedText(plan.verdicts)).toContain(login);
  });
});

describe('a successor outside the scope of --only', () => {
  test('who is declared absent cannot be the successor', async () => {
    const story = await scenario();
    const campaigns = [list('Summer', record('C-1'))];
    await story.converge({ users: [person('anchor'), ben, ana(toBen)], campaigns });
    await pin(story, 'Summer/C-1');
    const users: UserInput[] = [person('anchor'), { loginUserId: BEN, ensure: 'absent' }];
    const plan = await story.plan({ users, campaigns }, { only: `user:${ANA}` });
    expect(decisions(plan)).toEqual([`offboard-blocked user:${ANA}`]);
    expect(plan.verdicts.map((each) => whyVerdict(each)).join()).toContain('leaving too');
  });
});

describe('what is shown of the pins', () => {
  const ids = ['C-1', 'C-2', 'C-3', 'C-4', 'C-5'];
  const campaigns = [list('Summer', ...ids.map((id) => record(id, { timeZone: 'Europe/Madrid' })))];

  async function withPins(user: UserInput): Promise<Scenario> {
    const story = await scenario();
    if (user.adopt) await story.sandbox.control.addUser({ loginUserId: ANA });
    await story.converge({ users: [anchor, ben, user], campaigns });
    await pin(story, 'Summer/C-1', 'Summer/C-2', 'Summer/C-3', 'Summer/C-4');
    const { control } = story.sandbox;
    const later = Math.ceil(story.clock() / 3_600_000) * 3_600_000 + 7_200_000;
    await control.changeRecord({ campaignName: 'Summer', clientId: 'C-2', nextEarliestWorkTime: later });
    await control.work({ campaignName: 'Summer', clientId: 'C-3', agent: ANA, state: 'WORKED' });
    await control.work({ campaignName: 'Summer', clientId: 'C-4', agent: ANA, state: 'COMPLETED' });
    return story;
  }

  test('counts them by state and by earliest time, campaign by campaign', async () => {
    const story = await withPins(ana(toBen));
    const { offboarding } = await story.plan({ users: [anchor, ben], campaigns });
    expect(offboarding.leavers).toEqual([
      {
        address: `user:${ANA}`,
        fate: 'reassign',
        reassignTo: BEN,
        campaigns: [
          {
            campaignName: 'Summer',
            openNow: 1,
            later: [{ at: expect.any(Number) as number, zone: 'Europe/Madrid', tasks: 1 }],
            worked: 1,
            finished: 1,
            finishedTasks: ['C-4'],
            settled: 0,
            foreign: 0,
          },
        ],
      },
    ]);
  });

  test('of a person who is only released is a remark: they stay pinned', async () => {
    const story = await withPins(person('ana', { adopt: true, offboard: 'block' }));
    const plan = await story.plan({ users: [anchor, ben], campaigns });
    expect(actionsOf(plan)).toEqual([`forget user:${ANA}`]);
    expect(plan.offboarding.leavers).toMatchObject([{ address: `user:${ANA}`, fate: 'stays' }]);
  });

  test('of a person deleted by somebody else is a remark too', async () => {
    const story = await withPins(ana(toBen));
    await story.sandbox.control.removeUser(ANA);
    const plan = await story.plan({ users: [anchor, ben], campaigns });
    expect(plan.offboarding.leavers).toMatchObject([{ address: `user:${ANA}`, fate: 'stays' }]);
  });
});
