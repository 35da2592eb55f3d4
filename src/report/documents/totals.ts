// A plan in numbers: what is to be done, what that costs, and the one line of a plan that does nothing.

import { routeOf } from '../words/head-text.ts';
import { count, counts, duration } from '../words/words.ts';
import type { PlanDocument } from './plan.ts';
import { changeCount, type ReportedPlan, type PlanSummary } from './facts.ts';

/** Everything the plan looked at. */
function objectCount(summary: PlanSummary): number {
  const { unchanged, consumed } = summary.changes;
  return changeCount(summary) + unchanged + consumed + summary.decisions + summary.unreadable;
}

export function nothingToDo(document: ReportedPlan): string {
  const total = objectCount(document.summary);
  if (total === 0 && document.only !== null) return `Nothing to do: no object fits --only ${document.only}.`;
  if (total === 0 && document.since?.because === null)
    return `Nothing to do: no declaration differs from ${document.since.ref}.`;
  if (total === 0 && document.command === 'destroy') {
    return `Nothing to destroy: nothing is recorded in ${routeOf(document)}.`;
  }
  const what =
    total === 0
      ? 'nothing is declared and nothing is recorded'
      : `${count(total, 'object')} ${total === 1 ? 'is' : 'are'} as declared`;
  const { consumed } = document.summary.changes;
  const worked = consumed > 0 ? `; ${count(consumed, 'customer')} finished` : '';
  const cost = `${count(document.requests.observed, 'request')}, ${duration(document.durationMs)}`;
  return `Nothing to do: ${what} in ${routeOf(document)}${worked} (${cost}).`;
}

/** Exact apart from retries; the engine of Pulumi reads each object once more by itself. */
export function costLine({ requests, command, changes }: PlanDocument): string {
  if (changes.length === 0) return '';
  const { apply, reads, writes } = requests;
  if (apply === 0) return 'apply sends no request.';
  const isMost = changes.some(({ behaviorIfInBackend }) => behaviorIfInBackend === 'FAIL-then-ALLOW');
  const most = isMost ? 'up to ' : '';
  const about = command === 'pulumi' ? 'about ' : most;
  const parts = counts([
    [reads, 'read'],
    [writes, 'write'],
  ]);
  return `apply sends ${about}${count(apply, 'request')} (${parts}).`;
}
