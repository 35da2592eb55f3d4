// Adoption -> the document. Values stand in the patch on purpose: it goes into the user's own repository. Everything else
// (reasons, notes) carries none.

import type { Address, Kind, SourcePosition } from '../../model/address.ts';
import type { Adoption, LeftOut } from '../../reconcile/adopt/adopt.ts';
import { reportHead, type ReportContext, type ReportHead } from '../words/head.ts';
import { nextCommand, type ReportCommand } from '../words/next.ts';
import { secondSystem } from '../words/words.ts';
import { whyLeftOut } from '../words/why-left-out.ts';

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

export interface ReportAdoption extends Omit<Adoption, 'project' | 'target' | 'coverage' | 'requests' | 'leftOut'> {
  readonly leftOut: readonly ReportLeftOut[];
}

/**
 * - `declared`, `recorded`: somebody answers for it already.
 * - `absent`: the service says there is none; `unreadable`: nothing is concluded.
 * - `twin`: the clientId stands twice. `foreign`: carries the marker of another stack.
 * - `refused`: cannot be declared as it is (the rules of desired files). `differs`: declared, it would not be left as it is.
 * - `elsewhere`: the value does not stand in the declaration itself. `no-file`: nothing in a file says it.
 */
type LeftOutWhy = LeftOut['why'];

export interface ReportLeftOut {
  readonly address: Address;
  readonly kind: Kind;
  readonly why: LeftOutWhy;
  /** In words, without personal values. */
  readonly text: string;
  readonly source: SourcePosition | null;
}

/** `again`: the words of this call, for the command that writes what was shown. */
export function adoptDocument(result: Adoption, context: ReportContext, again: readonly string[]): AdoptDocument {
  const { project, target, coverage, requests, ...rest } = result;
  const adoption = { ...rest, leftOut: rest.leftOut.map((each) => reportLeftOut(each, secondSystem(target))) };
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

function reportLeftOut(leftOut: LeftOut, system: string): ReportLeftOut {
  const { address, kind, why, source } = leftOut;
  return { address, kind, why, text: whyLeftOut(leftOut, system), source };
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
