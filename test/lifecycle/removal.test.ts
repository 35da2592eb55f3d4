// That something is gone is never believed on one word: what a delete claims is read again.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput, UserInput } from '../../src/desired/define.ts';
import { anchor, list, person, record } from '../support/declare.ts';
import { actionsOf, fates, scenario } from '../support/scenario.ts';
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

test('a service whose readings lag is waited for: a delete is applied in one run', async () => {
  const story = await withAna();
  await story.sandbox.control.setSwitches({ S19: 3000 });
  expect(fates(await story.apply(team()))).toEqual([`applied user:${ANA}`]);
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

  test.each([
    ['seen gone at once', 0, 1],
    ['seen gone late', 3000, 2],
  ])(
    'of a record are one for the delete, two before it and, %s, %i ms late, %i after it',
    async (_title, S19, after) => {
      const story = await withRecords();
      await story.sandbox.control.setSwitches({ S19 });
      const plan = await story.plan(summer(C2));
      await story.sandbox.control.resetCounters();
      await story.apply(summer(C2));
      expect(await counts(story)).toEqual({
        searchPreviewCampaign: plan.requests.observed + 2 + after,
        deleteRecordFromCampaign: 1,
      });
      expect(plan.requests).toMatchObject({ reads: 3, writes: 1 });
    },
  );
});
