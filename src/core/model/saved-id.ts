// What a spreadsheet makes of an id that it takes for a number or a date, so that both spellings can be known for one. A file that was
// saved so names nobody new. Pure.
//
//   id             saved as                    one by
//   00123          123, 123.0, '123            the whole number
//   3415250000123  3.41525E+12                 the number, as far as the shorter one says it; so beyond 15 digits: 12345678901234500
//   12.10          12.1, 12,1                  the number, without the zeros at its end
//   5%             0.05, 5.00%                 the number of hundredths
//   (5551)         -5551                       the number below zero
//   3-4, MAR4      03-Apr, 2026-04-03, 46115   day and month, in two forms of a date: 3-4 and 4-3 are two ids
//   12-2024        Dec-24, 2024-12-01          month and year
//   10:30          10:30:00, 0.4375            the time of a day
//   C-7, É-1       ="C-7", C-7␠, C–7, Ã‰-1     the text without quotes and blanks, with plain dashes and whole letters

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

/** `September 30, 2026 00:00:00`. */
const MOST_DAY = 28;

/** A number or a date as a spreadsheet writes it, and hardly anybody else; null for any other text. */
export function spreadsheetForm(id: string): 'exponent' | 'date' | null {
  if (/^\d(?:[.,]\d+)?E\+\d{1,3}$/iu.test(id)) return 'exponent';
  const parts = id.length > MOST_DAY ? null : dateParts(id);
  if (parts === null || dayAndMonth(parts) === null) return null;
  return parts.hasMonthName || (parts.numbers.length === 3 && parts.hasYear) ? 'date' : null;
}

/** `2026-04-03`, `03-Apr`, and 03.04.26. */
export const looksLikeDay = (text: string): boolean =>
  spreadsheetForm(text) === 'date' || /^(?:[012]?\d|3[01])([-./])(?:[012]?\d|3[01])\1\d{2}$/u.test(text);

/** One by one: 3.4 may be a number or a day, 1.000 one or a thousand. */
const READINGS: readonly ((bare: string) => string | Form | null)[] = [
  exponentForm,
  (bare) => wholeForm(bare.replace(/[.,]0+$/u, '')),
  (bare) => wholeForm(grouped(bare)),
  (bare) => keyed('decimal', /^0*(\d+)[.,](\d*[1-9])0*$/u.exec(bare)?.slice(1).join('.')),
  (bare) => keyed('decimal', hundredths(bare)),
  (bare) => keyed('minus', /^(?:-|\((?=.*\)$))(\d[\d.,]*)\)?$/u.exec(bare)?.[1]?.replace(/[.,]0{1,2}$/u, '')),
  (bare) => dated('date', serialDay(bare) ?? dayAndMonth(dateParts(compactDay(bare))), bare),
  (bare) => dated('month', monthIn(bare), bare),
  (bare) => keyed('time', secondsIn(bare)?.toString()),
];

const keyed = (kind: string, value: string | null | undefined): string | null =>
  value === null || value === undefined ? null : `${kind} ${value}`;

function formsOf(id: string): Form[] {
  const trimmed = withWholeLetters(id).replaceAll(/^[\s"'=’]+|[\s"'’]+$/gu, '');
  const bare = folded(trimmed).replaceAll(/[\u2010-\u2015\u2212]/gu, '-');
  const isPlain = PLAIN.test(bare) || (/^\p{L}/u.test(bare) && !MONTH_IN_FRONT.test(bare));
  if (isPlain) return [{ key: `${/^\d/u.test(bare) ? 'number' : 'text'} ${bare}`, precision: null, shape: null }];
  const forms = READINGS.flatMap((read) => read(bare.replace(/^\+(?=\d)/u, '')) ?? []);
  // Two days in one form are two ids; a day in quotes is the same one.
  const isText = forms.every((form) => typeof form !== 'string' && form.shape !== null);
  return [...forms, ...(isText ? [`text ${bare}`] : [])].map((form) =>
    typeof form === 'string' ? { key: form, precision: null, shape: null } : form,
  );
}

/** `1.234,00` -> `1234`; nothing where nothing groups its digits. */
function grouped(bare: string): string {
  const [, digits] = /^(\d{1,3}([.,’' ])\d{3}(?:\2\d{3})*)(?:[.,]0{1,2})?$/u.exec(bare) ?? [];
  return digits?.replaceAll(/\D/gu, '') ?? '';
}

function hundredths(bare: string): string | null {
  const [, number] = /^(\d+(?:[.,]\d+)?) ?%$/u.exec(bare) ?? [];
  return number === undefined ? null : String(Number(number.replace(',', '.')) / 100);
}

const DAY_S = 86_400;

/** A time of day, also as the part of a day that a spreadsheet keeps. */
function secondsIn(bare: string): number | null {
  const [, hour, minute, second = '0', half] = /^(\d{1,2}):(\d\d)(?::(\d\d))? ?([ap]m)?$/u.exec(bare) ?? [];
  if (hour !== undefined) {
    const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
    return (hours * 60 + Number(minute)) * 60 + Number(second);
  }
  const seconds = /^0[.,]\d+$/u.test(bare) ? Number(bare.replace(',', '.')) * DAY_S : Number.NaN;
  return Math.abs(seconds - Math.round(seconds)) < 0.01 ? Math.round(seconds) : null;
}

/** What windows-1252 has from byte 128 on; five bytes have no letter. */
const HIGH_LETTERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** `Ã‰` -> `É`: UTF-8 that was read as windows-1252. What is none stays as it is. */
function withWholeLetters(id: string): string {
  if (!/[Â-ô]/u.test(id)) return id;
  const bytes = [...id].map((letter) => {
    const high = HIGH_LETTERS.indexOf(letter);
    return high === -1 ? (letter.codePointAt(0) ?? 256) : 128 + high;
  });
  if (bytes.some((byte) => byte > 255)) return id;
  const text = new TextDecoder().decode(Uint8Array.from(bytes));
  return text.includes('\ufffd') ? id : text;
}

function dated(kind: string, value: string | null, bare: string): Form | null {
  if (value === null) return null;
  const shape = bare.replaceAll(/\d+/gu, '9').replaceAll(/\p{L}+/gu, 'a');
  return { key: `${kind} ${value}`, precision: null, shape };
}

/** `20240102` -> `2024-01-02`. */
const compactDay = (bare: string): string => bare.replace(/^((?:19|20)\d\d)([01]\d)([0-3]\d)$/u, '$1-$2-$3');

/** A day by its number, 46115: those of the years 1982 to 2064 have five digits that begin so. */
function serialDay(bare: string): string | null {
  if (!/^[3-5]\d{4}$/u.test(bare)) return null;
  const day = new Date(Date.UTC(1899, 11, 30) + Number(bare) * DAY_S * 1000);
  return dayAndMonth({ numbers: [day.getUTCMonth() + 1, day.getUTCDate()] });
}

/** `2024-12` of `12-2024`, of `12/24`, and of the first of that month. */
function monthIn(bare: string): string | null {
  const { numbers = [] } = dateParts(bare) ?? {};
  const [first = 0, second = 0, third = 1] = numbers;
  const year = numbers.length === 2 ? Math.max(first, second) : Math.max(first, third);
  const month = numbers.length === 2 ? Math.min(first, second) : second;
  const day = numbers.length === 2 ? 1 : Math.min(first, third);
  const isMonth = month >= 1 && month <= 12 && day === 1 && year > 12;
  return isMonth ? `${year < 100 ? 2000 + year : year}-${month}` : null;
}

/** More digits than these no spreadsheet keeps. */
const KEPT_DIGITS = 15;

function exponentForm(bare: string): Form | null {
  const [, whole, fraction = '', power] = /^(\d+)(?:[.,](\d+))?e\+?(\d{1,3})$/u.exec(bare) ?? [];
  if (whole === undefined) return null;
  const precision = Math.max(1, `${whole}${fraction}`.replace(/^0+/u, '').length);
  return { key: exponentKey(Number(`${whole}.${fraction || '0'}e${power}`), precision), precision, shape: null };
}

function wholeForm(text: string): Form | null {
  if (!/^\d+$/u.test(text)) return null;
  const digits = text.replace(/^0+(?=\d)/u, '');
  const isCut = digits.length > KEPT_DIGITS && /^0+$/u.test(digits.slice(KEPT_DIGITS));
  if (isCut) return { key: exponentKey(Number(digits), KEPT_DIGITS), precision: KEPT_DIGITS, shape: null };
  return { key: `number ${digits}`, precision: null, shape: null };
}

function exponentKey(value: number, precision: number): string {
  const text = value.toExponential(Math.min(precision, KEPT_DIGITS) - 1);
  return `number ${text.replace(/\.?0*(?=e)/u, '')}`;
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

const MONTH_IN_FRONT = new RegExp(`^(?:${MONTHS.flat().join('|')})`, 'u');
/** Of what most ids are there is one reading: a number that is no day. */
const PLAIN = /^[1-9](?:\d{0,3}|\d{5,6}|\d{8,14})$/u;

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
function dayAndMonth(parts: Pick<DateParts, 'numbers'> | null): string | null {
  const { numbers = [] } = parts ?? {};
  const years = numbers.filter((number) => number > 99);
  const others =
    numbers.length < 3 ? numbers.map((number) => number % 100) : numbers.filter((each) => each <= 99).slice(0, 2);
  if (years.length > 1 || others.length !== 2) return null;
  const sorted = others.toSorted((a, b) => a - b);
  return (sorted[0] ?? 0) >= 1 && (sorted[0] ?? 0) <= 12 ? sorted.join('-') : null;
}

function saidAs(id: string, other: string, { key, precision }: Form): SavedAs {
  if (/^(?:date|month|time) /u.test(key)) return 'date';
  if (key.startsWith('text ')) return 'quotes';
  if (precision !== null) return 'exponent';
  return /^\d+$/u.test(id) && /^\d+$/u.test(other) ? 'zeros' : 'digits';
}
