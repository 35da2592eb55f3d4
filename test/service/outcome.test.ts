// T0: every kind of reply for a read and for a write, and what may follow.

import { describe, expect, it } from 'vitest';
import { done, judge, notDone, problem, unknown } from '../../src/core/service/outcome.ts';
import { messageOf } from './wire-samples.ts';
import type { RetryCondition, SentRequest, Interpreter, Reply } from '../../src/core/service/outcome.ts';

const url = 'https://cc.example.com:9443/admin/api/users/add-user';
const WRITE: SentRequest = { reading: false, url };
const READ: SentRequest = { reading: true, url };
const fits: Interpreter<string> = () => done('fits');
const alien: Interpreter<string> = () => null;

const unsent = (cause: 'network' | 'certificate' | 'interrupted' | 'proxy'): Reply => ({
  kind: 'unsent',
  cause,
  detail: 'CODE',
});
const lost = (cause: 'network' | 'timeout'): Reply => ({ kind: 'lost', cause, detail: 'CODE' });
const answer = (status: number, json?: unknown): Reply => ({
  kind: 'answer',
  status,
  body: json === undefined ? null : { json },
  retryAfterMs: null,
});

/** [reply, of a write, of a read]: each as `kind code again`, with `!` when it stops the run. */
const TABLE: readonly (readonly [string, Reply, string, string])[] = [
  ['no connection', unsent('network'), 'not-done unreachable soon!', 'not-done unreachable soon!'],
  ['a proxy that refuses', unsent('proxy'), 'not-done proxy-failed soon!', 'not-done proxy-failed soon!'],
  [
    'a refused certificate',
    unsent('certificate'),
    'not-done bad-certificate never!',
    'not-done bad-certificate never!',
  ],
  [
    'an interruption before',
    unsent('interrupted'),
    'not-done skipped-stopped never!',
    'not-done skipped-stopped never!',
  ],
  ['a broken connection', lost('network'), 'unknown lost-answer never', 'unknown unreadable soon'],
  ['silence', lost('timeout'), 'unknown timeout never', 'unknown timeout soon'],
  ['401', answer(401), 'not-done key-refused new-key!', 'not-done key-refused new-key!'],
  ['403', answer(403), 'not-done key-refused new-key!', 'not-done key-refused new-key!'],
  ['404 without a word', answer(404), 'not-done wrong-url never!', 'not-done wrong-url never!'],
  ['429', answer(429), 'not-done rate-limited when-allowed', 'not-done rate-limited when-allowed'],
  ['400', answer(400), 'not-done refused never', 'unknown unreadable never'],
  ['409', answer(409, {}), 'not-done refused never', 'unknown unreadable never'],
  ['408', answer(408), 'unknown timeout never', 'unknown timeout soon'],
  ['500', answer(500), 'unknown lost-answer never', 'unknown server-error soon'],
  ['503', answer(503), 'unknown lost-answer never', 'unknown server-error soon'],
  ['302', answer(302), 'unknown wrong-url never!', 'unknown wrong-url never!'],
  ['300', answer(300), 'unknown wrong-url never!', 'unknown wrong-url never!'],
  ['204', answer(204), 'unknown garbled-answer never', 'unknown garbled-answer soon'],
  ['200 with a cut or foreign body', answer(200), 'unknown garbled-answer never', 'unknown garbled-answer soon'],
];

function inWords(asked: SentRequest, reply: Reply, interpret: Interpreter<string> = fits): string {
  const { outcome, again } = judge(asked, reply, interpret);
  if (outcome.kind === 'done') return `done ${outcome.value} ${again}`;
  return `${outcome.kind} ${outcome.problem.code} ${again}${outcome.problem.stopsRun ? '!' : ''}`;
}

describe('the classifier', () => {
  it.each(TABLE)('reads %s', (_name, reply, ofWrite, ofRead) => {
    expect(inWords(WRITE, reply)).toBe(ofWrite);
    expect(inWords(READ, reply)).toBe(ofRead);
  });

  it('takes a 200 that fits for what it says', () => {
    expect(inWords(WRITE, answer(200, {}))).toBe('done fits never');
    expect(inWords(READ, answer(200, {}))).toBe('done fits never');
  });

  it('takes alien JSON for an unknown outcome of a write, and asks a read again', () => {
    expect(inWords(WRITE, answer(200, []), alien)).toBe('unknown garbled-answer never');
    expect(inWords(READ, answer(200, []), alien)).toBe('unknown garbled-answer soon');
  });

  it('takes a 404 with a word of the service for that word, and any other for a wrong path', () => {
    expect(inWords(READ, answer(404, {}))).toBe('done fits never');
    expect(inWords(READ, answer(404, {}), alien)).toBe('not-done wrong-url never!');
  });

  it('asks for another key when the service says UNAUTHORIZED in a 200', () => {
    const refused: Interpreter<string> = () => notDone(problem('unauthorized', 'add-user: UNAUTHORIZED.', true));
    expect(inWords(WRITE, answer(200, {}), refused)).toBe('not-done unauthorized other-key!');
  });

  it('never asks a write again unless the service provably did not execute it', () => {
    const executedNever: readonly RetryCondition[] = ['soon', 'when-allowed', 'new-key', 'other-key'];
    for (const status of Array.from({ length: 500 }, (_, index) => index + 100)) {
      const { outcome, again } = judge(WRITE, answer(status), fits);
      if (executedNever.includes(again)) expect(outcome.kind).toBe('not-done');
      if (status >= 500) expect([outcome.kind, again]).toEqual(['unknown', 'never']);
    }
  });

  it('asks a read again when the answer was readable but not to be trusted, and nothing else that is unknown', () => {
    const garbled: Interpreter<string> = () => unknown(problem('garbled-answer', 'no echo'));
    const other: Interpreter<string> = () => unknown(problem('unreadable', 'FAILED'));
    expect(inWords(READ, answer(200, {}), garbled)).toBe('unknown garbled-answer soon');
    expect(inWords(WRITE, answer(200, {}), garbled)).toBe('unknown garbled-answer never');
    expect(inWords(READ, answer(200, {}), other)).toBe('unknown unreadable never');
  });

  const redirect = 'a redirect. Redirects are not followed: the key goes to one origin only';
  const origin = new URL(url).origin;
  it.each<readonly [string, Reply, string]>([
    ['an interruption before', unsent('interrupted'), 'The run was stopped before the request left.'],
    ['a refused certificate', unsent('certificate'), `${origin}: certificate refused (CODE).`],
    ['a proxy that refuses', unsent('proxy'), `${origin}: the proxy CODE.`],
    ['no connection', unsent('network'), `${origin}: no connection (CODE).`],
    ['silence', lost('timeout'), `${url}: no answer in time (CODE).`],
    ['a broken connection', lost('network'), `${url}: the connection broke after the request left (CODE).`],
    ['404', answer(404), `${url}: HTTP 404.`],
    ['408', answer(408), `${url}: HTTP 408.`],
    ['409', answer(409), `${url}: HTTP 409.`],
    ['429', answer(429), `${url}: HTTP 429 again and again.`],
    ['302', answer(302), `${url}: HTTP 302, ${redirect}.`],
    ['204', answer(204), `${url}: HTTP 204 where the interface document has 200.`],
    ['a body that is no JSON', answer(200), `${url}: the body is cut, or is not JSON.`],
  ])('says where and what: %s', (_name, reply, said) => {
    expect(messageOf(judge(WRITE, reply, fits).outcome)).toBe(said);
    expect(messageOf(judge(READ, reply, fits).outcome)).toBe(said);
  });

  it('says of a failed server that a write may have been done all the same', () => {
    const said = `${url}: HTTP 503`;
    expect(messageOf(judge(WRITE, answer(503), fits).outcome)).toBe(`${said}: it may have been done all the same.`);
    expect(messageOf(judge(READ, answer(503), fits).outcome)).toBe(`${said}.`);
  });

  it('says that JSON is not what the interface document has', () => {
    const said = messageOf(judge(READ, answer(200, []), alien).outcome);
    expect(said).toBe(`${url}: the JSON does not fit the interface document.`);
  });

  it('says both readings of a 401', () => {
    const { outcome } = judge(WRITE, answer(401), fits);
    expect(messageOf(outcome)).toMatch(/URL is wrong.*API key/u);
  });
});
