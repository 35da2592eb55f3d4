// How much of what is declared was verified, in words: of all of it, and of each field.

import type { Certainty } from '../../reconcile/finding.ts';
import { plainName, tally } from '../words/words.ts';
import type { DriftDocument } from './drift.ts';

/** `80 of 203 facts about people could be read (118 assumed since creation, 5 unverifiable)`: for each kind that is declared. */
export function verifiedText(verified: DriftDocument['verified']): string[] {
  const kinds = (['record', 'user'] as const).filter((kind) => verified[kind].declared > 0);
  return kinds.map(
    (kind) =>
      `${coverageWords(verified[kind], verified[kind].declared)} ${kind} properties verified${unsure(verified[kind])}`,
  );
}

/** `record data.Name  1,400 of 1,400`: one for each declared field. */
export function certaintyOf(verified: DriftDocument['verified'], system: string): string[] {
  return (['record', 'user'] as const).flatMap((kind) =>
    verified[kind].fields.map((each) => {
      const declared = each.verified + each.assumed + each.unverifiable;
      return `${kind} ${each.field === BACKING_SIDE ? system : plainName(each)}  ${coverageWords(each, declared)}${unsure(each)}`;
    }),
  );
}

/** The side of a user that the report for programs calls so. */
const BACKING_SIDE = 'backing instance';

function unsure({ assumed, unverifiable }: Certainty): string {
  const parts = tally([
    [assumed, 'assumed since creation'],
    [unverifiable, 'unverifiable'],
  ]);
  return parts === '' ? '' : ` (${parts})`;
}

const coverageWords = ({ verified }: Certainty, declared: number): string =>
  `${verified.toLocaleString('en')} of ${declared.toLocaleString('en')}`;
