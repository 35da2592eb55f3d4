// Reads fields of values that come from a file. Promises the type asked for, or an error that names the field and the
// form expected, never the value found: it may be personal.

import { ToolError } from '../model/errors.ts';

/** The fields of one stored object. Every reader throws `ledger-damaged` when the field has another form. */
export interface Fields {
  text(key: string): string;
  textOrNull(key: string): string | null;
  number(key: string): number;
  oneOf<T extends string>(key: string, words: WordTable<T> | readonly T[]): T;
  /** A mapping of texts, such as digests. */
  texts(key: string): Readonly<Record<string, string>>;
  /** A list of texts. */
  list(key: string): readonly string[];
  object(key: string): Fields;
  /** The value itself, for unions without a field that names the case. */
  value(key: string): unknown;
}

/** Every member of a union, so that the compiler reports a missing one. */
export type WordTable<T extends string> = Readonly<Record<T, true>>;

/** `place` says what is being read (`object user:ana@example.com`). */
export function fieldsOf(value: unknown, place: string): Fields {
  if (!isObject(value)) throw misshapen(place, 'an object');
  const read = <T>(key: string, fits: (field: unknown) => field is T, expected: string): T => {
    const field = value[key];
    if (!fits(field)) throw misshapen(`${place}, ${key}`, expected);
    return field;
  };
  return {
    text: (key) => read(key, isText, 'a text'),
    textOrNull: (key) => read(key, isTextOrNull, 'a text or null'),
    number: (key) => read(key, isNumber, 'a number'),
    oneOf: (key, words) => read(key, isOneOf(words), `one of ${wordsOf(words).join(', ')}`),
    texts: (key) => read(key, isTexts, 'a mapping of texts'),
    list: (key) => read(key, isList, 'a list of texts'),
    object: (key) => fieldsOf(value[key], `${place}, ${key}`),
    value: (key) => value[key],
  };
}

export function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw misshapen(place, 'JSON', cause);
  }
}

function misshapen(place: string, expected: string, cause?: unknown): ToolError {
  return new ToolError('ledger-damaged', {
    message: `The ledger holds something else than ${expected}: ${place}.`,
    cause,
  });
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every(isText);
const isList = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isOneOf =
  <T extends string>(words: WordTable<T> | readonly T[]) =>
  (value: unknown): value is T =>
    isText(value) && wordsOf(words).includes(value);

const wordsOf = (words: object): readonly string[] => (Array.isArray(words) ? words.map(String) : Object.keys(words));
