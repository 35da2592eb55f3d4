// The four kinds of client: each has the methods it promises and no other, and each method sends what its name says.

import { expect, test } from 'vitest';

import { openLookup, openMeasuring, openProbing, openService } from '../../src/service/client.ts';
import type { ClientOptions } from '../../src/service/client.ts';
import { withSandbox } from '../support/sandbox.ts';
import { CAMPAIGN } from './wire-samples.ts';

const READS = ['findRecord', 'findTask', 'queryUser', 'searchRecords'];
const WRITES = ['addUser', 'deleteRecord', 'deleteUser', 'putRecord', 'setRecordStatus', 'transferRecord'];
const RAW = ['queryRaw', 'searchRaw', 'skewMs'];
const LOOK_UPS = ['lookUpRecords', 'lookUpUser'];

const KINDS = [
  ['one for a run reads and writes', openService, [...READS, ...WRITES]],
  ['one that probes has no writing method', openProbing, [...READS, ...RAW]],
  ['one for look-ups has two reads', openLookup, LOOK_UPS],
  ['one that measures has everything but look-ups', openMeasuring, [...READS, ...WRITES, ...RAW]],
] as const;

async function options(): Promise<ClientOptions> {
  return { target: (await withSandbox()).target, clock: Date.now };
}

test.each(KINDS)('%s', async (_kind, open, methods) => {
  const client = open(await options());
  expect(Object.keys(client).toSorted()).toEqual([...methods, 'close', 'traffic'].toSorted());
  await client.close();
});

test('what a look-up asks is one request each, and its answer is that of the service', async () => {
  const client = openLookup(await options());
  expect(await client.lookUpUser('nobody@example.com')).toMatchObject({ kind: 'done', value: { result: 'NOT_FOUND' } });
  const question = { campaignName: CAMPAIGN.campaignName, clientId: 'C-1' };
  expect(await client.lookUpRecords(question)).toEqual({ kind: 'done', value: { said: 'NORECORDFOUND', tasks: [] } });
  expect(client.traffic().requests).toEqual({ 'query-existence': 1, searchPreviewCampaign: 1 });
  await client.close();
});

test('a client that probes reads records and people, and shows raw answers and the clock of the service', async () => {
  const client = openProbing(await options());
  expect(client.skewMs()).toBeNull();
  expect(await client.queryUser('nobody@example.com')).toMatchObject({ kind: 'done' });
  expect(await client.queryRaw('nobody@example.com')).toMatchObject({ kind: 'done', value: { result: 'NOT_FOUND' } });
  expect(await client.findRecord(CAMPAIGN, 'C-1')).toEqual({ kind: 'done', value: [] });
  expect(await client.findTask(CAMPAIGN, 'R-1')).toMatchObject({ kind: 'done' });
  const criterion = { key: 'Name', value: 'Maria', condition: 'EQUALS' } as const;
  expect(await client.searchRecords(CAMPAIGN, criterion)).toMatchObject({ kind: 'done', value: { tasks: [] } });
  expect(await client.searchRaw({ campaignName: CAMPAIGN.campaignName, clientId: 'C-1' })).toMatchObject({
    kind: 'done',
    value: { saysNone: true, tasks: [] },
  });
  expect(client.skewMs()).not.toBeNull();
  expect(client.traffic()).toMatchObject({ requests: { 'query-existence': 2, searchPreviewCampaign: 4 } });
  await client.close();
});

test('where intake files may add twins, an id that is asked for is asked for once more as a data item', async () => {
  const client = openService(await options());
  expect(await client.findRecord({ ...CAMPAIGN, intake: true }, 'C-1')).toEqual({ kind: 'done', value: [] });
  expect(client.traffic().requests).toEqual({ searchPreviewCampaign: 2 });
  await client.close();
});
