// What a spreadsheet makes of an id that it takes for a number or a date, so that both spellings can be known for one. A file that was
// saved so names nobody new. Pure.
//
//   id             saved as                    one by
//   00123          123, 123.0, '123            the whole number
//   3415250000123  3.41525E+12                 the number, as far as the shorter one says it; so beyond 15 digits: 12345678901234500
//   12.10          12.1, 12,1                  the number, without the zeros at its end
//   3-4, MAR4      03-Apr, 2026-04-03          day and month, in two forms of a date: 3-4 and 4-3 are two ids
//   C-7            ="C-7", "C-7", C-7␠         the text without quotes and blanks

import { folded } from './spelling.ts';

/** What was done to an id on the way. */
export type SavedAs = 'zeros' | 'digits' | 'exponent' | 'date' | 'quotes';

interface Form {
  readonly key: string;
  /** Significant digits, where those behind them are lost; null: it says all. */
  readonly precision: number | null;
  /** Of a date: one run of digits or letters is as good as another. */
  readonly shape: string | null;
}

interface SavedId {
  readonly id: string;
  readonly as: SavedAs;
}

/** What a broken formula leaves in a cell, in any language: `#REF!`, `#¡VALOR!`, `#N/D`, `#NV`, `Err:502`. */
export const SHEET_ERROR = /^(?:#(?:\p{L}\/\p{L}|NV|[¡¿]?[\p{L}/0]+[!?])|Err:\d{3})$/iu;

/** Finds among the known ids those that may be the given one, saved by a spreadsheet. Case and Unicode form are another matter (spelling.ts). */
export function openSavedIds(ids: readonly string[]): (id: string) => readonly SavedId[] {
  const forms = ids.flatMap((id) => formsOf(id).map((form) => ({ id, form })));
  const exact = Map.groupBy(forms, ({ form }) => form.key);
  const shortened = forms.filter(({ form }) => form.precision !== null);
  const cut = new Map<number, ReadonlyMap<string, readonly (typeof forms)[number][]>>();
  const cutTo = (digits: number): ReadonlyMap<string, readonly (typeof forms)[number][]> => {
    const known = cut.get(digits);
    if (known !== undefined) return known;
    const keys = forms.flatMap((each) => shortKeys(each.form.key, digits).map((key) => ({ key, each })));
    const grouped = Map.groupBy(keys, ({ key }) => key);
    const made = new Map([...grouped].map(([key, own]) => [key, own.map(({ each }) => each)]));
    cut.set(digits, made);
    return made;
  };
  const savedAs = (id: string, form: Form): readonly SavedId[] => {
    const isAnother = (other: (typeof forms)[number]): boolean =>
      folded(other.id) !== folded(id) && (form.shape === null || other.form.shape !== form.shape);
    const same = exact.get(form.key)?.filter(isAnother) ?? [];
    if (same.length > 0) return same.map((other) => ({ id: other.id, as: saidAs(id, other.id, form) }));
    if (!form.key.startsWith('number ')) return [];
    const less = form.precision === null ? [] : (cutTo(form.precision).get(form.key)?.filter(isAnother) ?? []);
    const more = shortened.filter((other) => shortKeys(form.key, other.form.precision ?? 0).includes(other.form.key));
    return (less.length > 0 ? less : more).map((other) => ({ id: other.id, as: 'exponent' }));
  };
  return (id) =>
    formsOf(id)
      .map((form) => savedAs(id, form))
      .find(({ length }) => length > 0) ?? [];
}

/** Whether a spreadsheet makes it of another id: of a number, a date, or one in quotes. */
export function mayBeSaved(id: string): boolean {
  return formsOf(id).some(({ key }) => !key.startsWith('text ')) || formsOf(id)[0]?.key !== `text ${folded(id)}`;
}

/** A number or a date as a spreadsheet writes it, and hardly anybody else; null for any other text. */
export function spreadsheetForm(id: string): 'exponent' | 'date' | null {
  if (/^\d(?:[.,]\d+)?E\+\d{1,3}$/iu.test(id)) return 'exponent';
  const parts = dateParts(id);
  if (parts === null || dayAndMonth(parts) === null) return null;
  return parts.hasMonthName || (parts.numbers.length === 3 && parts.hasYear) ? 'date' : null;
}

/** 3.4 may be a number or a day. */
function formsOf(id: string): Form[] {
  const bare = folded(id.replaceAll(/^[\s"'=’]+|[\s"'’]+$/gu, ''));
  const forms = [numberForm(bare), decimalForm(bare), dateForm(bare)].filter((form) => form !== null);
  return forms.length > 0 ? forms : [{ key: `text ${bare}`, precision: null, shape: null }];
}

function decimalForm(bare: string): Form | null {
  const [, whole, fraction] = /^0*(\d+)[.,](\d*[1-9])0*$/u.exec(bare) ?? [];
  return whole === undefined ? null : { key: `decimal ${whole}.${fraction}`, precision: null, shape: null };
}

function dateForm(bare: string): Form | null {
  const parts = dateParts(bare);
  const day = parts === null ? null : dayAndMonth(parts);
  if (day === null) return null;
  return { key: `date ${day}`, precision: null, shape: bare.replaceAll(/\d+/gu, '9').replaceAll(/\p{L}+/gu, 'a') };
}

/** More digits than these no spreadsheet keeps. */
const KEPT_DIGITS = 15;

function numberForm(bare: string): Form | null {
  const [, whole, fraction = '', power] = /^(\d+)(?:[.,](\d+))?e\+?(\d{1,3})$/u.exec(bare) ?? [];
  if (whole !== undefined) {
    const precision = `${whole}${fraction}`.replace(/^0+/u, '').length;
    const key = exponentKey(Number(`${whole}.${fraction || '0'}e${power}`), Math.max(1, precision));
    return { key, precision: Math.max(1, precision), shape: null };
  }
  const joined = /^\d{1,3}(?:[.,’' ]\d{3})+$/u.test(bare) ? bare.replaceAll(/\D/gu, '') : bare.replace(/[.,]0+$/u, '');
  if (!/^\d+$/u.test(joined)) return null;
  const digits = joined.replace(/^0+(?=\d)/u, '');
  const isCut = digits.length > KEPT_DIGITS && /^0+$/u.test(digits.slice(KEPT_DIGITS));
  if (isCut) return { key: exponentKey(Number(digits), KEPT_DIGITS), precision: KEPT_DIGITS, shape: null };
  return { key: `number ${digits}`, precision: null, shape: null };
}

function exponentKey(value: number, precision: number): string {
  return `number ${value.toExponential(Math.min(precision, KEPT_DIGITS) - 1)}`;
}

/** Behind the digits that it keeps one spreadsheet rounds, and another has zeros. */
function shortKeys(key: string, precision: number): string[] {
  const [, digits] = /^number (\d+)$/u.exec(key) ?? [];
  if (digits === undefined) return [key];
  const kept = digits.slice(0, KEPT_DIGITS).padEnd(digits.length, '0');
  return [...new Set([kept, digits].map((each) => exponentKey(Number(each), precision)))];
}

/** The first letters of each month, in the languages of most spreadsheets. */
const MONTHS =
  'jan ene gen|feb fev fév|mar mär mrz|apr abr avr|may mai maj mag|jun giu|jul lug|aug ago aoû|sep set|oct okt ott|nov|dec dez dic déc'
    .split('|')
    .map((names) => names.split(' '));

interface DateParts {
  readonly numbers: readonly number[];
  readonly hasMonthName: boolean;
  readonly hasYear: boolean;
}

function dateParts(text: string): DateParts | null {
  const [, day = ''] = /^(.*?)(?:[ T]0{1,2}:00(?::00)?)?$/u.exec(text.toLowerCase()) ?? [];
  if (!/^(?:\d+|\p{L}{3,9}\.?)(?:[-./ ]{0,2}(?:\d+|\p{L}{3,9}\.?)){1,2}$/u.test(day)) return null;
  const words = day.match(/\d+|\p{L}+/gu) ?? [];
  const numbers = words.map((word) =>
    /\d/u.test(word)
      ? Number(word)
      : MONTHS.findIndex((names) => names.some((name) => word.startsWith(name))) + 1 || Number.NaN,
  );
  const names = words.filter((word) => /\D/u.test(word)).length;
  if (names > 1 || numbers.some(Number.isNaN) || words.length < 2) return null;
  return { numbers, hasMonthName: names === 1, hasYear: words.some((word) => /^(?:19|20)\d\d$/u.test(word)) };
}

/** In either order: which of them is the month depends on the language of the spreadsheet. */
function dayAndMonth({ numbers }: DateParts): string | null {
  const years = numbers.filter((number) => number > 99);
  const others =
    numbers.length < 3 ? numbers.map((number) => number % 100) : numbers.filter((each) => each <= 99).slice(0, 2);
  if (years.length > 1 || others.length !== 2) return null;
  const sorted = others.toSorted((a, b) => a - b);
  return (sorted[0] ?? 0) >= 1 && (sorted[0] ?? 0) <= 12 ? sorted.join('-') : null;
}

function saidAs(id: string, other: string, { key, precision }: Form): SavedAs {
  if (key.startsWith('date ')) return 'date';
  if (key.startsWith('text ')) return 'quotes';
  if (precision !== null) return 'exponent';
  return /^\d+$/u.test(id) && /^\d+$/u.test(other) ? 'zeros' : 'digits';
}
