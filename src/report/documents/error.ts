// An error that ended a run -> its document, so that a reader of JSON gets one whatever happened. Pure.

import type { Address, SourcePosition } from '../../model/address.ts';
import { ERRORS, type ToolError } from '../../model/errors.ts';
import { reportDiagnostic, reportProblem, type ReportDiagnostic, type ReportProblem } from './diagnostics.ts';
import { reportHead, type ReportContext, type ReportHead, type RunKind } from '../words/head.ts';

export interface ErrorDocument extends ReportHead {
  readonly kind: 'error';
  /** What was asked for. */
  readonly run: RunKind;
  readonly summary: { readonly diagnostics: number };
  readonly diagnostics: readonly ReportDiagnostic[];
  readonly error: ReportError;
}

export interface ReportError extends ReportProblem {
  readonly exit: number;
  readonly headline: string;
  /** More facts, one a line. */
  readonly lines: readonly string[];
  readonly address: Address | null;
  readonly source: SourcePosition | null;
}

export function errorDocument(error: ToolError, run: RunKind, context: ReportContext): ErrorDocument {
  const { diagnostics } = error;
  return {
    ...reportHead(context, context.about ?? { project: null, target: null }),
    kind: 'error',
    run,
    summary: { diagnostics: diagnostics.length },
    diagnostics: diagnostics.map((each) => reportDiagnostic(each, context)),
    error: reportError(error),
  };
}

function reportError({ code, detail, exit }: ToolError): ReportError {
  const { message, lines = [], address = null, source = null } = detail;
  const { headline } = ERRORS[code];
  return { ...reportProblem({ code, message }), exit, headline, lines, address, source };
}
