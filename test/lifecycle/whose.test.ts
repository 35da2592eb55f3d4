// Whose a task is is asked of the very task: what others put in the place of ours, or beside it, is neither moved, nor updated, nor set.

import { describe, expect, test } from 'vitest';

import type { CampaignInput, DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import * as engine from '../../src/core/engine.ts';
import { whyVerdict } from '../../src/core/report/words/why-verdict.ts';
import type { Operation } from '../../src/core/service/operation.ts';
import { anchor, list, person, record } from '../support/declare.ts';
import { STORY_DOORS } from '../support/doors.ts';
import { actionsOf, decisions, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const KEY = { campaignName: 'Alpha', clientId: 'C-1' };
const inAlpha = (...records: RecordInput[]): DesiredInput => ({
  users: [anchor],
  campaigns: [list('Alpha', ...records)],
});
const moved = (more: Partial<CampaignInput> = {}, of: Partial<RecordInput> = {}): DesiredInput => ({
  users: [anchor],
  campaigns: [list('Alpha', record('C-2')), { ...list('Beta', record('C-1', of)), ...more }],
});
const BEFORE = inAlpha(record('C-1'), record('C-2'));

const load = (story: Scenario): Promise<unknown> =>
  story.sandbox.control.loadIntake({ campaignName: 'Alpha', idColumn: 'Id', rows: [{ Id: 'C-1', Name: 'Theirs' }] });

async function replaced(story: Scenario): Promise<void> {
  await story.sandbox.control.removeRecord(KEY);
  await load(story);
}

/** Their tasks, as `campaign state`. */
async function theirs(story: Scenario): Promise<string[]> {
  return (await story.sandbox.control.records()).flatMap(({ campaignName, workedState, previewRecordData: items }) =>
    items.some(({ key, value }) => key === 'Name' && value === 'Theirs') ? [`${campaignName} ${workedState}`] : [],
  );
}

/** A story in which others act once, right after the first request of this kind and about this task since `meanwhile` was set. */
async function interrupted(
  operation: Operation,
  key: string,
  options: Parameters<typeof scenario>[0] = {},
): Promise<{ readonly story: Scenario; meanwhile: (() => Promise<void>) | null }> {
  const others: { story: Scenario; meanwhile: (() => Promise<void>) | null } = {
    meanwhile: null,
    story: await scenario({
      ...options,
      onRequest: (entry) => {
        if (entry.operation !== operation || entry.key !== key || others.meanwhile === null) return;
        const act = others.meanwhile;
        others.meanwhile = null;
        void act();
      },
    }),
  };
  return others;
}

describe('a record that was deleted by others, who put their own task there', () => {
  test('is not moved away from there by Git: their task stays as it is, and a person decides', async () => {
    const story = await scenario();
    await story.converge(BEFORE);
    await replaced(story);
    const plan = await story.plan(moved());
    expect([actionsOf(plan), decisions(plan).length]).toEqual([[], 1]);
    await story.apply(moved());
    expect(await theirs(story)).toEqual(['Alpha NOTWORKED']);
  });

  test('is not changed where it carries a copy of our marker, and a reason had opened ours before', async () => {
    const story = await scenario();
    await story.converge(BEFORE);
    await story.sandbox.control.work({ ...KEY, agent: 'agent@example.com', state: 'REMOVED' });
    const again = { reissue: 'asked again' };
    await story.apply(inAlpha(record('C-1', again), record('C-2')));
    const ours = (await story.sandbox.control.records()).find(({ clientId }) => clientId === 'C-1');
    const items = Object.fromEntries(ours?.previewRecordData.map(({ key, value }) => [key, value]) ?? []);
    await story.sandbox.control.removeRecord(KEY);
    await story.sandbox.control.loadIntake({ campaignName: 'Alpha', idColumn: 'Id', rows: [{ ...items, Id: 'C-1' }] });
    const changed = inAlpha(record('C-1', { ...again, skillQueue: 'gold' }), record('C-2'));
    expect([ours?.workedState, actionsOf(await story.plan(changed))]).toEqual(['NOTWORKED', []]);
  });

  test.each([true, false])('is taken over as adopted, so it stays when the line goes (marker: %s)', async (marker) => {
    const inAlone = (...records: RecordInput[]): DesiredInput => ({
      users: [anchor],
      campaigns: [{ ...list('Alpha', ...records), marker }],
    });
    const story = await scenario();
    await story.converge(inAlone(record('C-1'), record('C-2')));
    await replaced(story);
    await story.apply(inAlone(record('C-1', { adopt: true }), record('C-2')));
    await story.apply(inAlone(record('C-2')));
    const left = await story.sandbox.control.records('Alpha');
    expect(left.map(({ clientId }) => clientId).toSorted()).toEqual(['C-1', 'C-2']);
  });

  test('is not set to the state that ours had before an update', async () => {
    const others = await interrupted('addOrUpdateCampaignRecord', 'Alpha/C-1', { switches: { S10: 'resets' } });
    const { story } = others;
    const wanted = (more: Partial<RecordInput> = {}): DesiredInput =>
      inAlpha(record('C-1', { whenWorked: 'replace', ...more }));
    await story.converge(wanted());
    await story.sandbox.control.work({
      ...KEY,
      agent: anchor.loginUserId,
      state: 'WORKED',
      nextEarliestWorkTime: story.clock() + 3_600_000,
    });
    others.meanwhile = () => replaced(story);
    expect(fates(await story.apply(wanted({ skillQueue: 'gold' })))).toEqual(['applied record:Alpha/C-1']);
    expect(await theirs(story)).toEqual(['Alpha NOTWORKED']);
    expect((await story.sandbox.control.counters()).requests['changeCampaignRecordStatus']).toBeUndefined();
  });
});

test('a task that an update added, because ours was cleared away right before it, is another one, and is said', async () => {
  const others = await interrupted('searchPreviewCampaign', 'Alpha/C-1');
  const { story } = others;
  await story.converge(BEFORE);
  others.meanwhile = async () => void (await story.sandbox.control.removeRecord(KEY));
  const wanted = inAlpha(record('C-1', { skillQueue: 'gold' }), record('C-2'));
  await story.apply(wanted);
  for (const _run of [1, 2]) {
    const { plan } = await story.apply(wanted);
    expect([actionsOf(plan), decisions(plan)]).toEqual([[], ['other-record record:Alpha/C-1']]);
  }
});

test('a copy with our marker, put in the place of a task right after its create, is another one: the create recorded the id', async () => {
  const story = await scenario();
  const { control } = story.sandbox;
  await story.apply(BEFORE);
  const [ours] = (await control.records('Alpha')).filter(({ clientId }) => clientId === 'C-1');
  const items = ours?.previewRecordData.map(({ key, value }) => [key, value] as const) ?? [];
  await control.removeRecord(KEY);
  await control.loadIntake({
    campaignName: 'Alpha',
    idColumn: 'Id',
    rows: [{ ...Object.fromEntries(items), Id: 'C-1', Name: 'Theirs' }],
  });
  const { plan } = await story.apply(inAlpha(record('C-1', { skillQueue: 'gold' }), record('C-2')));
  expect([actionsOf(plan), decisions(plan)]).toEqual([[], ['other-record record:Alpha/C-1']]);
  expect(plan.verdicts.map((verdict) => whyVerdict(verdict)).join()).not.toContain('no marker of ours');
  expect(await theirs(story)).toEqual(['Alpha NOTWORKED']);
});

test('a copy of a task that we deleted, marker and all, is not removed with the line that took it over', async () => {
  const story = await scenario();
  await story.converge(BEFORE);
  const ours = (await story.sandbox.control.records()).find(({ clientId }) => clientId === 'C-1');
  const items = Object.fromEntries(ours?.previewRecordData.map(({ key, value }) => [key, value]) ?? []);
  await story.converge(inAlpha(record('C-2')));
  await story.sandbox.control.loadIntake({ campaignName: 'Alpha', idColumn: 'Id', rows: [{ ...items, Id: 'C-1' }] });
  expect(actionsOf(await story.plan(BEFORE))).toEqual(['adopt record:Alpha/C-1']);
  await story.converge(BEFORE);
  const { plan } = await story.converge(inAlpha(record('C-2')));
  expect(actionsOf(plan)).toEqual(['forget record:Alpha/C-1']);
  expect((await story.sandbox.control.records()).map(({ clientId }) => clientId)).toContain('C-1');
});

test('a record that was loaded in its source again while it moved is moved, and the next run has nothing to do', async () => {
  const others = await interrupted('transferCampaignRecord', 'Alpha/C-1');
  const { story } = others;
  await story.converge(BEFORE);
  others.meanwhile = async () => void (await load(story));
  await story.converge(moved());
  expect(await theirs(story)).toEqual(['Alpha NOTWORKED']);
});

test.each([{}, { adopt: true }])('a record that moved into a campaign without markers stays ours (%o)', async (of) => {
  const story = await scenario();
  await story.converge(BEFORE);
  await story.converge(moved({ marker: false }, of));
  const changed = moved({ marker: false }, { ...of, skillQueue: 'gold' });
  expect(await story.changes(changed)).toEqual(['update record:Beta/C-1']);
  await story.converge(changed);
});

test.each(['COMPLETED', 'REMOVED'] as const)(
  'and is the same one once a reason has opened it again (%s)',
  async (state) => {
    const story = await scenario();
    await story.converge(BEFORE);
    await story.converge(moved({ marker: false }));
    const agent = anchor.loginUserId;
    await story.sandbox.control.work({ campaignName: 'Beta', clientId: 'C-1', agent, state });
    await story.converge(moved({ marker: false }, { reissue: 'asked again' }));
  },
);

describe('a second task of the clientId that others put beside ours', () => {
  test.each<[string, DesiredInput]>([
    ['an update', inAlpha(record('C-1', { skillQueue: 'gold' }), record('C-2'))],
    ['a line that went', inAlpha(record('C-2'))],
  ])(
    'is found by the first write (%s), and from then on a decision of plan and drift that names both',
    async (_title, wanted) => {
      const story = await scenario({ switches: { S11: { intake: 'twin', idSearch: 'newest' } } });
      await story.converge(BEFORE);
      await load(story);
      const [fate = ''] = fates(await story.apply(wanted));
      expect(fate).toMatch(/^skipped record:Alpha\/C-1 \(moved: /u);
      const plan = await story.plan(wanted);
      expect([actionsOf(plan), decisions(plan)]).toEqual([[], ['twin record:Alpha/C-1']]);
      const ids = plan.verdicts.flatMap(({ reason }) => (reason.kind === 'twin' ? reason.ids : []));
      expect([ids.length, ids.filter((id) => fate.includes(id)).length]).toEqual([2, 2]);
      expect((await story.drift(wanted)).findings.map((each) => `${each.class} ${each.address}`)).toEqual([
        'conflict record:Alpha/C-1',
      ]);
      expect((await story.apply(wanted)).settlements).toEqual([]);
      expect(await theirs(story)).toEqual(['Alpha NOTWORKED']);
    },
  );

  describe.each(STORY_DOORS)('through %s', (_door, open) => {
    test.each<[string, DesiredInput]>([
      ['an update', inAlpha(record('C-1', { skillQueue: 'gold' }), record('C-2'))],
      ['a line that went', inAlpha(record('C-2'))],
    ])('is named by each plan after the first write (%s), and ours is not let go', async (_title, wanted) => {
      const door = await open({ switches: { S11: { intake: 'twin', idSearch: 'newest' } } });
      await door.run(BEFORE);
      const rows = [{ Id: 'C-1', Name: 'Theirs' }];
      await door.sandbox.control.loadIntake({ campaignName: 'Alpha', idColumn: 'Id', rows });
      await door.run(wanted);
      for (const _run of [1, 2]) {
        const { changes, words, writes, errors } = await door.run(wanted);
        expect([changes, writes]).toEqual([[], 0]);
        expect([...words, ...errors].join()).toMatch(/R-1.*R-3|R-3.*R-1/u);
      }
    });
  });
});

describe('somebody who is declared absent, whose account no reading showed before the delete', () => {
  const there: DesiredInput = { users: [anchor, person('ben')] };
  const gone: DesiredInput = { users: [anchor, { loginUserId: 'ben@example.com', ensure: 'absent' }] };

  test('is not deleted again once others gave the person another account', async () => {
    const story = await scenario();
    const { control } = story.sandbox;
    const remake = async (): Promise<void> => {
      await control.removeUser('ben@example.com');
      await control.removeBackendUser('ben@example.com');
      await control.addUser({ loginUserId: 'ben@example.com' });
    };
    await story.converge(there);
    await remake();
    await story.apply(gone);
    expect(await control.exists('ben@example.com')).toMatchObject({ inService: false });
    await remake();
    const { plan } = await story.apply(gone);
    expect([actionsOf(plan), decisions(plan)]).toEqual([[], ['recreated user:ben@example.com']]);
    expect(await control.exists('ben@example.com')).toMatchObject({ inService: true });
  });
});

describe('an account that others made again in the place of ours', () => {
  const team = (...users: string[]): DesiredInput => ({
    users: [anchor, ...users.map((name) => person(name, { createInBackend: true }))],
  });

  test('stays theirs after its backing account is taken away again', async () => {
    const story = await scenario();
    const { control } = story.sandbox;
    await story.converge(team('ben'));
    await control.removeUser('ben@example.com');
    await control.removeBackendUser('ben@example.com');
    await control.addUser({ loginUserId: 'ben@example.com', inBackend: true });
    await story.apply(team('ben'));
    await control.removeBackendUser('ben@example.com');
    const { plan } = await story.apply(team());
    expect([actionsOf(plan), decisions(plan)]).toEqual([[], ['recreated user:ben@example.com']]);
    expect(await control.exists('ben@example.com')).toMatchObject({ inService: true });
  });

  test('stays theirs, too, where the last look before a delete saw it', async () => {
    const story = await scenario();
    const { control } = story.sandbox;
    await story.converge(team('ben'));
    await engine.apply(story.run(team()), async () => {
      await control.removeUser('ben@example.com');
      await control.removeBackendUser('ben@example.com');
      await control.addUser({ loginUserId: 'ben@example.com', inBackend: true });
      return true;
    });
    await control.removeBackendUser('ben@example.com');
    const { plan } = await story.apply(team());
    expect([actionsOf(plan), decisions(plan)]).toEqual([[], ['recreated user:ben@example.com']]);
    expect(await control.exists('ben@example.com')).toMatchObject({ inService: true });
  });
});

test('a task of another stack is not taken over where ours stood without a marker', async () => {
  const story = await scenario();
  const { control } = story.sandbox;
  const bare = { users: [anchor], campaigns: [{ ...list('Alpha', record('C-1', { adopt: true })), marker: false }] };
  await story.converge(bare);
  await control.removeRecord(KEY);
  const marker = { Hidden: 'musterStack', musterStack: 'elsewhere.production/0123456789012345' };
  await control.loadIntake({ campaignName: 'Alpha', idColumn: 'Id', rows: [{ Id: 'C-1', Name: 'Theirs', ...marker }] });
  const { plan } = await story.apply(bare);
  expect([actionsOf(plan), decisions(plan)]).toEqual([[], ['managed-elsewhere record:Alpha/C-1']]);
  expect(await theirs(story)).toEqual(['Alpha NOTWORKED']);
});

test('a new reason opens a task without the pin that its line names no more, while its agent leaves', async () => {
  const story = await scenario();
  const people = [anchor, person('ben')];
  const pinned = record('C-1', { preferredAgent: 'ben@example.com' });
  await story.converge({ users: people, campaigns: [list('Alpha', pinned, record('C-2'))] });
  await story.sandbox.control.work({ ...KEY, agent: 'ben@example.com', state: 'COMPLETED' });
  const seen = async (): Promise<unknown[]> =>
    (await story.sandbox.control.records('Alpha')).flatMap((each) =>
      each.clientId === 'C-1' ? [each.workedState, each.preferredAgent ?? ''] : [],
    );
  expect(await seen()).toEqual(['COMPLETED', 'ben@example.com']);
  const left: DesiredInput = {
    users: [anchor],
    campaigns: [list('Alpha', record('C-1', { reissue: 'new offer' }), record('C-2'))],
  };
  await story.converge(left);
  expect(await seen()).toEqual(['NOTWORKED', '']);
  expect(await story.sandbox.control.exists('ben@example.com')).toMatchObject({ inService: false });
});

describe('an adopted task whose line went', () => {
  const ADOPTED = inAlpha(record('C-1', { adopt: true }), record('C-2'));
  const WITHOUT = inAlpha(record('C-2'));

  async function letGo(): Promise<Scenario> {
    const story = await scenario();
    await load(story);
    await story.converge(ADOPTED);
    expect(actionsOf(await story.plan(WITHOUT))).toEqual(['forget record:Alpha/C-1']);
    await story.converge(WITHOUT);
    return story;
  }

  test('is managed again when the line comes back, beside a record that is new', async () => {
    const story = await letGo();
    const back = inAlpha(record('C-1', { adopt: true }), record('C-2'), record('C-3'));
    expect(actionsOf(await story.plan(back))).toEqual(['create record:Alpha/C-3']);
    await story.converge(back);
  });

  test('is not added again when the line comes back after its customer was called and it was cleared away', async () => {
    const story = await letGo();
    await story.sandbox.control.work({ ...KEY, agent: 'anchor@example.com', state: 'COMPLETED' });
    await story.sandbox.control.removeRecord(KEY);
    const plan = await story.plan(ADOPTED);
    expect(actionsOf(plan)).toEqual([]);
    const verdict = plan.verdicts.find(({ address }) => address === 'record:Alpha/C-1');
    expect(verdict && whyVerdict(verdict)).toBe('gone, and perhaps called: stays finished');
  });
});
