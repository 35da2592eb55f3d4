// A list of people for `muster adopt users`: one loginUserId a line, or a CSV file with a header line. Pure.

import type { SourcePosition } from '../../model/address.ts';
import { ToolError } from '../../model/errors.ts';
import { hiddenIn } from '../../model/hidden.ts';
import { namesWhere } from '../../model/fields.ts';
import { didYouMean } from '../../model/suggest.ts';
import type { UserProfile } from '../../model/user.ts';
import { USER_FIELDS } from '../../model/user-fields.ts';
import { CsvFault, csvRows } from '../csv/csv-rows.ts';
import type { CsvRow } from '../csv/csv-rows.ts';

export interface RosterLine {
  readonly loginUserId: string;
  readonly profile: Partial<UserProfile>;
}

const ROSTER_COLUMNS: readonly string[] = namesWhere(USER_FIELDS, { column: true });

/** Each person once, in order of first mention. Blank lines and lines that begin with # are passed over. */
export function parseRoster(text: string, name: string): readonly RosterLine[] {
  const isTable = name.endsWith('.csv') || /^\ufeff?"?loginUserId"?[ \t]*(?:,|\r?\n|$)/u.test(text);
  const ids = (): RosterLine[] => parseIds(text, name).map((loginUserId) => ({ loginUserId, profile: {} }));
  const people = isTable ? tableOf(text, name) : ids();
  return [...new Map(people.toReversed().map((line) => [line.loginUserId, line])).values()].toReversed();
}

/** One id a line. Throws `hidden-character` with the place: an id that looks like another one would be looked for in its stead. */
export function parseIds(text: string, name: string): readonly string[] {
  const lines = text
    .replace(/^\ufeff/u, '')
    .split(/\r?\n/u)
    .map(withoutBlanks);
  return lines.flatMap((line, index) =>
    line === '' || line.startsWith('#') ? [] : [requireId(line, { file: name, line: index + 1, column: 1 })],
  );
}

/** `what`: the flag or argument, or the place in a file. */
export function requireId(id: string, what: string | SourcePosition): string {
  const hidden = hiddenIn(id);
  if (hidden === null) return id;
  const place = typeof what === 'string' ? what : `${what.file}:${what.line}:${what.column}`;
  const message = `${place}: expected an id without hidden characters and outer blanks; given one ${hidden}`;
  throw new ToolError('hidden-character', { message, ...(typeof what !== 'string' && { source: what }) });
}

/** The blanks and tabs that stand around a cell or a line; any other white space may be part of what looks like an id. */
function withoutBlanks(cell: string): string {
  return cell.replace(/^[ \t]+|[ \t]+$/gu, '');
}

function tableOf(text: string, name: string): RosterLine[] {
  const rows = rowsOf(text, name);
  const [header, ...people] = rows;
  const columns = (header?.cells ?? []).map(withoutBlanks);
  if (!columns.includes('loginUserId'))
    throw badColumn(name, `expected a column loginUserId; given ${columns.length} of other names, or no header line`);
  for (const column of columns) {
    if (ROSTER_COLUMNS.includes(column)) continue;
    const hint = didYouMean(column, ROSTER_COLUMNS);
    throw badColumn(name, `expected columns among ${ROSTER_COLUMNS.join(', ')}; given another one${hint}`);
  }
  return people.flatMap(({ cells, line }) => {
    const given = Object.fromEntries(columns.map((column, index) => [column, withoutBlanks(cells[index] ?? '')]));
    const { loginUserId = '', ...profile } = given;
    if (loginUserId === '') return [];
    requireId(loginUserId, { file: name, line, column: columns.indexOf('loginUserId') + 1 });
    const known = Object.entries(profile).filter(([, value]) => value !== '');
    return [{ loginUserId, profile: Object.fromEntries(known) }];
  });
}

function rowsOf(text: string, name: string): readonly CsvRow[] {
  try {
    return csvRows(text, {});
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    const { line, column } = error;
    const message = `${name}: expected valid CSV: ${error.message}`;
    throw new ToolError('syntax', { message, source: { file: name, line, column } });
  }
}

function badColumn(name: string, words: string): ToolError {
  return new ToolError('bad-csv-column', { message: `${name}: ${words}`, source: { file: name, line: 1, column: 1 } });
}
