// A bare HTTPS server that answers as a test says, byte for byte: for what the sandbox, being correct, never does.

import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import type { Target } from '../../src/core/model/target.ts';
import { openService } from '../../src/core/service/client.ts';
import type { ClientOptions } from '../../src/core/service/client.ts';
import type { ServiceClient } from '../../src/core/service/service.ts';
import { TARGET } from './wire-samples.ts';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Double {
  readonly target: Target;
  readonly seen: readonly Seen[];
  readonly open: (options?: Partial<ClientOptions>) => ServiceClient;
  readonly stop: () => Promise<void>;
}

export type Answer = (response: ServerResponse, seen: Seen, request: IncomingMessage) => void;

export const KEY = 'canary-key-7f3a';

export async function startDouble(answer: Answer, changes: Partial<Target> = {}): Promise<Double> {
  const altNames = ['localhost', 'eu-central-1.localhost'].map((value) => ({ type: 2, value }) as const);
  const pem = await generate([{ name: 'commonName', value: 'double' }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [...altNames, { type: 7, ip: '127.0.0.1' }] },
    ],
  });
  const seen: Seen[] = [];
  const server = createServer({ key: pem.private, cert: pem.cert }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const entry = toSeen(request, Buffer.concat(chunks).toString());
      seen.push(entry);
      answer(response, entry, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const target: Target = { ...TARGET, port, ca: pem.cert, ...changes };
  const clients: ServiceClient[] = [];
  return {
    target,
    seen,
    open(options = {}) {
      const client = openService({ target, clock: Date.now, credentials: { fetch: async () => KEY }, ...options });
      clients.push(client);
      return client;
    },
    async stop() {
      await Promise.all(clients.map((client) => client.close()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toSeen(request: IncomingMessage, body: string): Seen {
  const { method = '', url = '', headers } = request;
  const parsed: unknown = JSON.parse(body);
  const entries = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : [];
  return { method, path: url, host: headers.host ?? '', headers, body: Object.fromEntries<unknown>(entries) };
}

/** An answer of the campaign service that echoes the envelope of its request. */
export function echo(seen: Seen, status = 'SUCCESS', rest: object = {}, error: string | null = null): string {
  const { platform, companyCode, environment, region, campaignName } = seen.body;
  const previewResult = { previewResultStatus: status, error };
  return JSON.stringify({ platform, companyCode, environment, region, campaignName, previewResult, ...rest });
}
