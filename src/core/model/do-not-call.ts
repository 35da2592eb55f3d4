// Who is not to be called (`policy.doNotCall`): one number or clientId a line, in any form that a phone can have. A doubtful form counts:
// who may be listed is not called. A line that names nobody is a fault. Pure.
//
//   listed                                   meets
//   +44 (0)7700 900123, Tel: 0044 7700-900123 ext 5   +447700900123, +4407700900123
//   07700 900123, 7700900123.0               any number that ends so, with the zero of the country or without it; from 7 digits
//   011 44 7700 900123, 8 (495) 123-45-67    +447700900123, +74951234567
//   07700 900123 / 07700 900124              either; and either cell of a list that was exported
//   C-1001, - C-1001 asked by letter         that clientId, whatever its case; 123 is 00123, as a spreadsheet saves it (saved-id.ts)
//   +44 7700 900123;2024-01-02               no clientId 45293: a day beside what names somebody is a day

import type { DesiredRecord } from './record.ts';
import { looksLikeDay, openSavedIds, SHEET_ERROR } from './saved-id.ts';
import { asTyped } from './spelling.ts';

/** Of a line from which nobody is known. */
interface ListFault {
  readonly line: number;
  readonly kind: 'merge' | 'exponent' | 'nothing';
}

interface ListedPhone {
  readonly phone: string;
  readonly line: number;
}

export interface DoNotCall {
  readonly file: string;
  /** Of the file as it was read: an approval binds it. */
  readonly digest: string;
  /** With the first line of each. */
  readonly ids: ReadonlyMap<string, number>;
  readonly savedOf: ReturnType<typeof openSavedIds>;
  /** By their last digits; with the plus sign where it is known. */
  readonly phones: ReadonlyMap<string, readonly ListedPhone[]>;
  readonly faults: readonly ListFault[];
}

const LEAST_DIGITS = 7;
/** So many hardly end two numbers by chance. */
const SURE_DIGITS = 8;
/** A number has at most 15, and up to 4 in front of it to leave the country. */
const [MOST_DIGITS, MOST_DIALLED] = [15, 19];
const MERGE_MARK = /^([<=>|])\1{6}(?: |$)/u;
const EXPONENT = /(?<![\p{L}\p{N}-])\d(?:[.,]\d+e\+?|e\+)\d{1,3}(?![\p{L}\p{N}])/u;
const DATE = /(?<!\d)(?:(?:19|20)\d\d([-./])[01]?\d\1[0-3]?\d|[0-3]?\d([-./])[0-3]?\d\2(?:19|20)\d\d)(?!\d|\1\d)/gu;

/** Longer than a number or a day can be. */
const MOST_SAVED = 32;

export function readDoNotCall(text: string, { file, digest }: Pick<DoNotCall, 'file' | 'digest'>): DoNotCall {
  const ids = new Map<string, number>();
  const saved = new Set<string>();
  const phones = new Map<string, ListedPhone[]>();
  const faults: ListFault[] = [];
  for (const [index, given] of text.split(/\r\n?|\n/u).entries()) {
    const line = asTyped(given.replaceAll('\t', ';'));
    const cells = cellsOf(line);
    if (!/[^\s"',;]/u.test(line) || (/^["']*#/u.test(line) && !SHEET_ERROR.test(cells[0] ?? ''))) continue;
    const found = phonesIn(line);
    const kind = faultOf(line, cells, found.length > 0);
    const at = index + 1;
    if (kind !== null) faults.push({ line: at, kind });
    for (const phone of found) {
      const known = phones.get(endOf(phone));
      if (known === undefined) phones.set(endOf(phone), [{ phone, line: at }]);
      else known.push({ phone, line: at });
    }
    const add = (id: string): unknown => ids.has(id) || ids.set(id, at);
    cells.forEach(add);
    const named = (cells.length === 1 ? cells : cells.slice(1)).filter((cell) => /\d/u.test(cell));
    for (const cell of named) {
      wordsOf(cell, found.length > 0).forEach(add);
      if (cell.startsWith('+') || cell.length > MOST_SAVED || saved.has(cell)) continue;
      if (named.length === 1 || !looksLikeDay(cell)) saved.add(cell);
    }
  }
  return { file, digest, ids, savedOf: openSavedIds([...saved]), phones, faults };
}

/** The line, and the cells of a table, or what stands before a remark. */
function cellsOf(line: string): readonly string[] {
  if (/^\+?[\p{L}\d]+(?:[ .-][\p{L}\d]+)*$/u.test(line)) return [line];
  const cells = line.split(/[,;|()[\]<>{}]|\s+[#/-]+\s+|:\s+/u);
  const bare = [line, ...cells].map((cell) => cell.replaceAll(/^(?:[\s"'=]|[-*•·]\s)+|[\s"']+$/gu, ''));
  return [...new Set(bare)].filter((cell) => cell !== '');
}

/** `- C-1 asked by letter`: what may be an id among words. Digits alone only in front, and where they are no part of a phone. */
function wordsOf(cell: string, hasPhone: boolean): string[] {
  if (!/\p{L}/u.test(cell) || !/[\s/=.:]/u.test(cell)) return [];
  const words = cell.split(/[\s/=]+/u).map((word) => word.replaceAll(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, ''));
  const [first = ''] = words;
  const isNumbered = !hasPhone && /^\d+$/u.test(first) && /^\d+ \p{L}/u.test(cell);
  return [...(isNumbered ? [first] : []), ...words.filter((word) => /\d/u.test(word) && /\p{L}/u.test(word))];
}

function faultOf(line: string, cells: readonly string[], hasPhone: boolean): ListFault['kind'] | null {
  if (MERGE_MARK.test(line)) return 'merge';
  if (/\de/u.test(line) && EXPONENT.test(line)) return 'exponent';
  if (hasPhone) return null;
  const isBroken = cells.some((cell) => SHEET_ERROR.test(cell));
  return isBroken || !cells.some((cell) => /^[^+]*[\p{L}\p{N}]/u.test(cell)) ? 'nothing' : null;
}

/** What most lines and cells are is seen at a glance. */
const [WHOLE, HAS_LEAST] = [/^\+[1-9]\d{6,14}$/u, /(?:\d\D*){7}/u];

/** Each run of digits that can be a number; one joined to a letter may be an id. */
function phonesIn(typed: string): string[] {
  if (WHOLE.test(typed)) return [typed];
  if (!HAS_LEAST.test(typed)) return [];
  const national = typed.replaceAll(/[([]\s*0\s*[)\]]/gu, ' ').replaceAll(DATE, ';');
  const text = national.includes(',')
    ? national.replaceAll(/(?<![\d,])\d{1,3}(?:,\d{3}){2,}(?![\d,])/gu, (number) => number.replaceAll(',', ''))
    : national;
  return [...text.matchAll(/(?:\+[\s(]*)?\d(?:[^\p{L}\p{N}+,;:|#="<>{}@&]*\d)*/gu)].flatMap(({ 0: run, index }) =>
    readingsOf(run, /\p{L}[-_]?$/u.test(text.slice(0, index)) ? LEAST_DIGITS + 3 : LEAST_DIGITS),
  );
}

/** As one number, as one with something in front of it or behind it, and, where it is too long for one, as several. */
function readingsOf(run: string, least: number): string[] {
  const groups = run.match(/\d+/gu) ?? [];
  const isSeveral = groups.join('').length > MOST_DIGITS || groups.every(({ length }) => length >= LEAST_DIGITS);
  const leastOf = (from: number, to: number): number => {
    if (to === from && (from === 0 || isSeveral)) return LEAST_DIGITS;
    return from === 0 ? SURE_DIGITS : SURE_DIGITS + 1;
  };
  return groups.slice(0, isSeveral ? groups.length : run.startsWith('+') ? 1 : 2).flatMap((_, from) => {
    const readings: string[] = [];
    let digits = '';
    for (let to = from; to < groups.length && digits.length < MOST_DIALLED; to += 1) {
      digits += groups[to] ?? '';
      const bare = digits.replace(/^0+/u, '');
      const isWhole = from === 0 && to === groups.length - 1;
      if (digits.length < least || (!isWhole && bare.length < leastOf(from, to))) continue;
      const hasPlus = run.startsWith('+') && from === 0;
      if (hasPlus || digits.startsWith('00')) readings.push(`+${bare}`);
      if (!hasPlus) readings.push(digits);
    }
    return readings;
  });
}

const endOf = (phone: string): string => phone.slice(1 - LEAST_DIGITS);

/** The line that names it: by its clientId, by that as a number, or by a number among its data, under any key. Null: none does. */
export function lineListing({ clientId, data }: DesiredRecord, { ids, savedOf, phones }: DoNotCall): number | null {
  // Days of a list are many, and digits nobody took from one.
  const isDigits = /^\d+$/u.test(clientId);
  const saved = savedOf(clientId).find(({ as }) => !isDigits || as !== 'date');
  const named = ids.get(asTyped(clientId)) ?? (saved && ids.get(saved.id));
  if (named !== undefined) return named;
  // A short clientId of digits is hardly a number.
  const asNumber = /^\+|^\d{10}/u.test(clientId) ? [clientId] : [];
  const own = [...asNumber, ...data.map(({ value }) => value)].map(asTyped).flatMap((typed) => {
    const isText = /\p{L}/u.test(typed);
    if (isText && !/\+|00/u.test(typed)) return [];
    return phonesIn(typed).filter((phone) => phone.startsWith('+') || !isText);
  });
  const met = own.flatMap((phone) => phones.get(endOf(phone))?.find((listed) => isSame(listed.phone, phone)) ?? []);
  return met[0]?.line ?? null;
}

function isSame(listed: string, own: string): boolean {
  const [isListedWhole, isOwnWhole] = [listed.startsWith('+'), own.startsWith('+')];
  if (isListedWhole && isOwnWhole) return spellingsOf(listed).includes(own) || spellingsOf(own).includes(listed);
  return (!isListedWhole && mayBe(listed, own, 0)) || (!isOwnWhole && mayBe(own, listed, SURE_DIGITS));
}

/** As it is, and without what some write behind a country code: the zero of +44 07700, the 1 of Mexico, the 9 of Argentina. */
function spellingsOf(phone: string): string[] {
  const places = [2, 3, 4].filter((at) => /[019]/u.test(phone[at] ?? ''));
  return [phone, ...places.map((at) => phone.slice(0, at) + phone.slice(at + 1))];
}

/** Whether it is the other without its country, with what is dialled inside of one (0, 8) or to leave it (011). */
function mayBe(national: string, other: string, least: number): boolean {
  const digits = other.replace('+', '');
  let same = 0;
  while (same < national.length && national.at(-1 - same) === digits.at(-1 - same)) same += 1;
  const front = national.slice(0, national.length - same);
  const country = digits.slice(0, digits.length - same);
  if (/^0*$/u.test(front)) return same >= least || /^0*$/u.test(country);
  if (country === '' && other !== digits) return front.length <= MOST_DIALLED - MOST_DIGITS;
  return /^80?$/u.test(front) && same >= SURE_DIGITS && country.length <= 3;
}
