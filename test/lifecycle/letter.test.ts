// Sentences of the interface documents that a plan or an apply could pass over in silence: a queue that goes along with a status or a
// transfer, a zone and a time that no call shows or clears, a task that an agent has just been given.

import { describe, expect, test } from 'vitest';

import type { CampaignInput, DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import type { Run } from '../../src/core/engine/run.ts';
import { DELIVERED_MS, PIN_LAPSE_MS } from '../../src/core/model/time.ts';
import { updateProfile } from '../../src/core/model/profile.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { readCriterion } from '../../src/desk/adopt.ts';
import { whyVerdict } from '../../src/core/report/words/why-verdict.ts';
import { whyWarning } from '../../src/core/report/words/why-warning.ts';
import { record } from '../pitfalls/stories.ts';
import { actionsOf, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const ANA = 'ana@example.com';
const KEY = { campaignName: 'Summer', clientId: 'C-1' };
const USERS: DesiredInput['users'] = [{ loginUserId: ANA, firstName: 'Ana', lastName: 'A', userTemplateName: 'Agent' }];
const list = (campaignName: string, ...records: RecordInput[]): CampaignInput => ({ campaignName, records });
const summer = (...records: RecordInput[]): DesiredInput => ({ users: USERS, campaigns: [list('Summer', ...records)] });
const one = (more: Partial<RecordInput> = {}): DesiredInput => summer(record('C-1', more));

/** The name of a queue is its code: so the profile of the target says. */
const KNOWN: Partial<Run> = {
  profile: updateProfile(null, { target: 'sandbox', at: 0, how: 'script' }, [
    { id: 'queue-name', answer: 'equals', evidence: 'asked' },
  ]),
};

async function sent(story: Scenario, work: () => Promise<unknown>): Promise<Record<string, number>> {
  await story.sandbox.control.resetCounters();
  await work();
  const { requests } = await story.sandbox.control.counters();
  return Object.fromEntries(Object.entries(requests).filter(([name]) => !/search|query|secret/iu.test(name)));
}

const writes = (plan: Plan): unknown[] => plan.changes.map((change) => change.writes);
const said = ({ verdicts }: Plan): string[] =>
  verdicts.filter(({ kind }) => kind === 'record').map((each) => whyVerdict(each));
const warned = ({ warnings }: Plan, code: string): string[] =>
  warnings.filter((each) => each.code === code).map((each) => whyWarning(each));
const stored = async (story: Scenario, campaignName = 'Summer'): Promise<object | undefined> =>
  (await story.sandbox.control.records(campaignName))[0];

describe('a queue whose name is known', () => {
  test('P-140 P-143 of a pinned task is changed by a transfer within its campaign, which touches nothing else', async () => {
    const story = await scenario();
    const pinned = { preferredAgent: ANA, skillQueue: 'gold' };
    await story.converge(one(pinned));
    story.advance(PIN_LAPSE_MS - 60_000);
    const wanted = one({ ...pinned, skillQueue: 'silver' });
    const plan = await story.plan(wanted, KNOWN);
    expect(writes(plan)).toEqual([['transferCampaignRecord']]);
    const before = await stored(story);
    await story.sandbox.control.resetCounters();
    await story.converge(wanted, KNOWN);
    expect(await stored(story)).toEqual({ ...before, skillQueue: 'silver' });
    story.advance(120_000);
    expect(await stored(story)).toMatchObject({ preferredAgent: '' });
  });

  test('takes as many requests as the plan says, and the full copy goes', async () => {
    const story = await scenario();
    await story.converge(one({ preferredAgent: ANA, skillQueue: 'gold' }));
    const wanted = one({ preferredAgent: ANA, skillQueue: 'silver' });
    const { requests } = await story.plan(wanted, KNOWN);
    await story.sandbox.control.resetCounters();
    const result = await story.apply(wanted, KNOWN);
    const { reads, writes: written } = await story.sandbox.control.counters();
    expect([reads + written, result.settlements.length]).toEqual([requests.observed + requests.apply, 1]);
    expect(fates(await story.apply(wanted))).toEqual([]);
  });

  test('of a task that is not pinned, or where more differs, or where the name is not known, goes with an update', async () => {
    const story = await scenario();
    const pinned = { preferredAgent: ANA, skillQueue: 'gold' };
    await story.converge(one(pinned));
    const update = [['addOrUpdateCampaignRecord']];
    expect(writes(await story.plan(one({ ...pinned, skillQueue: 'silver' })))).toEqual(update);
    const more = one({ ...pinned, skillQueue: 'silver', data: { Name: 'Other' } });
    expect(writes(await story.plan(more, KNOWN))).toEqual(update);
    await story.sandbox.control.changeRecord({ ...KEY, preferredAgent: '' });
    expect(writes(await story.plan(one({ skillQueue: 'silver' }), KNOWN))).toEqual(update);
  });

  test('that the transfer refuses goes with an update of the next run', async () => {
    const story = await scenario();
    await story.converge(one({ preferredAgent: ANA, skillQueue: 'gold' }));
    const wanted = one({ preferredAgent: ANA, skillQueue: 'silver' });
    await story.sandbox.control.setSwitches({ skillQueues: ['gold'] });
    expect((await story.apply(wanted, KNOWN)).settlements).toMatchObject([{ kind: 'failed' }]);
    expect(writes(await story.plan(wanted, KNOWN))).toEqual([['addOrUpdateCampaignRecord']]);
  });

  test('P-143 goes along with a move, which then takes one write', async () => {
    const story = await scenario();
    const both = (from: RecordInput[], to: RecordInput[]): DesiredInput => ({
      campaigns: [list('Summer', ...from), list('Winter', ...to)],
    });
    const [stays, other] = [record('C-2'), record('W-1')];
    await story.converge(both([record('C-1', { skillQueue: 'gold' }), stays], [other]));
    const wanted = both([stays], [record('C-1', { skillQueue: 'silver' }), other]);
    expect(await sent(story, () => story.apply(wanted, KNOWN))).toEqual({ transferCampaignRecord: 1 });
    await story.converge(wanted, KNOWN);
    const [, moved] = await story.sandbox.control.records('Winter');
    expect(moved).toMatchObject({ clientId: 'C-1', skillQueue: 'silver' });
  });

  test('P-133 goes along with the state that ends a task, and the plan says what does not', async () => {
    const story = await scenario();
    await story.converge(one({ skillQueue: 'gold' }));
    const wanted = one({ skillQueue: 'silver', data: { Name: 'Other' }, ensure: 'completed' });
    const plan = await story.plan(wanted, KNOWN);
    expect(warned(plan, 'not-applied')).toEqual([
      'data.Name stays as it is: with the state that the file asks for, no request carries it',
    ]);
    await story.converge(wanted, KNOWN);
    expect(await stored(story)).toMatchObject({ workedState: 'COMPLETED', skillQueue: 'silver' });
  });

  test('that is not known stays, and the plan says so', async () => {
    const story = await scenario();
    await story.converge(one({ skillQueue: 'gold' }));
    const plan = await story.plan(one({ skillQueue: 'silver', ensure: 'completed' }));
    expect(warned(plan, 'not-applied')).toEqual([
      'skillQueue stays as it is: with the state that the file asks for, no request carries it',
    ]);
  });
});

describe('a queue that is shown by another name, and whose item no search shows', () => {
  const hidden = { switches: { S29: 'differs', itemsNotShown: ['SkillQueue'] } } as const;

  test('is learnt from the reading after the write, and is quiet from then on', async () => {
    const story = await scenario(hidden);
    for (const skillQueue of ['gold', 'silver', 'gold']) {
      await story.converge(summer(record('C-1', { skillQueue }), record('C-2', { skillQueue })));
      expect(await stored(story)).toMatchObject({ skillQueue });
    }
    await story.sandbox.control.changeRecord({ ...KEY, skillQueue: 'bronze' });
    const wanted = summer(...['C-1', 'C-2'].map((id) => record(id, { skillQueue: 'gold' })));
    expect((await story.drift(wanted)).findings).toMatchObject([{ class: 'drift', fields: [{ field: 'skillQueue' }] }]);
    await story.converge(wanted);
  });
});

describe('P-040 a task that was delivered to an agent', () => {
  const delivered = async (preferredAgent?: string): Promise<Scenario> => {
    const story = await scenario();
    await story.converge(one(preferredAgent === undefined ? {} : { preferredAgent }));
    await story.sandbox.control.work({ ...KEY, agent: ANA, state: 'NOTWORKED' });
    return story;
  };

  test('within the hour is not updated, and the plan says since when it has it', async () => {
    const story = await delivered();
    const wanted = one({ data: { Name: 'Other' } });
    const plan = await story.plan(wanted);
    expect(actionsOf(plan)).toEqual([]);
    expect(said(plan)).toEqual([
      expect.stringMatching(
        /^is being worked \(delivered to an agent at .+ UTC\) and is not touched, unless the file says whenWorked/u,
      ),
    ]);
    story.advance(DELIVERED_MS);
    await story.converge(wanted);
  });

  test('is not deleted, moved, or set back, and after an hour it is', async () => {
    const story = await delivered();
    const moved: DesiredInput = { campaigns: [list('Summer', record('C-2')), list('Winter', record('C-1'))] };
    for (const wanted of [one({ ensure: 'absent' }), moved, one({ ensure: 'worked', nextEarliestWorkTime: LATER })])
      expect(actionsOf(await story.plan(wanted)).filter((action) => action.includes('C-1'))).toEqual([]);
    story.advance(DELIVERED_MS);
    expect(actionsOf(await story.plan(one({ ensure: 'absent' })))).toEqual(['delete record:Summer/C-1']);
  });
});

test.each([
  ['sys_worked_attempts', 'workAttempts'],
  ['sys_item_time_zone', 'the zone in force'],
])('P-064 P-065 adopt takes no criterion about %s, which no search shows', (key, why) => {
  expect(() => readCriterion(`${key}=1`)).toThrow(why);
});

const LATER = '2090-01-01T09:00:00Z';

describe('a nextEarliestWorkTime that was taken out of the file', () => {
  test('is said to stay, at each plan until it has passed: no call clears it', async () => {
    const story = await scenario();
    const time = new Date(story.clock() + 3_600_000).toISOString();
    await story.converge(one({ nextEarliestWorkTime: time }));
    await story.converge(one());
    const text = 'nextEarliestWorkTime was taken out of the file and stays: no call clears it';
    expect(said(await story.plan(one()))).toEqual([text]);
    await story.converge(one({ data: { Name: 'Other' } }));
    expect(said(await story.plan(one({ data: { Name: 'Other' } })))).toEqual([text]);
    expect((await story.drift(one({ data: { Name: 'Other' } }))).findings).toMatchObject([{ class: 'platform' }]);
    story.advance(3_600_000);
    await story.converge(one({ data: { Name: 'Other' } }));
    expect(said(await story.plan(one({ data: { Name: 'Other' } })))).toEqual([]);
  });
});

describe('P-079 the zone of a task', () => {
  test('that the file does not name is said to be set to the default by an update', async () => {
    const story = await scenario();
    await story.converge(summer(record('C-1'), record('C-2', { timeZone: 'Europe/Madrid' })));
    await story.sandbox.control.changeRecord({ ...KEY, timeZone: 'Asia/Tokyo' });
    const wanted = summer(
      ...[{}, { timeZone: 'Europe/Madrid' }].map((zone, at) => record(`C-${at + 1}`, { ...zone, data: { Name: 'B' } })),
    );
    expect(warned(await story.plan(wanted), 'zone-not-kept')).toEqual([
      '1 update names no timeZone: a zone that another call gave the customer is not shown, and becomes the default of the campaign',
    ]);
    await story.converge(wanted);
    expect(await stored(story)).toMatchObject({ timeZone: 'UTC' });
    expect((await story.plan(wanted)).warnings).toEqual([]);
  });

  test('is never counted as verified: a search shows what was stored, not what is in force', async () => {
    const story = await scenario();
    const wanted = one({ timeZone: 'Europe/Madrid', skillQueue: 'gold' });
    await story.converge(wanted);
    const { verified: sure } = await story.drift(wanted);
    const counted = sure.record.fields.filter(({ field }) => ['timeZone', 'skillQueue'].includes(field));
    expect(counted.map(({ field, verified, unverifiable }) => [field, verified, unverifiable])).toEqual([
      ['skillQueue', 1, 0],
      ['timeZone', 0, 1],
    ]);
  });
});

describe('a record of a campaign without markers', () => {
  const plainly = (...records: RecordInput[]): DesiredInput => ({
    campaigns: [{ campaignName: 'Summer', marker: false, records: [record('C-9'), ...records] }],
  });

  test('that muster made is removed where the file says absent, also where others changed its data', async () => {
    const story = await scenario();
    await story.converge(plainly(record('C-1')));
    await story.sandbox.control.changeRecord({ ...KEY, data: { Note: 'called', Name: 'Other' } });
    expect(actionsOf(await story.plan(plainly()))).toEqual(['forget record:Summer/C-1']);
    const absent = plainly(record('C-1', { ensure: 'absent' }));
    expect(actionsOf(await story.plan(absent))).toEqual(['delete record:Summer/C-1']);
    await story.converge(absent);
  });

  test('is not removed where another task stands under its clientId, whatever the file says', async () => {
    const story = await scenario();
    await story.converge(plainly(record('C-1')));
    await story.sandbox.control.removeRecord(KEY);
    await story.sandbox.control.loadIntake({
      campaignName: 'Summer',
      idColumn: 'Id',
      rows: [{ Id: 'C-1', Name: 'Other' }],
    });
    expect(actionsOf(await story.plan(plainly(record('C-1', { ensure: 'absent' }))))).toEqual([]);
  });
});

test.each([
  ['not asked for', {}, true, []],
  ['asked for', { verifyZones: true }, true, [['zone-differs', 1]]],
  // None of ours in the list: the service may search zones otherwise.
  ['asked for, and no other task shows how it is searched', { verifyZones: true }, false, []],
] as const)('P-066 another zone in force than the one that is shown: %s', async (_title, more, isBeside, expected) => {
  const story = await scenario();
  const ids = isBeside ? ['C-1', 'C-2'] : ['C-1'];
  const desired = {
    campaigns: [{ campaignName: 'Summer', records: ids.map((id) => record(id, { timeZone: 'Europe/Madrid' })) }],
  };
  await story.converge(desired);
  await story.sandbox.control.changeRecord({ campaignName: 'Summer', clientId: 'C-1', timeZone: 'Asia/Tokyo' });
  const policy = { ...story.project.policy, ...more };
  const { warnings, changes } = await story.plan(desired, { project: { ...story.project, policy } });
  expect(changes).toEqual([]);
  expect(warnings.flatMap((each) => (each.code === 'zone-differs' ? [[each.code, each.records]] : []))).toEqual(
    expected,
  );
});
