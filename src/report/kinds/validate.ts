// Validation as a view: every finding with its place, or what may not be meant and how much is declared.

import { findings, findingsTotal } from './findings.ts';
import { commandOf, commands, sentence, SUMMARY, type ReportView } from '../view/section.ts';
import { counts } from '../words/words.ts';
import type { ValidateDocument } from '../documents/validate.ts';

export function validateView({ declared, diagnostics, warnings, files, next }: ValidateDocument): ReportView {
  if (diagnostics.length > 0) {
    const isHidden = diagnostics.every(({ line }) => line === null);
    return {
      summary: [sentence('verdict', 'stops', findingsTotal(diagnostics))],
      aside: null,
      sections: [...findings('error', diagnostics), SUMMARY, ...commands([isHidden ? commandOf(SHOW_VALUES) : null])],
    };
  }
  const what = counts([
    [files.length, 'file'],
    [declared.users, 'user'],
    [declared.records, 'record'],
  ]);
  const found = warnings.map((each) => ({ ...each, message: each.text }));
  return {
    summary: [sentence('verdict', 'quiet', `Valid: ${what}.`)],
    aside: null,
    sections: [...findings('warning', found), SUMMARY, ...commands([commandOf(next)])],
  };
}

const SHOW_VALUES = {
  why: 'Values are not shown; on your own terminal',
  command: 'muster validate --show-values',
};
