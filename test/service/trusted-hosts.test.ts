// A list of trusted hosts from outside the files: who edits muster.yaml cannot send the key elsewhere, neither by the host
// nor by the secrets manager nor by a proxy. Through every entry point, and with no request to anybody.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';

import { checkConnection } from '../../src/desk/doctor/connection.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import type { Target } from '../../src/core/model/target.ts';
import { openProbing, openService } from '../../src/core/service/client.ts';
import { openExchange } from '../../src/core/service/exchange.ts';
import { readCurrentKey } from '../../src/core/service/secret.ts';
import { refuseUntrustedHosts } from '../../src/core/service/trusted-hosts.ts';
import { startProxy } from '../support/proxy.ts';
import { temporaryFolder, withSandbox } from '../support/sandbox.ts';
import { TARGET } from './wire-samples.ts';

afterEach(() => void vi.unstubAllEnvs());

type Environment = Readonly<Record<string, string>>;

const prod: Target = { ...TARGET, name: 'prod', host: 'cc.example.com', region: 'eu-central-1', port: 9443 };

function refusalOf(target: Target, environment: Environment): ToolError | null {
  try {
    refuseUntrustedHosts(target, environment);
    return null;
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
}

const listed = (list: string): Environment => ({ MUSTER_TRUSTED_HOSTS: list });
const fixed = prod.apiKey;

test.each<[string, Target, string]>([
  ['the host as it is asked, region included', prod, 'eu-central-1.cc.example.com'],
  ['its port', prod, 'eu-central-1.cc.example.com:9443'],
  ['all hosts below a name', prod, '*.example.com'],
  ['all hosts below a name on a port', prod, '*.cc.example.com:9443'],
  ['one of several, in any case', prod, 'other.example, EU-central-1.CC.example.com'],
  ['no prefix in the region that has none', { ...prod, region: 'us-east-1' }, 'cc.example.com'],
  ['a host in another case', { ...prod, host: 'CC.Example.com' }, 'eu-central-1.cc.example.com'],
  [
    'an endpoint as well',
    { ...prod, apiKey: { ...fixed, endpoint: 'https://vpce.example.net/' } },
    '*.example.com, vpce.example.net:443',
  ],
  ['a proxy as well', { ...prod, proxy: 'http://proxy.example.net:3128' }, '*.example.com, proxy.example.net:3128'],
  ['a proxy that the environment names', { ...prod, proxy: 'environment' }, '*.example.com'],
  ['no proxy', { ...prod, proxy: 'none' }, '*.example.com'],
])('a list that names %s lets the target through', (_title, target, list) => {
  expect(refusalOf(target, listed(list))).toBeNull();
});

test.each<[string, Target, string, string]>([
  ['another host', { ...prod, host: 'evil.example' }, '*.example.com', 'host'],
  ['the host without its region', prod, 'cc.example.com', 'host'],
  ['another region', { ...prod, region: 'eu-west-2' }, 'eu-central-1.cc.example.com', 'host'],
  ['another port', prod, 'eu-central-1.cc.example.com:443', 'host'],
  ['a host that only ends like it', { ...prod, host: 'evilexample.com' }, '*.example.com', 'host'],
  ['a host that only begins like it', { ...prod, host: 'cc.example.com.evil.example' }, '*.cc.example.com', 'host'],
  ['the name itself under a wildcard', { ...prod, region: 'us-east-1', host: 'example.com' }, '*.example.com', 'host'],
  ['a dot at the end', { ...prod, host: 'cc.example.com.' }, 'eu-central-1.cc.example.com', 'host'],
  [
    'a user before another host',
    { ...prod, region: 'us-east-1', host: 'cc.example.com@evil.example' },
    '*.example.com',
    'host',
  ],
  ['anything, when the list is empty', prod, '', 'host'],
  [
    'another secrets manager',
    { ...prod, apiKey: { ...fixed, endpoint: 'https://evil.example' } },
    '*.example.com',
    'apiKey.endpoint',
  ],
  [
    'a secrets manager on loopback',
    { ...prod, apiKey: { ...fixed, endpoint: 'http://127.0.0.1:1' } },
    '*.example.com',
    'apiKey.endpoint',
  ],
  ['a proxy of the file', { ...prod, proxy: 'http://evil.example:3128' }, '*.example.com', 'proxy'],
])('%s is refused, with what was expected and given', (_title, target, list, name) => {
  const refusal = refusalOf(target, listed(list));
  expect(refusal).toMatchObject({ code: 'untrusted-host', exit: 3 });
  expect(refusal?.message).toMatch(
    new RegExp(`^Target prod, ${name}: expected a trusted host .*; given [^ ]+:\\d+\\.`, 'u'),
  );
});

test('without a list every target is taken as it is, and a sandbox needs none', () => {
  expect(refusalOf({ ...prod, host: 'evil.example' }, {})).toBeNull();
  expect(refusalOf({ ...prod, sandbox: true, host: '127.0.0.1' }, listed('*.example.com'))).toBeNull();
});

test('a file lists hosts too, line by line, with comments', () => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const file = join(folder.directory, 'hosts');
  writeFileSync(file, '# ours\n\n*.example.com  # all regions\nother.example\n');
  expect(refusalOf(prod, { MUSTER_TRUSTED_HOSTS_FILE: file })).toBeNull();
  expect(refusalOf({ ...prod, host: 'evil.example' }, { MUSTER_TRUSTED_HOSTS_FILE: file })?.code).toBe(
    'untrusted-host',
  );
  const both = { MUSTER_TRUSTED_HOSTS_FILE: file, ...listed('eu-central-1.third.example') };
  expect(refusalOf({ ...prod, host: 'third.example' }, both)).toBeNull();
});

test.each<[string, Environment, RegExp]>([
  ['a URL', listed('https://cc.example.com'), /host names such as .* given "https:/u],
  ['a path', listed('cc.example.com/x'), /host names/u],
  ['everything', listed('*'), /host names/u],
  ['a star in the middle', listed('cc.*.com'), /host names/u],
  ['a relative file', { MUSTER_TRUSTED_HOSTS_FILE: 'hosts' }, /an absolute path; given "hosts"/u],
  ['a file that is not there', { MUSTER_TRUSTED_HOSTS_FILE: '/no/such/file' }, /can be read/u],
  ['what is no regular file, which may never end', { MUSTER_TRUSTED_HOSTS_FILE: '/dev/null' }, /can be read/u],
  ['an empty name of a file', { MUSTER_TRUSTED_HOSTS_FILE: '' }, /an absolute path/u],
])('a list that holds or is %s stops the run', (_title, environment, words) => {
  const refusal = refusalOf(prod, environment);
  expect(refusal).toMatchObject({ code: 'bad-trusted-hosts', exit: 2 });
  expect(refusal?.message).toMatch(words);
});

test('every way to the service, the secrets manager or a proxy is closed', async () => {
  const { target: open, control } = await withSandbox();
  const proxy = await startProxy();
  const target = { ...open, sandbox: false };
  const endpoint = target.apiKey.endpoint ?? '';
  const clock = Date.now;
  const ways = async (to: Target): Promise<unknown[]> => {
    const tried: (() => unknown)[] = [
      () => openService({ target: to, clock }),
      () => openProbing({ target: to, clock }),
      () => openExchange(to, 1000, clock),
      () => readCurrentKey(to, clock),
    ];
    return Promise.all(tried.map(async (each) => each()).map((each) => each.catch((error: unknown) => error)));
  };
  const untrusted = Array.from({ length: 4 }, () => expect.objectContaining({ code: 'untrusted-host' }) as unknown);
  vi.stubEnv('MUSTER_TRUSTED_HOSTS', 'cc.example.com');
  expect(await ways(target)).toEqual(untrusted);
  expect((await checkConnection({ target, clock, campaign: null }))[0]).toMatchObject({ code: 'untrusted-host' });
  vi.stubEnv('MUSTER_TRUSTED_HOSTS', `127.0.0.1:${target.port}`);
  expect(await ways({ ...target, proxy: proxy.url })).toEqual(untrusted);
  const elsewhere = { ...target.apiKey, endpoint: endpoint.replace('127.0.0.1', 'localhost') };
  expect(await ways({ ...target, apiKey: elsewhere })).toEqual(untrusted);
  expect((await control.counters()).requests).toEqual({});
  expect(proxy.asked).toEqual([]);
  expect(await readCurrentKey(target, clock)).toMatchObject({ createdAt: expect.any(Number) as unknown });
});

test.each([
  ['a', 'a'],
  ['# all of it\n# and more\n*.example.com # below', '*.example.com'],
  ['', 'nobody: the list is empty'],
  [' ,\n, ', 'nobody: the list is empty'],
  ['b.example,\n  c.example', 'b.example, c.example'],
])('the list %j is repeated to whoever is refused as: %s', (list, trusted) => {
  const refusal = refusalOf({ ...prod, host: 'evil.example', region: 'us-east-1' }, listed(list));
  expect(refusal?.message).toContain(
    `Target prod, host: expected a trusted host (${trusted}); given evil.example:9443. Nothing was sent.`,
  );
});

test('the default port of plain http is eighty', () => {
  const local = { ...prod, apiKey: { ...fixed, endpoint: 'http://127.0.0.1' } };
  expect(refusalOf(local, listed('*.example.com, 127.0.0.1:80'))).toBeNull();
  expect(refusalOf(local, listed('*.example.com, 127.0.0.1:443'))?.message).toContain('given 127.0.0.1:80');
});

test('an entry that is none is named, cut to eighty characters, with where it stands', () => {
  const long = `${'x'.repeat(90)}_`;
  const { message = '', code } = refusalOf(prod, listed(`a.example ${long}`)) ?? {};
  expect(code).toBe('bad-trusted-hosts');
  expect(message).toContain(`MUSTER_TRUSTED_HOSTS: expected host names such as`);
  expect(message).toContain(`given ${JSON.stringify('x'.repeat(80))}`);
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const file = join(folder.directory, 'hosts');
  writeFileSync(file, 'a_b');
  const inFile = refusalOf(prod, { MUSTER_TRUSTED_HOSTS_FILE: file });
  expect(inFile?.message).toContain('the file of MUSTER_TRUSTED_HOSTS_FILE: expected host names such as');
});
