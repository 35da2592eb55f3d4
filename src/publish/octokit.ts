// Octokit with what a pipeline needs: full paging, waits that the forge asks for, and errors in our words. A create is sent once:
// after a lost answer the caller looks first. The token appears in no error and no log.

import { Octokit as Core } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { ToolError } from '../core/model/errors.ts';
import { asked, endless, LONGEST_WAIT_S, moved, MOST_PAGES, refused } from './answers.ts';
import type { Flavour } from './context.ts';
import { lost, RefusedRequest } from './refusal.ts';
import type { Transport } from './transport.ts';
import { at, textAt } from './value.ts';

const MOST_RETRIES = 2;

export interface Client {
  /** The body of the answer. Throws a ToolError; `status` of a refusal is asked by `refusal`. */
  readonly send: (method: Method, path: string, body?: Record<string, unknown>) => Promise<unknown>;
  readonly all: (path: string) => Promise<readonly unknown[]>;
  readonly graphql: (query: string, variables?: Record<string, unknown>) => Promise<unknown>;
}

/** The path under which a repository is asked, and whose words its answers use. */
export interface RepositoryPlace {
  readonly base: string;
  readonly forge: Flavour;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ClientInput {
  readonly apiUrl: string;
  readonly token: string;
  readonly version: string;
  readonly transport: Transport;
  /** What the token needs, for the message of a refusal. */
  readonly needs: string;
  /** Milliseconds of a second: 1000, and less in tests. */
  readonly second?: number;
}

export function openOctokit({ apiUrl, token, version, transport, needs, second = 1000 }: ClientInput): Client {
  const silent = (): void => undefined;
  const mayWait = (...[seconds, , , tries]: [number, object, object, number]): boolean =>
    seconds <= LONGEST_WAIT_S && tries < MOST_RETRIES;
  const octokit = new (Core.plugin(paginateRest, retry, throttling))({
    auth: token,
    baseUrl: apiUrl,
    userAgent: `muster/${version}`,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    request: { fetch: atHome(transport) },
    retry: { retryAfterBaseValue: second, retries: MOST_RETRIES },
    throttle: {
      enabled: second === 1000,
      onRateLimit: mayWait,
      onSecondaryRateLimit: mayWait,
    },
  });
  const guarded = async <Answer>(what: string, run: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await run();
    } catch (error) {
      throw inOurWords(error, { what, needs });
    }
  };
  return {
    send: (method, path, body = {}) =>
      guarded(asked(method, path), async () => {
        const once = method === 'POST' ? { request: { retries: 0 } } : {};
        const answer: { readonly data: unknown } = await octokit.request(`${method} ${path}`, { ...body, ...once });
        return answer.data;
      }),
    all: (path) =>
      guarded(asked('GET', path), async () => {
        const found: unknown[] = [];
        let pages = 0;
        for await (const { data } of octokit.paginate.iterator(`GET ${path}`, { per_page: 100 })) {
          if (pages === MOST_PAGES) throw endless(asked('GET', path));
          pages += 1;
          found.push(...data);
        }
        return found;
      }),
    graphql: (query, variables = {}) => guarded('POST /graphql', () => octokit.graphql(query, variables)),
  };
}

const MOST_REDIRECTS = 3;

/** Follows GitHub where a repository has another name now: at the same host only, and with the same method. */
function atHome({ fetch }: Transport): Transport['fetch'] {
  return async (url, init = {}) => {
    let place = url;
    for (let hops = 0; ; hops += 1) {
      const answer = await fetch(place, { ...init, redirect: 'manual' });
      const { status, headers } = answer;
      if (![301, 302, 303, 307, 308].includes(status)) return answer;
      const to = URL.parse(headers.get('location') ?? '', place);
      const isKept = status >= 307 || (init.method ?? 'GET') === 'GET';
      const isHome = to !== null && to.origin === URL.parse(place)?.origin;
      if (!isKept || !isHome || hops === MOST_REDIRECTS)
        throw moved(asked(init.method ?? 'GET', url), status, to?.href ?? null);
      place = to.href;
    }
  };
}

interface RequestWords {
  readonly what: string;
  readonly needs: string;
}

function inOurWords(error: unknown, { what, needs }: RequestWords): ToolError {
  if (error instanceof ToolError) return error;
  // Octokit wraps what the way out throws.
  const cause = at(error, 'cause');
  if (cause instanceof ToolError) return cause;
  const status = at(error, 'status');
  const response = at(error, 'response');
  if (typeof status !== 'number' || response === undefined) return lost(error, what);
  const words = textAt(response, 'data', 'message') ?? '';
  const headers = { ...objectAt(response, 'headers') };
  return new RefusedRequest(refused({ what, status, headers, words, needs }), status);
}

function objectAt(value: unknown, name: string): object {
  const found = at(value, name);
  return typeof found === 'object' && found !== null ? found : {};
}
