// An error that ended a run, so that a reader of JSON gets one whatever happened: what was expected and given, the place, and how to go on;
// or the findings about the files that ended the run.

import { ERRORS, type ToolError } from '../../model/errors.ts';
import { begin, NO_SUMMARY } from '../documents/begin.ts';
import { reportDiagnostic, reportProblem } from '../documents/diagnostics.ts';
import type { ErrorDocument } from '../documents/document.ts';
import type { ReportError } from '../documents/json-report.ts';
import type { ReportContext, RunKind } from '../words/head.ts';
import { findings, findingsTotal } from './validate.ts';
import { sentence, sentences, type ReportView, type ViewSection } from '../view/section.ts';

export function errorDocument(error: ToolError, kind: RunKind, context: ReportContext): ErrorDocument {
  const { diagnostics } = error;
  return {
    ...begin(context, context.about ?? { project: null, target: null }),
    kind,
    summary: { ...NO_SUMMARY, diagnostics: diagnostics.length },
    diagnostics: diagnostics.map((each) => reportDiagnostic(each, context)),
    error: reportError(error),
  };
}

function reportError({ code, detail, exit }: ToolError): ReportError {
  const { message, lines = [], address = null, source = null } = detail;
  const { headline } = ERRORS[code];
  return { ...reportProblem({ code, message }), exit, headline, lines, address, source };
}

export function errorView({ error, kind, diagnostics }: ErrorDocument): ReportView {
  const found = diagnostics.length > 0;
  return {
    summary: [sentence('verdict', 'stops', `The ${kind} ended early: ${error.headline} [${error.code}]`)],
    aside: null,
    sections: found
      ? [...findings('error', diagnostics), ...sentences([findingsTotal(diagnostics)], { tone: 'strong' })]
      : [problem(error)],
  };
}

function problem({ code, headline, message, lines, source, advice }: ReportError): ViewSection {
  const place = source === null ? [] : [`${source.file}:${source.line}:${source.column}`];
  // Of a mistyped command the word that is wrong says more than that one is.
  const [first, ...texts] = code === 'bad-usage' || message === headline ? [message] : [headline, message];
  return { kind: 'problem', code, headline: first ?? headline, texts, lines: [...lines, ...place], advice };
}
