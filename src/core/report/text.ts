// Documents as terminal text, from their views. Every value is made printable first, here and only here, so that no part can forget it.
// Several begin with a table, one line for each.

import type { ReportDocument } from './documents/document.ts';
import { viewOf } from './kinds/views.ts';
import { routeOf } from './words/head.ts';
import { columns, type Layout } from './words/layout.ts';
import { printable, allPrintable } from './words/printable.ts';
import { moment } from './words/words.ts';
import { viewLines } from './text/section-lines.ts';

export function renderTexts(documents: readonly ReportDocument[], layout: Layout): string {
  const [first] = documents;
  if (first !== undefined && documents.length === 1) return renderText(first, layout);
  const texts = documents.map((document) => `\n${renderText(document, layout)}`);
  return `${table(documents, layout).join('\n')}\n${texts.join('')}`;
}

function table(reports: readonly ReportDocument[], { style }: Layout): string[] {
  const rows = [['Run', 'Of', 'Ended', 'Result'], ...reports.map(cells)].map((row) => row.map(printable));
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => columns(row[column] ?? ''))));
  const lines = rows.map((row) =>
    row.map((cell, column) => cell + ' '.repeat((widths[column] ?? columns(cell)) - columns(cell))).join('  '),
  );
  return lines.map((line, index) => (index === 0 ? style.bold(line.trimEnd()) : line.trimEnd()));
}

function cells(report: ReportDocument): string[] {
  return [report.kind, routeOf(report), moment(report.at), viewOf(report).summary[0]?.text ?? ''];
}

export function renderText(given: ReportDocument, layout: Layout): string {
  const document = allPrintable(given);
  const lines = viewLines(viewOf(document, layout.verbose), document, layout);
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}
