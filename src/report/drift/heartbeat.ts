// `drift --max-age`: the last complete run is young enough. Its document and its page, one sentence.

import type { Plan } from '../../reconcile/plan-value.ts';
import { routeOf } from '../head-text.ts';
import { iso, reportHead, type ReportContext, type ReportHead } from '../head.ts';
import { VERDICT, type ReportPage } from '../page.ts';
import { duration, moment } from '../words.ts';

export interface HeartbeatDocument extends ReportHead {
  readonly kind: 'heartbeat';
  /** When the last complete run ended, and how old it may be. */
  readonly heartbeat: { readonly at: string; readonly maxAgeMs: number };
}

export interface HeartbeatInput {
  readonly project: string;
  readonly target: Plan['target'];
  /** Epoch milliseconds. */
  readonly completeAt: number;
  readonly maxAgeMs: number;
}

export function heartbeatDocument(input: HeartbeatInput, context: ReportContext): HeartbeatDocument {
  const { completeAt, maxAgeMs } = input;
  return { ...reportHead(context, input), kind: 'heartbeat', heartbeat: { at: iso(completeAt), maxAgeMs } };
}

export function heartbeatPage(document: HeartbeatDocument): ReportPage {
  const { at, maxAgeMs } = document.heartbeat;
  const age = duration(Date.parse(document.at) - Date.parse(at));
  const verdict = `The last complete drift run of ${routeOf(document)} ended ${age} ago, at ${moment(at)}; the limit is ${duration(maxAgeMs)}.`;
  return { verdict, tone: 'quiet', aside: null, sections: [VERDICT], commands: [] };
}
