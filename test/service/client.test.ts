// The client over real TLS against a server that misbehaves as told: what leaves, when it is repeated, when it stops.

import { afterEach, describe, expect, it } from 'vitest';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MACHINE } from '../../src/core/machine.ts';
import { openService } from '../../src/core/service/client.ts';
import type { Timer } from '../../src/core/service/gate.ts';
import { KEY, echo, startDouble } from './double.ts';
import type { Answer, Double } from './double.ts';
import { CAMPAIGN, TARGET, messageOf } from './wire-samples.ts';
import type { Outcome } from '../../src/core/model/outcome.ts';
import type { Target } from '../../src/core/model/target.ts';

const doubles: Double[] = [];
afterEach(async () => {
  await Promise.all(doubles.splice(0).map((double) => double.stop()));
});

async function start(answer: Answer, changes: Partial<Target> = {}): Promise<Double> {
  const double = await startDouble(answer, changes);
  doubles.push(double);
  return double;
}

const ok: Answer = (response, seen) =>
  void response.end(seen.path.includes('/users/') ? '{"result":"SUCCESS","message":""}' : echo(seen));

/** The nth request gets the nth answer; later ones get the last. */
const inTurn = (...answers: Answer[]): Answer => {
  let turn = 0;
  return (...given) => answers[Math.min(turn++, answers.length - 1)]?.(...given);
};

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end('{}');

const write = { campaign: CAMPAIGN, clientId: 'C-1', items: [{ key: 'Name', value: 'Maria', displayOrder: 2 }] };

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Its time passes only by `pass`. */
function timerByHand(): Timer & { readonly pass: (ms: number) => void; readonly waiting: () => number } {
  const waiting = new Set<{ readonly at: number; readonly run: () => void }>();
  let now = 0;
  return {
    monotonic: () => now,
    after: (ms, run) => {
      const entry = { at: now + ms, run };
      waiting.add(entry);
      return () => void waiting.delete(entry);
    },
    pass: (ms) => {
      now += ms;
      for (const entry of [...waiting].filter(({ at }) => at <= now)) {
        waiting.delete(entry);
        entry.run();
      }
    },
    waiting: () => waiting.size,
  };
}

/** What every call answers after the one that stopped the run. */
function sentNever(outcome: Outcome<unknown>): unknown {
  return outcome.kind === 'done' ? outcome : { ...outcome, problem: { ...outcome.problem, neverSent: true } };
}

describe('what leaves', () => {
  it('goes to the region origin with all five headers, and nothing else', async () => {
    const { open, seen, target } = await start(ok);
    await open().putRecord({ ...write, preferredAgent: 'ana', nextEarliestWorkTime: 1_780_000_000_000 });
    expect(seen[0]).toMatchObject({
      method: 'POST',
      path: '/preview/v1/addOrUpdateCampaignRecord',
      host: `eu-central-1.localhost:${target.port}`,
      headers: {
        'content-type': 'application/json',
        'x-sc-platform-code': 'PLATFORM',
        'x-sc-company-code': 'example',
        'x-sc-company-environment': 'prod',
        'x-sc-secrets-region': 'eu-west-2',
        'x-sc-company-api-key': KEY,
      },
    });
    expect(seen[0]?.body).toEqual({
      platform: 'PLATFORM',
      companyCode: 'example',
      environment: 'prod',
      campaignName: 'Summer Renewals',
      region: 'eu-central-1',
      clientId: 'C-1',
      clientIdFieldName: 'CustomerId',
      preferredAgent: 'ana',
      nextEarliestWorkTimeUTC: 1_780_000_000_000,
      previewRecordData: [{ key: 'Name', value: 'Maria', displayOrder: 2 }],
    });
  });

  it('has no region prefix for us-east-1, and the user path for user operations', async () => {
    const { open, seen, target } = await start(ok, { region: 'us-east-1' });
    await open().queryUser('ana@example.com');
    expect(seen[0]).toMatchObject({
      path: '/admin/api/users/query-existence',
      host: `localhost:${target.port}`,
      body: {
        tenant: { platform: 'PLATFORM', companyCode: 'example', environment: 'prod' },
        loginUserId: 'ana@example.com',
      },
    });
  });

  it('never carries previewRecordId, and searches by one criterion with the limit said', async () => {
    const { open, seen } = await start(
      (response, entry) => void response.end(echo(entry, 'SUCCESS', { previewRecordClientData: [] })),
    );
    const client = open();
    await client.findRecord({ ...CAMPAIGN, intake: true }, 'C-1');
    await client.setRecordStatus({ campaign: CAMPAIGN, clientId: 'C-1', state: 'WORKED', preferredAgent: '' });
    await client.transferRecord({ campaign: CAMPAIGN, clientId: 'C-1', transferToCampaign: 'B', timeZone: 'UTC' });
    await client.deleteRecord(CAMPAIGN, 'C-1');
    expect(JSON.stringify(seen.map(({ body }) => body))).not.toMatch(/previewRecordId/iu);
    expect(seen[0]?.body).not.toHaveProperty('previewRecordData');
    expect(seen[1]?.body).toMatchObject({
      maxRecords: 1000,
      previewRecordData: [{ key: 'CustomerId', value: 'C-1', condition: 'EQUALS' }],
    });
    expect(seen[2]?.body).toMatchObject({ previewRecordStateEnum: 'WORKED', preferredAgent: '' });
    expect(seen[3]?.body).toMatchObject({ transferToCampaign: 'B', timeZone: 'UTC' });
    expect(client.traffic()).toEqual({
      requests: {
        searchPreviewCampaign: 2,
        changeCampaignRecordStatus: 1,
        transferCampaignRecord: 1,
        deleteRecordFromCampaign: 1,
      },
      retries: 0,
      keyFetches: 1,
    });
  });

  it('does not follow a redirect, so the key reaches no other origin', async () => {
    const other = await start(ok);
    const location = `https://localhost:${other.target.port}/`;
    const { open } = await start(status(307, { location }));
    expect(await open().putRecord(write)).toMatchObject({
      kind: 'unknown',
      problem: { code: 'wrong-url', stopsRun: true },
    });
    expect(other.seen).toHaveLength(0);
  });

  it('is never more at once than the target allows', async () => {
    let inside = 0;
    let most = 0;
    const { open } = await start(
      (response, seen) => {
        most = Math.max(most, ++inside);
        setTimeout(() => {
          inside -= 1;
          response.end(echo(seen));
        }, 5);
      },
      { maxConcurrency: 12 },
    );
    const client = open();
    await Promise.all(Array.from({ length: 200 }, () => client.putRecord(write)));
    expect(most).toBe(12);
  });
});

describe('a request that never left', () => {
  it('is not done when the certificate is of another root, or of another name', async () => {
    const { open, seen, target } = await start(ok);
    const otherRoot = (await start(ok)).target.ca ?? '';
    for (const wrong of [{ ...target, ca: otherRoot }, { ...target, region: 'us-west-2' } as const]) {
      const outcome = await open({ target: wrong }).putRecord(write);
      expect(outcome).toMatchObject({ kind: 'not-done', problem: { code: 'bad-certificate', stopsRun: true } });
    }
    expect(seen).toHaveLength(0);
  });

  it('is not done when the other side does not speak TLS', async () => {
    const plain = createHttpServer((_request, response) => void response.end());
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const { port } = plain.address() as AddressInfo;
    const client = openService({
      target: { ...TARGET, port },
      clock: Date.now,
      credentials: { fetch: async () => KEY },
    });
    expect(await client.putRecord(write)).toMatchObject({ kind: 'not-done', problem: { code: 'unreachable' } });
    await client.close();
    await new Promise((resolve) => plain.close(resolve));
  });
});

describe('an answer that never came', () => {
  it('ends with the time limit and closes its socket', async () => {
    const closed: boolean[] = [];
    const { open, seen } = await start((_response, _seen, request) =>
      request.socket.on('close', () => closed.push(true)),
    );
    const outcome = await open({ requestTimeoutMs: 150 }).putRecord(write);
    expect(outcome).toMatchObject({ kind: 'unknown', problem: { code: 'timeout' } });
    await expect.poll(() => closed).toEqual([true]);
    expect(seen).toHaveLength(1);
  });

  it('is not prolonged by an answer that arrives slowly', async () => {
    const { open } = await start((response) => {
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    });
    const outcome = await open({ requestTimeoutMs: 200 }).putRecord(write);
    expect(outcome).toMatchObject({ kind: 'unknown', problem: { code: 'timeout' } });
  });
});

describe('an answer that cannot be read', () => {
  const html: Answer = (response) => void response.end('<html>login</html>');
  const cut: Answer = (response, seen) => {
    response.writeHead(200, { 'content-length': '5000' }).write(echo(seen).slice(0, 60));
    setTimeout(() => response.socket?.destroy(), 10);
  };
  const notText: Answer = (response, seen) =>
    void response.end(Buffer.from(echo(seen, 'SUCCESS', { note: '#' }).replace('#', '\u00ff'), 'latin1'));

  it.each([
    ['HTML', html],
    ['a cut body', cut],
    ['bytes that are not UTF-8', notText],
    ['alien JSON', status(200)],
  ])('leaves a write unknown after %s', async (_name, answer) => {
    const { open, seen } = await start(answer);
    expect(await open().putRecord(write)).toMatchObject({ kind: 'unknown', problem: { code: 'garbled-answer' } });
    expect(seen).toHaveLength(1);
  });

  it('ends the run when it is about another campaign', async () => {
    const { open, seen } = await start(
      (response, entry) =>
        void response.end(echo({ ...entry, body: { ...entry.body, campaignName: 'summer renewals' } })),
    );
    const client = open();
    expect(await client.putRecord(write)).toMatchObject({ kind: 'unknown', problem: { code: 'wrong-envelope' } });
    expect(await client.putRecord(write)).toMatchObject({ kind: 'not-done', problem: { code: 'wrong-envelope' } });
    expect(seen).toHaveLength(1);
  });
});

describe('failures of the service', () => {
  it('lets a read be asked three times more, and a write never', async () => {
    const { open, seen } = await start(status(503));
    const client = open();
    expect(await client.putRecord(write)).toMatchObject({ kind: 'unknown', problem: { code: 'lost-answer' } });
    expect(seen).toHaveLength(1);
    expect(await client.queryUser('ana@example.com')).toMatchObject({
      kind: 'unknown',
      problem: { code: 'server-error' },
    });
    expect(seen).toHaveLength(5);
  });

  it('never resends more than a tenth of the requests and three', async () => {
    const { open } = await start(status(500));
    const client = open();
    await Promise.all(Array.from({ length: 60 }, (_, index) => client.queryUser(`user-${index}`)));
    const { requests, retries } = client.traffic();
    expect(retries).toBeLessThanOrEqual(3 + (requests['query-existence'] ?? 0) * 0.1);
  });

  it('makes all requests wait after one 429, and then goes on, also with writes', async () => {
    const UNDER_WAY = 8;
    const held: (() => void)[] = [];
    const { open, seen } = await start((response, entry) => {
      const answer = (): void => void response.end(echo(entry));
      const refuse = (): void => void response.writeHead(429, { 'retry-after': '1' }).end();
      if (seen.length > UNDER_WAY) answer();
      else held.push(seen.length === 1 ? refuse : answer);
    });
    const timer = timerByHand();
    const client = open({ outside: { machine: { ...MACHINE, ...timer } } });
    let done = 0;
    const outcomes = Array.from({ length: 30 }, () => client.putRecord(write).finally(() => (done += 1)));
    await until(() => held.length === UNDER_WAY);
    held[0]?.();
    await until(() => timer.waiting() === 1);
    for (const answer of held.slice(1)) answer();
    await until(() => done === UNDER_WAY - 1);
    timer.pass(999);
    // What left nevertheless would be there before the answer to somebody who only now connects.
    await open().putRecord(write);
    expect(seen).toHaveLength(UNDER_WAY + 1);
    timer.pass(1);
    expect((await Promise.all(outcomes)).every((outcome) => outcome.kind === 'done')).toBe(true);
    expect(seen).toHaveLength(31 + 1);
  });

  it.each([
    ['for as long as Retry-After says', { 'retry-after': '1' }, 1000],
    ['half a second where it does not say', {}, 500],
  ])('makes all requests wait after a write got 503, %s, and does not send that write again', async (_, header, ms) => {
    const { open, seen } = await start(inTurn(status(503, header), ok));
    const timer = timerByHand();
    const client = open({ outside: { machine: { ...MACHINE, ...timer } } });
    expect(await client.putRecord(write)).toMatchObject({ kind: 'unknown', problem: { code: 'lost-answer' } });
    const next = client.putRecord(write);
    await until(() => timer.waiting() === 1);
    timer.pass(ms - 1);
    // What left nevertheless would be there before the answer to somebody who only now connects.
    await open().putRecord(write);
    expect(seen).toHaveLength(2);
    timer.pass(1);
    expect(await next).toMatchObject({ kind: 'done' });
    expect(seen).toHaveLength(3);
  });

  it('gives up at once when it is told to wait for an hour', async () => {
    const { open, seen } = await start(status(429, { 'retry-after': '3600' }));
    const client = open();
    expect(await client.putRecord(write)).toMatchObject({
      kind: 'not-done',
      problem: { code: 'rate-limited', stopsRun: true },
    });
    expect(await client.putRecord(write)).toMatchObject({ kind: 'not-done', problem: { code: 'rate-limited' } });
    expect(seen).toHaveLength(1);
  });

  it('stops the run at a 404', async () => {
    const { open, seen } = await start(status(404));
    const client = open();
    expect(await client.putRecord(write)).toMatchObject({
      kind: 'not-done',
      problem: { code: 'wrong-url', stopsRun: true },
    });
    await client.putRecord(write);
    expect(seen).toHaveLength(1);
  });
});

describe('the key', () => {
  const rotating = () => {
    let fetches = 0;
    return { fetch: async () => `key-${++fetches}` };
  };

  it('stops the run when a fresh one is refused too', async () => {
    const { open, seen } = await start(status(401));
    const client = open({ credentials: rotating() });
    const outcome = await client.putRecord(write);
    expect(outcome).toMatchObject({ kind: 'not-done', problem: { code: 'key-refused', stopsRun: true } });
    // The third asks the other service, once for the whole run.
    expect(seen.map(({ path }) => path.split('/').at(-1))).toEqual([
      'addOrUpdateCampaignRecord',
      'addOrUpdateCampaignRecord',
      'query-existence',
    ]);
    expect(await client.queryUser('ana@example.com')).toEqual(sentNever(outcome));
    expect(client.traffic()).toMatchObject({ keyFetches: 2, retries: 1 });
  });

  it('is not blamed for a 401 when the other service accepts it: then the URL is wrong', async () => {
    const { open, seen } = await start((response, one, request) =>
      one.path.includes('/api/users/') ? ok(response, one, request) : status(401)(response, one, request),
    );
    const client = open({ credentials: rotating() });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => client.putRecord(write)));
    expect(new Set(outcomes.map((each) => (each.kind === 'done' ? 'done' : each.problem.code)))).toEqual(
      new Set(['wrong-url']),
    );
    expect(seen.filter(({ path }) => path.endsWith('query-existence'))).toHaveLength(1);
  });

  it('leaves both readings open where the other service gives no clear answer', async () => {
    const { open } = await start((response, one, request) =>
      one.path.includes('/api/users/')
        ? void response.end('{"result":"FAIL","message":""}')
        : status(401)(response, one, request),
    );
    const outcome = await open({ credentials: rotating() }).putRecord(write);
    expect(outcome).toMatchObject({ problem: { code: 'key-refused', stopsRun: true } });
    expect(JSON.stringify(outcome)).toMatch(/URL.*API key/u);
  });

  it('is sent again after UNAUTHORIZED only when it has changed', async () => {
    const unauthorized: Answer = (response) => void response.end('{"result":"UNAUTHORIZED","message":""}');
    const same = await start(unauthorized);
    expect(await same.open().queryUser('ana')).toMatchObject({ problem: { code: 'unauthorized', stopsRun: true } });
    expect(same.seen).toHaveLength(1);
    const changed = await start(inTurn(unauthorized, ok));
    expect(await changed.open({ credentials: rotating() }).queryUser('ana')).toMatchObject({ kind: 'done' });
    expect(changed.seen).toHaveLength(2);
  });

  it('does not show in any problem, even when the service echoes it', async () => {
    const { open } = await start((response, seen) => void response.end(echo(seen, 'FAILED', {}, `bad key ${KEY}`)));
    const outcome = await open().putRecord(write);
    expect(outcome.kind).toBe('not-done');
    expect(JSON.stringify(outcome)).not.toContain(KEY);
  });
});

describe('the secret', () => {
  it.each([
    ['text with a line break', { SecretString: 'canary-key\n' }],
    ['an empty text', { SecretString: '' }],
    ['a binary secret', { SecretBinary: 'Y2FuYXJ5' }],
  ])('is refused when it is %s, and never shown', async (_name, secret) => {
    const { target, seen } = await start((response) => void response.end(JSON.stringify(secret)));
    const endpoint = `https://localhost:${target.port}/`;
    const sandbox = { ...target, sandbox: true, apiKey: { ...target.apiKey, endpoint } };
    const client = openService({ target: sandbox, clock: Date.now });
    const outcome = await client.putRecord(write);
    await client.close();
    expect(outcome).toMatchObject({ kind: 'not-done', problem: { code: 'secret-unavailable', stopsRun: true } });
    expect(messageOf(outcome)).toContain('must be a text that fits');
    expect(JSON.stringify(outcome)).not.toContain('canary');
    expect(seen).toHaveLength(1);
  });
});

describe('a stopped run', () => {
  it('sends nothing that waits for its place, and takes the answer of what is under way', async () => {
    const control = new AbortController();
    const { open, seen } = await start(
      (response, request) => {
        control.abort();
        setTimeout(() => response.end(echo(request, 'SUCCESS')), 50);
      },
      { maxConcurrency: 1 },
    );
    const client = open({ signal: control.signal });
    const [first, second] = await Promise.all([client.putRecord(write), client.putRecord(write)]);
    expect(first).toEqual({ kind: 'done', value: null });
    expect(second).toMatchObject({
      kind: 'not-done',
      problem: { code: 'interrupted', stopsRun: true, neverSent: true },
    });
    expect(seen).toHaveLength(1);
  });

  it('sends nothing that waits for its key', async () => {
    const control = new AbortController();
    const fetch = async (): Promise<string> => {
      control.abort();
      return KEY;
    };
    const { open, seen } = await start(ok);
    const outcome = await open({ signal: control.signal, credentials: { fetch } }).putRecord(write);
    expect(outcome).toMatchObject({ kind: 'not-done', problem: { code: 'interrupted', neverSent: true } });
    expect(seen).toHaveLength(0);
  });

  it('sends nothing that waits for a socket', async () => {
    const control = new AbortController();
    const { open, seen } = await start(ok);
    const client = open({ signal: control.signal });
    const sending = client.putRecord(write);
    // The key is there at once, the TLS handshake takes several turns of the event loop.
    for (let turns = 0; turns < 3; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    control.abort();
    expect(await sending).toMatchObject({ kind: 'not-done', problem: { stopsRun: true, neverSent: true } });
    expect(seen).toHaveLength(0);
  });

  it('sends no second try of a request that the rate limit refused', async () => {
    const control = new AbortController();
    const { open, seen } = await start((response) => {
      response.writeHead(429, { 'retry-after': '1' }).end();
      setTimeout(() => control.abort(), 20);
    });
    const outcome = await open({ signal: control.signal }).putRecord(write);
    expect(outcome).toMatchObject({ kind: 'not-done', problem: { code: 'interrupted', neverSent: true } });
    expect(seen).toHaveLength(1);
  });
});
