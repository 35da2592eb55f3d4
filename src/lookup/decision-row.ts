// The place of an answer in docs/semantics.md, and the answer itself.

import type { DecisionTable } from '../model/decision-tables.ts';
import type { Change } from '../reconcile/change.ts';
import type { Verdict } from '../reconcile/verdict.ts';

export interface DecisionRow {
  readonly table: DecisionTable;
  /** In the words of the page; null where the table is about something else than the three facts. */
  readonly row: string | null;
  readonly column: string | null;
}

/** What a plan does with one object; both null where nothing is left to do. */
export interface PlannedAnswer {
  readonly change: Change | null;
  readonly verdict: Verdict | null;
}
