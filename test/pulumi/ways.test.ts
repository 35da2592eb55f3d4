// How a target is reached, with Pulumi: program and handlers take the same way as the command.

import { afterEach, expect, onTestFinished, test, vi } from 'vitest';

import { openContext } from '../../providers/context.ts';
import { createHandlers } from '../../providers/handlers.ts';
import { startProxy } from '../support/proxy.ts';
import { teamProject } from '../support/named-project.ts';
import { withSandbox } from '../support/sandbox.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { smallEngine } from './small-engine.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };

afterEach(() => void vi.unstubAllEnvs());

function handlersOf(sandbox: TestSandbox, more: object): ReturnType<typeof createHandlers> {
  const provider = openContext(teamProject(sandbox, more));
  onTestFinished(() => provider.close());
  return createHandlers('user', provider);
}

test('the program and its handlers refuse a host that is not trusted, before any request', async () => {
  const small = await smallEngine();
  vi.stubEnv('MUSTER_TRUSTED_HOSTS', 'cc.example.com');
  await expect(small.up({ users: [ANA] })).rejects.toMatchObject({ code: 'untrusted-host' });
  expect((await small.sandbox.control.counters()).requests).toEqual({});
});

test('handlers of classes refuse a host that is not trusted: create, read, update and delete', async () => {
  const sandbox = await withSandbox();
  const handlers = handlersOf(sandbox, {});
  const { inputs } = await handlers.check({}, ANA);
  const made = await handlers.create(inputs);
  await sandbox.control.resetCounters();
  vi.stubEnv('MUSTER_TRUSTED_HOSTS', 'cc.example.com');
  const calls = [
    (users: typeof handlers) => users.create({ ...inputs, loginUserId: 'kim@example.com' }),
    (users: typeof handlers) => users.read(made.id, made.outs),
    (users: typeof handlers) => users.update(made.id, made.outs, { ...inputs, firstName: 'Anna' }),
    (users: typeof handlers) => users.delete(made.id, made.outs),
  ];
  for (const call of calls) {
    await expect(call(handlersOf(sandbox, {}))).rejects.toThrow(/untrusted-host|trusted host/u);
  }
  expect((await sandbox.control.counters()).requests).toEqual({});
});

test('the program and its handlers go through the proxy of the target', async () => {
  const proxy = await startProxy();
  const small = await smallEngine({ proxy: proxy.url });
  const update = await small.up({ users: [ANA] });
  expect(update).toMatchObject({ errors: [], writes: 1 });
  expect(new Set(proxy.asked)).toEqual(new Set([`127.0.0.1:${small.sandbox.target.port}`]));
  const key = await small.sandbox.control.log();
  expect(key.map(({ operation }) => operation)).toContain('add-user');
});

test('handlers of classes go through the proxy of the target, and name one that refuses', async () => {
  const sandbox = await withSandbox();
  const [proxy, refusing] = [await startProxy(), await startProxy({ status: 407 })];
  const handlers = handlersOf(sandbox, { proxy: proxy.url });
  const { inputs } = await handlers.check({}, ANA);
  await handlers.create(inputs);
  expect(proxy.asked.length).toBeGreaterThan(0);
  await sandbox.control.resetCounters();
  await expect(handlersOf(sandbox, { proxy: refusing.url }).create(inputs)).rejects.toThrow(/HTTP 407/u);
  expect((await sandbox.control.counters()).requests).toEqual({});
});
