// Rows of a CSV text, each with the line on which it starts. Throws csv-parse's CsvError.

import { parse } from 'csv-parse/sync';

export interface CsvRow {
  readonly cells: readonly string[];
  /** Line on which the row starts, from 1. */
  readonly line: number;
}

export function csvRows(text: string, { delimiter = ',' }: { readonly delimiter?: string }): readonly CsvRow[] {
  const rows: unknown[] = parse(text, { delimiter, info: true, bom: true, skip_empty_lines: true });
  return rows.filter(isInformedRow).map(({ record, info }) => ({ cells: record, line: info.lines - breaks(record) }));
}

interface InformedRow {
  readonly record: readonly string[];
  /** Lines read up to the end of the row. */
  readonly info: { readonly lines: number };
}

function isInformedRow(row: unknown): row is InformedRow {
  return typeof row === 'object' && row !== null && 'record' in row && 'info' in row;
}

function breaks(cells: readonly string[]): number {
  return cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0);
}
