// What one reply means: done, not done or unknown, and whether the request may be sent again. Pure.
//
// Terms: a reply is what came back for one POST; the outcome is what we conclude from it; a request is executed when the
// service carried it out. Premise: a write may be sent again only if the service provably did not execute it, and then only after a
// new reading of its object (turn.ts); a read may be sent again after any failure, because it changes nothing.
//
//   reply                               executed?                              a write is        sent again?
//   never given to a socket             no                                     not done          soon
//   401, 403                            no: headers are checked first          not done          with a new key
//   429                                 no: refused because of the number      not done          when the limit opens
//   404, other 4xx except 408           no: refused as such                    not done          no
//   5xx, 408, no answer, broken off     perhaps: a gateway answers 503 also    unknown           no: a read settles it
//                                       after it passed the request on
//   200 that does not fit the document  perhaps                                unknown           no: a read settles it
//
// Example: an add-user is answered 503 with Retry-After. The user may exist by now, so add-user is not sent again; after
// the pause query-existence tells what became of it.

import type { Outcome, Problem } from '../model/outcome.ts';
import type { ErrorCode } from '../model/errors.ts';

/** What came back for one POST. `detail` is a short code such as ECONNREFUSED, never text of the other side. */
export type Reply =
  | {
      readonly kind: 'unsent';
      readonly cause: 'network' | 'proxy' | 'certificate' | 'interrupted';
      readonly detail: string;
    }
  | { readonly kind: 'lost'; readonly cause: 'network' | 'timeout'; readonly detail: string }
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** Null when the body is cut, not UTF-8 or not JSON. */
      readonly body: { readonly json: unknown } | null;
      readonly retryAfterMs: number | null;
      /** Clock of the service minus ours, in ms, by the Date header; missing or null where there was none. */
      readonly skewMs?: number | null;
    };

/**
 * - `never`: this is the outcome.
 * - `soon`: after a short wait, within the budget.
 * - `when-allowed`: when the rate limit opens again.
 * - `new-key`: with a key fetched anew, once for each key that is refused.
 * - `other-key`: the same, but only when the key fetched anew is another text than the one just refused.
 */
export type RetryCondition = 'never' | 'soon' | 'when-allowed' | 'new-key' | 'other-key';

export interface JudgedReply<T> {
  readonly outcome: Outcome<T>;
  readonly again: RetryCondition;
}

export interface SentRequest {
  readonly reading: boolean;
  /** Shown in messages. */
  readonly url: string;
}

/**
 * Reads a decoded body. Null when it does not fit the interface document (or, for 404, when it is no answer of the
 * service). `key`: the API key it was asked with, which a reason must not show.
 */
export type Interpreter<T> = (json: unknown, status: 200 | 404, key?: string) => Outcome<T> | null;

export function problem(code: ErrorCode, message: string, stopsRun = false): Problem {
  return { code, message, stopsRun };
}

/** The reason why the run had been stopped when the turn of a request came. */
export function neverSent(reason: Problem): Problem {
  return { ...reason, neverSent: true };
}

export function done<T>(value: T): Outcome<T> {
  return { kind: 'done', value };
}

export function notDone(reason: Problem): Outcome<never> {
  return { kind: 'not-done', problem: reason };
}

export function unknown(reason: Problem): Outcome<never> {
  return { kind: 'unknown', problem: reason };
}

/** Classifies one reply. */
export function judge<T>(asked: SentRequest, reply: Reply, interpret: Interpreter<T>): JudgedReply<T> {
  switch (reply.kind) {
    case 'unsent':
      return judgeUnsent(asked, reply);
    case 'lost':
      return judgeLost(asked, reply);
    case 'answer':
      return judgeAnswer(asked, reply, interpret);
    default:
      return reply satisfies never;
  }
}

function judgeUnsent(asked: SentRequest, reply: Extract<Reply, { kind: 'unsent' }>): JudgedReply<never> {
  switch (reply.cause) {
    case 'interrupted':
      return final(
        notDone(neverSent(problem('skipped-stopped', 'The run was stopped before the request left.', true))),
      );
    case 'certificate':
      return final(
        notDone(problem('bad-certificate', `${originOf(asked.url)}: certificate refused (${reply.detail}).`, true)),
      );
    case 'proxy':
      return {
        outcome: notDone(problem('proxy-failed', `${originOf(asked.url)}: the proxy ${reply.detail}.`, true)),
        again: 'soon',
      };
    case 'network':
      return {
        outcome: notDone(problem('unreachable', `${originOf(asked.url)}: no connection (${reply.detail}).`, true)),
        again: 'soon',
      };
    default:
      return reply.cause satisfies never;
  }
}

function judgeLost(asked: SentRequest, reply: Extract<Reply, { kind: 'lost' }>): JudgedReply<never> {
  switch (reply.cause) {
    case 'timeout':
      return readAgain(asked, unknown(problem('timeout', `${asked.url}: no answer in time (${reply.detail}).`)));
    case 'network':
      return readAgain(asked, unknown(lost(asked, `the connection broke after the request left (${reply.detail})`)));
    default:
      return reply.cause satisfies never;
  }
}

function judgeAnswer<T>(
  asked: SentRequest,
  reply: Extract<Reply, { kind: 'answer' }>,
  interpret: Interpreter<T>,
): JudgedReply<T> {
  const { status } = reply;
  if (status === 200) return judgeBody(asked, reply.body, interpret);
  if (status === 401 || status === 403) return { outcome: notDone(refusedKey(asked, status)), again: 'new-key' };
  if (status === 429) return { outcome: notDone(limited(asked)), again: 'when-allowed' };
  if (status === 404) return judgeNotFound(asked, reply.body, interpret);
  if (status >= 500) return readAgain(asked, unknown(serverError(asked, status)));
  // 408: the server gave up on a request that it may have begun, so this is no answer.
  if (status === 408) return readAgain(asked, unknown(problem('timeout', `${asked.url}: HTTP 408.`)));
  if (status >= 400) return final(refusedStatus(asked, status));
  if (status >= 300) {
    const text = `${asked.url}: HTTP ${status}, a redirect. Redirects are not followed: the key goes to one origin only.`;
    return final(unknown(problem('wrong-url', text, true)));
  }
  return readAgain(asked, unknown(garbled(asked, `HTTP ${status} where the interface document has 200`)));
}

function judgeBody<T>(
  asked: SentRequest,
  body: { readonly json: unknown } | null,
  interpret: Interpreter<T>,
): JudgedReply<T> {
  if (body === null) return readAgain(asked, unknown(garbled(asked, 'the body is cut, or is not JSON')));
  const outcome = interpret(body.json, 200);
  if (outcome === null)
    return readAgain(asked, unknown(garbled(asked, 'the JSON does not fit the interface document')));
  if (outcome.kind === 'unknown' && outcome.problem.code === 'garbled-answer') return readAgain(asked, outcome);
  const refusesKey = outcome.kind === 'not-done' && outcome.problem.code === 'unauthorized';
  return { outcome, again: refusesKey ? 'other-key' : 'never' };
}

/** S1: a 404 that says NORECORDFOUND within our envelope is an answer; any other 404 is a wrong path. */
function judgeNotFound<T>(
  asked: SentRequest,
  body: { readonly json: unknown } | null,
  interpret: Interpreter<T>,
): JudgedReply<T> {
  const outcome = body === null ? null : interpret(body.json, 404);
  return final(outcome ?? notDone(problem('wrong-url', `${asked.url}: HTTP 404.`, true)));
}

/** Interface documents, "Errors": a 4xx is a failure. The request was refused as such, so nothing was changed. */
function refusedStatus(asked: SentRequest, status: number): Outcome<never> {
  const text = `${asked.url}: HTTP ${status}.`;
  return asked.reading ? unknown(problem('unreadable', text)) : notDone(problem('refused', text));
}

function readAgain(asked: SentRequest, outcome: Outcome<never>): JudgedReply<never> {
  return { outcome, again: asked.reading ? 'soon' : 'never' };
}

function final<T>(outcome: Outcome<T>): JudgedReply<T> {
  return { outcome, again: 'never' };
}

function refusedKey(asked: SentRequest, status: number): Problem {
  const readings = 'either the URL is wrong (host, region, prefix), or the X-sc headers or the API key are invalid';
  return problem('key-refused', `${asked.url}: HTTP ${status}. It has two readings: ${readings}.`, true);
}

function limited(asked: SentRequest): Problem {
  return problem('rate-limited', `${asked.url}: HTTP 429 again and again.`);
}

function serverError(asked: SentRequest, status: number): Problem {
  return asked.reading
    ? problem('server-error', `${asked.url}: HTTP ${status}.`)
    : lost(asked, `HTTP ${status}: it may have been done all the same`);
}

function lost(asked: SentRequest, why: string): Problem {
  return problem(asked.reading ? 'unreadable' : 'lost-answer', `${asked.url}: ${why}.`);
}

function garbled(asked: SentRequest, what: string): Problem {
  return problem('garbled-answer', `${asked.url}: ${what}.`);
}

function originOf(url: string): string {
  return new URL(url).origin;
}
