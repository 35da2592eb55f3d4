// What is wrong in the desired files, each with its place; or what may not be meant, and how much they declare.

import type { Diagnostic } from '../../model/errors.ts';
import { begin, NO_SUMMARY } from '../documents/begin.ts';
import { reportDiagnostic } from '../documents/diagnostics.ts';
import type { ValidateDocument } from '../documents/document.ts';
import type { ReportContext } from '../words/head.ts';
import { nextCommand } from '../words/next.ts';
import { findings, findingsTotal } from './findings.ts';
import { commandOf, commands, sentence, SUMMARY, type ReportView } from '../view/section.ts';
import { counts } from '../words/words.ts';

export interface ValidateInput {
  readonly project: string | null;
  readonly files: readonly string[];
  readonly objects: { readonly users: number; readonly records: number };
  readonly diagnostics: readonly Diagnostic[];
  readonly warnings?: readonly Diagnostic[];
}

export function validateDocument(input: ValidateInput, context: ReportContext): ValidateDocument {
  const { project, files, objects, diagnostics, warnings = [] } = input;
  return {
    ...begin(context, { project, target: null }),
    kind: 'validate',
    files,
    declared: objects,
    summary: { ...NO_SUMMARY, diagnostics: diagnostics.length },
    diagnostics: diagnostics.map((each) => reportDiagnostic(each, context)),
    warnings: warnings.map(({ code, message, address, source }) => ({ code, text: message, address, source })),
    next: diagnostics.length > 0 ? null : nextCommand('Next', ['plan', ...context.options]),
  };
}

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
