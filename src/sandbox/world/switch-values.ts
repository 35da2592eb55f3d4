// Text typed by a person -> the value of a switch. One row for each switch, typed against it: a new value of a switch
// does not compile until it is listed here. Everything else is refused.

import type { Switches } from './switches.ts';

type Words<T extends string> = Readonly<Record<T, true>>;
/** What a value may be. `kinds` are objects with a `kind` and, for each kind, the names of its numbers. */
type Form =
  | { readonly words: Words<string> }
  | { readonly number: string; readonly words?: Words<string> }
  | { readonly parts: Readonly<Record<string, Form>> }
  | { readonly kinds: Readonly<Record<string, readonly string[]>> }
  | { readonly list: 'names' | 'names or null' }
  | { readonly flag: true }
  | { readonly text: string };
type Kind = { readonly kind: string };

/** The one form that fits the type of a switch. */
type FormOf<T> = [T] extends [string]
  ? string extends T
    ? { readonly text: string }
    : { readonly words: Words<T> }
  : [T] extends [boolean]
    ? { readonly flag: true }
    : [T] extends [number | string]
      ? { readonly number: string; readonly words?: Words<Extract<T, string>> }
      : [T] extends [Kind]
        ? { readonly kinds: { readonly [K in T as K['kind']]: readonly Exclude<keyof K, 'kind'>[] } }
        : [T] extends [readonly string[] | null]
          ? { readonly list: 'names' | 'names or null' }
          : { readonly parts: { readonly [K in keyof T]: FormOf<T[K]> } };

const MS = 'a number of milliseconds';
const NAMES = { list: 'names or null' } as const;

// Stryker disable BooleanLiteral: `true` stands for nothing; it is there so that the compiler asks for each word of a switch.
const FORMS: { readonly [K in keyof Switches]: FormOf<Switches[K]> } = {
  S1: {
    words: { status: true, error: true, 'top-level': true, '404': true, 'FAILED+text': true, 'SUCCESS+empty': true },
  },
  S2: { words: { AND: true, OR: true, refused: true } },
  S3: { words: { scrambled: true, 'oldest-first': true, 'newest-first': true } },
  S4: { number: 'a number of records', words: { none: true } },
  S5: { words: { gone: true, 'removed-visible': true, 'removed-hidden': true } },
  S6: { words: { new: true, revives: true, refused: true } },
  S7: { words: { moves: true, lost: true, part: true } },
  S8: { words: { new: true, kept: true } },
  S9: { words: { refuse: true, overwrite: true, twin: true } },
  S10: { words: { keeps: true, resets: true } },
  S11: {
    parts: {
      intake: { words: { twin: true, update: true, skip: true } },
      idSearch: { words: { oldest: true, newest: true } },
    },
  },
  S12: { words: { ALREADY_EXISTS: true, FAIL: true, INVALID_ARGUMENTS: true, '409': true } },
  S13: { words: { INVALID_ARGUMENTS: true, FAIL: true, NOT_FOUND: true, '409': true } },
  S14: { number: MS },
  S15: { words: { on: true, null: true, missing: true } },
  S16: { words: { '401': true, '403': true, '200 UNAUTHORIZED': true, '200 FAILED': true } },
  S17: { number: MS },
  S18: {
    kinds: {
      none: [],
      '429': ['perSecond', 'retryAfterSeconds'],
      '503': ['perSecond'],
      slow: ['perSecond', 'delayMs'],
    },
  },
  S19: { number: MS },
  S20: { kinds: { none: [], '4xx': ['max'], FAILED: ['max'], cut: ['max'] } },
  S21: { words: { both: true, previewRecordId: true, previewRecordID: true } },
  S22: {
    parts: {
      case: { words: { sensitive: true, insensitive: true } },
      trim: { flag: true },
      missing: { words: { excluded: true, matches: true } },
      compare: { words: { text: true, number: true } },
    },
  },
  S23: { words: { no: true, yes: true } },
  S24: { words: { pinned: true, created: true } },
  S25: { words: { FAIL: true, ALREADY_EXISTS: true } },
  S26: { words: { dropped: true, kept: true } },
  S27: { words: { ignored: true, clears: true } },
  S28: { words: { both: true, null: true, empty: true } },
  S29: { words: { equals: true, differs: true, 'not-shown': true } },
  S30: { words: { left: true, removed: true, 'removed+SUCCESS': true } },
  identity: { words: { saml: true, directory: true, internal: true } },
  templates: NAMES,
  templatesWithoutBackend: { list: 'names' },
  campaigns: NAMES,
  skillQueues: NAMES,
  defaultSkillQueue: { text: 'a skill queue code' },
  defaultTimeZone: { text: 'a time zone name' },
  itemsNotShown: { list: 'names' },
};
// Stryker restore BooleanLiteral

const forms: Readonly<Record<string, Form>> = FORMS;

/** All switches, and their parts as the open points name them: `S11.intake`. */
export const SWITCH_NAMES: readonly string[] = Object.entries(forms).flatMap(([name, form]) => [
  name,
  ...('parts' in form ? Object.keys(form.parts).map((part) => `${name}.${part}`) : []),
]);

export interface SwitchRefusal {
  /** The values that the switch accepts, as text. */
  readonly takes: string;
  /** Those of its values that are words. */
  readonly words: readonly string[];
}

/** `name`: one of SWITCH_NAMES. Parts that are not named stay as in `before`. */
export function readSwitch(
  name: string,
  text: string,
  before: Switches,
): { readonly change: Partial<Switches> } | SwitchRefusal {
  const [whole = '', part] = name.split('.', 2);
  const form = formOf(name);
  const value = read(form, text);
  if (value === undefined) return { takes: takes(form), words: 'words' in form ? Object.keys(form.words ?? {}) : [] };
  const old: unknown = new Map<string, unknown>(Object.entries(before)).get(whole);
  const given = part === undefined ? value : { [part]: value };
  const isParted = 'parts' in formOf(whole);
  return { change: { [whole]: isParted ? { ...asObject(old), ...asObject(given) } : value } };
}

function formOf(name: string): Form {
  const [whole = '', part] = name.split('.', 2);
  const form = forms[whole];
  const found = part === undefined || form === undefined || !('parts' in form) ? form : form.parts[part];
  if (found === undefined) throw new TypeError(`${name} is no switch`);
  return found;
}

/** Undefined for what does not fit. */
function read(form: Form, text: string): unknown {
  if ('flag' in form) return text === 'true' ? true : text === 'false' ? false : undefined;
  if ('text' in form) return text === '' ? undefined : text;
  if ('list' in form) return readList(text, form.list);
  if ('kinds' in form)
    return Object.hasOwn(form.kinds, text) ? readKind({ kind: text }, form.kinds) : readKind(json(text), form.kinds);
  if ('parts' in form) return readParts(json(text), form.parts);
  if (form.words !== undefined && Object.hasOwn(form.words, text)) return text;
  return 'number' in form && /^\d{1,12}$/u.test(text) ? Number(text) : undefined;
}

function readList(text: string, list: 'names' | 'names or null'): unknown {
  const value = json(text);
  if (value === null) return list === 'names' ? undefined : null;
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined;
}

function readKind(value: unknown, kinds: Readonly<Record<string, readonly string[]>>): unknown {
  const { kind, ...numbers } = asObject(value);
  const names = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  const given = Object.keys(numbers);
  const fits = names?.length === given.length && names.every((name) => typeof numbers[name] === 'number');
  return fits ? { kind, ...numbers } : undefined;
}

function readParts(value: unknown, parts: Readonly<Record<string, Form>>): unknown {
  const given = Object.entries(asObject(value)).map(([name, each]) => {
    const form = Object.hasOwn(parts, name) ? parts[name] : undefined;
    return [name, form && read(form, typeof each === 'string' ? each : JSON.stringify(each))] as const;
  });
  const isWhole = given.length > 0 && given.every(([, each]) => each !== undefined);
  return isWhole ? Object.fromEntries(given) : undefined;
}

function takes(form: Form): string {
  if ('flag' in form) return 'true or false';
  if ('text' in form) return form.text;
  if ('list' in form) return `a JSON list of ${form.list}, such as ["a","b"]`;
  if ('kinds' in form) return anyOf(Object.entries(form.kinds).map(([kind, numbers]) => kindText(kind, numbers)));
  if ('parts' in form) {
    return Object.entries(form.parts)
      .map(([name, part]) => `${name}: ${takes(part)}`)
      .join('; ');
  }
  return anyOf([...Object.keys(form.words ?? {}), ...('number' in form ? [form.number] : [])]);
}

function kindText(kind: string, numbers: readonly string[]): string {
  if (numbers.length === 0) return kind;
  return `{"kind":"${kind}",${numbers.map((name) => `"${name}":1`).join(',')}}`;
}

function anyOf(all: readonly string[]): string {
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
