// What the sandbox says when it refuses: `previewResult.error` and `message` give the reason, so that a person can put it right.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DEFAULT_SWITCHES } from '../../src/sandbox/world/switches.ts';
import type { Switches } from '../../src/sandbox/world/switches.ts';
import { openSandbox } from '../support/sandbox.ts';
import { NAME, openBench } from './bench.ts';
import type { Bench } from './bench.ts';

let sandbox: Awaited<ReturnType<typeof openSandbox>>;
let count = 0;

beforeAll(async () => {
  sandbox = await openSandbox();
});
afterEach(() => sandbox.control.setSwitches(DEFAULT_SWITCHES));
afterAll(() => sandbox.close());

async function withBench(work: (bench: Bench) => Promise<void>): Promise<void> {
  count += 1;
  const bench = openBench(sandbox, `R${count}`);
  try {
    await work(bench);
  } finally {
    bench.close();
  }
}

const PUT = 'addOrUpdateCampaignRecord';
const SEARCH = 'searchPreviewCampaign';
const STATUS = 'changeCampaignRecordStatus';
const TRANSFER = 'transferCampaignRecord';
const DELETE = 'deleteRecordFromCampaign';
const item = (key: string, value: unknown, more: object = {}): object => ({
  clientId: 'C-1',
  previewRecordData: [{ key, value, ...more }],
});
const criterion = (more: object): object => ({
  previewRecordData: [{ key: 'a', value: 'b', condition: 'EQUALS', ...more }],
});
const completed = { clientId: 'C-1', previewRecordStateEnum: 'COMPLETED' };

/** Action, fields, what `previewResult.error` is. */
const REFUSED: readonly (readonly [string, object, string])[] = [
  [PUT, { clientId: 'C-1', platform: 'x' }, "platform is not this environment's"],
  [PUT, { clientId: 'C-1', region: undefined }, 'region is required'],
  [PUT, { clientId: 'C-1', campaignName: 'Unknown' }, 'there is no campaign of that name'],
  [PUT, { clientId: 'C-1' }, 'previewRecordData must be a list'],
  [PUT, { clientId: 7 }, 'clientId must be a string'],
  [PUT, { clientId: 'C-1', previewRecordData: ['x'] }, 'previewRecordData must hold objects'],
  [PUT, { clientId: 'C-1', previewRecordData: [null] }, 'previewRecordData must hold objects'],
  [PUT, { clientId: 'C-1', previewRecordData: [[]] }, 'previewRecordData must hold objects'],
  [PUT, item('', 'x'), 'key is required'],
  [PUT, item('a', undefined), 'value is required for every data item'],
  [PUT, item('a', 7), 'value must be a string'],
  [PUT, item('a', 'x', { displayOrder: 0 }), 'displayOrder must be an integer greater than zero'],
  [PUT, item('a', 'x', { displayOrder: 1.5 }), 'displayOrder must be an integer greater than zero'],
  [PUT, item('a', 'x', { displayOrder: '1' }), 'displayOrder must be an integer greater than zero'],
  [PUT, item('a', null), 'value is required for every data item'],
  [PUT, { clientId: 'C-1', platform: 'platform' }, "platform is not this environment's"],
  [PUT, item('phone', '0911'), 'phone must be clean E.164'],
  [PUT, item('a_link', 'x'), 'a_link must be a URL'],
  [PUT, item('SkillQueue', 'Unknown'), 'no such skill queue'],
  [PUT, item('ItemTimeZone', 'Mars'), 'ItemTimeZone must be an IANA time zone name'],
  [PUT, item('ItemTimeZone', 'europe/madrid'), 'ItemTimeZone must be an IANA time zone name'],
  [
    PUT,
    { ...item('a', 'x'), nextEarliestWorkTimeUTC: -1 },
    'nextEarliestWorkTimeUTC must be milliseconds since 1970-01-01 UTC',
  ],
  [SEARCH, {}, 'previewRecordData must be a list'],
  [SEARCH, { previewRecordData: [] }, 'previewRecordData must hold at least one criterion'],
  [
    SEARCH,
    criterion({ condition: 'LIKE' }),
    'condition must be one of EQUALS, NOTEQUALS, GREATERTHAN, LESSTHAN, CONTAINS, BEGINSWITH',
  ],
  [SEARCH, criterion({ value: 7 }), 'value is required for every criterion'],
  [SEARCH, criterion({ key: '' }), 'key is required'],
  [SEARCH, { ...criterion({}), maxRecords: 0 }, 'maxRecords must be an integer greater than zero'],
  [STATUS, { clientId: 'C-1' }, 'previewRecordStateEnum must be NOTWORKED, WORKED, COMPLETED or REMOVED'],
  [STATUS, { ...completed, previewRecordStateEnum: 'WORKED' }, 'nextEarliestWorkTimeUTC is required for WORKED'],
  [STATUS, { ...completed, clientId: '' }, 'previewRecordId or clientId is required'],
  [STATUS, { ...completed, skillQueue: 'Unknown' }, 'no skill queue has this name'],
  [STATUS, { ...completed, timeZone: 'Mars' }, 'timeZone must be an IANA time zone name'],
  [TRANSFER, { clientId: 'C-1' }, 'transferToCampaign is required'],
  [TRANSFER, { clientId: 'C-1', transferToCampaign: 'Unknown' }, 'there is no campaign of that name'],
  [DELETE, {}, 'previewRecordId or clientId is required'],
  [DELETE, { clientId: 'C-404' }, 'no record found'],
];

test.each(REFUSED)('P-022 P-170 %s with %j: %s', async (action, fields, reason) => {
  await withBench(async (bench) => {
    const { http, body } = await bench.preview(action, { ...fields });
    expect([http, body.previewResult?.error]).toEqual([200, reason]);
    expect(body.previewResult?.previewResultStatus).toBe(reason === 'no record found' ? 'NORECORDFOUND' : 'FAILED');
  });
});

test('null counts as left out, and an empty value as a value', async () => {
  await withBench(async (bench) => {
    const left = {
      preferredAgent: null,
      previewRecordId: null,
      clientIdFieldName: null,
      nextEarliestWorkTimeUTC: null,
    };
    const items = [
      { ...NAME, displayOrder: null },
      { key: 'city', value: '' },
    ];
    expect((await bench.put({ previewRecordData: items, ...left })).said).toBe('SUCCESS');
  });
});

test('P-022 the two statuses of their own say why, too', async () => {
  await withBench(async (bench) => {
    expect((await bench.put({ clientId: '' })).body.previewResult?.error).toBe('clientId is required');
    const own = await bench.put({ previewRecordData: [{ key: 'Id', value: 'x' }] });
    expect(own.body.previewResult?.error).toBe('a data item key equals clientIdFieldName');
  });
});

/** Fields of add-user, what `message` is. */
const REFUSED_USERS: readonly (readonly [string, object, string])[] = [
  ['INVALID_TENANT', { tenant: 'x' }, 'the tenant is not this environment'],
  ['INVALID_ARGUMENTS', { firstName: '' }, 'firstName is required'],
  ['INVALID_ARGUMENTS', { lastName: 7 }, 'lastName must be a string'],
  ['INVALID_ARGUMENTS', { createInBackend: 'yes' }, 'createInBackend must be true or false'],
  ['INVALID_ARGUMENTS', { behaviorIfInBackend: 'FAIL' }, 'behaviorIfInBackend needs createInBackend'],
  [
    'INVALID_ARGUMENTS',
    { createInBackend: true, behaviorIfInBackend: 'x' },
    'behaviorIfInBackend must be FAIL or ALLOW',
  ],
  ['INVALID_ARGUMENTS', { secondaryEmailAddr: 'x' }, 'secondaryEmailAddr must be an e-mail address'],
  ['INVALID_ARGUMENTS', { userTemplateName: 'Unknown' }, 'there is no such user template'],
  [
    'FAIL',
    { userTemplateName: 'NoBackend', createInBackend: true },
    'the template may not update the backing instance',
  ],
];

test.each(REFUSED_USERS)('U-092 add-user gives %s with %j: %s', async (result, fields, message) => {
  await withBench(async (bench) => {
    const { body } = await bench.add({ ...fields });
    expect([body.result, body.message]).toEqual([result, message]);
    expect((await bench.exists()).said).toBe('NOT_FOUND');
  });
});

test('U-033 U-062 what went well has words, too', async () => {
  await withBench(async (bench) => {
    const words: (string | undefined)[] = [];
    const note = async (reply: Promise<{ readonly body: { readonly message?: string } }>): Promise<void> =>
      void words.push((await reply).body.message);
    await note(bench.exists());
    await note(bench.add());
    await note(bench.exists());
    await note(bench.add());
    await note(bench.users('delete-user', { loginUserId: bench.login }));
    await note(bench.users('delete-user', { loginUserId: bench.login }));
    await sandbox.control.addUser({ loginUserId: bench.login, inService: false });
    await note(bench.add({ createInBackend: true }));
    await note(bench.add({ createInBackend: true, behaviorIfInBackend: 'ALLOW' }));
    await note(bench.add({ loginUserId: `b-${bench.login}`, createInBackend: true }));
    expect(words).toEqual([
      'the user does not exist',
      'the user was created',
      'the user exists',
      'the user exists already',
      'the user was deleted',
      'the user does not exist',
      'the user exists in the backing instance',
      'the user was created; the backing instance had it',
      'the user was created',
    ]);
  });
});

/** Switches, what is done before, what is refused, the reason. */
test.each<
  readonly [
    string,
    Partial<Switches>,
    (bench: Bench) => Promise<unknown>,
    (bench: Bench) => ReturnType<Bench['put']>,
    string,
  ]
>([
  [
    'a deleted clientId that may not come back',
    { S6: 'refused' },
    async (bench) => {
      await bench.put();
      await bench.preview(DELETE, { clientId: 'C-1' });
    },
    (bench) => bench.put(),
    'this clientId was deleted',
  ],
  [
    'a transfer to a campaign that has the clientId',
    {},
    async (bench) => {
      await bench.put();
      await bench.put({ campaignName: `${bench.campaign} B` });
    },
    (bench) => bench.preview(TRANSFER, { clientId: 'C-1', transferToCampaign: `${bench.campaign} B` }),
    'the target campaign already has this clientId',
  ],
  [
    'two criteria where one is supported',
    { S2: 'refused' },
    (bench) => bench.put(),
    (bench) =>
      bench.preview(SEARCH, { previewRecordData: [1, 2].map(() => ({ key: 'a', value: 'b', condition: 'EQUALS' })) }),
    'only one criterion is supported',
  ],
  [
    'another name of the id than the intake files have',
    {},
    (bench) => sandbox.control.loadIntake({ campaignName: bench.campaign, idColumn: 'Nr', rows: [{ Nr: '1' }] }),
    (bench) => bench.put(),
    'clientIdFieldName must equal the first column of the intake files, Nr',
  ],
  [
    'a value that is too long',
    { S20: { kind: 'FAILED', max: 5 } },
    async () => undefined,
    (bench) => bench.put({ previewRecordData: [{ key: 'a', value: '123456' }] }),
    'a value is longer than 5 characters',
  ],
])('%s is refused with its reason', async (_title, switches, before, act, reason) => {
  await sandbox.control.setSwitches(switches);
  await withBench(async (bench) => {
    await before(bench);
    const { body } = await act(bench);
    expect(body.previewResult).toEqual({ previewResultStatus: 'FAILED', error: reason });
  });
});
