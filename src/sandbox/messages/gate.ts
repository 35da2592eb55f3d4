// Checks of every request before its operation: method, media type, the five headers (both documents,
// "Authentication"; S16 says how a refusal looks) and the rate limit (S18).

import type { IncomingHttpHeaders } from 'node:http';
import { SANDBOX_IDENTITY } from '../world/identity.ts';
import type { ServiceName } from './request.ts';
import type { Switches } from '../world/switches.ts';
import type { SandboxAnswer } from './verdict.ts';
import type { World } from '../world/world.ts';

const FIXED_HEADERS = [
  ['x-sc-platform-code', SANDBOX_IDENTITY.platform],
  ['x-sc-company-code', SANDBOX_IDENTITY.companyCode],
  ['x-sc-company-environment', SANDBOX_IDENTITY.environment],
  ['x-sc-secrets-region', SANDBOX_IDENTITY.secretsRegion],
] as const;

/** Null when the request may go on. */
export function refuseForm(method: string, headers: IncomingHttpHeaders): SandboxAnswer | null {
  if (method !== 'POST') return { status: 405, body: { message: 'only POST' }, outcome: 'not POST' };
  const mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType === 'application/json') return null;
  return { status: 415, body: { message: 'only application/json' }, outcome: 'not JSON' };
}

/** Null when all five headers are right. */
export function refuseHeaders(service: ServiceName, headers: IncomingHttpHeaders, world: World): SandboxAnswer | null {
  const wrong = FIXED_HEADERS.some(([name, value]) => headers[name] !== value);
  const key = headers['x-sc-company-api-key'];
  if (!wrong && typeof key === 'string' && world.keys.accepts(key)) return null;
  return unauthorized(service, world.switches().S16);
}

export function unauthorized(service: ServiceName, how: Switches['S16']): SandboxAnswer {
  const outcome = 'UNAUTHORIZED';
  switch (how) {
    case '401':
      return { status: 401, body: { message: 'Unauthorized' }, outcome };
    case '403':
      return { status: 403, body: { message: 'Forbidden' }, outcome };
    case '200 UNAUTHORIZED':
      return { status: 200, body: saidAs(service, 'UNAUTHORIZED'), outcome };
    case '200 FAILED':
      return { status: 200, body: saidAs(service, service === 'preview' ? 'FAILED' : 'FAIL'), outcome };
    default:
      return how satisfies never;
  }
}

function saidAs(service: ServiceName, value: string): unknown {
  if (service === 'preview') return { previewResult: { previewResultStatus: value, error: 'invalid headers' } };
  return { result: value, message: 'invalid headers' };
}

export interface Limiter {
  /** Counts one request: returns the answer that refuses it, or the milliseconds it has to wait. */
  pass(limit: Switches['S18']): SandboxAnswer | number;
}

/** Counts by whole seconds. `clock`: epoch milliseconds. */
export function createLimiter(clock: World['now']): Limiter {
  let second = 0;
  let count = 0;
  return {
    pass(limit) {
      if (limit.kind === 'none') return 0;
      const at = Math.floor(clock() / 1000);
      count = at === second ? count + 1 : 1;
      second = at;
      if (count <= limit.perSecond) return 0;
      if (limit.kind === 'slow') return limit.delayMs;
      const body = { message: 'too many requests' };
      if (limit.kind === '503') return { status: 503, body, outcome: 'rate limited' };
      const headers = { 'retry-after': String(limit.retryAfterSeconds) };
      return { status: 429, body, outcome: 'rate limited', headers };
    },
  };
}
