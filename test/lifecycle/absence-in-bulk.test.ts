// Many clientIds that nobody knows yet: a plan learns of them in bulk, the turn of each reads once more. What bulk does not prove is
// asked one by one, and what it got wrong costs a write less, never one too many.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import type { Switches } from '../../src/sandbox/world/switches.ts';
import { SINGLES } from '../matrix/switch-values.ts';
import { anchor, list, record } from '../support/declare.ts';
import { actionsOf, decisions, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const SUMMER = 'Summer';
const ids = (count: number, start = 'B-'): string[] => Array.from({ length: count }, (_, index) => `${start}${index}`);
const file = (clientIds: readonly string[], more: Partial<RecordInput> = {}, marker = true): DesiredInput => ({
  users: [anchor],
  campaigns: [{ campaignName: SUMMER, marker, records: clientIds.map((clientId) => record(clientId, more)) }],
});
const load = ({ sandbox }: Scenario, clientIds: readonly string[]): Promise<unknown> =>
  sandbox.control.loadIntake({ campaignName: SUMMER, idColumn: 'Id', rows: clientIds.map((Id) => ({ Id, Name: Id })) });
const searches = async ({ sandbox }: Scenario, work: () => Promise<unknown>): Promise<number> => {
  await sandbox.control.resetCounters();
  await work();
  return (await sandbox.control.counters()).requests['searchPreviewCampaign'] ?? 0;
};
/** By marker, by state, by the start of one that is there, by the start of all that are asked about, and one of them by itself. */
const [BY_MARKER, BY_STATE, TRIED, BY_START, TOLD] = [1, 4, 1, 1, 1];

describe('the requests', () => {
  test('of 1,000 records that are created are two each, and ten', async () => {
    const story = await scenario();
    const desired = file(ids(1000));
    const asked = await searches(story, () => story.apply(desired));
    const { writes } = await story.sandbox.control.counters();
    const looksBack = 2;
    expect([asked, writes]).toEqual([2 * BY_MARKER + BY_STATE + BY_START + TOLD + 1000 + looksBack, 1000 + 1]);
    await story.converge(desired);
  });

  test.each([
    ['10 keys beside 5,000 tasks of others: one each', 10, BY_MARKER + 10],
    ['24 keys: one each', 24, BY_MARKER + 24],
    [
      '30 keys beside 5,000 tasks of others: one each, and five that cost too much to go on',
      30,
      BY_MARKER + BY_STATE + TRIED + 30,
    ],
    [
      '1,000 keys beside them: what stands under the same start',
      1000,
      2 * BY_MARKER + BY_STATE + TRIED + BY_START + TOLD,
    ],
  ])('of a plan with %s', async (_title, count, cost) => {
    const story = await scenario();
    await load(story, ids(5000, 'A-'));
    const desired = file(ids(count));
    expect(await searches(story, () => story.plan(desired))).toBe(cost);
  });

  test('of 2,000 tasks of others that are taken over by the file are those of the searches that show them', async () => {
    const story = await scenario();
    await load(story, ids(2000));
    const desired = file(ids(2000), { adopt: true });
    const plan = async (): Promise<void> => {
      const { changes } = await story.plan(desired);
      expect(new Set(changes.flatMap(({ action, kind }) => (kind === 'record' ? [action] : [])))).toEqual(
        new Set(['adopt']),
      );
    };
    expect(await searches(story, plan)).toBeLessThan(150);
  });

  test('of a plan and a destroy over 300 records without markers are those of the searches that show them', async () => {
    const story = await scenario();
    const desired = file(ids(300), {}, false);
    await story.converge(desired);
    expect(await searches(story, () => story.plan(desired))).toBeLessThan(30);
    const looked = await searches(story, () => story.destroy(desired, { allow: { deletes: 301 } }));
    // A destroy knows nothing of intake files, so the reading before each delete looks for twins.
    const beforeAndAfter = 2 + 1;
    expect(looked).toBeLessThan(beforeAndAfter * 300 + 30);
    expect(await story.sandbox.control.records()).toEqual([]);
  });
});

describe('a task of somebody else among 300 new ones', () => {
  test.each([50, 100, 137, 250])('is seen where a search shows %i at most', async (S4) => {
    const story = await scenario({ switches: { S4, S3: 'oldest-first' } });
    await load(story, [...ids(600, 'A-'), ...ids(300, 'B-1-'), 'B-299']);
    const plan = await story.plan(file(ids(300)));
    expect(decisions(plan)).toEqual(['conflict record:Summer/B-299']);
    expect(actionsOf(plan)).toHaveLength(300);
  });

  /** Behind what the searches by state show, so that no other search betrays it. */
  const hidden = async (): Promise<Scenario> => {
    const story = await scenario({ switches: { S3: 'newest-first' } });
    await load(story, ['B-7', ...ids(1200, 'A-')]);
    return story;
  };

  test.each([
    ['by its start is answered with none, and another one is seen that it should show', 'claims-absent', 7, 1],
    ['by its start fails', 'status', 7, 1],
    ['by a start is answered with none, also for a task that is there', 'claims-absent', 6, 2],
    ['by a start is not known to the service', 'status', 6, 1],
    ['by state fails', 'status', 3, 1],
  ] as const)('is seen where the search %s', async (_title, kind, ordinal, count) => {
    const story = await hidden();
    await load(story, ordinal === 7 ? ['B-100'] : []);
    await story.sandbox.control.arm({ operation: 'searchPreviewCampaign', kind, ordinal, count, status: 400 });
    const found = decisions(await story.plan(file(ids(300))));
    expect(found).toContain('conflict record:Summer/B-7');
    expect(found).toHaveLength(ordinal === 7 ? 2 : 1);
  });

  test('is seen where a task of others has no id item: they may be kept under another key', async () => {
    const story = await hidden();
    for (const clientId of ['A-1199', 'B-7']) {
      await story.sandbox.control.changeRecord({ campaignName: SUMMER, clientId, data: { Id: '' } });
    }
    expect(decisions(await story.plan(file(ids(300))))).toEqual(['conflict record:Summer/B-7']);
  });

  test('is seen where the condition is read as another one', async () => {
    const story = await scenario();
    await load(story, ['A-1', 'B-7']);
    // The answer for another start, as if the service looked at something else.
    await story.sandbox.control.arm({ operation: 'searchPreviewCampaign', kind: 'swapped', ordinal: 5, count: 2 });
    expect(decisions(await story.plan(file(ids(300))))).toEqual(['conflict record:Summer/B-7']);
  });

  test.each(['B-7', 'b-7'])('is told from a spelling of its id: %s', async (there) => {
    const story = await scenario({
      switches: { S22: { case: 'insensitive', trim: true, missing: 'excluded', compare: 'text' } },
    });
    await load(story, [there]);
    const isIt = there === 'B-7';
    const asked = await searches(story, async () => {
      expect(decisions(await story.plan(file(ids(300))))).toEqual(isIt ? ['conflict record:Summer/B-7'] : []);
    });
    expect(asked).toBe(BY_MARKER + BY_STATE + TRIED + BY_START + TOLD + (isIt ? 0 : 1));
  });

  test('that no search by its start shows is found by the reading before the write, left alone, and adopted when the file says so', async () => {
    const story = await scenario({ switches: { S3: 'oldest-first' } });
    await load(story, [...ids(1200, 'A-'), 'B-7']);
    // An update of theirs: the id item is gone (S26), and a thousand older ones stand before it.
    await story.sandbox.control.changeRecord({ campaignName: SUMMER, clientId: 'B-7', data: { Id: '' } });
    const desired = file(ids(300));
    expect(actionsOf(await story.plan(desired))).toContain('create record:Summer/B-7');
    const left = fates(await story.apply(desired)).filter((fate) => !fate.startsWith('applied'));
    expect(left).toEqual([expect.stringMatching(/^skipped record:Summer\/B-7 \(moved: appeared/u)]);
    const theirs = (await story.sandbox.control.records()).filter(({ clientId }) => clientId === 'B-7');
    expect(theirs.map(({ previewRecordData }) => previewRecordData.find(({ key }) => key === 'Name')?.value)).toEqual([
      'B-7',
    ]);
    const adopting = (count: number): DesiredInput => ({
      users: [anchor],
      campaigns: [list(SUMMER, ...ids(count).map((clientId) => record(clientId, { adopt: clientId === 'B-7' })))],
    });
    // Beside so many that bulk answers for the others.
    const planned = actionsOf(await story.plan(adopting(700))).filter((action) => !action.startsWith('create'));
    expect(planned).toEqual(['adopt record:Summer/B-7']);
    await story.converge(adopting(300));
  });
});

test.each([
  [
    'a record that vanished',
    async (story: Scenario) => story.sandbox.control.removeRecord({ campaignName: SUMMER, clientId: 'B-7' }),
  ],
])('%s is asked for by itself, however many are new', async (_title, vanish) => {
  const story = await scenario();
  await story.converge(file(['B-7']));
  await vanish(story);
  const asked = await searches(story, async () => {
    expect(decisions(await story.plan(file(ids(300))))).toEqual(['gone-unclear record:Summer/B-7']);
  });
  expect(asked).toBe(BY_MARKER + BY_STATE + BY_START + TOLD + 1);
});

describe('in bulk is seen what is seen one by one', () => {
  // Those that change what a search shows.
  const isAboutReading = ({ name }: { readonly name: string }): boolean =>
    /^(default|S(1|2|3|4|5|6|11|19|20|21|22|26|28|29)\b)/u.test(name);
  const switchesOf = SINGLES.filter(isAboutReading).map(({ name, switches }): [string, Partial<Switches>] => [
    name,
    switches,
  ]);
  test.each(switchesOf)('where the documents are read as %s', async (_name, switches) => {
    const story = await scenario({ switches });
    const { control } = story.sandbox;
    await load(story, ['B-1', 'B-2', 'b-3', ' B-4', 'B-40', 'A-1', 'B-5', 'B-6']);
    await control.changeRecord({ campaignName: SUMMER, clientId: 'B-2', data: { Name: 'changed' } });
    await control.removeRecord({ campaignName: SUMMER, clientId: 'B-5' });
    await control.work({ campaignName: SUMMER, clientId: 'B-6', agent: 'ana@example.com', state: 'COMPLETED' });
    story.advance(60_000);
    const all = ids(30);
    const seen = async (clientIds: readonly string[]): Promise<string[]> => {
      const plan = await story.plan(file(clientIds));
      return [...actionsOf(plan), ...decisions(plan)].filter((each) => each.includes('record:'));
    };
    const alone = [...(await seen(all.slice(0, 15))), ...(await seen(all.slice(15)))];
    expect((await seen(all)).toSorted()).toEqual(alone.toSorted());
  });
});
