// What Pulumi's SDK brings along for gRPC and its messages: its own copies, because a message holds only what its own copy made.

import { createRequire } from 'node:module';

import type provider from '@pulumi/pulumi/proto/provider_pb.js';
import type statuses from '@pulumi/pulumi/proto/status_pb.js';

export type Struct = NonNullable<ReturnType<InstanceType<typeof provider.CheckRequest>['getNews']>>;

/** A function for each request. */
export type Calls = Readonly<Record<string, (call: never, done: never) => void>>;

interface Server {
  addService(definition: object, calls: Calls): void;
  bindAsync(address: string, credentials: object, done: (error: Error | null, port: number) => void): void;
}

interface Grpc {
  readonly Server: new (options: object) => Server;
  readonly ServerCredentials: { createInsecure(): object };
  /** Of a client. */
  readonly credentials: { createInsecure(): never };
  readonly Metadata: new () => { add(key: string, value: Buffer): void };
}

type AnyMessage = NonNullable<Parameters<InstanceType<typeof statuses.Status>['addDetails']>[0]>;

const ofSdk = createRequire(createRequire(import.meta.url).resolve('@pulumi/pulumi/proto/provider_pb.js'));
const messages = (name: string): unknown => ofSdk(`google-protobuf/google/protobuf/${name}_pb.js`);

export const grpc = ofSdk('@grpc/grpc-js') as Grpc;
export const any = messages('any') as { readonly Any: new () => AnyMessage };
export const empty = messages('empty') as { readonly Empty: new () => object };
export const struct = messages('struct') as { readonly Struct: { fromJavaScript(value: object): Struct } };
