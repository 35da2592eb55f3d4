// Document -> page, for every kind that has no view: the one way in for whatever lays out a report. Every text of it is made
// printable here, once.

import { adoptPage } from './adopt.ts';
import { doctorPage } from './doctor.ts';
import type { ReportDocument } from '../json/document.ts';
import { heartbeatPage } from './heartbeat.ts';
import { errorPage } from './error.ts';
import { getPage, searchPage } from './lookup.ts';
import { whyPage } from './why.ts';
import type { ReportPage } from './page.ts';
import { allPrintable } from '../words/printable.ts';
import { showPage } from './show.ts';
import { validatePage } from './validate.ts';
import { hasView, viewOf, type ViewedDocument } from '../view/view-of.ts';

type PagedDocument = Exclude<ReportDocument, ViewedDocument>;

/** `verbose`: with what a reader is spared otherwise. */
export function pageOf(document: PagedDocument, verbose = false): ReportPage {
  return allPrintable(rawPage(document, verbose));
}

/** What a report comes to, in plain text. */
export function verdictOf(document: ReportDocument): string {
  return hasView(document)
    ? viewOf(document)
        .summary.map(({ text }) => text)
        .join(' ')
    : pageOf(document).verdict;
}

function rawPage(document: PagedDocument, verbose: boolean): ReportPage {
  switch (document.kind) {
    case 'heartbeat':
      return heartbeatPage(document);
    case 'show':
      return showPage(document);
    case 'validate':
      return validatePage(document);
    case 'adopt':
      return adoptPage(document);
    case 'doctor':
      return doctorPage(document, verbose);
    case 'get':
      return getPage(document);
    case 'search':
      return searchPage(document);
    case 'why':
      return whyPage(document);
    case 'error':
      return errorPage(document);
    default:
      return document satisfies never;
  }
}
