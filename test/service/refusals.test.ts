// Configurations that the client refuses before it opens a connection.

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Target } from '../../src/core/model/target.ts';
import { openService } from '../../src/core/service/client.ts';
import { parseRetryAfter } from '../../src/core/service/exchange.ts';
import { isCertificateFault, isLoopback } from '../../src/core/service/trust.ts';
import { TARGET } from './wire-samples.ts';

const open =
  (changes: Partial<Target> = {}) =>
  () =>
    openService({ target: { ...TARGET, ...changes }, clock: Date.now });
const endpoint = (url: string): Partial<Target> => ({ apiKey: { ...TARGET.apiKey, endpoint: url } });

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the client refuses to start', () => {
  it('when certificates would not be checked', () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    expect(open()).toThrow(expect.objectContaining({ code: 'insecure-tls', exit: 2 }));
  });

  it.each(['http://secrets.example.com', 'ftp://127.0.0.1', 'no url', 'http://127.0.0.1.example.com'])(
    'when the secrets manager would be asked at %s',
    (url) => {
      expect(open(endpoint(url))).toThrow(expect.objectContaining({ code: 'secret-unavailable' }));
    },
  );

  it('when a sandbox target is not on this machine', () => {
    expect(open({ sandbox: true, host: 'cc.example.com' })).toThrow(
      expect.objectContaining({ code: 'sandbox-failed' }),
    );
  });

  it('when a header value is none', () => {
    expect(open({ companyCode: 'a\r\nX-evil: 1' })).toThrow(expect.objectContaining({ code: 'wrong-type' }));
  });
});

describe('the client starts', () => {
  it.each(['https://secrets.example.com', 'http://127.0.0.1:4566', 'http://localhost:1', 'http://[::1]:1'])(
    'with the secrets manager at %s',
    async (url) => {
      await open(endpoint(url))().close();
    },
  );
});

describe('Retry-After', () => {
  it('is read as seconds or as a date', () => {
    const now = Date.parse('2026-03-01T10:00:00Z');
    expect(parseRetryAfter('7', now)).toBe(7000);
    expect(parseRetryAfter('Sun, 01 Mar 2026 10:00:05 GMT', now)).toBe(5000);
    expect(parseRetryAfter('Sun, 01 Mar 2026 09:00:00 GMT', now)).toBe(0);
    expect(parseRetryAfter('soon', now)).toBeNull();
    expect(parseRetryAfter(undefined, now)).toBeNull();
  });
});

describe('names and codes', () => {
  it('tell loopback from the rest', () => {
    expect(['localhost', 'eu-central-1.localhost', '127.0.0.1', '::1', '[::1]'].every(isLoopback)).toBe(true);
    expect(['localhost.example.com', '128.0.0.1', 'mylocalhost', ''].some(isLoopback)).toBe(false);
  });

  it('tell a certificate at fault from a network at fault', () => {
    const faults = ['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'];
    expect([...faults, 'ERR_TLS_CERT_ALTNAME_INVALID', 'SELF_SIGNED_CERT_IN_CHAIN'].every(isCertificateFault)).toBe(
      true,
    );
    expect(['ECONNREFUSED', 'ENOTFOUND', 'EPROTO', 'UND_ERR_CONNECT_TIMEOUT'].some(isCertificateFault)).toBe(false);
  });
});
