// The process that Pulumi starts as `pulumi-resource-muster`: a gRPC server that says its port on standard output. Cancel is heard by
// providers/cancel.ts.

import plugin from '@pulumi/pulumi/proto/plugin_pb.js';
import provider from '@pulumi/pulumi/proto/provider_pb.js';
import { ResourceProviderService } from '@pulumi/pulumi/proto/provider_grpc_pb.js';
import statuses from '@pulumi/pulumi/proto/status_pb.js';

import { openContext, surroundingsOfProcess } from '../../../providers/context.ts';
import type { Surroundings } from '../../../providers/context.ts';
import type { ReadConfig } from '../../core/model/read-config.ts';
import type { Properties } from '../../../providers/declaration.ts';
import { asOutputs } from '../../../providers/native-form.ts';
import { UnfinishedError } from '../../../providers/refusals.ts';
import { configFailures, ownConfig } from './config.ts';
import { openEngineLog } from './engine-log.ts';
import type { EngineLog } from './engine-log.ts';
import { resourceCalls } from './resources.ts';
import { any, empty, grpc } from './sdk.ts';
import type { Calls } from './sdk.ts';
import { checked, fromWire, toWire } from './wire.ts';

export interface PluginText {
  readonly version: string;
  /** plugin/schema.json */
  readonly schema: string;
}

/** Serves until the engine ends the process. */
export async function serve(text: PluginText): Promise<void> {
  const [engine = ''] = process.argv.slice(2).filter((given) => !given.startsWith('-'));
  const port = await listen(text, { folder: process.cwd(), engine, surroundings: surroundingsOfProcess() });
  process.stdout.write(`${port}\n`);
}

interface PluginPlace {
  /** Where the program runs. */
  readonly folder: string;
  /** Its address. */
  readonly engine: string;
  readonly surroundings: Surroundings;
}

/** The port. A test gives a place of its own. */
export async function listen(text: PluginText, place: PluginPlace): Promise<number> {
  const server = new grpc.Server({ 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1 });
  server.addService(ResourceProviderService, callsOf(text, place));
  return new Promise((resolve, reject) => {
    const credentials = grpc.ServerCredentials.createInsecure();
    server.bindAsync('127.0.0.1:0', credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
}

function callsOf({ version, schema }: PluginText, { folder, engine, surroundings }: PluginPlace): Calls {
  const { tell, inform, said } = openEngineLog(engine, (line) => surroundings.tell?.(line));
  const context = openContext(folder, { ...surroundings, tell, inform, isNative: true });
  let configured: Readonly<Record<string, string>> = {};
  const config: ReadConfig = (key) => configured[key.slice('muster:'.length)] ?? null;
  const all: Readonly<Record<string, (request: never) => Promise<object>>> = {
    getPluginInfo: async () => new plugin.PluginInfo().setVersion(version),
    getSchema: async () => new provider.GetSchemaResponse().setSchema(schema),
    checkConfig: async (request: InstanceType<typeof provider.CheckRequest>) => {
      const news = fromWire(request.getNews());
      return checked(news, await configFailures(news, folder));
    },
    // Each resource refuses another target than it was made for. A provider is never replaced, so nobody is removed with it.
    diffConfig: async () => new provider.DiffResponse(),
    configure: async (request: InstanceType<typeof provider.ConfigureRequest>) => {
      configured = ownConfig(fromWire(request.getArgs()));
      context.configure(config);
      return new provider.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
    },
    construct: once(async () => (await import('./roster.ts')).openRosters(engine, () => configured, context)),
    invoke: async (request: InstanceType<typeof provider.InvokeRequest>) => {
      const { LOOK_UPS } = await import('../look-ups.ts');
      const look = Object.entries(LOOK_UPS).find(([name]) => request.getTok().endsWith(`:${name}`))?.[1];
      if (look === undefined) throw new Error(`there is no function ${request.getTok()}`);
      const found: unknown = await look(fromWire(request.getArgs()) as never, config);
      return new provider.InvokeResponse().setReturn(toWire(Object(found) as Properties));
    },
    cancel: async () => new empty.Empty(),
    ...resourceCalls(context),
  };
  const calls = Object.fromEntries(Object.entries(all).map(([name, answer]) => [name, unary(answer, said)]));
  return { ...calls, list: streamed(once(async () => (await import('./list.ts')).openList(config))) };
}

/** Loaded with the first request: Pulumi's SDK takes a third of the time and memory of a start, and what is single needs none of it. */
function once<Q, A>(load: () => Promise<(request: Q) => Promise<A>>): (request: Q) => Promise<A> {
  let loaded: ReturnType<typeof load> | undefined;
  return async (request) => (await (loaded ??= load()))(request);
}

function unary<Q>(answer: (request: Q) => Promise<object>, said: EngineLog['said']) {
  return ({ request }: { readonly request: Q }, done: (error: object | null, value?: object) => void): void => {
    const answered = answer(request).finally(said);
    answered.then(
      (value) => done(null, value),
      (error: unknown) => done(refusal(error)),
    );
  };
}

interface Stream<Q> {
  readonly request: Q;
  write(message: object): void;
  end(): void;
  emit(event: 'error', error: object): void;
}

function streamed<Q>(answer: (request: Q) => Promise<readonly object[]>) {
  return (call: Stream<Q>): void => {
    answer(call.request).then(
      (messages) => {
        for (const message of messages) call.write(message);
        call.end();
      },
      (error: unknown) => call.emit('error', refusal(error)),
    );
  };
}

/** Of gRPC. */
const UNKNOWN_ERROR = 2;

/** One line; with what was done before it, where there is something to keep. */
function refusal(error: unknown): object {
  const details = error instanceof Error ? error.message : String(error);
  const metadata = new grpc.Metadata();
  if (error instanceof UnfinishedError) {
    const kept = new provider.ErrorResourceInitFailed()
      .setId(error.id)
      .setProperties(toWire(asOutputs(error.properties)))
      .setReasonsList(error.reasons);
    const detail = new any.Any();
    detail.pack(kept.serializeBinary(), 'pulumirpc.ErrorResourceInitFailed');
    const said = new statuses.Status().setCode(UNKNOWN_ERROR).setMessage(details);
    said.addDetails(detail);
    metadata.add('grpc-status-details-bin', Buffer.from(said.serializeBinary()));
  }
  return { code: UNKNOWN_ERROR, details, metadata };
}
