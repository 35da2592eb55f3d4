// How much of what is declared was verified, in the terminal: one line, and with --verbose one for each field.

import type { Certainty } from '../../reconcile/change.ts';
import { paragraph, type Layout } from '../layout.ts';
import { tally } from '../words.ts';
import type { DriftDocument } from './document.ts';

/** `Verified: 1,400 of 1,402 record properties`; --verbose says it for each field. */
export function verifiedLines(verified: DriftDocument['verified'], layout: Layout): string[] {
  const kinds = (['record', 'user'] as const).filter((kind) => verified[kind].declared > 0);
  if (kinds.length === 0) return [];
  const line = kinds.map(
    (kind) => `${coverageWords(verified[kind], verified[kind].declared)} ${kind} properties${unsure(verified[kind])}`,
  );
  const fields = kinds.flatMap((kind) =>
    verified[kind].fields.map((each) => {
      const declared = each.verified + each.assumed + each.unverifiable;
      return `  ${kind} ${each.field.replace(/^data\./u, '')}  ${coverageWords(each, declared)}${unsure(each)}`;
    }),
  );
  return [...paragraph(`Verified: ${line.join(', ')}`, layout), ...(layout.verbose ? fields : [])];
}

function unsure({ assumed, unverifiable }: Certainty): string {
  const parts = tally([
    [assumed, 'assumed since creation'],
    [unverifiable, 'unverifiable'],
  ]);
  return parts === '' ? '' : ` (${parts})`;
}

const coverageWords = ({ verified }: Certainty, declared: number): string =>
  `${verified.toLocaleString('en')} of ${declared.toLocaleString('en')}`;
