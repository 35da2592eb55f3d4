// Document -> view: the one way in for whatever lays out a report. Every text of it is made printable here, once.

import type { ApplyDocument } from '../documents/apply.ts';
import type { DriftDocument } from '../documents/drift.ts';
import type { PlanDocument } from '../documents/plan.ts';
import { allPrintable, eachText } from '../words/printable.ts';
import { applyView } from './apply-view.ts';
import { driftView } from './drift-view.ts';
import { planView } from './plan-view.ts';
import type { ReportView } from './view.ts';

export type ViewedDocument = PlanDocument | ApplyDocument | DriftDocument;

/** Other kinds have a page (pages.ts). */
export function hasView(document: { readonly kind: string }): document is ViewedDocument {
  return document.kind === 'plan' || document.kind === 'apply' || document.kind === 'drift';
}

/** Our words for the second system give way to its name, where muster.yaml says one. */
const SECOND_SYSTEM = /\b(?:the )?second system\b/gu;

export function viewOf(document: ViewedDocument): ReportView {
  const backendName = document.target?.backendName;
  const view = rawView(document);
  return allPrintable(
    backendName === undefined ? view : eachText(view, (text) => text.replaceAll(SECOND_SYSTEM, () => backendName)),
  );
}

function rawView(document: ViewedDocument): ReportView {
  switch (document.kind) {
    case 'plan':
      return planView(document);
    case 'apply':
      return applyView(document);
    case 'drift':
      return driftView(document);
    default:
      return document satisfies never;
  }
}
