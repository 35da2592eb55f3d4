// What lines of a terminal are made of: titles with a place at the right edge, texts wrapped to the width. Nothing is cut off.

import stringWidth from 'string-width';

import type { SourcePosition } from '../../model/address.ts';
import type { Started } from './next.ts';
import type { Style } from './style.ts';

export interface Layout extends Started {
  /** `decision` (default): by what a reviewer decides; `file`: by the file that declares it. */
  readonly group?: 'decision' | 'file';
  readonly style: Style;
  /** Columns of the terminal; lines are wrapped at blanks, never cut. */
  readonly width: number;
  /** List what is folded otherwise. */
  readonly verbose: boolean;
  /** Whether the commands that apply a part of the plan are listed, each with its fingerprint. */
  readonly parts?: boolean;
  /** What the reader has seen already is left out: of a plan the rows, the times and the warnings. */
  readonly brief?: boolean;
  /** What a reader says to have everything listed, with Pulumi. Default: the flags of the command. */
  readonly listAll?: string;
}

/** `--verbose lists them`, in the words of the entry point. */
export function listsThem({ listAll = '--verbose' }: Layout): string {
  return `${listAll} lists them`;
}

export type RowSymbol = '+' | '^' | '~' | '-' | '±' | '>' | '=' | '!';

const INDENT = '  ';

/** `teams/a.yaml:3`; empty for none. */
export function placeOf(source: Pick<SourcePosition, 'file' | 'line'> | null): string {
  return source === null ? '' : `${source.file}:${source.line}`;
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

const PAINTS: Readonly<Record<RowSymbol, keyof Style>> = {
  '+': 'good',
  '~': 'change',
  '^': 'danger',
  '>': 'move',
  '=': 'dim',
  '-': 'danger',
  '±': 'danger',
  '!': 'danger',
};

export function paintFor(symbol: RowSymbol, style: Style): (text: string) => string {
  return style[PAINTS[symbol]];
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

/** Lines of their own, each wrapped to the width; where one has columns, what follows stands below its last one. */
export function fitted(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => (columns(line) <= width ? [line] : hanging(line, width)))
    .join('\n');
}

function hanging(line: string, width: number): string[] {
  const [lead = '', indent = ''] = /^( *)(?:\S(?:.*?\S)? {2,})*/u.exec(line) ?? [];
  const isNarrow = columns(lead) <= width / 2;
  // What follows an indented line must not look like the next one.
  const further = indent === '' && lead === '' ? 0 : indent.length + INDENT.length;
  const room = isNarrow && lead !== indent ? columns(lead) : further;
  const [first = '', ...rest] = wrapped(line.slice(lead.length), width - room);
  const head = isNarrow ? [lead + first] : [lead.trimEnd(), ' '.repeat(room) + first];
  return [...head, ...rest.map((more) => ' '.repeat(room) + more)];
}

const ASCII = /^[ -~]*$/u;

/** As a terminal shows it: a wide character takes two, a combining one none. */
export function columns(text: string): number {
  return ASCII.test(text) ? text.length : stringWidth(text);
}
