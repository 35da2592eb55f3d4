// Rows of a view as lines: symbol, word and subject, the place in one column of the whole report and never broken, details and
// notes below. A row of many members names them until the line is full.

import { isUser } from '../../model/address.ts';
import { columns, paintFor, wrapped, type Layout } from '../words/layout.ts';
import type { FilePlace, ViewMember, ViewNote, ViewRow } from '../view/view.ts';

const INDENT = '    ';
/** More members than this share a row; people, and what ends something, are listed one by one for longer. */
const MOST_RECORDS = 2;
const MOST_PEOPLE = 4;
const MOST_ENDED = 10;
const GAP = 2;

export interface RowLayout extends Layout {
  /** Where places begin. */
  readonly placeAt: number;
}

export function rowLines(row: ViewRow, layout: RowLayout): string[] {
  if (isFolded(row, layout)) return foldedLines(row, layout);
  return row.members.flatMap((member) => memberLines(row, member, layout));
}

export function isFolded({ symbol, members }: ViewRow, { verbose }: Layout): boolean {
  const ends = symbol === '-' || symbol === '±' || symbol === '^';
  const ofKind = isUser(members[0]) ? MOST_PEOPLE : MOST_RECORDS;
  return !verbose && members.length > (ends ? MOST_ENDED : ofKind);
}

/** The column in which the places of these rows begin, so that most of them stand in it. */
export function placeColumn(rows: readonly ViewRow[], layout: Layout): number {
  const widest = rows
    .flatMap((row) => (isFolded(row, layout) ? row.members.slice(0, 1) : row.members))
    .reduce((most, { place }) => Math.max(most, columns(placeText(place))), 0);
  return Math.max(Math.floor(layout.width / 2), layout.width - widest);
}

export function placeText(place: FilePlace | null): string {
  return place === null ? '' : `${place.file}:${place.line}`;
}

function memberLines(row: ViewRow, member: ViewMember, layout: RowLayout): string[] {
  const why = layout.verbose && member.reason !== '' ? [member.reason] : [];
  return [
    ...mainLine(row, { subject: member.subject, place: member.place }, layout),
    ...askedLines(member, layout),
    ...detailLines([...member.details, ...why], layout),
    ...noteLines(member.notes, layout),
  ];
}

function foldedLines(row: ViewRow, layout: RowLayout): string[] {
  const places = row.members.flatMap(({ place }) => place ?? []);
  const place = places.toSorted((a, b) => a.line - b.line)[0] ?? null;
  return [
    ...mainLine(row, { subject: row.subject, place }, layout),
    ...askedLines(row.members[0], layout),
    ...detailLines(row.details, layout),
    ...wrapped(namesIn(row, layout).line, layout.width - INDENT.length).map((line) => INDENT + line),
    ...noteLines(row.notes, layout),
  ];
}

/** What the files ask for goes without saying. */
function askedLines(member: ViewMember | undefined, { width, style }: Layout): string[] {
  if (member === undefined || member.origin === null || member.origin === 'git') return [];
  return wrapped(`asked for by ${member.askedBy}`, width - INDENT.length).map((line) => INDENT + style.change(line));
}

interface Main {
  readonly subject: string;
  readonly place: FilePlace | null;
}

function mainLine({ symbol, verb }: ViewRow, { subject, place }: Main, layout: RowLayout): string[] {
  const { style, width, placeAt } = layout;
  const paint = paintFor(symbol, style);
  const [head, used] = [`${paint(symbol)} ${paint(verb)} `, columns(symbol) + columns(verb) + 2];
  const where = placeText(place);
  const [first = '', ...rest] = wrapped(subject, width - used);
  const lines = [head + first, ...rest.map((line) => INDENT + line)];
  if (where === '') return lines;
  const end = rest.length === 0 ? used + columns(first) : INDENT.length + columns(rest.at(-1) ?? '');
  const start = placeStart(where, { end, placeAt, width });
  if (start === null) return [...lines, placeAlone(where, layout)];
  return [...lines.slice(0, -1), (lines.at(-1) ?? '') + ' '.repeat(start - end) + style.dim(where)];
}

/** In its column, or as near to it as it fits; null where the line has no room for it. */
function placeStart(
  where: string,
  at: { readonly end: number; readonly placeAt: number; readonly width: number },
): number | null {
  const start = Math.min(Math.max(at.placeAt, at.end + GAP), at.width - columns(where));
  return start < at.end + GAP ? null : start;
}

function placeAlone(where: string, { placeAt, width, style }: RowLayout): string {
  const start = Math.max(INDENT.length, Math.min(placeAt, width - columns(where)));
  return ' '.repeat(start) + style.dim(where);
}

function detailLines(details: readonly string[], { width }: Layout): string[] {
  const text = details.join('; ');
  return text === '' ? [] : wrapped(text, width - INDENT.length).map((line) => INDENT + line);
}

function noteLines(notes: readonly ViewNote[], { width, style }: Layout): string[] {
  return notes.flatMap(({ tone, text }) => {
    const [first = '', ...rest] = wrapped(text, width - INDENT.length);
    const mark = tone === 'warning' ? `  ${style.danger('!')} ` : INDENT;
    const paint = tone === 'warning' ? (line: string): string => line : style.dim;
    return [mark + paint(first), ...rest.map((line) => INDENT + paint(line))];
  });
}

/** `C-1, C-2 and 118 more`: one line. A name that does not fit alone stands there all the same: nothing is cut. */
export function namesIn(
  { members }: Pick<ViewRow, 'members'>,
  { width }: Pick<Layout, 'width'>,
): { readonly line: string; readonly hidden: number } {
  const room = width - INDENT.length;
  const names = members.map(({ name }) => name);
  const whole = names.join(', ');
  if (columns(whole) <= room) return { line: whole, hidden: 0 };
  let shown = 1;
  let line = names[0] ?? '';
  for (const name of names.slice(1)) {
    const longer = `${line}, ${name}`;
    if (columns(longer + more(names.length - shown - 1)) > room) break;
    line = longer;
    shown += 1;
  }
  const hidden = names.length - shown;
  return { line: line + more(hidden), hidden };
}

function more(hidden: number): string {
  return hidden === 0 ? '' : ` and ${hidden.toLocaleString('en')} more`;
}
