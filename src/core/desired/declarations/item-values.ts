// Values that the service reads in a way of its own because of their key (preview campaign interface, "Specially named data keys"):
// what it does not take is an error, what it takes and a person may not have meant is a warning. No finding repeats a value.

import { spreadsheetForm } from '../../model/saved-id.ts';
import { isE164, isPhoneKey, isUrl, isUrlKey, schemeOf, specialKeyMeant } from '../../model/value-rules.ts';
import type { InputWarningCode } from '../../model/errors/warning.ts';
import type { FileFinding, FindingCode, Findings } from '../text/findings.ts';
import { keyWords } from '../text/masked.ts';
import type { PhoneCheck } from './plausible.ts';
import type { Subject } from '../text/shape.ts';
import { descend } from '../text/tree.ts';

/** Those that are named in a finding: anything else before a colon may be part of a value. */
const NAMED_SCHEMES: readonly string[] = ['http', 'https', 'javascript', 'data', 'file', 'ftp', 'mailto', 'tel'];
/** What a separate window opens by itself. */
const USUAL_SCHEMES: readonly string[] = ['http', 'https'];

export interface ValueRules {
  readonly findings: Findings;
  readonly phoneFault: PhoneCheck;
  /** Remembers: the same few keys stand in every record. */
  readonly meaningOf: (key: string) => KeyMeaning;
}

/** What a data key says of its value. */
export interface KeyMeaning {
  readonly isPhone: boolean;
  readonly isLink: boolean;
  /** The specially named key that it nearly is. */
  readonly nearly: string | null;
}

export function meaningOf(key: string): KeyMeaning {
  return { isPhone: isPhoneKey(key), isLink: isUrlKey(key), nearly: specialKeyMeant(key) };
}

/** A value with the key that it is stored under. */
export interface KeyedValue {
  readonly key: string;
  readonly value: string;
  /** It stands as clientId, and not among the items of data. */
  readonly isId: boolean;
}

export function checkKeyedValue(subject: Subject, given: KeyedValue, rules: ValueRules): void {
  const { isPhone, isLink } = rules.meaningOf(given.key);
  if (!isPhone && !isLink) return;
  const add = (code: FindingCode, words: string): void =>
    rules.findings.add({ code, ...placed(subject, given, words) });
  const warn = (code: InputWarningCode, words: string): void =>
    rules.findings.warn({ code, ...placed(subject, given, words) });
  if (isPhone) checkPhone(given.value, rules, { add, warn });
  if (isLink) checkUrl(given.value, { add, warn });
}

function placed(subject: Subject, { key, isId }: KeyedValue, words: string): Omit<FileFinding, 'code'> {
  const { source, address, node } = subject;
  const path = isId ? '.clientId' : `.data.${keyWords(key)}`;
  const { at } = descend(node, isId ? ['clientId'] : ['data', key, 'value']);
  return { source, at, message: `${subject.path}${path}: ${words}`, address };
}

interface Say {
  readonly add: (code: FindingCode, words: string) => void;
  readonly warn: (code: InputWarningCode, words: string) => void;
}

function checkPhone(value: string, { phoneFault }: ValueRules, { add, warn }: Say): void {
  if (!isE164(value))
    return add('phone-not-e164', `expected a number like +34911234567; given ${describePhone(value)}`);
  const fault = phoneFault(value);
  if (fault === 'length') warn('phone-not-possible', `no number of its country code has ${value.length - 1} digits`);
  else if (fault !== null)
    warn(
      'phone-not-possible',
      'behind the country code stands what is dialled only inside the country, as in +4407700',
    );
}

/** No way of reading makes a number of it. */
export const NO_PHONE = 'text without a digit; is it in the column of another value?';

function describePhone(value: string): string {
  if (value === '') return 'empty text';
  if (!/\d/u.test(value)) return NO_PHONE;
  if (spreadsheetForm(value) === 'exponent')
    return 'what a spreadsheet makes of a long number, which lost its last digits';
  if (!value.startsWith('+')) return `text of ${value.length} characters without the plus sign`;
  if (/[^+\d]/u.test(value)) return `text of ${value.length} characters, some of them no digits`;
  if (value.startsWith('+0')) return 'a number that begins with zero';
  return `a number of ${value.length - 1} digits, where 2 to 15 are allowed`;
}

function checkUrl(value: string, { add, warn }: Say): void {
  const scheme = schemeOf(value);
  if (!isUrl(value))
    add('link-not-url', `expected a URL such as https://crm.example.com; given ${describeLink(value)}`);
  else if (scheme !== null && !USUAL_SCHEMES.includes(scheme)) {
    warn('link-scheme-unusual', `a URL that starts with ${schemeWords(scheme)}, which a window may not open`);
  }
}

function describeLink(value: string): string {
  const scheme = /^([a-z][a-z0-9+.-]{0,20}):/iu.exec(value)?.[1]?.toLowerCase();
  if (scheme === undefined) return 'text without a scheme';
  return `text that starts with ${schemeWords(scheme)}, and has blanks or no host`;
}

function schemeWords(scheme: string): string {
  return NAMED_SCHEMES.includes(scheme) ? `${scheme}:` : 'another scheme';
}
