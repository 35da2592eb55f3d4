// How far a connection to a target comes, step by step, and in which words.

import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Target } from '../../src/core/model/target.ts';
import { shakeHands } from '../../src/core/service/handshake.ts';
import { isCertificateFault, isLoopback, refuseUncheckedTls } from '../../src/core/service/trust.ts';
import { startProxy } from '../support/proxy.ts';
import { withSandbox } from '../support/sandbox.ts';
import { TARGET } from './wire-samples.ts';

function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
  const { [key]: _left, ...rest } = value;
  return rest;
}

async function open(): Promise<Target> {
  return (await withSandbox({}, 'own')).target;
}

test('done: address, issuer, end and protocol of the certificate', async () => {
  const target = await open();
  const { certificate, ...rest } = await shakeHands(target);
  expect(rest).toEqual({
    place: `127.0.0.1:${target.port}`,
    reached: 'done',
    problem: null,
    addresses: ['127.0.0.1'],
    proxy: null,
  });
  expect(certificate).toMatchObject({ issuer: 'muster sandbox root', protocol: 'TLSv1.3' });
  const days = ((certificate?.validTo ?? 0) - Date.now()) / (24 * 60 * 60 * 1000);
  expect(Math.round(days)).toBe(365);
});

test('a name is looked up, and checked against the certificate', async () => {
  const target: Target = { ...(await open()), sandbox: false, host: 'localhost', region: 'us-east-1' };
  const { place, reached, addresses } = await shakeHands(target);
  expect([place, reached]).toEqual([`localhost:${target.port}`, 'done']);
  expect(addresses).toContain('127.0.0.1');
});

test('a name that does not exist', async () => {
  const target: Target = { ...TARGET, host: 'nothing.invalid' };
  expect(await shakeHands(target)).toMatchObject({
    place: 'eu-central-1.nothing.invalid:9443',
    reached: 'name',
    problem: expect.stringMatching(/^E[A-Z_]+$/u) as unknown,
    addresses: [],
    certificate: null,
  });
});

test('nobody listens', async () => {
  const target: Target = { ...(await open()), port: 1 };
  expect(await shakeHands(target)).toEqual({
    place: '127.0.0.1:1',
    reached: 'connection',
    problem: 'ECONNREFUSED',
    addresses: ['127.0.0.1'],
    proxy: null,
    certificate: null,
  });
});

test('the default port is said too', async () => {
  const target: Target = { ...(await open()), port: 443 };
  expect(await shakeHands(target)).toMatchObject({ place: '127.0.0.1:443', reached: 'connection' });
});

test('a certificate of a root that is not trusted', async () => {
  const target = without(await open(), 'ca') as Target;
  const { reached, problem, certificate } = await shakeHands(target);
  expect([reached, isCertificateFault(problem ?? ''), certificate]).toEqual(['certificate', true, null]);
});

test('a server that speaks no TLS', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const target: Target = { ...(await open()), port: (server.address() as AddressInfo).port };
  const { reached, problem } = await shakeHands(target);
  expect(reached).toBe('certificate');
  expect(problem).toMatch(/^E[A-Z_]+$/u);
});

test('through a proxy: its place is said, and the name is left to it', async () => {
  const target = await open();
  const proxy = await startProxy();
  expect(await shakeHands({ ...target, proxy: proxy.url })).toMatchObject({
    reached: 'done',
    problem: null,
    addresses: [],
    proxy: proxy.url.slice('http://'.length),
    certificate: { issuer: 'muster sandbox root' },
  });
  expect(proxy.asked).toEqual([`127.0.0.1:${target.port}`]);
});

test('a host that is not trusted is not even looked up', async () => {
  vi.stubEnv('MUSTER_TRUSTED_HOSTS', 'cc.example.com');
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(shakeHands(TARGET)).rejects.toMatchObject({ code: 'untrusted-host' });
});

test.each([
  ['CERT_HAS_EXPIRED', true],
  ['ERR_TLS_CERT_ALTNAME_INVALID', true],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', true],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', true],
  ['UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY', true],
  ['HOSTNAME_MISMATCH', true],
  ['INVALID_CA', true],
  ['INVALID_PURPOSE', true],
  ['CRL_SIGNATURE_FAILURE', true],
  ['ERR_SSL_CA_MD_TOO_WEAK', true],
  ['ECONNREFUSED', false],
  ['ENOTFOUND', false],
  ['X_UNABLE_TO_CONNECT', false],
  ['HOSTNAME_MISMATCHED', false],
  ['X_HOSTNAME_MISMATCH', false],
  ['INVALID_CAR', false],
  ['X_INVALID_CA', false],
  ['X_CRL_Y', false],
])('%s is a fault of the certificate: %s', (code, expected) => {
  expect(isCertificateFault(code)).toBe(expected);
});

test.each([
  ['localhost', true],
  ['us-east-1.localhost', true],
  ['127.0.0.1', true],
  ['127.255.10.200', true],
  ['::1', true],
  ['[::1]', true],
  ['localhost.example.com', false],
  ['xlocalhost', false],
  ['127.0.0.1.example.com', false],
  ['10.127.0.0.1', false],
  ['128.0.0.1', false],
  ['::10', false],
  ['', false],
])('%s is this machine: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

test('an environment without checks of certificates is refused, and only that', () => {
  const message = expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED must not be 0.') as unknown;
  expect(() => refuseUncheckedTls({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toThrow(
    expect.objectContaining({ code: 'insecure-tls', message }),
  );
  for (const value of ['1', '', undefined]) refuseUncheckedTls({ NODE_TLS_REJECT_UNAUTHORIZED: value });
});
