// A person leaves, through the handlers: the tasks pinned to them are taken out of their hands by requests of their own, in
// whatever state they are and whichever resource answers for them, and then the person goes.

import { expect, test } from 'vitest';

import type { DesiredInput, RecordInput, UserInput } from '../../src/core/desired/declarations/define.ts';
import { list, person, record } from '../support/declare.ts';
import { smallEngine } from './small-engine.ts';
import type { SmallEngine } from './small-engine.ts';

type Manage = 'each' | 'set';
type Offboard = NonNullable<UserInput['offboard']>;

const SUMMER = 'Summer';
const KEY = { campaignName: SUMMER, clientId: 'C-1' };
const BEN = 'ben@example.com';

const file = (manage: Manage, users: readonly UserInput[], ...records: readonly RecordInput[]): DesiredInput => ({
  users: [person('ana'), ...users],
  campaigns: [{ ...list(SUMMER, record('C-9'), ...records), manage }],
});

async function pinned(manage: Manage, offboard: Offboard): Promise<SmallEngine> {
  const engine = await smallEngine();
  const before = file(manage, [person('ben', { offboard })], record('C-1'));
  expect((await engine.up(before)).errors).toEqual([]);
  const { control } = engine.sandbox;
  await control.work({ ...KEY, agent: BEN, state: 'WORKED', nextEarliestWorkTime: Date.now() + 1e7 });
  await control.changeRecord({ ...KEY, preferredAgent: BEN });
  return engine;
}

async function taskOf({ sandbox }: SmallEngine): Promise<object | undefined> {
  return (await sandbox.control.records(SUMMER)).find(({ clientId }) => clientId === 'C-1');
}

const CASES: [Manage, boolean, Offboard, string | null][] = [
  ['each', true, { reassignTo: 'ana@example.com' }, 'ana@example.com'],
  ['each', false, 'clear', null],
  ['set', true, 'clear', null],
  ['set', false, { reassignTo: 'ana@example.com' }, 'ana@example.com'],
];

test.each(CASES)(
  'a worked task changes hands, as it is, before its agent goes (manage: %s, refresh: %s, %j)',
  async (manage, reads, offboard, successor) => {
    const engine = await pinned(manage, offboard);
    const after = file(manage, [], record('C-1'));
    const run = await engine.up(after, { reads });
    const name = manage === 'set' ? `set:${SUMMER}/all` : 'record:Summer/C-1';
    expect([run.operations, run.errors, run.writes]).toEqual([[`update ${name}`, `delete user:${BEN}`], [], 2]);
    expect(await taskOf(engine)).toMatchObject({
      workedState: 'WORKED',
      workAttempts: 1,
      preferredAgent: successor ?? '',
    });
    expect(await engine.refresh()).toEqual([]);
    expect(await engine.up(after, { reads })).toMatchObject({ operations: [], writes: 0, plan: { changes: [] } });
  },
);

test('a task of ours that the stack does not hold keeps its agent, and the program names it', async () => {
  const engine = await pinned('each', 'clear');
  engine.stack.delete('record:Summer/C-1');
  // A stack that does not know a task of ours may be an old one: whose account it is takes a line that says so.
  const dropped = await engine.up(file('each', []));
  expect([dropped.operations, dropped.errors, dropped.writes]).toEqual([[], [], 0]);
  expect(dropped.leftOut).toEqual([
    expect.stringContaining('it is older than these; ensure: absent removes this user'),
  ]);
  const run = await engine.up(file('each', [{ loginUserId: BEN, ensure: 'absent', offboard: 'clear' }]));
  expect([run.operations, run.errors, run.writes]).toEqual([[], [], 0]);
  expect(run.leftOut).toEqual([
    'user:ben@example.com is not removed: pinned to it are record:Summer/C-1, which this stack does not hold; pin them to others in the service, then run again',
  ]);
});

test('a person with `onRemove: keep` who is no longer declared stays in the stack, and leaves it by `ensure: absent`', async () => {
  const engine = await smallEngine();
  const ben = person('ben', { onRemove: 'keep' });
  expect((await engine.up({ users: [person('ana'), ben] })).errors).toEqual([]);
  const alone: DesiredInput = { users: [person('ana')] };
  const kept = await engine.up(alone);
  expect([kept.operations, kept.errors, kept.writes]).toEqual([[], [], 0]);
  expect(kept.plan.verdicts).toContainEqual(
    expect.objectContaining({ code: 'undeclared-user', address: `user:${BEN}` }),
  );
  const gone = await engine.up({ users: [person('ana'), { loginUserId: BEN, ensure: 'absent', onRemove: 'keep' }] });
  expect([gone.operations, gone.errors, gone.writes]).toEqual([[`update user:${BEN}`], [], 1]);
  expect((await engine.sandbox.control.exists(BEN)).inService).toBe(false);
  expect(await engine.up(alone)).toMatchObject({ errors: [], writes: 0, plan: { changes: [] } });
  expect(await engine.up(alone)).toMatchObject({ operations: [], writes: 0, plan: { changes: [] } });
});

test('a destroy of the stack does not delete a person with `onRemove: keep`', async () => {
  const engine = await smallEngine();
  expect((await engine.up({ users: [person('ben', { onRemove: 'keep' })] })).errors).toEqual([]);
  expect((await engine.destroy()).join()).toContain('[undeclared-user]');
  expect((await engine.sandbox.control.exists(BEN)).inService).toBe(true);
});
