// The page of `drift --max-age`: one sentence.

import { routeOf } from '../words/head-text.ts';
import { VERDICT, type ReportPage } from './page.ts';
import { duration, moment } from '../words/words.ts';
import type { HeartbeatDocument } from '../documents/heartbeat.ts';

export function heartbeatPage(document: HeartbeatDocument): ReportPage {
  const { at, maxAgeMs } = document.heartbeat;
  const age = duration(Date.parse(document.at) - Date.parse(at));
  const verdict = `The last complete drift run of ${routeOf(document)} ended ${age} ago, at ${moment(at)}; the limit is ${duration(maxAgeMs)}.`;
  return { verdict, tone: 'quiet', aside: null, sections: [VERDICT], commands: [] };
}
