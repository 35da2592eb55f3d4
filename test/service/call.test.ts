// One operation from its call to its end: who goes first, who may write, what is counted and told, and when nothing is sent any more.

import { afterEach, expect, onTestFinished, test } from 'vitest';
import { ToolError } from '../../src/core/model/errors.ts';
import { openProbing } from '../../src/core/service/client.ts';
import { parseRetryAfter } from '../../src/core/service/exchange.ts';
import { KEY, echo, startDouble } from './double.ts';
import type { Answer, Double } from './double.ts';
import { listenToRequests } from './request-events.ts';
import { CAMPAIGN } from './wire-samples.ts';

const doubles: Double[] = [];
afterEach(async () => {
  await Promise.all(doubles.splice(0).map((double) => double.stop()));
});

async function start(answer: Answer, changes: Parameters<typeof startDouble>[1] = {}): Promise<Double> {
  const double = await startDouble(answer, changes);
  doubles.push(double);
  return double;
}

const ok: Answer = (response, seen) =>
  void response.end(seen.path.includes('/users/') ? '{"result":"SUCCESS","message":""}' : echo(seen));

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end('{}');

/** The nth request gets the nth answer; later ones get the last. */
const inTurn = (...answers: Answer[]): Answer => {
  let turn = 0;
  return (...given) => answers[Math.min(turn++, answers.length - 1)]?.(...given);
};

const write = (clientId: string) => ({ campaign: CAMPAIGN, clientId, items: [{ key: 'Name', value: 'Maria' }] });
const asked = ({ seen }: Double): unknown[] => seen.map(({ body }) => body['clientId'] ?? body['loginUserId']);
const rotating = () => {
  let fetches = 0;
  return { fetch: async () => `key-${++fetches}` };
};

test('a request that is sent again keeps its name and is numbered, and another one has another name', async () => {
  const events = listenToRequests();
  const { open } = await start(inTurn(status(429, { 'retry-after': '0' }), status(429, { 'retry-after': '0' }), ok));
  const client = open();
  const before = performance.now();
  await client.putRecord(write('A'));
  await client.putRecord(write('B'));
  const elapsed = performance.now() - before;
  expect(events.map(({ retries, status: http, outcome }) => [retries, http, outcome])).toEqual([
    [0, 429, 'not-done'],
    [1, 429, 'not-done'],
    [2, 200, 'done'],
    [0, 200, 'done'],
  ]);
  const [first, again, third, other] = events.map(({ requestId }) => requestId);
  expect([again === first, third === first, other === first]).toEqual([true, true, false]);
  // The time of each is its own, not a moment of the clock.
  for (const { durationMs } of events) expect(durationMs).toBeLessThanOrEqual(elapsed);
  expect(client.traffic()).toMatchObject({ requests: { addOrUpdateCampaignRecord: 4 }, retries: 2 });
});

test('who was refused by the rate limit goes before those who still wait for their first turn', async () => {
  const double = await start(inTurn(status(429, { 'retry-after': '0' }), ok), { maxConcurrency: 1 });
  const client = double.open();
  await Promise.all(['A', 'B', 'C'].map((clientId) => client.putRecord(write(clientId))));
  expect(asked(double)).toEqual(['A', 'B', 'A', 'C']);
});

test('who was refused for an outdated key goes first, too', async () => {
  const answer: Answer = (response, seen, request) =>
    (seen.headers['x-sc-company-api-key'] === 'key-2' ? ok : status(401))(response, seen, request);
  const double = await start(answer, { maxConcurrency: 1 });
  const client = double.open({ credentials: rotating() });
  await Promise.all(['A', 'B', 'C'].map((clientId) => client.putRecord(write(clientId))));
  expect(asked(double)).toEqual(['A', 'B', 'A', 'C']);
});

test('who waits after a failure of the service lets the others pass', async () => {
  const double = await start(inTurn(status(500), ok), { maxConcurrency: 1 });
  const client = double.open();
  await Promise.all(['a', 'b', 'c'].map((login) => client.queryUser(login)));
  expect(asked(double)).toEqual(['a', 'b', 'c', 'a']);
});

test('with a renewed key one request is under way, then two, then four: each that ends lets one more begin beside it', async () => {
  const held: (() => void)[] = [];
  const together = [1, 2, 4, 1];
  const answer: Answer = (response, seen, request) => {
    if (seen.headers['x-sc-company-api-key'] !== 'key-2') return status(401)(response, seen, request);
    held.push(() => ok(response, seen, request));
    // So many have to be here before any of them is answered.
    if (held.length < (together[0] ?? 0)) return;
    together.shift();
    for (const each of held.splice(0)) each();
  };
  const { open } = await start(answer);
  const client = open({ credentials: rotating() });
  const outcomes = await Promise.all(Array.from({ length: 8 }, (_, index) => client.putRecord(write(`C-${index}`))));
  expect(outcomes.map(({ kind }) => kind)).toEqual(Array.from({ length: 8 }, () => 'done'));
  expect(together).toEqual([]);
});

test('each write asks whether this run may write, reads do not, and a no stops the run before anything is sent', async () => {
  const double = await start(ok);
  let times = 0;
  const mayWrite = (): void => {
    times += 1;
    if (times === 2) throw new ToolError('locked', { message: 'on purpose' });
  };
  const client = double.open({ mayWrite });
  await client.queryUser('ana@example.com');
  expect(times).toBe(0);
  expect(await client.putRecord(write('A'))).toMatchObject({ kind: 'done' });
  const stopped = { kind: 'not-done', problem: { code: 'locked', stopsRun: true } };
  expect(await client.putRecord(write('B'))).toMatchObject(stopped);
  expect(await client.putRecord(write('C'))).toMatchObject(stopped);
  expect(await client.queryUser('ana@example.com')).toMatchObject(stopped);
  expect([times, asked(double)]).toEqual([2, ['ana@example.com', 'A']]);
});

test('an error of ours while it asks is no answer about writing', async () => {
  const double = await start(ok);
  const client = double.open({
    mayWrite: () => {
      throw new TypeError('a mistake');
    },
  });
  await expect(client.putRecord(write('A'))).rejects.toThrow('a mistake');
  expect(double.seen).toEqual([]);
});

test('without a key nothing is sent, and the reason is that of the source, or that it failed', async () => {
  const double = await start(ok);
  const failing = (error: Error) => ({ fetch: () => Promise.reject(error) });
  const known = double.open({ credentials: failing(new ToolError('proxy-failed', { message: 'on purpose' })) });
  expect(await known.queryUser('ana@example.com')).toMatchObject({
    kind: 'not-done',
    problem: { code: 'proxy-failed', message: expect.stringContaining('on purpose') as unknown, stopsRun: true },
  });
  const unknown = double.open({ credentials: failing(new Error('canary')) });
  const outcome = await unknown.queryUser('ana@example.com');
  expect(outcome).toMatchObject({
    kind: 'not-done',
    problem: {
      code: 'secret-unavailable',
      message: expect.stringContaining('The source of the key failed.') as unknown,
    },
  });
  expect(JSON.stringify(outcome)).not.toContain('canary');
  expect(double.seen).toEqual([]);
});

test('a run that has stopped fetches no key and asks nobody', async () => {
  const double = await start(ok);
  let fetches = 0;
  const client = double.open({
    credentials: {
      fetch: async () => {
        fetches += 1;
        return KEY;
      },
    },
  });
  await client.close();
  await client.putRecord(write('A'));
  expect([fetches, double.seen.length]).toEqual([0, 0]);
});

test('the other service is asked about the first campaign that was named', async () => {
  const answer: Answer = (response, seen, request) =>
    (seen.path.includes('/users/') ? status(401) : ok)(response, seen, request);
  const double = await start(answer);
  const client = double.open({ credentials: rotating() });
  await client.putRecord(write('A'));
  await client.putRecord({ ...write('B'), campaign: { ...CAMPAIGN, campaignName: 'Other' } });
  await client.queryUser('ana@example.com');
  expect(double.seen.at(-1)?.body).toMatchObject({ campaignName: CAMPAIGN.campaignName });
  expect(String(double.seen.at(-1)?.body['clientId'])).toMatch(/^muster-probe-[0-9a-f-]{36}$/u);
});

test('a service that was never reached is told at once; a short outage after an answer is waited for', async () => {
  const double = await start(ok);
  const never = double.open({ target: { ...double.target, port: 1 } });
  expect(await never.queryUser('ana@example.com')).toMatchObject({ problem: { code: 'unreachable' } });
  expect(never.traffic()).toMatchObject({ requests: {}, retries: 0 });
  const client = double.open();
  expect(await client.queryUser('ana@example.com')).toMatchObject({ kind: 'done' });
  const requests = { 'query-existence': 1 };
  expect(client.traffic()).toMatchObject({ requests, retries: 0 });
  // Its connections end, and nobody listens any more.
  const stopping = double.stop();
  const outcome = await client.queryUser('ben@example.com');
  await stopping;
  expect(outcome.kind).not.toBe('done');
  expect(client.traffic().requests).toEqual(requests);
});

test('a refusal by the rate limit is asked for again ten times at most, and each counts', async () => {
  const { open, seen } = await start(status(429, { 'retry-after': '0' }));
  const client = open();
  expect(await client.putRecord(write('A'))).toMatchObject({ kind: 'not-done', problem: { code: 'rate-limited' } });
  expect([seen.length, client.traffic().retries]).toEqual([11, 10]);
});

test('a time limit, and a broken connection, are said by their codes', async () => {
  const silent = await start(() => undefined);
  expect(await silent.open({ requestTimeoutMs: 100 }).putRecord(write('A'))).toMatchObject({
    problem: { code: 'timeout', message: expect.stringContaining('no answer in time (time limit)') as unknown },
  });
  const broken = await start((response) => void response.socket?.destroy());
  expect(await broken.open().putRecord(write('A'))).toMatchObject({
    problem: {
      message: expect.stringMatching(/the connection broke after the request left \((?:UND_)?E[A-Z_]+\)/u) as unknown,
    },
  });
});

test('the clock of the service is that of its last answer that says one', async () => {
  const dates = ['Sun, 01 Mar 2026 10:00:05 GMT', 'soon', ''];
  const { target } = await start((response, seen, request) => {
    const date = dates.shift();
    response.sendDate = false;
    if (date !== undefined && date !== '') response.setHeader('date', date);
    ok(response, seen, request);
  });
  const now = Date.parse('2026-03-01T10:00:00Z');
  const client = openProbing({ target, clock: () => now, credentials: { fetch: async () => KEY } });
  onTestFinished(() => client.close());
  const skews: unknown[] = [client.skewMs()];
  for (let index = 0; index < 3; index += 1) {
    await client.queryUser('ana@example.com');
    skews.push(client.skewMs());
  }
  expect(skews).toEqual([null, 5000, 5000, 5000]);
});

test.each([
  ['7', 7000],
  [' 7 ', 7000],
  ['120', 120_000],
  ['999999999', 999_999_999_000],
  ['0', 0],
  ['1.5x', null],
  ['7 seconds', null],
  ['x7', null],
  ['', null],
  ['Sun, 01 Mar 2026 10:00:05 GMT', 5000],
  ['Sun, 01 Mar 2026 09:59:55 GMT', 0],
])('Retry-After %j is %s milliseconds', (header, expected) => {
  expect(parseRetryAfter(header, Date.parse('2026-03-01T10:00:00Z'))).toBe(expected);
  expect(parseRetryAfter([header], 0)).toBeNull();
});
