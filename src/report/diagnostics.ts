// What went wrong, with how to go on: a problem of one change or of the run, and findings about the files. In the terminal
// a finding is `file:line:column  code  message`; the first hundred are shown. The line itself holds personal values: it is shown
// where somebody asked for it.

import type { Address, SourcePosition } from '../model/address.ts';
import { ERRORS, type Diagnostic, type ErrorCode } from '../model/errors.ts';
import type { Problem } from '../model/outcome.ts';
import { columns, wrapped, type Layout } from './layout.ts';
import type { ReportContext } from './head.ts';
import { count } from './words.ts';

const WIDEST_LINE = 120;
/** Files and pipes have 100 columns: what is narrower is a terminal, where a longer line would wrap under its caret. */
const NARROW_TERMINAL = 100;
const NARROWEST_MESSAGE = 30;

export interface ReportProblem {
  readonly code: ErrorCode;
  readonly message: string;
  readonly advice: string;
}

export function reportProblem({ code, message }: Pick<Problem, 'code' | 'message'>): ReportProblem {
  return { code, message, advice: ERRORS[code].advice };
}

export interface ReportDiagnostic extends ReportProblem {
  readonly address: Address | null;
  readonly source: SourcePosition;
  /** The line as it stands in the user's own file; null unless `--show-values` asked for it, which no JSON report takes. */
  readonly line: string | null;
}

export function reportDiagnostic(
  diagnostic: Diagnostic,
  { showValues }: Pick<ReportContext, 'showValues'>,
): ReportDiagnostic {
  const { address, source, line } = diagnostic;
  return { ...reportProblem(diagnostic), address, source, line: showValues && line !== null ? line() : null };
}

/** More than anybody reads, and 20,000 wrong rows are one mistake; JSON has all of them. */
const LISTED = 100;

export function diagnosticLines(diagnostics: readonly ReportDiagnostic[], layout: Layout): string[] {
  const sorted = diagnostics.toSorted((a, b) => position(a.source, b.source));
  const files = new Set(sorted.map((each) => each.source.file)).size;
  const total = `${count(sorted.length, 'finding')} in ${count(files, 'file')}. Nothing was changed.`;
  const shown = sorted.slice(0, LISTED);
  return [
    ...shown.flatMap((each) => [...oneDiagnostic(each, layout), '']),
    ...moreLines(sorted.length - shown.length),
    layout.style.bold(total),
  ];
}

function moreLines(more: number): string[] {
  if (more === 0) return [];
  return [`and ${more.toLocaleString('en')} more; all of them:  muster validate --out json=findings.json`, ''];
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
