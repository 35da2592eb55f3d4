// The smallest story of each kind of fault that a search found, through the command and through Pulumi: whose a task is, who was called,
// both sides of a person, and stops without a ground.

import { describe, expect, test } from 'vitest';

import type { CampaignInput, DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { PIN_LAPSE_MS } from '../../src/core/model/time.ts';
import type { Operation } from '../../src/core/service/operation.ts';
import type { SandboxOptions } from '../../src/sandbox/daemon/server.ts';
import { classEngine } from '../pulumi/class-engine.ts';
import type { ClassEngine, Registered } from '../pulumi/class-engine.ts';
import { anchor, list, person, record } from '../support/declare.ts';
import { STORY_DOORS } from '../support/doors.ts';
import type { StoryDoor } from '../support/doors.ts';

const DAY = 24 * 60 * 60 * 1000;
const KEY = { campaignName: 'Alpha', clientId: 'C-1' };
const inAlpha = (...records: RecordInput[]): DesiredInput => ({
  users: [anchor],
  campaigns: [list('Alpha', record('C-2'), ...records)],
});
const inBeta = (of: Partial<RecordInput> = {}, more: Partial<CampaignInput> = {}): DesiredInput => ({
  users: [anchor],
  campaigns: [list('Alpha', record('C-2')), { ...list('Beta', record('C-1', of)), ...more }],
});
const C1 = inAlpha(record('C-1'));

const load = ({ sandbox }: Pick<StoryDoor, 'sandbox'>): Promise<unknown> =>
  sandbox.control.loadIntake({ campaignName: 'Alpha', idColumn: 'Id', rows: [{ Id: 'C-1', Name: 'Theirs' }] });

/** Tasks of the customer, as `campaign state`; `theirs`: those of others alone. */
async function tasks({ sandbox }: Pick<StoryDoor, 'sandbox'>, whose: 'all' | 'theirs' = 'all'): Promise<string[]> {
  return (await sandbox.control.records()).flatMap(({ campaignName, clientId, workedState, previewRecordData }) =>
    clientId === 'C-1' && (whose === 'all' || previewRecordData.some(({ value }) => value === 'Theirs'))
      ? [`${campaignName} ${workedState}`]
      : [],
  );
}

/** Others act once, right after the first request of this kind about the customer since `act` was set. */
function others(operation: Operation): {
  readonly options: Partial<SandboxOptions>;
  act: (() => Promise<unknown>) | null;
} {
  const meanwhile: ReturnType<typeof others> = {
    act: null,
    options: {
      onRequest: (entry) => {
        if (entry.operation !== operation || entry.key !== 'Alpha/C-1' || meanwhile.act === null) return;
        const { act } = meanwhile;
        meanwhile.act = null;
        void act();
      },
    },
  };
  return meanwhile;
}

describe.each(STORY_DOORS)('through %s', (_door, open) => {
  describe('whose a task is', () => {
    test('a task that others put in the place of ours is not moved with our line', async () => {
      const door = await open();
      await door.settle(C1);
      await door.sandbox.control.removeRecord(KEY);
      await load(door);
      for (const _run of [1, 2]) expect(await door.run(inBeta())).toMatchObject({ changes: [], writes: 0 });
      expect(await tasks(door)).toEqual(['Alpha NOTWORKED']);
    });

    test('a task that others put there while the state of ours is put back keeps its own', async () => {
      const meanwhile = others('addOrUpdateCampaignRecord');
      const door = await open({ switches: { S10: 'resets' }, ...meanwhile.options });
      await door.settle(inAlpha(record('C-1', { whenWorked: 'replace' })));
      const agent = anchor.loginUserId;
      await door.sandbox.control.work({ ...KEY, agent, state: 'WORKED', nextEarliestWorkTime: Date.now() + DAY });
      meanwhile.act = async () => {
        await door.sandbox.control.removeRecord(KEY);
        await load(door);
      };
      const { writes } = await door.run(inAlpha(record('C-1', { whenWorked: 'replace', skillQueue: 'gold' })));
      expect([meanwhile.act, writes, await tasks(door, 'theirs')]).toEqual([null, 1, ['Alpha NOTWORKED']]);
    });

    test('a task that others put there while the queue of ours is put back keeps its own', async () => {
      const meanwhile = others('addOrUpdateCampaignRecord');
      const door = await open(meanwhile.options);
      await door.settle(C1);
      await door.sandbox.control.changeRecord({ ...KEY, skillQueue: 'gold' });
      meanwhile.act = async () => {
        await door.sandbox.control.removeRecord(KEY);
        await load(door);
      };
      const { writes } = await door.run(inAlpha(record('C-1', { data: { Name: 'Eva' } })));
      expect([meanwhile.act, writes]).toEqual([null, 1]);
      const [task] = (await door.sandbox.control.records()).filter(({ clientId }) => clientId === 'C-1');
      expect(task).toMatchObject({ skillQueue: 'default' });
    });

    test('a task that an update added, because ours was cleared away, is another one, and is said', async () => {
      const meanwhile = others('searchPreviewCampaign');
      const door = await open(meanwhile.options);
      await door.settle(C1);
      const wanted = inAlpha(record('C-1', { skillQueue: 'gold' }));
      await door.run(wanted);
      meanwhile.act = () => door.sandbox.control.removeRecord(KEY);
      const changed = inAlpha(record('C-1', { skillQueue: 'silver' }));
      await door.run(changed);
      expect(meanwhile.act).toBeNull();
      const { changes, words, writes, errors } = await door.run(changed);
      expect([changes, writes]).toEqual([[], 0]);
      expect([...words, ...errors]).not.toEqual([]);
    });

    test('a task that is loaded where ours left holds no move open', async () => {
      const meanwhile = others('transferCampaignRecord');
      const door = await open(meanwhile.options);
      await door.settle(C1);
      meanwhile.act = () => load(door);
      await door.settle(inBeta());
      expect(await tasks(door, 'theirs')).toEqual(['Alpha NOTWORKED']);
    });

    test.each([{}, { adopt: true }])(
      'a task that moved into a campaign without markers stays ours (%o)',
      async (of) => {
        const door = await open();
        await door.settle(C1);
        await door.settle(inBeta(of, { marker: false }));
        const changed = inBeta({ ...of, skillQueue: 'gold' }, { marker: false });
        expect((await door.settle(changed)).changes).toEqual(['update record:Beta/C-1']);
      },
    );
  });

  describe('called stays called', () => {
    test('whoever was finished when the task was taken over is not added once it is cleared away', async () => {
      const door = await open();
      await load(door);
      await door.sandbox.control.work({ ...KEY, agent: anchor.loginUserId, state: 'COMPLETED' });
      const adopted = inAlpha(record('C-1', { adopt: true }));
      await door.settle(adopted);
      await door.sandbox.control.removeRecord(KEY);
      await door.settle(adopted);
      expect(await tasks(door)).toEqual([]);
    });

    test.each(['gone', 'removed-visible'] as const)(
      'whoever was called, and was cleared up as the file said, is not added when that edit is taken back (%s)',
      async (S5) => {
        const door = await open({ switches: { S5 } });
        await door.settle(C1);
        await door.sandbox.control.work({ ...KEY, agent: anchor.loginUserId, state: 'COMPLETED' });
        await door.settle(inAlpha(record('C-1', { ensure: 'absent', whenWorked: 'remove' })));
        await door.settle(C1);
        door.advance(30 * DAY);
        await door.settle(C1);
        expect((await tasks(door)).filter((task) => !task.endsWith('REMOVED'))).toEqual([]);
      },
    );

    test('a task on the screen of an agent when its line goes is let go without a question, and not added when it comes back', async () => {
      const door = await open();
      await door.settle(C1);
      await door.sandbox.control.work({ ...KEY, agent: anchor.loginUserId, state: 'NOTWORKED' });
      await door.run(inAlpha());
      for (const _run of [1, 2])
        expect(await door.run(inAlpha())).toMatchObject({ changes: [], words: [], writes: 0, errors: [] });
      expect(await tasks(door)).toEqual(['Alpha NOTWORKED']);
      await door.sandbox.control.work({ ...KEY, agent: anchor.loginUserId, state: 'COMPLETED' });
      await door.sandbox.control.removeRecord(KEY);
      await door.settle(C1);
      expect(await tasks(door)).toEqual([]);
    });
  });

  describe('both sides of a person', () => {
    const ANA = 'ana@example.com';
    const team = (...users: NonNullable<DesiredInput['users']>): DesiredInput => ({ users: [anchor, ...users] });
    const both = person('ana', { createInBackend: true });
    const gone = { loginUserId: ANA, ensure: 'absent' } as const;

    test.each([
      ['ensure: absent', team(gone)],
      ['a line that went', team()],
    ])(
      'a delete whose answer was lost, and that left the backing account, is not called done (%s)',
      async (_by, left) => {
        const half: { door: StoryDoor | null } = { door: null };
        const door = await open({
          switches: { S30: 'removed' },
          onRequest: ({ operation, outcome }) =>
            operation === 'delete-user' && outcome.startsWith('reset-before')
              ? void half.door?.sandbox.control.removeUser(ANA)
              : undefined,
        });
        half.door = door;
        await door.settle(team(both));
        await door.sandbox.control.arm({ operation: 'delete-user', kind: 'reset-before' });
        expect((await door.run(left)).errors.join()).toContain('second system');
        await door.run(left);
        expect(await door.sandbox.control.exists(ANA)).toMatchObject({ inService: false, inBackend: false });
        expect(await door.run(left)).toMatchObject({ changes: [], writes: 0, errors: [] });
      },
    );

    test('a create whose answer was lost, and that made one side, is not called made on both', async () => {
      const half: { door: StoryDoor | null } = { door: null };
      const made = { loginUserId: ANA, inService: true, inBackend: false };
      const door = await open({
        onRequest: ({ operation, outcome }) =>
          operation === 'add-user' && outcome.startsWith('reset-before')
            ? void half.door?.sandbox.control.addUser(made)
            : undefined,
      });
      half.door = door;
      await door.settle(team());
      await door.sandbox.control.arm({ operation: 'add-user', kind: 'reset-before' });
      expect((await door.run(team(both))).errors.join()).toContain('not in the second system');
      for (const _run of [1, 2]) {
        const { changes, words, errors } = await door.run(team(both));
        expect([changes, [...words, ...errors].join()]).toEqual([[], expect.stringContaining('second system')]);
      }
    });

    test('who was found after an unanswered create keeps the access, and is not let go without a word', async () => {
      const door = await open();
      await door.settle(team());
      await door.sandbox.control.arm({ operation: 'add-user', kind: 'commit-then-reset' });
      await door.run(team(person('ana')));
      await door.settle(team(person('ana')));
      for (const _run of [1, 2]) {
        const { words, errors } = await door.run(team());
        expect([...words, ...errors].join()).toContain('probably ours');
      }
      expect(await door.sandbox.control.exists(ANA)).toMatchObject({ inService: true });
    });

    test.each([
      ['ensure: absent', team(gone)],
      ['a line that went', team()],
      ['a line that went, then ensure: absent', team({ ...gone, adopt: true })],
    ])('a delete that was refused takes both sides later, where none is shown (%s)', async (_by, left) => {
      const door = await open({ switches: { S15: 'null' } });
      await door.settle(team(both));
      await door.sandbox.control.arm({ operation: 'delete-user', kind: 'status', status: 400 });
      await door.run(team());
      expect(await door.sandbox.control.exists(ANA)).toMatchObject({ inService: true, inBackend: true });
      await door.sandbox.control.clearFaults();
      await door.run(left);
      expect(await door.sandbox.control.exists(ANA)).toMatchObject({ inService: false, inBackend: false });
      expect(await door.run(left)).toMatchObject({ changes: [], writes: 0, errors: [] });
    });

    test('ensure: absent takes the backing account, too, of whom somebody took out of the service', async () => {
      const door = await open({ switches: { S30: 'removed' } });
      await door.settle(team(both));
      await door.sandbox.control.removeUser(ANA);
      await door.settle(team(gone));
      expect(await door.sandbox.control.exists(ANA)).toMatchObject({ inService: false, inBackend: false });
    });
  });

  describe('no stop without a ground', () => {
    test('a deleted task that is shown as REMOVED is no sign of a newer recorded state', async () => {
      const door = await open({ switches: { S5: 'removed-visible' } });
      const ben = person('ben');
      const with8 = (...people: NonNullable<DesiredInput['users']>): DesiredInput => ({
        ...inAlpha(record('C-8')),
        users: [anchor, ...people],
      });
      await door.settle({ ...C1, users: [anchor, ben] });
      await door.settle({ ...inAlpha(), users: [anchor, ben] });
      door.advance(8 * DAY);
      await door.settle(with8(ben));
      expect((await door.settle(with8())).changes).toEqual(['delete user:ben@example.com']);
    });

    test('a task that others moved back where Git wants it again keeps nobody else from being added', async () => {
      const door = await open();
      await door.settle(C1);
      await door.settle(inBeta());
      await door.sandbox.control.moveRecord({ campaignName: 'Beta', clientId: 'C-1', toCampaign: 'Alpha' });
      const reverted = { ...inAlpha(record('C-1'), record('C-9')), users: [anchor, person('kim')] };
      expect((await door.settle(reverted)).changes).toContain('create user:kim@example.com');
      expect(await tasks(door)).toEqual(['Alpha NOTWORKED']);
    });

    test('whom no known user proves gone is neither restored nor called removed', async () => {
      const door = await open();
      await door.settle({ users: [anchor] });
      await door.sandbox.control.removeUser(anchor.loginUserId);
      for (const _run of [1, 2]) {
        const { changes, words, writes, errors } = await door.run({ users: [anchor] });
        expect([changes, writes, [...words, ...errors].join()]).toEqual([
          [],
          0,
          expect.stringContaining('wrong tenant'),
        ]);
      }
    });

    test('a list whose pins lapsed is re-timed with its pins in one apply', async () => {
      const at = (ms: number): string => new Date(ms).toISOString();
      const now = Date.now();
      const pinned = (time: number): DesiredInput =>
        inAlpha(record('C-1', { preferredAgent: anchor.loginUserId, nextEarliestWorkTime: at(time) }));
      const door = await open();
      await door.settle(pinned(now + DAY));
      door.advance(2 * DAY + PIN_LAPSE_MS);
      await door.settle(pinned(now + DAY));
      expect((await door.settle(pinned(now + 4 * DAY))).changes).toEqual(['update record:Alpha/C-1']);
      const [ours] = (await door.sandbox.control.records('Alpha')).filter(({ clientId }) => clientId === 'C-1');
      expect(ours).toMatchObject({ preferredAgent: anchor.loginUserId });
    });
  });
});

describe('through classes of Pulumi', () => {
  const call = (more: object = {}): Registered => ({
    kind: 'PinnedRecord',
    name: 'call',
    args: { ...KEY, data: JSON.stringify([['Name', 'C-1', 0]]), ...more },
  });
  const settled = async (engine: ClassEngine, ...resources: Registered[]): Promise<readonly string[]> => {
    const { operations, errors } = await engine.up(resources);
    expect(errors).toEqual([]);
    expect(await engine.up(resources, { refresh: true })).toMatchObject({ operations: [], errors: [], writes: 0 });
    return operations;
  };

  test('a task that others put in the place of ours is not moved with our record', async () => {
    const engine = await classEngine();
    await settled(engine, call());
    await engine.sandbox.control.removeRecord(KEY);
    await load(engine);
    for (const refresh of [false, true]) {
      const { errors, writes } = await engine.up([call({ campaignName: 'Beta' })], { refresh });
      expect([errors.length, writes]).toEqual([1, 0]);
    }
    expect(await tasks(engine)).toEqual(['Alpha NOTWORKED']);
  });

  test.each([{}, { adopt: true }])('a task that moved into a campaign without markers stays ours (%o)', async (of) => {
    const engine = await classEngine();
    await settled(engine, call());
    const there = { campaignName: 'Beta', marker: false, ...of };
    await settled(engine, call(there));
    expect(await settled(engine, call({ ...there, skillQueue: 'gold' }))).toEqual(['updating call']);
  });

  test('whoever was finished when the task was taken over is not added once it is cleared away', async () => {
    const engine = await classEngine();
    await load(engine);
    await engine.sandbox.control.work({ ...KEY, agent: anchor.loginUserId, state: 'COMPLETED' });
    await settled(engine, call({ adopt: true }));
    await engine.sandbox.control.removeRecord(KEY);
    await settled(engine, call({ adopt: true }));
    expect(await tasks(engine)).toEqual([]);
  });
});
