// One request through the sandbox: what is done with the connection, what is told and logged of it, and what it counts as.

import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createExchange } from '../../src/sandbox/wire/exchange.ts';
import type { Reaction, Request, SandboxExchange } from '../../src/sandbox/wire/exchange.ts';
import type { Fault } from '../../src/sandbox/messages/faults.ts';
import type { LogEntry } from '../../src/sandbox/messages/traffic.ts';
import { openWorld } from '../../src/sandbox/world/world.ts';
import type { World } from '../../src/sandbox/world/world.ts';
import { temporaryFolder } from '../support/sandbox.ts';

const TENANT = { platform: 'PLATFORM', companyCode: 'example', environment: 'sandbox' };
const ENVELOPE = { ...TENANT, region: 'us-east-1', campaignName: 'A' };
const PUT_URL = '/preview/addOrUpdateCampaignRecord';
const PUT = { ...ENVELOPE, clientId: 'C-1', previewRecordData: [{ key: 'Name', value: 'Ana' }] };
const QUERY_URL = '/admin/api/users/query-existence';
const QUERY = { tenant: TENANT, loginUserId: 'ana@example.com' };
const SEARCH_URL = '/preview/searchPreviewCampaign';

let world: World;
let exchange: SandboxExchange;
let told: LogEntry[];
let now: number;

beforeEach(() => {
  const { directory, remove } = temporaryFolder();
  now = 1_000_000_000;
  world = openWorld({ directory, clock: () => now, switches: {} });
  told = [];
  exchange = createExchange(world, (entry) => told.push(entry));
  onTestFinished(() => {
    world.close();
    remove();
  });
});

function headers(): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-sc-platform-code': 'PLATFORM',
    'x-sc-company-code': 'example',
    'x-sc-company-environment': 'sandbox',
    'x-sc-secrets-region': 'us-east-1',
    'x-sc-company-api-key': world.keys.secret().value,
  };
}

function handle(url: string, body: unknown, change: Partial<Request> = {}): Reaction {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return exchange.handle({ method: 'POST', url, headers: headers(), text, ...change });
}

function answerOf(reaction: Reaction): readonly unknown[] {
  if (reaction.kind !== 'answer') return [reaction.kind];
  const { status, body, outcome } = reaction.answer;
  return [status, outcome, body];
}

const arm = (fault: Partial<Fault>): void => exchange.faults.arm({ operation: '*', kind: 'status', ...fault });
const isStored = (): boolean => world.tasks.ids(null).length > 0;

describe('the log', () => {
  test('says of a request what it was, what came of it, and how old its key was', () => {
    world.keys.handOut(world.keys.secret().value);
    now += 5000;
    handle(PUT_URL, PUT);
    handle(SEARCH_URL, { ...ENVELOPE, clientId: 'C-9' });
    handle(QUERY_URL, QUERY);
    const common = {
      at: now,
      answered: true,
      keyAgeMs: 5000,
      content: expect.stringMatching(/^[0-9a-f]{12}$/u) as unknown,
    };
    expect(exchange.traffic.log()).toEqual([
      { ...common, operation: 'addOrUpdateCampaignRecord', key: 'A/C-1', outcome: 'SUCCESS', committed: true },
      { ...common, operation: 'searchPreviewCampaign', key: 'A/C-9', outcome: 'NORECORDFOUND', committed: false },
      { ...common, operation: 'query-existence', key: 'ana@example.com', outcome: 'NOT_FOUND', committed: false },
    ]);
    expect(told).toEqual(exchange.traffic.log());
  });

  test('knows no age of a key that was never handed out, or that is missing', () => {
    handle(PUT_URL, PUT);
    handle(PUT_URL, PUT, { headers: { ...headers(), 'x-sc-company-api-key': undefined } });
    expect(exchange.traffic.log().map(({ keyAgeMs }) => keyAgeMs)).toEqual([null, null]);
  });

  const FAULTS: readonly (readonly [Partial<Fault>, string, boolean, boolean])[] = [
    [{ kind: 'refuse-before' }, 'refuse-before', false, false],
    [{ kind: 'status' }, 'status', false, false],
    [{ kind: 'unauthorized' }, 'unauthorized', false, false],
    [{ kind: 'reset-before' }, 'reset-before', false, false],
    [{ kind: 'commit-then-reset' }, 'commit-then-reset: SUCCESS', true, false],
    [{ kind: 'commit-then-5xx' }, 'commit-then-5xx: SUCCESS', true, false],
    [{ kind: 'commit-then-hang' }, 'commit-then-hang: SUCCESS', true, false],
    [{ kind: 'commit-late' }, 'commit-late', false, false],
    [{ kind: 'claims-done' }, 'claims-done', false, false],
    [{ kind: 'claims-absent' }, 'claims-absent', false, false],
    [{ kind: 'swapped' }, 'swapped: SUCCESS', true, false],
    [{ kind: 'garbage' }, 'garbage: SUCCESS', true, false],
    [{ kind: 'garbage', commit: false }, 'garbage', false, false],
    [{ kind: 'truncated' }, 'truncated: SUCCESS', true, false],
    [{ kind: 'truncated', commit: false }, 'truncated', false, false],
    [{ kind: 'alien-envelope' }, 'alien-envelope: SUCCESS', true, false],
  ];

  test.each(FAULTS)('says of a request with %o: %s, done: %s, answered: %s', (fault, outcome, committed, answered) => {
    arm(fault);
    handle(PUT_URL, PUT);
    expect(exchange.traffic.log()).toMatchObject([{ outcome, committed, answered }]);
    expect([told.length, isStored()]).toEqual([1, committed]);
  });

  test('says of a delayed request that it was answered, once it was', () => {
    arm({ kind: 'delay', delayMs: 7 });
    const reaction = handle(PUT_URL, PUT);
    expect([reaction.kind, exchange.traffic.log(), isStored()]).toEqual(['work-then', [], false]);
    if (reaction.kind === 'work-then') expect([reaction.delayMs, reaction.work().status]).toEqual([7, 200]);
    expect(exchange.traffic.log()).toMatchObject([{ outcome: 'delay: SUCCESS', committed: true, answered: true }]);
  });

  test('says of late work first that its connection was cut, and then that it was done', () => {
    arm({ kind: 'commit-late', byClock: true });
    const reaction = handle(PUT_URL, PUT);
    if (reaction.kind === 'reset-then') {
      expect([reaction.byClock, reaction.delayMs]).toEqual([true, 200]);
      reaction.work();
    }
    expect(exchange.traffic.log()).toMatchObject([
      { outcome: 'commit-late', committed: false, answered: false },
      { outcome: 'commit-late: SUCCESS', committed: true, answered: false },
    ]);
  });
});

describe('what comes back for a fault', () => {
  test('a Retry-After only where one is given', () => {
    arm({ kind: 'status' });
    arm({ kind: 'status', retryAfterSeconds: 3 });
    const given = [handle(PUT_URL, PUT), handle(PUT_URL, PUT)].map((reaction) =>
      reaction.kind === 'answer' ? reaction.answer.headers : null,
    );
    expect(given).toEqual([{}, { 'retry-after': '3' }]);
  });

  test.each([
    [PUT_URL, PUT, 'claims-done', 'SUCCESS'],
    [PUT_URL, PUT, 'claims-absent', 'NORECORDFOUND'],
    [SEARCH_URL, { ...ENVELOPE, clientId: 'C-1' }, 'claims-done', 'SUCCESS'],
    [QUERY_URL, QUERY, 'claims-done', 'SUCCESS'],
    [QUERY_URL, QUERY, 'claims-absent', 'NOT_FOUND'],
  ] as const)('%s with %o and %s says %4$s', (url, body, kind, said) => {
    arm({ kind });
    const [, , answered] = answerOf(handle(url, body));
    const { previewResult, result } = answered as {
      readonly previewResult?: { readonly previewResultStatus: string };
      readonly result?: string;
    };
    expect(previewResult?.previewResultStatus ?? result).toBe(said);
    expect(isStored()).toBe(false);
  });

  test('a search that claims has a list of tasks, as a search has, and a write has none', () => {
    arm({ kind: 'claims-done', count: 'always' });
    const [search, put] = [handle(SEARCH_URL, { ...ENVELOPE, clientId: 'C-1' }), handle(PUT_URL, PUT)].map(
      (reaction) => answerOf(reaction)[2] as object,
    );
    expect(search).toMatchObject({ ...ENVELOPE, previewRecordClientData: [] });
    expect(put).not.toHaveProperty('previewRecordClientData');
    expect(answerOf(handle(QUERY_URL, QUERY))).toEqual([200, 'claimed', { result: 'SUCCESS', message: 'claimed' }]);
    // A body that is no object is claimed too, and has nothing to echo.
    expect(answerOf(handle(PUT_URL, '7'))[0]).toBe(200);
  });

  test('a page, half of the answer, or the envelope of another environment', () => {
    for (const kind of ['garbage', 'truncated', 'alien-envelope'] as const) arm({ kind, operation: 'write' });
    const [page, half, alien] = [1, 2, 3].map(() => {
      const reaction = handle(PUT_URL, PUT);
      return reaction.kind === 'raw' ? reaction : { contentType: '', text: '' };
    });
    expect(page).toEqual({
      kind: 'raw',
      contentType: 'text/html',
      text: '<html><body><h1>Maintenance</h1></body></html>',
    });
    const whole = JSON.stringify({ ...ENVELOPE, previewResult: { previewResultStatus: 'SUCCESS', error: null } });
    expect(half).toEqual({
      kind: 'raw',
      contentType: 'application/json',
      text: whole.slice(0, Math.floor(whole.length / 2)),
    });
    expect(JSON.parse(alien?.text ?? '')).toEqual({
      ...(JSON.parse(whole) as object),
      companyCode: 'another-company',
      environment: 'another-environment',
    });
    arm({ kind: 'alien-envelope' });
    expect(handle(QUERY_URL, QUERY)).toMatchObject({ kind: 'raw', text: '{"status":"OK"}' });
    arm({ kind: 'truncated', commit: false });
    expect(handle(QUERY_URL, QUERY)).toMatchObject({ kind: 'raw', text: '{' });
  });

  test('a refusal of the key is never another one’s answer', () => {
    arm({ kind: 'swapped', count: 'always' });
    const reaction = handle(PUT_URL, PUT, { headers: { ...headers(), 'x-sc-company-api-key': 'wrong' } });
    expect(answerOf(reaction).slice(0, 2)).toEqual([401, 'UNAUTHORIZED']);
    expect(reaction).toMatchObject({ delayMs: 0 });
  });
});

describe('a request that is none', () => {
  test.each([
    ['/admin/api/users/nothing', {}, 401, 'wrong URL', '/admin/api/users/nothing'],
    ['/preview/nothing', {}, 401, 'wrong URL', '/preview/nothing'],
    [PUT_URL, { method: 'GET' }, 405, 'not POST', 'addOrUpdateCampaignRecord'],
    [PUT_URL, { headers: {} }, 415, 'not JSON', 'addOrUpdateCampaignRecord'],
  ] as const)(
    '%s %o is answered with %i, logged as %s, and counted as unexpected',
    (url, change, http, outcome, operation) => {
      const reaction = handle(url, PUT, change);
      expect(answerOf(reaction)[0]).toBe(http);
      expect(reaction).toMatchObject({ delayMs: 0 });
      expect(exchange.traffic.log()).toEqual([
        { at: now, operation, key: '', content: '', outcome, committed: false, answered: false, keyAgeMs: null },
      ]);
      expect(exchange.traffic.counters()).toEqual({ requests: {}, reads: 0, writes: 0, unexpected: 1 });
    },
  );

  test('a wrong URL is refused in the words of the interface it looks like', () => {
    world.setSwitches({ S16: '200 FAILED' });
    expect(answerOf(handle('/admin/api/users/nothing', PUT))[2]).toEqual({
      result: 'FAIL',
      message: 'invalid headers',
    });
    expect(answerOf(handle('/nothing', PUT))[2]).toMatchObject({ previewResult: { previewResultStatus: 'FAILED' } });
  });

  test.each(['', '{', '7', 'null', '[]', '"text"'])('the body %j is no JSON object, and the request counts', (text) => {
    const words = { message: 'the body must be a JSON object' };
    expect(answerOf(handle(PUT_URL, text))).toEqual([400, 'not a JSON object', words]);
    expect(exchange.traffic.counters()).toMatchObject({ writes: 1, unexpected: 0 });
    expect(exchange.traffic.log()).toMatchObject([{ key: '', outcome: 'not a JSON object', committed: false }]);
  });

  test('the secrets manager asks for no form, and for a target that is one text', () => {
    const body = { SecretId: 'sandbox/api-key' };
    const signed = { authorization: 'AWS4-HMAC-SHA256 x', 'x-amz-target': 'secretsmanager.GetSecretValue' };
    expect(answerOf(handle('/secretsmanager', body, { headers: signed })).slice(0, 2)).toEqual([200, 'SUCCESS']);
    const twice = { ...signed, 'x-amz-target': [signed['x-amz-target']] };
    const refused = handle('/secretsmanager', body, { headers: twice });
    expect(answerOf(refused).slice(0, 2)).toEqual([400, 'UnknownOperationException']);
  });
});

test('beyond its rate a request is logged as refused and not carried out, or late and carried out', () => {
  world.setSwitches({ S18: { kind: '503', perSecond: 0 } });
  expect(handle(PUT_URL, PUT)).toMatchObject({ kind: 'answer', delayMs: 0, answer: { status: 503 } });
  expect(exchange.traffic.log()).toMatchObject([{ outcome: 'rate limited', committed: false, answered: false }]);
  expect(isStored()).toBe(false);
  world.setSwitches({ S18: { kind: 'slow', perSecond: 0, delayMs: 70 } });
  expect(handle(PUT_URL, PUT)).toMatchObject({ kind: 'answer', delayMs: 70, answer: { status: 200 } });
  expect(isStored()).toBe(true);
});

test('a pin that has lapsed is gone before the next answer', () => {
  handle(PUT_URL, { ...PUT, preferredAgent: 'ana@example.com' });
  now += 30 * 60 * 1000;
  handle(SEARCH_URL, { ...ENVELOPE, clientId: 'C-1' });
  expect(world.tasks.get(1)?.preferredAgent).toBe('');
});
