// A declaration as lines of YAML. Text that another YAML reader would take for a number or a truth value is quoted.

import { isNames, isOrdered } from '../../core/model/declaration.ts';
import type { DeclaredLine, DeclaredValue, FileEntry } from '../../core/model/declaration.ts';
import { scalarText } from './patch-scalar.ts';

const plain = (value: string, flow = false): string => scalarText(value, { flow, style: 'plain' });

/** One item of a list: `- ` at `indent` blanks, its keys below. */
export function entryLines({ remarks, lines }: FileEntry, indent: number): string[] {
  const body = mappingLines(lines, indent + 2);
  const dash = `${' '.repeat(indent)}- `;
  const above = remarks.map((remark) => `${' '.repeat(indent)}# ${oneLine(remark)}`);
  const first = body.findIndex((line) => !line.trimStart().startsWith('#'));
  const before = body.slice(0, first).map((line) => line.slice(2));
  return [...above, ...before, dash + (body[first] ?? '').trimStart(), ...body.slice(first + 1)];
}

export function mappingLines(lines: readonly DeclaredLine[], indent: number): string[] {
  return lines.flatMap((line) => lineOf(line, ' '.repeat(indent), indent));
}

function lineOf({ key, value, remark }: DeclaredLine, blanks: string, indent: number): string[] {
  const name = `${blanks}${plain(key)}:`;
  const note = remark === undefined ? '' : `# ${oneLine(remark)}`;
  if (isMapping(value)) {
    const above = note === '' ? [] : [`${blanks}${note}`];
    return [...above, name, ...mappingLines(value, indent + 2)];
  }
  return [[name, valueText(value), note].filter((part) => part !== '').join(' ')];
}

function isMapping(value: DeclaredValue): value is readonly DeclaredLine[] {
  return Array.isArray(value) && value.length > 0 && !isNames(value as readonly string[] | readonly DeclaredLine[]);
}

function valueText(value: DeclaredValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return plain(value);
  if (typeof value === 'boolean') return String(value);
  if (isOrdered(value)) return `{ value: ${plain(value.value, true)}, displayOrder: ${value.displayOrder} }`;
  return `[${value.map((name) => (typeof name === 'string' ? plain(name, true) : '')).join(', ')}]`;
}

/** A line break in a remark would end the comment. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
