// The table in a CSV file, by the columns that a desired file names. Cells stay text; an empty cell is left out. A finding names the
// row as line and the column as column.

import { CsvFault, forEachRow, isBlank, withLineFeeds } from './csv-rows.ts';
import type { CsvRow } from './csv-rows.ts';
import { didYouMean } from '../../model/suggest.ts';
import { Findings } from '../text/findings.ts';
import { laterMaps } from '../text/later.ts';
import { keyWords } from '../text/masked.ts';
import type { Subject } from '../text/shape.ts';
import { LINE_LIMIT } from '../text/source.ts';
import type { Source, TableFacts } from '../text/source.ts';
import { descend } from '../text/tree.ts';
import type { MapEntry, MapNode, TreeNode } from '../text/tree.ts';

export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const;
/** A place is row * COLUMNS + column, both from 1. */
const COLUMNS = 4096;
const placeOf = (line: number, column: number): number => line * COLUMNS + Math.min(column, COLUMNS - 1);

export type Delimiter = keyof typeof DELIMITERS;

export interface CsvFile {
  /** Relative to the project folder. */
  readonly file: string;
  readonly text: string;
  readonly delimiter: Delimiter | undefined;
  /** See TableFacts. */
  readonly hint?: TableFacts['hint'];
}

export interface CsvTable {
  readonly source: Source;
  readonly header: readonly string[];
  /** Names of the columns that the mapping names, by their number from 0: those alone may be told. */
  readonly named: Map<number, string>;
  /** Added to the message of a column that is not there; empty without one. */
  readonly hint: string;
}

type TakeRow = (row: CsvRow) => void;

/**
 * Reads row by row: `open` sees the table when its first row comes, and returns what takes this one and all after it, or null where it
 * has reported why none can be taken. False for text that is no table, and for one without a header line and a row: that is reported
 * here, and nothing of what was `found`, because what stands before a fault may be misread.
 */
export function readTable(
  { file, text, delimiter = 'comma', hint = () => '' }: CsvFile,
  findings: Findings,
  open: (table: CsvTable, found: Findings) => TakeRow | null,
): boolean {
  const named = new Map<number, string>();
  let rows = 0;
  const rowsAt = (at: number, many: number): string =>
    `${many} of ${rows} rows in column ${named.get((at % COLUMNS) - 1) ?? at % COLUMNS}`;
  const source = { ...csvSource(file, text, DELIMITERS[delimiter]), table: { rowsAt, hint } };
  const report = (code: 'empty-file' | 'syntax', at: number, message: string): false => {
    findings.add({ code, source, at, message });
    return false;
  };
  const found = new Findings();
  let header: readonly string[] | null = null;
  let take: TakeRow | null | undefined;
  const [, sign] = /^sep=(.)[\r\n]/iu.exec(text) ?? [];
  const parts = Object.entries(DELIMITERS).find(([, each]) => each === sign);
  if (sign !== undefined) {
    const how = parts === undefined ? '' : `, and say \`delimiter: ${parts[0]}\``;
    return report('syntax', placeOf(1, 1), `expected a header line; given the line sep= of Excel: take it out${how}`);
  }
  const next = (row: CsvRow): void => {
    if (isBlank(row.cells)) return;
    if (header === null) {
      header = row.cells;
      return;
    }
    if (take === undefined) take = open({ source, header, named, hint: delimiterHint(header) }, found);
    rows += 1;
    take?.(row);
  };
  try {
    forEachRow(text, { delimiter: DELIMITERS[delimiter] }, next);
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    const words = `expected valid CSV: ${error.message}${delimiterHint(header ?? [], error.isRagged)}`;
    return report('syntax', placeOf(error.line, error.column), words);
  }
  if (header === null) return report('empty-file', placeOf(1, 1), 'expected a header line; the file is empty');
  if (take === undefined)
    return report('empty-file', placeOf(1, 1), 'expected at least one row after the header line; given none');
  findings.join(found);
  return true;
}

/** A title above the table, or a header line of one cell that other delimiters would part: spreadsheets of many countries write semicolons. */
function delimiterHint(header: readonly string[], isRagged = false): string {
  const [only = ''] = header;
  const other = Object.entries(DELIMITERS).find(([, sign]) => only.includes(sign));
  const isAlone = header.filter((cell) => cell.trim() !== '').length === 1;
  if (isAlone && (header.length > 1 || (isRagged && other === undefined)))
    return '; the first line looks like a title: the names of the columns stand in it';
  return header.length > 1 || other === undefined
    ? ''
    : `; this looks like ${other[0] === 'tab' ? 'tabs' : `${other[0]}s`} between the columns: say \`delimiter: ${other[0]}\``;
}

/** Field or data key, and the numbers of its columns from 0. In the order of the file: it is the display order. */
export type Columns = readonly (readonly [string, readonly number[]])[];

/** The columns that the mapping at `path` names. Null when one of them is not there once; that has been reported. */
export function findColumns(
  { header, named, hint }: CsvTable,
  { asks, path }: { readonly asks: Subject; readonly path: readonly string[] },
  findings: Findings,
): Columns | null {
  const place = [...(asks.path === '' ? [] : [asks.path]), ...path].join('.');
  const columnAt = (key: string, value: TreeNode): readonly number[] => {
    const name = value.kind === 'scalar' ? String(value.value) : '';
    const index = header.indexOf(name);
    if (index >= 0 && header.lastIndexOf(name) === index) {
      named.set(index, keyWords(name));
      return [index];
    }
    // One mistake is told once.
    if (hint !== '' && findings.count > 0) return [];
    // The first line may be a row of data: its cells are no less personal than those of any other.
    const found = index < 0 ? 'none' : 'more than one';
    const near = index < 0 ? didYouMean(name, header) : '';
    const message = `${place}.${keyWords(key)}: expected ${index < 0 ? `column ${keyWords(name)}` : 'a column that stands'} once in the header line; of its ${header.length} columns ${found} has that name${near}${hint}`;
    findings.add({ code: 'bad-csv-column', source: asks.source, at: value.at, message });
    return [];
  };
  const node = descend(asks.node, path);
  const mapped = [...(node.kind === 'map' ? node.entries : [])].flatMap(([key, { value }]) =>
    value.kind === 'map' ? [] : [{ key, names: value.kind === 'list' ? value.items : [value] }],
  );
  const found = mapped.map(({ key, names }) => [key, names.flatMap((name) => columnAt(key, name))] as const);
  return found.every(([, indexes], at) => indexes.length === mapped[at]?.names.length) ? found : null;
}

type Entries = readonly (readonly [string, MapEntry])[];

/** The form of a desired file for what these cells say; what it cannot read stays as it is. Null: why nobody can read it is reported elsewhere. */
export type ReadCell = (key: string, text: string, row: CsvRow) => string | null;

/** What the row has in these columns; of several with a blank between them. */
export function entriesOf(row: CsvRow, columns: Columns, read: ReadCell = (_, text) => text): Entries {
  return columns.flatMap(([key, indexes]) => {
    const given = indexes.filter((index) => (row.cells[index] ?? '') !== '');
    const [first] = given;
    if (first === undefined) return [];
    const at = cellPlace(row, first);
    const value = read(key, given.map((index) => row.cells[index]).join(' '), row);
    return value === null ? [] : [[key, { at, value: { kind: 'scalar', at, value, plain: false } }]];
  });
}

/** `index` from 0. */
export function cellPlace({ line }: CsvRow, index: number): number {
  return placeOf(line, index + 1);
}

/** What a row says, and what is kept of it: its cells, of which its entries are made again where they are needed. */
export interface ReadRow {
  readonly node: MapNode;
  readonly kept: MapNode;
}

export function rowsRead(nodeOf: (row: CsvRow) => MapNode): (row: CsvRow) => ReadRow {
  const later = laterMaps((_at, row: CsvRow) => nodeOf(row).entries);
  return (row) => {
    const node = nodeOf(row);
    return { node, kept: later(node.at, row) };
  };
}

/** `id`: the key that stands for the whole row in findings. */
export function rowNode({ line }: CsvRow, entries: Entries, id: string): MapNode {
  const at = entries.find(([key]) => key === id)?.[1].at ?? placeOf(line, 1);
  return { kind: 'map', at, entries: new Map(entries) };
}

function csvSource(file: string, text: string, delimiter: string): Source {
  let lines: readonly string[] | null = null;
  const lineText = (row: number): string => {
    lines ??= withLineFeeds(text).split('\n');
    return lines[row - 1] ?? '';
  };
  const row = (at: number): number => Math.floor(at / COLUMNS);
  return {
    file,
    position: (at) => ({ file, line: row(at), column: at % COLUMNS }),
    line: (at) => {
      const line = lineText(row(at));
      return { text: line.slice(0, LINE_LIMIT), caret: cellStart(line, delimiter, at % COLUMNS) };
    },
  };
}

/** How many characters stand before that cell; between quotes a delimiter parts nothing. */
function cellStart(line: string, delimiter: string, column: number): number {
  let [left, isQuoted] = [column - 1, false];
  if (left === 0) return 0;
  const characters = [...line];
  const end = characters.findIndex((each) => {
    if (each === '"') isQuoted = !isQuoted;
    else if (each === delimiter && !isQuoted) left -= 1;
    return left === 0;
  });
  return end < 0 ? characters.length : end + 1;
}
