// An add-user whose answer was lost, carried out late: the stack keeps the evidence that it is ours, as the ledger does
// (lifecycle/late-users.test.ts).

import { expect, test } from 'vitest';

import type { DesiredInput } from '../../src/desired/define.ts';
import { person } from '../support/declare.ts';
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

test('a create whose line left the files stays in the stack while it may come, and is let go as ours when it came', async () => {
  const engine = await cutOff();
  const waiting = await engine.up(NOBODY);
  expect([planned(waiting), waiting.writes, said(waiting)]).toEqual([[], 0, [`lost-answer ${ANA}`]]);
  expect(engine.stack.has(ANA)).toBe(true);
  await engine.sandbox.restart();
  const after = await engine.up(NOBODY);
  expect([planned(after), after.errors]).toEqual([[`forget ${ANA}`], []]);
  expect(engine.stack.has(ANA)).toBe(false);
});

test('a destroy does not forget a create that may still come: it says so and keeps it', async () => {
  const engine = await cutOff();
  expect(await engine.destroy()).toEqual([expect.stringContaining('may still be carried out')]);
  expect(engine.stack.has(ANA)).toBe(true);
});
