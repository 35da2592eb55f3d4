// What the documents leave open and a diligent tool could take wrongly: values that do not stay, states that an update
// resets, and creates that were cut off long ago.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { whyVerdict } from '../../src/core/report/words/why-verdict.ts';
import { record } from '../support/declare.ts';
import { actionsOf, decisions, fates, scenario } from '../support/scenario.ts';

const inSummer = (...records: RecordInput[]): DesiredInput => ({ campaigns: [{ campaignName: 'Summer', records }] });
const unmarked = (...records: RecordInput[]): DesiredInput => ({
  campaigns: [{ campaignName: 'Summer', marker: false, records }],
});
const KEY = { campaignName: 'Summer', clientId: 'C-1' };
const ANA = 'ana@example.com';

test.each([30, 50])('a value cut at %s characters is sent twice, then reported and left alone', async (max) => {
  const story = await scenario({ switches: { S20: { kind: 'cut', max } } });
  const desired = inSummer(record('C-1', { data: { Name: 'Maria', Note: 'x'.repeat(60) } }));
  await story.apply(desired);
  expect(actionsOf(await story.plan(desired))).toEqual(['update record:Summer/C-1']);
  await story.converge(desired);
  const said = (await story.plan(desired)).verdicts.map((verdict) => `${verdict.class} ${whyVerdict(verdict)}`);
  expect(said).toEqual(['kept data.Note: the service shows another value than was sent twice; not sent again']);
  await story.sandbox.control.changeRecord({ ...KEY, data: { Note: 'by hand' } });
  expect((await story.drift(desired)).findings.map((finding) => finding.class)).toEqual(['drift']);
});

describe.each(['keeps', 'resets'] as const)('where an update %s state and attempts', (S10) => {
  test('a task that was worked stays worked when the file may overwrite it', async () => {
    const story = await scenario({ switches: { S10 } });
    await story.converge(inSummer(record('C-1')));
    await story.sandbox.control.work({ ...KEY, agent: ANA, state: 'WORKED' });
    const result = await story.converge(inSummer(record('C-1', { whenWorked: 'replace', data: { Name: 'Maria' } })));
    const notes = S10 === 'keeps' ? [] : [{ kind: 'state-put-back', state: 'WORKED' }];
    expect(result.settlements.map((settlement) => settlement.kind === 'applied' && settlement.notes)).toEqual([notes]);
    expect((await story.sandbox.control.records())[0]?.workedState).toBe('WORKED');
  });

  test.each([
    ['readings show what was 20 s before', { S19: 20_000 }, null],
    ['the update is carried out 70 s later', {}, { kind: 'commit-late', delayMs: 70_000, byClock: true }],
  ] as const)('a task that was worked is put back within the run where %s', async (_title, switches, late) => {
    const story = await scenario({ switches: { S10 } });
    const { control } = story.sandbox;
    await story.converge(inSummer(record('C-1')));
    await control.work({ ...KEY, agent: ANA, state: 'WORKED' });
    story.advance(60_000);
    const desired = inSummer(record('C-1', { whenWorked: 'replace', data: { Name: 'Maria' } }));
    await control.setSwitches(switches);
    if (late !== null) await control.arm({ operation: 'addOrUpdateCampaignRecord', ...late });
    expect(fates(await story.apply(desired))).toEqual([expect.stringMatching(/^applied record:Summer\/C-1/u)]);
    expect((await control.records())[0]?.workedState).toBe('WORKED');
    story.advance(60_000);
    expect(actionsOf(await story.plan(desired))).toEqual([]);
  });
});

test.each([0, 300])(
  'a record we deleted and the service still shows is added again only with a reason; writes show after %s ms',
  async (S19) => {
    const story = await scenario({ switches: { S5: 'removed-visible', S19 } });
    await story.converge(inSummer(record('C-1'), record('C-2')));
    await story.converge(inSummer(record('C-2')));
    await story.converge(inSummer(record('C-1'), record('C-2')));
    const states = async () =>
      (await story.sandbox.control.records()).map((task) => `${task.clientId} ${task.workedState}`);
    expect((await states()).toSorted()).toEqual(['C-1 REMOVED', 'C-2 NOTWORKED']);
    const again = inSummer(record('C-1', { reissue: 'put back on 21 November' }), record('C-2'));
    await story.converge(again);
    expect((await states()).toSorted()).toEqual(['C-1 NOTWORKED', 'C-2 NOTWORKED']);
    await story.sandbox.control.work({ ...KEY, agent: ANA, state: 'COMPLETED' });
    await story.converge(again);
    expect((await states()).toSorted()).toEqual(['C-1 COMPLETED', 'C-2 NOTWORKED']);
    const log = await story.sandbox.control.log();
    expect(log.filter(({ outcome }) => outcome === 'NORECORDFOUND').map(({ operation }) => operation)).toEqual([]);
  },
);

describe('a create that was cut off', () => {
  test('is not ours when the task that stands there without a marker holds other data', async () => {
    const story = await scenario();
    await story.sandbox.control.arm({ operation: 'addOrUpdateCampaignRecord', kind: 'reset-before', count: 'always' });
    await story.apply(unmarked(record('C-1')));
    await story.sandbox.control.clearFaults();
    const rows = [{ Id: 'C-1', Name: 'Somebody else' }];
    await story.sandbox.control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows });
    expect(decisions(await story.plan(unmarked(record('C-1'))))).toEqual(['conflict record:Summer/C-1']);
  });
});
