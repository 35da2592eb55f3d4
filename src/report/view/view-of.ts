// Document -> view: the one way in for whatever lays out a report. Every text of it is made printable here, once.

import type { ApplyDocument } from '../apply/document.ts';
import type { DriftDocument } from '../drift/document.ts';
import type { PlanDocument } from '../plan/document.ts';
import { printableView } from '../printable.ts';
import { applyView } from './apply-view.ts';
import { driftView } from './drift-view.ts';
import { planView } from './plan-view.ts';
import type { ReportView } from './view.ts';

export function viewOf(document: PlanDocument | ApplyDocument | DriftDocument): ReportView {
  return printableView(rawView(document));
}

function rawView(document: PlanDocument | ApplyDocument | DriftDocument): ReportView {
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
