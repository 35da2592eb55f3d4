// The document as terminal text, from its view. Every value is made printable first, here and only here, so that no part can forget it.

import type { ReportDocument } from './json/document.ts';
import { viewOf } from './kinds/views.ts';
import { viewLines } from './text/section-lines.ts';
import type { Layout } from './words/layout.ts';
import { allPrintable } from './words/printable.ts';

export function renderText(given: ReportDocument, layout: Layout): string {
  const document = allPrintable(given);
  const lines = viewLines(viewOf(document, layout.verbose), document, layout);
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}
