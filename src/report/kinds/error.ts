// An error as a view: what was expected and given, the place, and how to go on; or the findings about the files that ended the run.

import { findings, findingsTotal } from './findings.ts';
import { sentence, sentences, type ReportView, type ViewSection } from '../view/section.ts';
import type { ErrorDocument, ReportError } from '../documents/error.ts';

export function errorView({ error, run, diagnostics }: ErrorDocument): ReportView {
  const found = diagnostics.length > 0;
  return {
    summary: [sentence('verdict', 'stops', `The ${run} ended early: ${error.headline} [${error.code}]`)],
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
