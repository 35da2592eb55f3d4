// Who is not to be called (`policy.doNotCall`): one number or clientId a line, in any form that a phone can have. A doubtful form counts:
// who may be listed is not called. Pure.
//
//   listed                                   meets
//   +44 (0)7700 900123, 0044 7700-900123     +447700900123, +4407700900123
//   07700 900123, 7700900123                 any number that ends so, with the zero of the country or without it; from 7 digits
//   C-1001                                   that clientId, whatever its case
//   07700 900123;since June                  either cell: a list that was exported has more columns

import type { DesiredRecord } from './record.ts';
import { folded } from './spelling.ts';
import { isPhoneKey } from './value-rules.ts';

export interface DoNotCall {
  /** Of the file as it was read: an approval binds it. */
  readonly digest: string;
  readonly ids: ReadonlySet<string>;
  /** Digits with the country code. */
  readonly numbers: ReadonlySet<string>;
  /** Digits that a number ends with. */
  readonly endings: ReadonlySet<string>;
}

const LEAST_DIGITS = 7;

export function readDoNotCall(text: string, digest: string): DoNotCall {
  const lines = text
    .replace(/^\ufeff/u, '')
    .split(/\r\n?|\n/u)
    .filter((line) => !/^[\s"']*#/u.test(line))
    .flatMap((line) => [line, ...line.split(/[,;\t]/u)])
    .map((line) => line.replace(/^[\s"']+|[\s"',;]+$/gu, ''))
    .filter((line) => line !== '');
  const numbers = new Set<string>();
  const endings = new Set<string>();
  for (const line of lines) {
    const bare = line.replace(/^tel:/iu, '').replace('(0)', '');
    const digits = bare.replaceAll(/\D/gu, '');
    if (!/^[+\d][\d\s().\-/]*$/u.test(bare) && !/^\(\d[\d\s().\-/]*$/u.test(bare)) continue;
    if (digits.length < LEAST_DIGITS) continue;
    if (bare.startsWith('+')) addAll(numbers, digits);
    else if (digits.startsWith('00')) addAll(numbers, digits.slice(2));
    else endings.add(digits.replace(/^0/u, ''));
  }
  return { digest, ids: new Set(lines.map(folded)), numbers, endings };
}

/** As it is, and without a zero behind a country code of one to three digits: +44 07700 is +44 7700. */
function spellingsOf(digits: string): string[] {
  const without = [1, 2, 3].filter((at) => digits[at] === '0').map((at) => digits.slice(0, at) + digits.slice(at + 1));
  return [digits, ...without];
}

function addAll(numbers: Set<string>, digits: string): void {
  for (const each of spellingsOf(digits)) numbers.add(each);
}

/** By its clientId, by that as a number, or by a number among its data. */
export function isListed({ clientId, data }: DesiredRecord, { ids, numbers, endings }: DoNotCall): boolean {
  if (ids.has(folded(clientId))) return true;
  const phones = [clientId, ...data.flatMap(({ key, value }) => (isPhoneKey(key) ? [value] : []))];
  return phones.some((phone) => {
    const digits = phone.startsWith('+') ? phone.slice(1) : '';
    if (spellingsOf(digits).some((each) => numbers.has(each))) return true;
    for (let at = 0; at + LEAST_DIGITS <= digits.length; at += 1) if (endings.has(digits.slice(at))) return true;
    return false;
  });
}
