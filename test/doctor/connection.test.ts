// Certificate, clock and keys without a wire: pure parts of doctor, given values.

import { describe, expect, test } from 'vitest';

import { clockCheck, handshakeChecks } from '../../src/desk/doctor/connection.ts';
import { judgeServices } from '../../src/desk/doctor/services.ts';
import type { ServiceAnswer } from '../../src/desk/doctor/services.ts';
import type { Handshake } from '../../src/core/service/handshake.ts';
import { NOW, target } from '../support/values.ts';

const DAY = 24 * 60 * 60 * 1000;

describe('a certificate', () => {
  const options = { target: target(), clock: () => NOW, campaign: null };
  const handshake = (validTo: number): Handshake => ({
    place: 'cc.example.com:9443',
    reached: 'done',
    problem: null,
    addresses: ['192.0.2.1'],
    proxy: null,
    certificate: { issuer: 'Example CA', validTo, protocol: 'TLSv1.3' },
  });

  test.each([
    [14 * DAY, 'ok', '14 days left'],
    [14 * DAY - 1, 'warning', '13 days left'],
    [2 * DAY - 1, 'warning', '1 day left'],
    [-1, 'warning', '-1 days left'],
  ])('that ends in %d ms is %s', (left, status, words) => {
    const check = handshakeChecks(handshake(NOW + left), options).find(({ name }) => name === 'certificate');
    expect(check?.status).toBe(status);
    expect(check?.text).toContain(words);
    expect(check?.text).toContain('Example CA');
  });
});

test.each([
  [0, 'ok'],
  [60_000, 'ok'],
  [-60_000, 'ok'],
  [60_001, 'warning'],
  [-60_001, 'warning'],
  [null, 'skipped'],
])('a clock that differs by %s ms is %s', (skew, status) => {
  expect(clockCheck(skew).status).toBe(status);
});

describe('two services and one key', () => {
  const fine: ServiceAnswer = { problem: null, unclear: false };
  const unclear: ServiceAnswer = { problem: null, unclear: true };
  const answered = (code: 'key-refused' | 'unauthorized' | 'timeout'): ServiceAnswer => ({
    problem: { code, message: 'as it said', stopsRun: true },
    unclear: false,
  });
  const codes = (queried: ServiceAnswer, searched: ServiceAnswer | null): (string | null)[] =>
    judgeServices(queried, searched, 'Summer').map(({ code, status }) => code ?? status);

  test.each([
    ['both answer', fine, fine, ['ok', 'ok']],
    ['one refuses, the other answers: its URL', answered('key-refused'), fine, ['wrong-url', 'ok']],
    ['the same the other way round', fine, answered('unauthorized'), ['ok', 'wrong-url']],
    ['both refuse: the key', answered('key-refused'), answered('unauthorized'), ['key-refused', 'key-refused']],
    ['an unclear answer vouches for nothing', answered('key-refused'), unclear, ['key-refused', 'warning']],
    ['silence vouches for nothing', answered('key-refused'), answered('timeout'), ['key-refused', 'timeout']],
    ['no campaign to ask about', answered('key-refused'), null, ['key-refused', 'skipped']],
  ])('%s', (_title, queried, searched, expected) => {
    expect(codes(queried, searched)).toEqual(expected);
  });
});
