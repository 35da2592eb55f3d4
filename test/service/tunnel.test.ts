// A way through a proxy: over TLS with the roots of the target alone, only where the proxy agrees, and no longer than is wanted.

import { createServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { buildConnector } from 'undici';
import { loadCertificate } from '../../src/sandbox/wire/certificate.ts';
import { codeOf } from '../../src/core/model/error-code.ts';
import type { Proxy } from '../../src/core/service/proxy.ts';
import { openTunnel, ProxyFailure, tunnelled } from '../../src/core/service/tunnel.ts';
import { startProxy } from '../support/proxy.ts';
import { temporaryFolder } from '../support/sandbox.ts';

function proxyAt(origin: string, authorization: string | null = null): Proxy {
  return { origin, place: new URL(origin).host, authorization };
}

interface TlsProxy {
  readonly proxy: Proxy;
  readonly ca: string;
  readonly asked: string[];
}

/** Is reached over TLS, and answers whatever comes through it with the same word. */
async function tlsProxy(): Promise<TlsProxy> {
  const { directory, remove } = temporaryFolder();
  onTestFinished(remove);
  const { ca, cert, key } = await loadCertificate(directory, Date.now());
  const asked: string[] = [];
  const server = createServer({ cert, key });
  server.on('connect', (request, socket) => {
    asked.push(`${request.url} ${request.headers['proxy-authorization'] ?? 'nobody'}`);
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    socket.on('data', () => socket.write('heard'));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  onTestFinished(() => server.closeAllConnections());
  return { proxy: proxyAt(`https://127.0.0.1:${(server.address() as AddressInfo).port}`), ca, asked };
}

const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'opened',
    (error: unknown) => (error instanceof ProxyFailure ? error.detail : String(error)),
  );

test.each(['127.0.0.1', 'localhost'])(
  'a proxy over TLS at %s is checked for its own name, and carries what is sent',
  async (host) => {
    const { proxy: there, ca, asked } = await tlsProxy();
    const proxy = proxyAt(there.origin.replace('127.0.0.1', host));
    const socket = await openTunnel('cc.example.com:9443', { proxy, ca });
    onTestFinished(() => void socket.destroy());
    const heard = new Promise((resolve) => socket.once('data', (data: Buffer) => resolve(data.toString())));
    socket.write('hello');
    expect(await heard).toBe('heard');
    expect(asked).toEqual(['cc.example.com:9443 nobody']);
  },
);

test('a proxy over TLS that nobody vouches for is told nothing, not even where to', async () => {
  const { proxy, asked } = await tlsProxy();
  const named = { ...proxy, authorization: 'Basic c2VjcmV0' };
  expect(await failure(openTunnel('cc.example.com:9443', { proxy: named }))).toMatch(
    new RegExp(`^${proxy.place} \\((?:UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN)\\)$`, 'u'),
  );
  expect(asked).toEqual([]);
});

test.each([
  [300, 'answered HTTP 300'],
  [407, 'answered HTTP 407'],
  [500, 'answered HTTP 500'],
])('a proxy that answers %i opens no way', async (status, words) => {
  const { url } = await startProxy({ status });
  const proxy = proxyAt(url);
  const refused = openTunnel('cc.example.com:9443', { proxy });
  await expect(refused).rejects.toMatchObject({
    name: 'ProxyFailure',
    detail: `${proxy.place} ${words}`,
    message: `The proxy did not open the way: ${proxy.place} ${words}`,
  });
});

test('user and password go to the proxy where its URL names them, and nothing goes where it does not', async () => {
  const started = await startProxy({ status: 403 });
  await failure(openTunnel('cc.example.com:9443', { proxy: proxyAt(started.url, 'Basic c2VjcmV0') }));
  await failure(openTunnel('cc.example.com:9443', { proxy: proxyAt(started.url) }));
  expect(started.credentials).toEqual(['Basic c2VjcmV0', undefined]);
});

test('whoever is told to stop waits for no proxy that does not answer', async () => {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sockets: { destroy(): void }[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const proxy = proxyAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const ended = new AbortController();
  const opening = failure(openTunnel('cc.example.com:9443', { proxy, signal: ended.signal }));
  await expect.poll(() => sockets.length).toBe(1);
  ended.abort();
  expect(await opening).toMatch(new RegExp(`^${proxy.place} \\(`, 'u'));
});

test('a connector asks for port 443 where none is given, and hands on why there is no way', async () => {
  const started = await startProxy({ status: 403 });
  const connect = tunnelled({ proxy: proxyAt(started.url) }, {});
  const told = (port: string): Promise<unknown> =>
    new Promise((resolve) => {
      const options = { hostname: 'cc.example.com', port, protocol: 'https:' } as buildConnector.Options;
      connect(options, (error, socket) => resolve([error?.name, socket]));
    });
  expect([await told(''), await told('9443')]).toEqual([
    ['ProxyFailure', null],
    ['ProxyFailure', null],
  ]);
  expect(started.asked).toEqual(['cc.example.com:443', 'cc.example.com:9443']);
});

test.each([
  [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [new AggregateError([Object.assign(new Error('x'), { code: 'EHOSTUNREACH' }), new Error('y')]), 'EHOSTUNREACH'],
  [new AggregateError([new AggregateError([Object.assign(new Error('x'), { code: 'EPIPE' })])]), 'EPIPE'],
  [Object.assign(new AggregateError([]), { code: 'EMPTY' }), 'EMPTY'],
  [new AggregateError([]), null],
  [new Error('canary'), null],
  [Object.assign(new Error('x'), { code: 7 }), null],
  [{ code: 'ECONNREFUSED' }, null],
  ['ECONNREFUSED', null],
  [null, null],
])('the code of %o is %s', (error, code) => {
  expect(codeOf(error)).toBe(code);
});
