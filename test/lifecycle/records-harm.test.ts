// Records that a diligent tool could take from others, lose or call twice: whose marker they carry, what became of a write
// nobody heard of, what a move keeps, and what a part of the files does not show. Each story was found by trying to harm.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import type { CampaignInput, DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import type { Run } from '../../src/core/engine/run.ts';
import type { SandboxRecord } from '../../src/sandbox/operations/control.ts';
import { whyVerdict } from '../../src/core/report/words/why-verdict.ts';
import { list, record } from '../support/declare.ts';
import { actionsOf, decisions, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const inCampaigns = (...campaigns: CampaignInput[]): DesiredInput => ({ campaigns });
const summer = (...records: RecordInput[]): DesiredInput => inCampaigns(list('Summer', ...records));
const KEY = { campaignName: 'Summer', clientId: 'C-1' };
const AGENT = 'ana@example.com';
const other = record('C-2');

const itemsOf = (task: SandboxRecord | undefined): Record<string, string> =>
  Object.fromEntries((task?.previewRecordData ?? []).map(({ key, value }) => [key, value]));
const taskIn = async (story: Scenario, campaignName = 'Summer', clientId = 'C-1'): Promise<SandboxRecord | undefined> =>
  (await story.sandbox.control.records(campaignName)).find((task) => task.clientId === clientId);
const loseLedger = (story: Scenario): void =>
  rmSync(join(story.project.directory, '.muster', 'ledger'), { recursive: true });

/** Another project with a home of its own, on the same service. */
function neighbour(story: Scenario): Partial<Run> {
  const directory = join(story.project.directory, 'neighbour');
  mkdirSync(directory, { recursive: true });
  return { project: { ...story.project, name: 'neighbour', directory } };
}

/** The same project after it was renamed, as muster.yaml has to say it. */
function formerly(story: Scenario): Partial<Run> {
  const target = { ...story.sandbox.target, formerStacks: ['contact-centre.sandbox'] };
  return { project: { ...story.project, name: 'new-name' }, target };
}

/** Every search from this one on, counted from now, fails. */
const unheardFrom = (story: Scenario, ordinal: number): Promise<unknown> =>
  story.sandbox.control.arm({ operation: 'searchPreviewCampaign', kind: 'refuse-before', ordinal, count: 'always' });

describe('a record that another stack manages', () => {
  test.each([
    ['taken over', record('C-1', { adopt: true })],
    ['finished', record('C-1', { adopt: true, ensure: 'completed' })],
    ['deleted', record('C-1', { adopt: true, ensure: 'absent', whenWorked: 'remove' })],
    ['claimed without adopt', record('C-1')],
  ] as const)('is not %s: a person decides, and nothing is sent', async (_how, wanted) => {
    const story = await scenario();
    await story.apply(summer(record('C-1')), neighbour(story));
    const before = await taskIn(story);
    const desired = summer(wanted, other);
    // Nothing of the campaign is recorded: what that stack knows of its customers no first apply can say.
    await expect(story.apply(desired, { isFirstApply: true })).rejects.toMatchObject({ code: 'guard-unrecorded' });
    expect(decisions(await story.plan(desired))).toEqual(['managed-elsewhere record:Summer/C-1']);
    const said = (await story.plan(desired)).verdicts.map((each) => whyVerdict(each));
    expect(said).toEqual(['carries the marker of neighbour.sandbox, which manages it']);
    expect(await taskIn(story)).toEqual(before);
  });

  test('but was ours under a declared former name gets the new one, with one write a record', async () => {
    const story = await scenario();
    const desired = summer(record('C-1'), other);
    await story.converge(desired);
    const renamed = formerly(story);
    expect(fates(await story.apply(desired, renamed))).toEqual([
      'applied record:Summer/C-1',
      'applied record:Summer/C-2',
    ]);
    expect(itemsOf(await taskIn(story))['musterStack']).toMatch(/^new-name\.sandbox\//u);
    expect(actionsOf(await story.plan(desired, renamed))).toEqual([]);
    await expect(story.plan(desired)).rejects.toMatchObject({ code: 'other-stack' });
  });

  test('but was ours under a declared former name is recognised by it when recorded state was lost, too', async () => {
    const story = await scenario();
    const desired = summer(record('C-1'));
    await story.converge(desired);
    loseLedger(story);
    const unsaid: Partial<Run> = { project: { ...story.project, name: 'new-name' } };
    expect(decisions(await story.plan(desired, unsaid))).toEqual(['managed-elsewhere record:Summer/C-1']);
    const knowingly = { ...formerly(story), isFirstApply: true };
    expect(fates(await story.apply(desired, knowingly))).toEqual(['applied record:Summer/C-1']);
    expect(actionsOf(await story.plan(desired, formerly(story)))).toEqual([]);
  });

  test('although it is recorded here: after a hand-over it is left alone, declared or not', async () => {
    const story = await scenario();
    const desired = summer(record('C-1'), other);
    await story.converge(desired);
    const there = neighbour(story);
    const taking = { ...there, target: { ...story.sandbox.target, formerStacks: ['contact-centre.sandbox'] } };
    await story.apply(summer(record('C-1')), { ...taking, isFirstApply: true });
    expect(decisions(await story.plan(desired))).toEqual(['managed-elsewhere record:Summer/C-1']);
    await story.sandbox.control.resetCounters();
    await story.apply(desired);
    await story.apply(summer(other));
    expect((await story.sandbox.control.counters()).writes).toBe(0);
  });

  test('is not assumed for a marker that the service cut before the end of our own name', async () => {
    const story = await scenario({ switches: { S20: { kind: 'cut', max: 12 } } });
    await story.apply(summer(record('C-1')));
    loseLedger(story);
    expect(decisions(await story.plan(summer(record('C-1'))))).toEqual(['conflict record:Summer/C-1']);
    expect(actionsOf(await story.plan(summer(record('C-1', { adopt: true }))))).toEqual(['adopt record:Summer/C-1']);
  });
});

test('a reissue whose answer was lost and that was worked is never repeated, however far the clocks differ', async () => {
  const story = await scenario({ switches: { S10: 'resets' } });
  const ahead: Partial<Run> = { clock: () => story.clock() + 60 * 60 * 1000 };
  await story.converge(summer(record('C-1'), other));
  await story.sandbox.control.work({ ...KEY, agent: AGENT, state: 'COMPLETED' });
  await story.apply(summer(record('C-1'), other));
  await story.sandbox.control.arm({ operation: 'addOrUpdateCampaignRecord', kind: 'commit-then-reset' });
  await unheardFrom(story, 3);
  const again = summer(record('C-1', { reissue: 'new offer' }), other);
  expect(fates(await story.apply(again, ahead)).join()).toContain('unresolved record:Summer/C-1');
  await story.sandbox.control.clearFaults();
  await story.sandbox.control.work({ ...KEY, agent: AGENT, state: 'COMPLETED' });
  expect(actionsOf(await story.plan(again, ahead))).toEqual([]);
  await story.apply(again, ahead);
  expect((await taskIn(story))?.workedState).toBe('COMPLETED');
});

test('a create whose answer was lost and whose task an intake file overwrote is a question once it is gone', async () => {
  const story = await scenario({ switches: { S11: { intake: 'update', idSearch: 'oldest' } } });
  await story.converge(summer(other));
  const desired = summer(record('C-1'), other);
  await story.sandbox.control.arm({ operation: 'addOrUpdateCampaignRecord', kind: 'commit-then-reset' });
  await unheardFrom(story, 4);
  expect(fates(await story.apply(desired)).join()).toContain('unresolved record:Summer/C-1');
  await story.sandbox.control.clearFaults();
  const rows = [{ Id: 'C-1', Name: 'From a file', musterStack: '' }];
  await story.sandbox.control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows });
  await story.sandbox.control.advanceClock(60 * 60 * 1000);
  expect(decisions(await story.plan(desired))).toEqual(['conflict record:Summer/C-1']);
  await story.apply(desired);
  await story.sandbox.control.work({ ...KEY, agent: AGENT, state: 'COMPLETED' });
  await story.sandbox.control.removeRecord(KEY);
  expect(decisions(await story.plan(desired))).toEqual(['gone-unclear record:Summer/C-1']);
});

test('a reissue that never arrived is settled also where its line is taken out, as the plan advises', async () => {
  const story = await scenario();
  await story.converge(summer(record('C-1'), other));
  await story.sandbox.control.work({ ...KEY, agent: AGENT, state: 'COMPLETED' });
  await story.apply(summer(record('C-1'), other));
  await story.sandbox.control.removeRecord(KEY);
  await story.converge(summer(record('C-1'), other));
  await story.sandbox.control.arm({ operation: 'addOrUpdateCampaignRecord', kind: 'reset-before' });
  const again = summer(record('C-1', { reissue: 'new offer' }), other);
  await story.apply(again);
  await story.sandbox.control.clearFaults();
  await story.sandbox.control.advanceClock(3 * 60 * 60 * 1000);
  expect(decisions(await story.plan(again))).toEqual(['gone-unclear record:Summer/C-1']);
  await story.apply(summer(other));
  const { changes, verdicts } = await story.plan(summer(other));
  expect([changes, verdicts]).toEqual([[], []]);
});

describe('a marker', () => {
  test('ends with who made the record', async () => {
    const story = await scenario();
    const rows = [{ Id: 'C-1', Name: 'File' }];
    await story.sandbox.control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows });
    await story.converge(summer(record('C-1', { adopt: true }), other));
    expect(itemsOf(await taskIn(story))['musterStack']).toMatch(/^contact-centre\.sandbox\/[01]{20}a[0-9a-f]{8}$/u);
    expect(itemsOf(await taskIn(story, 'Summer', 'C-2'))['musterStack']).toMatch(/\/[01]{20}c[0-9a-f]{8}$/u);
  });

  test.each([
    ['whole', 52, []],
    ['cut at its end', 51, ['C-1']],
  ] as const)(
    '%s: after the ledger was lost, removal takes only what it proves to be ours',
    async (_title, max, left) => {
      const story = await scenario({ switches: { S20: { kind: 'cut', max } } });
      await story.apply(summer(record('C-1'), other));
      loseLedger(story);
      await story.apply(summer(record('C-1'), other), { isFirstApply: true });
      await story.apply(summer(other));
      const ids = (await story.sandbox.control.records('Summer')).map(({ clientId }) => clientId);
      expect(ids.filter((id) => id === 'C-1')).toEqual(left);
    },
  );
});

describe('a record without a marker', () => {
  const bare = (...records: RecordInput[]): DesiredInput =>
    inCampaigns({ ...list('Summer', ...records), marker: false });
  test.each([
    ['holds other data', { data: { Name: 'Of others' } }, ['C-1', 'C-2']],
    ['holds what we sent', { skillQueue: 'bronze' }, ['C-2']],
  ] as const)('that %s, when its line goes', async (_title, change, left) => {
    const story = await scenario();
    await story.converge(bare(record('C-1'), other));
    await story.sandbox.control.changeRecord({ ...KEY, ...change });
    await story.converge(bare(other));
    const ids = (await story.sandbox.control.records('Summer')).map(({ clientId }) => clientId);
    expect(ids.toSorted()).toEqual(left);
  });
});

describe('a search by marker that failed', () => {
  const both = (reissue = '', ...more: RecordInput[]): DesiredInput =>
    inCampaigns(list('Summer', record('C-1', { reissue }), other, ...more), list('Winter', record('W-1')));

  test('leaves out of the plan what may be in the campaign it did not show', async () => {
    const story = await scenario();
    await story.converge(both());
    await story.sandbox.control.work({ ...KEY, agent: AGENT, state: 'COMPLETED' });
    await story.apply(both());
    await story.sandbox.control.removeRecord(KEY);
    await story.apply(both());
    const desired = both('new offer', record('C-9'));
    expect(actionsOf(await story.plan(desired)).toSorted()).toEqual([
      'create record:Summer/C-9',
      'update record:Summer/C-1',
    ]);
    await story.sandbox.control.arm({
      operation: 'searchPreviewCampaign',
      kind: 'status',
      status: 400,
      ordinal: 2,
      count: 1,
    });
    const plan = await story.plan(desired);
    expect(actionsOf(plan)).toEqual([]);
    expect(decisions(plan)).toEqual(['unreadable record:Summer/C-1', 'unreadable record:Summer/C-9']);
    expect(plan.coverage.answered).toBeLessThan(plan.coverage.asked);
  });
});
