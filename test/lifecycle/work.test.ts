// Work-state gates end to end (research N9): an agent acts between plan and apply, for every action there is. Nothing an
// agent touched is overwritten, deleted or reset, and no customer is called twice.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput, UserInput } from '../../src/core/desired/declarations/define.ts';
import * as engine from '../../src/core/engine.ts';
import { list, person } from '../support/declare.ts';
import { actionsOf, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const [ANA, BEN] = ['ana@example.com', 'ben@example.com'];
const ben = person('ben');
const record = (more: Partial<RecordInput> = {}, clientId = 'C-1'): RecordInput => ({
  clientId,
  data: { Name: clientId, phone: '+34911234567' },
  ...more,
});
const other = record({}, 'C-2');
const summer = (...records: RecordInput[]): DesiredInput => ({ users: [ben], campaigns: [list('Summer', ...records)] });
const KEY = { campaignName: 'Summer', clientId: 'C-1' };

interface Case {
  readonly before: DesiredInput;
  /** What the agent’s environment does before the plan. */
  readonly life?: (story: Scenario) => Promise<void>;
  readonly after: DesiredInput;
  /** The plan, of the record. */
  readonly action: string;
}

const leaver = (offboard: NonNullable<UserInput['offboard']>): Case => ({
  before: { ...summer(record(), other), users: [ben, person('ana', { offboard })] },
  life: (story) => story.sandbox.control.changeRecord({ ...KEY, preferredAgent: ANA }),
  after: summer(record(), other),
  action: 'update record:Summer/C-1',
});

const CASES: Readonly<Record<string, Case>> = {
  update: {
    before: summer(record(), other),
    after: summer(record({ skillQueue: 'gold' }), other),
    action: 'update record:Summer/C-1',
  },
  'update that may replace what was worked': {
    before: summer(record(), other),
    after: summer(record({ skillQueue: 'gold', whenWorked: 'replace' }), other),
    action: 'update record:Summer/C-1',
  },
  delete: { before: summer(record(), other), after: summer(other), action: 'delete record:Summer/C-1' },
  'delete that may remove what was worked': {
    before: summer(record(), other),
    after: summer(record({ ensure: 'absent', whenWorked: 'remove' }), other),
    action: 'delete record:Summer/C-1',
  },
  move: {
    before: summer(record(), other),
    after: { users: [ben], campaigns: [list('Summer', other), list('Winter', record())] },
    action: 'move record:Winter/C-1',
  },
  'status change': {
    before: summer(record(), other),
    after: summer(record({ ensure: 'completed' }), other),
    action: 'update record:Summer/C-1',
  },
  'clearing of a pin': {
    before: summer(record({ preferredAgent: BEN }), other),
    after: summer(record({ preferredAgent: '' }), other),
    action: 'update record:Summer/C-1',
  },
  'taking over with a correction': {
    before: summer(other),
    life: async (story) => {
      const rows = [{ Id: 'C-1', Name: 'File' }];
      await story.sandbox.control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows });
    },
    after: summer(record({ adopt: true, skillQueue: 'gold' }), other),
    action: 'adopt record:Summer/C-1',
  },
  'off-boarding to a successor': leaver({ reassignTo: BEN }),
  'off-boarding that clears': leaver('clear'),
};

const tasks = async (story: Scenario): Promise<unknown[]> =>
  (await story.sandbox.control.records()).filter(({ clientId }) => clientId === 'C-1');
const callable = async (story: Scenario): Promise<string[]> =>
  (await story.sandbox.control.records())
    .filter(({ clientId, workedState }) => clientId === 'C-1' && workedState === 'NOTWORKED')
    .map(({ campaignName }) => campaignName);

describe.each(Object.entries(CASES))('%s', (_name, { before, life, after, action }) => {
  test.each(['WORKED', 'COMPLETED', 'REMOVED'] as const)(
    'is not sent when an agent leaves the record %s between plan and apply',
    async (state) => {
      const story = await scenario();
      await story.converge(before);
      await life?.(story);
      let worked: unknown[] = [];
      const result = await engine.apply(story.run(after), async (plan) => {
        expect(actionsOf(plan)).toContain(action);
        const nextEarliestWorkTime = story.clock() + 3_600_000;
        // Within the half hour nobody but the person the task is pinned to is given it.
        const [task] = (await story.sandbox.control.records()).filter(({ clientId }) => clientId === 'C-1');
        const agent = task?.preferredAgent || BEN;
        await story.sandbox.control.work({ ...KEY, agent, state, nextEarliestWorkTime });
        worked = await tasks(story);
        return true;
      });
      expect(result && fates(result)[0]).toMatch(/^skipped record:.*\(moved: .*workAttempts/u);
      // A removal that waits for the record is not sent either.
      expect(result?.settlements.slice(1).every(({ kind }) => kind === 'skipped')).toBe(true);
      expect(await tasks(story)).toEqual(worked);
      const again = await story.apply(after);
      expect(again.settlements.filter(({ kind }) => kind !== 'applied')).toEqual([]);
      expect(await callable(story)).toEqual([]);
    },
  );
});

describe('a record that was being worked when the plan was made', () => {
  const work = (story: Scenario, state: 'WORKED' | 'COMPLETED' = 'WORKED') =>
    story.sandbox.control.work({ ...KEY, agent: BEN, state, nextEarliestWorkTime: story.clock() + 3_600_000 });

  test.each([
    ['keep', []],
    ['replace', ['update record:Summer/C-1']],
    ['remove', []],
  ] as const)('and differs: whenWorked %s plans %j', async (whenWorked, expected) => {
    const story = await scenario();
    await story.converge(summer(record(), other));
    await work(story);
    const after = summer(record({ skillQueue: 'gold', whenWorked }), other);
    expect(await story.changes(after)).toEqual(expected);
    // What is left alone stays pending, and is said so at every run.
    await (whenWorked === 'replace' ? story.converge(after) : story.apply(after));
    expect(await story.changes(after)).toEqual([]);
    expect((await tasks(story))[0]).toMatchObject({ workedState: 'WORKED', workAttempts: 1 });
  });
});

describe('a reissue', () => {
  const again = (reissue: string): DesiredInput => summer(record({ reissue }), other);
  const finish = (story: Scenario) => story.sandbox.control.work({ ...KEY, agent: BEN, state: 'COMPLETED' });

  test('happens once a reason, and never for the same reason again', async () => {
    const story = await scenario();
    await story.converge(again(''));
    await finish(story);
    await story.converge(again(''));
    expect(await callable(story)).toEqual([]);
    await story.converge(again('wrong number'));
    expect(await callable(story)).toEqual(['Summer']);
    await finish(story);
    await story.converge(again('wrong number'));
    await story.converge(again(''));
    expect(await callable(story)).toEqual([]);
    await story.converge(again('asked for another call'));
    expect(await callable(story)).toEqual(['Summer']);
  });
});
