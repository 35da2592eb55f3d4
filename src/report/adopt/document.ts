// Adoption -> the document. Values stand in the patch on purpose: it goes into the user's own repository. Everything else
// (reasons, notes) carries none.

import type { Adoption } from '../../reconcile/adopt/adopt.ts';
import { reportHead, type ReportContext, type ReportHead } from '../head.ts';
import { nextCommand, type ReportCommand } from '../next.ts';

export interface AdoptDocument extends ReportHead {
  readonly kind: 'adopt';
  readonly files: readonly string[];
  readonly summary: { readonly unreadable: number };
  readonly coverage: Adoption['coverage'];
  readonly requests: { readonly observed: number };
  /** What was taken over into the files, with a patch that shows values: it is the user's own data. */
  readonly adoption: ReportAdoption;
  readonly next: ReportCommand | null;
}

export type ReportAdoption = Omit<Adoption, 'project' | 'target' | 'coverage' | 'requests'>;

/** `again`: the words of this call, for the command that writes what was shown. */
export function adoptDocument(result: Adoption, context: ReportContext, again: readonly string[]): AdoptDocument {
  const { project, target, coverage, requests, ...adoption } = result;
  return {
    ...reportHead(context, { project, target }),
    kind: 'adopt',
    files: adoption.files.map(({ file }) => file),
    summary: { unreadable: adoption.leftOut.filter(({ why }) => why === 'unreadable').length },
    coverage,
    requests: { observed: requests },
    adoption,
    next: nextAfterAdopt(adoption, context, again),
  };
}

function nextAfterAdopt(
  { files, written, unfilled }: ReportAdoption,
  { options }: ReportContext,
  again: readonly string[],
): ReportCommand | null {
  if (files.length === 0) return null;
  if (!written) return nextCommand('To write it', [...again, '--write']);
  if (unfilled.length > 0) return nextCommand('Once filled in', ['validate', ...options]);
  return nextCommand('To see what apply would do', ['plan', ...options]);
}
