// Makes every text safe to print: values come from files and from the service, and a terminal obeys what it is sent.
// Escape sequences, control characters and characters that reorder or hide text (bidirectional marks, zero-width) go.

import { stripVTControlCharacters } from 'node:util';
import type { ReportDocument } from './document.ts';

const BREAK = /[\t\n\r\u2028\u2029]/gu;
/** Control, bidirectional, zero-width and tag characters. */
const UNSAFE = /\p{Cc}|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** One line of visible text. Breaks become one blank each, so that columns still count. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(BREAK, ' ').replaceAll(UNSAFE, '');
}

/** The same document with every text in it, keys included, made printable. */
export function printableDocument(document: ReportDocument): ReportDocument {
  return clean(document) as ReportDocument;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return printable(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [printable(key), clean(each)]));
}

/** JSON that is as safe to print: unsafe characters stand as \u escapes, so nothing is lost. */
export function safeJson(value: unknown): string {
  const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const shown = (character: string): string => (character === '\n' ? '\n' : character.split('').map(escape).join(''));
  return `${JSON.stringify(value, null, 2).replaceAll(UNSAFE, shown)}\n`;
}
