// Validation in the terminal: every finding with its line, or one line that says how much is declared.

import { diagnosticLines } from '../diagnostics.ts';
import { nextLine } from '../head-text.ts';
import type { Layout } from '../layout.ts';
import { counts } from '../words.ts';
import type { ValidateDocument } from './document.ts';

/** Where the lines are hidden. */
function valueLines(diagnostics: ValidateDocument['diagnostics'], { style }: Layout): string[] {
  if (diagnostics.some(({ line }) => line !== null)) return [];
  return [style.dim('Values are not shown; on your own terminal:  muster validate --show-values')];
}

export function validateLines(document: ValidateDocument, layout: Layout): string[] {
  const { declared, diagnostics, files } = document;
  if (diagnostics.length > 0) return [...diagnosticLines(diagnostics, layout), ...valueLines(diagnostics, layout)];
  const what = counts([
    [files.length, 'file'],
    [declared.users, 'user'],
    [declared.records, 'record'],
  ]);
  return [`Valid: ${what}.`, ...nextLine(document, layout)];
}
