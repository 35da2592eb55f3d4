// A list of people for `muster adopt users`: one loginUserId a line, or a CSV file with a header line. Pure.

import { CsvFault, csvRows, parseIds, requireId, withoutBlanks } from '../../core/face.ts';
import type { CsvRow } from '../../core/face.ts';
import { ToolError } from '../../core/model/errors.ts';
import { namesWhere } from '../../core/model/fields.ts';
import { didYouMean } from '../../core/model/suggest.ts';
import type { UserProfile } from '../../core/model/user.ts';
import { USER_FIELDS } from '../../core/model/user-fields.ts';

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
