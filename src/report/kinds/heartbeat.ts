// `drift --max-age`: the last complete run is young enough.

import type { Plan } from '../../reconcile/plan-value.ts';
import { begin } from '../documents/begin.ts';
import type { HeartbeatDocument } from '../documents/document.ts';
import { iso, type ReportContext, routeOf } from '../words/head.ts';
import { sentence, SUMMARY, type ReportView } from '../view/section.ts';
import { duration, moment } from '../words/words.ts';

interface HeartbeatInput {
  readonly project: string;
  readonly target: Plan['target'];
  /** Epoch milliseconds. */
  readonly completeAt: number;
  readonly maxAgeMs: number;
}

export function heartbeatDocument(input: HeartbeatInput, context: ReportContext): HeartbeatDocument {
  const { completeAt, maxAgeMs } = input;
  return { ...begin(context, input), kind: 'drift', heartbeat: { at: iso(completeAt), maxAgeMs } };
}

export function heartbeatView(document: HeartbeatDocument): ReportView {
  const { at, maxAgeMs } = document.heartbeat;
  const age = duration(Date.parse(document.at) - Date.parse(at));
  const verdict = `The last complete drift run of ${routeOf(document)} ended ${age} ago, at ${moment(at)}; the limit is ${duration(maxAgeMs)}.`;
  return { summary: [sentence('verdict', 'quiet', verdict)], aside: null, sections: [SUMMARY] };
}
