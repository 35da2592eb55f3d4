// What is wrong in the desired files, or how much they declare -> its document. Pure.

import type { Diagnostic } from '../../model/errors.ts';
import { reportDiagnostic, type ReportDiagnostic } from './diagnostics.ts';
import type { ReportWarning } from './plan-rows.ts';
import { reportHead, type ReportContext, type ReportHead } from '../words/head.ts';
import { nextCommand, type ReportCommand } from '../words/next.ts';

export interface ValidateDocument extends ReportHead {
  readonly kind: 'validate';
  readonly files: readonly string[];
  /** How much the files declare. */
  readonly declared: { readonly users: number; readonly records: number };
  readonly summary: { readonly diagnostics: number };
  readonly diagnostics: readonly ReportDiagnostic[];
  /** In the order of the files; they stop nothing. */
  readonly warnings: readonly ReportWarning[];
  readonly next: ReportCommand | null;
}

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
    ...reportHead(context, { project, target: null }),
    kind: 'validate',
    files,
    declared: objects,
    summary: { diagnostics: diagnostics.length },
    diagnostics: diagnostics.map((each) => reportDiagnostic(each, context)),
    warnings: warnings.map(({ code, message, address, source }) => ({ code, text: message, address, source })),
    next: diagnostics.length > 0 ? null : nextCommand('Next', ['plan', ...context.options]),
  };
}
