// What a person sees when the environment is not as muster.yaml says: one headline that tells what to check, exit 3, no
// writing request, and the ledger as it was.

import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { openLedger } from '../../src/core/state/ledger.ts';
import { viewpointOfProcess } from '../../src/core/state/process-identity.ts';
import { ANY_CREDENTIALS, namedProject } from '../support/named-project.ts';
import { withSandbox } from '../support/sandbox.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { muster, musterProcess } from './muster.ts';

const ROSTER = {
  users: [{ loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' }],
};

const project = (sandbox: TestSandbox, wrong: Record<string, unknown>): string => namedProject(sandbox, ROSTER, wrong);
const EMPTY_ROOT = { caFile: undefined };

test.each([
  ['a port where nobody listens', { port: 1 }, /unreachable/],
  ['a certificate from an unknown root', EMPTY_ROOT, /bad-certificate|secret-unavailable/],
  ['a wrong prefix', { adminPrefix: 'nowhere' }, /key-refused|wrong-url/],
  [
    'a secret that does not exist',
    { apiKey: { secretName: 'no/such', secretsRegion: 'us-east-1' } },
    /secret-unavailable/,
  ],
  ['another company', { companyCode: 'other' }, /key-refused|invalid-tenant|unauthorized/],
])('%s ends with 3, one headline and no write', async (_title, wrong, code) => {
  const sandbox = await withSandbox();
  const endpoint = sandbox.target.apiKey.endpoint ?? '';
  const apiKey = 'apiKey' in wrong ? { apiKey: { ...wrong.apiKey, endpoint } } : {};
  const folder = project(sandbox, { ...wrong, ...apiKey });
  const result = await muster(['apply', '--auto-approve'], { folder, environment: ANY_CREDENTIALS });
  expect(result).toMatchObject({ exit: 3, out: '' });
  expect(result.err).toMatch(code);
  expect(result.err).not.toMatch(/ at .*\.ts:\d+/);
  expect(result.err.split('\n').filter((line) => line.startsWith('muster:'))).toHaveLength(1);
  expect((await sandbox.control.counters()).writes).toBe(0);
});

test('a machine without AWS credentials is told how to get some', async () => {
  const sandbox = await withSandbox();
  const folder = project(sandbox, {});
  // A process: the client of AWS reads the variables and the home of its own.
  const environment = { HOME: folder, USERPROFILE: folder, AWS_EC2_METADATA_DISABLED: 'true' };
  const { exit, err } = await musterProcess(['plan'], { folder, environment });
  expect(exit).toBe(3);
  expect(err.replaceAll(/\s+/gu, ' ')).toContain(
    'this machine has no AWS credentials; run `aws sso login`, name a profile in AWS_PROFILE',
  );
});

test('a key that stays refused is told with both readings of 401', async () => {
  const sandbox = await withSandbox();
  await sandbox.control.arm({ operation: 'query-existence', kind: 'unauthorized', count: 'always' });
  const result = await muster(['plan'], { folder: project(sandbox, {}), environment: ANY_CREDENTIALS });
  expect(result.exit).toBe(3);
  expect(result.err).toMatch(/URL/);
  expect(result.err).toMatch(/API key/);
});

test('a target spelled out in full works over its own certificate authority', async () => {
  const sandbox = await withSandbox();
  const setting = { folder: project(sandbox, {}), environment: ANY_CREDENTIALS };
  expect(await muster(['apply', '--auto-approve'], setting)).toMatchObject({ exit: 0 });
  expect(await muster(['plan', '--detailed-exitcode'], setting)).toMatchObject({ exit: 0 });
});

test('apply on a locked target ends with 15 and names the holder; plan still reads it', async () => {
  const sandbox = await withSandbox();
  const folder = project(sandbox, {});
  const ledger = await openLedger({ path: join(folder, '.muster', 'ledger', 'prod.sqlite'), clock: Date.now });
  const holder = `somebody@${hostname()}`;
  const lock = await ledger.lock({ ...viewpointOfProcess(), timeoutMs: 0, holder });
  const setting = { folder, environment: ANY_CREDENTIALS };
  const refused = await muster(['apply', '--auto-approve', '--lock-timeout', '1'], setting);
  expect(refused).toMatchObject({ exit: 15, out: '' });
  expect(refused.err).toContain('somebody');
  expect(refused.err).toContain(String(process.pid));
  expect(await muster(['plan'], setting)).toMatchObject({ exit: 0 });
  await lock.release();
  await ledger.close();
  expect(await muster(['apply', '--auto-approve'], setting)).toMatchObject({ exit: 0 });
});
