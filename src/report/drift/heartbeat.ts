// `drift --max-age`: the last complete run is young enough. Its document and its text, one sentence.

import type { Plan } from '../../reconcile/change.ts';
import { routeOf } from '../head-text.ts';
import { iso, reportHead, type ReportContext, type ReportHead } from '../head.ts';
import { paragraph, type Layout } from '../layout.ts';
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

export function heartbeatLines(document: HeartbeatDocument, layout: Layout): string[] {
  const { at, maxAgeMs } = document.heartbeat;
  const age = duration(Date.parse(document.at) - Date.parse(at));
  const text = `The last complete drift run of ${routeOf(document)} ended ${age} ago, at ${moment(at)}; the limit is ${duration(maxAgeMs)}.`;
  return paragraph(text, layout);
}
