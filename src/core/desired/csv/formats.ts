// `formats` of a list: what its cells say, in the form that desired files have. A number in national form becomes the international
// one, a local time a moment. What cannot be read stays as it is, and is refused as it would be in any other file.

import type { CsvRow } from './csv-rows.ts';
import { cellPlace, entriesOf, findColumns } from './csv-table.ts';
import type { Columns, CsvTable, ReadCell } from './csv-table.ts';
import type { Address } from '../../model/address.ts';
import { looksLikeDay, spreadsheetForm } from '../../model/saved-id.ts';
import { asTyped } from '../../model/spelling.ts';
import { isE164, isPhoneKey } from '../../model/value-rules.ts';
import { parseFileTime } from '../../model/time.ts';
import { didYouMean } from '../../model/suggest.ts';
import type { RecordsFromInput } from '../declarations/define.ts';
import { NO_PHONE } from '../declarations/item-values.ts';
import { remember, zoneFault } from '../declarations/delivery.ts';
import { readPhoneLibrary } from '../declarations/phone-library.ts';
import type { PhoneLibrary } from '../declarations/phone-library.ts';
import type { FindingCode, Findings } from '../text/findings.ts';
import { keyWords, masked } from '../text/masked.ts';
import type { TableFacts } from '../text/source.ts';
import type { Subject } from '../text/shape.ts';
import { descend } from '../text/tree.ts';
import { nearestPattern, openLocalTimes, patternOf } from './local-time.ts';

interface Asking {
  readonly asks: Subject;
  readonly from: RecordsFromInput;
  /** Where the data items stand. */
  readonly data: Columns;
}

export interface Formats {
  readonly read: ReadCell;
  /** Reports a country or a zone that the row names and nobody knows, and warns of digits that are a number of another country, too. */
  readonly check: (row: CsvRow, address: Address | null) => void;
}

/** Null where a format is none, or its column is not there; that has been reported. */
export function openFormats(table: CsvTable, { asks, from, data }: Asking, findings: Findings): Formats | null {
  const { formats = {}, columns } = from;
  const { time } = formats;
  const before = findings.count;
  const add = adderOf(asks, findings);
  const cellOf = cellsOf(table, { asks, from, data }, findings);
  const library = formats.phone === undefined ? null : readPhoneLibrary();
  const planFor = remember((country) => library && planOf(country, library));
  const phone = cellOf('phone', 'wrong-type', (text) =>
    library === null || planFor(text) !== null ? null : countryFault(text, library),
  );
  const faultOfZone = remember(zoneFault);
  const zone = cellOf('zone', 'unknown-time-zone', faultOfZone);
  const pattern = time === undefined ? null : patternOf(time);
  if (time !== undefined && pattern === null) add('wrong-type', 'time', patternWords(time));
  for (const [key, isMissing, other] of [
    ['zone', time !== undefined && formats.zone === undefined, 'the zone of these times'],
    ['time', time === undefined && formats.zone !== undefined, 'the pattern of the times of this zone'],
    ['time', time !== undefined && columns.nextEarliestWorkTime === undefined, 'a column for nextEarliestWorkTime'],
    ['phone', library !== null && !Object.keys(columns.data ?? {}).some(isPhoneKey), 'a column of data for a phone'],
  ] as const)
    if (isMissing) add('missing-key', key, `expected ${other}; it is missing`);
  const momentOf = pattern === null ? null : openLocalTimes(pattern);
  const read: ReadCell = (key, text, row) => {
    const isTime = key === 'nextEarliestWorkTime';
    if ((isTime && !zone.isKnown(row)) || (isPhoneKey(key) && !phone.isKnown(row))) return null;
    if (isTime && momentOf !== null && parseFileTime(text) === null)
      return faultOfZone(zone.text(row)) === null ? (momentOf(text, zone.text(row)) ?? text) : text;
    return library !== null && isPhoneKey(key) ? internationalOf(text, planFor(phone.text(row)), library).text : text;
  };
  const phones = library === null ? [] : data.filter(([key]) => isPhoneKey(key));
  const check: Formats['check'] = (row, address) => {
    [phone, zone].forEach((each) => each.check(row));
    for (const [key, { at, value }] of phones.length === 0 ? [] : entriesOf(row, phones)) {
      const text = value.kind === 'scalar' ? String(value.value) : '';
      if (library === null || !internationalOf(text, planFor(phone.text(row)), library).isDoubtful) continue;
      const message = `row ${row.line}.data.${keyWords(key)}: ${DOUBTFUL}`;
      findings.warn({ code: 'phone-not-possible', source: table.source, at, message, address });
    }
  };
  return findings.count > before ? null : { read, check };
}

const PATH = ['recordsFrom', 'formats'];

type Add = (code: FindingCode, key: string, words: string) => void;

function adderOf(asks: Subject, findings: Findings): Add {
  return (code, key, words) => {
    const { at } = descend(asks.node, [...PATH, key]);
    findings.add({ code, source: asks.source, at, message: `${asks.path}.${PATH.join('.')}.${key}: ${words}` });
  };
}

type CellOf = (key: 'phone' | 'zone', code: FindingCode, faultOf: (text: string) => string | null) => Cell;

/** What a format says of each row: fixed, or the text of a column. */
function cellsOf(table: CsvTable, { asks, from }: Asking, findings: Findings): CellOf {
  return (key, code, faultOf) => {
    const given = from.formats?.[key];
    if (typeof given !== 'object') {
      const fault = given === undefined ? null : faultOf(given);
      if (fault !== null) adderOf(asks, findings)(code, key, fault);
      return { text: () => given ?? '', isKnown: () => true, check: () => undefined };
    }
    const [[, [index = 0]] = ['', []]] = findColumns(table, { asks, path: [...PATH, key] }, findings) ?? [];
    const text = (row: CsvRow): string => row.cells[index]?.trim() ?? '';
    const isKnown = (row: CsvRow): boolean => text(row) === '' || faultOf(text(row)) === null;
    const check = (row: CsvRow): void => {
      const place = { source: table.source, at: cellPlace(row, index) };
      if (!isKnown(row)) findings.add({ code, ...place, message: `row ${row.line}: ${faultOf(text(row))}` });
    };
    return { text, isKnown, check };
  };
}

const DOUBTFUL =
  'read as a number of that country; with a plus sign in front it is one of another country, too: was a plus sign lost, or the zero?';

/** The key that would read such cells, or why it did not. */
export function hintsOf({ formats = {} }: RecordsFromInput): TableFacts['hint'] {
  const { phone, time } = formats;
  const ways: Readonly<Record<string, string>> = {
    'phone-not-e164':
      phone === undefined
        ? 'numbers in national form: `formats: { phone: GB }`'
        : '`formats.phone`: no number of that country, or one that may be of another (was the plus sign lost?)',
    'time-without-zone':
      time === undefined
        ? 'local times: `formats: { time: dd.MM.yyyy HH:mm, zone: Europe/London }`'
        : `\`formats.time\`: expected ${time}, in a zone whose clocks have this time`,
  };
  return (code, message) => (ways[code] === undefined || message.endsWith(NO_PHONE) ? '' : `; ${ways[code]}`);
}

/** The same for all rows, or of a column. */
interface Cell {
  readonly text: (row: CsvRow) => string;
  /** False where `check` reports it: then nobody can say what the cell means that it is about. */
  readonly isKnown: (row: CsvRow) => boolean;
  readonly check: (row: CsvRow) => void;
}

function patternWords(given: string): string {
  const near = nearestPattern(given);
  const meant = near === null ? '' : `; did you mean ${near}?`;
  return `expected a pattern such as dd.MM.yyyy HH:mm (M for months, m for minutes, h with a for AM and PM); given ${masked(given)}${meant}`;
}

type PhoneNumber = NonNullable<ReturnType<PhoneLibrary['parsePhoneNumberFromString']>>;
type Plan =
  | { readonly defaultCountry: CountryCode; readonly defaultCallingCode?: never }
  | { readonly defaultCallingCode: string };
type CountryCode = ReturnType<PhoneLibrary['getCountries']>[number];

/** `GB`, `44`, `+44`, `0044`. */
function planOf(text: string, { getCountries, getCountryCallingCode }: PhoneLibrary): Plan | null {
  const country = getCountries().find((each) => each === text.toUpperCase());
  if (country !== undefined) return { defaultCountry: country };
  const code = /^(?:\+|00)?([1-9]\d{0,2})$/u.exec(text)?.[1];
  const isKnown = code !== undefined && getCountries().some((each) => getCountryCallingCode(each) === code);
  return isKnown ? { defaultCallingCode: code } : null;
}

function countryFault(text: string, library: PhoneLibrary): string {
  const nameOf = new Intl.DisplayNames('en', { type: 'region' });
  const named = library.getCountries().find((each) => didYouMean(text, [nameOf.of(each) ?? each]) !== '');
  const [, current] = /^[a-z]{2}$/iu.test(text) ? (Intl.getCanonicalLocales(`und-${text}`)[0] ?? '').split('-') : [];
  const near = named ?? library.getCountries().find((each) => each === current);
  const meant = near === undefined ? '' : `; did you mean ${near}?`;
  return `expected a country such as GB, or its code such as +44; given ${masked(text)}${meant}`;
}

interface Read {
  readonly text: string;
  /** A number of another country all the same. */
  readonly isDoubtful: boolean;
}

/**
 * A number that its country can have; any other text stays as it is, and so does one that is international already. A spreadsheet takes the
 * plus sign: digits that begin with the country code are read with it where they can be nothing else, and without it where only that is a
 * number. In some countries 00 leads nowhere: with the own code behind it, it is the plus sign.
 *
 *   digits without zero and code    | of that country, and of no other | of both             | of another alone
 *   34911234567 in Germany          | read                             | read, and a warning | refused
 *   where no zero is dialled (US)   | read                             | read                | refused
 */
function internationalOf(text: string, plan: Plan | null, library: PhoneLibrary): Read {
  const typed = asTyped(text).replace(/^(\d{4,})[.,]0{1,2}$/u, '$1');
  const as = (number: string, isDoubtful = false): Read => ({ text: number, isDoubtful });
  if (isE164(typed)) return as(typed);
  if (plan === null || looksLikeDay(typed) || spreadsheetForm(typed) !== null) return as(text);
  const read = (each: string): PhoneNumber | null => {
    const parsed = library.parsePhoneNumberFromString(each, { ...plan, extract: false });
    return parsed?.isPossible() === true && parsed.ext === undefined ? parsed : null;
  };
  const code = plan.defaultCallingCode ?? library.getCountryCallingCode(plan.defaultCountry);
  const digits = typed.replaceAll(/[\s().\-/]/gu, '');
  const dialled = digits.startsWith(`00${code}`) ? read(`+${digits.slice(2)}`) : null;
  if (dialled?.isValid() === true) return as(dialled.number);
  const own = read(typed);
  const isAlso = (): boolean => /^[1-9]\d+$/u.test(digits) && read(`+${digits}`)?.isValid() === true;
  if (!digits.startsWith(code)) {
    if (own === null || (!own.isValid() && isAlso())) return as(text);
    return as(own.number, own.formatNational().replaceAll(/\D/gu, '') !== digits && isAlso());
  }
  const [withPlus, national] = [read(`+${digits}`), read(`+${code}${digits}`)];
  if (withPlus === null || national === null) return as((national ?? withPlus)?.number ?? text);
  if (withPlus.isValid() === national.isValid())
    return as(withPlus.number === national.number ? national.number : text);
  return as(national.isValid() ? national.number : own?.number === withPlus.number ? withPlus.number : text);
}
