// The document as terminal text: one dispatch over its kinds. Every value is made printable first, here and only here,
// so that no part can forget it.

import type { ReportDocument } from './document-shape.ts';
import type { Layout } from './layout.ts';
import { printableDocument } from './printable.ts';
import { adoptLines } from './text-adopt.ts';
import { applyLines } from './text-apply.ts';
import { errorLines, validateLines } from './text-diagnostics.ts';
import { doctorLines } from './text-doctor.ts';
import { driftLines } from './text-drift.ts';
import { planLines } from './text-plan.ts';
import { showLines } from './text-show.ts';

export function renderText(document: ReportDocument, layout: Layout): string {
  return `${lines(printableDocument(document), layout)
    .map((line) => line.trimEnd())
    .join('\n')}\n`;
}

function lines(document: ReportDocument, layout: Layout): string[] {
  if (document.error !== null) return errorLines(document.error, document.diagnostics, layout);
  switch (document.kind) {
    case 'plan':
      return planLines(document, layout);
    case 'apply':
      return applyLines(document, layout);
    case 'drift':
      return driftLines(document, layout);
    case 'show':
      return showLines(document, layout);
    case 'adopt':
      return adoptLines(document, layout);
    case 'doctor':
      return doctorLines(document, layout);
    case 'validate':
      return validateLines(document, layout);
    default:
      return document.kind satisfies never;
  }
}
