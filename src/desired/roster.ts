// A list of people for `muster adopt users`: one loginUserId a line, or a CSV file with a header line. Pure.

import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';

import { ToolError } from '../model/errors.ts';
import { namesWhere } from '../model/fields.ts';
import { didYouMean } from '../model/suggest.ts';
import type { UserProfile } from '../model/user.ts';
import { USER_FIELDS } from '../model/user-fields.ts';

export interface RosterLine {
  readonly loginUserId: string;
  readonly profile: Partial<UserProfile>;
}

const ROSTER_COLUMNS: readonly string[] = namesWhere(USER_FIELDS, { column: true });

/** Each person once, in order of first mention. Blank lines and lines that begin with # are passed over. */
export function parseRoster(text: string, name: string): readonly RosterLine[] {
  const lines = text
    .replace(/^\ufeff/u, '')
    .split(/\r?\n/u)
    .map((line) => line.trim());
  const isTable = name.endsWith('.csv') || /^"?loginUserId"?\s*(?:,|$)/u.test(lines[0] ?? '');
  const ids = (): RosterLine[] => parseIds(lines).map((loginUserId) => ({ loginUserId, profile: {} }));
  const people = isTable ? tableOf(text, name) : ids();
  return [...new Map(people.toReversed().map((line) => [line.loginUserId, line])).values()].toReversed();
}

/** One id a line. */
export function parseIds(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

function tableOf(text: string, name: string): RosterLine[] {
  const rows = rowsOf(text, name);
  const [header, ...people] = rows;
  const columns = (header ?? []).map((cell) => cell.trim());
  if (!columns.includes('loginUserId'))
    throw badColumn(name, `expected a column loginUserId; given ${columns.length} of other names, or no header line`);
  for (const column of columns) {
    if (ROSTER_COLUMNS.includes(column)) continue;
    const hint = didYouMean(column, ROSTER_COLUMNS);
    throw badColumn(name, `expected columns among ${ROSTER_COLUMNS.join(', ')}; given another one${hint}`);
  }
  return people.flatMap((cells) => {
    const given = Object.fromEntries(columns.map((column, index) => [column, (cells[index] ?? '').trim()]));
    const { loginUserId = '', ...profile } = given;
    const known = Object.entries(profile).filter(([, value]) => value !== '');
    return loginUserId === '' ? [] : [{ loginUserId, profile: Object.fromEntries(known) }];
  });
}

function rowsOf(text: string, name: string): readonly (readonly string[])[] {
  try {
    return parse(text, { bom: true, skip_empty_lines: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error['lines']) || 1;
    const message = `${name}: expected valid CSV, as many cells in each row as in the header line`;
    throw new ToolError('syntax', { message, source: { file: name, line, column: 1 } });
  }
}

function badColumn(name: string, words: string): ToolError {
  return new ToolError('bad-csv-column', { message: `${name}: ${words}`, source: { file: name, line: 1, column: 1 } });
}
