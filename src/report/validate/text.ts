// Validation in the terminal: every finding with its line, or what may not be meant and how much is declared.

import { diagnosticLines } from '../diagnostics.ts';
import { nextLine } from '../head-text.ts';
import { wrapped, type Layout } from '../layout.ts';
import { count, counts } from '../words.ts';
import type { ValidateDocument } from './document.ts';

/** Where the lines are hidden. */
function valueLines(diagnostics: ValidateDocument['diagnostics'], { style }: Layout): string[] {
  if (diagnostics.some(({ line }) => line !== null)) return [];
  return [style.dim('Values are not shown; on your own terminal:  muster validate --show-values')];
}

/** More than anybody reads; JSON has all of them. */
const LISTED = 100;

function warningLines(warnings: ValidateDocument['warnings'], layout: Layout): string[] {
  if (warnings.length === 0) return [];
  const { style, width } = layout;
  const lines = warnings.slice(0, LISTED).flatMap(({ code, text, source }) => {
    const place = source === null ? '' : `${source.file}:${source.line}:${source.column}  `;
    const [first = '', ...rest] = wrapped(`${place}${text} (${code})`, width - 2);
    return [`${style.danger('!')} ${first}`, ...rest.map((line) => `    ${line}`)];
  });
  const more = warnings.length - LISTED;
  const others =
    more > 0 ? [`and ${more.toLocaleString('en')} more; all of them:  muster validate --out json=PATH`] : [];
  return [style.bold(`${count(warnings.length, 'warning')}: nothing is stopped by them`), ...lines, ...others, ''];
}

export function validateLines(document: ValidateDocument, layout: Layout): string[] {
  const { declared, diagnostics, files } = document;
  if (diagnostics.length > 0) return [...diagnosticLines(diagnostics, layout), ...valueLines(diagnostics, layout)];
  const what = counts([
    [files.length, 'file'],
    [declared.users, 'user'],
    [declared.records, 'record'],
  ]);
  return [...warningLines(document.warnings, layout), `Valid: ${what}.`, ...nextLine(document, layout)];
}
