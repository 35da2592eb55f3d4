// A write whose answer was lost is looked up, and the answer to the look-up is somebody else's: one of query-existence names nobody,
// and an empty search names nothing. One such answer settles nothing.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import * as engine from '../../src/core/engine.ts';
import type { Fault } from '../../src/sandbox/messages/faults.ts';
import { anchor, list, person, record } from '../support/declare.ts';
import { actionsOf, decisions, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const ANA = 'ana@example.com';
const WITH_ANA: DesiredInput = { users: [anchor, person('ana')] };
const WITHOUT: DesiredInput = { users: [anchor, { ...person('ana'), ensure: 'absent' }] };
const summer = (...records: RecordInput[]): DesiredInput => ({ campaigns: [list('Summer', ...records)] });
const RECORDS = summer(record('C-1'), record('C-2'));
const ONE_ENDS = summer(record('C-1', { ensure: 'absent' }), record('C-2'));

/** Applies once; the faults are there from the moment between the plan and the first request. */
async function applyUnder(story: Scenario, desired: DesiredInput, faults: readonly Fault[]): Promise<string[]> {
  const result = await engine.apply(story.run(desired, { allow: { removals: 1 } }), async () => {
    for (const fault of faults) await story.sandbox.control.arm(fault);
    return true;
  });
  await story.sandbox.control.clearFaults();
  return result === null ? [] : fates(result);
}

const queries = (fault: Partial<Fault>): Fault => ({
  operation: 'query-existence',
  key: ANA,
  kind: 'overlaid',
  ...fault,
});

describe('an add-user that was not carried out', () => {
  const LOST: Fault = { operation: 'add-user', kind: 'reset-before' };

  test('is not called done when one reading gets the answer about somebody who is there', async () => {
    const story = await scenario();
    await story.converge({ users: [anchor] });
    const other = queries({ overlay: { result: 'SUCCESS' } });
    expect(await applyUnder(story, WITH_ANA, [LOST, other])).toEqual([expect.stringMatching(/^unresolved user:ana/u)]);
    expect(actionsOf(await story.plan(WITH_ANA))).toEqual([`create user:${ANA}`]);
    await story.converge(WITH_ANA);
  });

  test('is called done when two readings in a row show her, whoever made the account', async () => {
    const story = await scenario();
    await story.converge({ users: [anchor] });
    const others = queries({ overlay: { result: 'SUCCESS' }, count: 2 });
    expect(await applyUnder(story, WITH_ANA, [LOST, others])).toEqual([`applied user:${ANA}`]);
  });
});

describe('the next plan, where one reading gets an answer about somebody else', () => {
  const unsettled = [`lost-answer user:${ANA}`];

  test('does not take over an account that an add-user without an answer may have made', async () => {
    const story = await scenario();
    await story.converge({ users: [anchor] });
    await applyUnder(story, WITH_ANA, [{ operation: 'add-user', kind: 'reset-before' }]);
    await story.sandbox.control.arm(queries({ overlay: { result: 'SUCCESS' } }));
    const plan = await story.plan(WITH_ANA);
    expect([actionsOf(plan), decisions(plan)]).toEqual([[], unsettled]);
    await story.converge(WITH_ANA);
    expect((await story.sandbox.control.exists(ANA)).inService).toBe(true);
  });

  test('does not let go of somebody whom a delete-user without an answer may not have removed', async () => {
    const story = await scenario();
    await story.converge(WITH_ANA);
    await applyUnder(story, WITHOUT, [{ operation: 'delete-user', kind: 'reset-before' }]);
    await story.sandbox.control.arm(queries({ overlay: { result: 'NOT_FOUND' } }));
    const plan = await story.plan(WITHOUT);
    expect([actionsOf(plan), decisions(plan)]).toEqual([[], unsettled]);
    await story.converge(WITHOUT);
    expect((await story.sandbox.control.exists(ANA)).inService).toBe(false);
  });
});

test('a delete-user that was not carried out is not called done when one reading gets the answer about somebody who is gone', async () => {
  const story = await scenario();
  await story.converge(WITH_ANA);
  // The first reading is the last one before the request.
  const other = queries({ overlay: { result: 'NOT_FOUND' }, ordinal: 2 });
  const lost: Fault = { operation: 'delete-user', kind: 'reset-before' };
  expect(await applyUnder(story, WITHOUT, [lost, other])).toEqual([expect.stringMatching(/^unresolved user:ana/u)]);
  expect(actionsOf(await story.plan(WITHOUT))).toEqual([`delete user:${ANA}`]);
  await story.converge(WITHOUT);
  expect((await story.sandbox.control.exists(ANA)).inService).toBe(false);
});

test('a deleteRecordFromCampaign that was not carried out is not called done when one search gets an empty answer', async () => {
  const story = await scenario();
  await story.converge(RECORDS);
  const other: Fault = { operation: 'searchPreviewCampaign', kind: 'claims-absent', key: 'Summer/C-1', ordinal: 2 };
  const lost: Fault = { operation: 'deleteRecordFromCampaign', kind: 'reset-before' };
  expect(await applyUnder(story, ONE_ENDS, [lost, other])).toEqual([
    expect.stringMatching(/^unresolved record:Summer\/C-1/u),
  ]);
  expect(actionsOf(await story.plan(ONE_ENDS))).toEqual(['delete record:Summer/C-1']);
  await story.converge(ONE_ENDS);
  expect((await story.sandbox.control.records('Summer')).map(({ clientId }) => clientId)).toEqual(['C-2']);
});
