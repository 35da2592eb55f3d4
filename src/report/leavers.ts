// How many people declared absent were verified to be so: one line of a plan, an apply and a drift report.

import type { LeaverCount } from '../reconcile/plan/leavers.ts';
import { paragraph, type Layout } from './layout.ts';
import { count, tally } from './words.ts';

/**
 * `3 leavers verified absent on both sides`, or `3 leavers: 2 verified absent on both sides, 1 present`. Empty without a
 * leaver list.
 */
export function leaverLine(leavers: LeaverCount | null, layout: Layout): string[] {
  if (leavers === null || leavers.declared === 0) return [];
  const { declared, verified, notObservable, unproven, open, unreadable } = leavers;
  const all = count(declared, 'leaver');
  if (verified === declared) return paragraph(`${all} verified absent on both sides`, layout);
  const parts = tally([
    [verified, 'verified absent on both sides'],
    [notObservable, 'absent in the service and not observable in the backing instance'],
    [unproven, 'not proven absent (no known user answered in this run)'],
    [open - unreadable, 'present'],
    [unreadable, 'not readable'],
  ]);
  return paragraph(`${all}: ${parts}`, layout);
}
