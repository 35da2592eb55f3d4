// Lines that look-ups share: a bold title with facts below it, each a name and a value that wraps in its own column; and tables.

import type { SourcePosition } from '../../model/address.ts';
import type { TaskValues } from '../../model/task-fields.ts';
import { columns, placeOf, titleLines, wrapped, type Layout } from '../layout.ts';
import { moment } from '../words.ts';
import type { KnownFacts, NamedValue } from './known.ts';

export interface Fact {
  readonly name: string;
  readonly text: string;
}

export const MASKED = '(masked)';
const INDENT = '  ';
const WIDEST_NAME = 28;

export interface FactBlock {
  readonly title: string;
  /** At the right edge. */
  readonly place?: string;
  readonly facts: readonly Fact[];
}

/** A title with its place, the facts below, and a blank line. */
export function factLines({ title, place = '', facts }: FactBlock, layout: Layout): string[] {
  const width = Math.min(WIDEST_NAME, Math.max(0, ...facts.map(({ name }) => columns(name))));
  return [...titleLines({ title, place }, layout), ...facts.flatMap((fact) => oneFact(fact, width, layout)), ''];
}

function oneFact({ name, text }: Fact, width: number, { width: whole, style }: Layout): string[] {
  const start = INDENT.length + Math.max(width, columns(name)) + 2;
  const [first = '', ...rest] = wrapped(text, Math.max(20, whole - start));
  const lead = `${INDENT}${style.dim(name)}${' '.repeat(start - INDENT.length - columns(name))}`;
  return [lead + first, ...rest.map((line) => ' '.repeat(start) + line)];
}

export function pairText(pairs: TaskValues['pairs']): string {
  return pairs.map(({ key, value }) => `${key}: ${value}`).join('; ');
}

function factOf({ name, value, masked }: NamedValue): Fact {
  return { name, text: masked ? MASKED : (value ?? 'none') };
}

export function declaredLines({ declared }: KnownFacts, layout: Layout): string[] {
  if (declared === null) return ['Declared: by no file.', ''];
  return factLines({ title: 'Declared', place: placeOf(declared.source), facts: declared.values.map(factOf) }, layout);
}

export function recordedLines({ recorded, open, copySince }: KnownFacts, layout: Layout): string[] {
  const left = open.map(({ action, at }) => ({ name: 'open write', text: `${action}, left at ${moment(at)}` }));
  const copy = copySince === null ? [] : [{ name: 'full copy kept', text: `since ${moment(copySince)}` }];
  const more = [...left, ...copy];
  if (recorded === null) {
    return more.length === 0
      ? ['Recorded: nothing.', '']
      : factLines({ title: 'Recorded: nothing yet', facts: more }, layout);
  }
  const { recordedAt, removedAt, values, fields } = recorded;
  const sent = { name: 'fields sent', text: fields.length === 0 ? 'none' : fields.join(', ') };
  const facts = [...values.map(factOf), sent, ...more];
  const title = removedAt === null ? 'Recorded' : `Recorded as removed, or seen gone, ${moment(removedAt)}`;
  return factLines({ title, place: `since ${moment(recordedAt)}`, facts }, layout);
}

/** What is shown without its values, in one sentence; nothing where values are shown or there are none. */
export function maskedLines(isMasked: boolean): string[] {
  return isMasked ? ['Values of people are masked; --show-values shows them on your own terminal.', ''] : [];
}

export interface Column {
  readonly head: string;
  readonly cells: readonly string[];
}

/** Null where it is wider than the terminal. */
export function tableLines(table: readonly Column[], { width, style }: Layout): string[] | null {
  const widths = table.map(({ head, cells }) => Math.max(columns(head), ...cells.map(columns)));
  const total = INDENT.length + widths.reduce((sum, each) => sum + each + 2, -2);
  if (total > width) return null;
  const line = (texts: readonly string[]): string =>
    INDENT + texts.map((text, index) => text + ' '.repeat((widths[index] ?? 0) - columns(text))).join('  ');
  const rows = (table[0]?.cells ?? []).map((_, row) => line(table.map(({ cells }) => cells[row] ?? '')));
  return [style.bold(line(table.map(({ head }) => head)).trimEnd()), ...rows];
}

export function standing(source: SourcePosition | null, recorded: boolean): string {
  const place = placeOf(source);
  if (place !== '') return place;
  return recorded ? 'recorded only' : 'not ours';
}
