// A person whom somebody removed outside gets access back by a program's update only when its plan was allowed to say so.

import { expect, test } from 'vitest';

import { person } from '../support/declare.ts';
import { smallEngine } from './small-engine.ts';
import type { SmallEngine } from './small-engine.ts';

const wanted = { users: [person('ana'), person('cho')] };
const CHO = 'cho@example.com';
const isThere = async ({ sandbox }: SmallEngine): Promise<boolean | undefined> =>
  (await sandbox.control.exists(CHO)).inService;

async function withoutCho(): Promise<SmallEngine> {
  const engine = await smallEngine();
  await engine.up(wanted);
  await engine.sandbox.control.removeUser(CHO);
  return engine;
}

test.each([true, false])(
  'an update stops before anything is registered until the number is exact (refresh: %s)',
  async (reads) => {
    const engine = await withoutCho();
    for (const allow of [{}, { restores: 2 }]) {
      await expect(engine.up(wanted, { allow, reads })).rejects.toMatchObject({ code: 'guard-restores' });
      expect(await isThere(engine)).toBe(false);
    }
    const { plan, operations, errors, writes } = await engine.up(wanted, { allow: { restores: 1 }, reads });
    expect(plan.changes.map(({ action, address }) => `${action} ${address}`)).toEqual([`restore user:${CHO}`]);
    expect([operations, errors, writes]).toEqual([[`update user:${CHO}`], [], 1]);
    expect(await isThere(engine)).toBe(true);
    const silent = await engine.up(wanted);
    expect([silent.plan.changes, silent.operations, silent.writes]).toEqual([[], [], 0]);
  },
);

test.each([
  ['was refused', { kind: 'status', status: 400 }],
  ['was not answered', { kind: 'reset-before' }],
] as const)(
  'a restore that %s is a restore again: nobody gets access back without another word',
  async (_what, fault) => {
    const engine = await withoutCho();
    await engine.sandbox.control.arm({ operation: 'add-user', ...fault });
    const tried = await engine.up(wanted, { allow: { restores: 1 } });
    expect([tried.operations, tried.errors.length]).toEqual([[`update user:${CHO}`], 1]);
    await engine.sandbox.control.clearFaults();
    for (const reads of [true, false])
      await expect(engine.up(wanted, { reads })).rejects.toMatchObject({ code: 'guard-restores' });
    expect(await isThere(engine)).toBe(false);
    const { plan, errors } = await engine.up(wanted, { allow: { restores: 1 } });
    expect(plan.changes.map(({ action, address }) => `${action} ${address}`)).toEqual([`restore user:${CHO}`]);
    expect(errors).toEqual([]);
    expect(await isThere(engine)).toBe(true);
    const silent = await engine.up(wanted);
    expect([silent.plan.changes, silent.operations, silent.writes]).toEqual([[], [], 0]);
  },
);

test('who is there after a restore that was refused is not ours: said while declared, left alone afterwards', async () => {
  const engine = await withoutCho();
  await engine.sandbox.control.arm({ operation: 'add-user', kind: 'status', status: 400 });
  await engine.up(wanted, { allow: { restores: 1 } });
  await engine.sandbox.control.addUser({ loginUserId: CHO, inBackend: false });
  const said = await engine.up(wanted);
  expect([said.plan.changes, said.operations, said.writes]).toEqual([[], [], 0]);
  expect(said.leftOut.join('\n')).toContain(
    `user:${CHO} is in the service: a restore of ours was not done, and nothing shows whether this is the account that we made`,
  );
  const { errors, writes } = await engine.up({ users: [person('ana')] });
  expect([errors, writes]).toEqual([[], 0]);
  expect(await isThere(engine)).toBe(true);
  expect([...engine.stack.keys()]).toEqual(['user:ana@example.com', 'user:cho@example.com']);
});
