// The sandbox as one HTTPS server: both services, the secrets manager and the control, on loopback and nowhere else.
// What it says on a connection is decided in exchange.ts; here is only how.

import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import { ToolError } from '../../core/model/errors.ts';
import type { Clock } from '../../core/model/state.ts';
import { loadCertificate } from '../wire/certificate.ts';
import { connectionHandler } from '../wire/connection.ts';
import { localControl } from './control-local.ts';
import type { SandboxControl } from '../operations/control.ts';
import { createExchange } from '../wire/exchange.ts';
import type { OnRequest } from '../wire/exchange.ts';
import { createLateWork } from '../world/late-work.ts';
import { createSwap } from '../messages/swap.ts';
import { readRunFile, writeRunFile } from './run-file.ts';
import type { Switches } from '../world/switches.ts';
import { openWorld } from '../world/world.ts';
import type { World } from '../world/world.ts';

export interface SandboxOptions {
  /** Folder of the data, made when missing. One process at a time. */
  readonly directory: string;
  /** 0 or omitted: any free one. */
  readonly port?: number;
  /** Loopback only; anything else is refused. */
  readonly host?: string;
  /** Service time of every answer. */
  readonly delayMs?: number;
  /** Win over the switches kept in the folder. */
  readonly switches?: Partial<Switches>;
  readonly clock?: Clock;
  /** Told of each request, after its work and before its answer: for whoever watches what becomes of the data. */
  readonly onRequest?: OnRequest;
}

export interface SandboxHandle {
  readonly port: number;
  /** PEM of the root to trust. */
  readonly ca: string;
  readonly control: SandboxControl;
  /** Ends all connections; work promised for later (`commit-late`) is done first. */
  stop(): Promise<void>;
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

/** Throws `sandbox-failed` for an address that is not loopback, and when another process holds the folder. */
export async function startSandbox(options: SandboxOptions): Promise<SandboxHandle> {
  const host = options.host ?? '127.0.0.1';
  if (!LOOPBACK.includes(host)) {
    throw new ToolError('sandbox-failed', { message: `The sandbox runs on loopback only, not on ${host}.` });
  }
  mkdirSync(options.directory, { recursive: true, mode: 0o700 });
  const world = openWorldOf(options);
  try {
    return await serve(world, { ...options, host });
  } catch (error) {
    world.close();
    throw error;
  }
}

function openWorldOf({ directory, clock = Date.now, switches = {} }: SandboxOptions): World {
  try {
    return openWorld({ directory, clock, switches });
  } catch (cause) {
    throw new ToolError('sandbox-failed', {
      message: `The sandbox data in ${directory} cannot be opened: is another sandbox running there?`,
      cause,
    });
  }
}

async function serve(world: World, options: SandboxOptions & { readonly host: string }): Promise<SandboxHandle> {
  const certificate = await loadCertificate(options.directory, Date.now());
  const exchange = createExchange(world, options.onRequest);
  const token = randomBytes(24).toString('base64url');
  const late = createLateWork(world.now);
  let delayMs = options.delayMs ?? 0;
  const control = localControl({ world, exchange, setDelay: (ms) => (delayMs = ms) });
  const handler = connectionHandler({
    exchange,
    control,
    token,
    late,
    swap: createSwap(),
    delayMs: () => delayMs,
    now: world.now,
  });
  const server = createServer({ key: certificate.key, cert: certificate.cert, keepAliveTimeout: 60_000 }, handler);
  const port = await listen(server, options.port ?? 0, options.host);
  writeRunFile(options.directory, { pid: process.pid, port, token });
  return {
    port,
    ca: certificate.ca,
    control,
    async stop() {
      await close(server);
      late.finish();
      world.close();
      const run = readRunFile(options.directory);
      if (run?.token === token) writeRunFile(options.directory, { ...run, pid: 0 });
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new ToolError('sandbox-failed', { message: `The sandbox cannot listen on port ${port}.`, cause })),
    );
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
