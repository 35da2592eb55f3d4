// The three kinds of client: each has the methods it promises and no other, and each method sends what its name says.

import { expect, onTestFinished, test } from 'vitest';

import { ToolError } from '../../src/core/model/errors.ts';
import { openLookup, openProbing, openService } from '../../src/core/service/client.ts';
import type { ClientOptions } from '../../src/core/service/client.ts';
import { withSandbox } from '../support/sandbox.ts';
import { startDouble } from './double.ts';
import { CAMPAIGN, campaignAnswer, wireTask } from './wire-samples.ts';

const READS = ['findRecord', 'findTask', 'queryUser', 'searchRecords'];
const WRITES = ['addUser', 'deleteRecord', 'deleteUser', 'putRecord', 'setRecordStatus', 'transferRecord', 'turn'];
const LOOK_UPS = ['lookUpRecords', 'lookUpUser'];

const KINDS = [
  ['one for a run reads and writes', openService, [...READS, ...WRITES]],
  ['one that probes has no writing method', openProbing, [...READS, 'searchRaw']],
  ['one for look-ups has two reads', openLookup, LOOK_UPS],
] as const;

async function options(): Promise<ClientOptions> {
  return { target: (await withSandbox()).target, clock: Date.now };
}

test.each(KINDS)('%s', async (_kind, open, methods) => {
  const client = open(await options());
  expect(Object.keys(client).toSorted()).toEqual([...methods, 'close', 'now', 'skewMs', 'traffic'].toSorted());
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
  expect(await client.findRecord(CAMPAIGN, 'C-1')).toEqual({ kind: 'done', value: [] });
  expect(await client.findTask(CAMPAIGN, 'R-1')).toMatchObject({ kind: 'done' });
  const criterion = { key: 'Name', value: 'Maria', condition: 'EQUALS' } as const;
  expect(await client.searchRecords(CAMPAIGN, criterion)).toMatchObject({ kind: 'done', value: { tasks: [] } });
  expect(await client.searchRaw({ campaignName: CAMPAIGN.campaignName, clientId: 'C-1' })).toMatchObject({
    kind: 'done',
    value: { saysNone: true, tasks: [] },
  });
  expect(client.skewMs()).not.toBeNull();
  expect(client.traffic()).toMatchObject({ requests: { 'query-existence': 1, searchPreviewCampaign: 4 } });
  await client.close();
});

test('where intake files may add twins, an id that is asked for is asked for once more as a data item', async () => {
  const client = openService(await options());
  expect(await client.findRecord({ ...CAMPAIGN, intake: true }, 'C-1')).toEqual({ kind: 'done', value: [] });
  expect(client.traffic().requests).toEqual({ searchPreviewCampaign: 2 });
  await client.close();
});

test('a ceiling that was measured lowers the limit of a search, and never raises it', async () => {
  const common = await options();
  const limitOf = async (searchCeiling?: number): Promise<boolean> => {
    const client = openService({ ...common, ...(searchCeiling === undefined ? {} : { searchCeiling }) });
    for (const clientId of ['C-1', 'C-2'])
      await client.putRecord({ campaign: CAMPAIGN, clientId, items: [{ key: 'zone', value: 'EU' }] });
    const criterion = { key: 'zone', value: 'EU', condition: 'EQUALS' } as const;
    const found = await client.searchRecords(CAMPAIGN, criterion);
    await client.close();
    return found.kind === 'done' && found.value.complete;
  };
  expect([await limitOf(), await limitOf(2), await limitOf(3), await limitOf(5000)]).toEqual([true, false, true, true]);
});

test('each writing method of a client for runs changes what its name says', async () => {
  const sandbox = await withSandbox();
  const client = openService({ target: sandbox.target, clock: Date.now });
  const loginUserId = 'ana@example.com';
  const profile = { firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents-EU' };
  const ana = { loginUserId, profile, createInBackend: true, behaviorIfInBackend: 'FAIL' } as const;
  expect(await client.addUser(ana)).toMatchObject({ kind: 'done' });
  expect(await sandbox.control.exists(loginUserId)).toMatchObject({ inService: true });
  expect(await client.deleteUser(loginUserId, true)).toMatchObject({ kind: 'done' });
  expect(await sandbox.control.users()).toEqual([]);
  await client.close();
});

test('a client that was closed sends nothing more, and says so', async () => {
  const sandbox = await withSandbox();
  const closed: string[] = [];
  const credentials = { fetch: async () => 'k', close: () => void closed.push('closed') };
  const client = openService({ target: sandbox.target, clock: Date.now, credentials });
  await client.close();
  expect(closed).toEqual(['closed']);
  expect(await client.queryUser('ana@example.com')).toMatchObject({
    problem: {
      code: 'skipped-stopped',
      message: expect.stringContaining('The client was closed.') as unknown,
      stopsRun: true,
    },
  });
  expect((await sandbox.control.counters()).requests).toEqual({});
});

test('a signal stops a client, before it begins or later, with the reason that it gives', async () => {
  const common = await options();
  const stopped = async (abort: (controller: AbortController) => void): Promise<unknown> => {
    const controller = new AbortController();
    const client = openService({ ...common, signal: controller.signal });
    abort(controller);
    const outcome = await client.queryUser('ana@example.com');
    await client.close();
    return outcome;
  };
  const interrupted = {
    problem: { code: 'interrupted', message: expect.stringContaining('The run was interrupted.') as unknown },
  };
  expect(await stopped((controller) => controller.abort())).toMatchObject(interrupted);
  const reason = new ToolError('locked', { message: 'on purpose' });
  expect(await stopped((controller) => controller.abort(reason))).toMatchObject({
    problem: { code: 'locked', stopsRun: true },
  });
  const early = openService({ ...common, signal: AbortSignal.abort() });
  expect(await early.queryUser('ana@example.com')).toMatchObject(interrupted);
  await early.close();
});

test.each([
  ['platform', '', 'platform: expected an id without hidden characters; given empty text.'],
  ['environment', 'a\u200bb', 'environment: expected an id without hidden characters; given one '],
] as const)('a target whose %s is %j is refused before anything is sent', async (name, value, words) => {
  const { target } = await options();
  expect(() => openService({ target: { ...target, [name]: value }, clock: Date.now })).toThrow(words);
});

test.each(['', 'eu central', 'eu-central-1\n', '\u00e9u', 'x '])(
  'the region %j of the secrets manager is refused',
  async (secretsRegion) => {
    const { target } = await options();
    const apiKey = { ...target.apiKey, secretsRegion };
    expect(() => openService({ target: { ...target, apiKey }, clock: Date.now })).toThrow(
      `Target ${target.name}: secretsRegion: expected a cloud region such as eu-central-1; given another text.`,
    );
  },
);

test('a sandbox that is not on this machine is refused by its name', async () => {
  const { target } = await options();
  expect(() => openService({ target: { ...target, host: 'cc.example.com' }, clock: Date.now })).toThrow(
    `Target ${target.name}: a sandbox lives on loopback only; given: cc.example.com.`,
  );
});

test('a raw answer is shown as it came: with its status, its words, and whether there is a list that fits', async () => {
  const bodies: unknown[] = [];
  const double = await startDouble((response) => {
    const [status, body] = bodies.shift() as [number, unknown];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  onTestFinished(() => double.stop());
  const client = openProbing({ target: double.target, clock: Date.now, credentials: { fetch: async () => 'k' } });
  onTestFinished(() => client.close());
  const search = async (status: number, body: unknown): Promise<unknown> => {
    bodies.push([status, body]);
    const outcome = await client.searchRaw({ campaignName: CAMPAIGN.campaignName, clientId: 'C-1' });
    return outcome.kind === 'done' ? outcome.value : outcome.problem.code;
  };
  const found = campaignAnswer('SUCCESS', { previewRecordClientData: [wireTask({})] });
  expect(await search(200, found)).toMatchObject({
    http: 200,
    status: 'SUCCESS',
    error: null,
    saysNone: false,
    tasks: [{ clientId: 'C-1' }],
  });
  expect(await search(200, campaignAnswer('FAILED', {}, 'because'))).toMatchObject({
    status: 'FAILED',
    error: 'because',
    saysNone: false,
    tasks: null,
  });
  expect(await search(404, { error: 'NORECORDFOUND' })).toEqual({
    http: 404,
    status: null,
    error: null,
    saysNone: true,
    tasks: null,
  });
  // Another envelope ends the run, so it comes last.
  expect(await search(200, { ...found, companyCode: 'other' })).toBe('wrong-envelope');
});
