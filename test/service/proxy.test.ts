// Requests through a proxy: only CONNECT, only where the target says so, the same check of the certificate, and an error of
// its own when the proxy opens no way. The sandbox plays service and secrets manager over real TLS.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';

import type { Target } from '../../src/core/model/target.ts';
import { openService } from '../../src/core/service/client.ts';
import { shakeHands } from '../../src/core/service/handshake.ts';
import { proxyFor, unusedVariable } from '../../src/core/service/proxy.ts';
import { createSecretSource } from '../../src/core/service/secret.ts';
import type { ServiceClient } from '../../src/core/service/service.ts';
import { startProxy } from '../support/proxy.ts';
import { temporaryFolder, withSandbox } from '../support/sandbox.ts';
import { startDouble } from './double.ts';
import { CAMPAIGN, TARGET } from './wire-samples.ts';

afterEach(() => void vi.unstubAllEnvs());

const record = { campaign: CAMPAIGN, clientId: 'C-1', items: [{ key: 'Name', value: 'Maria', displayOrder: 2 }] };

function open(target: Target): ServiceClient {
  const client = openService({ target, clock: Date.now });
  onTestFinished(() => client.close());
  return client;
}

test('service and secrets manager are reached through the proxy of the target, which never sees the key', async () => {
  const { target, control } = await withSandbox();
  const proxy = await startProxy();
  const client = open({ ...target, proxy: proxy.url });
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) => client.putRecord({ ...record, clientId: `C-${index}` })),
  );
  expect(outcomes.filter(({ kind }) => kind !== 'done')).toEqual([]);
  const place = `127.0.0.1:${target.port}`;
  expect(new Set(proxy.asked)).toEqual(new Set([place]));
  // One for the secrets manager, and at most one for each request under way.
  expect(proxy.asked.length).toBeGreaterThan(1);
  expect(proxy.asked.length).toBeLessThanOrEqual(21);
  expect(proxy.others).toEqual([]);
  const key = await createSecretSource(target).fetch();
  for (const secret of [key, 'X-sc-company-api-key', 'x-sc-company-api-key', 'GetSecretValue', 'Maria']) {
    expect(proxy.heard()).not.toContain(secret);
  }
  expect((await control.counters()).requests['GetSecretValue']).toBe(2);
});

test('with `environment` the variables decide, user and password are sent to the proxy and shown nowhere', async () => {
  const { target } = await withSandbox();
  const proxy = await startProxy();
  vi.stubEnv('HTTPS_PROXY', proxy.url.replace('//', '//user:pass%40word@'));
  vi.stubEnv('NO_PROXY', '');
  const client = open({ ...target, proxy: 'environment' });
  expect(await client.putRecord(record)).toMatchObject({ kind: 'done' });
  const basic = `Basic ${Buffer.from('user:pass@word').toString('base64')}`;
  expect(proxy.credentials.length).toBeGreaterThan(1);
  expect(new Set(proxy.credentials)).toEqual(new Set([basic]));
  const refusing = await startProxy({ status: 407 });
  vi.stubEnv('HTTPS_PROXY', refusing.url.replace('//', '//user:pass%40word@'));
  const refused = await open({ ...target, proxy: 'environment' }).putRecord(record);
  expect(refused).toMatchObject({ kind: 'not-done', problem: { code: 'proxy-failed' } });
  expect(JSON.stringify(refused)).not.toMatch(/user|pass/u);
});

test.each([
  ['not given', undefined],
  ['none', 'none'],
])('a proxy of the environment is not used where the target has `proxy` %s', async (_title, proxy) => {
  const { target } = await withSandbox();
  const unused = await startProxy();
  vi.stubEnv('HTTPS_PROXY', unused.url);
  const client = open({ ...target, ...(proxy === undefined ? {} : { proxy }) });
  expect(await client.putRecord(record)).toMatchObject({ kind: 'done' });
  expect([...unused.asked, ...unused.others]).toEqual([]);
});

test.each([
  [407, /127\.0\.0\.1:\d+ answered HTTP 407/u],
  [502, /127\.0\.0\.1:\d+ answered HTTP 502/u],
  [0, /127\.0\.0\.1:\d+ \(UND_ERR_SOCKET\)/u],
])('a proxy that answers %i is a failure of its own, and no request left', async (status, words) => {
  const { target, control } = await withSandbox();
  const proxy = await startProxy({ status });
  const through = { ...target, proxy: proxy.url };
  // The key, then the service: each by itself.
  const both = [
    open(through),
    openService({ target: through, clock: Date.now, credentials: { fetch: async () => 'k' } }),
  ];
  for (const client of both) {
    const outcome = await client.putRecord(record);
    await client.close();
    expect(outcome).toMatchObject({ kind: 'not-done', problem: { code: 'proxy-failed', stopsRun: true } });
    expect(JSON.stringify(outcome)).toMatch(words);
    expect(client.traffic().requests).toEqual({});
  }
  expect((await control.counters()).requests).toEqual({});
  expect(await shakeHands(through)).toMatchObject({ reached: 'proxy', certificate: null });
});

test('the cloud credentials themselves are fetched through the proxy', async () => {
  const { target } = await withSandbox();
  const proxy = await startProxy({ status: 502 });
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const token = join(folder.directory, 'token');
  writeFileSync(token, 'canary-token');
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_WEB_IDENTITY_TOKEN_FILE', token);
  vi.stubEnv('AWS_ROLE_ARN', 'arn:aws:iam::000000000000:role/none');
  const source = createSecretSource({ ...target, sandbox: false, proxy: proxy.url });
  await expect(source.fetch()).rejects.toMatchObject({ code: 'proxy-failed' });
  expect(new Set(proxy.asked)).toEqual(new Set(['sts.us-east-1.amazonaws.com:443']));
  expect(proxy.heard()).not.toContain('canary-token');
});

test('a proxy that nobody listens at is named', async () => {
  const { target } = await withSandbox();
  const outcome = await open({ ...target, proxy: 'http://127.0.0.1:1' }).putRecord(record);
  expect(outcome).toMatchObject({ problem: { code: 'proxy-failed' } });
  expect(JSON.stringify(outcome)).toContain('127.0.0.1:1 (ECONNREFUSED)');
});

test('the certificate of the service is checked inside the tunnel: another root, another name', async () => {
  const { target } = await withSandbox();
  const stranger = await withSandbox({}, 'own');
  const credentials = { fetch: async () => 'canary-key' };
  const put = async (to: Target): Promise<unknown> => {
    const client = openService({ target: to, clock: Date.now, credentials });
    onTestFinished(() => client.close());
    return client.putRecord(record);
  };
  const diverting = await startProxy({ divertTo: stranger.target.port });
  const diverted = { ...target, proxy: diverting.url };
  expect(await put(diverted)).toMatchObject({ kind: 'not-done', problem: { code: 'bad-certificate' } });
  expect(await shakeHands(diverted)).toMatchObject({ reached: 'certificate' });
  // Its own root, but the certificate is not for this name.
  const named = { ...target, host: 'cc.example.com', proxy: (await startProxy({ divertTo: target.port })).url };
  expect(await put({ ...named, sandbox: false })).toMatchObject({ problem: { code: 'bad-certificate' } });
  const secret = createSecretSource(diverted);
  await expect(secret.fetch()).rejects.toMatchObject({ code: 'secret-unavailable' });
  expect((await stranger.control.counters()).requests).toEqual({});
});

test('the proxy is asked for the name with its region, and looks it up itself', async () => {
  const double = await startDouble((response) => void response.end('{"result":"SUCCESS","message":""}'), {
    region: 'eu-central-1',
    host: 'localhost',
  });
  onTestFinished(double.stop);
  const proxy = await startProxy();
  const client = double.open({ target: { ...double.target, proxy: proxy.url } });
  expect(await client.queryUser('ana@example.com')).toMatchObject({ kind: 'done' });
  expect(proxy.asked).toEqual([`eu-central-1.localhost:${double.target.port}`]);
});

test.each([
  [{ HTTPS_PROXY: 'http://a:1' }, 'a:1'],
  [{ HTTPS_PROXY: 'http://a:1', https_proxy: 'http://b:2' }, 'b:2'],
  [{ HTTP_PROXY: 'http://a:1' }, 'a:1'],
  [{ HTTPS_PROXY: 'a:1' }, 'a:1'],
  [{ HTTPS_PROXY: 'https://a' }, 'a:443'],
  [{ HTTPS_PROXY: '' }, null],
  [{ NO_PROXY: '*' }, null],
  [{ HTTPS_PROXY: 'http://a:1', NO_PROXY: '*' }, null],
  [{ HTTPS_PROXY: 'http://a:1', NO_PROXY: 'cc.example.com' }, null],
  [{ HTTPS_PROXY: 'http://a:1', no_proxy: 'other, example.com' }, null],
  [{ HTTPS_PROXY: 'http://a:1', NO_PROXY: '.example.com' }, null],
  [{ HTTPS_PROXY: 'http://a:1', NO_PROXY: '*.example.com' }, null],
  [{ HTTPS_PROXY: 'http://a:1', NO_PROXY: 'cc.example.com:9443' }, null],
  [{ HTTPS_PROXY: 'http://a:1', NO_PROXY: 'cc.example.com:443' }, 'a:1'],
  [{ HTTPS_PROXY: 'http://a:1', NO_PROXY: 'c.example.com,*.cc.example.com' }, 'a:1'],
])('%j means %s for cc.example.com:9443', (environment, place) => {
  const url = new URL('https://cc.example.com:9443');
  const target = { name: 'prod', proxy: 'environment' };
  expect(proxyFor(target, url, environment)?.place ?? null).toBe(place);
  expect(proxyFor({ name: 'prod' }, url, environment)).toBeNull();
  expect(unusedVariable({}, url, environment) === null).toBe(place === null);
  expect(unusedVariable(target, url, environment)).toBeNull();
});

test('a variable that is no URL is refused without being shown', () => {
  const read = (): unknown =>
    proxyFor({ ...TARGET, proxy: 'environment' }, new URL('https://a.example'), { HTTPS_PROXY: 'socks5://u:secret@x' });
  expect(read).toThrow(/HTTPS_PROXY: expected a URL/u);
  expect(read).not.toThrow(/secret/u);
});

test.each([
  ['http://proxy.example.com:3128', 'http://proxy.example.com:3128', 'proxy.example.com:3128', null],
  ['https://proxy.example.com', 'https://proxy.example.com', 'proxy.example.com:443', null],
  ['proxy.example.com', 'http://proxy.example.com', 'proxy.example.com:80', null],
  ['http://u@proxy.example.com:1', 'http://proxy.example.com:1', 'proxy.example.com:1', 'u:'],
  ['http://u:p%20w@proxy.example.com:1', 'http://proxy.example.com:1', 'proxy.example.com:1', 'u:p w'],
])('%s is read as %s at %s', (proxy, origin, place, user) => {
  const authorization = user === null ? null : `Basic ${Buffer.from(user).toString('base64')}`;
  const url = new URL('https://cc.example.com');
  expect(proxyFor({ name: 'prod', proxy }, url, {})).toEqual({ origin, place, authorization });
  expect(proxyFor({ name: 'prod', proxy }, new URL('http://127.0.0.1:4566'), {})).toBeNull();
});

test.each(['ftp://u:secret@x', 'http://', 'http://u:secret@', 'file:///etc/passwd', ''])(
  'the proxy %j of a target is refused by the name of the target, and not shown',
  (proxy) => {
    const words =
      'proxy of target prod: expected a URL such as http://proxy.example.com:3128; given another text (not shown).';
    const read = (): unknown => proxyFor({ name: 'prod', proxy }, new URL('https://cc.example.com'), {});
    expect(read).toThrow(expect.objectContaining({ code: 'proxy-failed' }));
    expect(read).toThrow(words);
    expect(read).not.toThrow(/secret/u);
  },
);

test.each([
  ['a, ,b', null],
  ['a,,cc.example.com', 'x'],
  ['  cc.example.com  ', 'x'],
  [',', null],
  ['example.co', null],
])('NO_PROXY=%j leaves cc.example.com to the proxy: %s', (NO_PROXY, excepted) => {
  const environment = { http_proxy: 'http://a:1', NO_PROXY };
  const found = proxyFor({ name: 'prod', proxy: 'environment' }, new URL('https://cc.example.com'), environment);
  expect(found === null).toBe(excepted !== null);
});
