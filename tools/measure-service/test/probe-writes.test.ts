// The write probe under every value of each switch it claims to answer; what it makes it removes, and nothing else is
// touched.

import { expect, test } from 'vitest';

import { probeReads } from '../reads.ts';
import { probeByWrites } from '../records.ts';
import { UNKNOWN } from '../../../src/model/open-points.ts';
import { DEFAULT_SWITCHES } from '../../../src/sandbox/world/switches.ts';
import type { Switches } from '../../../src/sandbox/world/switches.ts';
import { scenario } from '../../../test/support/scenario.ts';
import { applied, doctorRun, probedByWriting } from './probing.ts';
import type { SwitchId } from './probing.ts';

type Said = Partial<Record<SwitchId, string>>;

const CERTAIN: readonly (readonly [Partial<Switches>, Said])[] = [
  ...(['status', 'error', 'top-level', '404', 'FAILED+text', 'SUCCESS+empty'] as const).map(
    (S1) => [{ S1 }, { S5: S1 === 'FAILED+text' ? UNKNOWN : 'not-shown', S6: 'new', S9: 'refuse' }] as const,
  ),
  [{ S5: 'gone' }, { S5: 'not-shown' }],
  [{ S5: 'removed-hidden' }, { S5: 'not-shown' }],
  [{ S5: 'removed-visible' }, { S5: 'removed-visible' }],
  [{ S6: 'new', S5: 'removed-visible' }, { S6: 'new' }],
  [{ S6: 'revives', S5: 'removed-visible' }, { S6: 'revives' }],
  [{ S6: 'revives', S5: 'removed-hidden' }, { S6: 'revives' }],
  [{ S6: 'refused' }, { S6: 'refused' }],
  ...(['moves', 'lost', 'part'] as const).map((S7) => [{ S7 }, { S7 }] as const),
  ...(['new', 'kept'] as const).map((S8) => [{ S8 }, { S8 }] as const),
  ...(['refuse', 'overwrite', 'twin'] as const).map((S9) => [{ S9 }, { S9 }] as const),
  [
    { S9: 'twin', S7: 'lost', S8: 'kept' },
    { S9: 'twin', S7: 'lost', S8: 'kept' },
  ],
  [{ S9: 'overwrite', S5: 'removed-visible' }, { S9: UNKNOWN }],
  ...(['oldest', 'newest'] as const).map(
    (idSearch) => [{ S9: 'twin', S11: { intake: 'twin', idSearch } }, { 'S11.idSearch': idSearch }] as const,
  ),
  ...(['keeps', 'resets'] as const).map((S10) => [{ S10 }, { S10 }] as const),
  [{ S19: 0 }, { S19: '0' }],
  [{ S19: 150 }, { S19: 'lags', S5: 'not-shown', S10: 'keeps' }],
  [{ S20: { kind: 'none' } }, { S20: '>=4096' }],
  ...(['4xx', 'FAILED', 'cut'] as const).map((kind) => [{ S20: { kind, max: 100 } }, { S20: kind }] as const),
  ...(['no', 'yes'] as const).map((S23) => [{ S23 }, { S23 }] as const),
  ...(['dropped', 'kept'] as const).map((S26) => [{ S26 }, { S26 }] as const),
  ...(['ignored', 'clears'] as const).map((S27) => [{ S27 }, { S27 }] as const),
  ...(['both', 'null', 'empty'] as const).map((S28) => [{ S28 }, { S28 }] as const),
];

/** What every answer must be true of, whatever else is set. */
function isTrue(id: SwitchId, answer: string, set: Switches): boolean {
  if (answer === UNKNOWN) return true;
  switch (id) {
    case 'S5':
      return answer === set.S5 || (answer === 'not-shown' && set.S5 !== 'removed-visible');
    case 'S6':
      // With nothing left behind there is nothing to revive.
      return answer === set.S6 || (set.S5 === 'gone' && set.S6 === 'revives' && answer === 'new');
    case 'S11.idSearch':
      return answer === set.S11.idSearch;
    case 'S19':
      return answer === (set.S19 === 0 ? '0' : 'lags');
    case 'S20':
      return answer === (set.S20.kind === 'none' ? '>=4096' : set.S20.kind);
    default:
      return answer === set[id as keyof Switches];
  }
}

test.each(CERTAIN.map(([set, said]) => [JSON.stringify(set), set, said] as const))(
  'under %s the write probe says so, is right about the rest, and leaves nothing',
  async (_title, switches, said) => {
    const story = await scenario({ switches }, 'network');
    const answers = await probedByWriting(story, ['Test A', 'Test B']);
    expect(Object.fromEntries(Object.keys(said).map((id) => [id, answers.get(id as SwitchId)]))).toEqual(said);
    const wrong = [...answers].filter(([id, value]) => !isTrue(id, value, { ...DEFAULT_SWITCHES, ...switches }));
    expect(wrong).toEqual([]);
    const left = await story.sandbox.control.records();
    expect(left.filter((task) => task.workedState !== 'REMOVED')).toEqual([]);
    const counters = await story.sandbox.control.counters();
    expect(Object.keys(counters.requests).filter((name) => name.endsWith('-user'))).toEqual([]);
  },
);

test('one campaign alone answers everything but the transfers', async () => {
  const story = await scenario({}, 'network');
  const answers = await probedByWriting(story, ['Test A']);
  expect(Object.fromEntries(answers)).toMatchObject({ S7: UNKNOWN, S8: UNKNOWN, S9: UNKNOWN, S10: 'keeps' });
});

test('no record of a probe can be delivered for a week, or has a phone number', async () => {
  const story = await scenario({}, 'network');
  await story.sandbox.control.arm({ operation: 'deleteRecordFromCampaign', kind: 'refuse-before', count: 'always' });
  await probeByWrites(await doctorRun(story), ['Test A', 'Test B']);
  const left = await story.sandbox.control.records();
  expect(left.length).toBeGreaterThan(3);
  for (const task of left) {
    expect(task.clientId).toMatch(/^muster-probe-[0-9a-f]{12}-/);
    expect(Date.parse(`${task.nextEarliestWorkTime}Z`)).toBeGreaterThan(story.clock() + 6 * 24 * 60 * 60 * 1000);
    expect(task.previewRecordData.map((item) => item.key).filter((key) => /phone/iu.test(key))).toEqual([]);
  }
});

test('what an interrupted probe left is removed by the next one, and by nobody else', async () => {
  const story = await scenario({}, 'network');
  const { control } = story.sandbox;
  await control.arm({ operation: 'deleteRecordFromCampaign', kind: 'reset-before', count: 'always' });
  const first = await probeByWrites(await doctorRun(story), ['Test A', 'Test B']);
  expect(first.stuck.length).toBeGreaterThan(0);
  await control.clearFaults();
  await probeReads(await doctorRun(story));
  expect((await control.records()).length).toBeGreaterThan(0);
  const second = await probeByWrites(await doctorRun(story), ['Test A']);
  expect(second.stuck).toEqual([]);
  expect(await control.records()).toEqual([]);
});

test('records of others in the test campaign are left as they are', async () => {
  const story = await scenario({}, 'network');
  const rows = [{ Id: 'C-1', Name: 'Somebody' }];
  await story.sandbox.control.loadIntake({ campaignName: 'Test A', idColumn: 'Id', rows });
  const before = await story.sandbox.control.records();
  await probedByWriting(story, ['Test A', 'Test B']);
  expect(await story.sandbox.control.records()).toEqual(before);
});

test.each([
  ['declared with records', ['Summer']],
  ['named twice', ['Test A', 'Test A']],
])('a campaign %s is refused before anything is sent', async (_title, names) => {
  const story = await applied();
  await story.sandbox.control.resetCounters();
  await expect(probeByWrites(await doctorRun(story), names)).rejects.toMatchObject({ code: 'probe-campaign' });
  expect(await story.sandbox.control.counters()).toMatchObject({ reads: 0, writes: 0 });
});

test('a campaign with recorded records is refused, though nothing is declared there any more', async () => {
  const story = await applied();
  const run = await doctorRun(story);
  const desired = { ...run.desired, records: [], campaigns: [] };
  await expect(probeByWrites({ ...run, desired }, ['Summer'])).rejects.toMatchObject({ code: 'probe-campaign' });
});

test('a probe whose key is refused on the way removes what it made', async () => {
  const story = await scenario({}, 'network');
  const { control } = story.sandbox;
  await control.arm({ operation: 'changeCampaignRecordStatus', kind: 'unauthorized', count: 'always' });
  const { stuck } = await probeByWrites(await doctorRun(story), ['Test A', 'Test B']);
  expect(stuck).toEqual([]);
  expect(await control.records()).toEqual([]);
});
