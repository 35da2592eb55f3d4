// Documents as terminal text, from their views. Every value is made printable first, here and only here, so that no part can forget it.
// Several begin with a table, one line for each.

import type { ReportDocument } from './documents/document.ts';
import { viewOf } from './kinds/views.ts';
import { routeOf } from './words/head.ts';
import type { JsonReport } from './documents/json-report.ts';
import { columns, type Layout } from './words/layout.ts';
import { printable, allPrintable } from './words/printable.ts';
import { count, moment, tally } from './words/words.ts';
import { viewLines } from './text/section-lines.ts';

export function renderTexts(documents: readonly ReportDocument[], layout: Layout): string {
  const [first] = documents;
  if (first !== undefined && documents.length === 1) return renderText(first, layout);
  const texts = documents.map((document) => `\n${renderText(document, layout)}`);
  return `${table(documents, layout).join('\n')}\n${texts.join('')}`;
}

function table(reports: readonly JsonReport[], { style }: Layout): string[] {
  const rows = [['Run', 'Of', 'Ended', 'Result'], ...reports.map(cells)].map((row) => row.map(printable));
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => columns(row[column] ?? ''))));
  const lines = rows.map((row) => row.map((cell, column) => padded(cell, widths[column] ?? 0)).join('  '));
  return lines.map((line, index) => (index === 0 ? style.bold(line.trimEnd()) : line.trimEnd()));
}

function cells(report: JsonReport): string[] {
  return [report.kind, routeOf(report), moment(report.at), resultOf(report)];
}

/** What a reader must know before reading on. */
function resultOf({ error, summary, changes, kind, stopped, diagnostics }: JsonReport): string {
  if (error !== null) return diagnostics.length > 0 ? count(diagnostics.length, 'finding') : `failed: ${error.code}`;
  const { guards, settlements } = summary;
  const [stops, open] = [guards.stopping, summary.decisions];
  const parts = tally([
    [stops, stops === 1 ? 'guard stops it' : 'guards stop it'],
    [open, open === 1 ? 'decision' : 'decisions'],
    [summary.unreadable, 'not readable'],
    [summary.alarms, summary.alarms === 1 ? 'alarm' : 'alarms'],
    [settlements.failed, 'failed'],
    [settlements.unresolved, 'not settled'],
    [settlements.skipped, 'skipped'],
    [settlements.applied, 'applied'],
    [kind === 'plan' ? changes.length : 0, changes.length === 1 ? 'change' : 'changes'],
    [diagnostics.length, diagnostics.length === 1 ? 'finding' : 'findings'],
    [summary.recorded * Number(kind === 'show'), 'recorded'],
  ]);
  const ended = stopped === null ? '' : `stopped: ${stopped.code}; `;
  return ended + (parts === '' ? 'nothing to do' : parts);
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columns(text)));
}

export function renderText(given: ReportDocument, layout: Layout): string {
  const document = allPrintable(given);
  const lines = viewLines(viewOf(document, layout.verbose), document, layout);
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}
