// What a stack must remember although nothing is sent, and what a plan asks for although no declaration changed.

import { describe, expect, test } from 'vitest';

import type { CampaignInput, DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { list, person, record } from '../support/declare.ts';
import { smallEngine } from './small-engine.ts';
import type { SmallEngine, SmallUpdate } from './small-engine.ts';

const SUMMER = 'Summer';
const C1 = { campaignName: SUMMER, clientId: 'C-1' };
const AT = { ...C1, agent: 'ana@example.com' };

type Settings = Pick<CampaignInput, 'manage' | 'intake'>;

const file = (settings: Settings, ...records: readonly RecordInput[]): DesiredInput => ({
  users: [person('ana')],
  campaigns: [{ ...list(SUMMER, record('C-9'), ...records), ...settings }],
});

const said = ({ plan }: SmallUpdate): string[] =>
  plan.verdicts.flatMap(({ class: kind, address }) => (kind === 'assumed' ? [] : [`${kind} ${address}`]));
const planned = ({ plan }: SmallUpdate): string[] => plan.changes.map(({ action, address }) => `${action} ${address}`);

/** Outside a program, where nobody says what is planned. */
async function noDrift(engine: SmallEngine): Promise<void> {
  expect(await engine.refresh()).toEqual([]);
}

async function begun(...records: readonly [Settings, ...RecordInput[]]): Promise<SmallEngine> {
  const engine = await smallEngine();
  expect((await engine.up(file(...records))).errors).toEqual([]);
  return engine;
}

describe.each(['each', 'set'] as const)('manage: %s', (manage) => {
  const settings = { manage };
  const name = manage === 'set' ? `set:${SUMMER}/all` : 'record:Summer/C-1';

  test.each([true, false])(
    'a used-up record whose line left is known when it comes back (refresh: %s)',
    async (reads) => {
      const engine = await begun(settings, record('C-1'));
      await engine.sandbox.control.work({ ...AT, state: 'COMPLETED' });
      const left = await engine.up(file(settings), { reads });
      expect([planned(left), left.operations, left.writes]).toEqual([
        ['forget record:Summer/C-1'],
        [`update ${name}`],
        0,
      ]);
      expect(await engine.up(file(settings), { reads })).toMatchObject({
        operations: [],
        writes: 0,
        plan: { changes: [] },
      });
      await engine.sandbox.control.removeRecord(C1);
      const back = await engine.up(file(settings, record('C-1')), { reads });
      expect([planned(back), said(back), back.writes]).toEqual([[], ['consumed record:Summer/C-1'], 0]);
      expect(await engine.sandbox.control.records(SUMMER)).toHaveLength(1);
    },
  );

  test.each([true, false])(
    'one that is worked between plan and delete is known when its line comes back (refresh: %s)',
    async (reads) => {
      const engine = await begun(settings, record('C-1'));
      const { control } = engine.sandbox;
      const meanwhile = (): Promise<void> => control.work({ ...AT, state: 'COMPLETED' });
      expect((await engine.up(file(settings), { reads, meanwhile })).writes).toBe(0);
      await engine.up(file(settings), { reads });
      await control.removeRecord(C1);
      const back = await engine.up(file(settings, record('C-1')), { reads });
      expect([planned(back), said(back), back.writes]).toEqual([[], ['consumed record:Summer/C-1'], 0]);
    },
  );

  test('so is one that is worked while its whole campaign leaves', async () => {
    const engine = await begun(settings, record('C-1'));
    const { control } = engine.sandbox;
    const nobody = { users: [person('ana')] };
    const meanwhile = (): Promise<void> => control.work({ ...AT, state: 'COMPLETED' });
    expect((await engine.up(nobody, { reads: false, meanwhile })).errors.join()).toContain('[moved]');
    const next = await engine.up(nobody);
    expect([next.errors, next.operations]).toEqual([[], [`update ${name}`]]);
    expect((await engine.up(nobody)).operations).toEqual([]);
    await control.removeRecord(C1);
    const back = await engine.up(file(settings, record('C-1')));
    expect([planned(back), said(back)]).toEqual([['create record:Summer/C-9'], ['consumed record:Summer/C-1']]);
  });

  test('a reason to call again that came before the task was finished is used up', async () => {
    const engine = await begun(settings, record('C-1'));
    await engine.sandbox.control.work({ ...AT, state: 'WORKED' });
    const again = file(settings, record('C-1', { reissue: 'early' }));
    const early = await engine.up(again);
    expect([planned(early), early.operations, early.writes]).toEqual([[], [`update ${name}`], 0]);
    await noDrift(engine);
    await engine.sandbox.control.work({ ...AT, state: 'COMPLETED' });
    const later = await engine.up(again);
    expect([planned(later), said(later), later.writes]).toEqual([[], ['consumed record:Summer/C-1'], 0]);
  });

  test('a file that follows the service is what the next change of the file is measured by', async () => {
    const queue = (skillQueue: string): DesiredInput => file(settings, record('C-1', { skillQueue }));
    const engine = await begun(settings, record('C-1', { skillQueue: 'silver' }));
    await engine.sandbox.control.changeRecord({ ...C1, skillQueue: 'gold' });
    const noted = await engine.up(queue('gold'));
    expect([planned(noted), noted.operations, noted.writes]).toEqual([[], [`update ${name}`], 0]);
    await noDrift(engine);
    const next = await engine.up(queue('bronze'));
    expect([planned(next), next.writes]).toEqual([['update record:Summer/C-1'], 1]);
  });

  test('what the plan puts back is put back without a refresh, too', async () => {
    const wanted = file(settings, record('C-1', { skillQueue: 'silver' }));
    const engine = await begun(settings, record('C-1', { skillQueue: 'silver' }));
    await engine.sandbox.control.changeRecord({ ...C1, skillQueue: 'gold' });
    const back = await engine.up(wanted, { reads: false });
    expect([back.operations, back.writes]).toEqual([[`update ${name}`], 1]);
    await noDrift(engine);
    expect(await engine.up(wanted, { reads: false })).toMatchObject({
      operations: [],
      writes: 0,
      plan: { changes: [] },
    });
  });

  test('what the plan could not read is not written, although the handlers can read it a moment later', async () => {
    const wanted = file(settings, record('C-1', { skillQueue: 'gold' }));
    const engine = await begun(settings, record('C-1'));
    const { control } = engine.sandbox;
    await control.arm({ operation: 'searchPreviewCampaign', kind: 'status', count: 'always' });
    const unread = await engine.up(wanted, { reads: false, meanwhile: () => control.clearFaults() });
    expect([planned(unread), unread.operations, unread.writes]).toEqual([[], [], 0]);
    expect(unread.leftOut.join('\n')).toContain('record:Summer/C-1');
    expect((await engine.up(wanted, { reads: false })).writes).toBe(1);
  });

  test('a twin that an intake file brought is said in the plan and is no operation', async () => {
    const intake = { manage, intake: true };
    const engine = await begun(intake, record('C-1'));
    await engine.sandbox.control.loadIntake({
      campaignName: SUMMER,
      idColumn: 'Id',
      rows: [{ Id: 'C-1', Name: 'Other' }],
    });
    const wanted = file(intake, record('C-1', { skillQueue: 'gold' }));
    await engine.up(wanted);
    const run = await engine.up(wanted);
    expect([said(run), run.operations, run.errors, run.writes]).toEqual([['decision record:Summer/C-1'], [], [], 0]);
  });
});

test('somebody who was removed by others and leaves the files is let go without a refresh, too', async () => {
  const engine = await smallEngine();
  const both = { users: [person('ana'), person('cho')] };
  await engine.up(both);
  await engine.sandbox.control.removeUser('cho@example.com');
  const run = await engine.up({ users: [person('ana')] }, { reads: false });
  expect([planned(run), run.operations, run.errors]).toEqual([
    ['forget user:cho@example.com'],
    ['delete user:cho@example.com'],
    [],
  ]);
});

test('a delete that came through after its answer was lost leaves nothing behind in a set', async () => {
  const engine = await begun({ manage: 'set' }, record('C-1'));
  await engine.sandbox.control.arm({ operation: 'deleteRecordFromCampaign', kind: 'commit-late', delayMs: 5500 });
  const lost = await engine.up(file({ manage: 'set' }));
  expect(lost.errors.join()).toContain('record:Summer/C-1: what became of deleteRecordFromCampaign cannot be seen');
  await new Promise((resolve) => setTimeout(resolve, 2000));
  for (let run = 0; run < 2; run += 1) {
    const { plan, writes } = await engine.up(file({ manage: 'set' }));
    expect([plan.changes, writes]).toEqual([[], 0]);
  }
});
