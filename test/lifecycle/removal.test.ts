// That something is gone is never believed on one word: what a delete claims is read again, and what is seen absent
// once is read twice, and what was removed is looked at again for some days. The rule is contributing/decisions/0012-verified-removal.md.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput, UserInput } from '../../src/core/desired/declarations/define.ts';
import * as engine from '../../src/core/engine.ts';
import { anchor, list, person, record } from '../support/declare.ts';
import { STORY_DOORS } from '../support/doors.ts';
import { actionsOf, decisions, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const ANA = 'ana@example.com';
const team = (...users: UserInput[]): DesiredInput => ({ users: [anchor, ...users] });
const summer = (...records: RecordInput[]): DesiredInput => ({ campaigns: [list('Summer', ...records)] });
const C1 = record('C-1');
const C2 = record('C-2');

const hasUser = async ({ sandbox }: Scenario): Promise<boolean> => (await sandbox.control.exists(ANA)).inService;
const clientIds = async ({ sandbox }: Scenario): Promise<string[]> =>
  (await sandbox.control.records()).map(({ clientId }) => clientId).toSorted();

async function withAna(): Promise<Scenario> {
  const story = await scenario();
  await story.converge(team(person('ana')));
  return story;
}

async function withRecords(): Promise<Scenario> {
  const story = await scenario();
  await story.converge(summer(C1, C2));
  return story;
}

describe('a delete that is answered SUCCESS and does nothing', () => {
  test('of a user is not called applied, stays recorded, and is planned again', async () => {
    const story = await withAna();
    await story.sandbox.control.arm({ operation: 'delete-user', kind: 'claims-done' });
    expect(fates(await story.apply(team()))).toEqual([expect.stringContaining(`failed user:${ANA} (still-there`)]);
    expect(await hasUser(story)).toBe(true);
    expect(actionsOf(await story.plan(team()))).toEqual([`delete user:${ANA}`]);
    await story.converge(team());
    expect(await hasUser(story)).toBe(false);
  });

  test('of a record is not called applied, stays recorded, and is planned again', async () => {
    const story = await withRecords();
    await story.sandbox.control.arm({ operation: 'deleteRecordFromCampaign', kind: 'claims-done' });
    expect(fates(await story.apply(summer(C2)))).toEqual([
      expect.stringContaining('failed record:Summer/C-1 (still-there'),
    ]);
    expect(actionsOf(await story.plan(summer(C2)))).toEqual(['delete record:Summer/C-1']);
    await story.converge(summer(C2));
    expect(await clientIds(story)).toEqual(['C-2']);
  });

  test('or NOT_FOUND of a user who is there is not called applied', async () => {
    const story = await withAna();
    await story.sandbox.control.arm({ operation: 'delete-user', kind: 'claims-absent' });
    expect(fates(await story.apply(team()))).toEqual([expect.stringContaining('still-there')]);
    await story.converge(team());
    expect(await hasUser(story)).toBe(false);
  });

  test('as half of a replace ends it before anybody is created', async () => {
    const story = await scenario();
    const ana = person('ana', { onProfileChange: 'replace' });
    await story.converge(team(ana));
    await story.sandbox.control.arm({ operation: 'delete-user', kind: 'claims-done' });
    await story.sandbox.control.resetCounters();
    const result = await story.apply(team({ ...ana, lastName: 'Other' }));
    expect(fates(result)).toEqual([expect.stringContaining('still-there')]);
    expect((await story.sandbox.control.counters()).requests['add-user'] ?? 0).toBe(0);
  });
});

test('a delete that cannot be read again is unresolved, and the next run settles it by reading', async () => {
  const story = await withAna();
  await story.sandbox.control.arm({
    operation: 'query-existence',
    kind: 'garbage',
    key: ANA,
    ordinal: 3,
    count: 'always',
  });
  expect(fates(await story.apply(team()))).toEqual([expect.stringContaining(`unresolved user:${ANA} (`)]);
  await story.sandbox.control.clearFaults();
  expect(fates(await story.apply(team()))).toEqual([]);
  await story.converge(team());
});

describe('the requests of a delete', () => {
  const counts = async ({ sandbox }: Scenario): Promise<Record<string, number>> => {
    const { GetSecretValue: _, ...requests } = (await sandbox.control.counters()).requests;
    return requests;
  };

  test.each([
    ['seen gone at once', 0, 1],
    ['seen gone late', 3000, 2],
  ])('of a user are one for the delete, one before it and, %s, %i ms late, %i after it', async (_title, S19, after) => {
    const story = await withAna();
    await story.sandbox.control.setSwitches({ S19 });
    const plan = await story.plan(team());
    await story.sandbox.control.resetCounters();
    await story.apply(team());
    // Planning reads the anchor and the leaver.
    expect(await counts(story)).toEqual({ 'query-existence': 2 + 1 + after, 'delete-user': 1 });
    expect(plan.requests).toMatchObject({ reads: 2, writes: 1 });
  });
});

describe('one reading that wrongly shows nothing', () => {
  test('lets no user go whose line was dropped: it is read a second time, stays recorded, and is then deleted', async () => {
    const story = await withAna();
    await story.sandbox.control.arm({ operation: 'query-existence', kind: 'claims-absent', key: ANA });
    expect(fates(await story.apply(team()))).toEqual([expect.stringContaining(`skipped user:${ANA} (came-back`)]);
    expect(actionsOf(await story.plan(team()))).toEqual([`delete user:${ANA}`]);
    await story.converge(team());
    expect(await hasUser(story)).toBe(false);
  });

  test('lets no record go whose line was dropped: it is read a second time, stays recorded, and is then deleted', async () => {
    const story = await withRecords();
    // By marker, and by its clientId.
    await story.sandbox.control.arm({ operation: 'searchPreviewCampaign', kind: 'claims-absent', count: 3 });
    expect(fates(await story.apply(summer(C2)))).toEqual([
      expect.stringContaining('skipped record:Summer/C-1 (came-back'),
    ]);
    expect(actionsOf(await story.plan(summer(C2)))).toEqual(['delete record:Summer/C-1']);
    await story.converge(summer(C2));
    expect(await clientIds(story)).toEqual(['C-2']);
  });

  test('costs one request more for what is really gone, which the plan counts', async () => {
    const story = await withAna();
    await story.sandbox.control.removeUser(ANA);
    const plan = await story.plan(team());
    expect(actionsOf(plan)).toEqual([`forget user:${ANA}`]);
    expect(plan.requests).toMatchObject({ reads: 1, writes: 0 });
    expect(fates(await story.apply(team()))).toEqual([`applied user:${ANA}`]);
  });
});

describe('what was removed', () => {
  const DAY = 24 * 60 * 60 * 1000;
  const both = person('ana', { createInBackend: true });
  const queries = async (story: Scenario, look: () => Promise<unknown>): Promise<number> => {
    await story.sandbox.control.resetCounters();
    await look();
    return (await story.sandbox.control.counters()).requests['query-existence'] ?? 0;
  };
  const remembered = async (story: Scenario): Promise<string[]> => {
    const { recorded } = await engine.recall(story.run(team()));
    return [...(recorded.removed?.keys() ?? [])];
  };
  const findings = async (story: Scenario, desired: DesiredInput): Promise<string[]> =>
    (await story.drift(desired)).findings.map((each) => `${each.class} ${each.address}`);

  test('counts as nothing recorded, and costs a plan one query-existence a user for seven days', async () => {
    const story = await withAna();
    const before = await queries(story, () => story.plan(team(person('ana'))));
    await story.converge(team());
    const after = await story.plan(team());
    expect([after.counts.unchanged, after.recorded.user]).toEqual([1, 1]);
    expect(await queries(story, () => story.plan(team()))).toBe(before);
    story.advance(6 * DAY);
    expect(await queries(story, () => story.drift(team()))).toBe(before);
    story.advance(2 * DAY);
    expect(await queries(story, () => story.drift(team()))).toBe(before - 1);
    expect(await remembered(story)).toEqual([`user:${ANA}`]);
    await story.converge(team());
    expect(await remembered(story)).toEqual([]);
  });

  test('is forgotten at once where the policy says 0 days', async () => {
    const story = await withAna();
    await story.converge(team());
    const policy = { ...story.project.policy, verifyRemovedDays: 0 };
    const parts = { project: { ...story.project, policy } };
    expect(await queries(story, () => story.plan(team(), parts))).toBe(1);
  });

  test('and is seen with the same connectUserId is still there: said by drift, planned as a delete again', async () => {
    const story = await scenario();
    await story.converge(team(both));
    // Everybody who asks is told that it is done.
    await story.sandbox.control.arm({ operation: 'delete-user', kind: 'claims-done' });
    await story.sandbox.control.arm({ operation: 'query-existence', kind: 'claims-absent', key: ANA, ordinal: 3 });
    expect(fates(await story.apply(team()))).toEqual([`applied user:${ANA}`]);
    expect(await hasUser(story)).toBe(true);
    expect(await findings(story, team())).toContain(`extra user:${ANA}`);
    expect(actionsOf(await story.plan(team()))).toEqual([`delete user:${ANA}`]);
    await story.converge(team());
    expect(await hasUser(story)).toBe(false);
  });

  test('and was made again by somebody else is a decision, which ensure: absent takes without adopt', async () => {
    const story = await withAna();
    await story.converge(team());
    await story.sandbox.control.addUser({ loginUserId: ANA, inBackend: false });
    expect(decisions(await story.plan(team()))).toEqual([`came-back user:${ANA}`]);
    expect(await findings(story, team())).toContain(`extra user:${ANA}`);
    expect(fates(await story.apply(team()))).toEqual([]);
    expect(await hasUser(story)).toBe(true);
    await story.converge({ users: [anchor, { loginUserId: ANA, ensure: 'absent' }] });
    expect(await hasUser(story)).toBe(false);
  });

  test('with both sides, and was made again in the service alone, is a decision: no id shows that it is the same', async () => {
    const story = await scenario();
    await story.converge(team(both));
    await story.converge(team());
    await story.sandbox.control.addUser({ loginUserId: ANA, inBackend: false });
    expect(decisions(await story.plan(team()))).toEqual([`came-back user:${ANA}`]);
    expect(fates(await story.apply(team()))).toEqual([]);
    expect(await hasUser(story)).toBe(true);
  });

  test('and cannot be read is said, and never concluded to be gone', async () => {
    const story = await withAna();
    await story.converge(team());
    await story.sandbox.control.arm({ operation: 'query-existence', kind: 'garbage', key: ANA, count: 'always' });
    const plan = await story.plan(team());
    expect(plan.verdicts.map(({ address, class: kind }) => `${kind} ${address}`)).toContain(`unreadable user:${ANA}`);
  });

  test('as a record and is there again, unworked and the same, is deleted again', async () => {
    const story = await withRecords();
    await story.sandbox.control.arm({ operation: 'deleteRecordFromCampaign', kind: 'claims-done' });
    // The search by marker, the two before the delete, and the one after it.
    await story.sandbox.control.arm({ operation: 'searchPreviewCampaign', kind: 'claims-absent', ordinal: 4 });
    expect(fates(await story.apply(summer(C2)))).toEqual(['applied record:Summer/C-1']);
    expect(await clientIds(story)).toEqual(['C-1', 'C-2']);
    expect(await findings(story, summer(C2))).toContain('extra record:Summer/C-1');
    expect(actionsOf(await story.plan(summer(C2)))).toEqual(['delete record:Summer/C-1']);
    await story.converge(summer(C2));
    expect(await clientIds(story)).toEqual(['C-2']);
  });

  test('as a record of a campaign without markers, shown as REMOVED and declared again, is nothing to ask about', async () => {
    const story = await scenario({ switches: { S5: 'removed-visible' } });
    const plain = (...records: RecordInput[]): DesiredInput => ({
      users: [anchor],
      campaigns: [{ ...list('Summer', ...records), marker: false }],
    });
    await story.converge(plain(C1, C2));
    await story.converge(plain(C2));
    expect(decisions(await story.plan(plain(C1, C2)))).toEqual([]);
    await story.converge(plain({ ...C1, reissue: 'asked again' }, C2));
    const shown = await story.sandbox.control.records('Summer');
    expect(shown.filter(({ workedState }) => workedState === 'NOTWORKED')).toHaveLength(2);
  });
});

describe.each(STORY_DOORS)('through %s', (_door, open) => {
  test.each([0, 30])(
    'the only customer that was recorded, removed, shown as REMOVED and declared again after %d days, is no sign of a lost state',
    async (days) => {
      const door = await open({ switches: { S5: 'removed-visible' } });
      const users = [{ loginUserId: ANA, ensure: 'absent' as const }];
      const called = (more: Partial<RecordInput> = {}): DesiredInput => ({ users, ...summer({ ...C1, ...more }) });
      await door.settle(called());
      await door.settle({ users });
      door.advance(days * 24 * 60 * 60 * 1000);
      await door.settle({ users });
      await door.settle(called());
      await door.settle(called({ reissue: 'asked again' }));
      const shown = await door.sandbox.control.records('Summer');
      expect(shown.filter(({ workedState }) => workedState === 'NOTWORKED')).toHaveLength(1);
    },
  );
});
