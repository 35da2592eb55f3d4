// A write of a record whose answer was lost, carried out late: what the stack keeps of it, through a refresh that does not see it yet,
// and until the update that settles it. Of users: late-users.test.ts.

import { expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { list, person, record } from '../support/declare.ts';
import { receiptsIn } from '../support/receipts.ts';
import { smallEngine } from './small-engine.ts';
import type { SmallUpdate } from './small-engine.ts';

const users = [person('anchor')];
/** Carried out when the sandbox starts again. */
const LATE = { kind: 'commit-late', delayMs: 3_600_000 } as const;

const planned = ({ plan }: SmallUpdate): string[] => plan.changes.map(({ action, address }) => `${action} ${address}`);

test.each(['each', 'set'] as const)(
  'a create that no refresh saw is still ours when it comes: its line dropped meanwhile, it is removed (manage: %s)',
  async (manage) => {
    const engine = await smallEngine();
    const declaring = (...clientIds: string[]): DesiredInput => {
      const records = clientIds.map((clientId) => record(clientId));
      return { users, campaigns: [{ ...list('Summer', ...records), manage }] };
    };
    await engine.up(declaring('C-1'));
    await engine.sandbox.control.arm({ operation: 'addOrUpdateCampaignRecord', ...LATE });
    expect((await engine.up(declaring('C-1', 'C-2'))).errors).toEqual([expect.stringContaining('lost-answer')]);
    const waiting = await engine.up(declaring('C-1'));
    expect([planned(waiting), waiting.errors]).toEqual([[], []]);
    await engine.sandbox.restart();
    const after = await engine.up(declaring('C-1'));
    expect([planned(after), after.errors]).toEqual([['delete record:Summer/C-2'], []]);
    expect((await engine.sandbox.control.records('Summer')).map(({ clientId }) => clientId)).toEqual(['C-1']);
  },
);

test('the delete of a twin by its name that came late is settled by the next update, and ours stays recorded', async () => {
  const engine = await smallEngine();
  const declaring = (more: Partial<RecordInput> = {}): DesiredInput => ({
    users,
    campaigns: [{ ...list('Summer', record('C-1', more), record('C-2')), intake: true }],
  });
  const { control } = engine.sandbox;
  await control.setSwitches({ S11: { intake: 'twin', idSearch: 'oldest' } });
  await engine.up(declaring());
  await control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows: [{ Id: 'C-1', Name: 'From the file' }] });
  const twins = (await control.records('Summer')).filter(({ clientId }) => clientId === 'C-1');
  const gone = declaring({ previewRecordId: twins[1]?.previewRecordID ?? '', ensure: 'absent', adopt: true });
  const kept = (): unknown => {
    const { recorded, openIntents } = receiptsIn(engine.stack.get('record:Summer/C-1')?.outputs ?? {});
    return { recorded: recorded.length, open: openIntents.map(({ action }) => action) };
  };
  await control.arm({ operation: 'deleteRecordFromCampaign', ...LATE });
  expect((await engine.up(gone)).errors).toEqual([expect.stringContaining('lost-answer')]);
  expect(kept()).toEqual({ recorded: 1, open: ['delete'] });
  await engine.sandbox.restart();
  // Without a refresh, which would settle it in what it reads.
  expect((await engine.up(gone, { reads: false })).writes).toBe(0);
  expect(kept()).toEqual({ recorded: 1, open: [] });
});
