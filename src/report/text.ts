// The document as terminal text, from its view or its page. Every value is made printable first, here and only here, so that no
// part can forget it.

import type { ReportDocument } from './json/document.ts';
import type { Layout } from './words/layout.ts';
import { pageOf } from './kinds/pages.ts';
import { allPrintable } from './words/printable.ts';
import { pageLines } from './text/page-lines.ts';
import { viewLines } from './text/view-lines.ts';
import { hasView, viewOf } from './view/view-of.ts';

export function renderText(given: ReportDocument, layout: Layout): string {
  const document = allPrintable(given);
  const lines = hasView(document)
    ? viewLines(viewOf(document), layout)
    : pageLines(pageOf(document, layout.verbose), document, layout);
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}
