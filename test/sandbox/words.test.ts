// The words beside each status: a person who plays against the sandbox reads in them what was wrong with a request.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DEFAULT_SWITCHES } from '../../src/sandbox/world/switches.ts';
import { openSandbox } from '../support/sandbox.ts';
import { NAME, openBench } from './bench.ts';
import type { Bench, OpenBench, Reply } from './bench.ts';

let sandbox: Awaited<ReturnType<typeof openSandbox>>;
let bench: OpenBench;

beforeAll(async () => {
  sandbox = await openSandbox();
  bench = openBench(sandbox, 'W');
});
afterEach(() => sandbox.control.setSwitches(DEFAULT_SWITCHES));
afterAll(async () => {
  bench.close();
  await sandbox.close();
});

const PREVIEW = '/preview/searchPreviewCampaign';
const USERS = '/admin/api/users/query-existence';
const told = ({ http, body }: Reply): unknown => [http, body.message ?? body.previewResult?.error];

test('another method than POST and another media type than JSON are refused by name', async () => {
  const headers = await bench.headers();
  const ask = async (more: Partial<Parameters<Bench['send']>[0]>): Promise<unknown> =>
    told(await bench.send({ path: PREVIEW, text: '{}', headers, ...more }));
  expect(await ask({ method: 'PUT' })).toEqual([405, 'only POST']);
  const media = (type: string | undefined): Promise<unknown> => ask({ headers: { ...headers, 'content-type': type } });
  expect(await media('text/plain')).toEqual([415, 'only application/json']);
  expect(await media(undefined)).toEqual([415, 'only application/json']);
  expect(await media(' Application/JSON ; charset=utf-8')).toEqual([200, 'platform is required']);
});

test('each of the five headers is needed, and with another value it is refused like a missing one', async () => {
  const headers = await bench.headers();
  for (const name of Object.keys(headers).filter((each) => each.startsWith('x-sc-')))
    for (const value of [undefined, 'other', `${headers[name]} x`])
      for (const path of [PREVIEW, USERS])
        expect(told(await bench.send({ path, text: '{}', headers: { ...headers, [name]: value } }))).toEqual([
          401,
          'Unauthorized',
        ]);
});

test('S16: whatever the status, a refusal of the headers says that it is one', async () => {
  const headers = { 'content-type': 'application/json' };
  const ask = async (S16: '403' | '200 UNAUTHORIZED' | '200 FAILED'): Promise<unknown> => {
    await sandbox.control.setSwitches({ S16 });
    return [
      told(await bench.send({ path: PREVIEW, text: '{}', headers })),
      told(await bench.send({ path: USERS, text: '{}', headers })),
    ];
  };
  expect(await ask('403')).toEqual([
    [403, 'Forbidden'],
    [403, 'Forbidden'],
  ]);
  for (const way of ['200 UNAUTHORIZED', '200 FAILED'] as const)
    expect(await ask(way)).toEqual([
      [200, 'invalid headers'],
      [200, 'invalid headers'],
    ]);
});

test('S18: whoever sends too much reads that it was too much', async () => {
  for (const kind of ['429', '503'] as const) {
    await sandbox.control.setSwitches({ S18: { kind, perSecond: 1, retryAfterSeconds: 1 } });
    const replies = await Promise.all(Array.from({ length: 12 }, () => bench.exists()));
    const refused = replies.filter(({ http }) => http === Number(kind));
    expect(refused.map(told)).toContainEqual([Number(kind), 'too many requests']);
    expect(new Set(refused.map(({ headers }) => headers['retry-after']))).toEqual(
      new Set([kind === '429' ? '1' : undefined]),
    );
    await sandbox.control.setSwitches(DEFAULT_SWITCHES);
  }
});

test('S1: that there is no record is said in words where the status does not say it', async () => {
  const ask = async (S1: 'error' | 'top-level' | '404' | 'FAILED+text'): Promise<unknown> => {
    await sandbox.control.setSwitches({ S1 });
    return told(await bench.preview('deleteRecordFromCampaign', { clientId: 'C-404' }));
  };
  expect(await ask('error')).toEqual([200, 'NORECORDFOUND']);
  expect(await ask('top-level')).toEqual([200, 'no record found']);
  expect(await ask('404')).toEqual([404, 'no record found']);
  expect(await ask('FAILED+text')).toEqual([200, 'There is no record with the given id.']);
});

test('a refused search still answers with a list, an empty one, and any other action with none', async () => {
  const refused = await bench.preview('searchPreviewCampaign', { region: 'x' });
  expect([refused.said, refused.body.previewRecordClientData]).toEqual(['FAILED', []]);
  expect((await bench.put({ region: 'x' })).body).not.toHaveProperty('previewRecordClientData');
});

const WHOLE = 'displayOrder must be an integer greater than zero';
const INSTANT = 'nextEarliestWorkTimeUTC must be milliseconds since 1970-01-01 UTC';
test.each<readonly [object, object, string | null]>([
  [{ displayOrder: 1.5 }, {}, WHOLE],
  [{ displayOrder: '1' }, {}, WHOLE],
  [{ displayOrder: 1 }, {}, null],
  [{ displayOrder: null }, {}, null],
  [{ value: null }, {}, 'value is required for every data item'],
  [{ value: '' }, {}, null],
  [{}, { nextEarliestWorkTimeUTC: '1' }, INSTANT],
  [{}, { nextEarliestWorkTimeUTC: 1.5 }, INSTANT],
  [{}, { nextEarliestWorkTimeUTC: 0 }, null],
  [{}, { nextEarliestWorkTimeUTC: null }, null],
  [{}, { preferredAgent: null, previewRecordId: null, clientIdFieldName: null }, null],
  [{}, { platform: 'platform' }, "platform is not this environment's"],
  [{}, { companyCode: '' }, 'companyCode is required'],
])('an item with %j and a request with %j: %s', async (item, fields, reason) => {
  const { said, body } = await bench.put({ previewRecordData: [{ ...NAME, ...item }], ...fields });
  expect([said, body.previewResult?.error]).toEqual([reason === null ? 'SUCCESS' : 'FAILED', reason]);
});

test('S20: a value of exactly the longest length is taken as it is', async () => {
  for (const kind of ['FAILED', 'cut'] as const) {
    await sandbox.control.setSwitches({ S20: { kind, max: 5 } });
    const clientId = kind.slice(0, 3);
    await bench.put({ clientId, previewRecordData: [{ key: 'a', value: '12345' }] });
    expect((await bench.find(clientId))?.previewRecordData[0]?.value).toBe('12345');
  }
});

test('an intake row brings its queue and zone, and each column in its place; one without an id is refused', async () => {
  const campaignName = `${bench.campaign} I`;
  const load = (row: Record<string, string>): Promise<unknown> =>
    sandbox.control.loadIntake({ campaignName, idColumn: 'Nr', rows: [row] });
  const zone = { SkillQueue: 'gold', ItemTimeZone: 'Asia/Tokyo' };
  await load({ Name: 'Ana', Nr: 'N-1', ...zone });
  await load({ Nr: 'N-2' });
  await expect(load({ Nr: '', Name: 'Eva' })).rejects.toThrow('a row has no Nr');
  const one = await bench.find('N-1', { campaignName });
  expect(one).toMatchObject({
    ...{ skillQueue: 'gold', preferredAgent: null, nextEarliestWorkTime: null, workedState: 'NOTWORKED' },
    ...{ workAttempts: 0, lastAttemptAgent: null, lastAttemptTime: null },
  });
  expect(one?.workCodes).toBeUndefined();
  expect(one?.previewRecordData.map(({ key, value, displayOrder }) => [key, value, displayOrder])).toEqual([
    ['Nr', 'N-1', 1],
    ['Name', 'Ana', 2],
    ['SkillQueue', 'gold', 3],
    ['ItemTimeZone', 'Asia/Tokyo', 4],
  ]);
  expect((await bench.find('N-2', { campaignName }))?.skillQueue).toBe('default');
  const inZone = async (value: string): Promise<unknown> => {
    const previewRecordData = [{ key: 'sys_item_time_zone', condition: 'EQUALS', value }];
    const { body } = await bench.preview('searchPreviewCampaign', { campaignName, previewRecordData });
    return body.previewRecordClientData?.map(({ clientId }) => clientId);
  };
  expect(await inZone('Asia/Tokyo')).toEqual(['N-1']);
  expect(await inZone('UTC')).toEqual(['N-2']);
});

test('S11: an intake row that updates a task replaces its data alone', async () => {
  await sandbox.control.setSwitches({ S11: { intake: 'update', idSearch: 'oldest' } });
  const campaignName = `${bench.campaign} U`;
  await bench.put({ campaignName, preferredAgent: 'ana@example.com' });
  const before = await bench.find('C-1', { campaignName });
  await sandbox.control.advanceClock(60_000);
  await sandbox.control.loadIntake({ campaignName, idColumn: 'Id', rows: [{ Id: 'C-1', city: 'Madrid' }] });
  const after = await bench.find('C-1', { campaignName });
  expect(after).toMatchObject({ previewRecordID: before?.previewRecordID, preferredAgent: 'ana@example.com' });
  expect(after?.createdTime).toBe(before?.createdTime);
  expect((after?.lastUpdatedTime ?? '') > (before?.lastUpdatedTime ?? '')).toBe(true);
  expect(after?.previewRecordData.map(({ key, value }) => [key, value])).toEqual([
    ['Id', 'C-1'],
    ['city', 'Madrid'],
  ]);
});
