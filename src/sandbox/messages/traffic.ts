// The requests received: counts by operation, and the latest ones with their outcome. Contains ids, never values or
// keys.

import { createHash } from 'node:crypto';

import { isBody } from './request.ts';
import type { Body } from './request.ts';
import type { Route } from './request.ts';

export interface Counters {
  /** Requests received, by operation name, whatever their outcome. */
  readonly requests: Readonly<Record<string, number>>;
  /** searchPreviewCampaign and query-existence. */
  readonly reads: number;
  /** The other six operations. */
  readonly writes: number;
  /** Requests that the documents do not allow under any reading: unknown URL, not POST, not JSON. */
  readonly unexpected: number;
}

export interface LogEntry {
  /** Sandbox time, epoch milliseconds. */
  readonly at: number;
  readonly operation: string;
  /** `<campaignName>/<clientId or record id>`, loginUserId, or empty text. */
  readonly key: string;
  /** Digest of the body: equal when the same request was sent again. */
  readonly content: string;
  /** The result, or the fault that replaced it (`commit-then-reset`, `refuse-before`, …). */
  readonly outcome: string;
  /** Whether the operation was carried out with success: after a write with `true` the data are changed. */
  readonly committed: boolean;
  /**
   * Whether the service's own answer was sent; false for a cut connection, no answer, or another answer in its place.
   */
  readonly answered: boolean;
  /** Milliseconds since the secrets manager last handed out the key of this request; null when it never did. */
  readonly keyAgeMs: number | null;
}

export interface TrafficLog {
  count(route: Route | null): void;
  write(entry: LogEntry): void;
  counters(): Counters;
  resetCounters(): void;
  log(): readonly LogEntry[];
}

const LOG_LENGTH = 10_000;

export function createTraffic(): TrafficLog {
  let requests: Record<string, number> = {};
  let totals = { reads: 0, writes: 0, unexpected: 0 };
  let entries: LogEntry[] = [];
  return {
    count(route) {
      if (route === null) {
        totals.unexpected += 1;
        return;
      }
      requests[route.operation] = (requests[route.operation] ?? 0) + 1;
      if (route.kind === 'read') totals.reads += 1;
      if (route.kind === 'write') totals.writes += 1;
    },
    write(entry) {
      entries.push(entry);
      if (entries.length >= 2 * LOG_LENGTH) entries = entries.slice(-LOG_LENGTH);
    },
    counters: () => ({ requests: { ...requests }, ...totals }),
    resetCounters() {
      requests = {};
      totals = { reads: 0, writes: 0, unexpected: 0 };
      entries = [];
    },
    log: () => entries.slice(-LOG_LENGTH),
  };
}

/** Twelve hexadecimal digits: enough to tell requests apart. */
export function contentOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

export function keyOf(body: Body): string {
  const textOf = (field: string): string => (typeof body[field] === 'string' ? body[field] : '');
  if (isBody(body['tenant'])) return textOf('loginUserId');
  const campaignName = textOf('campaignName');
  return campaignName === '' ? '' : `${campaignName}/${textOf('previewRecordId') || textOf('clientId')}`;
}
