// A document and its view: the one way in for whatever lays out a report. Every text of it is made printable here, once. After a kind is
// added the compiler names what is missing: its view here, its exit codes (cli/process/exit.ts).

import type { ReportView } from '../view/section.ts';
import type { Documents, ReportDocument } from '../documents/document.ts';
import type { RunKind } from '../words/head.ts';
import { allPrintable } from '../words/printable.ts';
import { adoptView } from './adopt.ts';
import { applyView } from './apply.ts';
import { doctorView } from './doctor.ts';
import { driftView, heartbeatView } from './drift.ts';
import { errorView } from './error.ts';
import { getView, searchView } from './lookup.ts';
import { planView } from './plan.ts';
import { showView } from './show.ts';
import { validateView } from './validate.ts';
import { whyView } from './why.ts';

/** `verbose`: with what a plan relies on answer by answer, and every open question and the evidence of a doctor. */
export function viewOf(document: ReportDocument, verbose = false): ReportView {
  return allPrintable(rawView(document, verbose));
}

/** What a report comes to, in plain text. */
export function verdictOf(document: ReportDocument): string {
  return viewOf(document)
    .summary.map(({ text }) => text)
    .join(' ');
}

type ViewTable = { readonly [Kind in RunKind]: (document: Documents[Kind], verbose: boolean) => ReportView };

const VIEWS: ViewTable = {
  plan: planView,
  apply: applyView,
  drift: driftView,
  show: showView,
  validate: validateView,
  adopt: adoptView,
  doctor: doctorView,
  get: getView,
  search: searchView,
  why: whyView,
};

function rawView(document: ReportDocument, verbose: boolean): ReportView {
  if (document.error !== null) return errorView(document);
  if (document.heartbeat !== null) return heartbeatView(document);
  const view = VIEWS[document.kind] as (document: ReportDocument, verbose: boolean) => ReportView;
  return view(document, verbose);
}
