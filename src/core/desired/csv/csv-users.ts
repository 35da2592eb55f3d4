// Rows of a CSV file -> declared users (`usersFrom`). A row that is not there any more takes nothing away: every row says
// `onRemove: keep`, which is recorded with the user, so that half a file is no list of leavers. A leaver is a row with `ensure: absent`.

import { FLAG } from '../../model/fields.ts';
import { USER_FIELDS } from '../../model/user-fields.ts';
import type { CsvRow } from './csv-rows.ts';
import { entriesOf, findColumns, readTable, rowNode, rowsRead } from './csv-table.ts';
import type { Columns } from './csv-table.ts';
import type { UserInput, UsersFromInput } from '../declarations/define.ts';
import { declareUser } from '../declarations/declare.ts';
import type { DeclaredInput, Reader } from '../declarations/declare.ts';
import type { Subject } from '../text/shape.ts';
import type { MapEntry, MapNode } from '../text/tree.ts';

export interface RowsRequest {
  readonly from: UsersFromInput;
  /** The desired file that asks, as a whole. */
  readonly asks: Subject;
  /** The CSV file, relative to the project folder. */
  readonly file: string;
}

export function usersOfCsv(
  text: string,
  { from, asks, file }: RowsRequest,
  reader: Reader,
): readonly DeclaredInput<UserInput>[] {
  const { findings } = reader;
  const users: DeclaredInput<UserInput>[] = [];
  const isTable = readTable({ file, text, delimiter: from.delimiter }, findings, (table, found) => {
    const columns = findColumns(table, { asks, path: ['usersFrom', 'columns'] }, found);
    if (columns === null) return null;
    const read = rowsRead((row) => userNode(row, columns));
    const place = { source: table.source, reader: { ...reader, findings: found } };
    return (row) => void users.push(declareUser(read(row), `row ${row.line}`, place));
  });
  return isTable ? users : [];
}

function userNode(row: CsvRow, columns: Columns): MapNode {
  const cells = entriesOf(row, columns).map(([key, entry]) => [key, withFlag(key, entry)] as const);
  const node = rowNode(row, cells, 'loginUserId');
  const { at } = node;
  const keep: MapEntry = { at, value: { kind: 'scalar', at, value: 'keep', plain: false } };
  return { ...node, entries: new Map([...node.entries, ['onRemove', keep] as const]) };
}

const FLAGS: readonly string[] = Object.entries(USER_FIELDS).flatMap(([name, { form }]) =>
  form === FLAG ? [name] : [],
);

/** What spreadsheets write for TRUE and FALSE, in the language of the person who saves. */
const TRUE = ['TRUE', 'WAHR', 'VERDADERO', 'VRAI', 'VERO', 'VERDADEIRO', 'WAAR', 'PRAWDA', 'SANT', 'ИСТИНА', 'DOĞRU'];
const FALSE = ['FALSE', 'FALSCH', 'FALSO', 'FAUX', 'ONWAAR', 'FAŁSZ', 'FALSKT', 'ЛОЖЬ', 'YANLIŞ'];

/** Anything else, `1` and `yes` too, stays text, which the schema refuses. */
function withFlag(key: string, entry: MapEntry): MapEntry {
  const { value } = entry;
  if (!FLAGS.includes(key) || value.kind !== 'scalar' || typeof value.value !== 'string') return entry;
  const word = value.value.toUpperCase();
  return TRUE.includes(word) || FALSE.includes(word)
    ? { ...entry, value: { ...value, value: TRUE.includes(word) } }
    : entry;
}
