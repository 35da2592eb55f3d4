// The name of a queue and its code are two things: no name is sent as a code, a queue that nobody declared stays where it is,
// and a declared code is as declared under whatever name the service shows it (switch S29).

import { describe, expect, test } from 'vitest';

import type { CampaignInput, DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { draftChange } from '../../src/core/report/view/member.ts';
import { reportChange } from '../../src/core/report/documents/plan-rows.ts';
import type { Switches } from '../../src/sandbox/world/switches.ts';
import { person, record } from '../pitfalls/stories.ts';
import { scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const KEY = { campaignName: 'Summer', clientId: 'C-1' };
const NAMES: readonly Switches['S29'][] = ['equals', 'differs', 'not-shown'];
const list = (campaignName: string, ...records: RecordInput[]): CampaignInput => ({ campaignName, records });
const summer = (...records: RecordInput[]): DesiredInput => ({ campaigns: [list('Summer', ...records)] });
const named = (Name: string, more: Partial<RecordInput> = {}): RecordInput =>
  record('C-1', { data: { Name }, ...more });

async function stored({ sandbox }: Scenario): Promise<Record<string, string>> {
  const records = await sandbox.control.records('Summer');
  const task = records.find(({ clientId }) => clientId === 'C-1');
  const items = task?.previewRecordData.map(({ key, value }) => [key, value] as const) ?? [];
  return { queue: task?.skillQueue ?? '', ...Object.fromEntries(items) };
}

const PLACE = { part: 'additions', tiedTo: null } as const;

async function carried(story: Scenario, desired: DesiredInput): Promise<Record<string, boolean>> {
  const { changes } = await story.plan(desired);
  return Object.fromEntries(
    changes.flatMap((change) => reportChange(change, PLACE).carried.map((each) => [each.field, each.declared])),
  );
}

describe.each(NAMES)('a queue that no file declares, S29 %s', (S29) => {
  test('is not sent with an update, and stays the default', async () => {
    const story = await scenario({ switches: { S29 } });
    await story.converge(summer(named('Ana')));
    await story.converge(summer(named('Eva')));
    const seen = await stored(story);
    expect(seen).toMatchObject({ queue: 'default', Name: 'Eva' });
    expect(seen).not.toHaveProperty('SkillQueue');
  });

  test('goes along by the code that others stored, and the plan says so', async () => {
    const story = await scenario({ switches: { S29 } });
    await story.converge(summer(named('Ana')));
    await story.sandbox.control.changeRecord({ ...KEY, skillQueue: 'gold', data: { SkillQueue: 'gold' } });
    expect(await carried(story, summer(named('Eva')))).toEqual({ skillQueue: false });
    await story.converge(summer(named('Eva')));
    expect(await stored(story)).toMatchObject({ queue: 'gold', SkillQueue: 'gold', Name: 'Eva' });
  });

  test('is put back by its name where the update took it away', async () => {
    if (S29 === 'not-shown') return;
    const story = await scenario({ switches: { S29 } });
    await story.converge(summer(named('Ana'), record('C-2')));
    for (const clientId of ['C-1', 'C-2']) {
      await story.sandbox.control.changeRecord({ ...KEY, clientId, skillQueue: 'gold' });
    }
    const wanted = summer(named('Eva'), record('C-2', { data: { Name: 'Other' } }));
    expect(await carried(story, wanted)).toEqual({ skillQueue: false });
    await story.converge(wanted);
    expect((await story.sandbox.control.records()).map(({ skillQueue }) => skillQueue)).toEqual(['gold', 'gold']);
    expect(await stored(story)).not.toHaveProperty('SkillQueue');
  });
});

describe.each(NAMES)('a declared queue, S29 %s', (S29) => {
  test('is quiet right after it was written, changed, dropped, and put back by whoever changed it', async () => {
    const story = await scenario({ switches: { S29 } });
    for (const queue of [{ skillQueue: 'gold' }, { skillQueue: 'silver' }, {}, { skillQueue: 'gold' }]) {
      await story.converge(summer(named('Ana', queue), record('C-2', queue)));
      expect(await stored(story)).toMatchObject({ queue: queue.skillQueue ?? 'default' });
    }
  });

  test('that somebody changed is drift, and is put back', async () => {
    if (S29 === 'not-shown') return;
    const story = await scenario({ switches: { S29 } });
    const wanted = summer(named('Ana', { skillQueue: 'gold' }));
    await story.converge(wanted);
    await story.sandbox.control.changeRecord({ ...KEY, skillQueue: 'silver' });
    const { findings } = await story.drift(wanted);
    expect(findings.map((finding) => [finding.class, finding.fields.map(({ field }) => field)])).toEqual([
      ['drift', ['skillQueue']],
    ]);
    await story.converge(wanted);
    expect(await stored(story)).toMatchObject({ queue: 'gold' });
  });

  test.each(['COMPLETED', 'gone'])('is quiet where the edit that declares it calls again who is %s', async (state) => {
    const story = await scenario({ switches: { S29 } });
    await story.converge(summer(named('Ana'), record('C-2')));
    if (state === 'gone') await story.sandbox.control.removeRecord(KEY);
    else await story.sandbox.control.changeRecord({ ...KEY, state: 'COMPLETED' });
    await story.converge(summer(named('Ana', { skillQueue: 'gold', reissue: 'asked again' }), record('C-2')));
    expect(await stored(story)).toMatchObject({ queue: 'gold' });
  });

  test('survives the loss of every answer', async () => {
    const story = await scenario({ switches: { S29 } });
    await story.converge(summer(named('Ana', { skillQueue: 'gold' })));
    await story.sandbox.control.arm({ kind: 'commit-then-reset', operation: 'addOrUpdateCampaignRecord', count: 1 });
    await story.converge(summer(named('Ana', { skillQueue: 'silver' })));
    expect(await stored(story)).toMatchObject({ queue: 'silver', SkillQueue: 'silver' });
  });
});

test('a plan names everything that an update sends, and not more requests than it takes', async () => {
  const story = await scenario({ switches: { S29: 'differs' } });
  const first = ['C-1', 'C-2', 'C-3'].map((id) =>
    record(id, { skillQueue: 'gold', data: { Name: id, phone: '+34911234567' } }),
  );
  await story.converge(summer(...first));
  await story.sandbox.control.changeRecord({ ...KEY, data: { Note: 'called' }, preferredAgent: 'ana@example.com' });
  const wanted = summer({ ...first[0]!, data: { Name: 'Eva', phone: '+34911234567' } }, ...first.slice(1));
  expect(await carried(story, wanted)).toEqual({
    'data.phone': true,
    'data.Note': false,
    skillQueue: true,
    preferredAgent: false,
  });
});

test('a plan names what is sent again as it is, where everything is listed', async () => {
  const story = await scenario();
  await story.converge(summer(named('Ana', { skillQueue: 'gold' })));
  await story.sandbox.control.changeRecord({ ...KEY, data: { Note: 'called' } });
  const { changes } = await story.plan(summer(named('Eva', { skillQueue: 'gold' })));
  const members = changes.map((each) => draftChange(reportChange(each, PLACE), {}).member);
  expect(members.map(({ notes, reason }) => ({ notes, reason }))).toEqual([
    {
      notes: [],
      reason: 'sent again as it is: Note, queue',
    },
  ]);
});

test('a plan that calls a finished customer again names what the file says otherwise since', async () => {
  const story = await scenario();
  const of = (agent: string, skillQueue: string, more: Partial<RecordInput> = {}): DesiredInput => ({
    users: ['ana', 'ben'].map((name) => person(name)),
    ...summer(named('Ana', { preferredAgent: agent, skillQueue, ...more })),
  });
  await story.converge(of('ana@example.com', 'gold'));
  await story.sandbox.control.changeRecord({ ...KEY, state: 'COMPLETED' });
  const { changes } = await story.plan(of('ben@example.com', 'silver', { data: { Name: 'Eva' }, reissue: 'again' }));
  const said = changes.map((each) => draftChange(reportChange(each, PLACE), {}).member.details.join('; '));
  expect(said).toEqual([
    'reissued: again; new Name (not shown), agent ana@example.com -> ben@example.com, queue gold -> silver',
  ]);
});

test('of many records with one code, one is read after the write, and the plan counts it', async () => {
  const story = await scenario();
  const of = (skillQueue?: string): DesiredInput =>
    summer(...['C-1', 'C-2', 'C-3', 'C-4'].map((id) => record(id, skillQueue === undefined ? {} : { skillQueue })));
  const { requests: without } = await story.plan(of());
  const { requests } = await story.plan(of('gold'));
  expect(requests.apply - without.apply).toBe(1);
  await story.sandbox.control.resetCounters();
  await story.apply(of('gold'));
  const { reads, writes } = await story.sandbox.control.counters();
  expect(reads + writes).toBe(requests.observed + requests.apply);
});

test.each(NAMES)(
  'whose queue goes along with a new reason, gone or finished, is as declared from then on, S29 %s',
  async (S29) => {
    const story = await scenario({ switches: { S29 } });
    const lines = (id: string, more: Partial<RecordInput>): RecordInput[] => [record(id, more), record('C-2')];
    await story.converge(summer(...lines('C-1', { skillQueue: 'silver' })));
    await story.sandbox.control.removeRecord(KEY);
    const again = { skillQueue: 'gold', reissue: 'asked' };
    await story.converge(summer(...lines('C-1', again)));
    await story.sandbox.control.work({ ...KEY, agent: 'ana@example.com', state: 'COMPLETED' });
    await story.converge(summer(...lines('C-1', { skillQueue: 'silver', reissue: 'asked again' })));
  },
);
