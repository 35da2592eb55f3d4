// A record that changes its campaign, and a service that cuts what others stored on the way: the full copy is kept, the keys are said
// and never a value, and what stands there is not overwritten. With the ledger and through Pulumi, which keep the copy differently.
// A task that we deleted there, and that is still shown, is not what moves.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { anchor, record } from '../support/declare.ts';
import { STORY_DOORS } from '../support/doors.ts';
import type { StoryDoor } from '../support/doors.ts';

const declaring = (summer: RecordInput[], welcome: RecordInput[]): DesiredInput => ({
  users: [anchor],
  campaigns: [
    { campaignName: 'Summer', records: summer },
    { campaignName: 'Welcome', records: welcome },
  ],
});
const BEFORE = declaring([record('C-1'), record('C-2')], [record('W-1')]);
const after = (more: Partial<RecordInput> = {}): DesiredInput =>
  declaring([record('C-2')], [record('W-1'), record('C-1', more)]);
const NOTE = 'called twice, wants to be called back in spring, and asked for the older contract';
/** Long enough for a marker. */
const MAX = 64;
const KEPT = 'Note: stored by others, with another value than before it moved here; not overwritten';
const WELCOME = { campaignName: 'Welcome', clientId: 'C-1' };

const noteOf = async ({ sandbox }: StoryDoor): Promise<string | undefined> => {
  const tasks = (await sandbox.control.records()).filter(({ clientId }) => clientId === 'C-1');
  return tasks[0]?.previewRecordData.find(({ key }) => key === 'Note')?.value;
};

/** Moved by a service that keeps 64 characters of a value, and that (S7) takes data along or loses them. */
async function moved(door: StoryDoor, S7: 'moves' | 'lost'): Promise<void> {
  await door.settle(BEFORE);
  await door.sandbox.control.changeRecord({ campaignName: 'Summer', clientId: 'C-1', data: { Note: NOTE } });
  await door.settle(BEFORE);
  await door.sandbox.control.setSwitches({ S7, S20: { kind: 'cut', max: MAX } });
  const done = await door.run(after());
  expect([done.changes, done.errors]).toEqual([['move record:Welcome/C-1'], []]);
  expect(await noteOf(door)).toBe(NOTE.slice(0, MAX));
}

describe.each(STORY_DOORS)('through %s', (_door, open) => {
  test.each(['moves', 'lost'] as const)(
    'a value of others that arrives cut is said by its key at every run, until it is whole again (S7 %s)',
    async (S7) => {
      const door = await open();
      await moved(door, S7);
      for (let run = 0; run < 2; run += 1) {
        const again = await door.run(after());
        expect(again).toMatchObject({ changes: [], writes: 0, errors: [] });
        expect(again.words.join()).toContain(KEPT);
        expect(again.words.join()).not.toContain('called');
      }
      await door.sandbox.control.changeRecord({ ...WELCOME, data: { Note: NOTE } });
      await door.run(after());
      // The copy is gone: what others do from now on is theirs.
      await door.sandbox.control.changeRecord({ ...WELCOME, data: { Note: 'done' } });
      const silent = await door.run(after());
      expect([silent.words.join(), silent.writes]).toEqual(['', 0]);
    },
  );

  test.each([{}, { reissue: 'again' }])(
    'a deleted task that is still shown is not the record that others moved away, where its line only sets a state (%o)',
    async (reason) => {
      const unmarked = (summer: RecordInput[], welcome: RecordInput[]): DesiredInput => {
        const { users = [], campaigns = [] } = declaring([...summer, record('C-2')], [...welcome, record('W-1')]);
        return { users, campaigns: campaigns.map((each) => ({ ...each, marker: each.campaignName === 'Summer' })) };
      };
      const door = await open({ switches: { S5: 'removed-visible' } });
      await door.settle(unmarked([record('C-1')], [record('C-1')]));
      await door.settle(unmarked([record('C-1')], []));
      await door.sandbox.control.moveRecord({ campaignName: 'Summer', clientId: 'C-1', toCampaign: 'Spring' });
      const nextEarliestWorkTime = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
      const worked = record('C-1', { ...reason, adopt: true, ensure: 'worked', nextEarliestWorkTime });
      for (let run = 0; run < 2; run += 1) {
        const { changes, words, writes } = await door.run(unmarked([], [worked]));
        expect([changes, writes, words.join()]).toEqual([
          [],
          0,
          expect.stringContaining('is gone from Summer, and nobody'),
        ]);
      }
    },
  );
});
