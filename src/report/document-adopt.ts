// Adoption -> the document. Values stand in the patch on purpose: it goes into the user's own repository. Everything else
// (reasons, notes) carries none.

import type { Adoption } from '../reconcile/adopt/adopt.ts';
import { emptyDocument, type ReportContext } from './document-start.ts';
import type { ReportDocument } from './document-shape.ts';
import { quoted } from './next.ts';

/** `again`: the words of this call, for the command that writes what was shown. */
export function adoptDocument(result: Adoption, context: ReportContext, again: readonly string[]): ReportDocument {
  const { project, target, coverage, requests, ...adoption } = result;
  const base = emptyDocument('adopt', context);
  const unreadable = result.leftOut.filter(({ why }) => why === 'unreadable').length;
  return {
    ...base,
    project,
    target,
    files: adoption.files.map(({ file }) => file),
    coverage,
    requests: { ...base.requests, observed: requests },
    adoption,
    summary: { ...base.summary, unreadable },
    next: nextAfterAdopt(result, context, again),
  };
}

function nextAfterAdopt(result: Adoption, context: ReportContext, again: readonly string[]): ReportDocument['next'] {
  const command = (words: readonly string[]): string => ['muster', ...words.map(quoted)].join(' ');
  if (!result.complete && result.files.length === 0) return null;
  if (result.files.length === 0) return null;
  if (!result.written) return { why: 'To write it', command: command([...again, '--write']) };
  if (result.unfilled.length > 0) {
    return { why: 'Once filled in', command: command(['validate', ...context.options]) };
  }
  return { why: 'To see what apply would do', command: command(['plan', ...context.options]) };
}
