// Others move a customer of ours to another campaign by hand. Before it is added again where it was, let go there, or another task taken
// over in its place, muster looks where else it stands: by marker, and by id where no marker shows it.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { ERRORS } from '../../src/core/model/errors.ts';
import { anchor, record } from '../support/declare.ts';
import { STORY_DOORS } from '../support/doors.ts';
import type { StoryDoor } from '../support/doors.ts';
import { scenario } from '../support/scenario.ts';

const KEY = { campaignName: 'Summer', clientId: 'C-1' };

/** C-1 in Summer and, where that is asked for, in Winter; null: it is not declared. */
function lists(summer: Partial<RecordInput> | null, winter: Partial<RecordInput> | null = null, marker = true) {
  const of = (more: Partial<RecordInput> | null): RecordInput[] => (more === null ? [] : [record('C-1', more)]);
  const desired: DesiredInput = {
    users: [anchor],
    campaigns: [
      { campaignName: 'Summer', marker, intake: true, records: [...of(summer), record('C-8')] },
      { campaignName: 'Winter', marker, records: [...of(winter), record('C-9')] },
    ],
  };
  return desired;
}

const standing = async ({ sandbox }: StoryDoor): Promise<string[]> =>
  (await sandbox.control.records()).flatMap(({ campaignName, clientId }) => (clientId === 'C-1' ? campaignName : []));

describe.each(STORY_DOORS)('through %s', (_door, open) => {
  const moved = async (marker: boolean): Promise<StoryDoor> => {
    const door = await open();
    await door.settle(lists({}, null, marker));
    // What was just created is known by its id from the next reading on.
    await door.settle(lists({}, null, marker));
    await door.sandbox.control.moveRecord({ ...KEY, toCampaign: 'Winter' });
    return door;
  };
  const expectSaid = async (door: StoryDoor, desired: DesiredInput): Promise<void> => {
    const before = await standing(door);
    for (let run = 0; run < 2; run += 1) {
      const { changes, words, writes } = await door.run(desired);
      expect({ changes, writes, words: words.join() }).toEqual({
        changes: [],
        writes: 0,
        words: expect.stringContaining('was moved to campaign Winter by somebody else') as string,
      });
    }
    expect(await standing(door)).toEqual(before);
  };

  describe.each([true, false])('where markers: %s', (marker) => {
    test('it is not called again for a reason', async () => {
      await expectSaid(await moved(marker), lists({ reissue: 'asked again' }, null, marker));
    });

    test('it is not taken for gone where nobody is to call it, and declared absent where it stands it goes', async () => {
      const door = await moved(marker);
      await expectSaid(door, lists({ ensure: 'absent' }, null, marker));
      await door.settle(lists(null, { ensure: 'absent', adopt: true }, marker));
      expect(await standing(door)).toEqual([]);
    });

    test('a task that others load in its place is not taken over beside it', async () => {
      const door = await moved(marker);
      const rows = [{ Id: 'C-1', Name: 'Theirs' }];
      await door.sandbox.control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows });
      await expectSaid(door, lists({ adopt: true }, null, marker));
      expect(await standing(door)).toEqual(['Winter', 'Summer']);
    });
  });

  test.each([true, false])(
    'declared where it stands it is taken along, whatever others put in its place (markers: %s)',
    async (marker) => {
      const door = await moved(marker);
      const rows = [{ Id: 'C-1', Name: 'Theirs' }];
      await door.sandbox.control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows });
      await expectSaid(door, lists({ adopt: true }, null, marker));
      // Without a marker the file says that it is meant.
      const there = lists(null, { adopt: !marker }, marker);
      await door.settle(there);
      expect((await door.run(there)).words).toEqual([]);
      expect(await standing(door)).toEqual(['Winter', 'Summer']);
    },
  );

  test('set to REMOVED where others moved it, it is the one that is meant: what stands beside it asks a person', async () => {
    const door = await moved(true);
    await door.sandbox.control.changeRecord({ campaignName: 'Winter', clientId: 'C-1', state: 'REMOVED' });
    await door.sandbox.control.setSwitches({ S11: { intake: 'twin', idSearch: 'newest' } });
    const rows = [{ Id: 'C-1', Name: 'Theirs' }];
    await door.sandbox.control.loadIntake({ campaignName: 'Winter', idColumn: 'Id', rows });
    const { changes, words, writes } = await door.run(lists(null, { adopt: true }));
    expect([changes, writes, words.join()]).toEqual([[], 0, expect.stringContaining('stands twice')]);
    const ids = (await door.sandbox.control.records('Winter')).filter(({ clientId }) => clientId === 'C-1');
    const own = ids.find(({ workedState }) => workedState === 'REMOVED')?.previewRecordID ?? '';
    const named = lists(null, { adopt: true, previewRecordId: own });
    await door.settle(named);
    expect((await door.run(named)).writes).toBe(0);
    const shown = await door.sandbox.control.records('Winter');
    expect(shown.some(({ previewRecordData }) => previewRecordData.some(({ value }) => value === 'Theirs'))).toBe(true);
  });

  test('it is not let go as gone where its line is dropped, and goes on where it is declared', async () => {
    const door = await moved(true);
    await expectSaid(door, lists(null));
    await door.settle(lists(null, {}));
    expect(await standing(door)).toEqual(['Winter']);
  });

  test.each(['before', 'after'])(
    'opened again by others %s the run that moves its line, it is not called gone',
    async (when) => {
      const door = await open();
      await door.settle(lists({}));
      await door.sandbox.control.work({ ...KEY, agent: anchor.loginUserId, state: 'COMPLETED' });
      await door.settle(lists({}));
      if (when === 'after') await door.settle(lists(null, {}));
      await door.sandbox.control.changeRecord({ ...KEY, state: 'NOTWORKED' });
      for (let run = 0; run < 2; run += 1) {
        const { changes, words } = await door.run(lists(null, {}));
        expect(changes).toEqual([]);
        expect(words.join()).toContain('was worked in Summer (1 attempt), and stays there');
        expect(words.join()).not.toContain('gone');
      }
      await door.settle(lists(null, { whenWorked: 'replace' }));
      expect(await standing(door)).toEqual(['Winter']);
    },
  );

  test('its line follows it: what the stop advises takes it over, and nobody removes it', async () => {
    const door = await moved(false);
    const { changes, words } = await door.run(lists(null, { data: { Name: 'another' } }, false));
    expect([changes, words.join()]).toEqual([[], expect.stringContaining('is gone from Summer')]);
    expect(ERRORS['target-occupied'].advice).toContain(
      'gone from the campaign that it should leave, say `adopt: true`',
    );
    await door.settle(lists(null, { adopt: true }, false));
    expect(await standing(door)).toEqual(['Winter']);
  });

  test('where it stands twice in the campaign that it leaves, what the stop advises leads out', async () => {
    const door = await open();
    await door.settle(lists({}));
    await door.sandbox.control.setSwitches({ S11: { intake: 'twin', idSearch: 'oldest' } });
    await door.sandbox.control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows: [{ Id: 'C-1' }] });
    const ids = (await door.sandbox.control.records('Summer')).filter(({ clientId }) => clientId === 'C-1');
    const [own = '', other = ''] = ids.map(({ previewRecordID }) => previewRecordID);
    expect((await door.run(lists(null, {}))).words.join()).toContain('stands twice in Summer');
    expect(ERRORS.twin.advice).toContain('put it back first, apply, then move it');
    await door.settle(lists({ previewRecordId: own, twins: { [other]: 'remove' } }));
    await door.settle(lists(null, {}));
    expect(await standing(door)).toEqual(['Winter']);
  });

  test('where the other campaign cannot be read, it is not let go', async () => {
    const door = await moved(true);
    const failing = { operation: 'searchPreviewCampaign', kind: 'status', status: 400, count: 'always' } as const;
    await door.sandbox.control.arm({ ...failing, key: 'Winter/contact-centre' });
    const { changes } = await door.run(lists(null));
    expect(changes).toEqual([]);
  });
});

test('a drift report says missing of the place it left, and conflict where others put a task there', async () => {
  const story = await scenario();
  await story.converge(lists({}));
  await story.sandbox.control.moveRecord({ ...KEY, toCampaign: 'Winter' });
  const found = async (): Promise<string[]> =>
    (await story.drift(lists({}))).findings.map((finding) => `${finding.class} ${finding.address}`);
  expect(await found()).toEqual(['missing record:Summer/C-1']);
  await story.sandbox.control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows: [{ Id: 'C-1' }] });
  expect(await found()).toEqual(['conflict record:Summer/C-1']);
});
