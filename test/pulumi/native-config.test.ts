// The configuration of the native provider, over gRPC as the engine calls it: a target of muster.yaml, or one that is given.

import { createRequire } from 'node:module';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, expect, test, vi } from 'vitest';

import provider from '@pulumi/pulumi/proto/provider_pb.js';
import { ResourceProviderClient } from '@pulumi/pulumi/proto/provider_grpc_pb.js';

import { clock, findPlace } from '../../providers/context.ts';
import { openChecks } from '../../providers/check.ts';
import type { Properties } from '../../providers/declaration.ts';
import { fromWire, toWire } from '../../src/program/native/wire.ts';
import { listen } from '../../src/program/native/serve.ts';
import { isWrite } from '../matrix/log-entry.ts';
import { withSandbox } from '../support/sandbox.ts';
import type { OwnSandbox } from '../support/sandbox.ts';

/** What a stack holds, as an engine would save it. */
interface Saved {
  readonly urn: string;
  readonly type: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
}

interface Stand {
  readonly folder: string;
  readonly state: Saved[];
}

function folderOf(muster: object | null): Stand {
  const folder = mkdtempSync(join(tmpdir(), 'muster-native-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'Pulumi.yaml'), 'name: team\nruntime: yaml\n');
  if (muster !== null)
    writeFileSync(join(folder, 'muster.yaml'), JSON.stringify({ desired: ['none.json'], ...muster }));
  return { folder, state: [] };
}

/** `name`: of the file with its certificate. */
function explicit({ target }: OwnSandbox, { folder }: Stand, name = 'ca'): Properties {
  const { host, port, platform, companyCode, environment, apiKey, ca = '' } = target;
  writeFileSync(join(folder, `${name}.pem`), ca);
  return { host, port: String(port), platform, companyCode, environment, ...apiKey, caFile: `${name}.pem` };
}

type Calls = Readonly<Record<string, (request: object, done: (error: Error | null, answer: never) => void) => void>>;

interface Plugin {
  readonly failures: (news: Properties) => Promise<readonly string[]>;
  readonly up: (name: string, properties: Properties) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
  /** What is wrong with a declaration, each with its property. */
  readonly wrong: (type: string, properties: Properties) => Promise<readonly string[]>;
  /** Ids, as `pulumi do … list` asks for them. */
  readonly list: (query: Properties, limit?: number, type?: string) => Promise<readonly string[]>;
}

const urnOf = (name: string): string => `urn:pulumi:dev::team::muster:index:User::${name}`;

/** A process of the plugin, as the engine starts one for each provider. */
async function plugin({ folder, state }: Stand, config: Properties): Promise<Plugin> {
  const exportStack = async (): Promise<string> => JSON.stringify({ deployment: { resources: state } });
  const sleep = async (): Promise<void> => undefined;
  const surroundings = { findPlace, clock, sleep, openChecks, exportStack };
  const port = await listen({ version: '0.0.0', schema: '{}' }, { folder, engine: '', surroundings });
  const ofSdk = createRequire(createRequire(import.meta.url).resolve('@pulumi/pulumi'));
  const { credentials } = ofSdk('@grpc/grpc-js') as { readonly credentials: { createInsecure(): never } };
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  onTestFinished(() => client.close());
  const ask = <T>(name: string, request: object): Promise<T> =>
    new Promise((resolve, reject) =>
      (client as unknown as Calls)[name]?.call(client, request, (error, answer) =>
        error === null ? resolve(answer) : reject(error),
      ),
    );
  const failuresOf = (answer: InstanceType<typeof provider.CheckResponse>): string[] =>
    answer.getFailuresList().map((each) => `${each.getProperty()}: ${each.getReason()}`);
  const failures: Plugin['failures'] = async (news) =>
    failuresOf(await ask('checkConfig', new provider.CheckRequest().setNews(toWire(news))));
  await ask('configure', new provider.ConfigureRequest().setArgs(toWire(config)));
  return {
    failures,
    wrong: async (type, properties) => {
      const asked = new provider.CheckRequest().setUrn(urnOf('x').replace(':User:', `:${type}:`));
      return failuresOf(await ask('check', asked.setNews(toWire(properties))));
    },
    list: (query, limit = 0, type = 'PinnedRecord') => {
      const asked = new provider.ListRequest().setToken(`muster:index:${type}`).setLimit(limit);
      return idsIn(client.list(asked.setQuery(toWire(query))) as never);
    },
    up: async (name, properties) => {
      const urn = urnOf(name);
      const news = toWire(properties);
      const checked = await ask<InstanceType<typeof provider.CheckResponse>>(
        'check',
        new provider.CheckRequest().setUrn(urn).setNews(news),
      );
      const [failure] = failuresOf(checked);
      if (failure !== undefined) throw new Error(failure);
      const made = await ask<InstanceType<typeof provider.CreateResponse>>(
        'create',
        new provider.CreateRequest().setUrn(urn).setProperties(checked.getInputs()),
      );
      const outputs = fromWire(made.getProperties());
      state.push({ urn, type: 'muster:index:User', inputs: properties, outputs });
    },
    remove: async (name) => {
      const entry = state.find(({ urn }) => urn === urnOf(name));
      const kept = toWire(entry?.outputs ?? {});
      await ask('delete', new provider.DeleteRequest().setUrn(urnOf(name)).setId('x').setProperties(kept));
      state.splice(
        state.findIndex((each) => each === entry),
        1,
      );
    },
  };
}

interface Stream {
  on(event: string, listener: (value: never) => void): void;
}

function idsIn(stream: Stream): Promise<readonly string[]> {
  const ids: string[] = [];
  return new Promise((resolve, reject) => {
    stream.on('data', (each: InstanceType<typeof provider.ListResponse>) => {
      ids.push(each.getResult()?.getId() ?? '');
    });
    stream.on('error', (error: Error) => reject(error));
    stream.on('end', () => resolve(ids));
  });
}

const ana = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };

async function writesOf({ control }: OwnSandbox): Promise<string[]> {
  return (await control.log()).filter(isWrite).map(({ operation, key }) => `${operation} ${key}`);
}

test('two providers of two tenants, without a muster.yaml, hold the same person each', async () => {
  const [one, other] = [await withSandbox(), await withSandbox()];
  const stand = folderOf(null);
  const first = await plugin(stand, explicit(one, stand, 'one'));
  const second = await plugin(stand, explicit(other, stand, 'other'));
  await first.up('ana', ana);
  await second.up('ana-there', ana);
  expect([await writesOf(one), await writesOf(other)]).toEqual([
    ['add-user ana@example.com'],
    ['add-user ana@example.com'],
  ]);
  const again = await plugin(stand, explicit(one, stand, 'one'));
  await again.remove('ana');
  expect(await writesOf(one)).toEqual(['add-user ana@example.com', 'delete-user ana@example.com']);
  expect(await writesOf(other)).toEqual(['add-user ana@example.com']);
});

test('a provider that is replaced removes nobody: the other process sees who holds them, and another tenant is refused', async () => {
  const [one, other] = [await withSandbox(), await withSandbox()];
  const stand = folderOf(null);
  const before = await plugin(stand, explicit(one, stand, 'one'));
  for (const name of ['ana', 'ben', 'eva']) await before.up(name, { ...ana, loginUserId: `${name}@example.com` });
  const sent = await writesOf(one);
  // The engine makes each with the new provider, and deletes it with the one of before, in a process of its own.
  const after = await plugin(stand, explicit(one, stand, 'one'));
  const old = await plugin(stand, explicit(one, stand, 'one'));
  for (const name of ['ana', 'ben', 'eva']) await after.up(name, { ...ana, loginUserId: `${name}@example.com` });
  for (const name of ['ana', 'ben', 'eva']) await old.remove(name);
  expect(await writesOf(one)).toEqual(sent);
  expect(stand.state.length).toBe(3);
  const elsewhere = await plugin(stand, explicit(other, stand, 'other'));
  await expect(elsewhere.up('ana', ana)).rejects.toThrow(/recorded for target 127\.0\.0\.1@\w{8}, not for 127/u);
  expect(await writesOf(other)).toEqual([]);
});

test('what is wrong with a configuration is one line with its key, and nothing is sent', async () => {
  const sandbox = await withSandbox();
  const bare = folderOf(null);
  const { failures } = await plugin(bare, {});
  const given = explicit(sandbox, bare);
  const { secretName: _, ...unsaid } = given;
  expect(await failures(given)).toEqual([]);
  expect(await failures({})).toEqual([expect.stringMatching(/^directory: expected muster\.yaml in .*there is none$/u)]);
  for (const [news, said] of [
    [unsaid, 'secretName: expected a value; none is given'],
    [{ ...given, secretName: '' }, 'secretName: expected text that is not empty; given empty text'],
    [{ ...given, port: 'many' }, 'port: expected a whole number; given text of 4 characters'],
    [
      { ...given, endpoint: 'http://example.com' },
      'endpoint: expected an https:// URL, or http:// on loopback; given another URL or text',
    ],
    [{ ...given, caFile: 'none.pem' }, 'caFile: expected a readable PEM file; none.pem cannot be read'],
    [{ ...given, allow: 'deletes' }, 'allow: takes GUARD=NUMBER such as deletes=12; given: deletes'],
    [
      { ...given, target: 'test' },
      'target: names a target of muster.yaml, and host gives another one; keep one of them',
    ],
    [{ secretName: 'x' }, 'host: expected a value, because secretName is given; none is given'],
    [{ ...given, hosst: 'x' }, 'hosst: is no key; did you mean host?'],
    [{ ...given, platform: true }, 'platform: expected text'],
  ] as const)
    expect(await failures(news)).toEqual([said]);
  const named = await plugin(folderOf({ name: 'team', targets: { test: { sandbox: true } } }), {});
  expect(await named.failures({ target: 'test' })).toEqual([]);
  expect(await named.failures({ target: 'tset' })).toEqual([
    'target: expected one of test; given tset; did you mean test?',
  ]);
  const broken = await plugin(folderOf({ name: 'team', targets: { test: { sandbox: true, region: 'mars' } } }), {});
  expect(await broken.failures({})).toEqual([
    expect.stringMatching(/^directory: muster\.yaml:1: targets\.test\.region: /u),
  ]);
  expect(await writesOf(sandbox)).toEqual([]);
});

test('a list shows the open customers of a campaign by the ids that an import takes, and is never cut in silence', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  // A look-up runs where the process does.
  const { list } = await plugin(stand, { ...explicit(sandbox, stand), caFile: join(stand.folder, 'ca.pem') });
  const campaignName = 'Summer/EU';
  const rows = Array.from({ length: 1000 }, (_, at) => ({ Id: `C-${at}`, tier: at < 3 ? 'gold' : 'tin' }));
  await sandbox.control.loadIntake({ campaignName, idColumn: 'Id', rows });
  await sandbox.control.work({ campaignName, clientId: 'C-0', agent: 'ana@example.com', state: 'COMPLETED' });
  await sandbox.control.work({ campaignName, clientId: 'C-1', agent: 'ana@example.com', state: 'WORKED' });
  const all = await list({ campaignName });
  expect([all.length, new Set(all).size, all.includes('Summer%2FEU/C-0')]).toEqual([999, 999, false]);
  expect(all.at(-1)).toBe('Summer%2FEU/C-1');
  expect(await list({ campaignName }, 2)).toHaveLength(2);
  const where = [{ key: 'tier', value: 'gold' }];
  expect((await list({ campaignName, where })).toSorted()).toEqual(
    ['C-0', 'C-1', 'C-2'].map((id) => `Summer%2FEU/${id}`),
  );
  expect(await list({ campaignName: 'Nowhere' })).toEqual([]);
  await sandbox.control.loadIntake({ campaignName, idColumn: 'Id', rows: [{ Id: 'C-1000' }, { Id: 'C-1001' }] });
  await expect(list({ campaignName })).rejects.toThrow(
    'Summer/EU: 1000 customers are shown, and there may be more; say fewer with where, or --count',
  );
  await expect(list({})).rejects.toThrow('campaignName: expected text; given undefined');
  await expect(list({ campaignName, where: 'tier' })).rejects.toThrow('where: expected a list; given string');
  await expect(list({}, 0, 'User')).rejects.toThrow('muster:index:User: only PinnedRecord is listed');
  expect(await writesOf(sandbox)).toEqual([]);
});

test('a list shows a customer of several tasks once, and as many others as were asked for', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const { list } = await plugin(stand, { ...explicit(sandbox, stand), caFile: join(stand.folder, 'ca.pem') });
  const campaignName = 'Summer';
  const rows = ['C-1', 'C-1', 'C-1', 'C-2', 'C-3'].map((Id) => ({ Id }));
  for (const row of rows) await sandbox.control.loadIntake({ campaignName, idColumn: 'Id', rows: [row] });
  expect((await sandbox.control.records()).length).toBe(5);
  for (const count of [1, 2, 3, 4]) expect(await list({ campaignName }, count)).toHaveLength(Math.min(count, 3));
  expect(await list({ campaignName })).toHaveLength(3);
});

test('allow stands for an update and not for a destroy, which takes MUSTER_ALLOW', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const names = ['ana', 'ben', 'eva', 'ida'];
  const config = { ...explicit(sandbox, stand), allow: 'deletes=4' };
  const first = await plugin(stand, config);
  for (const name of [...names, 'uwe']) await first.up(name, { ...ana, loginUserId: `${name}@example.com` });
  const destroy = await plugin(stand, config);
  await expect(destroy.remove('ana')).rejects.toThrow('MUSTER_ALLOW=deletes=5');
  const update = await plugin(stand, config);
  await update.up('uwe', { ...ana, loginUserId: 'uwe@example.com' });
  stand.state.pop();
  for (const name of names) await update.remove(name);
  expect((await writesOf(sandbox)).filter((each) => each.startsWith('delete'))).toHaveLength(4);
  vi.stubEnv('MUSTER_ALLOW', 'deletes=1');
  onTestFinished(() => void vi.unstubAllEnvs());
  await (await plugin(stand, config)).remove('uwe');
  expect(stand.state).toEqual([]);
});

test('a target keeps its people when muster.yaml begins or ends to name it', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  await (await plugin(stand, explicit(sandbox, stand))).up('ana', ana);
  const { secretName, secretsRegion, endpoint, jsonKey, port, ...target } = explicit(sandbox, stand);
  const apiKey = JSON.parse(JSON.stringify({ secretName, secretsRegion, endpoint, jsonKey })) as object;
  const targets = { test: { ...target, port: Number(port), apiKey } };
  writeFileSync(join(stand.folder, 'muster.yaml'), JSON.stringify({ name: 'muster', desired: ['none.json'], targets }));
  const named = await plugin(stand, { target: 'test' });
  await named.remove('ana');
  expect(await writesOf(sandbox)).toEqual(['add-user ana@example.com', 'delete-user ana@example.com']);
});

test('a declaration of another type is refused in one line with the path of the property, and nothing is sent', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const { wrong } = await plugin(stand, explicit(sandbox, stand));
  const [one, set] = [{ campaignName: 'Summer', clientId: 'C-1' }, { campaignName: 'Summer' }];
  for (const [type, properties, said] of [
    [
      'User',
      { ...ana, loginUserId: 5 },
      ': loginUserId: expected text; given a number, which may have lost digits: quote it',
    ],
    [
      'User',
      { ...ana, createInBackend: 'yes' },
      ': createInBackend: expected true or false; given text of 3 characters',
    ],
    ['User', { ...ana, loginUserID: 'x' }, ': the key "loginUserID" is not known here; did you mean "loginUserId"?'],
    [
      'PinnedRecord',
      { ...one, data: { Name: 5 } },
      ': data.Name: expected text or {value, displayOrder}; given a number',
    ],
    ['PinnedRecord', { ...one, data: 'Maria' }, 'data: expected a mapping'],
    ['PinnedRecord', { ...one, highlight: 5 }, ': highlight: expected ALL or a list of data keys; given a number'],
    ['PinnedRecord', { clientId: 'C-1' }, ': expected the key "campaignName"; it is missing'],
    ['RecordSet', { ...set, records: [] }, 'records: expected a mapping'],
    ['RecordSet', { ...set, records: { 'W-1': 'x' } }, 'records["W-1"]: expected a mapping'],
    ['RecordSet', { ...set, records: { 'W-1': {}, 'W-2': { data: [] } } }, 'records["W-2"].data: expected a mapping'],
    [
      'RecordSet',
      { ...set, records: { 'W-1': {}, 'W-2': { data: { Name: 5 } } } },
      ': records["W-2"].data.Name: expected text or {value, displayOrder}; given a number',
    ],
  ] as const)
    expect(await wrong(type, properties)).toEqual([said]);
  expect(await writesOf(sandbox)).toEqual([]);
});
