// Document -> page, for every kind that a reviewer meets; null for those that stay on a terminal.

import type { ReportDocument } from '../document.ts';
import type { ErrorDocument } from '../error/document.ts';
import { annotationsOf } from '../formats/annotations.ts';
import { jsonReport } from '../json.ts';
import { printableDocument } from '../printable.ts';
import type { ValidateDocument } from '../validate/document.ts';
import { viewOf } from '../view/view-of.ts';
import { count, duration, moment } from '../words.ts';
import { annotationTable, footOf, words, value, type FileLink, type Page } from './page.ts';
import { viewPage } from './view-page.ts';

export function pageOf(document: ReportDocument, link: FileLink = () => null): Page | null {
  const { project, target } = document;
  const fingerprint =
    document.kind === 'plan' || document.kind === 'apply' ? document.approval.fingerprint.whole : null;
  const head = { project, target: target?.name ?? null, fingerprint, foot: footOf(document, fingerprint) };
  switch (document.kind) {
    case 'plan':
    case 'apply':
    case 'drift':
      return { ...head, ...viewPage(viewOf(document), link) };
    case 'validate':
      return { ...head, ...validatePage(document, link) };
    case 'error':
      return { ...head, ...errorPage(document, link) };
    case 'heartbeat': {
      const { at, maxAgeMs } = document.heartbeat;
      const verdict = `The last complete drift run ended at ${moment(at)}; the limit is ${duration(maxAgeMs)}.`;
      return { ...head, verdict, lead: [words(verdict)], tables: [], blocks: [] };
    }
    case 'show':
    case 'adopt':
    case 'doctor':
    case 'get':
    case 'search':
    case 'why':
      return null;
    default:
      return document satisfies never;
  }
}

type Body = Pick<Page, 'verdict' | 'lead' | 'tables' | 'blocks'>;

function validatePage(document: ValidateDocument, link: FileLink): Body {
  const { diagnostics, declared } = document;
  const files = new Set(diagnostics.map(({ source }) => source.file)).size;
  const verdict =
    diagnostics.length === 0
      ? `The files are valid: ${count(declared.users, 'user')}, ${count(declared.records, 'record')}.`
      : `${count(diagnostics.length, 'finding')} in ${count(files, 'file')}.`;
  return {
    verdict,
    lead: [words(verdict)],
    tables: [...findings(document, link), ...warned(document, link)],
    blocks: [],
  };
}

function warned(document: ValidateDocument, link: FileLink): Page['tables'] {
  if (document.warnings.length === 0) return [];
  const places = annotationsOf(jsonReport(printableDocument(document))).filter(({ level }) => level === 'warning');
  return [annotationTable(`Warnings (${document.warnings.length.toLocaleString('en')})`, places, link)];
}

/** What was asked for did not happen: first why, then the findings about the files. */
function errorPage(document: ErrorDocument, link: FileLink): Body {
  const { error, run } = document;
  const verdict = `The ${run} ended early: ${error.headline}`;
  const lines = [error.message, ...error.lines].filter((each) => each !== '').map((each) => `- ${words(each)}`);
  const lead = [`**${words(verdict)}** (${value(error.code)})`, lines.join('\n'), words(error.advice)];
  return { verdict, lead: lead.filter((each) => each !== ''), tables: findings(document, link), blocks: [] };
}

function findings(document: ValidateDocument | ErrorDocument, link: FileLink): Page['tables'] {
  const { diagnostics } = document;
  if (diagnostics.length === 0) return [];
  const places = annotationsOf(jsonReport(printableDocument(document))).filter(({ source }) => source !== null);
  return [annotationTable(`Findings (${diagnostics.length.toLocaleString('en')})`, places, link)];
}
