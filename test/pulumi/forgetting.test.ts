// What is used up does not leave a stack unseen, whatever else is in the stack: with nobody who was called forgotten, nobody
// is called twice. What a refresh has shown may be forgotten where there is no plan: by a destroy, which means it.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { list, person, record } from '../support/declare.ts';
import { smallEngine } from './small-engine.ts';
import type { SmallEngine, SmallUpdate } from './small-engine.ts';

const C1 = { campaignName: 'Summer', clientId: 'C-1' };
const UNSEEN = 'record:Summer/C-1: was worked, or is gone, since the stack was last read';

/** Nothing of it is registered: a leaver who is gone leaves nothing to do. */
const LEAVER_ONLY: DesiredInput = { users: [{ loginUserId: 'old@example.com', ensure: 'absent' }] };

const said = ({ plan }: SmallUpdate): string[] => plan.verdicts.map(({ class: kind, address }) => `${kind} ${address}`);

const others = {
  'is worked': ({ sandbox }: SmallEngine) =>
    sandbox.control.work({ ...C1, agent: 'ana@example.com', state: 'COMPLETED' }),
  'is being worked': ({ sandbox }: SmallEngine) =>
    sandbox.control.work({ ...C1, agent: 'ana@example.com', state: 'WORKED' }),
  goes: ({ sandbox }: SmallEngine) => sandbox.control.removeRecord(C1),
};
const HANDS = Object.entries(others);

describe.each(['each', 'set'] as const)('manage: %s, and no person in the stack', (manage) => {
  const file = (...records: readonly RecordInput[]): DesiredInput => ({
    campaigns: [{ ...list('Summer', ...records), manage }],
  });
  const name = manage === 'set' ? 'set:Summer/all' : 'record:Summer/C-1';

  const begun = async (...records: readonly RecordInput[]): Promise<SmallEngine> => {
    const engine = await smallEngine();
    expect((await engine.up(file(...records))).errors).toEqual([]);
    return engine;
  };

  /** Its line comes back after the task has vanished from the service. */
  const callsNobody = async (engine: SmallEngine, ...records: readonly RecordInput[]): Promise<void> => {
    if ((await engine.sandbox.control.records('Summer')).some(({ clientId }) => clientId === 'C-1'))
      await engine.sandbox.control.removeRecord(C1);
    const back = await engine.up(file(record('C-1'), ...records));
    expect([back.plan.changes, back.writes, said(back)]).toEqual([[], 0, ['consumed record:Summer/C-1']]);
  };

  describe.each(HANDS)('a record that %s between plan and delete is remembered', (_what, hand) => {
    test('while others stay', async () => {
      const engine = await begun(record('C-1'), record('C-9'));
      await engine.up(file(record('C-9')), { meanwhile: () => hand(engine) });
      const next = await engine.up(file(record('C-9')));
      expect([next.errors, next.writes]).toEqual([[], 0]);
      await callsNobody(engine, record('C-9'));
    });

    test.each([true, false])('when it is the last of all, and nothing is registered (refresh: %s)', async (reads) => {
      const engine = await begun(record('C-1'));
      const left = await engine.up(LEAVER_ONLY, { reads, meanwhile: () => hand(engine) });
      expect([left.errors.join(), left.operations, left.writes]).toEqual([
        expect.stringContaining(UNSEEN),
        [`delete ${name}`],
        0,
      ]);
      const next = await engine.up(LEAVER_ONLY, { reads });
      expect([next.errors, next.operations]).toEqual([[], [`update ${name}`]]);
      expect(await engine.up(LEAVER_ONLY, { reads })).toMatchObject({
        operations: [],
        writes: 0,
        plan: { changes: [] },
      });
      await callsNobody(engine);
    });
  });

  test.each([
    ['was loaded by others and finished, and is taken over', { adopt: true }],
    ['was finished, and is cleared up by us', { ensure: 'absent', whenWorked: 'remove' }],
  ] as const)('a record that %s is remembered', async (_what, line) => {
    const engine = await begun(record('adopt' in line ? 'C-8' : 'C-1'), record('C-9'));
    const { control } = engine.sandbox;
    if ('adopt' in line) await control.loadIntake({ ...C1, idColumn: 'Id', rows: [{ Id: 'C-1', Name: 'C-1' }] });
    await control.work({ ...C1, agent: 'ana@example.com', state: 'COMPLETED' });
    const wanted = file(record('C-1', line), record('C-9'));
    expect((await engine.up(wanted)).errors).toEqual([]);
    expect(await engine.up(wanted)).toMatchObject({ operations: [], writes: 0, plan: { changes: [] } });
    await callsNobody(engine, record('C-9'));
  });

  describe.each(HANDS)('a destroy of a record that %s', (_what, hand) => {
    test('is refused before anything is sent, until a refresh has shown it', async () => {
      const engine = await begun(record('C-1'), record('C-9'));
      await hand(engine);
      await engine.sandbox.control.resetCounters();
      expect((await engine.destroy({ reads: false })).join()).toContain(UNSEEN);
      expect(engine.stack.has(name)).toBe(true);
      expect(await engine.destroy()).toEqual([]);
      expect(engine.stack.size).toBe(0);
      expect(await engine.sandbox.control.counters()).toMatchObject({ writes: 1 });
    });

    test('goes through once it is seen, also where its line had left and was held back', async () => {
      const engine = await begun(record('C-1'), record('C-9'));
      await engine.up(file(record('C-9'), record('C-8')), { part: 'additions' });
      await hand(engine);
      expect(await engine.destroy()).toEqual([]);
      expect(engine.stack.size).toBe(0);
    });
  });
});

/** A destroy of which only the refresh is done: the service refuses each delete. */
async function refreshedOnly({ sandbox: { control }, destroy }: SmallEngine): Promise<void> {
  await control.arm({ operation: 'deleteRecordFromCampaign', kind: 'status', status: 400, count: 'always' });
  expect(await destroy()).toHaveLength(1);
  await control.clearFaults();
}

test.each(HANDS)(
  'a destroy goes through of a set that took over a record without a row, which %s',
  async (_what, hand) => {
    const engine = await smallEngine();
    const file = (manage: 'each' | 'set', ...ids: readonly string[]): DesiredInput => ({
      campaigns: [{ ...list('Summer', ...ids.map((id) => record(id))), manage }],
    });
    await engine.up(file('each', 'C-1', 'C-9'));
    expect((await engine.up(file('set', 'C-8', 'C-9'), { part: 'additions' })).errors).toEqual([]);
    expect([...engine.stack.keys()]).toEqual(['set:Summer/all']);
    await refreshedOnly(engine);
    // What becomes of a record without a row is the plan's word: a refresh calls it no drift.
    expect(engine.stack.get('set:Summer/all')?.outputs).not.toHaveProperty('drift');
    await hand(engine);
    expect((await engine.destroy({ reads: false })).join()).toContain(UNSEEN);
    expect(await engine.destroy()).toEqual([]);
  },
);

test.each([true, false])(
  'somebody gone who is there again by the time of the delete is not removed (refresh: %s)',
  async (reads) => {
    const engine = await smallEngine();
    const { control } = engine.sandbox;
    const without = { users: [person('ana')] };
    await engine.up({ users: [person('ana'), person('cho')] });
    await control.removeUser('cho@example.com');
    const meanwhile = (): Promise<void> => control.addUser({ loginUserId: 'cho@example.com', inBackend: false });
    const { plan, errors, writes } = await engine.up(without, { reads, meanwhile });
    expect(plan.changes.map(({ action }) => action)).toEqual(['forget']);
    expect([errors.join(), writes]).toEqual([expect.stringContaining('[moved]'), 0]);
    expect((await control.users()).map(({ loginUserId }) => loginUserId)).toContain('cho@example.com');
  },
);
