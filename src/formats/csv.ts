// CSV (RFC 4180) for spreadsheets: one row for each thing that a report lists, with the same columns for every kind of run but a search,
// which is a table of tasks, and an adoption, which is people as `usersFrom` reads them. A value that a spreadsheet would take for a formula
// begins with an apostrophe.

import { stringify } from 'csv-stringify/sync';
import { attempts, comparedText, fieldText, inFolder, pairText, printable } from '../core/page.ts';
import type { JsonReport, Presentation, ReportAdoption, ReportField, ReportTask } from '../core/page.ts';
import { rowsOf, type ReportRow } from './rows.ts';
import { namesWhere } from '../core/model/fields.ts';
import { PUBLIC_TASK_FIELDS, TASK_FIELDS } from '../core/model/task-fields.ts';
import { USER_FIELDS } from '../core/model/user-fields.ts';

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

/** An adoption is the people it found; reports of a search are one table of tasks; every other one is rows of what a report lists. */
export function renderCsv(reports: readonly JsonReport[], presentation: Presentation): string {
  const [first, ...others] = reports;
  if (first?.adoption && others.length === 0) return renderPeople(first.adoption);
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
  const words = WORDS[row.row] as (row: ReportRow) => Cells;
  return { ...common, ...words(row) };
}

type WordsOf = {
  readonly [Row in ReportRow['row']]: (row: Extract<ReportRow, { row: Row }>) => Cells;
};

const WORDS: WordsOf = {
  change: ({ action, origin, reason, fields }) => ({
    action,
    state: origin,
    text: reason,
    fields: said(fields, fieldText),
  }),
  verdict: ({ class: state, code, text, fields }) => ({ state, code, text, fields: said(fields, comparedText) }),
  guard: ({ passed, code, text }) => ({ state: passed ? 'passed' : 'stops', code, text }),
  warning: ({ code, text }) => ({ code, text }),
  settlement: ({ action, outcome, problem, note }) => ({
    ...{ action, state: outcome },
    ...{ code: problem?.code ?? null, text: problem?.message ?? note },
  }),
  finding: ({ class: state, alarm, text, fields }) => ({
    ...{ state, code: alarm ? 'alarm' : null, text },
    fields: said(fields, comparedText),
  }),
  'ignore-rule': ({ state, owner, reason, expires }) => ({ state, text: `${owner}: ${reason} (until ${expires})` }),
  recorded: ({ consumed, provenance, recordedAt }) => ({
    state: consumed?.how ?? provenance,
    text: `since ${recordedAt}`,
  }),
  'open-intent': ({ action, at }) => ({ action, text: `since ${at}` }),
  diagnostic: ({ code, message }) => ({ code, text: message }),
  task: (task) => ({ state: task.workedState, text: taskText(task) }),
  check: ({ status, code, name, text }) => ({ state: status, code, text: `${name}: ${text}` }),
};

function taskText({ previewRecordId, workAttempts, preferredAgent }: ReportTask): string {
  const pin = preferredAgent === null ? '' : `, pinned to ${preferredAgent}`;
  return `${previewRecordId}, ${attempts(workAttempts)}${pin}`;
}

function said(fields: readonly ReportField[], words: (field: ReportField) => string): string {
  return fields.map((each) => words(each)).join('; ');
}

const LISTS = namesWhere(TASK_FIELDS, { kind: 'pairs' });
const FIELDS = PUBLIC_TASK_FIELDS.filter((name) => TASK_FIELDS[name].kind !== 'pairs').flatMap((name) =>
  name === 'preferredAgent' ? [name, 'pinLapsesAt' as const] : [name],
);
const VALUES = [...FIELDS, 'recorded', ...LISTS] as const;

export const TASK_COLUMNS = ['project', 'target', 'row', 'campaignName', ...VALUES, 'file', 'line'];

function taskRows({ project, target, tasks }: JsonReport): (string | number | null)[][] {
  return tasks.map((task) => [
    project,
    target?.name ?? null,
    'task',
    task.campaignName,
    ...VALUES.map((name) => taskCell(task[name])),
    task.declared?.file ?? null,
    task.declared?.line ?? null,
  ]);
}

function taskCell(value: ReportTask[(typeof VALUES)[number]]): string | number | null {
  if (typeof value === 'object' && value !== null) return pairText(value);
  return typeof value === 'boolean' ? String(value) : value;
}

const CELLS = namesWhere(USER_FIELDS, { cell: true });

/** The header line holds names of fields, those that somebody has. */
export function renderPeople({ people }: Pick<ReportAdoption, 'people'>): string {
  const columns = CELLS.filter((name) => name === 'loginUserId' || people.some((cells) => name in cells));
  const rows = people.map((cells) => columns.map((name) => cells[name] ?? ''));
  // A line end in a cell is part of it for every reader only between quotes.
  return stringify([[...columns], ...rows], { record_delimiter: 'windows', quoted_match: /[\r\n]/u });
}
