// What is wrong in the desired files, or how much they declare -> its document. Pure.

import type { Diagnostic } from '../../model/errors.ts';
import { reportDiagnostic, type ReportDiagnostic } from '../diagnostics.ts';
import { reportHead, type ReportContext, type ReportHead } from '../head.ts';
import { nextCommand, type ReportCommand } from '../next.ts';

export interface ValidateDocument extends ReportHead {
  readonly kind: 'validate';
  readonly files: readonly string[];
  /** How much the files declare. */
  readonly declared: { readonly users: number; readonly records: number };
  readonly summary: { readonly diagnostics: number };
  readonly diagnostics: readonly ReportDiagnostic[];
  readonly next: ReportCommand | null;
}

export interface ValidateInput {
  readonly project: string | null;
  readonly files: readonly string[];
  readonly objects: { readonly users: number; readonly records: number };
  readonly diagnostics: readonly Diagnostic[];
}

export function validateDocument(input: ValidateInput, context: ReportContext): ValidateDocument {
  const { project, files, objects, diagnostics } = input;
  return {
    ...reportHead(context, { project, target: null }),
    kind: 'validate',
    files,
    declared: objects,
    summary: { diagnostics: diagnostics.length },
    diagnostics: diagnostics.map((each) => reportDiagnostic(each, context)),
    next: diagnostics.length > 0 ? null : nextCommand('Next', ['plan', ...context.options]),
  };
}
