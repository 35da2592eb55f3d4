// JSON over HTTP for GitLab and Azure DevOps, with the same promises as octokit.ts: the waits that the forge asks for, reads again
// after a failure, a create sent once, errors in our words.

import { MACHINE, pause } from '../core/machine.ts';
import { asked, LONGEST_WAIT_S, moved, refused, rubbish } from './answers.ts';
import type { ClientInput, Method } from './octokit.ts';
import { lost, RefusedRequest } from './refusal.ts';
import { textAt } from './value.ts';

const MOST_RETRIES = 2;

export interface HttpAnswer {
  readonly body: unknown;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

export type HttpSender = (method: Method, path: string, body?: unknown) => Promise<HttpAnswer>;

export interface HttpInput extends Omit<ClientInput, 'token'> {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Rejects with a ToolError; RefusedRequest when the forge said no. */
export function openHttp(input: HttpInput): HttpSender {
  return async (method, path, body) => {
    const what = asked(method, `${input.apiUrl}${path}`);
    for (let tries = 0; ; tries += 1) {
      const step = await once(input, { method, path, body, what, last: tries === MOST_RETRIES });
      if ('answer' in step) return step.answer;
      await pause(MACHINE, step.waitS * (input.second ?? 1000), input.signal);
    }
  };
}

interface Request {
  readonly method: Method;
  readonly path: string;
  readonly body: unknown;
  readonly what: string;
  readonly last: boolean;
}

type Step = { readonly answer: HttpAnswer } | { readonly waitS: number };

async function once(input: HttpInput, request: Request): Promise<Step> {
  const { method, what, last } = request;
  const mayRepeat = !last && method !== 'POST';
  let response: UnparsedAnswer;
  try {
    response = await exchange(input, request);
  } catch (error) {
    if (mayRepeat && !input.signal.aborted) return { waitS: 1 };
    throw lost(error, what);
  }
  const { status, headers, text } = response;
  if (status >= 200 && status < 300) return { answer: { body: parsed(text, response, request), headers } };
  const wait = Number(headers['retry-after'] ?? (status === 409 ? 1 : Number.NaN));
  // Refused before it was carried out, 409 because another write of the same is under way: it may be sent again, a create too.
  if ([409, 429, 503].includes(status) && wait <= LONGEST_WAIT_S && !last) return { waitS: Math.max(wait, 1) };
  if (status >= 300 && status < 400) throw moved(what, status, headers['location'] ?? null);
  if (status >= 500 && mayRepeat) return { waitS: 1 };
  const words = textAt(safely(text), 'message') ?? textAt(safely(text), 'error') ?? '';
  throw new RefusedRequest(refused({ what, status, headers, words, needs: input.needs }), status);
}

interface UnparsedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

async function exchange({ apiUrl, transport, headers, version }: HttpInput, request: Request): Promise<UnparsedAnswer> {
  const { method, path, body } = request;
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await transport.fetch(`${apiUrl}${path}`, {
    method,
    // A redirect would carry the token to another place.
    redirect: 'manual',
    headers: {
      ...headers,
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': `muster/${version}`,
    },
    ...json,
  });
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

/** Azure answers a bad token with 203 and a page to sign in. */
function parsed(text: string, { status, headers }: UnparsedAnswer, { what, method }: Request): unknown {
  if (text === '' && method === 'DELETE') return null;
  const value = safely(text);
  if (value === undefined) {
    const isPage = status === 203 || (headers['content-type'] ?? '').includes('html');
    throw rubbish(what, isPage ? 'JSON (a page to sign in: the token is not accepted, or a proxy answers)' : 'JSON');
  }
  return value;
}

/** Undefined for what is no JSON. */
function safely(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
