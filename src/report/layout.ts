// Rows -> lines: symbol, subject, detail wrapped in its own column, place at the right edge. Nothing is cut off.

import stringWidth from 'string-width';

import type { SourcePosition } from '../model/address.ts';
import type { Style } from './style.ts';

export interface Layout {
  /** `decision` (default): by what a reviewer decides; `file`: by the file that declares it. */
  readonly group?: 'decision' | 'file';
  readonly style: Style;
  /** Columns of the terminal; lines are wrapped at blanks, never cut. */
  readonly width: number;
  /** List what is folded otherwise. */
  readonly verbose: boolean;
  /** What a reader says to have everything listed. Default `--verbose`. */
  readonly listAll?: string;
}

/** `--verbose lists them`, in the words of the entry point. */
export function listsThem({ listAll = '--verbose' }: Layout): string {
  return `${listAll} lists them`;
}

export type RowSymbol = '+' | '^' | '~' | '-' | '±' | '>' | '=' | '!';

export interface Row {
  readonly symbol: RowSymbol;
  readonly subject: string;
  readonly detail: string;
  /** Where it is declared, as shown: `:14` under a heading that names the file, `teams/a.yaml:14` elsewhere. */
  readonly place: string;
  /** Lines under the row. */
  readonly notes: readonly Note[];
}

export interface Note {
  readonly symbol: RowSymbol | ' ';
  readonly text: string;
}

const INDENT = '  ';
const WIDEST_SUBJECT = 42;
const NARROWEST_DETAIL = 24;

export function placeOf(source: SourcePosition | null): string {
  return source === null ? '' : `${source.file}:${source.line}`;
}

export interface Section {
  readonly title: string;
  /** The file, at the right edge. */
  readonly place?: string;
  readonly rows: readonly Row[];
}

/** A bold title with its place, the rows below, and a blank line; nothing at all without rows. */
export function section({ title, place = '', rows }: Section, layout: Layout): string[] {
  if (rows.length === 0) return [];
  return [...titleLines({ title, place }, layout), ...rowLines(rows, layout), ''];
}

export interface Title {
  readonly title: string;
  /** Follows the title as it is. */
  readonly aside?: string;
  /** At the right edge. */
  readonly place: string;
}

/** One line where all of it fits; else the place below the title, and each wrapped. */
export function titleLines({ title, aside = '', place }: Title, { style, width }: Layout): string[] {
  const gap = width - columns(title + aside) - columns(place);
  if (gap >= 2) return [style.bold(title) + aside + (place === '' ? '' : ' '.repeat(gap) + style.dim(place))];
  const isWide = columns(title + aside) > width;
  const head = isWide ? wrapped(title, width).map(style.bold) : [style.bold(title) + aside];
  const rest = [isWide ? aside.trim() : '', place].filter((text) => text !== '');
  return [
    ...head,
    ...rest.flatMap((text) => wrapped(text, width - 4)).map((line) => `${INDENT}${INDENT}${style.dim(line)}`),
  ];
}

function rowLines(rows: readonly Row[], layout: Layout): string[] {
  const widest = rows.reduce((most, row) => (row.detail === '' ? most : Math.max(most, columns(row.subject))), 0);
  const subjectWidth = Math.min(WIDEST_SUBJECT, widest);
  return rows.flatMap((row) => [...mainLines(row, subjectWidth, layout), ...noteLines(row, layout)]);
}

function mainLines(row: Row, subjectWidth: number, layout: Layout): string[] {
  const { style } = layout;
  const symbol = paintFor(row.symbol, style)(row.symbol);
  const start = INDENT.length + 2 + Math.max(subjectWidth, columns(row.subject)) + 2;
  const end = row.place === '' ? layout.width : layout.width - columns(row.place) - 2;
  if (end - start < Math.min(NARROWEST_DETAIL, columns(row.detail))) return stackedLines(row, layout);
  const lead = `${INDENT}${symbol} ${padded(row.subject, subjectWidth)}`;
  const [first = '', ...rest] = wrapped(row.detail, end - start);
  const detail = first === '' ? '' : `  ${first}`;
  const used = start + (first === '' ? -2 : columns(first));
  const place = row.place === '' ? '' : ' '.repeat(Math.max(2, layout.width - used - columns(row.place)));
  const line = row.place === '' ? lead + detail : `${lead}${detail}${place}${style.dim(row.place)}`;
  return [line.trimEnd(), ...rest.map((text) => ' '.repeat(start) + text)];
}

/** Too narrow for columns: the detail stands below its subject. */
function stackedLines(row: Row, { style, width }: Layout): string[] {
  const indent = ' '.repeat(INDENT.length + 4);
  const gap = width - INDENT.length - 2 - columns(row.subject) - columns(row.place);
  const lead = `${INDENT}${paintFor(row.symbol, style)(row.symbol)} ${row.subject}`;
  const place = gap < 2 ? '' : ' '.repeat(gap) + style.dim(row.place);
  const below = wrapped(row.detail, width - indent.length).map((line) => indent + line);
  const last = gap < 2 && row.place !== '' ? [indent + style.dim(row.place)] : [];
  return [(lead + place).trimEnd(), ...below, ...last];
}

function noteLines(row: Row, layout: Layout): string[] {
  const start = INDENT.length + 4;
  return row.notes.flatMap(({ symbol, text }) => {
    const paint = symbol === ' ' ? layout.style.dim : paintFor(symbol, layout.style);
    const mark = symbol === ' ' ? '' : `${paint(symbol)} `;
    const lines = wrapped(text, layout.width - start - 2);
    const after = symbol === ' ' ? '' : '  ';
    return lines.map((line, index) => {
      const words = symbol === ' ' ? layout.style.dim(line) : line;
      return ' '.repeat(start) + (index === 0 ? mark : after) + words;
    });
  });
}

export function paintFor(symbol: RowSymbol, style: Style): (text: string) => string {
  switch (symbol) {
    case '+':
      return style.good;
    case '~':
      return style.change;
    case '^':
      return style.danger;
    case '>':
      return style.move;
    case '=':
      return style.dim;
    case '-':
    case '±':
    case '!':
      return style.danger;
    default:
      return symbol satisfies never;
  }
}

/** A sentence of its own, wrapped to the width. */
export function paragraph(text: string, layout: Layout): string[] {
  return wrapped(text, layout.width);
}

/** Breaks at blanks; a word wider than the room stands alone. */
export function wrapped(text: string, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && columns(longer) > room) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

const ASCII = /^[ -~]*$/u;

/** As a terminal shows it: a wide character takes two, a combining one none. */
export function columns(text: string): number {
  return ASCII.test(text) ? text.length : stringWidth(text);
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columns(text)));
}
