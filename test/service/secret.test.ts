// Reading the API key with the real AWS client: which version, which secret, what is a key, and what is said when there is none.

import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Target } from '../../src/core/model/target.ts';
import { createSecretSource, readCurrentKey } from '../../src/core/service/secret.ts';
import { useAnyCredentials, withSandbox } from '../support/sandbox.ts';
import { TARGET } from './wire-samples.ts';

interface Asked {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

interface Secrets {
  readonly target: Target;
  readonly asked: readonly Asked[];
}

/** A secrets manager on loopback, over plain http, that answers each request in the same way. */
async function secretsManager(status: number, body: unknown): Promise<Secrets> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { target: withEndpoint(`http://127.0.0.1:${port}`), asked };
}

function withEndpoint(endpoint: string, change: Partial<Target> = {}): Target {
  return { ...TARGET, ...change, apiKey: { ...TARGET.apiKey, endpoint } };
}

beforeEach(() => {
  useAnyCredentials();
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKID-OF-THE-MACHINE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret-of-the-machine');
  onTestFinished(() => void vi.unstubAllEnvs());
});

const NAMED = 'Secret example/prod/api-key';

test('the current version comes with the time it was made', async () => {
  const { target } = await withSandbox();
  const before = Date.now();
  const { key, createdAt } = await readCurrentKey(target, () => 77);
  expect(key.reveal()).toBe(await createSecretSource(target).fetch());
  expect([key.wall, Math.abs((createdAt ?? 0) - before) < 60_000]).toEqual([77, true]);
});

test('of a secret in JSON the target names the key; without the name it is said, and no text of it', async () => {
  const { target } = await secretsManager(200, { SecretString: '{"apiKey": "the-key", "n": 1}' });
  const named = (jsonKey: string): Target => ({ ...target, apiKey: { ...target.apiKey, jsonKey } });
  expect(await createSecretSource(named('apiKey')).fetch()).toBe('the-key');
  await expect(createSecretSource(target).fetch()).rejects.toThrow(`${NAMED} is JSON: say in apiKey.jsonKey`);
  await expect(createSecretSource(named('n')).fetch()).rejects.toThrow('with a text under n');
  for (const text of ['"the-key"', '["the-key"]']) {
    const bare = await secretsManager(200, { SecretString: text });
    await expect(createSecretSource(bare.target).fetch()).rejects.toThrow(`${NAMED} is JSON without keys: store`);
  }
  const plain = await secretsManager(200, { SecretString: 'the-key' });
  const asked = { ...plain.target, apiKey: { ...plain.target.apiKey, jsonKey: 'k' } };
  await expect(createSecretSource(asked).fetch()).rejects.toThrow('it is no JSON');
});

test('asks for the secret of the target, signed with the credentials of the machine and for its region', async () => {
  const { target, asked } = await secretsManager(200, { SecretString: 'the-key' });
  expect(await createSecretSource(target).fetch()).toBe('the-key');
  expect(await readCurrentKey(target, Date.now)).toMatchObject({ createdAt: null });
  expect(asked.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { SecretId: 'example/prod/api-key' },
    { SecretId: 'example/prod/api-key', VersionStage: 'AWSCURRENT' },
  ]);
  const signed = asked[0]?.headers['authorization'];
  expect(signed).toMatch(/^AWS4-HMAC-SHA256 Credential=AKID-OF-THE-MACHINE\/\d{8}\/eu-west-2\/secretsmanager\//u);
});

test('a sandbox is asked without the credentials of the machine', async () => {
  const { target, asked } = await secretsManager(200, { SecretString: 'the-key' });
  await createSecretSource({ ...target, sandbox: true }).fetch();
  expect(asked[0]?.headers['authorization']).toMatch(/^AWS4-HMAC-SHA256 Credential=sandbox\//u);
});

describe('a key', () => {
  test.each(['k', '!', '~', 'two words', 'sandbox-abc_DEF'])('may be %j', async (text) => {
    const { target } = await secretsManager(200, { SecretString: text });
    expect(await createSecretSource(target).fetch()).toBe(text);
  });

  const BROKEN = 'text that is empty or holds line breaks or outer blanks';
  test.each([
    [{ SecretString: '' }, BROKEN],
    [{ SecretString: ' k' }, BROKEN],
    [{ SecretString: 'k ' }, BROKEN],
    [{ SecretString: 'k\n' }, BROKEN],
    [{ SecretString: 'a\nb' }, BROKEN],
    [{ SecretString: 'schlüssel' }, BROKEN],
    [{ SecretBinary: 'aw==' }, 'a binary secret'],
    [{}, 'a binary secret'],
  ])('cannot be %o', async (body, given) => {
    const { target } = await secretsManager(200, body);
    const message = `${NAMED} must be a text that fits one HTTP header; given: ${given}.`;
    const expected = { code: 'secret-unavailable', message: expect.stringContaining(message) as unknown };
    await expect(createSecretSource(target).fetch()).rejects.toMatchObject(expected);
    await expect(readCurrentKey(target, Date.now)).rejects.toMatchObject(expected);
  });
});

describe('a failure is named, and nothing of the answer is repeated', () => {
  test.each([
    [400, { __type: 'AccessDeniedException', message: 'arn:of:somebody' }, 'AccessDeniedException'],
    [400, { __type: 'DecryptionFailure', Message: 'arn:of:somebody' }, 'DecryptionFailure'],
    [400, { __type: 'ResourceNotFoundException', message: 'arn:of:somebody' }, 'ResourceNotFoundException'],
  ])('%i %o: %s', async (status, body, name) => {
    const { target } = await secretsManager(status, body);
    const failure = await createSecretSource(target).fetch().catch(String);
    expect(failure).toContain(`${NAMED} in eu-west-2: ${name}.`);
    expect(failure).not.toContain('arn:of:somebody');
    await expect(readCurrentKey(target, Date.now)).rejects.toMatchObject({ code: 'secret-unavailable' });
  });

  test('of the connection, by its code', async () => {
    const target = withEndpoint('http://127.0.0.1:1');
    await expect(createSecretSource(target).fetch()).rejects.toThrow(`${NAMED} in eu-west-2: ECONNREFUSED.`);
  });

  test('of an answer that cannot be read', async () => {
    const { target } = await secretsManager(200, '<html>sign in to arn:of:somebody</html>');
    const failure = await createSecretSource(target).fetch().catch(String);
    expect(failure).toMatch(/^ToolError: .*Secret example\/prod\/api-key in eu-west-2: [A-Za-z ]+\./u);
    expect(failure).not.toContain('arn:of:somebody');
  });
});

test.each(['http://secrets.example.com', 'ftp://127.0.0.1', 'no url', 'http://127.0.0.1.example.com', ''])(
  'the endpoint %j is refused before anything is sent',
  (endpoint) => {
    const message = `apiKey.endpoint must be an https URL, or plain http on loopback; given: ${endpoint}`;
    const expected = { code: 'secret-unavailable', message: expect.stringContaining(message) as unknown };
    expect(() => createSecretSource(withEndpoint(endpoint))).toThrow(expect.objectContaining(expected));
    return expect(readCurrentKey(withEndpoint(endpoint), Date.now)).rejects.toMatchObject(expected);
  },
);

test('a host that is not trusted is asked for no key', async () => {
  const { target, asked } = await secretsManager(200, { SecretString: 'the-key' });
  vi.stubEnv('MUSTER_TRUSTED_HOSTS', 'cc.example.com');
  await expect(createSecretSource(target).fetch()).rejects.toMatchObject({ code: 'untrusted-host' });
  expect(asked).toEqual([]);
});

test('its certificate is checked against the roots of the machine and of the target, and of no one else', async () => {
  const { target } = await withSandbox({}, 'own');
  await expect(createSecretSource({ ...target, ca: undefined } as unknown as Target).fetch()).rejects.toThrow(
    /UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN/u,
  );
  expect(await createSecretSource(target).fetch()).toMatch(/^sandbox-/u);
});
