// The view of `drift --max-age`: one sentence.

import { routeOf } from '../words/head-text.ts';
import { sentence, SUMMARY, type ReportView } from '../view/section.ts';
import { duration, moment } from '../words/words.ts';
import type { HeartbeatDocument } from '../documents/heartbeat.ts';

export function heartbeatView(document: HeartbeatDocument): ReportView {
  const { at, maxAgeMs } = document.heartbeat;
  const age = duration(Date.parse(document.at) - Date.parse(at));
  const verdict = `The last complete drift run of ${routeOf(document)} ended ${age} ago, at ${moment(at)}; the limit is ${duration(maxAgeMs)}.`;
  return { summary: [sentence('verdict', 'quiet', verdict)], aside: null, sections: [SUMMARY] };
}
