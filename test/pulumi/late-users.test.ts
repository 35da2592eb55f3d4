// An add-user whose answer was lost, carried out late: the stack keeps the evidence that it is ours, as the ledger does
// (lifecycle/late-users.test.ts).

import { expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { person } from '../support/declare.ts';
import { classEngine } from './class-engine.ts';
import type { Registered } from './class-engine.ts';
import { smallEngine } from './small-engine.ts';
import type { SmallEngine, SmallUpdate } from './small-engine.ts';

const NOBODY: DesiredInput = { users: [person('anchor')] };
const WANTED: DesiredInput = { users: [person('anchor'), person('ana')] };
const ANA = 'user:ana@example.com';

/** An add-user that is cut off now and carried out when the sandbox starts again. */
async function cutOff(): Promise<SmallEngine> {
  const engine = await smallEngine();
  await engine.up(NOBODY);
  await engine.sandbox.control.arm({ operation: 'add-user', kind: 'commit-late', delayMs: 3_600_000 });
  expect((await engine.up(WANTED)).errors).toEqual([expect.stringContaining('lost')]);
  return engine;
}

const planned = ({ plan }: SmallUpdate): string[] => plan.changes.map(({ action, address }) => `${action} ${address}`);
const said = ({ plan }: SmallUpdate): string[] =>
  plan.verdicts.flatMap(({ class: kind, code, address }) => (kind === 'unreadable' ? [`${code} ${address}`] : []));

const decided = ({ plan }: SmallUpdate): string[] =>
  plan.verdicts.flatMap(({ class: kind, code, address }) => (kind === 'decision' ? [`${code} ${address}`] : []));

test('a create that comes late is refused by the service once another update has created the user', async () => {
  const engine = await cutOff();
  const again = await engine.up(WANTED);
  expect([again.errors, again.writes]).toEqual([[], 1]);
  await engine.sandbox.restart();
  const silent = await engine.up(WANTED);
  expect([planned(silent), silent.writes, said(silent)]).toEqual([[], 0, []]);
});

test('a create that comes between the plan and its operation is taken back, and not called foreign', async () => {
  const engine = await cutOff();
  const again = await engine.up(WANTED, { meanwhile: () => engine.sandbox.restart() });
  expect(again.errors).toEqual([]);
  const silent = await engine.up(WANTED);
  expect([planned(silent), silent.writes, said(silent)]).toEqual([[], 0, []]);
});

test('a create whose line left the files stays in the stack while it may come, and when it came until a person decides', async () => {
  const engine = await cutOff();
  const waiting = await engine.up(NOBODY);
  expect([planned(waiting), waiting.writes, said(waiting)]).toEqual([[], 0, [`lost-answer ${ANA}`]]);
  expect(engine.stack.has(ANA)).toBe(true);
  await engine.sandbox.restart();
  for (const _run of [1, 2]) {
    const after = await engine.up(NOBODY);
    expect([planned(after), after.writes, decided(after)]).toEqual([[], 0, [`probably-ours ${ANA}`]]);
    expect(engine.stack.has(ANA)).toBe(true);
  }
  const leaver = { loginUserId: 'ana@example.com', ensure: 'absent' } as const;
  const asked = await engine.up({ users: [person('anchor'), leaver] });
  expect([asked.errors, asked.writes, decided(asked)]).toEqual([[], 0, [`probably-ours ${ANA}`]]);
  const gone: DesiredInput = { users: [person('anchor'), { ...leaver, adopt: true }] };
  expect((await engine.up(gone)).errors).toEqual([]);
  expect((await engine.sandbox.control.exists('ana@example.com')).inService).toBe(false);
  expect(await engine.up(gone)).toMatchObject({ operations: [], writes: 0, plan: { changes: [] } });
});

test('a destroy does not forget a create that may still come: it says so and keeps it', async () => {
  const engine = await cutOff();
  expect(await engine.destroy()).toEqual([expect.stringContaining('may still be carried out')]);
  expect(engine.stack.has(ANA)).toBe(true);
});

test('a create of a class User that comes late, when its line is gone, is refused by name until a person decides', async () => {
  let now = Date.now();
  const engine = await classEngine(() => now);
  const user = (name: string, more: object = {}): Registered => ({
    kind: 'User',
    name,
    args: { ...person(name), ...more },
  });
  expect((await engine.up([user('anchor')])).errors).toEqual([]);
  await engine.sandbox.control.arm({ operation: 'add-user', kind: 'commit-late', delayMs: 3_600_000 });
  expect((await engine.up([user('anchor'), user('ana')])).errors.join()).toContain('lost');
  await engine.sandbox.restart();
  now += 80_000;
  for (const refresh of [false, true]) {
    const gone = await engine.up([user('anchor')], { refresh });
    expect([gone.errors.join(), gone.writes]).toEqual([expect.stringContaining('[probably-ours]'), 0]);
    expect(gone.errors.join()).toContain(ANA);
  }
  const absent: Registered = { kind: 'User', name: 'ana', args: { loginUserId: 'ana@example.com', ensure: 'absent' } };
  const leaver = { ...absent, args: { ...absent.args, adopt: true } };
  expect((await engine.up([user('anchor'), leaver])).errors).toEqual([]);
  expect((await engine.sandbox.control.exists('ana@example.com')).inService).toBe(false);
  expect((await engine.up([user('anchor'), leaver])).operations).toEqual([]);
});

test.each(['each by its own', 'as a class'])(
  'a user whose create was answered 503 and is seen, %s, is neither deleted nor let go when the line goes: it is named',
  async (way) => {
    const ends = { operation: 'add-user', kind: 'commit-then-5xx', status: 503 } as const;
    if (way === 'as a class') {
      const engine = await classEngine();
      const user = (name: string): Registered => ({ kind: 'User', name, args: { ...person(name) } });
      await engine.up([user('anchor')]);
      await engine.sandbox.control.arm(ends);
      expect((await engine.up([user('anchor'), user('ana')])).errors).toEqual([]);
      const gone = await engine.up([user('anchor')]);
      expect([gone.errors.join(), gone.writes]).toEqual([expect.stringContaining('[probably-ours]'), 0]);
      return;
    }
    const engine = await smallEngine();
    await engine.up(NOBODY);
    await engine.sandbox.control.arm(ends);
    expect((await engine.up(WANTED)).errors).toEqual([]);
    for (const _run of [1, 2]) {
      const after = await engine.up(NOBODY);
      expect([planned(after), after.writes, decided(after)]).toEqual([[], 0, [`probably-ours ${ANA}`]]);
      expect(engine.stack.has(ANA)).toBe(true);
    }
  },
);

test('ensure: absent of an adopted user removes it, and is not carried out as the silent release of a line that went', async () => {
  const engine = await smallEngine();
  await engine.up(NOBODY);
  await engine.sandbox.control.addUser({ loginUserId: 'ana@example.com' });
  const adopted: DesiredInput = { users: [person('anchor'), person('ana', { adopt: true })] };
  expect((await engine.up(adopted)).errors).toEqual([]);
  const leaver = { loginUserId: 'ana@example.com', ensure: 'absent' } as const;
  const gone: DesiredInput = { users: [person('anchor'), leaver] };
  expect(planned(await engine.up(gone))).toEqual([`delete ${ANA}`]);
  expect((await engine.sandbox.control.exists('ana@example.com')).inService).toBe(false);
});

test('a delete on both sides whose answer was lost, and which left the backing account, is asked for by the next update', async () => {
  const engine: SmallEngine = await smallEngine({}, undefined, async () => undefined, {
    switches: { S30: 'removed' },
    onRequest: ({ operation, outcome }) =>
      operation === 'delete-user' && outcome.startsWith('reset-before')
        ? void engine.sandbox.control.removeUser('ana@example.com')
        : undefined,
  });
  const both: DesiredInput = { users: [person('anchor'), person('ana', { createInBackend: true })] };
  expect((await engine.up(both)).errors).toEqual([]);
  await engine.sandbox.control.arm({ operation: 'delete-user', kind: 'reset-before' });
  expect((await engine.up(NOBODY)).errors).toEqual([expect.stringContaining('in the second system')]);
  expect((await engine.up(NOBODY)).errors).toEqual([]);
  expect(await engine.sandbox.control.exists('ana@example.com')).toMatchObject({ inService: false, inBackend: false });
});
