// A report as rows: one for each thing that its lists hold, under the name of what it is. CSV is written from these, and NDJSON, for logs
// and `jq`: one JSON value a line, first the run, then each row with the target it is about. A patch (RFC 6902) is one document a change.

import type { JsonReport } from '../core/page.ts';
import { visibleJson } from '../core/model/hidden.ts';

/** Key of the report -> name of one of its rows. */
export const ROW_NAMES = {
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

type ListName = keyof typeof ROW_NAMES;
export type ReportRow = {
  [Name in ListName]: { readonly row: (typeof ROW_NAMES)[Name] } & JsonReport[Name][number];
}[ListName];

export function rowsOf(report: JsonReport): ReportRow[] {
  return (Object.keys(ROW_NAMES) as ListName[]).flatMap((name) =>
    report[name].map((each) => ({ row: ROW_NAMES[name], ...each }) as ReportRow),
  );
}

/** The report without what its rows hold. */
function withoutRows(report: JsonReport): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(report).filter(([key]) => !Object.hasOwn(ROW_NAMES, key)));
}

export function renderNdjson(reports: readonly JsonReport[]): string {
  return reports
    .flatMap((report) => {
      const { project, kind } = report;
      const about = { kind, project, target: report.target?.name ?? null };
      const rows = rowsOf(report).map(({ row, ...rest }) => ({ row, run: about, ...rest }));
      return [{ row: 'run', ...withoutRows(report) }, ...rows];
    })
    .map((value) => `${visibleJson(JSON.stringify(value))}\n`)
    .join('');
}

const PATCH_FORMAT = '1.0';

export function renderPatch(reports: readonly JsonReport[]): string {
  return `${visibleJson(JSON.stringify(reports.map(patchesOf), null, 2))}\n`;
}

/**
 * From the public values of each object as they are to those that are wanted. A personal value has no operation, because one without the
 * value would be false when it is applied: its field is named in `notShown`. A run that failed has no objects: an empty list would say that
 * nothing changes.
 */
function patchesOf({ project, target, error, approval, changes }: JsonReport): object {
  const objects = changes.map(({ address, action, patch, fields }) => {
    const notShown = fields.flatMap((each) => ('changed' in each ? [each.field] : []));
    return { address, action, patch, notShown };
  });
  return {
    formatVersion: PATCH_FORMAT,
    project,
    target: target?.name ?? null,
    fingerprint: approval?.fingerprint.whole ?? null,
    error: error?.code ?? null,
    objects: error === null ? objects : null,
  };
}
