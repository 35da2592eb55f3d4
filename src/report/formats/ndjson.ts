// One JSON value a line: first the run, then each row of the report with the target it is about. For logs and for `jq`.

import { visibleJson } from '../../model/hidden.ts';
import type { JsonReport } from '../json/json-report.ts';
import { rowsOf, withoutRows } from './rows.ts';

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
