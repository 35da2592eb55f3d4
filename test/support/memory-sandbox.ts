// The sandbox without a socket: what a client would send is answered by the sandbox's own exchange in this process, and a ledger commits
// on this thread. For stories about what muster decides; what TLS, a socket, a process or the AWS client does has tests of its own.

import { channel } from 'node:diagnostics_channel';
import { mkdirSync } from 'node:fs';
import { onTestFinished } from 'vitest';

import { OUTSIDE } from '../../src/core/engine/outside.ts';
import type { Outside } from '../../src/core/engine/outside.ts';
import { MACHINE, pause } from '../../src/core/machine.ts';
import type { Target } from '../../src/core/model/target.ts';
import { createSwap } from '../../src/sandbox/messages/swap.ts';
import type { SandboxAnswer } from '../../src/sandbox/messages/verdict.ts';
import { localControl } from '../../src/sandbox/daemon/control-local.ts';
import type { SandboxOptions } from '../../src/sandbox/daemon/server.ts';
import { createExchange } from '../../src/sandbox/wire/exchange.ts';
import type { Reaction, SandboxExchange } from '../../src/sandbox/wire/exchange.ts';
import { SANDBOX_IDENTITY, sandboxTarget } from '../../src/sandbox/world/identity.ts';
import { createLateWork } from '../../src/sandbox/world/late-work.ts';
import type { LateWork } from '../../src/sandbox/world/late-work.ts';
import { openWorld } from '../../src/sandbox/world/world.ts';
import type { World } from '../../src/sandbox/world/world.ts';
import { parseRetryAfter } from '../../src/core/service/exchange.ts';
import type { Exchange, OpenExchange } from '../../src/core/service/exchange.ts';
import { operationPath } from '../../src/core/service/operation.ts';
import type { Reply } from '../../src/core/service/outcome.ts';
import { openCommitter } from '../../src/core/state/transaction.ts';
import { BARE_TARGET, temporaryFolder } from './sandbox.ts';
import type { OwnSandbox } from './sandbox.ts';

/** Told of each request, as the HTTP client's own channel is. */
export const SENT = 'sandbox:request:create';

/** Of nothing on this machine; a run that is pointed at another port goes there by the network. */
const PORT = 1;

interface Running {
  readonly world: World;
  readonly exchange: SandboxExchange;
  readonly late: LateWork;
}

/** Started for the test that calls it and gone when that test ends. */
export async function withMemorySandbox(options: Partial<SandboxOptions> = {}): Promise<OwnSandbox> {
  const folder = temporaryFolder();
  mkdirSync(folder.directory, { recursive: true });
  let delayMs = options.delayMs ?? 0;
  const start = (): Running => {
    const { clock = Date.now, switches = {} } = options;
    const world = openWorld({ directory: folder.directory, clock, switches });
    return { world, exchange: createExchange(world, options.onRequest), late: createLateWork(world.now) };
  };
  let running = start();
  const controlOf = (): OwnSandbox['control'] => localControl({ ...running, setDelay: (ms) => (delayMs = ms) });
  let control = controlOf();
  const stop = async (): Promise<void> => {
    running.late.finish();
    running.world.close();
  };
  onTestFinished(async () => {
    await stop();
    folder.remove();
  });
  const wire = wireTo(
    () => running,
    () => delayMs,
  );
  const credentials = credentialsOf(() => running);
  return {
    port: PORT,
    ca: '',
    get control() {
      return control;
    },
    stop,
    restart: async () => {
      await stop();
      running = start();
      control = controlOf();
    },
    directory: folder.directory,
    target: sandboxTarget(BARE_TARGET, { port: PORT, ca: '' }),
    outside: {
      ...OUTSIDE,
      openExchange: (target, ...more) => (target.port === PORT ? wire : OUTSIDE.openExchange)(target, ...more),
      credentials: (target) => (target.port === PORT ? credentials : OUTSIDE.credentials)(target),
      disk: onThisThread,
    },
  };
}

/** Commits where it is asked to: no worker is started for a story. */
const onThisThread: Outside['disk'] = {
  ...OUTSIDE.disk,
  writer: (path) => {
    const { commit, close } = openCommitter(path);
    return {
      commit: async (batch) => {
        await MACHINE.turn();
        return commit(batch);
      },
      close: async () => close(),
    };
  },
};

function credentialsOf(running: () => Running): Outside['credentials'] {
  const headers = { 'x-amz-target': 'secretsmanager.GetSecretValue', authorization: 'AWS4-HMAC-SHA256 test' };
  return ({ apiKey }) => ({
    fetch: async () => {
      await MACHINE.turn();
      const text = JSON.stringify({ SecretId: apiKey.secretName });
      const url = SANDBOX_IDENTITY.secretsPath;
      const reaction = running().exchange.handle({ method: 'POST', url, headers, text });
      const body = reaction.kind === 'answer' ? reaction.answer.body : null;
      if (typeof body === 'object' && body !== null && 'SecretString' in body) return String(body.SecretString);
      throw new Error('the sandbox gave no key');
    },
  });
}

function wireTo(running: () => Running, delayMs: () => number): OpenExchange {
  const swap = createSwap();
  return (target, timeoutMs, wallNow): Exchange => {
    let isStopped = false;
    const toReply = ({ status, body, headers = {} }: SandboxAnswer): Reply => ({
      kind: 'answer',
      status,
      body: { json: JSON.parse(JSON.stringify(body)) as unknown },
      retryAfterMs: parseRetryAfter(headers['retry-after'], wallNow()),
      skewMs: Math.trunc(running().world.now() / 1000) * 1000 - wallNow(),
    });
    const react = (reaction: Reaction, answer: (reply: Reply) => void): void => {
      const { late } = running();
      switch (reaction.kind) {
        case 'answer':
          return void pause(MACHINE, reaction.delayMs + delayMs()).then(() => answer(toReply(reaction.answer)));
        case 'raw':
          return answer({ kind: 'answer', status: 200, body: jsonIn(reaction.text), retryAfterMs: null });
        case 'reset':
          return answer(RESET);
        case 'reset-then':
          answer(RESET);
          if (reaction.byClock) return late.afterByClock(reaction.delayMs, reaction.work);
          return late.after(reaction.delayMs, reaction.work);
        case 'swap':
          return swap({ ...reaction, send: (swapped) => answer(toReply(swapped)) });
        case 'work-then':
          return late.after(reaction.delayMs, () => answer(toReply(reaction.work())));
        case 'hang':
          return void MACHINE.after(timeoutMs, () => answer({ kind: 'lost', cause: 'timeout', detail: 'time limit' }));
        default:
          return reaction satisfies never;
      }
    };
    return {
      post: async ({ operation, body, key }) => {
        await MACHINE.turn();
        if (isStopped) return { kind: 'unsent', cause: 'interrupted', detail: 'interrupted' };
        const headers = { ...headersOf(target), 'x-sc-company-api-key': key.reveal() };
        const { exchange, late } = running();
        late.catchUp();
        const url = operationPath(target, operation);
        channel(SENT).publish({ request: { path: url, body: Buffer.from(body) } });
        const reaction = exchange.handle({ method: 'POST', url, headers, text: body });
        return new Promise((resolve) => react(reaction, resolve));
      },
      stop: () => void (isStopped = true),
      close: async () => undefined,
    };
  };
}

const RESET: Reply = { kind: 'lost', cause: 'network', detail: 'UND_ERR_SOCKET' };

function jsonIn(text: string): { readonly json: unknown } | null {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

export function headersOf({ platform, companyCode, environment, apiKey }: Target): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-sc-platform-code': platform,
    'x-sc-company-code': companyCode,
    'x-sc-company-environment': environment,
    'x-sc-secrets-region': apiKey.secretsRegion,
  };
}
