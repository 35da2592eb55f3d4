// The document as terminal text: one dispatch over its kinds. Every value is made printable first, here and only here,
// so that no part can forget it.

import { adoptLines } from './adopt/text.ts';
import { applyLines } from './apply/text.ts';
import { doctorLines } from './doctor/text.ts';
import type { ReportDocument } from './document.ts';
import { heartbeatLines } from './drift/heartbeat.ts';
import { driftLines } from './drift/text.ts';
import { errorLines } from './error/text.ts';
import type { Layout } from './layout.ts';
import { planLines } from './plan/text.ts';
import { printableDocument } from './printable.ts';
import { showLines } from './show/text.ts';
import { validateLines } from './validate/text.ts';

export function renderText(document: ReportDocument, layout: Layout): string {
  return `${lines(printableDocument(document), layout)
    .map((line) => line.trimEnd())
    .join('\n')}\n`;
}

function lines(document: ReportDocument, layout: Layout): string[] {
  switch (document.kind) {
    case 'plan':
      return planLines(document, layout);
    case 'apply':
      return applyLines(document, layout);
    case 'drift':
      return driftLines(document, layout);
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
    case 'error':
      return errorLines(document, layout);
    default:
      return document satisfies never;
  }
}
