// One POST: what is sent, to which origin, with which time limits. Promises: HTTP/1.1 over checked TLS to exactly one
// origin, no redirect followed, nothing resent; says for certain whether a request was handed to a socket; an
// abandoned request closes its socket. Never throws because of the network.

import type { LookupFunction } from 'node:net';
import { buildConnector, Pool } from 'undici';
import type { Dispatcher } from 'undici';
import { MACHINE, pause } from '../machine.ts';
import { codeOf } from '../model/error-code.ts';
import { baseUrl } from '../model/target.ts';
import type { Target } from '../model/target.ts';
import type { ApiKey } from './api-key.ts';
import { operationPath } from './operation.ts';
import type { Operation } from './operation.ts';
import type { Reply } from './outcome.ts';
import { proxyFor } from './proxy.ts';
import { isCertificateFault, isLoopback, trustedContext } from './trust.ts';
import { refuseUntrustedHosts } from './trusted-hosts.ts';
import { ProxyFailure, tunnelled } from './tunnel.ts';

export interface Post {
  readonly operation: Operation;
  /** JSON. */
  readonly body: string;
  readonly key: ApiKey;
}

export interface Exchange {
  post(request: Post): Promise<Reply>;
  /** From now on no request is handed to a socket. What is on one goes on to its answer or its time limit. */
  stop(): void;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
const CLOSE_MS = 1_000;
/** A full search answer is 1,000 tasks; 64 KiB for each is generous. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
/** A server closes an idle connection sooner or later; a write sent at that moment would be unknown. */
const KEEP_IDLE_MS = 4_000;

class Unsent extends Error {}
class TimedOut extends Error {}
class Interrupted extends Error {}

/** `timeoutMs`: from asking for a socket to the last byte of the answer. */
export type OpenExchange = (target: Target, timeoutMs: number, wallNow: () => number) => Exchange;

export function openExchange(target: Target, timeoutMs: number, wallNow: () => number): Exchange {
  refuseUntrustedHosts(target, process.env);
  const ended = new AbortController();
  const pool = openPool(target, timeoutMs, ended.signal);
  let isStopped = false;
  const dispatcher = pool.compose(markUnsent(() => isStopped));
  const headers = commonHeaders(target);

  const send = async ({ operation, body, key }: Post, signal: AbortSignal): Promise<Reply> => {
    const response = await dispatcher.request({
      method: 'POST',
      path: operationPath(target, operation),
      headers: { ...headers, 'X-sc-company-api-key': key.reveal() },
      body,
      signal,
    });
    const { 'retry-after': retryAfter, date } = response.headers;
    const times = { retryAfterMs: parseRetryAfter(retryAfter, wallNow()), skewMs: skewOf(date, wallNow()) };
    return { kind: 'answer', status: response.statusCode, body: await readJson(response.body, signal), ...times };
  };

  return {
    async post(request) {
      const control = new AbortController();
      const callOff = MACHINE.after(timeoutMs, () => control.abort(new TimedOut()));
      try {
        return await send(request, control.signal);
      } catch (error) {
        return toReply(error);
      } finally {
        callOff();
      }
    },
    stop() {
      isStopped = true;
    },
    close: () => {
      ended.abort();
      return destroyed(pool);
    },
  };
}

/** Ends the connections. A socket that never reports its end must neither delay nor fail a run whose work is done. */
async function destroyed(pool: Pool): Promise<void> {
  const enough = new AbortController();
  await Promise.race([pool.destroy(), pause(MACHINE, CLOSE_MS, enough.signal)]);
  enough.abort();
}

function openPool(target: Target, timeoutMs: number, ended: AbortSignal): Pool {
  return new Pool(baseUrl(target), {
    connections: target.maxConcurrency,
    pipelining: 1,
    allowH2: false,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: KEEP_IDLE_MS,
    keepAliveMaxTimeout: KEEP_IDLE_MS,
    maxResponseSize: MAX_RESPONSE_BYTES,
    connect: connectorFor(target, timeoutMs, ended),
  });
}

/** Directly or through the target's proxy; either way with the same check of the service's certificate. */
function connectorFor(target: Target, timeoutMs: number, ended: AbortSignal): buildConnector.connector {
  const timeout = Math.min(CONNECT_TIMEOUT_MS, timeoutMs);
  const tls = { secureContext: trustedContext(target.ca), rejectUnauthorized: true, timeout, allowH2: false };
  const proxy = proxyFor(target, new URL(baseUrl(target)), process.env);
  if (proxy !== null) return tunnelled({ proxy, ca: target.ca, signal: ended }, tls);
  // RFC 6761, 6.3: names under localhost are this machine. Not every resolver knows.
  return buildConnector({ ...tls, ...(isLoopback(target.host) ? { lookup: loopbackLookup } : {}) });
}

const loopbackLookup: LookupFunction = (_name, options, answer) => {
  if (options.all) answer(null, [{ address: '127.0.0.1', family: 4 }]);
  else answer(null, '127.0.0.1', 4);
};

/** Both interface documents, "Authentication", without the key. */
function commonHeaders(target: Target): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'X-sc-platform-code': inHeader(target.platform),
    'X-sc-company-code': inHeader(target.companyCode),
    'X-sc-company-environment': inHeader(target.environment),
    'X-sc-secrets-region': target.apiKey.secretsRegion,
  };
}

/** In the bytes that the body has for it, UTF-8: a header is bytes, which the HTTP client takes one character each. */
function inHeader(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** A request starts when it gets a socket that is connected and trusted; what fails or is stopped before was never sent. */
const markUnsent =
  (isStopped: () => boolean): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    let handedOver = false;
    return dispatch(options, {
      onRequestStart(controller, context) {
        if (isStopped()) return controller.abort(new Interrupted());
        handler.onRequestStart?.(controller, context);
        handedOver = !controller.aborted;
      },
      onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
      onResponseStart: (...given) => handler.onResponseStart?.(...given),
      onResponseData: (...given) => handler.onResponseData?.(...given),
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError(controller, error) {
        handler.onResponseError?.(controller, handedOver ? error : new Unsent('unsent', { cause: error }));
      },
    });
  };

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** Null for a body that is cut, not UTF-8 or not JSON. Throws for a body that took too long. */
async function readJson(
  body: Dispatcher.ResponseData['body'],
  signal: AbortSignal,
): Promise<{ readonly json: unknown } | null> {
  try {
    const bytes = await body.bytes();
    const json: unknown = JSON.parse(UTF_8.decode(bytes));
    return { json };
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}

function toReply(error: unknown): Reply {
  const unsent = error instanceof Unsent;
  const cause = unsent ? error.cause : error;
  const detail = detailOf(cause);
  if (cause instanceof Interrupted) return { kind: 'unsent', cause: 'interrupted', detail };
  if (unsent && cause instanceof ProxyFailure) return { kind: 'unsent', cause: 'proxy', detail: cause.detail };
  if (unsent) return { kind: 'unsent', cause: isCertificateFault(detail) ? 'certificate' : 'network', detail };
  const timedOut = cause instanceof TimedOut || /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/u.test(detail);
  return { kind: 'lost', cause: timedOut ? 'timeout' : 'network', detail };
}

function detailOf(cause: unknown): string {
  if (cause instanceof TimedOut) return 'time limit';
  if (cause instanceof Interrupted) return 'interrupted';
  return codeOf(cause) ?? 'no code';
}

/** The Date header counts whole seconds. */
function skewOf(header: string | string[] | undefined, now: number): number | null {
  const moment = typeof header === 'string' ? Date.parse(header) : NaN;
  return Number.isNaN(moment) ? null : moment - now;
}

/** Seconds or an HTTP date; null when there is none that can be read. */
export function parseRetryAfter(header: string | string[] | undefined, now: number): number | null {
  if (typeof header !== 'string') return null;
  if (/^\d{1,9}$/u.test(header.trim())) return Number(header.trim()) * 1000;
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? null : Math.max(0, moment - now);
}
