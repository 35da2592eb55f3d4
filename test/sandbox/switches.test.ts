// Every point the documents leave open is a switch, and each value of it is heard in an answer.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { DEFAULT_SWITCHES } from '../../src/sandbox/world/switches.ts';
import type { Switches } from '../../src/sandbox/world/switches.ts';
import { openSandbox } from '../support/sandbox.ts';
import { NAME, openBench } from './bench.ts';
import type { OpenBench, Reply } from './bench.ts';

let sandbox: Awaited<ReturnType<typeof openSandbox>>;
let bench: OpenBench;
let count = 0;

beforeAll(async () => {
  sandbox = await openSandbox();
});
beforeEach(() => {
  count += 1;
  bench = openBench(sandbox, `S-${count}`);
});
afterEach(async () => {
  await sandbox.control.setSwitches(DEFAULT_SWITCHES);
  bench.close();
});
afterAll(() => sandbox.close());

const set = (switches: Partial<Switches>): Promise<void> => sandbox.control.setSwitches(switches);
const searchC1 = (): Promise<Reply> => bench.preview('searchPreviewCampaign', { clientId: 'C-1' });
const deleteC1 = (): Promise<Reply> => bench.preview('deleteRecordFromCampaign', { clientId: 'C-1' });
const other = (): { readonly campaignName: string } => ({ campaignName: `${bench.campaign} B` });
const transferC1 = (): Promise<Reply> =>
  bench.preview('transferCampaignRecord', { clientId: 'C-1', transferToCampaign: other().campaignName });
const stored = (campaignName = bench.campaign) => sandbox.control.records(campaignName);

test('S1: NORECORDFOUND stands where the switch says', async () => {
  const answers: unknown[] = [];
  for (const S1 of ['status', 'error', 'top-level', '404', 'FAILED+text', 'SUCCESS+empty'] as const) {
    await set({ S1 });
    const { http, said, body, text } = await searchC1();
    answers.push([http, said, body.previewResult?.error === 'NORECORDFOUND', body.status, /NORECORD/u.test(text)]);
  }
  expect(answers).toEqual([
    [200, 'NORECORDFOUND', false, undefined, true],
    [200, 'FAILED', true, undefined, true],
    [200, 'FAILED', false, 'NORECORDFOUND', true],
    [404, 'NORECORDFOUND', false, undefined, true],
    [200, 'FAILED', false, undefined, false],
    [200, 'SUCCESS', false, undefined, false],
  ]);
  expect((await deleteC1()).said).toBe('NORECORDFOUND');
});

test('S2: several criteria narrow, widen, or are refused', async () => {
  await bench.put({ previewRecordData: [NAME, { key: 'city', value: 'Madrid' }] });
  await bench.put({ clientId: 'C-2', previewRecordData: [NAME, { key: 'city', value: 'Malaga' }] });
  const previewRecordData = [
    { key: 'Name', condition: 'EQUALS', value: NAME.value },
    { key: 'city', condition: 'EQUALS', value: 'Madrid' },
  ];
  const ask = async (S2: Switches['S2']): Promise<unknown> => {
    await set({ S2 });
    const { said, body } = await bench.preview('searchPreviewCampaign', { previewRecordData });
    return [said, body.previewRecordClientData?.length];
  };
  expect(await ask('AND')).toEqual(['SUCCESS', 1]);
  expect(await ask('OR')).toEqual(['SUCCESS', 2]);
  expect(await ask('refused')).toEqual(['FAILED', 0]);
});

test('S3 and S4: order and silent ceiling of a search', async () => {
  const rows = Array.from({ length: 5 }, (_, index) => ({ Id: `N-${index}`, Name: 'x' }));
  await sandbox.control.loadIntake({ campaignName: bench.campaign, idColumn: 'Id', rows });
  const ask = async (switches: Partial<Switches>): Promise<readonly string[]> => {
    await set(switches);
    const criteria = { previewRecordData: [{ key: 'Name', condition: 'EQUALS', value: 'x' }], maxRecords: 2000 };
    const { body } = await bench.preview('searchPreviewCampaign', criteria);
    return (body.previewRecordClientData ?? []).map((row) => row.clientId);
  };
  const oldest = rows.map((row) => row.Id);
  expect(await ask({ S3: 'oldest-first' })).toEqual(oldest);
  expect(await ask({ S3: 'newest-first' })).toEqual(oldest.toReversed());
  const scrambled = await ask({ S3: 'scrambled' });
  expect(scrambled.toSorted()).toEqual(oldest);
  expect(scrambled).not.toEqual(oldest);
  expect(await ask({ S4: 3 })).toHaveLength(3);
  expect(await ask({ S4: 'none' })).toHaveLength(5);
});

test('S5: a delete leaves nothing, a REMOVED row that is shown, or one that is not', async () => {
  const ask = async (S5: Switches['S5']): Promise<unknown> => {
    await set({ S5 });
    await bench.put();
    await deleteC1();
    const row = await bench.find();
    return [row?.workedState, await bench.search('Name', 'EQUALS', NAME.value)];
  };
  expect(await ask('gone')).toEqual([undefined, []]);
  expect(await ask('removed-hidden')).toEqual([undefined, []]);
  expect(await ask('removed-visible')).toEqual(['REMOVED', ['C-1']]);
});

test('S6: a deleted clientId comes back as a new task, as the old one, or not at all', async () => {
  await set({ S5: 'removed-visible' });
  await bench.put();
  const [first] = await stored();
  const again = async (S6: Switches['S6']): Promise<unknown> => {
    await set({ S6 });
    await deleteC1();
    const { said } = await bench.put();
    const rows = await stored();
    return [said, rows.length, rows[0]?.workedState, rows[0]?.previewRecordID === first?.previewRecordID];
  };
  expect(await again('refused')).toEqual(['FAILED', 1, 'REMOVED', true]);
  expect(await again('revives')).toEqual(['SUCCESS', 1, 'NOTWORKED', true]);
  expect(await again('new')).toEqual(['SUCCESS', 1, 'NOTWORKED', false]);
});

test('S7 and S8: a transferred task keeps all, part or none of its data, and its id or not', async () => {
  const ask = async (switches: Partial<Switches>): Promise<unknown> => {
    await set(switches);
    await bench.put({ previewRecordData: [NAME, { key: 'a', value: '1' }, { key: 'b', value: '2' }] });
    const before = await bench.find();
    await transferC1();
    const after = await bench.find('C-1', other());
    await bench.preview('deleteRecordFromCampaign', { clientId: 'C-1', ...other() });
    return [after?.previewRecordData.length, after?.previewRecordID === before?.previewRecordID];
  };
  expect(await ask({ S7: 'moves', S8: 'new' })).toEqual([4, false]);
  expect(await ask({ S7: 'part', S8: 'kept' })).toEqual([2, true]);
  expect(await ask({ S7: 'lost', S8: 'new' })).toEqual([0, false]);
});

test('S9: a transfer onto the same clientId is refused, overwrites, or makes a twin', async () => {
  const ask = async (S9: Switches['S9']): Promise<unknown> => {
    await set({ S9 });
    await bench.put();
    await bench.put({ ...other(), previewRecordData: [{ key: 'Name', value: 'Eva' }] });
    const { said } = await transferC1();
    return [said, (await stored()).length, (await stored(other().campaignName)).length];
  };
  expect(await ask('refuse')).toEqual(['FAILED', 1, 1]);
  expect(await ask('overwrite')).toEqual(['SUCCESS', 0, 1]);
  expect(await ask('twin')).toEqual(['SUCCESS', 0, 2]);
});

test('S10: an update keeps or resets state and attempts', async () => {
  const ask = async (S10: Switches['S10']): Promise<unknown> => {
    await set({ S10 });
    await bench.put();
    await sandbox.control.work({ campaignName: bench.campaign, clientId: 'C-1', agent: 'a', state: 'COMPLETED' });
    await bench.put();
    const row = await bench.find();
    return [row?.workedState, row?.workAttempts];
  };
  expect(await ask('keeps')).toEqual(['COMPLETED', 1]);
  expect(await ask('resets')).toEqual(['NOTWORKED', 0]);
});

test('S11: an intake row with a known id makes a twin, updates or is skipped; an id search shows one of the twins', async () => {
  await bench.put();
  const load = async (intake: Switches['S11']['intake']): Promise<unknown> => {
    await set({ S11: { intake, idSearch: 'oldest' } });
    const rows = [{ Id: 'C-1', Name: intake }];
    return sandbox.control.loadIntake({ campaignName: bench.campaign, idColumn: 'Id', rows });
  };
  const none = { added: 0, twins: 0, updated: 0, skipped: 0 };
  expect(await load('skip')).toEqual({ ...none, skipped: 1 });
  expect(await load('update')).toEqual({ ...none, updated: 1 });
  expect(await load('twin')).toEqual({ ...none, twins: 1 });
  const nameOf = async (): Promise<unknown> =>
    (await bench.find())?.previewRecordData.find((item) => item.key === 'Name')?.value;
  expect(await nameOf()).toBe('update');
  await set({ S11: { intake: 'twin', idSearch: 'newest' } });
  expect(await nameOf()).toBe('twin');
});

test('S12, S13 and S25: which word refuses a user that exists, a template that does not, a taken backing user', async () => {
  await bench.add();
  for (const S12 of ['ALREADY_EXISTS', 'FAIL', 'INVALID_ARGUMENTS'] as const) {
    await set({ S12 });
    expect((await bench.add()).said).toBe(S12);
  }
  await set({ S12: '409', S13: 'NOT_FOUND' });
  expect((await bench.add()).http).toBe(409);
  const unknown = { loginUserId: `t-${bench.login}`, userTemplateName: 'Unknown' };
  expect((await bench.add(unknown)).said).toBe('NOT_FOUND');
  await set({ S13: '409', S25: 'ALREADY_EXISTS' });
  expect((await bench.add(unknown)).http).toBe(409);
  await sandbox.control.addUser({ loginUserId: `b-${bench.login}`, inService: false });
  const taken = { loginUserId: `b-${bench.login}`, createInBackend: true };
  expect((await bench.add(taken)).said).toBe('ALREADY_EXISTS');
});

test('S14: a deleted user blocks its id for a time', async () => {
  await set({ S14: 60_000 });
  await bench.add();
  await bench.users('delete-user', { loginUserId: bench.login });
  expect((await bench.add()).said).toBe('ALREADY_EXISTS');
  expect((await bench.exists()).said).toBe('NOT_FOUND');
  await sandbox.control.advanceClock(60_001);
  expect((await bench.add()).said).toBe('SUCCESS');
});

test('S15: without the integration backendStatus is null or missing', async () => {
  await bench.add({ createInBackend: true });
  await set({ S15: 'null' });
  expect((await bench.exists()).body).toMatchObject({ result: 'SUCCESS', backendStatus: null });
  await set({ S15: 'missing' });
  expect((await bench.exists()).body).not.toHaveProperty('backendStatus');
});

test('S16: bad headers are answered in four ways', async () => {
  const headers = { 'content-type': 'application/json' };
  const ask = async (S16: Switches['S16']): Promise<unknown> => {
    await set({ S16 });
    const preview = await bench.send({ path: '/preview/searchPreviewCampaign', text: '{}', headers });
    const users = await bench.send({ path: '/admin/api/users/add-user', text: '{}', headers });
    const words = ({ body }: Reply): unknown => body.message ?? body.previewResult?.error;
    return [preview.http, preview.said, words(preview), users.http, users.said, words(users)];
  };
  expect(await ask('401')).toEqual([401, '', 'Unauthorized', 401, '', 'Unauthorized']);
  expect(await ask('403')).toEqual([403, '', 'Forbidden', 403, '', 'Forbidden']);
  expect(await ask('200 UNAUTHORIZED')).toEqual([
    200,
    'UNAUTHORIZED',
    'invalid headers',
    200,
    'UNAUTHORIZED',
    'invalid headers',
  ]);
  expect(await ask('200 FAILED')).toEqual([200, 'FAILED', 'invalid headers', 200, 'FAIL', 'invalid headers']);
});

test('S17: the former key may stay valid for a time', async () => {
  await set({ S17: 60_000 });
  const headers = await bench.headers();
  const ask = (): Promise<Reply> => bench.send({ path: '/preview/searchPreviewCampaign', text: '{}', headers });
  await sandbox.control.rotateKey();
  expect((await ask()).http).toBe(200);
  await sandbox.control.advanceClock(60_001);
  expect((await ask()).http).toBe(401);
});

test('S18: too many requests a second are refused with 429 or 503', async () => {
  const burst = async (S18: Switches['S18']): Promise<readonly Reply[]> => {
    await set({ S18 });
    return Promise.all(Array.from({ length: 30 }, () => bench.exists()));
  };
  const refused = (await burst({ kind: '429', perSecond: 5, retryAfterSeconds: 7 })).filter(
    (each) => each.http === 429,
  );
  expect(refused.length).toBeGreaterThan(5);
  expect(refused[0]?.headers['retry-after']).toBe('7');
  expect((await burst({ kind: '503', perSecond: 5 })).some((each) => each.http === 503)).toBe(true);
  const slow = await burst({ kind: 'slow', perSecond: 5, delayMs: 1 });
  expect(slow.every((each) => each.http === 200)).toBe(true);
});

test('S19: reads lag behind writes, of tasks and of users', async () => {
  await bench.put();
  await set({ S19: 3_600_000 });
  await bench.put({ previewRecordData: [{ key: 'Name', value: 'Eva' }] });
  await bench.put({ clientId: 'C-2' });
  await bench.add();
  const look = async (): Promise<unknown> => [
    (await bench.find())?.previewRecordData[0]?.value,
    await bench.search('Name', 'EQUALS', NAME.value),
    (await bench.find('C-2'))?.clientId,
    (await bench.exists()).said,
  ];
  expect(await look()).toEqual([NAME.value, ['C-1'], undefined, 'NOT_FOUND']);
  await sandbox.control.advanceClock(3_600_001);
  expect(await look()).toEqual(['Eva', ['C-2'], 'C-2', 'SUCCESS']);
});

test('S20: long values are refused by status, refused by word, or cut', async () => {
  const ask = async (kind: '4xx' | 'FAILED' | 'cut'): Promise<unknown> => {
    await set({ S20: { kind, max: 4 } });
    const { http, said } = await bench.put({ previewRecordData: [{ key: 'city', value: 'Madrid' }] });
    return [http, said, (await bench.find())?.previewRecordData[0]?.value];
  };
  await set({ S20: { kind: 'cut', max: 4 } });
  await bench.put({ clientId: 'C-2', previewRecordData: [{ key: 'city', value: 'Lodz' }] });
  expect((await bench.find('C-2'))?.previewRecordData[0]?.value).toBe('Lodz');
  expect(await ask('4xx')).toEqual([413, 'FAILED', undefined]);
  expect(await ask('FAILED')).toEqual([200, 'FAILED', undefined]);
  expect(await ask('cut')).toEqual([200, 'SUCCESS', 'Madr']);
});

test('S21: one spelling of the task id may be the only one', async () => {
  await bench.put();
  const id = (await bench.find())?.previewRecordID;
  await set({ S21: 'previewRecordId' });
  expect(await bench.find('C-9', { previewRecordID: id })).toBeNull();
  expect(await bench.find('C-9', { previewRecordId: id })).not.toBeNull();
  await set({ S21: 'previewRecordID' });
  expect(await bench.find('C-9', { previewRecordId: id })).toBeNull();
});

test('S22: operators may fold case, trim, count missing keys and compare numbers', async () => {
  await bench.put({ previewRecordData: [{ key: 'city', value: ' Madrid' }] });
  await bench.put({ clientId: 'C-2', previewRecordData: [{ key: 'age', value: '9' }] });
  const strict = DEFAULT_SWITCHES.S22;
  expect(await bench.search('city', 'EQUALS', 'madrid')).toEqual([]);
  await set({ S22: { ...strict, case: 'insensitive', trim: true } });
  expect(await bench.search('city', 'EQUALS', 'madrid')).toEqual(['C-1']);
  expect(await bench.search('city', 'NOTEQUALS', 'Paris')).toEqual(['C-1']);
  await set({ S22: { ...strict, missing: 'matches' } });
  expect(await bench.search('city', 'NOTEQUALS', 'Paris')).toEqual(['C-1', 'C-2']);
  expect(await bench.search('age', 'LESSTHAN', '10')).toEqual([]);
  await set({ S22: { ...strict, compare: 'number' } });
  expect(await bench.search('age', 'LESSTHAN', '10')).toEqual(['C-2']);
});

test.each([
  ['addOrUpdateCampaignRecord', { previewRecordData: [NAME] }],
  ['changeCampaignRecordStatus', { previewRecordStateEnum: 'NOTWORKED' }],
  ['transferCampaignRecord', {}],
  ['deleteRecordFromCampaign', {}],
])('S23: %s moves lastUpdatedTime or not, and createdTime never', async (action, fields) => {
  const transferToCampaign = other().campaignName;
  for (const S23 of ['no', 'yes'] as const) {
    // A deleted task is shown on, so that its times can be read.
    await set({ S23, S5: 'removed-visible', S6: 'new' });
    await bench.put({ clientId: S23 });
    const before = await bench.find(S23);
    await sandbox.control.advanceClock(60_000);
    await bench.preview(action, { clientId: S23, transferToCampaign, ...fields });
    const after = (await bench.find(S23)) ?? (await bench.find(S23, other()));
    expect(after?.createdTime).toBe(before?.createdTime);
    expect(after?.lastUpdatedTime === before?.lastUpdatedTime).toBe(S23 === 'no');
  }
});

test('S24: the 30-minute clock starts when the pin is set, or when the task was made', async () => {
  const pinLate = async (S24: Switches['S24']): Promise<unknown> => {
    await set({ S24 });
    await bench.put({ clientId: S24 });
    await sandbox.control.advanceClock(40 * 60_000);
    await bench.put({ clientId: S24, preferredAgent: 'ana@example.com' });
    return (await bench.find(S24))?.preferredAgent;
  };
  expect(await pinLate('pinned')).toBe('ana@example.com');
  expect(await pinLate('created')).toBe('');
});

test('S26, S27 and S28: the id item after an update, an empty pin in an update, and how none is shown', async () => {
  await set({ S26: 'kept', S27: 'clears' });
  await bench.put({ preferredAgent: 'ana@example.com' });
  await bench.put({ preferredAgent: '' });
  expect((await bench.find())?.previewRecordData).toMatchObject([NAME, { key: 'Id', value: 'C-1' }]);
  expect((await bench.find())?.preferredAgent).toBe('');
  await set({ S27: 'ignored', S28: 'null' });
  expect(await bench.find()).toMatchObject({ preferredAgent: null, lastAttemptAgent: null });
  await set({ S28: 'empty' });
  expect(await bench.find()).toMatchObject({ preferredAgent: '', lastAttemptAgent: '' });
  await bench.put({ preferredAgent: 'ana@example.com' });
  await bench.put({ preferredAgent: '' });
  expect((await bench.find())?.preferredAgent).toBe('ana@example.com');
});
