// Several tasks with one clientId: the file names the one that is meant, and says what becomes of the others. Through the command and
// through Pulumi; after every step the next run has nothing to do and writes nothing.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput, UserInput } from '../../src/core/desired/declarations/define.ts';
import type { SandboxRecord } from '../../src/sandbox/operations/control.ts';
import { errorOf, loadFiles } from '../desired/project-folder.ts';
import { anchor, list, person, record } from '../support/declare.ts';
import { requestsSent, STORY_DOORS } from '../support/doors.ts';
import type { StoryDoor } from '../support/doors.ts';
import { decisions, scenario } from '../support/scenario.ts';

const WRITES = ['addOrUpdateCampaignRecord', 'changeCampaignRecordStatus', 'deleteRecordFromCampaign'];
const summer = (more: Partial<RecordInput> = {}): DesiredInput => ({
  users: [anchor],
  campaigns: [{ campaignName: 'Summer', intake: true, records: [record('C-1', more), record('C-2')] }],
});

const twins = async ({ sandbox }: Pick<StoryDoor, 'sandbox'>): Promise<readonly SandboxRecord[]> =>
  (await sandbox.control.records('Summer')).filter(({ clientId }) => clientId === 'C-1');
const itemOf = (task: SandboxRecord | undefined, key: string): string | undefined =>
  task?.previewRecordData.find((item) => item.key === key)?.value;

/** Ours, and the one that an intake file loaded beside it. */
async function withTwin(
  door: StoryDoor,
  idSearch: 'oldest' | 'newest',
  extra = 'of theirs',
): Promise<{ ours: string; theirs: string }> {
  await door.sandbox.control.setSwitches({ S11: { intake: 'twin', idSearch } });
  // Right after the create its previewRecordId is not recorded yet.
  await (idSearch === 'oldest' ? door.run(summer()) : door.settle(summer()));
  const rows = [{ Id: 'C-1', Name: 'From the file', extra }];
  await door.sandbox.control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows });
  const [ours, theirs] = await twins(door);
  return { ours: ours?.previewRecordID ?? '', theirs: theirs?.previewRecordID ?? '' };
}

describe.each(STORY_DOORS)('through %s', (_door, open) => {
  describe.each(['oldest', 'newest'] as const)('where an id search shows the %s', (idSearch) => {
    test('P-100 P-111 P-150 a named record is written by its previewRecordId, its twin is left alone and reported, then removed', async () => {
      const door = await open();
      const { ours, theirs } = await withTwin(door, idSearch);
      const before = (await twins(door))[1];
      const sent = requestsSent();
      const named = { previewRecordId: ours, skillQueue: 'gold' };
      const kept = await door.settle(summer(named));
      expect(kept.changes).toEqual(['update record:Summer/C-1']);
      expect(kept.words.join()).toContain(`its duplicate ${theirs} (NOTWORKED, 0 attempts) stays`);
      expect((await twins(door)).map((task) => task.skillQueue)).toEqual(['gold', 'default']);
      expect((await twins(door))[1]).toEqual(before);
      const silent = await door.settle(summer({ ...named, twins: { [theirs]: 'keep' } }));
      expect(silent.words.join()).not.toContain('twin');
      const removed = await door.settle(summer({ ...named, twins: { [theirs]: 'remove' } }));
      expect(removed.words.join()).toContain(`its duplicate ${theirs} is deleted`);
      expect((await twins(door)).map((task) => task.previewRecordID)).toEqual([ours]);
      const writes = sent
        .filter(({ operation }) => WRITES.includes(operation))
        .map(({ body }) => body['previewRecordId']);
      expect(writes).toEqual([ours, theirs]);
      // Alone again, it may be named or not.
      await door.settle(summer({ skillQueue: 'gold' }));
    });

    test('a merge takes over what the twin has, then deletes it', async () => {
      const door = await open();
      const { ours, theirs } = await withTwin(door, idSearch);
      const merged = await door.settle(summer({ previewRecordId: ours, twins: { [theirs]: 'merge' } }));
      expect(merged.words.join()).toContain(`takes over what its duplicate ${theirs} has, which is then deleted`);
      const [only, second] = await twins(door);
      expect(second).toBeUndefined();
      expect([itemOf(only, 'Name'), itemOf(only, 'extra')]).toEqual(['C-1', 'of theirs']);
    });

    test('a merge that the service answers with SUCCESS and does not keep leaves the twin with its data', async () => {
      const door = await open();
      const extra = 'of theirs '.repeat(6).trim();
      const { ours, theirs } = await withTwin(door, idSearch, extra);
      await door.sandbox.control.setSwitches({ S20: { kind: 'cut', max: 50 } });
      const merged = await door.run(summer({ previewRecordId: ours, twins: { [theirs]: 'merge' } }));
      expect(merged.errors.join()).toContain(`what ${theirs} has is not shown by the named task yet: ${theirs} stays`);
      const [, twin] = await twins(door);
      expect([twin?.previewRecordID, itemOf(twin, 'extra')]).toEqual([theirs, extra]);
      // By now the named task shows a part of it: that is no reason to give up the whole.
      await door.sandbox.control.setSwitches({ S20: { kind: 'none' } });
      const again = await door.settle(summer({ previewRecordId: ours, twins: { [theirs]: 'merge' } }));
      expect(again.words.join()).toContain('it has another value of an item that no file declares');
      expect(itemOf((await twins(door))[1], 'extra')).toBe(extra);
    });

    test('an exact twin that is named instead of ours has its queue, under whatever name that is shown', async () => {
      const door = await open({ switches: { S29: 'differs' } });
      await door.settle(summer({ skillQueue: 'gold' }));
      await door.sandbox.control.setSwitches({ S11: { intake: 'twin', idSearch } });
      const [first] = await twins(door);
      const row = Object.fromEntries((first?.previewRecordData ?? []).map(({ key, value }) => [key, value]));
      await door.sandbox.control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows: [{ ...row, Id: 'C-1' }] });
      const [ours = '', theirs = ''] = (await twins(door)).map((task) => task.previewRecordID);
      await door.settle(summer({ skillQueue: 'gold', previewRecordId: theirs, twins: { [ours]: 'remove' } }));
      expect((await twins(door)).map((task) => task.previewRecordID)).toEqual([theirs]);
    });

    test('the twin where a record stands that others moved there goes in the same apply', async () => {
      const door = await open();
      const both = (ours: readonly RecordInput[], ...moved: RecordInput[]): DesiredInput => ({
        users: [anchor],
        campaigns: [list('Summer', record('C-2'), ...ours), list('Winter', record('C-3'), ...moved)],
      });
      await door.settle(both([record('C-1')]));
      await door.sandbox.control.setSwitches({ S11: { intake: 'twin', idSearch } });
      await door.sandbox.control.moveRecord({ campaignName: 'Summer', clientId: 'C-1', toCampaign: 'Winter' });
      const rows = [{ Id: 'C-1', Name: 'From the file' }];
      await door.sandbox.control.loadIntake({ campaignName: 'Winter', idColumn: 'Id', rows });
      const there = async (): Promise<string[]> =>
        (await door.sandbox.control.records('Winter'))
          .filter(({ clientId }) => clientId === 'C-1')
          .map((task) => task.previewRecordID);
      const [ours = '', theirs = ''] = await there();
      await door.settle(both([], record('C-1', { previewRecordId: ours, twins: { [theirs]: 'remove' } })));
      expect(await there()).toEqual([ours]);
    });

    test('the twin of others is removed alone by its name, and ours stays and stays recorded', async () => {
      const door = await open();
      const { ours, theirs } = await withTwin(door, idSearch);
      const gone = { previewRecordId: theirs, ensure: 'absent', adopt: true } as const;
      await door.settle(summer(gone));
      expect((await twins(door)).map((task) => task.previewRecordID)).toEqual([ours]);
      await door.settle(summer({ previewRecordId: ours }));
      const after = await door.settle(summer());
      expect(after).toMatchObject({ changes: [], writes: 0 });
      expect((await twins(door)).map((task) => task.previewRecordID)).toEqual([ours]);
    });

    test('P-130 an open twin of a used-up record is completed by its name, and nobody is called again', async () => {
      const door = await open();
      const { ours, theirs } = await withTwin(door, idSearch);
      await door.settle(summer({ previewRecordId: ours, twins: { [theirs]: 'keep' } }));
      await door.settle(summer({ previewRecordId: ours, twins: { [theirs]: 'keep' }, ensure: 'completed' }));
      await door.settle(summer({ previewRecordId: theirs, adopt: true, ensure: 'removed', twins: { [ours]: 'keep' } }));
      expect((await twins(door)).map((task) => task.workedState)).toEqual(['COMPLETED', 'REMOVED']);
      await door.settle(summer({ previewRecordId: theirs, adopt: true, twins: { [ours]: 'keep' } }));
      expect((await twins(door)).map((task) => task.workedState)).toEqual(['COMPLETED', 'REMOVED']);
    });
  });
});

describe('what is left alone', () => {
  const story = async (): Promise<{
    door: StoryDoor;
    ours: string;
    theirs: string;
  }> => {
    const [, open] = STORY_DOORS[0] ?? [];
    if (open === undefined) throw new Error('there is no entry point');
    const door = await open();
    return { door, ...(await withTwin(door, 'oldest')) };
  };

  test('twins that no file names: a person decides, and is told their ids', async () => {
    const { door, ours, theirs } = await story();
    const { changes, words } = await door.run(summer({ skillQueue: 'gold' }));
    expect(changes).toEqual([]);
    expect(words.join()).toContain(`stands twice in the campaign (${ours}, ${theirs})`);
  });

  test('P-113 a record whose named task is not there: nothing is added', async () => {
    const { door } = await story();
    const done = await door.run(summer({ previewRecordId: 'R-999' }));
    expect(done).toMatchObject({ changes: [], writes: 0 });
    expect(done.words.join()).toContain('no customer with this clientId has the previewRecordId R-999');
    expect(await twins(door)).toHaveLength(2);
  });

  test('a name of another record: it is not taken for one of this clientId', async () => {
    const { door } = await story();
    const [other] = (await door.sandbox.control.records('Summer')).filter(({ clientId }) => clientId === 'C-2');
    const gone = { previewRecordId: other?.previewRecordID ?? '', ensure: 'absent', adopt: true } as const;
    expect(await door.run(summer(gone))).toMatchObject({ changes: [], writes: 0 });
    expect((await door.sandbox.control.records('Summer')).some(({ clientId }) => clientId === 'C-2')).toBe(true);
    expect(await twins(door)).toHaveLength(2);
  });

  test('a twin that was worked, unless the file says whenWorked: remove', async () => {
    const { door, ours, theirs } = await story();
    await door.sandbox.control.setSwitches({ S11: { intake: 'twin', idSearch: 'newest' } });
    const worked = { campaignName: 'Summer', clientId: 'C-1', agent: anchor.loginUserId, state: 'COMPLETED' } as const;
    await door.sandbox.control.work(worked);
    const named = { previewRecordId: ours, twins: { [theirs]: 'remove' } } as const;
    const kept = await door.settle(summer(named));
    expect(kept.words.join()).toContain('(COMPLETED, 1 attempt) stays: it was worked, and whenWorked: remove would');
    await door.settle(summer({ ...named, whenWorked: 'remove' }));
    expect((await twins(door)).map((task) => task.previewRecordID)).toEqual([ours]);
  });

  test('a deleted twin that is still shown, as REMOVED', async () => {
    const { door, ours, theirs } = await story();
    await door.sandbox.control.setSwitches({ S5: 'removed-visible' });
    await door.settle(summer({ previewRecordId: ours, twins: { [theirs]: 'remove' } }));
    expect((await twins(door)).map((task) => task.workedState)).toEqual(['NOTWORKED', 'REMOVED']);
    // It counts as removed: nothing is left to do, or to say, whatever the file says of worked ones.
    for (const whenWorked of ['keep', 'remove'] as const) {
      const again = await door.run(summer({ previewRecordId: ours, twins: { [theirs]: 'remove' }, whenWorked }));
      expect(again).toMatchObject({ changes: [], writes: 0 });
      expect(again.words.join()).not.toContain(theirs);
    }
  });

  test('a task whose twin cannot be read', async () => {
    const own = await scenario({ switches: { S11: { intake: 'twin', idSearch: 'oldest' } } });
    await own.converge(summer());
    const desired = summer({ previewRecordId: 'R-2', skillQueue: 'gold' });
    await own.sandbox.control.arm({
      operation: 'searchPreviewCampaign',
      kind: 'status',
      status: 400,
      key: 'Summer/R-2',
      count: 'always',
    });
    const plan = await own.plan(desired);
    expect(plan.changes).toEqual([]);
    expect(decisions(plan)).toEqual(['unreadable record:Summer/C-1']);
  });
});

test('what was recorded, and stays beside the task that is named by now, keeps its agent: who leaves waits for a person', async () => {
  const own = await scenario({ switches: { S11: { intake: 'twin', idSearch: 'oldest' } } });
  const ana = person('ana', { offboard: 'clear' });
  const files = (users: readonly UserInput[], more?: Partial<RecordInput>): DesiredInput => ({
    users: [anchor, ...users],
    campaigns: [{ campaignName: 'Summer', intake: true, records: [record('C-1', more)] }],
  });
  await own.converge(files([ana]));
  const [ours] = await twins(own);
  const copied = { Id: 'C-1', Name: 'C-1', Hidden: 'musterStack', musterStack: itemOf(ours, 'musterStack') ?? '' };
  await own.sandbox.control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows: [copied] });
  await own.sandbox.control.changeRecord({ campaignName: 'Summer', clientId: 'C-1', preferredAgent: ana.loginUserId });
  const pins = async (): Promise<string[]> => (await twins(own)).map(({ preferredAgent }) => preferredAgent ?? '');
  expect(await pins()).toEqual([ana.loginUserId, '']);
  const [kept = '', named = ''] = (await twins(own)).map(({ previewRecordID }) => previewRecordID);
  const after = files([], { previewRecordId: named, twins: { [kept]: 'keep' }, adopt: true });
  const plan = await own.plan(after);
  expect(decisions(plan)).toEqual([`offboard-blocked user:${ana.loginUserId}`]);
  await own.apply(after);
  expect(await pins()).toEqual([ana.loginUserId, '']);
});

test.each(STORY_DOORS)('a line goes where others set the duplicate to REMOVED, through %s', async (_name, open) => {
  const door = await open();
  const { theirs } = await withTwin(door, 'oldest');
  await door.sandbox.control.setSwitches({ S11: { intake: 'twin', idSearch: 'newest' } });
  await door.sandbox.control.work({
    ...{ campaignName: 'Summer', clientId: 'C-1', agent: anchor.loginUserId, state: 'REMOVED' },
  });
  const gone = await door.settle({
    users: [anchor],
    campaigns: [{ campaignName: 'Summer', intake: true, records: [record('C-2')] }],
  });
  expect(gone.changes).toEqual(['delete record:Summer/C-1']);
  expect((await twins(door)).map((task) => task.previewRecordID)).toEqual([theirs]);
});

test.each([
  ['twins: {R-7: remove}', 'missing-key'],
  ['previewRecordId: R-7, twins: {R-7: remove}', 'wrong-type'],
  ['previewRecordId: R-2, twins: {R-7: drop}', 'wrong-type'],
  ['previewRecordId: "R-2 "', 'hidden-character'],
])('a declaration with %s is a finding: %s', async (said, code) => {
  const file = `campaigns:\n  - campaignName: S\n    records:\n      - {clientId: C-1, ${said}}\n`;
  const error = await errorOf(() => loadFiles({ 'desired/a.yaml': file }));
  expect(error.diagnostics).toMatchObject([{ code, source: { line: 4 } }]);
});
