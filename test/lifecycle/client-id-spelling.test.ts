// One customer, one clientId: the same id in another Unicode form or in another case is not a new customer.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { readDesiredInput } from '../../src/core/desired/project/load.ts';
import { recall } from '../../src/core/engine/ledger-home.ts';
import { classEngine } from '../pulumi/class-engine.ts';
import type { Registered } from '../pulumi/class-engine.ts';
import { STORY_DOORS } from '../support/doors.ts';
import type { StoryDoor } from '../support/doors.ts';
import { decisions, scenario } from '../support/scenario.ts';
import { target } from '../support/values.ts';

const AGENT = 'agent@example.com';
const users = [{ loginUserId: AGENT, firstName: 'A', lastName: 'B', userTemplateName: 'Agents' }];
const NFC = 'C-\u00e9';
const NFD = 'C-e\u0301';

const record = (clientId: string, more: Partial<RecordInput> = {}): RecordInput => ({
  clientId,
  data: { Name: 'Maria' },
  ...more,
});
const list = (campaignName: string, ...records: RecordInput[]): NonNullable<DesiredInput['campaigns']>[number] => ({
  campaignName,
  records: [record('other'), ...records],
});
const summer = (...records: RecordInput[]): DesiredInput => ({ users, campaigns: [list('Summer', ...records)] });
const winter = (...records: RecordInput[]): DesiredInput => ({
  users,
  campaigns: [list('Summer'), list('Winter', ...records)],
});

async function idsIn({ sandbox }: Pick<StoryDoor, 'sandbox'>, campaignName = 'Summer'): Promise<string[]> {
  return (await sandbox.control.records(campaignName)).map(({ clientId }) => String(clientId)).toSorted();
}

async function work({ sandbox }: Pick<StoryDoor, 'sandbox'>, clientId: string): Promise<void> {
  await sandbox.control.work({ campaignName: 'Summer', clientId, agent: AGENT, state: 'COMPLETED' });
}

/** Called, seen so by a run, and cleared away. */
async function workedAndCleared(story: StoryDoor, desired: DesiredInput, ...ids: readonly string[]): Promise<void> {
  for (const clientId of ids) await work(story, clientId);
  await story.settle(desired);
  for (const clientId of ids) await story.sandbox.control.removeRecord({ campaignName: 'Summer', clientId });
  await story.settle(desired);
}

describe('desired files', () => {
  const read = (...records: RecordInput[]): (string | undefined)[] =>
    (readDesiredInput(summer(...records), target()).warnings ?? []).map(({ code }) => code);

  test('refuse the same clientId in another Unicode form, in a campaign', () => {
    expect(() => read(record(NFC), record(NFD))).toThrow(/each clientId once in a campaign; one that differs only/u);
  });

  test('warn of two that differ in case or width only', () => {
    expect(read(record('c-1'), record('C-1'))).toEqual(['similar-id']);
    expect(read(record('C-1'), record('C-\uff11'))).toEqual(['similar-id']);
    expect(read(record('C-1'), record('C-2'))).toEqual([]);
  });
});

const SPELLINGS: readonly (readonly [string, string, string])[] = [
  ['in NFD', NFC, NFD],
  ['in NFC', NFD, NFC],
  ['in another case', 'C-1', 'c-1'],
  ['in full-width letters', 'C-1', 'C-\uff11'],
];

describe.each(STORY_DOORS)('through %s', (_door, open) => {
  describe.each(SPELLINGS)('a clientId that comes %s', (_how, before, after) => {
    test('is a decision where the other one is used up, in whatever campaign', async () => {
      const story = await open();
      await story.settle(summer(record(before)));
      await workedAndCleared(story, summer(record(before)), before);
      for (const desired of [summer(record(after)), winter(record(after))]) {
        const { changes, words } = await story.run(desired);
        expect(changes.filter((each) => /C-|c-/u.test(each))).toEqual([]);
        expect(words.join()).toContain('in another spelling');
      }
      expect(await idsIn(story)).toEqual(['other']);
      expect(await idsIn(story, 'Winter')).toEqual(['other']);
    });

    test('is a decision where the other one is recorded, and that one is not removed either', async () => {
      const story = await open();
      await story.settle(summer(record(before)));
      expect((await story.run(summer(record(after)))).changes).toEqual([]);
      expect(await idsIn(story)).toEqual([before, 'other'].toSorted());
      expect((await story.settle(summer(record(before)))).changes).toEqual([]);
    });
  });

  test('another case is called with a reason of its own; another Unicode form never', async () => {
    const story = await open();
    await story.settle(summer(record('C-1'), record(NFC)));
    await workedAndCleared(story, summer(record('C-1'), record(NFC)), 'C-1', NFC);
    const reissue = 'is another customer';
    const { changes } = await story.run(summer(record('c-1', { reissue }), record(NFD, { reissue })));
    expect(changes).toEqual(['create record:Summer/c-1']);
    expect(await idsIn(story)).toEqual(['c-1', 'other']);
  });

  test('two that differ in case are both added where neither is known', async () => {
    const story = await open();
    await story.settle(summer(record('C-1'), record('c-1')));
    expect(await idsIn(story)).toEqual(['C-1', 'c-1', 'other']);
  });
});

describe('the command', () => {
  test('asks where the other spelling was removed, and where only its marker is seen', async () => {
    const story = await scenario();
    await story.converge(summer(record(NFC)));
    await story.converge(summer(), { allow: { deletes: 1 } });
    expect(decisions(await story.plan(summer(record(NFD))))).toEqual([`other-spelling record:Summer/${NFD}`]);
    await story.converge(summer(record(NFC)));
    const forgetful = await scenario();
    await forgetful.converge(summer());
    await story.sandbox.control.resetCounters();
    const { project } = forgetful;
    const lost = await story.plan(summer(record(NFD)), { project });
    expect(decisions(lost)).toContain(`other-spelling record:Summer/${NFD}`);
  });

  test('removes what no file declares any more also where a line asks for the absence of another spelling', async () => {
    const story = await scenario();
    await story.converge(summer(record(NFC)));
    const desired = summer(record(NFD, { ensure: 'absent' }));
    expect(await story.changes(desired)).toEqual([`delete record:Summer/${NFC}`]);
    await story.converge(desired);
  });

  test('adds both spellings where the create of one was cut off and is begun again', async () => {
    const story = await scenario();
    await story.converge(summer());
    await story.sandbox.control.arm({ operation: 'addOrUpdateCampaignRecord', kind: 'reset-before' });
    await story.apply(summer(record('C-1')));
    const desired = summer(record('C-1'), record('c-1'));
    expect(await story.changes(desired)).toEqual(['create record:Summer/C-1', 'create record:Summer/c-1']);
    await story.converge(desired);
  });

  test('asks about an open task also where the customer of its new spelling was called elsewhere', async () => {
    const story = await scenario();
    await story.converge(winter(record('C-1')));
    await story.sandbox.control.work({ campaignName: 'Winter', clientId: 'C-1', agent: AGENT, state: 'COMPLETED' });
    await story.apply(winter(record('C-1')));
    await story.apply(winter());
    await story.apply(summer(record('c-1', { reissue: 'is another customer' })));
    const plan = await story.plan(summer(record('C-1', { reissue: 'is another customer' })));
    expect(decisions(plan)).toEqual(['other-spelling record:Summer/C-1']);
  });

  test('asks also where a run sees the new spelling only', async () => {
    const story = await scenario();
    await story.converge(summer(record('C-1')));
    const plan = await story.plan(summer(record('c-1')), { only: 'record:Summer/c-1' });
    expect(decisions(plan)).toEqual(['other-spelling record:Summer/c-1']);
    const { project, sandbox, clock } = story;
    const { recorded } = await recall({ project, target: sandbox.target, clock });
    expect([...recorded.objects.keys()]).toContain('record:Summer/C-1');
  });
});

const DATA = JSON.stringify([['Name', 'Maria', 0]]);
const anchor: Registered = { kind: 'User', name: 'agent', args: users[0] ?? {} };
const single = (clientId: string, name: string, campaignName = 'Summer'): Registered => ({
  kind: 'PinnedRecord',
  name,
  args: { campaignName, clientId, data: DATA },
});
const set = (clientId: string): Registered => ({
  kind: 'RecordSet',
  name: 'east',
  args: { campaignName: 'Summer', records: JSON.stringify([{ clientId, data: DATA }]) },
});

describe.each(SPELLINGS)('the classes refuse a clientId that comes %s', (_how, before, after) => {
  test.each([
    ['of a PinnedRecord that changes it', single(before, 'maria'), [single(after, 'maria')]],
    ['of another PinnedRecord', single(before, 'maria'), [single(before, 'maria'), single(after, 'again', 'Winter')]],
    ['of a RecordSet', set(before), [set(after)]],
  ] as const)('%s', async (_case, first, then) => {
    const engine = await classEngine();
    expect((await engine.up([anchor, first])).errors).toEqual([]);
    await work(engine, before);
    await engine.up([anchor, first], { refresh: true });
    const { errors, writes } = await engine.up([anchor, ...then]);
    expect(errors.join()).toContain('in another spelling');
    expect(writes).toBe(0);
  });
});
