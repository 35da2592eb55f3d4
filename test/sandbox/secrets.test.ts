// The secrets manager and the key ring: who gets the key, which version, and how long a former one is accepted.

import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openKeyRing } from '../../src/sandbox/world/key-ring.ts';
import type { KeyRing } from '../../src/sandbox/world/key-ring.ts';
import { openStore } from '../../src/sandbox/world/store.ts';
import { temporaryFolder, withSandbox } from '../support/sandbox.ts';
import { openBench } from './bench.ts';
import type { Bench, Reply } from './bench.ts';

const SIGNED = { authorization: 'AWS4-HMAC-SHA256 Credential=any', 'x-amz-target': 'secretsmanager.GetSecretValue' };

async function open(): Promise<{ readonly bench: Bench; readonly rotate: () => Promise<void> }> {
  const sandbox = await withSandbox();
  const bench = openBench(sandbox, 'S');
  onTestFinished(() => bench.close());
  return { bench, rotate: () => sandbox.control.rotateKey() };
}

type Headers = Readonly<Record<string, string | undefined>>;

function ask(bench: Bench, body: object, headers: Headers = SIGNED): Promise<Reply> {
  return bench.send({ path: '/secretsmanager/', text: JSON.stringify(body), headers });
}

test('the secret comes with its name, version, stage and time, as AWS says it', async () => {
  const { bench } = await open();
  const before = Date.now();
  const { http, headers, text } = await ask(bench, { SecretId: 'sandbox/api-key' });
  expect([http, headers['content-type']]).toEqual([200, 'application/x-amz-json-1.1']);
  const { CreatedDate, ...body } = JSON.parse(text) as { readonly CreatedDate: number };
  expect(body).toEqual({
    ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:sandbox/api-key',
    Name: 'sandbox/api-key',
    VersionId: expect.stringMatching(/^[0-9a-f-]{36}$/u) as unknown,
    SecretString: expect.stringMatching(/^sandbox-[\w-]{32}$/u) as unknown,
    VersionStages: ['AWSCURRENT'],
  });
  // Seconds, not milliseconds.
  expect(Math.abs(CreatedDate * 1000 - before)).toBeLessThan(60_000);
});

const UNSIGNED = ['MissingAuthenticationTokenException', 'The request is not signed.'] as const;
const UNKNOWN = ['UnknownOperationException', 'Only GetSecretValue is offered.'] as const;

test.each([
  [{ ...SIGNED, authorization: undefined }, ...UNSIGNED],
  [{ ...SIGNED, authorization: 'Bearer AWS4-HMAC-SHA256 x' }, ...UNSIGNED],
  [{ ...SIGNED, 'x-amz-target': undefined }, ...UNKNOWN],
  [{ ...SIGNED, 'x-amz-target': 'secretsmanager.DeleteSecret' }, ...UNKNOWN],
])('with %o it answers %s', async (headers, type, message) => {
  const { bench } = await open();
  const reply = await ask(bench, { SecretId: 'sandbox/api-key' }, headers);
  expect([reply.http, JSON.parse(reply.text)]).toEqual([400, { __type: type, message }]);
  expect(reply.headers['content-type']).toBe('application/x-amz-json-1.1');
});

test.each([
  [{ SecretId: 'another' }, "Secrets Manager can't find the specified secret."],
  [{}, "Secrets Manager can't find the specified secret."],
  [
    { SecretId: 'sandbox/api-key', VersionStage: 'AWSPENDING' },
    "Secrets Manager can't find the specified secret value.",
  ],
  [
    { SecretId: 'sandbox/api-key', VersionStage: 'AWSPREVIOUS' },
    "Secrets Manager can't find the specified secret value.",
  ],
])('%o is not found', async (body, message) => {
  const { bench } = await open();
  const reply = await ask(bench, body);
  expect([reply.http, JSON.parse(reply.text)]).toEqual([400, { __type: 'ResourceNotFoundException', message }]);
});

test('after a rotation the former version is the previous one, and the new one is current', async () => {
  const { bench, rotate } = await open();
  const version = async (VersionStage: string): Promise<Readonly<Record<string, unknown>>> => {
    const { text } = await ask(bench, { SecretId: 'sandbox/api-key', VersionStage });
    const { VersionId, SecretString, VersionStages } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return { VersionId, SecretString, VersionStages };
  };
  const first = await version('AWSCURRENT');
  await rotate();
  expect(await version('AWSPREVIOUS')).toEqual({ ...first, VersionStages: ['AWSPREVIOUS'] });
  const second = await version('AWSCURRENT');
  expect([second['VersionId'] === first['VersionId'], second['SecretString'] === first['SecretString']]).toEqual([
    false,
    false,
  ]);
  await rotate();
  expect(await version('AWSPREVIOUS')).toEqual({ ...second, VersionStages: ['AWSPREVIOUS'] });
});

interface Rings {
  readonly open: () => KeyRing;
  readonly at: (now: number) => void;
}

function rings(formerValidMs: number): Rings {
  const { directory, remove } = temporaryFolder();
  const store = openStore(directory);
  onTestFinished(() => {
    store.close();
    remove();
  });
  let now = 1000;
  return {
    open: () => openKeyRing(store, { now: () => now, newId: randomUUID }, () => formerValidMs),
    at: (time) => void (now = time),
  };
}

test('a former key is accepted for as long as is said, one before it not at all, and none that is not of the ring', () => {
  const { open: opened, at } = rings(100);
  const ring = opened();
  const [first] = [ring.secret().value];
  expect([ring.accepts(first), ring.accepts(''), ring.accepts('undefined'), ring.accepts(`${first}x`)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  at(2000);
  ring.rotate();
  const second = ring.secret().value;
  const accepted = (now: number): readonly boolean[] => {
    at(now);
    return [ring.accepts(first), ring.accepts(second)];
  };
  expect([accepted(2000), accepted(2099), accepted(2100)]).toEqual([
    [true, true],
    [true, true],
    [false, true],
  ]);
  at(2050);
  expect(ring.accepts('another')).toBe(false);
  ring.rotate();
  expect(ring.accepts(first)).toBe(false);
});
