// An add-user whose answer was lost, carried out late: the stack keeps the evidence that it is ours, as the ledger does
// (lifecycle/late-users.test.ts).

import { expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { person } from '../support/declare.ts';
import { classEngine } from './class-engine.ts';
import type { Registered } from './class-engine.ts';
import { smallEngine } from './small-engine.ts';
import type { SmallEngine } from './small-engine.ts';

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
