// CSV (RFC 4180) for spreadsheets: one row for each thing that a report lists, with the same columns for every kind of run but a search,
// which is a table of tasks. A value that a spreadsheet would take for a formula begins with an apostrophe.

import { stringify } from 'csv-stringify/sync';
import type { JsonReport } from '../json/json-report.ts';
import { taskRows, TASK_COLUMNS } from './lookup-csv.ts';
import type { ReportTask } from '../documents/task.ts';
import { printable } from '../words/printable.ts';
import type { ReportField } from '../words/redact.ts';
import { attempts, comparedText, fieldText } from '../words/words.ts';
import { inFolder, type Presentation } from './presentation.ts';
import { rowsOf, type ReportRow } from './rows.ts';

const COLUMNS = [
  'project',
  'target',
  'run',
  'at',
  'row',
  'address',
  'action',
  'state',
  'code',
  'text',
  'fields',
  'file',
  'line',
  'column',
] as const;

type Cells = Partial<Record<(typeof COLUMNS)[number], string | number | null>>;

/** Reports of a search are one table of tasks; every other one is rows of what a report lists. */
export function renderCsv(reports: readonly JsonReport[], presentation: Presentation): string {
  if (reports.length > 0 && reports.every(({ kind, error }) => kind === 'search' && error === null)) {
    return written(TASK_COLUMNS, reports.flatMap(taskRows));
  }
  const rows = reports.flatMap((report) => {
    const { project, kind, at, target } = report;
    const about = { project, target: target?.name ?? null, run: kind, at };
    return [...endOf(report), ...rowsOf(report).map((row) => cellsOf(row, presentation))].map((cells) => ({
      ...about,
      ...cells,
    }));
  });
  const lines = rows.map((row: Cells) => COLUMNS.map((column) => row[column] ?? null));
  return written(COLUMNS, lines);
}

function written(columns: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const lines = rows.map((row) => row.map(cell));
  return stringify([[...columns], ...lines], { escape_formulas: true, record_delimiter: 'windows' });
}

function cell(value: string | number | null): string {
  return value === null ? '' : printable(String(value));
}

/** What ended the run early is a row, too. */
function endOf({ error, stopped }: JsonReport): Cells[] {
  const ended = error ?? stopped;
  if (ended === null) return [];
  return [{ row: error === null ? 'stopped' : 'error', code: ended.code, text: ended.message }];
}

function cellsOf(row: ReportRow, presentation: Presentation): Cells {
  const place = 'source' in row && row.source !== null ? row.source : null;
  const common: Cells = {
    row: row.row,
    address: 'address' in row ? row.address : null,
    file: place === null ? null : inFolder(place.file, presentation),
    line: place?.line ?? null,
    column: place?.column ?? null,
  };
  return { ...common, ...wordsOf(row) };
}

function wordsOf(row: ReportRow): Cells {
  switch (row.row) {
    case 'change':
      return { action: row.action, state: row.origin, text: row.reason, fields: said(row.fields, fieldText) };
    case 'verdict':
      return { state: row.class, code: row.code, text: row.text, fields: said(row.fields, comparedText) };
    case 'guard':
      return { state: row.passed ? 'passed' : 'stops', code: row.code, text: row.text };
    case 'warning':
      return { code: row.code, text: row.text };
    case 'settlement':
      return {
        action: row.action,
        state: row.outcome,
        code: row.problem?.code ?? null,
        text: row.problem?.message ?? row.note,
      };
    case 'finding':
      return {
        state: row.class,
        code: row.alarm ? 'alarm' : null,
        text: row.text,
        fields: said(row.fields, comparedText),
      };
    case 'ignore-rule':
      return { state: row.state, text: `${row.owner}: ${row.reason} (until ${row.expires})` };
    case 'recorded':
      return { state: row.consumed?.how ?? row.provenance, text: `since ${row.recordedAt}` };
    case 'open-intent':
      return { action: row.action, text: `since ${row.at}` };
    case 'diagnostic':
      return { code: row.code, text: row.message };
    case 'task':
      return { state: row.workedState, text: taskText(row) };
    case 'check':
      return { state: row.status, code: row.code, text: `${row.name}: ${row.text}` };
    default:
      return row satisfies never;
  }
}

function taskText({ previewRecordId, workAttempts, preferredAgent }: ReportTask): string {
  const pin = preferredAgent === null ? '' : `, pinned to ${preferredAgent}`;
  return `${previewRecordId}, ${attempts(workAttempts)}${pin}`;
}

function said(fields: readonly ReportField[], words: (field: ReportField) => string): string {
  return fields.map(words).join('; ');
}
