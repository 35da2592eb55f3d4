// Groups of like items become one line, so that forty of a kind do not hide the one that matters.
// Deletes fold later than the rest, and a fold always says how many there are and how to see them.

import { isUser } from '../model/address.ts';
import type { Kind, SourcePosition } from '../model/address.ts';
import { listsThem, placeOf, type Layout, type Note, type Row, type RowSymbol } from './layout.ts';
import { count } from './words.ts';

/** One thing to say about one object, before folding. */
export interface Item {
  readonly symbol: RowSymbol;
  readonly kind: Kind;
  readonly name: string;
  readonly detail: string;
  /** Items with the same symbol, kind and `like` may share a line. */
  readonly like: string;
  /** What that shared line says when the details differ. */
  readonly common: string;
  readonly source: SourcePosition | null;
  readonly notes: readonly Note[];
}

/** C-9 before C-10. */
const BY_NAME = new Intl.Collator('en', { numeric: true });
const MOST_ROWS = 4;
const MOST_DELETES = 10;
const ORDER: readonly RowSymbol[] = ['!', '-', '±', '>', '~', '+', '='];

export interface FoldOptions {
  /** True when the heading names the file, so that a row needs the line only. */
  readonly fileInHeading: boolean;
}

export function foldItems(items: readonly Item[], layout: Layout, options: FoldOptions): Row[] {
  const alike = Map.groupBy(items, (item) => `${ORDER.indexOf(item.symbol)} ${item.kind} ${item.like}`);
  const groups = [...alike.values()].toSorted((a, b) => rank(a) - rank(b));
  return groups.flatMap((group) =>
    mayFold(group, layout) ? [folded(group, layout, options)] : listed(group, options),
  );
}

function rank(group: readonly Item[]): number {
  const [first] = group;
  return first === undefined ? 0 : ORDER.indexOf(first.symbol) * 2 + (isUser(first) ? 0 : 1);
}

function mayFold(group: readonly Item[], layout: Layout): boolean {
  const deletes = group.some((item) => item.symbol === '-' || item.symbol === '±');
  return !layout.verbose && group.length > (deletes ? MOST_DELETES : MOST_ROWS);
}

function listed(group: readonly Item[], options: FoldOptions): Row[] {
  return group.map((item) => ({
    symbol: item.symbol,
    subject: `${item.kind} ${item.name}`,
    detail: item.detail,
    place: options.fileInHeading ? linePlace(item.source) : placeOf(item.source),
    notes: item.notes,
  }));
}

function folded(group: readonly Item[], layout: Layout, options: FoldOptions): Row {
  const [first] = group;
  if (first === undefined) throw new TypeError('a fold has members');
  const names = group.map((item) => item.name).toSorted(BY_NAME.compare);
  const said = group.every((item) => item.detail === first.detail) ? first.detail : first.common;
  const some = `${names[0]} … ${names.at(-1)}`;
  return {
    symbol: first.symbol,
    subject: count(group.length, first.kind),
    detail: `${said === '' ? some : `${some}: ${said}`} (${listsThem(layout)})`,
    place: options.fileInHeading ? lineRange(group) : fileRange(group),
    notes: uniqueNotes(group),
  };
}

function uniqueNotes(group: readonly Item[]): Note[] {
  const notes = group.flatMap((item) => item.notes);
  return [...new Map(notes.map((note) => [`${note.symbol} ${note.text}`, note])).values()];
}

const linePlace = (source: SourcePosition | null): string => (source === null ? '' : `:${source.line}`);

function lineRange(group: readonly Item[]): string {
  const lines = group.flatMap((item) => (item.source === null ? [] : [item.source.line]));
  if (lines.length === 0) return '';
  const sorted = lines.toSorted((a, b) => a - b);
  const [from, to] = [sorted[0], sorted.at(-1)];
  return from === to ? `:${from}` : `:${from}-${to}`;
}

function fileRange(group: readonly Item[]): string {
  const files = new Set(group.map((item) => item.source?.file ?? ''));
  const [file] = files;
  return files.size === 1 && file ? file + lineRange(group) : '';
}
