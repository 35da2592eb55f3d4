// What one reply means for the pace, and what is told of each request.

import { expect, test } from 'vitest';
import { parseAddress, userAddress } from '../../src/core/model/address.ts';
import { done, problem, unknown } from '../../src/core/service/outcome.ts';
import type { Reply } from '../../src/core/service/outcome.ts';
import { tellRequest } from '../../src/core/service/request-event.ts';
import type { SentOnce } from '../../src/core/service/request-event.ts';
import { sampleOf } from '../../src/core/service/sample.ts';
import { listenToRequests } from './request-events.ts';

const answer = (status: number): Reply => ({ kind: 'answer', status, body: null, retryAfterMs: null });

test.each<[Reply, string, boolean]>([
  [{ kind: 'unsent', cause: 'network', detail: 'x' }, 'failed', false],
  [{ kind: 'lost', cause: 'network', detail: 'x' }, 'failed', false],
  [{ kind: 'lost', cause: 'timeout', detail: 'x' }, 'failed', true],
  [answer(200), 'answered', false],
  [answer(404), 'answered', false],
  [answer(428), 'answered', false],
  [answer(429), 'refused-rate', true],
  [answer(499), 'answered', false],
  [answer(500), 'failed', false],
  [answer(503), 'failed', true],
  [answer(504), 'failed', false],
])('%o is %s, congested: %s', (reply, kind, congested) => {
  expect(sampleOf(reply)).toEqual({ kind, congested });
});

const sent = (body: object): SentOnce => ({ requestId: 'r-1', retries: 2, operation: 'add-user', body });
const fine = { reply: answer(200), outcome: done(null), durationMs: 1.23456 };

test('a request is told with what it was, how it ended and how long it took, to the microsecond', () => {
  const events = listenToRequests();
  tellRequest(sent({ loginUserId: 'ana@example.com', firstName: 'canary' }), fine);
  const failed = unknown(problem('timeout', 'canary'));
  tellRequest(sent({}), { ...fine, outcome: failed, reply: { kind: 'lost', cause: 'timeout', detail: 'x' } });
  const common = { requestId: 'r-1', retries: 2, operation: 'add-user', durationMs: 1.235 };
  expect(events).toEqual([
    { ...common, address: userAddress('ana@example.com'), status: 200, outcome: 'done', code: null },
    { ...common, address: null, status: null, outcome: 'unknown', code: 'timeout' },
  ]);
  expect(JSON.stringify(events)).not.toContain('canary');
});

test('a request that did not leave is not told, and without a listener nothing is', () => {
  tellRequest(sent({ loginUserId: 'a' }), fine);
  const events = listenToRequests();
  tellRequest(sent({}), { ...fine, reply: { kind: 'unsent', cause: 'proxy', detail: 'x' } });
  expect(events).toEqual([]);
});

test.each([
  [
    { campaignName: 'A', clientId: 'C-1' },
    { kind: 'record', campaignName: 'A', clientId: 'C-1' },
  ],
  [{ campaignName: 'A' }, null],
  [{ clientId: 'C-1' }, null],
  [{ campaignName: 7, clientId: 'C-1' }, null],
  [{ campaignName: 'A', clientId: 7 }, null],
  [{ loginUserId: 7 }, null],
])('a request with %o is about %o', (body, about) => {
  const events = listenToRequests();
  tellRequest(sent(body), fine);
  const address = events[0]?.address ?? null;
  expect(address === null ? null : parseAddress(address)).toEqual(about);
});
