// The sandbox's one server: who may reach it, what its control asks for, and what it does with a connection it cannot serve.

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { request } from 'node:https';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { remoteControl } from '../../src/sandbox/daemon/control-client.ts';
import type { SandboxControl } from '../../src/sandbox/operations/control.ts';
import { startSandbox } from '../../src/sandbox/daemon/server.ts';
import { temporaryFolder, withSandbox } from '../support/sandbox.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { openBench } from './bench.ts';
import type { OpenBench, Reply } from './bench.ts';

function benchOf(sandbox: TestSandbox): OpenBench {
  const bench = openBench(sandbox, 'N');
  onTestFinished(() => bench.close());
  return bench;
}

function tokenOf({ directory }: TestSandbox): string {
  const { token } = JSON.parse(readFileSync(join(directory, 'sandbox.json'), 'utf8')) as { readonly token: string };
  return token;
}

function folder(): string {
  const { directory, remove } = temporaryFolder();
  onTestFinished(remove);
  return directory;
}

const FAILED = { code: 'sandbox-failed' };

test('one process holds a folder: a second server is refused, and says why', async () => {
  const { directory } = await withSandbox();
  const words = `The sandbox data in ${directory} cannot be opened: is another sandbox running there?`;
  await expect(startSandbox({ directory })).rejects.toMatchObject({
    ...FAILED,
    message: expect.stringContaining(words) as unknown,
  });
});

test('a port that is taken is refused by name, and the folder is free again', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const directory = folder();
  const words = `The sandbox cannot listen on port ${port}.`;
  await expect(startSandbox({ directory, port })).rejects.toMatchObject({
    ...FAILED,
    message: expect.stringContaining(words) as unknown,
  });
  const sandbox = await startSandbox({ directory });
  await sandbox.stop();
});

test.each(['0.0.0.0', '::', '192.168.0.1', 'example.com', ''])(
  'it never listens on %j, and makes no folder for it',
  async (host) => {
    const directory = join(folder(), 'new');
    const words = `The sandbox runs on loopback only, not on ${host}.`;
    await expect(startSandbox({ directory, host })).rejects.toMatchObject({
      ...FAILED,
      message: expect.stringContaining(words) as unknown,
    });
    expect(existsSync(directory)).toBe(false);
  },
);

test.each(['127.0.0.1', 'localhost'])('it listens on %s', async (host) => {
  const sandbox = await startSandbox({ directory: join(folder(), 'deep', 'new'), host });
  expect(sandbox.port).toBeGreaterThan(0);
  await sandbox.stop();
});

test('key, control token and data are readable by their owner only', async () => {
  const directory = join(folder(), 'own');
  const sandbox = await startSandbox({ directory });
  onTestFinished(() => sandbox.stop());
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  for (const file of ['server-key.pem', 'ca.pem', 'sandbox.json', 'sandbox.sqlite', 'sandbox.sqlite-wal'])
    expect(statSync(join(directory, file)).mode & 0o077).toBe(0);
});

test('whoever stops it says so in the file of the run, unless another one serves the folder by then', async () => {
  const directory = folder();
  const sandbox = await startSandbox({ directory });
  const file = join(directory, 'sandbox.json');
  const run = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>;
  expect(run).toEqual({
    pid: process.pid,
    port: sandbox.port,
    token: expect.stringMatching(/^[\w-]{32}$/u) as unknown,
  });
  await sandbox.stop();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...run, pid: 0 });
  const second = await startSandbox({ directory });
  const other = { pid: 4711, port: 1, token: 'of another' };
  writeFileSync(file, JSON.stringify(other));
  await second.stop();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(other);
});

test.each([
  ['127.0.0.1', 404],
  ['127.0.0.1:9443', 404],
  ['[::1]:1', 404],
  ['localhost', 404],
  ['us-east-1.localhost:9443', 404],
  ['rebound.example.com', 421],
  ['localhost.example.com', 421],
  ['127.0.0.1.example.com:9443', 421],
  ['evil-localhost', 421],
  ['x127.0.0.1', 421],
  ['localhost:', 421],
  ['localhost:9443x', 421],
])('the Host header %s is answered with HTTP %i', async (host, http) => {
  const sandbox = await withSandbox();
  const headers = { 'x-sandbox-token': tokenOf(sandbox), host };
  const reply = await benchOf(sandbox).send({ path: '/_sandbox/nothing', text: '{}', headers });
  expect([reply.http, JSON.parse(reply.text)]).toEqual([
    http,
    { error: http === 421 ? 'not a loopback name' : 'no such command' },
  ]);
});

interface Commanded {
  readonly name?: string;
  readonly token?: string | undefined;
  readonly text?: string;
}

async function command(sandbox: TestSandbox, { name = 'users', token, text = '{}' }: Commanded): Promise<Reply> {
  const headers = { 'x-sandbox-token': token };
  return benchOf(sandbox).send({ path: `/_sandbox/${name}`, text, headers });
}

test('the control takes its own token and no other', async () => {
  const sandbox = await withSandbox();
  const token = tokenOf(sandbox);
  const other = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  for (const wrong of [undefined, '', 'guess', other, `${token}A`, token.slice(1)]) {
    const reply = await command(sandbox, { token: wrong });
    expect([wrong, reply.http, JSON.parse(reply.text)]).toEqual([wrong, 403, { error: 'wrong token' }]);
  }
  const reply = await command(sandbox, { token });
  expect([reply.http, JSON.parse(reply.text)]).toEqual([200, { value: [] }]);
  expect(reply.headers['content-type']).toBe('application/json');
});

test.each(['', 'user', 'usersx', 'constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'the control has no command %j',
  async (name) => {
    const sandbox = await withSandbox();
    const reply = await command(sandbox, { name, token: tokenOf(sandbox) });
    expect([reply.http, JSON.parse(reply.text)]).toEqual([404, { error: 'no such command' }]);
  },
);

test('a command that cannot be read or carried out says why', async () => {
  const sandbox = await withSandbox();
  const token = tokenOf(sandbox);
  const broken = await command(sandbox, { token, text: '{' });
  expect([broken.http, (JSON.parse(broken.text) as { readonly error: string }).error]).toEqual([
    400,
    expect.stringContaining('JSON') as unknown,
  ]);
  const text = JSON.stringify({ argument: { campaignName: 'A', clientId: 'B' } });
  const absent = await command(sandbox, { name: 'removeRecord', token, text });
  expect([absent.http, JSON.parse(absent.text)]).toEqual([400, { error: 'there is no record A/B' }]);
});

function remoteOf(sandbox: TestSandbox): SandboxControl {
  return remoteControl({ port: sandbox.port, ca: sandbox.ca, token: tokenOf(sandbox) });
}

test('the control over HTTPS has the commands of the one in the process, and does the same', async () => {
  const sandbox = await withSandbox();
  const [local, remote] = [sandbox.control, remoteOf(sandbox)];
  expect(Object.keys(remote).toSorted()).toEqual(Object.keys(local).toSorted());
  const key = { campaignName: 'A', clientId: 'C-1' };
  expect(await remote.loadIntake({ campaignName: 'A', idColumn: 'Id', rows: [{ Id: 'C-1', Name: 'Ana' }] })).toEqual({
    added: 1,
    twins: 0,
    updated: 0,
    skipped: 0,
  });
  await remote.changeRecord({ ...key, skillQueue: 'Gold', preferredAgent: 'ana@example.com' });
  expect(await remote.records()).toEqual([expect.objectContaining({ clientId: 'C-1', skillQueue: 'Gold' })]);
  expect(await remote.agentView(key)).toEqual(await local.agentView(key));
  expect(await remote.lapsePins()).toBe(1);
  await remote.work({ ...key, agent: 'ana@example.com', state: 'WORKED' });
  expect(await remote.records('A')).toEqual([expect.objectContaining({ workedState: 'WORKED', workAttempts: 1 })]);
  expect(await remote.records('B')).toEqual([]);
  await remote.moveRecord({ ...key, toCampaign: 'B' });
  expect(await remote.records('B')).toHaveLength(1);
  await remote.removeRecord({ ...key, campaignName: 'B' });
  expect(await local.records()).toEqual([]);
  await remote.addUser({ loginUserId: 'ana@example.com' });
  expect(await remote.users()).toEqual(await local.users());
  await remote.removeUser('ana@example.com');
  expect(await remote.exists('ana@example.com')).toMatchObject({ inService: false, inBackend: true });
  await remote.removeBackendUser('ana@example.com');
  expect(await local.exists('ana@example.com')).toMatchObject({ inService: false, inBackend: false });
});

test('the control over HTTPS sets switches, faults, key, clock, delay and counters', async () => {
  const sandbox = await withSandbox();
  const [remote, bench] = [remoteOf(sandbox), benchOf(sandbox)];
  const { now, pid } = await remote.ping();
  expect(pid).toBe(process.pid);
  await remote.advanceClock(3_600_000);
  expect((await remote.ping()).now - now).toBeGreaterThanOrEqual(3_600_000);
  await remote.setSwitches({ S5: 'removed-visible' });
  expect(await remote.switches()).toMatchObject({ S5: 'removed-visible' });
  await remote.arm({ operation: 'query-existence', kind: 'status', status: 503, count: 'always' });
  expect((await bench.exists()).http).toBe(503);
  await remote.clearFaults();
  expect((await bench.exists()).http).toBe(200);
  expect((await remote.log()).map(({ operation }) => operation)).toContain('query-existence');
  expect(await remote.counters()).toEqual(await sandbox.control.counters());
  await remote.resetCounters();
  expect(await remote.log()).toEqual([]);
  const before = await bench.headers();
  await remote.rotateKey();
  expect((await bench.headers())['x-sc-company-api-key']).not.toBe(before['x-sc-company-api-key']);
  // Answered before one that was asked earlier: only that one was delayed.
  const order: string[] = [];
  await remote.setDelay(300);
  const slow = bench.exists('slow@example.com').then(() => order.push('slow'));
  await expect.poll(async () => (await remote.counters()).reads).toBe(1);
  await remote.setDelay(0);
  await bench.exists().then(() => order.push('quick'));
  await slow;
  expect(order).toEqual(['quick', 'slow']);
});

test('a control that gets no answer of a sandbox rejects, and says so', async () => {
  const sandbox = await withSandbox();
  const wrong = remoteControl({ port: sandbox.port, ca: sandbox.ca, token: 'guess' });
  await expect(wrong.users()).rejects.toThrow('wrong token');
  const closed = remoteControl({ port: 1, ca: sandbox.ca, token: 'any' });
  await expect(closed.users()).rejects.toThrow(/ECONNREFUSED/u);
  const stranger = remoteControl({ port: sandbox.port, ca: '', token: tokenOf(sandbox) });
  await expect(stranger.users()).rejects.toThrow(/certificate/u);
});

test('what goes wrong in the sandbox itself is answered with 500 and told on standard error', async () => {
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => told.mockRestore());
  const onRequest = (): void => {
    throw new Error('broken on purpose');
  };
  const reply = await benchOf(await withSandbox({ onRequest })).exists();
  expect([reply.http, JSON.parse(reply.text)]).toEqual([500, { error: 'the sandbox itself failed' }]);
  expect(told.mock.calls.flat().join('')).toMatch(/Error: broken on purpose\n +at /u);
});

test('a body of more than 64 MiB is cut off; one of 64 MiB is read', async () => {
  const sandbox = await withSandbox();
  const send = (bytes: number): Promise<string> =>
    new Promise((resolve) => {
      const { port, ca } = sandbox;
      const sent = request({ host: '127.0.0.1', port, ca, path: '/nothing', method: 'POST', agent: false }, (answer) =>
        resolve(String(answer.resume().statusCode)),
      );
      sent.on('error', () => resolve('cut'));
      sent.end(Buffer.alloc(bytes, 0x20));
    });
  expect(await send(64 * 1024 * 1024)).toBe('401');
  expect(await send(64 * 1024 * 1024 + 1)).toBe('cut');
});

test('a folder that is there already is used as it is', async () => {
  const directory = join(folder(), 'there');
  mkdirSync(directory, { mode: 0o755 });
  const sandbox = await startSandbox({ directory });
  await sandbox.stop();
  expect(existsSync(join(directory, 'sandbox.sqlite'))).toBe(true);
});
