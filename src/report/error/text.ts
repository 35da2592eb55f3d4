// An error in the terminal: `muster: headline`, what was expected and given, the place, and how to go on.

import { diagnosticLines } from '../diagnostics.ts';
import { columns, wrapped, type Layout } from '../layout.ts';
import type { ErrorDocument, ReportError } from './document.ts';

const TOOL = 'muster:';

export function errorLines({ error, diagnostics }: ErrorDocument, layout: Layout): string[] {
  if (diagnostics.length > 0) return diagnosticLines(diagnostics, layout);
  const { style } = layout;
  const [first = '', ...more] = wrapped(`${error.headline} [${error.code}]`, layout.width - columns(TOOL) - 1);
  const indent = (text: string): string[] => wrapped(text, layout.width - 4).map((line) => `  ${line}`);
  return [
    `${style.danger(TOOL)} ${first}`,
    ...more.map((line) => `  ${line}`),
    ...(error.message === error.headline ? [] : indent(error.message)),
    ...error.lines.flatMap(indent).map((line) => `  ${line}`),
    ...placeLines(error),
    ...indent(error.advice),
    style.dim(`  More: muster explain ${error.code}`),
  ];
}

function placeLines({ source }: ReportError): string[] {
  return source === null ? [] : [`  ${source.file}:${source.line}:${source.column}`];
}
