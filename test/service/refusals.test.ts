// What the client asks of its surroundings before it opens a connection.

import { expect, onTestFinished, test, vi } from 'vitest';
import type { ServiceClient } from '../../src/core/service/service.ts';
import { openService } from '../../src/core/service/client.ts';
import { TARGET } from './wire-samples.ts';

const open = (endpoint?: string): ServiceClient =>
  openService({ target: { ...TARGET, apiKey: { ...TARGET.apiKey, ...(endpoint && { endpoint }) } }, clock: Date.now });

test('it does not start where certificates would not be checked', () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(open).toThrow(expect.objectContaining({ code: 'insecure-tls', exit: 2 }));
});

test.each(['https://secrets.example.com', 'http://127.0.0.1:4566', 'http://localhost:1', 'http://[::1]:1'])(
  'it starts with the secrets manager at %s',
  async (endpoint) => {
    await open(endpoint).close();
  },
);
