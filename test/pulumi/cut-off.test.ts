// A create that was cut off, and whose line is gone before the next run: nothing in the stack stands for it, so no update
// can settle it. The plan must not promise what nobody will do.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput, UserInput } from '../../src/core/desired/declarations/define.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { list, person, record } from '../support/declare.ts';
import { smallEngine } from './small-engine.ts';
import type { SmallEngine, SmallUpdate } from './small-engine.ts';

const NOBODY: DesiredInput = { users: [person('anchor')], campaigns: [list('Summer', record('C-9'))] };
const withUser = (more: Partial<UserInput> = {}): DesiredInput => ({
  ...NOBODY,
  users: [person('anchor'), person('ana', more)],
});
const withRecord = (marker: boolean): DesiredInput => ({
  ...NOBODY,
  campaigns: [list('Summer', record('C-9')), { ...list('Winter', record('C-1')), marker }],
});

describe.each([
  ['a user', withUser()],
  ['a record with a marker', withRecord(true)],
  ['a record without a marker', withRecord(false)],
])('the line of %s that leaves the files after its create was cut off', (_name, wanted) => {
  test.each(['before', 'after'] as const)('leaves nothing to plan: cut off %s the request', async (killed) => {
    const engine = await smallEngine();
    await engine.up(NOBODY);
    await engine.up(wanted, { killed });
    for (let run = 0; run < 2; run += 1) {
      const { plan, operations, writes, leftOut } = await engine.up(NOBODY);
      expect(leftOut).toEqual([
        expect.stringMatching(
          /^\S+ may have been made by an update that was cut off, .*: put its line back and run again/u,
        ),
      ]);
      expect(plan.changes.map(({ action, address }) => `${action} ${address}`)).toEqual([]);
      expect(operations).toEqual([]);
      expect(writes).toBe(0);
    }
  });
});

test.each([true, false])(
  'a record whose line moves to another campaign after its create was cut off is added to none (marker: %s)',
  async (marker) => {
    const engine = await smallEngine();
    const inSummer = (...records: RecordInput[]) => ({ ...list('Summer', record('C-9'), ...records), marker });
    const before = { ...NOBODY, campaigns: [inSummer(), { ...list('Winter', record('C-1')), marker }] };
    const moved = { ...NOBODY, campaigns: [inSummer(record('C-1'))] };
    const places = async (): Promise<string[]> =>
      (await engine.sandbox.control.records()).map((task) => `${task.campaignName}/${task.clientId}`).toSorted();
    await engine.up({ ...NOBODY, campaigns: [inSummer()] });
    await engine.up(before, { killed: 'after' });
    const { operations, writes, leftOut } = await engine.up(moved);
    expect([operations, writes]).toEqual([[], 0]);
    const words = 'an update that was cut off had made record:Winter/C-1, and the stack does not hold it yet';
    const wayOut = 'put it back there, run once, then move it';
    expect(leftOut).toEqual([`record:Summer/C-1 is not moved here: ${words}; ${wayOut}`]);
    expect(await places()).toEqual(['Summer/C-9', 'Winter/C-1']);
    // The way out that the program names.
    await engine.up(before);
    await engine.up(moved);
    expect(await places()).toEqual(['Summer/C-1', 'Summer/C-9']);
    expect((await engine.up(moved)).plan.changes).toEqual([]);
  },
);

test('nor is it called made there where a create of that line was cut off as well, and nothing came of that', async () => {
  const engine = await smallEngine();
  const inSummer = { ...NOBODY, campaigns: [list('Summer', record('C-9'), record('C-1'))] };
  const inBoth = { ...NOBODY, campaigns: [...inSummer.campaigns, list('Winter', record('C-1'))] };
  await engine.up(NOBODY);
  await engine.up(
    { ...NOBODY, campaigns: [list('Summer', record('C-9')), list('Winter', record('C-1'))] },
    {
      killed: 'after',
    },
  );
  await engine.up(inBoth, { killed: 'before' });
  for (let run = 0; run < 2; run += 1) {
    const { operations, writes, leftOut } = await engine.up(inSummer);
    expect(leftOut).toEqual([expect.stringContaining('record:Summer/C-1 is not moved here')]);
    expect([operations, writes]).toEqual([[], 0]);
  }
  // The way out that the program names.
  await engine.up(inBoth, { allow: { interrupted: 1 } });
  await engine.up(inSummer);
  const tasks = await engine.sandbox.control.records();
  expect(tasks.map((task) => `${task.campaignName}/${task.clientId}`)).toEqual(['Summer/C-9', 'Summer/C-1']);
});

test('a set that was cut off is looked for where it was, when its lines are in another campaign by now', async () => {
  const engine = await smallEngine();
  const set = (name: string) => ({ ...list(name, record('C-1'), record('C-2')), manage: 'set' as const });
  await engine.up(NOBODY);
  await engine.up({ ...NOBODY, campaigns: [...(NOBODY.campaigns ?? []), set('Winter')] }, { killed: 'after' });
  const { leftOut, writes } = await engine.up({ ...NOBODY, campaigns: [...(NOBODY.campaigns ?? []), set('Autumn')] });
  const words = 'is not moved here: an update that was cut off had made';
  expect(leftOut).toEqual([
    expect.stringContaining(`record:Autumn/C-1 ${words} record:Winter/C-1,`),
    expect.stringContaining(`record:Autumn/C-2 ${words} record:Winter/C-2,`),
  ]);
  expect(writes).toBe(0);
});

describe('a set whose create was cut off removes the row that left its lines since, with the update that goes on with it', () => {
  const winter = (...ids: string[]): DesiredInput => ({
    ...NOBODY,
    campaigns: [...(NOBODY.campaigns ?? []), { ...list('Winter', ...ids.map((id) => record(id))), manage: 'set' }],
  });
  const placesIn = async ({ control }: SmallEngine['sandbox']): Promise<string[]> =>
    (await control.records()).map((task) => `${task.campaignName}/${task.clientId}`).toSorted();
  const changesOf = ({ plan }: SmallUpdate): string[] =>
    plan.changes.map(({ action, address }) => `${action} ${address}`);

  test('nothing is promised again', async () => {
    const engine = await smallEngine();
    await engine.up(NOBODY);
    await engine.up(winter('C-1', 'C-2'), { killed: 'after' });
    const update = await engine.up(winter('C-1'));
    expect(changesOf(update)).toEqual(['delete record:Winter/C-2']);
    expect([update.leftOut, update.errors]).toEqual([[], []]);
    expect(await placesIn(engine.sandbox)).toEqual(['Summer/C-9', 'Winter/C-1']);
    const next = await engine.up(winter('C-1'));
    expect([next.operations, changesOf(next)]).toEqual([[], []]);
  });

  test('also where all that it declares waits for a person, which is taken in once that is decided', async () => {
    const engine = await smallEngine();
    const { control } = engine.sandbox;
    await engine.up(NOBODY);
    await engine.up(winter('C-1', 'C-2'), { killed: 'after' });
    await control.setSwitches({ S11: { intake: 'twin', idSearch: 'oldest' } });
    await control.loadIntake({ campaignName: 'Winter', idColumn: 'Id', rows: [{ Id: 'C-1', Name: 'Theirs' }] });
    const update = await engine.up(winter('C-1'));
    expect(changesOf(update)).toEqual(['delete record:Winter/C-2']);
    expect(update.leftOut).toEqual([expect.stringMatching(/^record:Winter\/C-1 /u)]);
    expect(update.errors).toEqual([]);
    expect(await placesIn(engine.sandbox)).toEqual(['Summer/C-9', 'Winter/C-1', 'Winter/C-1']);
    const next = await engine.up(winter('C-1'));
    expect([next.writes, changesOf(next)]).toEqual([0, []]);
    const named = { ...list('Winter', record('C-1', { previewRecordId: 'R-2' })), manage: 'set' as const };
    const decided = { ...NOBODY, campaigns: [...(NOBODY.campaigns ?? []), named] };
    const last = await engine.up(decided);
    expect([last.writes, last.errors, await placesIn(engine.sandbox)]).toEqual([
      0,
      [],
      ['Summer/C-9', 'Winter/C-1', 'Winter/C-1'],
    ]);
    expect(changesOf(await engine.up(decided))).toEqual([]);
  });
});

test('a row that a spreadsheet spelled otherwise goes once its create, which was cut off, is taken in', async () => {
  const engine = await smallEngine();
  const inSummer = (clientId: string): DesiredInput => ({
    ...NOBODY,
    campaigns: [list('Summer', record('C-9'), record(clientId))],
  });
  const places = async (): Promise<string[]> =>
    (await engine.sandbox.control.records()).map((task) => `${task.campaignName}/${task.clientId}`).toSorted();
  const planned = ({ plan }: { readonly plan: Plan }): string[] =>
    plan.changes.map(({ action, address }) => `${action} ${address}`);
  await engine.up(NOBODY);
  await engine.up(inSummer("'C-1"), { killed: 'after' });
  // Said to be another customer, and both are to be there for a moment.
  const first = await engine.up(inSummer('C-1'), { allow: { ids: 1 } });
  expect(planned(first)).toContain("delete record:Summer/'C-1");
  expect(first.leftOut).toEqual([expect.stringContaining("record:Summer/'C-1 goes with the next update")]);
  const second = await engine.up(inSummer('C-1'), { allow: { ids: 1 } });
  expect([planned(second), second.writes]).toEqual([["delete record:Summer/'C-1"], 1]);
  expect(await places()).toEqual(['Summer/C-1', 'Summer/C-9']);
  // The engine lists the create until a person clears it.
  await engine.up(inSummer('C-1'));
  const last = await engine.up(inSummer('C-1'));
  expect([planned(last), last.operations, last.writes]).toEqual([[], [], 0]);
});

// The first search shows the task, and nobody says what stands beside it: what was seen counts all the same.
test.each([
  ['with markers', { marker: true }],
  ['of an intake file, without markers', { marker: false, intake: true }],
])(
  'whom a reading that failed later saw called is not called again once the task is gone (a campaign %s)',
  async (_title, more) => {
    const engine = await smallEngine();
    const { control } = engine.sandbox;
    const key = { campaignName: 'Winter', clientId: 'C-1' };
    const wanted = {
      ...NOBODY,
      campaigns: [...(NOBODY.campaigns ?? []), { ...list('Winter', record('C-1')), ...more }],
    };
    await engine.up(NOBODY);
    await engine.up(wanted, { killed: 'after' });
    await control.work({ ...key, agent: 'anchor@example.com', state: 'COMPLETED' });
    const byId = { operation: 'searchPreviewCampaign', kind: 'status', status: 500, count: 'always' } as const;
    await control.arm({ ...byId, key: more.marker ? 'Winter/C-1' : 'Winter/' });
    const unread = await engine.up(wanted);
    expect([unread.writes, unread.leftOut]).toEqual([0, [expect.stringMatching(/^record:Winter\/C-1 .*HTTP 500/u)]]);
    await control.clearFaults();
    await control.removeRecord(key);
    const next = await engine.up(wanted, { allow: { interrupted: 1 } });
    expect([next.plan.changes, next.writes, next.errors]).toEqual([[], 0, []]);
    expect(next.plan.verdicts).toContainEqual(
      expect.objectContaining({ address: 'record:Winter/C-1', class: 'consumed' }),
    );
  },
);
