// An update of a worked task (`whenWorked: replace`) by a service that resets its state, and a run that ends before it is put back: the
// next one knows from the open intent which state it had, and puts it back once.

import { expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { anchor, list, record } from '../support/declare.ts';
import { smallEngine } from '../pulumi/small-engine.ts';
import type { SandboxControl } from '../../src/sandbox/operations/control.ts';
import { actionsOf, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const KEY = { campaignName: 'Summer', clientId: 'C-1' };
const summer = (more: Partial<RecordInput> = {}, manage: 'each' | 'set' = 'each'): DesiredInput => ({
  users: [anchor],
  campaigns: [{ ...list('Summer', record('C-1', { whenWorked: 'replace', ...more }), record('C-2')), manage }],
});
const BEFORE = summer();
const AFTER = summer({ skillQueue: 'gold' });
const ACTION = 'update record:Summer/C-1';

const stateOf = async (control: SandboxControl): Promise<unknown> =>
  (await control.records('Summer')).find(({ clientId }) => clientId === 'C-1')?.workedState;

async function worked(control: SandboxControl, state: 'WORKED' | 'COMPLETED' = 'WORKED'): Promise<void> {
  await control.work({ ...KEY, agent: anchor.loginUserId, state, nextEarliestWorkTime: Date.now() + 3_600_000 });
}

/** The update is carried out, and nothing that is asked or sent after it is. */
async function cutOff(control: SandboxControl): Promise<void> {
  await control.setSwitches({ S10: 'resets' });
  await control.arm({ operation: 'changeCampaignRecordStatus', kind: 'reset-before', count: 'always' });
}

async function resetStory(): Promise<Scenario> {
  const story = await scenario();
  await story.converge(BEFORE);
  await worked(story.sandbox.control);
  await cutOff(story.sandbox.control);
  expect(fates(await story.apply(AFTER)).join()).toContain('could not be put back');
  await story.sandbox.control.clearFaults();
  expect(await stateOf(story.sandbox.control)).toBe('NOTWORKED');
  return story;
}

test('is put back by the next run, as a line of its plan, and then there is nothing to do', async () => {
  const story = await resetStory();
  const plan = await story.plan(AFTER);
  expect(actionsOf(plan)).toEqual([ACTION]);
  const [change] = plan.changes;
  expect([change?.writes, change?.fields]).toMatchObject([
    ['changeCampaignRecordStatus'],
    [{ field: 'workedState', before: 'NOTWORKED', after: 'WORKED' }],
  ]);
  await story.converge(AFTER);
  expect(await stateOf(story.sandbox.control)).toBe('WORKED');
});

test('is put back with the time that the update gave the task, not with the one it had', async () => {
  const story = await scenario({ switches: { S10: 'resets' } });
  await story.converge(BEFORE);
  await worked(story.sandbox.control);
  const at = Math.ceil(Date.now() / 1000) * 1000 + 48 * 3_600_000;
  await story.converge(summer({ nextEarliestWorkTime: new Date(at).toISOString() }));
  const tasks = await story.sandbox.control.records('Summer');
  const task = tasks.find(({ clientId }) => clientId === 'C-1');
  expect([task?.workedState, Date.parse(`${task?.nextEarliestWorkTime?.replace(' ', 'T')}Z`)]).toEqual(['WORKED', at]);
});

test('is put back once: who opens the task afterwards means it', async () => {
  const story = await resetStory();
  await story.apply(AFTER);
  await story.sandbox.control.changeRecord({ ...KEY, state: 'NOTWORKED' });
  expect(await story.changes(AFTER)).toEqual([]);
});

const WITHOUT: DesiredInput = { users: [anchor], campaigns: [list('Summer', record('C-2'))] };

test('and whose line goes before that is called no more once the line is back', async () => {
  const story = await resetStory();
  expect(fates(await story.apply(WITHOUT))).toEqual(['applied record:Summer/C-1']);
  expect(await story.changes(BEFORE)).toEqual([]);
});

test('and that others open again once it was put back stays called, when its line goes and comes back', async () => {
  const story = await resetStory();
  await story.apply(AFTER);
  await story.sandbox.control.changeRecord({ ...KEY, state: 'NOTWORKED' });
  await story.apply(WITHOUT);
  expect(await story.changes(BEFORE)).toEqual([]);
});

test('through Pulumi it stays called as well', async () => {
  const engine = await smallEngine();
  const { control } = engine.sandbox;
  await engine.up(BEFORE);
  await worked(control);
  await control.changeRecord({ ...KEY, state: 'NOTWORKED' });
  await control.setSwitches({ S10: 'resets' });
  expect((await engine.up(AFTER)).errors).toEqual([]);
  expect(actionsOf((await engine.up(WITHOUT)).plan)).toEqual(['delete record:Summer/C-1']);
  const back = await engine.up(BEFORE);
  expect([actionsOf(back.plan), back.writes, back.errors]).toEqual([[], 0, []]);
});

/** Its clock goes on by what it sleeps. */
function engineInTime(): ReturnType<typeof smallEngine> {
  let ahead = 0;
  return smallEngine(
    {},
    () => Date.now() + ahead,
    async (ms) => void (ahead += ms),
  );
}

test.each(['each', 'set'] as const)(
  'and so it does where the update is killed before the stack has recorded anything of it (manage: %s)',
  async (manage) => {
    const engine = await engineInTime();
    const { control } = engine.sandbox;
    await engine.up(summer({}, manage));
    await worked(control);
    await cutOff(control);
    await engine.up(summer({ skillQueue: 'gold' }, manage), { reads: false, killed: 'after' });
    await control.clearFaults();
    expect(await stateOf(control)).toBe('NOTWORKED');
    const without: DesiredInput = { users: [anchor], campaigns: [{ ...list('Summer', record('C-2')), manage }] };
    expect(actionsOf((await engine.up(without)).plan)).toEqual(['delete record:Summer/C-1']);
    const back = await engine.up(summer({}, manage));
    expect([actionsOf(back.plan), back.writes, back.errors]).toEqual([[], 0, []]);
  },
);

test.each(['each', 'set'] as const)('is put back by the next update of a stack (manage: %s)', async (manage) => {
  const engine = await engineInTime();
  const { control } = engine.sandbox;
  await engine.up(summer({}, manage));
  await worked(control);
  await cutOff(control);
  const after = summer({ skillQueue: 'gold' }, manage);
  expect((await engine.up(after)).errors.join()).toContain('could not be put back');
  await control.clearFaults();
  expect(await stateOf(control)).toBe('NOTWORKED');
  const next = await engine.up(after);
  expect([actionsOf(next.plan), next.errors, next.writes]).toEqual([[ACTION], [], 1]);
  expect(await stateOf(control)).toBe('WORKED');
  expect(await engine.up(after)).toMatchObject({ writes: 0, errors: [], plan: { changes: [] } });
});
