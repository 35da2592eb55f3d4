// A process of the native provider in this one, asked over gRPC as the engine asks it.

import { createRequire } from 'node:module';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { onTestFinished } from 'vitest';

import engine from '@pulumi/pulumi/proto/engine_pb.js';
import { EngineService } from '@pulumi/pulumi/proto/engine_grpc_pb.js';
import provider from '@pulumi/pulumi/proto/provider_pb.js';
import { ResourceProviderClient } from '@pulumi/pulumi/proto/provider_grpc_pb.js';

import { clock, findPlace } from '../../providers/context.ts';
import { openChecks } from '../../providers/check.ts';
import type { Properties } from '../../providers/declaration.ts';
import { fromWire, toWire } from '../../src/program/native/wire.ts';
import { listen } from '../../src/program/native/serve.ts';
import { empty, grpc } from '../../src/program/native/sdk.ts';
import { isWrite } from '../matrix/log-entry.ts';
import type { OwnSandbox } from '../support/sandbox.ts';

/** What a stack holds, as an engine would save it. */
export interface Saved {
  readonly urn: string;
  readonly type: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
}

export interface Stand {
  readonly folder: string;
  readonly state: Saved[];
  /** Writes that were cut off. */
  readonly pending: object[];
}

export function folderOf(muster: object | null): Stand {
  const folder = mkdtempSync(join(tmpdir(), 'muster-native-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'Pulumi.yaml'), 'name: team\nruntime: yaml\n');
  if (muster !== null)
    writeFileSync(join(folder, 'muster.yaml'), JSON.stringify({ desired: ['none.json'], ...muster }));
  return { folder, state: [], pending: [] };
}

/** `name`: of the file with its certificate. */
export function explicit({ target }: OwnSandbox, { folder }: Stand, name = 'ca'): Properties {
  const { host, port, platform, companyCode, environment, apiKey, ca = '' } = target;
  writeFileSync(join(folder, `${name}.pem`), ca);
  return { host, port: String(port), platform, companyCode, environment, ...apiKey, caFile: `${name}.pem` };
}

type Calls = Readonly<Record<string, (request: object, done: (error: Error | null, answer: never) => void) => void>>;

export interface Plugin {
  readonly failures: (news: Properties) => Promise<readonly string[]>;
  /** Made, or updated where the stack holds it and something differs. Throws with the first failure. */
  readonly up: (name: string, properties: Properties, type?: string) => Promise<void>;
  /** Whatever the stack holds, as with another provider or in place of what is replaced. */
  readonly make: (name: string, properties: Properties, type?: string) => Promise<void>;
  readonly remove: (name: string, type?: string) => Promise<void>;
  /** What a preview says: nothing, or what differs, with what makes it a replacement. */
  readonly differs: (name: string, properties: Properties, type?: string) => Promise<false | readonly string[]>;
  /** Read anew, and what of it differs from what is declared. */
  readonly refresh: (name: string, type?: string) => Promise<false | readonly string[]>;
  readonly invoke: (name: string, args: Properties) => Promise<unknown>;
  /** What is wrong with a declaration, each with its property. */
  readonly wrong: (type: string, properties: Properties, name?: string) => Promise<readonly string[]>;
  /** Ids, as `pulumi do … list` asks for them. */
  readonly list: (query: Properties, limit?: number, type?: string) => Promise<readonly string[]>;
  /** What the engine was given to show. */
  readonly said: readonly string[];
}

type Message = InstanceType<typeof engine.LogRequest>;

/** Of an engine: where warnings go. */
async function engineOf(said: string[]): Promise<string> {
  const server = new grpc.Server({});
  const log = ({ request }: { readonly request: Message }, done: (error: null, value: object) => void): void => {
    said.push(`${request.getSeverity() === engine.LogSeverity.WARNING ? 'warning' : 'other'}: ${request.getMessage()}`);
    done(null, new empty.Empty());
  };
  server.addService(EngineService, { log });
  const insecure = grpc.ServerCredentials.createInsecure();
  const port = await new Promise<number>((resolve) =>
    server.bindAsync('127.0.0.1:0', insecure, (_, bound) => resolve(bound)),
  );
  return `127.0.0.1:${port}`;
}

const urnOf = (name: string, type = 'User'): string => `urn:pulumi:dev::team::muster:index:${type}::${name}`;

/** A process of the plugin, as the engine starts one for each provider. */
export async function plugin({ folder, state, pending }: Stand, config: Properties): Promise<Plugin> {
  const exportStack = async (): Promise<string> =>
    JSON.stringify({ deployment: { resources: state, pending_operations: pending } });
  const sleep = async (): Promise<void> => undefined;
  const surroundings = { findPlace, clock, sleep, openChecks, exportStack };
  const said: string[] = [];
  const place = { folder, engine: await engineOf(said), surroundings };
  const port = await listen({ version: '0.0.0', schema: '{}' }, place);
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
  const entryOf = (urn: string): Saved | undefined => state.find((each) => each.urn === urn);
  const check = async (urn: string, properties: Properties) => {
    const request = new provider.CheckRequest().setUrn(urn).setNews(toWire(properties));
    const checked = await ask<InstanceType<typeof provider.CheckResponse>>('check', request);
    const [failure] = failuresOf(checked);
    if (failure !== undefined) throw new Error(failure);
    return fromWire(checked.getInputs());
  };
  const diff = async ({ urn, inputs, outputs }: Saved, news: Properties): Promise<false | readonly string[]> => {
    const request = new provider.DiffRequest().setUrn(urn).setId('x').setOlds(toWire(outputs));
    const asked = request.setOldInputs(toWire(inputs)).setNews(toWire(news));
    const answer = await ask<InstanceType<typeof provider.DiffResponse>>('diff', asked);
    const { DIFF_NONE, DIFF_SOME } = provider.DiffResponse.DiffChanges;
    const changes = answer.getChanges();
    const isEqual = changes === DIFF_NONE || (changes !== DIFF_SOME && isDeepStrictEqual(inputs, news));
    return isEqual ? false : answer.getReplacesList();
  };
  const create = async (urn: string, inputs: Properties): Promise<void> => {
    const request = new provider.CreateRequest().setUrn(urn).setProperties(toWire(inputs));
    const made = await ask<InstanceType<typeof provider.CreateResponse>>('create', request);
    state.push({ urn, type: urn.split('::')[2] ?? '', inputs, outputs: fromWire(made.getProperties()) });
  };
  await ask('configure', new provider.ConfigureRequest().setArgs(toWire(config)));
  return {
    said,
    failures,
    wrong: async (type, properties, name = 'x') => {
      const asked = new provider.CheckRequest().setUrn(urnOf(name, type));
      return failuresOf(await ask('check', asked.setNews(toWire(properties))));
    },
    list: (query, limit = 0, type = 'PinnedRecord') => {
      const asked = new provider.ListRequest().setToken(`muster:index:${type}`).setLimit(limit);
      return idsIn(client.list(asked.setQuery(toWire(query))) as never);
    },
    invoke: async (name, args) => {
      const asked = new provider.InvokeRequest().setTok(`muster:index:${name}`).setArgs(toWire(args));
      const answer = await ask<InstanceType<typeof provider.InvokeResponse>>('invoke', asked);
      return answer.getReturn()?.toJavaScript();
    },
    differs: async (name, properties, type) => {
      const urn = urnOf(name, type);
      const news = await check(urn, properties);
      const entry = entryOf(urn);
      return entry === undefined ? [] : diff(entry, news);
    },
    refresh: async (name, type) => {
      const entry = entryOf(urnOf(name, type));
      if (entry === undefined) throw new Error(`${name} is not there`);
      const asked = new provider.ReadRequest().setUrn(entry.urn).setId('x').setInputs(toWire(entry.inputs));
      const answer = await ask<InstanceType<typeof provider.ReadResponse>>(
        'read',
        asked.setProperties(toWire(entry.outputs)),
      );
      const outputs = fromWire(answer.getProperties());
      const read = { ...entry, inputs: fromWire(answer.getInputs()), outputs };
      state[state.indexOf(entry)] = read;
      return diff(read, entry.inputs);
    },
    up: async (name, properties, type = 'User') => {
      const urn = urnOf(name, type);
      const inputs = await check(urn, properties);
      const entry = entryOf(urn);
      if (entry !== undefined) {
        if ((await diff(entry, inputs)) === false) return;
        const { outputs: olds } = entry;
        const asked = new provider.UpdateRequest().setUrn(urn).setId('x').setOlds(toWire(olds)).setNews(toWire(inputs));
        const answer = await ask<InstanceType<typeof provider.UpdateResponse>>('update', asked);
        state[state.indexOf(entry)] = { ...entry, inputs, outputs: fromWire(answer.getProperties()) };
        return;
      }
      await create(urn, inputs);
    },
    make: async (name, properties, type) => {
      const urn = urnOf(name, type);
      await create(urn, await check(urn, properties));
    },
    remove: async (name, type) => {
      const entry = entryOf(urnOf(name, type));
      const kept = toWire(entry?.outputs ?? {});
      await ask('delete', new provider.DeleteRequest().setUrn(urnOf(name, type)).setId('x').setProperties(kept));
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

export const ana = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };

export async function writesOf({ control }: OwnSandbox): Promise<string[]> {
  return (await control.log()).filter(isWrite).map(({ operation, key }) => `${operation} ${key}`);
}
