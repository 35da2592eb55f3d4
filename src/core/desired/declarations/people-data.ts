// Mistakes that lists of people have in every row: ids that a program printed for "no value", names that a wrong encoding or a broken formula
// damaged, one customer under several ids. Each kind of mistake is one finding for a file, because a list has it in every row. No finding
// repeats a value.

import { isUser } from '../../model/address.ts';
import { SHEET_ERROR, spreadsheetForm } from '../../model/saved-id.ts';
import type { DesiredRecord } from '../../model/record.ts';
import type { SameNumberPolicy } from '../../model/target.ts';
import type { DesiredUser } from '../../model/user.ts';
import { isNameKey, isPhoneKey } from '../../model/value-rules.ts';
import type { FileFinding, Findings } from '../text/findings.ts';
import { fixedSource } from '../text/source.ts';

type Declared = DesiredUser | DesiredRecord;

/** What a program prints of nothing, and templates that nobody filled: they stand nowhere in a name. */
const PRINTED =
  /(?:^|[^\p{L}\p{N}])(?:undefined|NaN)(?:$|[^\p{L}\p{N}])|\[object \w+\]|\$[{(]|\{\{|<%|^(?:%\w+%|<.*>|\$\w+)$/u;
/** People are called so, too. */
const NULL = /^(?:[Nn]ull|NULL|[Nn]one|nil)$/u;
const NULL_BEHIND = /[^\p{L}\p{N}]null$/u;
/** What follows in windows-1252 or Latin-1 where a letter of UTF-8 has several bytes. */
const REST = '[\\u0080-¿€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
/** UTF-8 read as one of these; not É’, as in JOSÉ’S. What a decoder puts where it knows no letter, and what HTML has in its place. */
const DAMAGED = new RegExp(`(?:[Â-ÈÎ-Ñ×-Ûâ]|[à-ï]${REST})${REST}|\ufffd|\\p{L}\\?\\p{L}|&#?\\w+;`, 'u');

const NO_ID =
  'expected an id; given what a spreadsheet or a program writes where there is none, such as #N/A, ${ADMIN} or undefined';
const DAMAGED_NAME =
  'the name looks damaged: letters such as Ã¼ in place of ü come from a wrong encoding (Excel: Save as > CSV UTF-8), #REF! from a formula, undefined, ${name} or &amp; from a program';
const SHEET_ID = 'the id has the form that a spreadsheet gives to numbers or dates, such as 3.41525E+12 or 03-Apr';

export function checkPeopleData(
  { users, records }: { readonly users: readonly DesiredUser[]; readonly records: readonly DesiredRecord[] },
  sameNumber: SameNumberPolicy,
  findings: Findings,
): void {
  for (const each of [...users, ...records]) {
    if (isNoId(idOf(each), isUser(each) ? 'loginUserId' : 'clientId'))
      findings.add({ code: 'wrong-type', ...ofOne(each, NO_ID) });
    if (isUser(each) ? isDamagedUser(each) : isDamagedRecord(each))
      findings.warn({ code: 'damaged-name', ...ofOne(each, DAMAGED_NAME) });
    const isFromSheet = each.source.file.toLowerCase().endsWith('.csv');
    if (isFromSheet && spreadsheetForm(idOf(each)) !== null)
      findings.warn({ code: 'id-of-spreadsheet', ...ofOne(each, SHEET_ID) });
  }
  for (const [key, group] of sameNumber === 'off' ? [] : sameCustomers(records)) {
    const words = `name and number stand under ${group.length} ids of the campaign, so this customer is called ${group.length} times`;
    for (const each of group)
      if (sameNumber === 'warn') findings.warn({ code: 'same-number', ...ofOne(each, words, key) });
      else
        findings.add({
          code: 'duplicate-record',
          ...ofOne(each, `expected each customer once; given one whose ${words}`, key),
        });
  }
}

function ofOne({ source, address }: Declared, words: string, kind = ''): Omit<FileFinding, 'code'> {
  const { file, line, column } = source;
  return {
    source: fixedSource(file, line, column),
    at: 0,
    address,
    message: `${address}: ${words}`,
    together: `${file} ${kind}`,
  };
}

const idOf = (object: Declared): string => (isUser(object) ? object.loginUserId : object.clientId);
const isPrinted = (text: string): boolean => SHEET_ERROR.test(text.trim()) || PRINTED.test(text);
const isDamaged = (text: string): boolean => isPrinted(text) || DAMAGED.test(text);

/** What stands in the place of an id in every row is one mistake, and not the same id twice. */
export const isNoId = (id: string, key: 'loginUserId' | 'clientId'): boolean =>
  isPrinted(id) || NULL.test(id) || (key === 'clientId' && NULL_BEHIND.test(id));

function isDamagedUser(user: DesiredUser): boolean {
  return user.ensure === 'present' && [user.profile.firstName, user.profile.lastName].some(isDamaged);
}

function isDamagedRecord({ data }: DesiredRecord): boolean {
  return data.some(({ key, value }) => isNameKey(key) && isDamaged(value));
}

/** By what a customer is known again: name and number. Null where one of them is not given, or where nobody is called. Of one campaign: two may share customers. */
export function customerKey({ data, campaign, ensure }: DesiredRecord): string | null {
  const phones = data.filter(({ key }) => isPhoneKey(key)).map(({ value }) => value);
  const names = data.filter(({ key }) => isNameKey(key)).map(({ value }) => value.trim().toLowerCase());
  const isKnown = phones.length > 0 && names.length > 0 && ensure !== 'absent';
  return isKnown ? JSON.stringify([campaign.campaignName, phones, names]) : null;
}

function sameCustomers(records: readonly DesiredRecord[]): (readonly [key: string, DesiredRecord[]])[] {
  const groups = [...Map.groupBy(records, customerKey)];
  return groups.flatMap(([key, group]) => (key !== null && group.length > 1 ? [[key, group] as const] : []));
}
