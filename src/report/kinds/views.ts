// The document of a run, a union by kind, and its view: the one way in for whatever lays out a report. Every text of it is made printable
// here, once. After a kind is added here the compiler names what is missing: its view, its JSON (json.ts), its exit numbers
// (cli/process/exit.ts).

import type { ReportView } from '../view/section.ts';
import { allPrintable } from '../words/printable.ts';
import { adoptView, type AdoptDocument } from './adopt.ts';
import { applyView } from './apply.ts';
import { doctorView, type DoctorDocument } from './doctor.ts';
import { driftView } from './drift.ts';
import { errorView, type ErrorDocument } from './error.ts';
import { heartbeatView, type HeartbeatDocument } from './heartbeat.ts';
import { getView, searchView } from './lookup.ts';
import { planView } from './plan.ts';
import { showView, type ShowDocument } from './show.ts';
import { validateView, type ValidateDocument } from './validate.ts';
import { whyView } from './why.ts';
import type { ApplyDocument } from '../documents/apply.ts';
import type { DriftDocument } from '../documents/drift.ts';
import type { GetDocument, SearchDocument } from '../documents/lookup.ts';
import type { WhyDocument } from '../documents/why.ts';
import type { PlanDocument } from '../documents/plan.ts';

/** `verbose`: with every open question, and the evidence of what is known, of a doctor. */
export function viewOf(document: ReportDocument, verbose = false): ReportView {
  return allPrintable(rawView(document, verbose));
}

/** What a report comes to, in plain text. */
export function verdictOf(document: ReportDocument): string {
  return viewOf(document)
    .summary.map(({ text }) => text)
    .join(' ');
}

function rawView(document: ReportDocument, verbose: boolean): ReportView {
  switch (document.kind) {
    case 'plan':
      return planView(document);
    case 'apply':
      return applyView(document);
    case 'drift':
      return driftView(document);
    case 'heartbeat':
      return heartbeatView(document);
    case 'show':
      return showView(document);
    case 'validate':
      return validateView(document);
    case 'adopt':
      return adoptView(document);
    case 'doctor':
      return doctorView(document, verbose);
    case 'get':
      return getView(document);
    case 'search':
      return searchView(document);
    case 'why':
      return whyView(document);
    case 'error':
      return errorView(document);
    default:
      return document satisfies never;
  }
}

export type ReportDocument =
  | PlanDocument
  | ApplyDocument
  | DriftDocument
  | HeartbeatDocument
  | ShowDocument
  | ValidateDocument
  | AdoptDocument
  | DoctorDocument
  | GetDocument
  | SearchDocument
  | WhyDocument
  | ErrorDocument;
