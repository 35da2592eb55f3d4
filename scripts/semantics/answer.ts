// The differ's answer as text of a table cell; rows with equal cells become one.

import { table } from '../../tools/markdown.ts';
import type { Change } from '../../src/core/reconcile/change.ts';
import { diff } from '../../src/core/reconcile/diff/diff.ts';
import type { DiffInput } from '../../src/core/reconcile/diff/input.ts';
import type { Verdict } from '../../src/core/reconcile/verdict.ts';
import { whyChange } from '../../src/core/report/words/why-change.ts';
import { whyVerdict } from '../../src/core/report/words/why-verdict.ts';

/** What a plan does with one object; both null where nothing is left to do. */
export interface PlannedAnswer {
  readonly change: Change | null;
  readonly verdict: Verdict | null;
}

export function planned(facts: DiffInput): PlannedAnswer {
  const { changes, verdicts } = diff(facts);
  return { change: changes[0] ?? null, verdict: verdicts[0] ?? null };
}

/** `create`, `no change`, `decision: conflict`, … Changes without a request say so. */
export function answer({ change, verdict }: PlannedAnswer): string {
  const parts = [...(change === null ? [] : [changeWords(change)]), ...(verdict === null ? [] : verdictWords(verdict))];
  return parts.length === 0 ? 'no change' : parts.join('; ');
}

function changeWords(change: Change): string {
  if (change.action === 'forget') return 'release (no request)';
  if (change.kind === 'user') return userWords(change);
  const note = change.writes.length === 0 ? ' (no request)' : '';
  return `${change.action}${note}`;
}

const BEHAVIORS = { FAIL: '`FAIL`', ALLOW: '`ALLOW`', 'FAIL-then-ALLOW': '`FAIL`, if refused then `ALLOW`' };

function userWords(change: Extract<Change, { kind: 'user' }>): string {
  if (change.action === 'delete') return change.deleteInBackend ? 'delete on both sides' : 'delete in the service';
  const both = change.desired?.ensure === 'present' && change.desired.createInBackend;
  const how = both && change.writes.includes('add-user') ? `, ${BEHAVIORS[change.behaviorIfInBackend]}` : '';
  return `${change.action}${how}${change.writes.length === 0 ? ' (no request)' : ''}`;
}

function verdictWords(verdict: Verdict): string[] {
  if (verdict.class === 'assumed') return [];
  if (verdict.class === 'unreadable') return ['nothing concluded'];
  if (verdict.class === 'decision') return [`decision: [${verdict.code}](errors.md#${verdict.code})`];
  return [OF_PEOPLE[verdict.class] ?? verdict.class];
}

/** Where the word of a report for programs is not that of a reader. */
const OF_PEOPLE: Partial<Readonly<Record<Verdict['class'], string>>> = {
  platform: 'left to the platform',
  consumed: 'finished',
};

/** The reason or finding as a plan says it. */
export function words({ change, verdict }: PlannedAnswer): string {
  if (change !== null) return whyChange(change);
  return verdict === null ? 'nothing' : whyVerdict(verdict);
}

interface Grid<T> {
  /** Heads of the columns that say which row it is. */
  readonly labels: readonly string[];
  readonly rows: readonly (readonly [labels: readonly string[], value: T])[];
  /** Head -> the cell of a row. */
  readonly columns: Readonly<Record<string, (value: T) => string>>;
  /**
   * Rows with the same cells, whose labels differ in this column only, become one. `all`: how many values the column has.
   */
  readonly merge?: readonly { readonly column: number; readonly all: number }[];
}

export function grid<T>({ labels: head, rows, columns, merge = [] }: Grid<T>): string {
  const made = rows.map(([labels, value]): Row => [labels, Object.values(columns).map((cell) => cell(value))]);
  const short = merge.reduce((all, each) => merged(all, each.column, each.all), made);
  return table(
    [...head, ...Object.keys(columns)],
    short.map((row) => row.flat()),
  );
}

type Row = readonly [labels: readonly string[], cells: readonly string[]];

function merged(rows: readonly Row[], column: number, all: number): Row[] {
  const groups = Map.groupBy(rows, ([labels, cells]) => JSON.stringify([labels.toSpliced(column, 1), cells]));
  return [...groups.values()].map((group): Row => {
    const [labels, cells] = group[0]!;
    const names = group.map(([each]) => each[column]);
    return [labels.with(column, names.length === all ? 'any' : names.join(', ')), cells];
  });
}
