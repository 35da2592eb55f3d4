// The document as terminal text: one dispatch over its kinds. Every value is made printable first, here and only here,
// so that no part can forget it.

import { adoptLines } from './adopt/text.ts';
import { doctorLines } from './doctor/text.ts';
import type { ReportDocument } from './document.ts';
import { heartbeatLines } from './drift/heartbeat.ts';
import { errorLines } from './error/text.ts';
import type { Layout } from './layout.ts';
import { getLines, searchLines } from './lookup/text.ts';
import { whyLines } from './lookup/why-text.ts';
import { printableDocument } from './printable.ts';
import { showLines } from './show/text.ts';
import { viewLines } from './text/view-lines.ts';
import { validateLines } from './validate/text.ts';
import { viewOf } from './view/view-of.ts';

export function renderText(document: ReportDocument, layout: Layout): string {
  return `${lines(printableDocument(document), layout)
    .map((line) => line.trimEnd())
    .join('\n')}\n`;
}

function lines(document: ReportDocument, layout: Layout): string[] {
  switch (document.kind) {
    case 'plan':
    case 'apply':
    case 'drift':
      return viewLines(viewOf(document), layout);
    case 'heartbeat':
      return heartbeatLines(document, layout);
    case 'show':
      return showLines(document, layout);
    case 'validate':
      return validateLines(document, layout);
    case 'adopt':
      return adoptLines(document, layout);
    case 'doctor':
      return doctorLines(document, layout);
    case 'get':
      return getLines(document, layout);
    case 'search':
      return searchLines(document, layout);
    case 'why':
      return whyLines(document, layout);
    case 'error':
      return errorLines(document, layout);
    default:
      return document satisfies never;
  }
}
