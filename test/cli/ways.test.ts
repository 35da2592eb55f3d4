// The two rules about how a target is reached, through every command that reaches it: trusted hosts, and proxies.

import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

import { ANY_CREDENTIALS, namedProject } from '../support/named-project.ts';
import { startProxy } from '../support/proxy.ts';
import { withSandbox } from '../support/sandbox.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { muster, musterProcess } from './muster.ts';
import type { Ended } from './muster.ts';

const ROSTER = {
  users: [{ loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' }],
};
const project = (sandbox: TestSandbox, more: Record<string, unknown> = {}): string =>
  namedProject(sandbox, ROSTER, more);

/** The client of the service asks the process for its proxy and for whom to trust, wherever it is used. */
async function musterWith(
  variables: Readonly<Record<string, string>>,
  words: readonly string[],
  folder: string,
): Promise<Ended> {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return muster(words, { folder, environment: { ...ANY_CREDENTIALS, ...variables } }).finally(() => vi.unstubAllEnvs());
}

const COMMANDS = [
  ['plan'],
  ['apply', '--auto-approve'],
  ['drift'],
  ['destroy', '--auto-approve'],
  ['doctor'],
  ['doctor', '--probe'],
  ['adopt', 'users', '--ids', 'ana@example.com', '--into', 'teams/new.yaml'],
  ['adopt', 'campaign', 'Summer', '--into', 'teams/new.yaml'],
  ['adopt', 'drift'],
  ['get', 'user', 'ana@example.com'],
  ['get', 'record', 'Summer', 'C-1'],
  ['search', 'Summer', '--where', 'Name=x'],
];

test.each(COMMANDS.map((words) => [words.join(' '), words] as const))(
  '%s sends nothing to a host that is not trusted, ends with 3 and says how to go on',
  async (_title, words) => {
    const sandbox = await withSandbox();
    const trusted = { MUSTER_TRUSTED_HOSTS: '*.cc.example.com' };
    const { exit, out, err } = await musterWith(trusted, words, project(sandbox));
    expect(exit).toBe(3);
    expect(out + err).toContain('untrusted-host');
    expect(`${out}${err}`.replaceAll(/\s+/gu, ' ')).toContain(
      `expected a trusted host (*.cc.example.com); given 127.0.0.1:${sandbox.target.port}`,
    );
    expect(out + err).toContain('MUSTER_TRUSTED_HOSTS');
    expect((await sandbox.control.counters()).requests).toEqual({});
  },
);

test('a trusted host is worked with as ever', async () => {
  const sandbox = await withSandbox();
  const trusted = { MUSTER_TRUSTED_HOSTS: `127.0.0.1:${sandbox.target.port}` };
  expect(await musterWith(trusted, ['apply', '--auto-approve'], project(sandbox))).toMatchObject({ exit: 0 });
});

test('the whole command goes through the proxy of the target; doctor names it', async () => {
  const sandbox = await withSandbox();
  const proxy = await startProxy();
  const setting = { folder: project(sandbox, { proxy: proxy.url }), environment: ANY_CREDENTIALS };
  expect(await muster(['apply', '--auto-approve'], setting)).toMatchObject({ exit: 0, err: '' });
  expect(proxy.asked.length).toBeGreaterThan(1);
  const doctor = await muster(['doctor'], setting);
  expect(doctor.exit).toBe(0);
  expect(doctor.out).toContain(`through the proxy ${proxy.url.slice('http://'.length)}`);
});

test('a root in NODE_EXTRA_CA_CERTS is trusted for service and secrets manager, directly and through a proxy', async () => {
  const sandbox = await withSandbox();
  const proxy = await startProxy();
  const root = join(project(sandbox), 'ca.pem');
  for (const way of [{}, { proxy: proxy.url }]) {
    const folder = project(sandbox, { caFile: undefined, ...way });
    expect((await muster(['plan'], { folder, environment: ANY_CREDENTIALS })).exit).toBe(3);
    // Node reads the variable when a process starts.
    const environment = { ...ANY_CREDENTIALS, NODE_EXTRA_CA_CERTS: root };
    expect(await musterProcess(['plan'], { folder, environment })).toMatchObject({ exit: 0 });
  }
});

test.each([407, 502])('a proxy that answers %i is told with its place, and no request left', async (status) => {
  const sandbox = await withSandbox();
  const proxy = await startProxy({ status });
  const setting = { folder: project(sandbox, { proxy: 'environment' }), environment: ANY_CREDENTIALS };
  const environment = { ...ANY_CREDENTIALS, HTTPS_PROXY: proxy.url.replace('//', '//somebody:canary-word@') };
  for (const words of [['plan'], ['doctor']]) {
    // 407 as processes: that the variable of a process arrives at the client, once for each way to it.
    const asProcess = (): Promise<Ended> => musterProcess(words, { ...setting, environment });
    const { exit, out, err } = await (status === 407 ? asProcess() : musterWith(environment, words, setting.folder));
    expect(exit).toBe(3);
    expect(out + err).toContain('proxy-failed');
    expect(out + err).toContain(`HTTP ${status}`);
    expect(out + err).not.toMatch(/somebody|canary-word/u);
  }
  expect((await sandbox.control.counters()).requests).toEqual({});
});

test('a proxy of the environment that is not used is told once, on standard error, and nothing fails', async () => {
  const sandbox = await withSandbox();
  const folder = project(sandbox);
  const unused = { HTTPS_PROXY: 'http://somebody:canary-word@127.0.0.1:1' };
  for (const words of [['plan', '--json'], ['apply', '--auto-approve'], ['drift'], ['adopt', 'drift']]) {
    const { exit, out, err } = await musterWith(unused, words, folder);
    expect(exit).toBe(0);
    expect(err.split('proxy-not-used').length).toBe(2);
    expect(err).toContain('HTTPS_PROXY is set');
    expect(out + err).not.toMatch(/canary-word/u);
  }
  const doctor = await musterWith(unused, ['doctor'], folder);
  expect(doctor).toMatchObject({ exit: 0 });
  expect(doctor.out).toContain('HTTPS_PROXY is set');
  const silent = { ...unused, NO_PROXY: '127.0.0.1' };
  expect((await musterWith(silent, ['plan'], folder)).err).toBe('');
  expect((await musterWith(unused, ['validate'], folder)).err).toBe('');
  expect((await musterWith(unused, ['plan'], project(sandbox, { proxy: 'none' }))).err).toBe('');
});

test.each([
  'http://somebody:canary-word@proxy.example.com:3128',
  'proxy.example.com:3128',
  'socks5://proxy.example.com',
  'http://proxy.example.com/path',
])('%s is no proxy that muster.yaml may name, and is not shown', async (proxy) => {
  const sandbox = await withSandbox();
  const { exit, out, err } = await muster(['validate'], {
    folder: project(sandbox, { proxy }),
    environment: ANY_CREDENTIALS,
  });
  expect(exit).toBe(2);
  expect(out + err).toMatch(/muster\.yaml:\d+:\d+/u);
  expect(out + err).toMatch(/targets\.prod\.proxy: expected environment, none or a URL/u);
  expect(out + err).not.toContain('canary-word');
});
