// What a row of a field table says, and what follows from it. The tables are user-fields.ts, record-fields.ts and
// campaign-fields.ts: types of files and of the desired state, declarations, requests, privacy and comparison read them,
// so that a field is described once and cannot be accepted and then dropped.

import { plainWords } from './spelling.ts';
import { parseFileTime } from './time.ts';
import { spellZone } from './zone.ts';

/** How a value looks in a file and in the desired state. Both ways lose nothing. */
export interface Form<Input, Desired> {
  /** Undefined for what is no such value: the checks of desired files have reported it. */
  readonly fromInput: (input: Input) => Desired | undefined;
  readonly toInput: (desired: Desired) => Input;
}

/** A form that also fits into the value of a data item. */
export interface ItemForm<Input, Desired> extends Form<Input, Desired> {
  readonly decode: (value: string) => Desired;
  /** Empty text where there is nothing to store. */
  readonly encode: (desired: Desired) => string;
}

interface AnyForm {
  readonly fromInput: (input: never) => unknown;
  readonly toInput: (desired: never) => unknown;
}

/** A value that is the same in a file and in the desired state. */
export function plain<T>(): Form<T, T> {
  return { fromInput: (value) => value, toInput: (value) => value };
}

function text(): ItemForm<string, string> {
  return { ...plain<string>(), decode: (value) => value, encode: (value) => value };
}

export const TEXT = text();
/** IANA time zone name: in any letter case in a file and in the service, in one spelling in the desired state. */
export const ZONE: ItemForm<string, string> = { ...text(), fromInput: spellZone, decode: spellZone };
/** What a person reads: blanks and hidden characters make no other text. */
export const WORDS: Form<string, string> = { ...plain<string>(), fromInput: plainWords };
export const FLAG = plain<boolean>();
/** `2026-12-01T09:00:00+01:00` in a file; epoch milliseconds, UTC, in the desired state and on the wire. */
export const TIME: Form<string, number> = {
  fromInput: (input) => parseFileTime(input) ?? undefined,
  toInput: (instant) => new Date(instant).toISOString(),
};
/** Names of data items; one text with "|" between them on the wire. */
export const KEYS: ItemForm<readonly string[], readonly string[]> = {
  ...plain<readonly string[]>(),
  decode: (value) => value.split('|').filter((key) => key !== ''),
  encode: (keys) => keys.join('|'),
};
export const KEYS_OR_ALL: ItemForm<'ALL' | readonly string[], 'ALL' | readonly string[]> = {
  ...plain<'ALL' | readonly string[]>(),
  decode: (value) => (value === 'ALL' ? value : KEYS.decode(value)),
  encode: (keys) => (keys === 'ALL' ? keys : KEYS.encode(keys)),
};

/** The columns that every table has. The name of the row is the name in files. */
export interface Field {
  readonly form: AnyForm;
  /** Whether it must be given; `directory`: only for a target with `identity: directory`. */
  readonly required: boolean | 'directory';
  /** Value where none is given, and never said back. Left out: without a value the field is not managed. */
  readonly default?: unknown;
  /** Personal values are redacted in reports, secret in a stack, and in no message. */
  readonly personal: boolean;
}

export type Table = Readonly<Record<string, Field>>;

type Rows = Readonly<Record<string, object>>;

/** Names of the rows with these values in these columns. */
export type NamesWhere<T extends Rows, Columns> = {
  [K in keyof T]: T[K] extends Columns ? K : never;
}[keyof T] &
  string;

/** In the order of the table. */
export function namesWhere<T extends Rows, const Columns extends object>(
  table: T,
  columns: Columns,
): readonly NamesWhere<T, Columns>[] {
  const wanted: [string, unknown][] = Object.entries(columns);
  const has = (row: object): boolean => wanted.every(([column, value]) => Reflect.get(row, column) === value);
  const names = Object.entries(table).flatMap(([name, row]) => (has(row) ? [name] : []));
  return names as NamesWhere<T, Columns>[];
}

/** Names of the rows that have a name in this column. */
export type NamesWith<T extends Table, Column extends string> = NamesWhere<T, { readonly [K in Column]: string }>;

/** In the order of the table. */
export function namesWith<T extends Table, const Column extends string>(
  table: T,
  column: Column,
): readonly NamesWith<T, Column>[] {
  const names = Object.entries(table).flatMap(([name, row]) =>
    typeof Reflect.get(row, column) === 'string' ? [name] : [],
  );
  return names as NamesWith<T, Column>[];
}

/**
 * Values of `from` under the names that a column has for them: only those of the table, so that nothing else a caller may
 * hold goes along. What has no value is left out, never null.
 */
export function namedBy(table: Table, column: string, from: object): Readonly<Record<string, unknown>> {
  const values = namesWith(table, column).flatMap((name): [string, unknown][] => {
    const value: unknown = Reflect.get(from, name);
    return value === undefined ? [] : [[String(Reflect.get(table[name] ?? {}, column)), value]];
  });
  return Object.fromEntries(values);
}

/** The named properties that have a value. */
export function pick<T extends object, Names extends keyof T>(from: T, names: readonly Names[]): Pick<T, Names> {
  const given = names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]] as const]));
  return Object.fromEntries(given) as Pick<T, Names>;
}

export type DesiredValue<F extends Field> = Parameters<F['form']['toInput']>[0];
type InputValue<F extends Field> = ReturnType<F['form']['toInput']>;
type FilledField = { readonly required: true } | { readonly default: unknown };

/** Fields as they stand in the desired state: what is required or has a default always has a value. */
export type DesiredFields<T extends Table, Names = keyof T> = {
  readonly [K in keyof T as K extends Names ? (T[K] extends FilledField ? K : never) : never]: DesiredValue<T[K]>;
} & {
  readonly [K in keyof T as K extends Names ? (T[K] extends FilledField ? never : K) : never]?: DesiredValue<T[K]>;
};

/** Fields as they stand in a file. */
export type InputFields<T extends Table, Names = keyof T> = {
  readonly [K in keyof T as K extends Names ? (T[K] extends { required: true } ? K : never) : never]: InputValue<T[K]>;
} & {
  readonly [K in keyof T as K extends Names ? (T[K] extends { required: true } ? never : K) : never]?: InputValue<T[K]>;
};

/** From a file, or from what stands in a stack: each named field, by default where none is given. */
export function fieldsFrom<T extends Table, Names extends keyof T & string>(
  table: T,
  names: readonly Names[],
  input: Partial<InputFields<T, Names>>,
): DesiredFields<T, Names> {
  // Field by field, without a list of pairs: it is done for every record, and was a tenth of the time of loading.
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const given: unknown = Reflect.get(input, name);
    const value = given === undefined ? table[name]?.default : table[name]?.form.fromInput(given as never);
    if (value !== undefined) values[name] = value;
  }
  return values as DesiredFields<T, Names>;
}

/** The way back: what is not managed, and what is as by default, is left out. */
export function inputOf<T extends Table, Names extends keyof T & string>(
  table: T,
  names: readonly Names[],
  desired: DesiredFields<T, Names>,
): InputFields<T, Names> {
  const values = names.flatMap((name) => {
    const value: unknown = Reflect.get(desired, name);
    const row = table[name];
    return value === undefined || row === undefined || isDefault(value, row)
      ? []
      : [[name, row.form.toInput(value as never)] as const];
  });
  return Object.fromEntries(values) as InputFields<T, Names>;
}

function isDefault(value: unknown, row: Field): boolean {
  if (Array.isArray(row.default)) return Array.isArray(value) && value.length === 0;
  return 'default' in row && value === row.default;
}
