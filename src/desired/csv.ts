// Rows of a CSV file -> declared records (`recordsFrom`), because that is where task lists come from. Cells stay text.
// A finding names the row as line and the column as column.

import { CsvError } from 'csv-parse';

import { csvRows } from './csv-rows.ts';
import type { CsvRow } from './csv-rows.ts';
import type { RecordInput, RecordsFromInput } from './define.ts';
import { declareRecord } from './declare.ts';
import type { Declared, Reader } from './declare.ts';
import { keyWords } from './masked.ts';
import type { Subject } from './shape.ts';
import type { Source } from './source.ts';
import { child, descend } from './tree.ts';
import type { MapEntry, MapNode, TreeNode } from './tree.ts';

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const;
/** A place is row * COLUMNS + column. */
const COLUMNS = 4096;

export interface CsvRequest {
  readonly from: RecordsFromInput;
  /** The campaign that asks. */
  readonly campaign: Subject;
  readonly campaignName: string;
  /** The CSV file, relative to the project folder. */
  readonly file: string;
}

export function recordsOfCsv(text: string, request: CsvRequest, reader: Reader): readonly Declared<RecordInput>[] {
  const source = csvSource(request.file, text);
  const [header, ...rows] = readRows(text, { source, from: request.from }, reader);
  if (!header) return [];
  if (rows.length === 0) {
    const message = 'expected at least one row after the header line; given none';
    reader.findings.add({ code: 'empty-file', source, at: COLUMNS + 1, message });
    return [];
  }
  const columns = findColumns(header.cells, request, reader);
  if (columns === null) return [];
  return rows.map((row) => {
    const node = recordNode(row, columns);
    return declareRecord(node, { source, path: `row ${row.line}`, campaignName: request.campaignName }, reader);
  });
}

interface CsvForm {
  readonly source: Source;
  readonly from: RecordsFromInput;
}

function readRows(text: string, { source, from }: CsvForm, { findings }: Reader): readonly CsvRow[] {
  try {
    const rows = csvRows(text, { delimiter: DELIMITERS[from.delimiter ?? 'comma'] });
    if (rows.length === 0) {
      findings.add({
        code: 'empty-file',
        source,
        at: COLUMNS + 1,
        message: 'expected a header line; the file is empty',
      });
    }
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const at = (Number(error['lines']) || 1) * COLUMNS + 1;
    findings.add({ code: 'syntax', source, at, message: `expected valid CSV: ${csvWords(error.code)}` });
    return [];
  }
}

function csvWords(code: string): string {
  if (code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH') return 'as many cells in this row as in the header line';
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a closing quote for this cell';
  return 'quotes around the whole cell, doubled inside it';
}

/** Field or data key, and the number of its column from 0. In the order of the file: it is the display order. */
type Columns = readonly (readonly [string, number])[];

interface ColumnMap {
  readonly fields: Columns;
  readonly data: Columns;
}

function findColumns(header: readonly string[], { campaign }: CsvRequest, { findings }: Reader): ColumnMap | null {
  const columnAt = (key: string, value: TreeNode, path: string): Columns => {
    const name = value.kind === 'scalar' ? String(value.value) : '';
    const index = header.indexOf(name);
    if (index >= 0 && header.lastIndexOf(name) === index) return [[key, index]];
    // The first line may be a row of data: its cells are no less personal than those of any other.
    const found = index < 0 ? 'none' : 'more than one';
    const message = `${campaign.path}.${path}.${keyWords(key)}: expected a column that stands once in the header line; of its ${header.length} columns ${found} has that name`;
    findings.add({ code: 'bad-csv-column', source: campaign.source, at: value.at, message });
    return [];
  };
  const columnsOf = (path: readonly string[]): { readonly found: Columns; readonly wanted: number } => {
    const node = descend(campaign.node, path);
    const named = node.kind === 'map' ? [...node.entries].filter(([, entry]) => entry.value.kind === 'scalar') : [];
    return { found: named.flatMap(([key, entry]) => columnAt(key, entry.value, path.join('.'))), wanted: named.length };
  };
  const fields = columnsOf(['recordsFrom', 'map']);
  const data = hasDataMap(campaign) ? columnsOf(['recordsFrom', 'map', 'data']) : { found: [], wanted: 0 };
  const complete = fields.found.length === fields.wanted && data.found.length === data.wanted;
  return complete ? { fields: fields.found, data: data.found } : null;
}

function hasDataMap(campaign: Subject): boolean {
  return child(descend(campaign.node, ['recordsFrom', 'map']), 'data') !== null;
}

function recordNode({ cells, line }: CsvRow, columns: ColumnMap): MapNode {
  const start = line * COLUMNS;
  const entries = (part: Columns): [string, MapEntry][] =>
    part.flatMap(([key, index]) => {
      const value = cells[index] ?? '';
      const at = start + Math.min(index + 1, COLUMNS - 1);
      return value === '' ? [] : [[key, { at, value: { kind: 'scalar', at, value, plain: false } }]];
    });
  const fields = entries(columns.fields);
  const data = entries(columns.data);
  const at = fields.find(([key]) => key === 'clientId')?.[1].at ?? start + 1;
  const items: MapEntry = { at, value: { kind: 'map', at, entries: new Map(data) } };
  return { kind: 'map', at, entries: new Map(data.length === 0 ? fields : [...fields, ['data', items]]) };
}

function csvSource(file: string, text: string): Source {
  let lines: readonly string[] | null = null;
  const lineText = (row: number): string => {
    lines ??= text.split('\n');
    return lines[row - 1] ?? '';
  };
  const row = (at: number): number => Math.floor(at / COLUMNS);
  return {
    file,
    position: (at) => ({ file, line: row(at), column: at % COLUMNS }),
    line: (at) => lineText(row(at)).replace(/\r$/u, '').slice(0, 200),
  };
}
