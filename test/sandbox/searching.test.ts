// What a search finds that no switch decides, and what it shows of a task that was written just now.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { DEFAULT_SWITCHES } from '../../src/sandbox/world/switches.ts';
import type { Switches } from '../../src/sandbox/world/switches.ts';
import { openSandbox } from '../support/sandbox.ts';
import { NAME, openBench } from './bench.ts';
import type { Item, OpenBench } from './bench.ts';

const HOUR = 3_600_000;

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
const inMadrid: Wanted = { key: 'city', condition: 'EQUALS', value: 'Madrid' };
const inMalaga: Wanted = { key: 'city', condition: 'EQUALS', value: 'Malaga' };

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
