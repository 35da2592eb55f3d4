// The read-only probe under every value of each switch it claims to answer: it says exactly what is set, or `unknown`,
// and sends no write.

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { UNKNOWN } from '../../../src/model/open-points.ts';
import { DEFAULT_SWITCHES } from '../../../src/sandbox/world/switches.ts';
import type { Switches } from '../../../src/sandbox/world/switches.ts';
import { applied, probed } from './probing.ts';
import type { SwitchId } from './probing.ts';

const S22 = DEFAULT_SWITCHES.S22;

/** Switch setting -> what the probe must say. */
const CERTAIN: readonly (readonly [Partial<Switches>, Partial<Record<SwitchId, string>>])[] = [
  ...(['status', 'error', 'top-level', '404', 'FAILED+text', 'SUCCESS+empty'] as const).map(
    (S1) => [{ S1 }, { S1 }] as const,
  ),
  ...(['AND', 'OR', 'refused'] as const).map((S2) => [{ S2 }, { S2 }] as const),
  ...(['scrambled', 'oldest-first', 'newest-first'] as const).map((S3) => [{ S3 }, { S3 }] as const),
  [{ S4: 5 }, { S4: '5' }],
  [{ S4: 11 }, { S4: '11' }],
  [{ S4: 1000 }, { S4: UNKNOWN }],
  [{ S4: 'none' }, { S4: UNKNOWN }],
  ...(['on', 'null', 'missing'] as const).map((S15) => [{ S15 }, { S15 }] as const),
  ...(['both', 'previewRecordId', 'previewRecordID'] as const).map((S21) => [{ S21 }, { S21 }] as const),
  ...(['sensitive', 'insensitive'] as const).map(
    (letters) => [{ S22: { ...S22, case: letters } }, { 'S22.case': letters }] as const,
  ),
  ...[true, false].map((trim) => [{ S22: { ...S22, trim } }, { 'S22.trim': String(trim) }] as const),
  ...(['excluded', 'matches'] as const).map(
    (missing) => [{ S22: { ...S22, missing } }, { 'S22.missing': missing }] as const,
  ),
  ...(['text', 'number'] as const).map(
    (compare) => [{ S22: { ...S22, compare } }, { 'S22.compare': compare }] as const,
  ),
  [{ S28: 'empty' }, { S28: 'empty' }],
  [{ S28: 'null' }, { S28: UNKNOWN }],
  [{ S28: 'both' }, { S28: UNKNOWN }],
];

/** What every answer of the probe must be true of, whatever else is set. */
function isTrue(id: SwitchId, answer: string, set: Switches): boolean {
  if (answer === UNKNOWN) return true;
  switch (id) {
    case 'S4':
      return answer === '>1000' ? set.S4 === 'none' || set.S4 > 1000 : answer === String(set.S4);
    case 'S11.idSearch':
      return answer === set.S11.idSearch;
    case 'S22.case':
      return answer === set.S22.case;
    case 'S22.trim':
      return answer === String(set.S22.trim);
    case 'S22.missing':
      return answer === set.S22.missing;
    case 'S22.compare':
      return answer === set.S22.compare;
    default:
      return answer === set[id as keyof Switches];
  }
}

test.each(CERTAIN.map(([set, said]) => [JSON.stringify(set), set, said] as const))(
  'under %s the probe says so, is right about the rest, and writes nothing',
  async (_title, set, said) => {
    const story = await applied();
    await story.sandbox.control.resetCounters();
    const answers = await probed(story, set);
    expect(Object.fromEntries(Object.keys(said).map((id) => [id, answers.get(id as SwitchId)]))).toEqual(said);
    const wrong = [...answers].filter(([id, value]) => !isTrue(id, value, { ...DEFAULT_SWITCHES, ...set }));
    expect(wrong).toEqual([]);
    expect(await story.sandbox.control.counters()).toMatchObject({ writes: 0, unexpected: 0 });
  },
);

const LISTS = {
  S1: ['status', 'error', 'top-level', '404', 'FAILED+text', 'SUCCESS+empty'],
  S2: ['AND', 'OR', 'refused'],
  S3: ['scrambled', 'oldest-first', 'newest-first'],
  S4: [1, 3, 9, 12, 1000, 'none'],
  S5: ['gone', 'removed-visible', 'removed-hidden'],
  S8: ['new', 'kept'],
  S15: ['on', 'null', 'missing'],
  S21: ['both', 'previewRecordId', 'previewRecordID'],
  S28: ['both', 'null', 'empty'],
} as const;
const BOOLEANS = { case: ['sensitive', 'insensitive'], trim: [true, false], missing: ['excluded', 'matches'] } as const;

test('under readings drawn together, with moved, worked, twin and deleted records, no answer is wrong', async () => {
  const drawn = fc.record({
    ...Object.fromEntries(Object.entries(LISTS).map(([id, values]) => [id, fc.constantFrom<unknown>(...values)])),
    S22: fc.record({
      ...Object.fromEntries(Object.entries(BOOLEANS).map(([id, values]) => [id, fc.constantFrom<unknown>(...values)])),
      compare: fc.constantFrom('text', 'number'),
    }),
    S11: fc.record({ intake: fc.constant('twin'), idSearch: fc.constantFrom('oldest', 'newest') }),
  }) as fc.Arbitrary<Partial<Switches>>;
  const story = await applied();
  const { control } = story.sandbox;
  await control.work({ campaignName: 'Summer', clientId: 'C-1', agent: 'ana@example.com', state: 'COMPLETED' });
  const rows = [{ Id: 'C-2', Name: 'again', score: '5' }];
  await control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows });
  await control.moveRecord({ campaignName: 'Summer', clientId: 'C-3', toCampaign: 'Welcome' });
  await control.moveRecord({ campaignName: 'Welcome', clientId: 'C-3', toCampaign: 'Summer' });
  await control.removeRecord({ campaignName: 'Summer', clientId: 'C-4' });
  await fc.assert(
    fc.asyncProperty(drawn, async (set) => {
      const all = { ...DEFAULT_SWITCHES, ...set };
      const answers = await probed(story, all);
      expect([...answers].filter(([id, value]) => !isTrue(id, value, all))).toEqual([]);
    }),
    { numRuns: 30 },
  );
});
