// What a search finds where two rules meet: several criteria, operators, another campaign, deleted tasks, reads that lag behind.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { DEFAULT_SWITCHES } from '../../src/sandbox/world/switches.ts';
import type { Switches } from '../../src/sandbox/world/switches.ts';
import { openSandbox } from '../support/sandbox.ts';
import { NAME, openBench } from './bench.ts';
import type { Item, OpenBench } from './bench.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

let sandbox: Awaited<ReturnType<typeof openSandbox>>;
let bench: OpenBench;
let count = 0;

beforeAll(async () => {
  sandbox = await openSandbox();
});
beforeEach(() => {
  count += 1;
  bench = openBench(sandbox, `Q-${count}`);
});
afterEach(async () => {
  await sandbox.control.setSwitches(DEFAULT_SWITCHES);
  bench.close();
});
afterAll(() => sandbox.close());

const set = (switches: Partial<Switches>): Promise<void> => sandbox.control.setSwitches(switches);
const city = (value: string): { readonly previewRecordData: readonly Item[] } => ({
  previewRecordData: [NAME, { key: 'city', value }],
});

interface Wanted {
  readonly key: string;
  readonly condition: string;
  readonly value: string;
}

async function found(previewRecordData: readonly Wanted[], fields: object = {}): Promise<readonly string[]> {
  const { body } = await bench.preview('searchPreviewCampaign', { previewRecordData, ...fields });
  return (body.previewRecordClientData ?? []).map((row) => row.clientId);
}

const named: Wanted = { key: 'Name', condition: 'EQUALS', value: NAME.value };
const inMadrid: Wanted = { key: 'city', condition: 'EQUALS', value: 'Madrid' };
const inMalaga: Wanted = { key: 'city', condition: 'EQUALS', value: 'Malaga' };

test('S2: with OR a task needs to match one criterion only, and one criterion is never too many', async () => {
  await bench.put(city('Madrid'));
  await bench.put({ clientId: 'C-2', ...city('Malaga') });
  await bench.put({ clientId: 'C-3', ...city('Toledo') });
  await set({ S2: 'OR', S3: 'oldest-first' });
  expect(await found([inMadrid, inMalaga])).toEqual(['C-1', 'C-2']);
  expect(await found([inMalaga])).toEqual(['C-2']);
  await set({ S2: 'AND' });
  expect(await found([inMadrid, inMalaga])).toEqual([]);
  expect(await found([named, inMalaga])).toEqual(['C-2']);
  await set({ S2: 'refused' });
  expect(await found([inMadrid])).toEqual(['C-1']);
});

test('S3: with oldest first, tasks come in the order in which they were added, whatever was written last', async () => {
  for (const clientId of ['C-1', 'C-2', 'C-3']) await bench.put({ clientId, ...city('Madrid') });
  await bench.put({ ...city('Malaga') });
  await bench.put({ ...city('Madrid') });
  await set({ S3: 'oldest-first', S19: HOUR });
  await bench.put({ ...city('Malaga') });
  expect(await found([inMadrid])).toEqual(['C-1', 'C-2', 'C-3']);
  await set({ S3: 'newest-first' });
  expect(await found([inMadrid])).toEqual(['C-3', 'C-2', 'C-1']);
});

test('S22: where case or blanks do not count, all operators find what is written otherwise', async () => {
  const strict = DEFAULT_SWITCHES.S22;
  await bench.put(city('Madrid'));
  await bench.put({ clientId: 'C-2', ...city('MADRID ') });
  const ask = (condition: string, value: string): Promise<readonly string[]> => bench.search('city', condition, value);
  expect(await ask('EQUALS', 'madrid')).toEqual([]);
  expect(await ask('BEGINSWITH', 'mad')).toEqual([]);
  await set({ S22: { ...strict, case: 'insensitive' } });
  expect(await ask('EQUALS', 'madrid')).toEqual(['C-1']);
  expect(await ask('BEGINSWITH', 'mad')).toEqual(['C-1', 'C-2']);
  expect(await ask('LESSTHAN', 'a_')).toEqual([]);
  await set({ S22: { ...strict, trim: true } });
  expect(await ask('EQUALS', 'MADRID')).toEqual(['C-2']);
  expect(await ask('EQUALS', 'Madrid')).toEqual(['C-1']);
  await bench.put({ clientId: 'C-3', ...city('9') });
  await set({ S22: { ...strict, compare: 'number' } });
  expect(await ask('EQUALS', '9.0')).toEqual(['C-3']);
  expect(await ask('GREATERTHAN', '')).toEqual(['C-1', 'C-2', 'C-3']);
});

test('S22: a lower-case letter sorts after a capital one, and letters are compared small where case does not count', async () => {
  await bench.put(city('a'));
  expect(await bench.search('city', 'GREATERTHAN', 'Z')).toEqual(['C-1']);
  expect(await bench.search('city', 'LESSTHAN', '_')).toEqual([]);
  await set({ S22: { ...DEFAULT_SWITCHES.S22, case: 'insensitive' } });
  expect(await bench.search('city', 'GREATERTHAN', 'Z')).toEqual([]);
  expect(await bench.search('city', 'GREATERTHAN', '_')).toEqual(['C-1']);
});

test('a key that a task has twice: EQUALS needs one of the values, NOTEQUALS all of them', async () => {
  const twice = ['Madrid', 'Malaga'].map((value) => ({ key: 'city', value }));
  await bench.put({ previewRecordData: [NAME, ...twice] });
  expect(await bench.search('city', 'CONTAINS', 'ala')).toEqual(['C-1']);
  expect(await bench.search('city', 'EQUALS', 'Madrid')).toEqual(['C-1']);
  expect(await bench.search('city', 'NOTEQUALS', 'Madrid')).toEqual([]);
  expect(await bench.search('city', 'NOTEQUALS', 'Toledo')).toEqual(['C-1']);
});

test('a task without a preferred agent is found by the empty one, and by no other', async () => {
  await bench.put();
  await bench.put({ clientId: 'C-2', preferredAgent: 'ana@example.com' });
  expect(await bench.search('sys_preferred_agent', 'EQUALS', '')).toEqual(['C-1']);
  expect(await bench.search('sys_preferred_agent', 'EQUALS', 'ana@example.com')).toEqual(['C-2']);
  expect(await bench.search('sys_preferred_agent', 'BEGINSWITH', 'ana')).toEqual(['C-2']);
  expect(await bench.search('sys_preferred_agent', 'NOTEQUALS', 'ana@example.com')).toEqual(['C-1']);
});

test('maxRecords is a number', async () => {
  const { body } = await bench.preview('searchPreviewCampaign', { previewRecordData: [named], maxRecords: '5' });
  expect(body.previewResult?.error).toBe('maxRecords must be an integer greater than zero');
});

test('S19: what was written in one campaign is not found in another while reads lag behind', async () => {
  await bench.put(city('Madrid'));
  const other = { campaignName: `${bench.campaign} B` };
  await set({ S19: HOUR });
  await bench.put(city('Malaga'));
  expect(await found([named])).toEqual(['C-1']);
  expect(await found([named], other)).toEqual([]);
  expect(await bench.find('C-1', other)).toBeNull();
});

test('S19: by either id a task is shown as it was an hour ago, and one that was not written since as it is', async () => {
  await bench.put(city('Madrid'));
  await bench.put({ clientId: 'C-2', ...city('Toledo') });
  const [one, other] = [await bench.find('C-1'), await bench.find('C-2')];
  await set({ S19: HOUR });
  await bench.put(city('Malaga'));
  const cities = async (fields: object, clientId = ''): Promise<unknown> =>
    (await bench.find(clientId, { ...fields }))?.previewRecordData[1]?.value;
  expect(await cities({}, 'C-1')).toBe('Madrid');
  expect(await cities({ previewRecordId: one?.previewRecordID })).toBe('Madrid');
  expect(await cities({}, 'C-2')).toBe('Toledo');
  expect(await cities({ previewRecordId: other?.previewRecordID })).toBe('Toledo');
  expect(await found([inMalaga])).toEqual([]);
  await sandbox.control.advanceClock(HOUR + 1);
  expect(await cities({ previewRecordId: one?.previewRecordID })).toBe('Malaga');
  expect(await found([inMadrid])).toEqual([]);
});

test('S19: of twins the oldest or the newest is shown, also where one of them was written just now', async () => {
  const load = (Name: string): Promise<unknown> =>
    sandbox.control.loadIntake({ campaignName: bench.campaign, idColumn: 'Id', rows: [{ Id: 'C-1', Name }] });
  await load('first');
  await load('second');
  const nameOf = async (): Promise<unknown> => (await bench.find())?.previewRecordData[1]?.value;
  await set({ S19: HOUR });
  await bench.put({ previewRecordData: [{ key: 'Name', value: 'changed' }] });
  const shown = async (): Promise<unknown> => (await bench.find())?.previewRecordData.find(isName)?.value;
  expect(await shown()).toBe('first');
  await set({ S11: { intake: 'twin', idSearch: 'newest' } });
  expect(await nameOf()).toBe('second');
});

const isName = ({ key }: { readonly key: string }): boolean => key === 'Name';

test('S19: a task that was hidden is not shown before its return is', async () => {
  await set({ S5: 'removed-hidden', S6: 'revives' });
  await bench.put();
  const previewRecordId = (await bench.find())?.previewRecordID;
  await bench.preview('deleteRecordFromCampaign', { clientId: 'C-1' });
  await set({ S19: HOUR });
  await bench.put();
  const seen = async (): Promise<unknown> => [
    await found([named]),
    (await bench.find())?.clientId,
    (await bench.find('', { previewRecordId }))?.clientId,
  ];
  expect(await seen()).toEqual([[], undefined, undefined]);
  await sandbox.control.advanceClock(HOUR + 1);
  expect(await seen()).toEqual([['C-1'], 'C-1', 'C-1']);
});

test('a text around the id of a task is no id', async () => {
  await bench.put();
  const id = (await bench.find())?.previewRecordID ?? '';
  for (const previewRecordId of [`x${id}`, `${id}x`, 'R-', 'R-0', id.slice(2)])
    expect(await bench.find('C-1', { previewRecordId })).toBeNull();
  expect(await bench.find('C-1', { previewRecordId: id })).not.toBeNull();
});

test('S28 and S29: where none is told apart, a pin never set is null and a cleared one empty; a queue may not be shown', async () => {
  await bench.put();
  expect(await bench.find()).toMatchObject({ preferredAgent: null, skillQueue: 'default' });
  await bench.preview('changeCampaignRecordStatus', {
    clientId: 'C-1',
    previewRecordStateEnum: 'NOTWORKED',
    preferredAgent: '',
  });
  expect((await bench.find())?.preferredAgent).toBe('');
  await set({ S29: 'not-shown' });
  expect((await bench.find())?.skillQueue).toBeNull();
  await set({ S28: 'empty' });
  expect((await bench.find())?.skillQueue).toBe('');
  await set({ S29: 'differs' });
  expect((await bench.find())?.skillQueue).toBe('Queue default');
});

test('a worked task that waits for another attempt loses its pin after 30 minutes', async () => {
  await bench.put({ preferredAgent: 'ana@example.com' });
  const { now } = await sandbox.control.ping();
  const worked = { previewRecordStateEnum: 'WORKED', nextEarliestWorkTimeUTC: now, preferredAgent: 'eva@example.com' };
  await bench.preview('changeCampaignRecordStatus', { clientId: 'C-1', ...worked });
  await sandbox.control.advanceClock(29 * MINUTE);
  expect((await bench.find())?.preferredAgent).toBe('eva@example.com');
  await sandbox.control.advanceClock(2 * MINUTE);
  expect((await bench.find())?.preferredAgent).toBe('');
});
