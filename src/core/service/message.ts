// What is printed of a reason that the service gives. It may repeat names, addresses or data that it was sent, or the key.
//
// Terms: a private value is a personal value of the object that the request is about, as declared or as just read. Premise: people
// need the reason, and the reason is free text, so only what is private is masked in it. Matching ignores case and full width.
//
//   in the text                                         | is shown as
//   the key; a private value of four letters or more    | `***`, anywhere, also within a word
//   a shorter private value; a word of a longer one     | `***`, where it stands as a word
//   the digits of a private number, however they stand  | `***`
//   an e-mail address or `+` number, not an id we sent  | `***`
//   a character that a printer hides or obeys           | its escape: `\u202e`
//   more than 300 characters                            | cut after masking, so that no half of a value is left
//
// Example: for `Name: Maria Lopez` the reason "customer LOPEZ is locked" is shown as "customer *** is locked".

import { visible } from '../model/hidden.ts';

const MAX_LENGTH = 300;
const MASK = '***';
const EMAIL = /[^\s@<>"'(),;:=]+@[^\s@<>"'(),;:]+/gu;
const NUMBER = /\+?\d[\d\s().-]{5,}\d/gu;
const BREAKS = /[\t\n\r]+/gu;
/** Words of a reason and of the interface documents: a value that holds one of them does not hide it. */
const PLAIN_WORDS = new Set(
  `the and for not was are has have with from this that there does but can cannot must may already any all its into been
  agent campaign record task user queue skill template time zone value data item key name phone field state status
  preferred exists exist found find unknown invalid missing required error failed refused locked closed`.split(/\s+/u),
);

export interface PrivateWords {
  /** Personal values of the object. */
  readonly values: readonly string[];
  /** Ids in the request, which are no secret: an e-mail address among them is shown. */
  readonly ids?: readonly string[];
  /** The API key. */
  readonly key?: string;
}

/** The reason in one printable line of at most 300 characters; null where there is none. */
export function safeMessage(text: string, { values, ids = [], key = '' }: PrivateWords): string | null {
  const line = text.replaceAll(BREAKS, ' ').normalize('NFKC').trim();
  const addresses = ids.filter((id) => id.includes('@')).map((id) => id.normalize('NFKC'));
  // Names are a part of most addresses: one that is public is taken out before names are looked for.
  const apart = addresses.length === 0 ? [line] : line.split(new RegExp(`(${addresses.map(escaped).join('|')})`, 'iu'));
  const parts = apart.map((part, place) => (place % 2 === 1 ? part : maskShapes(mask(part, values, key), values)));
  const shown = visible(parts.join('')).trim();
  if (shown === '') return null;
  const characters = [...shown];
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join('')}…` : shown;
}

/** Longest first: a short value must not break a longer one apart before it is found. */
function mask(line: string, values: readonly string[], key: string): string {
  const whole = [key, ...values].map((value) => value.normalize('NFKC').trim()).filter((value) => value !== '');
  const patterns = whole.toSorted((a, b) => b.length - a.length).flatMap(patternsOf);
  return patterns.reduce((masked, pattern) => masked.replaceAll(pattern, MASK), line);
}

function patternsOf(value: string): RegExp[] {
  const words = value.split(/[^\p{L}\p{N}]+/u).filter((word) => [...word].length >= 3 && word !== value);
  const partial = words.filter((word) => !PLAIN_WORDS.has(word.toLowerCase())).map(asWord);
  const isShort = [...value].length < 4;
  return [isShort ? asWord(value) : new RegExp(escaped(value), 'giu'), ...partial];
}

function asWord(value: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(value)}(?![\\p{L}\\p{N}])`, 'giu');
}

function escaped(value: string): string {
  return value.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}

function maskShapes(line: string, values: readonly string[]): string {
  const numbers = values.map(digitsOf).filter((digits) => digits.length >= 6);
  const isPrivate = (text: string): boolean => numbers.some((digits) => sharesDigits(digitsOf(text), digits));
  return line
    .replaceAll(EMAIL, MASK)
    .replaceAll(NUMBER, (text) => (text.startsWith('+') || isPrivate(text) ? MASK : text));
}

/** A number may be repeated with or without its country code. */
function sharesDigits(seen: string, given: string): boolean {
  return seen.includes(given) || (seen.length >= 6 && given.endsWith(seen.replace(/^0+/u, '')));
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D+/gu, '');
}
