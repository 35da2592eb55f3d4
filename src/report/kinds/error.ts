// An error as a page: what was expected and given, the place, and how to go on; or the findings about the files that ended the run.

import { findingsSection, findingsTotal } from './findings.ts';
import type { PageSection, ReportPage } from './page.ts';
import { sentences } from './page.ts';
import type { ErrorDocument, ReportError } from '../documents/error.ts';

export function errorPage({ error, run, diagnostics }: ErrorDocument): ReportPage {
  const found = diagnostics.length > 0;
  return {
    verdict: `The ${run} ended early: ${error.headline} [${error.code}]`,
    tone: 'stops',
    aside: null,
    sections: found
      ? [findingsSection('error', diagnostics), ...sentences([findingsTotal(diagnostics)], 'strong')]
      : [problem(error)],
    commands: [],
  };
}

function problem({ code, headline, message, lines, source, advice }: ReportError): PageSection {
  const place = source === null ? [] : [`${source.file}:${source.line}:${source.column}`];
  // Of a mistyped command the word that is wrong says more than that one is.
  const [first, ...texts] = code === 'bad-usage' || message === headline ? [message] : [headline, message];
  return { kind: 'problem', code, headline: first ?? headline, texts, lines: [...lines, ...place], advice };
}
