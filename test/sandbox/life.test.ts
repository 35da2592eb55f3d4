// What happens without a request: agents work, pins lapse, files arrive, somebody else's hand changes things.

import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { withSandbox } from '../support/sandbox.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { NAME, openBench } from './bench.ts';
import type { Bench } from './bench.ts';

let sandbox: TestSandbox;
let bench: Bench;
let key: { readonly campaignName: string; readonly clientId: string };

beforeEach(async () => {
  sandbox = await withSandbox();
  const opened = openBench(sandbox, 'L');
  onTestFinished(() => opened.close());
  bench = opened;
  key = { campaignName: bench.campaign, clientId: 'C-1' };
  await bench.put({ preferredAgent: 'ana@example.com' });
});

test('pins of deliverable tasks lapse on command, those of later ones stay', async () => {
  const { now } = await sandbox.control.ping();
  await bench.put({ clientId: 'C-2', preferredAgent: 'ana@example.com', nextEarliestWorkTimeUTC: now + 3_600_000 });
  expect(await sandbox.control.lapsePins()).toBe(1);
  expect((await bench.find())?.preferredAgent).toBe('');
  expect((await bench.find('C-2'))?.preferredAgent).toBe('ana@example.com');
  expect(await bench.search('sys_preferred_agent', 'EQUALS', 'ana@example.com')).toEqual(['C-2']);
});

test('somebody else changes, moves and removes a record', async () => {
  await sandbox.control.changeRecord({ ...key, data: { city: 'Madrid', Name: null }, skillQueue: 'gold' });
  const row = await bench.find();
  expect(row?.previewRecordData.map((item) => item.key)).toEqual(['Id', 'city']);
  expect([row?.skillQueue, row?.preferredAgent]).toEqual(['gold', 'ana@example.com']);
  expect(await bench.search('Name', 'EQUALS', NAME.value)).toEqual([]);
  await sandbox.control.moveRecord({ ...key, toCampaign: 'Elsewhere' });
  expect(await bench.find()).toBeNull();
  await sandbox.control.removeRecord({ ...key, campaignName: 'Elsewhere' });
  expect(await sandbox.control.records()).toEqual([]);
});

test('an intake file feeds the campaign with its columns in order', async () => {
  const rows = [{ Id: 'N-1', Name: 'Eva', SkillQueue: 'gold' }];
  const { added } = await sandbox.control.loadIntake({ campaignName: bench.campaign, idColumn: 'Id', rows });
  expect(added).toBe(1);
  const row = await bench.find('N-1');
  expect(row?.previewRecordData).toEqual([
    { key: 'Id', value: 'N-1', displayOrder: 1 },
    { key: 'Name', value: 'Eva', displayOrder: 2 },
    { key: 'SkillQueue', value: 'gold', displayOrder: 3 },
  ]);
  expect(row?.skillQueue).toBe('gold');
  const load = (each: Record<string, string>): Promise<unknown> =>
    sandbox.control.loadIntake({ campaignName: bench.campaign, idColumn: 'Id', rows: [each] });
  await load({ Name: 'Ana', Id: 'N-2', ItemTimeZone: 'Asia/Tokyo' });
  expect((await bench.find('N-2'))?.previewRecordData.map(({ key }) => key)).toEqual(['Id', 'Name', 'ItemTimeZone']);
  expect(await bench.search('sys_item_time_zone', 'EQUALS', 'Asia/Tokyo')).toEqual(['N-2']);
  await expect(load({ Id: '', Name: 'Eva' })).rejects.toThrow('a row has no Id');
});

test('a delay holds back the answer of a request that was carried out', async () => {
  await bench.headers();
  await sandbox.control.setDelay(1_000);
  let answered = false;
  const answer = bench.put({ clientId: 'C-2' }).then(() => (answered = true));
  await expect.poll(async () => (await sandbox.control.records()).length, { timeout: 4_000 }).toBe(2);
  expect(answered).toBe(false);
  expect(await answer).toBe(true);
});
