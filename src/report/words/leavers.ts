// How many people declared absent were verified to be so: one sentence of a plan, an apply and a drift report.

import type { LeaverCount } from '../../reconcile/plan-value.ts';
import { count, SECOND_SYSTEM, tally } from './words.ts';

/**
 * `3 leavers verified absent from both systems`, or `3 leavers: 2 verified absent from both systems, 1 present`. Empty
 * without a leaver list. `leaving`: how many of those present this plan removes.
 */
export function leaverText(leavers: LeaverCount | null, leaving = 0, system = SECOND_SYSTEM): string[] {
  if (leavers === null || leavers.declared === 0) return [];
  const { declared, verified, notObservable, unproven, open, unreadable, backendWords } = leavers;
  const all = count(declared, 'leaver');
  if (verified === declared) return [`${all} verified absent from both systems`];
  const parts = tally([
    [verified, 'verified absent from both systems'],
    [leaving, 'removed by this plan'],
    [notObservable, `absent in the service and not observable in ${system}`],
    [unproven, 'not proven absent (no known user answered in this run)'],
    [backendWords.length, `not proven absent from ${system} (backendStatus: ${wordsOf(backendWords)})`],
    [open - unreadable - leaving, 'present'],
    [unreadable, 'not readable'],
  ]);
  return [`${all}: ${parts}`];
}

const MOST_WORDS = 3;

/** Each word once, three at most. */
function wordsOf(words: readonly string[]): string {
  const different = [...new Set(words)];
  const more = different.length - MOST_WORDS;
  return different.slice(0, MOST_WORDS).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
