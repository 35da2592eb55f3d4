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
  const said = (notes: readonly ViewNote[]): string => notes.map(({ text }) => text).join('\n');
  const [first] = row.members;
  const isShared = row.members.length > 1 && row.members.every(({ notes }) => said(notes) === said(first?.notes ?? []));
  const own = isShared ? row.members.map((member) => ({ ...member, notes: [] })) : row.members;
  return [
    ...own.flatMap((member) => memberLines(row, member, layout)),
    ...(isShared
      ? noteLines(
          row.notes.map((note) => ({ ...note, text: `each: ${note.text}` })),
          layout,
        )
      : []),
  ];
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
  const { subject, place, details, notes } = member;
  return [
    ...mainLines(row, { subject, place, details: [...askedBy(member), ...details, ...why] }, layout),
    ...noteLines(notes, layout),
  ];
}

function foldedLines(row: ViewRow, layout: RowLayout): string[] {
  const places = row.members.flatMap(({ place }) => place ?? []);
  const place = places.toSorted((a, b) => a.line - b.line)[0] ?? null;
  return [
    ...mainLines(row, { subject: row.subject, place, details: [...askedBy(row.members[0]), ...row.details] }, layout),
    ...wrapped(namesIn(row, layout).line, layout.width - INDENT.length).map((line) => INDENT + line),
    ...noteLines(row.notes, layout),
  ];
}

/** What the files ask for goes without saying. */
function askedBy(member: ViewMember | undefined): string[] {
  return member === undefined || member.origin === null || member.origin === 'git' ? [] : [member.askedBy];
}

interface Main {
  readonly subject: string;
  readonly place: FilePlace | null;
  readonly details: readonly string[];
}

/** What the symbol alone says. */
const SAID: ReadonlySet<string> = new Set(['+ create', '~ update', '- delete']);

/** The details stand beside the subject where the line has room for them, and else below it. */
function mainLines({ symbol, verb }: ViewRow, { subject, place, details }: Main, layout: RowLayout): string[] {
  const { style, width, placeAt } = layout;
  const paint = paintFor(symbol, style);
  const word = SAID.has(`${symbol} ${verb}`) ? '' : `${verb} `;
  const used = columns(symbol) + 1 + columns(word);
  const [head, where, said] = [`${paint(symbol)} ${paint(word)}`, placeText(place), details.join('; ')];
  const isBeside = said !== '' && used + columns(subject) + GAP + columns(said) + GAP + columns(where) <= width;
  const [first = '', ...rest] = isBeside ? [`${subject}${' '.repeat(GAP)}${said}`] : wrapped(subject, width - used);
  const lines = [head + first, ...rest.map((line) => INDENT + line)];
  const below = isBeside || said === '' ? [] : wrapped(said, width - INDENT.length).map((line) => INDENT + line);
  if (where === '') return [...lines, ...below];
  const end = rest.length === 0 ? used + columns(first) : INDENT.length + columns(rest.at(-1) ?? '');
  const start = placeStart(where, { end, placeAt, width });
  if (start === null) return [...lines, placeAlone(where, layout), ...below];
  return [...lines.slice(0, -1), (lines.at(-1) ?? '') + ' '.repeat(start - end) + style.dim(where), ...below];
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

function noteLines(notes: readonly ViewNote[], { width, style }: Layout): string[] {
  return notes.flatMap(({ tone, text }) => {
    const [first = '', ...rest] = wrapped(text, width - INDENT.length);
    const mark = tone === 'warning' ? `  ${style.change('!')} ` : INDENT;
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
