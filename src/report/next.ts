// The next command a person would type after a report, complete enough to be copied.

import type { ReportContext } from './document-start.ts';
import type { ReportDocument } from './document-shape.ts';

type Next = ReportDocument['next'];
const CHANGING = ['create', 'update', 'replace', 'delete', 'adopt', 'forget', 'move'] as const;

/** Number of changes that applying would make. */
export function changeCount(summary: ReportDocument['summary']): number {
  return CHANGING.reduce((sum, action) => sum + summary.changes[action], 0);
}

export function nextAfterPlan(document: ReportDocument, context: ReportContext): Next {
  const stopping = document.guards.filter((guard) => !guard.passed);
  if (document.summary.unreadable > 0) return next('Read again', ['plan', ...context.options]);
  if (stopping.some((guard) => guard.pass === null)) return next('Once corrected', ['plan', ...context.options]);
  if (document.changes.length === 0) {
    return document.summary.decisions > 0 ? next('Once decided', ['plan', ...context.options]) : null;
  }
  const passing = document.guards.flatMap((guard) => (guard.pass === null ? [] : ['--allow', guard.pass]));
  return next('To apply it', ['apply', ...context.options, ...passing]);
}

export function nextAfterApply(document: ReportDocument, context: ReportContext): Next {
  const { skipped, failed, unresolved } = document.summary.settlements;
  if (document.changes.length === 0 && document.summary.decisions === 0) return null;
  const left = skipped + failed + unresolved > 0 || document.stopped !== null;
  return next(left ? 'See what is left' : 'To check', ['plan', ...context.options]);
}

export function nextAfterDrift(document: ReportDocument, context: ReportContext): Next {
  const { unreadable, pending } = document.summary.findings;
  if (unreadable > 0) return next('Read again', ['drift', ...context.options]);
  if (document.summary.alarms > 0) return next('To see what would put it right', ['plan', ...context.options]);
  return pending > 0 ? next('To see what is waiting', ['plan', ...context.options]) : null;
}

export function nextAfterValidate(document: ReportDocument, context: ReportContext): Next {
  return document.diagnostics.length > 0 ? null : next('Next', ['plan', ...context.options]);
}

function next(why: string, words: readonly string[]): Next {
  return { why, command: ['muster', ...words.map(quoted)].join(' ') };
}

/** For a POSIX shell: plain words as they are, everything else in single quotes. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
