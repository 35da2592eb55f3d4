// Findings about the files: `file:line:column  code  message`, the line, a caret, and how to go on. All of them.

import type { SourcePosition } from '../model/address.ts';
import type { ReportDiagnostic } from './document-rows.ts';
import type { ReportDocument, ReportError } from './document-shape.ts';
import { columns, wrapped, type Layout } from './layout.ts';
import { nextLine } from './text-parts.ts';
import { count, counts } from './words.ts';

const WIDEST_LINE = 120;
/** Files and pipes have 100 columns: what is narrower is a terminal, where a longer line would wrap under its caret. */
const NARROW_TERMINAL = 100;
const NARROWEST_MESSAGE = 30;
const TOOL = 'muster:';

export function validateLines(document: ReportDocument, layout: Layout): string[] {
  const { declared, diagnostics, files } = document;
  if (diagnostics.length > 0) return diagnosticLines(diagnostics, layout);
  const what = counts([
    [files.length, 'file'],
    [declared?.users ?? 0, 'user'],
    [declared?.records ?? 0, 'record'],
  ]);
  return [`Valid: ${what}.`, ...nextLine(document, layout)];
}

function diagnosticLines(diagnostics: readonly ReportDiagnostic[], layout: Layout): string[] {
  const sorted = diagnostics.toSorted((a, b) => position(a.source, b.source));
  const files = new Set(sorted.map((each) => each.source.file)).size;
  const total = `${count(sorted.length, 'finding')} in ${count(files, 'file')}. Nothing was changed.`;
  return [...sorted.flatMap((each) => [...oneDiagnostic(each, layout), '']), layout.style.bold(total)];
}

function position(a: SourcePosition, b: SourcePosition): number {
  return a.file.localeCompare(b.file, 'en', { numeric: true }) || a.line - b.line || a.column - b.column;
}

function oneDiagnostic(each: ReportDiagnostic, layout: Layout): string[] {
  const { style } = layout;
  const { file, line, column } = each.source;
  const place = `${file}:${line}:${column}`;
  const head = `${style.bold(place)}  ${style.danger(each.code)}`;
  const used = columns(place) + columns(each.code) + 4;
  const room = layout.width - used;
  const [first = '', ...rest] = room < NARROWEST_MESSAGE ? ['', each.message] : wrapped(each.message, room);
  const more = rest.length === 0 ? [] : wrapped(rest.join(' '), layout.width - 4);
  const message = [`${head}  ${first}`, ...more.map((text) => `    ${text}`)];
  const advice = wrapped(each.advice, layout.width - 4).map((text) => `    ${style.dim(text)}`);
  return [...message, ...excerpt(each.source, each.line, layout), ...advice];
}

/** The line with a caret under the column; of a very long line only what is around the column. */
function excerpt(source: SourcePosition, line: string | null, layout: Layout): string[] {
  if (line === null || line.trim() === '') return [];
  const characters = [...line];
  const caret = Math.min(source.column - 1, characters.length);
  const widest = layout.width < NARROW_TERMINAL ? layout.width - 7 : WIDEST_LINE;
  const from = characters.length <= widest ? 0 : Math.max(0, caret - Math.floor(widest / 2));
  const number = String(source.line).padStart(4);
  const text = characters.slice(from, from + widest).join('');
  const { style } = layout;
  return [
    `${style.dim(`${number} |`)} ${text}`,
    `${style.dim('     |')} ${' '.repeat(caret - from)}${style.danger('^')}`,
  ];
}

/** `muster: headline`, what was expected and given, the place, and how to go on. */
export function errorLines(error: ReportError, diagnostics: readonly ReportDiagnostic[], layout: Layout): string[] {
  const { style } = layout;
  const [first = '', ...more] = wrapped(`${error.headline} [${error.code}]`, layout.width - columns(TOOL) - 1);
  const head = [`${style.danger(TOOL)} ${first}`, ...more.map((line) => `  ${line}`)];
  if (diagnostics.length > 0) return diagnosticLines(diagnostics, layout);
  const indent = (text: string): string[] => wrapped(text, layout.width - 4).map((line) => `  ${line}`);
  const place = error.source === null ? [] : [`  ${error.source.file}:${error.source.line}:${error.source.column}`];
  const marked = error.source === null ? [] : excerpt(error.source, error.line, layout);
  return [
    ...head,
    ...(error.message === error.headline ? [] : indent(error.message)),
    ...error.lines.flatMap(indent).map((line) => `  ${line}`),
    ...place,
    ...marked,
    ...indent(error.advice),
    style.dim(`  More: muster explain ${error.code}`),
  ];
}
