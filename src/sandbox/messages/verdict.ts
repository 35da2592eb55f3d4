// The result of an operation, and its form in the preview campaign interface ("Common response envelope", "Errors").

import type { Body } from './request.ts';
import { toWire } from '../world/task.ts';
import type { Switches } from '../world/switches.ts';
import type { Task } from '../world/task.ts';

export interface SandboxAnswer {
  readonly status: number;
  readonly body: unknown;
  /** One word for the log. */
  readonly outcome: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type PreviewStatus =
  'SUCCESS' | 'FAILED' | 'INVALIDCLIENTID' | 'INVALIDRECORDDATAKEY' | 'NORECORDFOUND' | 'UNAUTHORIZED';

export interface PreviewResult {
  readonly status: PreviewStatus;
  /** Null on success. */
  readonly error: string | null;
  /** What a search found. */
  readonly tasks?: readonly Task[];
}

export const SUCCESS: PreviewResult = { status: 'SUCCESS', error: null };
export const NO_RECORD_FOUND: PreviewResult = { status: 'NORECORDFOUND', error: 'no record found' };

export interface PreviewQuestion {
  readonly body: Body;
  readonly isSearch: boolean;
}

export function previewAnswer(verdict: PreviewResult, asked: PreviewQuestion, switches: Switches): SandboxAnswer {
  const placed = verdict.status === 'NORECORDFOUND' ? placeNoRecord(switches.S1, asked.isSearch) : said(verdict);
  const { platform, companyCode, environment, region, campaignName } = asked.body;
  const tasks = asked.isSearch
    ? { previewRecordClientData: (verdict.tasks ?? []).map((task) => toWire(task, switches)) }
    : {};
  return {
    status: placed.http,
    body: {
      platform,
      companyCode,
      environment,
      region,
      campaignName,
      ...placed.extra,
      previewResult: { previewResultStatus: placed.status, error: placed.error },
      ...tasks,
    },
    outcome: verdict.status,
  };
}

interface PlacedResult {
  readonly http: number;
  readonly status: string;
  readonly error: string | null;
  readonly extra: Readonly<Record<string, string>>;
}

function said(verdict: PreviewResult): PlacedResult {
  return { http: 200, status: verdict.status, error: verdict.error, extra: {} };
}

/** S1: the documents name the value NORECORDFOUND but not the field that carries it. */
function placeNoRecord(place: Switches['S1'], isSearch: boolean): PlacedResult {
  switch (place) {
    case 'status':
      return said(NO_RECORD_FOUND);
    case 'error':
      return { http: 200, status: 'FAILED', error: 'NORECORDFOUND', extra: {} };
    case 'top-level':
      return { http: 200, status: 'FAILED', error: 'no record found', extra: { status: 'NORECORDFOUND' } };
    case '404':
      return { http: 404, status: 'NORECORDFOUND', error: 'no record found', extra: {} };
    case 'FAILED+text':
      return { http: 200, status: 'FAILED', error: 'There is no record with the given id.', extra: {} };
    case 'SUCCESS+empty':
      return said(isSearch ? SUCCESS : NO_RECORD_FOUND);
    default:
      return place satisfies never;
  }
}
