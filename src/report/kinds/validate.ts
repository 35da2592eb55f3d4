// Validation as a page: every finding with its place, or what may not be meant and how much is declared.

import { findingsSection, findingsTotal } from './findings.ts';
import { commandsOf, VERDICT, type ReportPage } from './page.ts';
import { counts } from '../words/words.ts';
import type { ValidateDocument } from '../documents/validate.ts';

export function validatePage({ declared, diagnostics, warnings, files, next }: ValidateDocument): ReportPage {
  if (diagnostics.length > 0) {
    const isHidden = diagnostics.every(({ line }) => line === null);
    return {
      verdict: findingsTotal(diagnostics),
      tone: 'stops',
      aside: null,
      sections: [findingsSection('error', diagnostics), VERDICT],
      commands: isHidden ? commandsOf(SHOW_VALUES) : [],
    };
  }
  const what = counts([
    [files.length, 'file'],
    [declared.users, 'user'],
    [declared.records, 'record'],
  ]);
  const found = warnings.map((each) => ({ ...each, message: each.text, advice: '', line: null }));
  return {
    verdict: `Valid: ${what}.`,
    tone: 'quiet',
    aside: null,
    sections: [...(found.length === 0 ? [] : [findingsSection('warning', found)]), VERDICT],
    commands: commandsOf(next),
  };
}

const SHOW_VALUES = {
  why: 'Values are not shown; on your own terminal',
  command: 'muster validate --show-values',
};
