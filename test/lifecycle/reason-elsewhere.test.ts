// A finished customer, whose line goes to another campaign with a new reason, is called again there, in one apply: no transfer opens a task.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { anchor, list, record } from '../support/declare.ts';
import { STORY_DOORS } from '../support/doors.ts';
import type { StoryDoor } from '../support/doors.ts';

const KEY = { campaignName: 'Alpha', clientId: 'C-1' };
const files = (alpha: readonly RecordInput[], beta: readonly RecordInput[]): DesiredInput => ({
  users: [anchor],
  campaigns: [list('Alpha', ...alpha), list('Beta', ...beta)],
});
const [one, two, three] = [record('C-1'), record('C-2'), record('C-3')];
const again = record('C-1', { reissue: 'asked again' });
const before = files([one, two], [three]);
const after = files([two], [three, again]);

const standing = async ({ sandbox }: StoryDoor): Promise<string[]> =>
  (await sandbox.control.records())
    .flatMap(({ campaignName, clientId, workedState }) => (clientId === 'C-1' ? `${campaignName} ${workedState}` : []))
    .toSorted();

describe.each(STORY_DOORS)('through %s', (_door, open) => {
  const begun = async (): Promise<StoryDoor> => {
    const door = await open();
    await door.settle(before);
    await door.settle(before);
    return door;
  };
  const complete = (door: StoryDoor, campaignName: string): Promise<unknown> =>
    door.sandbox.control.work({ ...KEY, campaignName, agent: anchor.loginUserId, state: 'COMPLETED' });

  test.each([
    ['an apply had noted it', true, false],
    ['no apply had seen it', false, false],
    ['it was cleared away, and an apply had noted it', true, true],
    ['it was cleared away', false, true],
  ])('where %s', async (_title, isNoted, isCleared) => {
    const door = await begun();
    await complete(door, 'Alpha');
    if (isNoted) await door.run(before);
    if (isCleared) await door.sandbox.control.removeRecord(KEY);
    const { changes, words } = await door.settle(after);
    expect([changes, words.join(), await standing(door)]).toEqual([
      ['move record:Beta/C-1'],
      expect.not.stringContaining('repaired') as string,
      [...(isCleared ? [] : ['Alpha COMPLETED']), 'Beta NOTWORKED'],
    ]);
  });

  test('and is finished there, too, whatever is left where it was', async () => {
    const door = await begun();
    await complete(door, 'Alpha');
    await door.settle(after);
    await complete(door, 'Beta');
    await door.settle(after);
    await door.sandbox.control.removeRecord({ ...KEY, campaignName: 'Beta' });
    const { words } = await door.settle(after);
    expect(words.join()).toContain('stays finished');
  });

  test('and once for the reason, wherever its line goes', async () => {
    const door = await begun();
    await complete(door, 'Alpha');
    await door.settle(after);
    await complete(door, 'Beta');
    await door.settle(after);
    await door.settle(files([again, two], [three]));
    expect(await standing(door)).toEqual(['Alpha COMPLETED', 'Beta COMPLETED']);
    await door.sandbox.control.removeRecord({ ...KEY, campaignName: 'Beta' });
    await door.sandbox.control.removeRecord(KEY);
    await door.run(files([again, two], [three]));
    expect(await standing(door)).toEqual([]);
  });
});
