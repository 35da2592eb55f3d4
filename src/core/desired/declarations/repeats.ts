// What is declared twice: refused where it is the same id, also in another Unicode form; where only case or a compatible character
// differs a warning, because the service tells such ids apart (user provisioning interface, loginUserId: case-sensitive).

import { spreadsheetForm } from '../../model/saved-id.ts';
import { folded, likeness } from '../../model/spelling.ts';
import { valuePlace } from './declare.ts';
import { isNoId } from './people-data.ts';
import type { DeclaredInput } from './declare.ts';
import type { FindingCode, Findings } from '../text/findings.ts';
import type { Subject } from '../text/shape.ts';

interface Repeats {
  readonly key: 'loginUserId' | 'clientId' | 'campaignName';
  readonly code: FindingCode;
  /** `each user once`. */
  readonly expected: string;
  /** Two that may differ in case without a word. */
  readonly fits?: (one: Subject, other: Subject) => boolean;
}

type Named = Pick<DeclaredInput<unknown>, 'subject' | 'id'>;

/** Wrong shapes count too. */
export function reportRepeats(all: readonly Named[], repeats: Repeats, findings: Findings): void {
  const seen = new Map<string, Named | Named[]>();
  for (const each of all) {
    if (each.id === null || (repeats.key !== 'campaignName' && isNoId(each.id, repeats.key))) continue;
    const name = folded(each.id);
    const first = seen.get(name);
    // Most stand alone: a list for each would be half of what this holds.
    if (first === undefined) {
      seen.set(name, each);
      continue;
    }
    const alike = Array.isArray(first) ? first : [first];
    reportRepeat(each, alike, { ...repeats, findings });
    // Another one under the very same id says no more.
    if (alike.every(({ id }) => id !== each.id)) alike.push(each);
    seen.set(name, alike);
  }
}

function reportRepeat(
  { subject, id }: Named,
  alike: readonly Named[],
  { key, code, expected, fits, findings }: Repeats & { readonly findings: Findings },
): void {
  const worst = alike.find((first) => likeness(id ?? '', first.id ?? '') !== 'like');
  const first = worst ?? alike[0];
  if (first === undefined || (worst === undefined && fits?.(subject, first.subject) === true)) return;
  const { file, line } = first.subject.source.position(first.subject.node.at);
  const how = first.id === id ? 'the same one' : HOW[worst === undefined ? 'like' : 'form'];
  const { source, path, address } = subject;
  const message = `${path}.${key}: expected ${expected}; ${how} is declared at ${file}:${line}, too${first.id === id && isCut(id ?? '') ? CUT : ''}`;
  const place = { source, at: valuePlace(subject, key), message, address };
  if (worst === undefined) findings.warn({ ...place, code: 'similar-id' });
  else findings.add({ ...place, code });
}

/** What a spreadsheet leaves of a number behind its 15 digits. */
const isCut = (id: string): boolean => spreadsheetForm(id) === 'exponent' || /^[1-9]\d{14}0+$/u.test(id);
const CUT = ' (a spreadsheet keeps 15 digits of a number: longer ids may have become one)';

const HOW = { form: 'one that differs only in case or Unicode form', like: 'one that differs only in case or width' };
