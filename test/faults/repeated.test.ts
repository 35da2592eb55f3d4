// A write that was refused and is sent again is a new write: whatever others did between the refusal and the repetition is seen first.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import type { Fault } from '../../src/sandbox/messages/faults.ts';
import { anchor, list, person, record } from '../support/declare.ts';
import { STORY_DOORS } from '../support/doors.ts';
import type { StoryDoor } from '../support/doors.ts';

const ANA = 'ana@example.com';
const KEY = { campaignName: 'Summer', clientId: 'C-1' };
const users = [anchor, person('ana'), person('ben')];
const of = (...rows: RecordInput[]): DesiredInput => ({
  users,
  campaigns: [list('Summer', record('C-0'), ...rows), list('Winter', record('W-0'))],
});
const pinned = record('C-1', { preferredAgent: ANA });
type Control = StoryDoor['sandbox']['control'];

const complete = (control: Control): void => void control.work({ ...KEY, agent: ANA, state: 'COMPLETED' });

interface Row {
  readonly write: string;
  readonly before: DesiredInput;
  readonly wanted: DesiredInput;
  readonly other: (control: Control) => void;
  /** What is left of the work of others. */
  readonly stands: (control: Control) => Promise<boolean>;
}

const isCompleted = async (control: Control): Promise<boolean> =>
  (await control.records('Summer')).some(
    ({ clientId, workedState }) => clientId === 'C-1' && workedState === 'COMPLETED',
  );

const ROWS: readonly Row[] = [
  {
    write: 'addOrUpdateCampaignRecord',
    before: of(pinned),
    wanted: of({ ...pinned, data: { Name: 'Another' } }),
    other: complete,
    stands: isCompleted,
  },
  {
    write: 'addOrUpdateCampaignRecord',
    before: of(),
    wanted: of(pinned),
    other: (control) =>
      void control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows: [{ Id: 'C-1', Name: 'Theirs' }] }),
    stands: async (control) =>
      (await control.records('Summer')).some(({ previewRecordData }) =>
        previewRecordData.some(({ value }) => value === 'Theirs'),
      ),
  },
  {
    write: 'changeCampaignRecordStatus',
    before: of(pinned),
    wanted: of(record('C-1')),
    other: complete,
    stands: isCompleted,
  },
  { write: 'deleteRecordFromCampaign', before: of(pinned), wanted: of(), other: complete, stands: isCompleted },
  {
    write: 'transferCampaignRecord',
    before: of(pinned),
    wanted: { users, campaigns: [list('Summer', record('C-0')), list('Winter', record('W-0'), pinned)] },
    other: complete,
    stands: isCompleted,
  },
  {
    write: 'delete-user',
    before: { ...of(), users: [...users, person('eva', { createInBackend: true })] },
    wanted: of(),
    other: (control) => {
      void control.removeUser('eva@example.com');
      void control.removeBackendUser('eva@example.com');
      void control.addUser({ loginUserId: 'eva@example.com' });
    },
    stands: async (control) => (await control.exists('eva@example.com')).inService,
  },
  {
    write: 'add-user',
    before: of(),
    wanted: { ...of(), users: [...users, person('eva', { createInBackend: true, behaviorIfInBackend: 'ALLOW' })] },
    other: (control) => void control.addUser({ loginUserId: 'eva@example.com', inService: false }),
    stands: async (control) => !(await control.exists('eva@example.com')).inService,
  },
];

const REFUSALS: readonly (readonly [string, Omit<Fault, 'operation'>])[] = [
  ['429', { kind: 'status', status: 429, retryAfterSeconds: 0 }],
  ['401 after a rotation', { kind: 'unauthorized' }],
];

describe.each(STORY_DOORS)('%s', (_door, open) => {
  describe.each(REFUSALS)('answered %s', (_refusal, fault) => {
    test.each(ROWS)(
      'a $write is read again before it is repeated',
      async ({ write, before, wanted, other, stands }) => {
        let isRefused = false;
        const story = await open({
          onRequest: ({ operation, outcome }) => {
            if (isRefused || operation !== write || !/^(?:status|unauthorized)/u.test(outcome)) return;
            isRefused = true;
            other(story.sandbox.control);
          },
        });
        const { control } = story.sandbox;
        expect((await story.run(before)).errors).toEqual([]);
        await control.arm({ operation: write, ...fault });
        const done = await story.run(wanted);
        expect(isRefused).toBe(true);
        expect(done.errors.join('\n')).toMatch(/moved|recreated/u);
        expect(await stands(control)).toBe(true);
      },
    );
  });
});
