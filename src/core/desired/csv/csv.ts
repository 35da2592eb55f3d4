// Rows of a CSV file -> declared records (`recordsFrom`), because that is where task lists come from.

import type { CsvRow } from './csv-rows.ts';
import { entriesOf, findColumns, readTable, rowNode, rowsRead } from './csv-table.ts';
import type { Columns, ReadCell } from './csv-table.ts';
import { hintsOf, openFormats } from './formats.ts';
import type { RecordsFromInput } from '../declarations/define.ts';
import { declareRecord } from '../declarations/declare.ts';
import type { DeclaredRecord, Reader } from '../declarations/declare.ts';
import type { Subject } from '../text/shape.ts';
import { child, descend } from '../text/tree.ts';
import type { MapEntry, MapNode } from '../text/tree.ts';

export interface CsvRequest {
  readonly from: RecordsFromInput;
  /** The campaign that asks. */
  readonly campaign: Subject;
  readonly campaignName: string;
  /** The CSV file, relative to the project folder. */
  readonly file: string;
}

export function recordsOfCsv(text: string, request: CsvRequest, reader: Reader): readonly DeclaredRecord[] {
  const { file, from, campaign, campaignName } = request;
  const { findings } = reader;
  const records: DeclaredRecord[] = [];
  const isTable = readTable(
    { file, text, delimiter: from.delimiter, hint: hintsOf(from) },
    findings,
    (table, found) => {
      const fields = findColumns(table, { asks: campaign, path: COLUMNS }, found);
      const data = hasDataColumns(campaign)
        ? findColumns(table, { asks: campaign, path: [...COLUMNS, 'data'] }, found)
        : [];
      const formats = openFormats(table, { asks: campaign, from, data: data ?? [] }, found);
      if (fields === null || data === null || formats === null) return null;
      const place = { source: table.source, campaignName };
      const ofRow = { ...reader, findings: found };
      const read = rowsRead((row) => recordNode(row, { fields, data, read: formats.read }));
      return (row) => {
        const record = declareRecord(read(row), { ...place, path: `row ${row.line}` }, ofRow);
        formats.check(row, record.subject.address ?? null);
        records.push(record);
      };
    },
  );
  return isTable ? records : [];
}

const COLUMNS = ['recordsFrom', 'columns'];

function hasDataColumns(campaign: Subject): boolean {
  return child(descend(campaign.node, COLUMNS), 'data') !== null;
}

interface Cells {
  readonly fields: Columns;
  readonly data: Columns;
  readonly read: ReadCell;
}

function recordNode(row: CsvRow, { fields, data, read }: Cells): MapNode {
  const node = rowNode(row, entriesOf(row, fields, read), 'clientId');
  const items = entriesOf(row, data, read);
  if (items.length === 0) return node;
  const { at } = node;
  const entry: MapEntry = { at, value: { kind: 'map', at, entries: new Map(items) } };
  return { ...node, entries: new Map([...node.entries, ['data', entry]]) };
}
