// Where two rules of the sandbox meet: what moves the times of a task, what a deleted task leaves, whose pin has a clock.

import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { TestSandbox } from '../support/sandbox.ts';
import { withSandbox } from '../support/sandbox.ts';
import { NAME, openBench } from './bench.ts';
import type { Bench } from './bench.ts';

const MINUTE = 60_000;

let sandbox: TestSandbox;
let bench: Bench;
let elsewhere: string;

beforeEach(async () => {
  sandbox = await withSandbox();
  const opened = openBench(sandbox, 'E');
  onTestFinished(() => opened.close());
  bench = opened;
  elsewhere = `${bench.campaign} B`;
});

const WRITES = [
  ['addOrUpdateCampaignRecord', { previewRecordData: [NAME] }],
  ['changeCampaignRecordStatus', { previewRecordStateEnum: 'NOTWORKED' }],
  ['transferCampaignRecord', { transferToCampaign: 'Campaign E B' }],
  ['deleteRecordFromCampaign', {}],
] as const;

test.each(WRITES)('%s moves lastUpdatedTime where S23 says so, and createdTime never', async (action, fields) => {
  for (const S23 of ['no', 'yes'] as const) {
    // A deleted task is shown on, so that its times can be read.
    await sandbox.control.setSwitches({ S23, S5: 'removed-visible', S6: 'new' });
    const clientId = `C-${S23}`;
    await bench.put({ clientId });
    const before = await bench.find(clientId);
    await sandbox.control.advanceClock(MINUTE);
    expect((await bench.preview(action, { ...fields, clientId })).said).toBe('SUCCESS');
    const after = (await bench.find(clientId)) ?? (await bench.find(clientId, { campaignName: elsewhere }));
    expect(after?.createdTime).toBe(before?.createdTime);
    expect((after?.lastUpdatedTime ?? '') > (before?.lastUpdatedTime ?? '')).toBe(S23 === 'yes');
  }
});

test('a transfer within the campaign moves the queue and the times alike', async () => {
  for (const S23 of ['no', 'yes'] as const) {
    await sandbox.control.setSwitches({ S23 });
    await bench.put({ clientId: `C-${S23}` });
    const before = await bench.find(`C-${S23}`);
    await sandbox.control.advanceClock(MINUTE);
    const move = { clientId: `C-${S23}`, transferToCampaign: bench.campaign, skillQueue: 'gold' };
    expect((await bench.preview('transferCampaignRecord', move)).said).toBe('SUCCESS');
    const after = await bench.find(`C-${S23}`);
    expect(after).toMatchObject({ skillQueue: 'gold', previewRecordID: before?.previewRecordID });
    expect(after?.lastUpdatedTime === before?.lastUpdatedTime).toBe(S23 === 'no');
  }
});

test('what a deleted task leaves is in nobody’s way: neither of a transfer nor of an intake file', async () => {
  await sandbox.control.setSwitches({ S5: 'removed-visible', S9: 'refuse' });
  await bench.put({ campaignName: elsewhere });
  await bench.preview('deleteRecordFromCampaign', { campaignName: elsewhere, clientId: 'C-1' });
  await bench.put();
  const move = { clientId: 'C-1', transferToCampaign: elsewhere };
  expect((await bench.preview('transferCampaignRecord', move)).said).toBe('SUCCESS');
  await bench.put({ clientId: 'C-2' });
  await bench.preview('deleteRecordFromCampaign', { clientId: 'C-2' });
  const loaded = await sandbox.control.loadIntake({
    campaignName: bench.campaign,
    idColumn: 'Id',
    rows: [{ Id: 'C-2' }],
  });
  expect(loaded).toEqual({ added: 1, twins: 0, updated: 0, skipped: 0 });
});

test('a task that was ended has no clock for its pin: it keeps the pin, and one that waits again loses it', async () => {
  const status = (previewRecordStateEnum: string): Promise<unknown> =>
    bench.preview('changeCampaignRecordStatus', { clientId: 'C-1', previewRecordStateEnum });
  await bench.put({ preferredAgent: 'ana@example.com' });
  for (const state of ['COMPLETED', 'REMOVED']) {
    await status(state);
    await sandbox.control.advanceClock(31 * MINUTE);
    expect((await bench.find())?.preferredAgent).toBe('ana@example.com');
  }
  await status('NOTWORKED');
  await sandbox.control.advanceClock(29 * MINUTE);
  expect((await bench.find())?.preferredAgent).toBe('ana@example.com');
  await sandbox.control.advanceClock(2 * MINUTE);
  expect((await bench.find())?.preferredAgent).toBe('');
});

test('an agent works neither a task that is finished nor one that is not queued yet', async () => {
  const work = (clientId: string): Promise<void> =>
    sandbox.control.work({ campaignName: bench.campaign, clientId, agent: 'ana@example.com', state: 'WORKED' });
  const { now } = await sandbox.control.ping();
  await bench.put({ clientId: 'C-2', nextEarliestWorkTimeUTC: now + MINUTE });
  await expect(work('C-2')).rejects.toThrow('Campaign E/C-2 is not queued for work yet');
  await sandbox.control.advanceClock(MINUTE);
  await work('C-2');
  for (const previewRecordStateEnum of ['COMPLETED', 'REMOVED']) {
    await bench.preview('changeCampaignRecordStatus', { clientId: 'C-2', previewRecordStateEnum });
    await expect(work('C-2')).rejects.toThrow(`Campaign E/C-2 is ${previewRecordStateEnum}`);
  }
  await expect(work('C-404')).rejects.toThrow('there is no record Campaign E/C-404');
  expect((await bench.find('C-2'))?.workAttempts).toBe(1);
});
