// A report as rows: one for each thing that its lists hold, under the name of what it is. CSV and NDJSON are written from these.

import type { JsonReport } from '../json-report.ts';

/** Key of the report -> name of one of its rows. */
const LISTS = {
  warnings: 'warning',
  changes: 'change',
  verdicts: 'verdict',
  guards: 'guard',
  settlements: 'settlement',
  findings: 'finding',
  ignoreRules: 'ignore-rule',
  recorded: 'recorded',
  openIntents: 'open-intent',
  diagnostics: 'diagnostic',
  checks: 'check',
  tasks: 'task',
} as const satisfies { readonly [Key in keyof JsonReport]?: string };

type ListName = keyof typeof LISTS;
export type ReportRow = {
  [Name in ListName]: { readonly row: (typeof LISTS)[Name] } & JsonReport[Name][number];
}[ListName];

export function rowsOf(report: JsonReport): ReportRow[] {
  return (Object.keys(LISTS) as ListName[]).flatMap((name) =>
    report[name].map((each) => ({ row: LISTS[name], ...each }) as ReportRow),
  );
}

/** The report without what its rows hold. */
export function withoutRows(report: JsonReport): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(report).filter(([key]) => !Object.hasOwn(LISTS, key)));
}
