// What leaves a program of the classes: worked records, and people whose tasks are given to others in the same update.

import { describe, expect, test } from 'vitest';

import { classEngine } from './class-engine.ts';
import type { ClassEngine, Registered } from './class-engine.ts';

const DATA = JSON.stringify([['Name', 'Maria', 0]]);
const KEY = { campaignName: 'Summer', clientId: 'C-1' };
const ANA = 'ana@example.com';

const call = (more: object = {}): Registered => ({
  kind: 'PinnedRecord',
  name: 'call',
  args: { ...KEY, data: DATA, ...more },
});

function set(ids: readonly string[], row: object = {}): Registered {
  const records = JSON.stringify(ids.map((clientId) => ({ clientId, data: DATA, ...row })));
  return { kind: 'RecordSet', name: 'east', args: { campaignName: 'Summer', records } };
}

const person = (name: string, more: object = {}): Registered => ({
  kind: 'User',
  name,
  args: { loginUserId: `${name}@example.com`, firstName: 'A', lastName: 'B', userTemplateName: 'Agents', ...more },
});

const QUIET = { operations: [], errors: [], writes: 0 };

async function begun(...resources: readonly Registered[]): Promise<ClassEngine> {
  const engine = await classEngine();
  expect((await engine.up(resources)).errors).toEqual([]);
  return engine;
}

async function staysQuiet(engine: ClassEngine, resources: readonly Registered[]): Promise<void> {
  for (const refresh of [false, true, false]) expect(await engine.up(resources, { refresh })).toMatchObject(QUIET);
}

const others: Record<string, (engine: ClassEngine) => Promise<unknown>> = {
  'was finished': ({ sandbox }) => sandbox.control.work({ ...KEY, agent: ANA, state: 'COMPLETED' }),
  'is being worked': ({ sandbox }) => sandbox.control.work({ ...KEY, agent: ANA, state: 'WORKED' }),
  'is gone': ({ sandbox }) => sandbox.control.removeRecord(KEY),
};
const HANDS = Object.entries(others);

describe.each(HANDS)('a record that %s', (what, hand) => {
  test.each([true, false])('leaves the program in one update, which says so (refresh: %s)', async (refresh) => {
    const engine = await begun(person('ana'), call(), set(['C-9']));
    await hand(engine);
    const left = await engine.up([person('ana')], { refresh });
    expect(left).toMatchObject({ operations: ['deleting call', 'deleting east'], errors: [], writes: 1 });
    expect(engine.said.join('\n')).toMatch(/^record:Summer\/C-1: worked, or gone, and let go/mu);
    await staysQuiet(engine, [person('ana')]);
  });

  test('calls nobody when its line is put back while the task is there', async () => {
    const engine = await begun(person('ana'), call());
    await hand(engine);
    await engine.up([person('ana')]);
    const back = await engine.up([person('ana'), call()]);
    expect([back.errors, back.writes]).toEqual([[], what === 'is gone' ? 1 : 0]);
    await staysQuiet(engine, [person('ana'), call()]);
  });

  test('and leaves a set is remembered by it, also when its line is put back', async () => {
    const engine = await begun(person('ana'), set(['C-1', 'C-2', 'C-3']));
    await hand(engine);
    const shorter = [person('ana'), set(['C-3'])];
    expect(await engine.up(shorter)).toMatchObject({ errors: [], writes: 1 });
    expect(engine.said.join('\n')).toContain('record:Summer/C-1');
    await staysQuiet(engine, shorter);
    await engine.sandbox.control.removeRecord(KEY).catch(() => null);
    const back = [person('ana'), set(['C-1', 'C-3'])];
    expect(await engine.up(back)).toMatchObject({ errors: [], writes: 0 });
    await staysQuiet(engine, back);
  });
});

test('a set remembers whom it let go when other rows leave it later', async () => {
  const engine = await begun(person('ana'), set(['C-1', 'C-2', 'C-3']));
  await engine.sandbox.control.work({ ...KEY, agent: ANA, state: 'COMPLETED' });
  await engine.refresh();
  expect(await engine.up([person('ana'), set(['C-2', 'C-3'])])).toMatchObject({ errors: [], writes: 0 });
  expect(await engine.up([person('ana'), set(['C-3'])])).toMatchObject({ errors: [], writes: 1 });
  await engine.sandbox.control.removeRecord(KEY);
  expect(await engine.up([person('ana'), set(['C-1', 'C-3'])])).toMatchObject({ errors: [], writes: 0 });
});

describe('a person who leaves, and whose tasks are given to others in the same update', () => {
  const ids = Array.from({ length: 40 }, (_, index) => `C-${index}`);
  const tasks: readonly (readonly [string, (agent: string) => Registered])[] = [
    ['a record', (preferredAgent) => call({ preferredAgent })],
    ['a set', (preferredAgent) => set(ids, { preferredAgent })],
  ];
  const ways: readonly (readonly [string, readonly Registered[]])[] = [
    ['ensure: absent', [person('ana', { ensure: 'absent' })]],
    ['no longer declared', []],
  ];
  const cases = tasks.flatMap(([what, of]) => ways.map(([way, leaver]) => [what, way, of, leaver] as const));

  test.each(cases)('is removed after %s changed hands (%s)', async (_what, _way, of, leaver) => {
    const engine = await begun(person('ana'), person('ben'), of(ANA));
    await engine.sandbox.control.setDelay(20);
    // The engine may ask for the removal first.
    const after = [...leaver, person('ben'), of('ben@example.com')];
    expect((await engine.up(after, { parallel: true })).errors).toEqual([]);
    const seen = await engine.sandbox.control.log();
    const order = seen.flatMap(({ operation }) => (/^(?:delete-user|addOrUpdate)/u.test(operation) ? [operation] : []));
    expect(order.at(-1)).toBe('delete-user');
    await staysQuiet(engine, after);
  });

  test('is removed after a write that takes its time', async () => {
    const engine = await begun(person('ana'), person('ben'), call({ preferredAgent: ANA }));
    const slow = { operation: 'addOrUpdateCampaignRecord', kind: 'delay', delayMs: 8_000, count: 1 } as const;
    await engine.sandbox.control.arm(slow);
    const after = [person('ana', { ensure: 'absent' }), person('ben'), call({ preferredAgent: 'ben@example.com' })];
    expect(await engine.up(after, { parallel: true })).toMatchObject({ errors: [], writes: 2 });
  });

  test('is not removed before, where one write waits for the other: the records of the stack are looked at', async () => {
    const engine = await begun(person('ana'), person('ben'), call({ preferredAgent: ANA }));
    const after = [person('ana', { ensure: 'absent' }), person('ben'), call({ preferredAgent: 'ben@example.com' })];
    expect((await engine.up(after)).errors.join()).toContain('[offboard-blocked]');
    expect(await engine.up(after)).toMatchObject({ errors: [], writes: 1 });
    await staysQuiet(engine, after);
  });

  test('is removed after a record that leaves with the person', async () => {
    const engine = await begun(person('ana'), person('ben'), call({ preferredAgent: ANA }));
    await engine.sandbox.control.setDelay(20);
    expect(await engine.up([person('ben')], { parallel: true })).toMatchObject({ errors: [], writes: 2 });
    await staysQuiet(engine, [person('ben')]);
  });

  test('is not removed while a task stays with the person', async () => {
    const engine = await begun(person('ana'), person('ben'), call({ preferredAgent: ANA }));
    const after = [
      person('ana', { ensure: 'absent' }),
      person('ben'),
      call({ preferredAgent: ANA, skillQueue: 'gold' }),
    ];
    expect((await engine.up(after, { parallel: true })).errors.join()).toContain('[offboard-blocked]');
    expect((await engine.sandbox.control.users()).map(({ loginUserId }) => loginUserId)).toContain(ANA);
  });
});

test('a person to whom others pinned a used-up task stays until it is seen what became of the call that opens it', async () => {
  const engine = await begun(person('ana'), person('ben'), call());
  const { control } = engine.sandbox;
  await control.changeRecord({ ...KEY, preferredAgent: ANA });
  await control.work({ ...KEY, agent: ANA, state: 'COMPLETED' });
  await control.setSwitches({ S19: 60_000 });
  const after = [person('ana', { ensure: 'absent' }), person('ben'), call({ reissue: 'call back' })];
  const { errors } = await engine.up(after, { parallel: true });
  expect(errors.toSorted()).toEqual([
    expect.stringContaining('[dependency-failed]') as string,
    expect.stringContaining('[lost-answer]') as string,
  ]);
  expect((await control.exists(ANA)).inService).toBe(true);
});

describe('a record that somebody deleted outside', () => {
  test.each([
    ['PinnedRecord', (): Registered => call()],
    ['RecordSet', (): Registered => set(['C-1', 'C-2'])],
  ] as const)('is said with what to decide after each refresh, and nothing is sent (%s)', async (_kind, of) => {
    const engine = await begun(of());
    await engine.sandbox.control.removeRecord(KEY);
    for (let run = 0; run < 2; run += 1) {
      expect(await engine.up([of()], { refresh: true })).toMatchObject(QUIET);
      expect(engine.said).toEqual([expect.stringMatching(/gone-unclear.*record:Summer\/C-1: is gone/u)]);
    }
  });
});

test('a record beside which a file loaded another is not let go unseen: both are named, and both stay', async () => {
  const engine = await begun(call());
  const { control } = engine.sandbox;
  await control.setSwitches({ S11: { intake: 'twin', idSearch: 'newest' } });
  await control.loadIntake({ ...KEY, idColumn: 'Id', rows: [{ Id: KEY.clientId, Name: 'Theirs' }] });
  for (const wanted of [[call({ skillQueue: 'gold' })], []]) {
    const { errors, writes } = await engine.up(wanted);
    expect([errors.join(), writes]).toEqual([expect.stringMatching(/twin.*R-1, R-2/u), 0]);
  }
  expect(await control.records('Summer')).toHaveLength(2);
});
