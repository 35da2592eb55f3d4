// One way out for every forge: undici, through the proxy of the environment (HTTPS_PROXY, HTTP_PROXY, NO_PROXY), as every program of
// a pipeline does it. No request hangs: each has 30 seconds.

import { EnvHttpProxyAgent, fetch } from 'undici';
import type { RequestInit, Response } from 'undici';
import { MACHINE } from '../core/machine.ts';
import type { PipelineEnvironment } from './context.ts';

const TIMEOUT_MS = 30_000;

export interface Transport {
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  readonly close: () => Promise<void>;
}

export function openTransport(environment: PipelineEnvironment, signal: AbortSignal): Transport {
  const variable = (name: string): string => environment[name.toLowerCase()] ?? environment[name] ?? '';
  const dispatcher = new EnvHttpProxyAgent({
    httpProxy: variable('HTTP_PROXY'),
    httpsProxy: variable('HTTPS_PROXY') || variable('HTTP_PROXY'),
    noProxy: variable('NO_PROXY'),
    connect: { timeout: TIMEOUT_MS },
  });
  return {
    fetch: (url, init = {}) => {
      const limits = [signal, limitOf(TIMEOUT_MS), ...(init.signal ? [init.signal] : [])];
      return fetch(url, { ...init, dispatcher, signal: AbortSignal.any(limits) });
    },
    close: () => dispatcher.close(),
  };
}

/** Also of the body. Nobody waits for the end of it. */
function limitOf(ms: number): AbortSignal {
  const limit = new AbortController();
  const late = new DOMException(`no answer within ${ms / 1000} seconds`, 'TimeoutError');
  MACHINE.after(ms, () => limit.abort(late), true);
  return limit.signal;
}
