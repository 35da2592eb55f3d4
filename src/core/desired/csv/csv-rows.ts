// Rows of a CSV text, each with the line on which it starts. Text that is no table ends in a CsvFault, with the place of the fault.

import { CsvError, type InfoRecord } from 'csv-parse';
import { parse } from 'csv-parse/sync';

export interface CsvRow {
  readonly cells: readonly string[];
  /** Line on which the row starts, from 1. */
  readonly line: number;
}

export class CsvFault extends Error {
  readonly line: number;
  /** Number of the cell in its row, from 1. */
  readonly column: number;

  /** Whether a row has more or fewer cells than the first one. */
  readonly isRagged: boolean;

  /** `words`: what was expected. */
  constructor(words: string, place: Pick<CsvFault, 'line' | 'column'>, isRagged = false) {
    super(words);
    this.isRagged = isRagged;
    this.line = place.line;
    this.column = place.column;
  }
}

/** What a spreadsheet leaves below and between its rows. */
export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

export interface CsvReading {
  /** Default: a comma. */
  readonly delimiter?: string;
}

export function csvRows(text: string, reading: CsvReading): readonly CsvRow[] {
  const rows: CsvRow[] = [];
  forEachRow(text, reading, (row) => rows.push(row));
  return rows;
}

/** Hands over each row as it is read, the header line first; those before a fault, too. */
export function forEachRow(given: string, reading: CsvReading, take: (row: CsvRow) => void): void {
  const text = withLineFeeds(given);
  try {
    readRows(text, reading, { take });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw faultOf(error, text, reading);
  }
}

/**
 * Lines that end with LF, in cells too: Git may have changed the ends, and the same file must declare the same. A CR alone ends a
 * line only where nothing else does; else it belongs to its cell.
 */
export function withLineFeeds(text: string): string {
  return text.replaceAll(text.includes('\n') ? '\r\n' : '\r', '\n');
}

interface Taking {
  readonly take: (row: CsvRow) => void;
  /** That many rows, the header line among them; all where it is left out. */
  readonly first?: number;
}

function readRows(text: string, { delimiter = ',' }: CsvReading, { take, first }: Taking): void {
  const most = first === undefined ? {} : { to: first };
  const form = {
    ...{ delimiter, record_delimiter: '\n', bom: true, skip_empty_lines: true },
    // Compared here: rows of empty cells may have any number of them.
    relax_column_count: true,
  } as const;
  let width: number | null = null;
  // Each row is taken as it is read: `info: true` would keep a report of ten fields with every one of them.
  const on_record = (cells: readonly string[], { lines }: InfoRecord): null => {
    const line = lines - breaks(cells);
    const { length } = cells;
    if (!isBlank(cells) && length !== (width ??= length)) {
      throw new CsvFault(`as many cells as the header, which has ${width}; given ${length}`, { line, column: 1 }, true);
    }
    take({ cells, line });
    return null;
  };
  parse(text, { ...form, on_record, ...most });
}

function faultOf(error: CsvError, text: string, reading: CsvReading): CsvFault {
  const line = Number(error['lines']) || 1;
  const column = (Number(error['column']) || 0) + 1;
  if (error.code !== 'CSV_QUOTE_NOT_CLOSED')
    return new CsvFault('quotes around the whole cell, doubled inside it', { line, column });
  // The parser only knows the line on which the file ends; the quote was opened in the row after the last complete one.
  const read = Number(error['records']) || 0;
  let last: CsvRow | null = null;
  if (read > 0) readRows(text, reading, { take: (row) => (last = row), first: read });
  const start = nextLine(last);
  return new CsvFault('a closing quote for this cell', { line: start + emptyLines(text, start), column });
}

function nextLine(row: CsvRow | null): number {
  return row === null ? 1 : row.line + breaks(row.cells) + 1;
}

/** Empty lines in the text from this line on. */
function emptyLines(text: string, line: number): number {
  const rest = text.split('\n').slice(line - 1);
  return Math.max(
    0,
    rest.findIndex((each) => each !== ''),
  );
}

/** Line feeds in the cells; most have none. */
function breaks(cells: readonly string[]): number {
  return cells.reduce((count, cell) => (cell.includes('\n') ? count + cell.split('\n').length - 1 : count), 0);
}
