// Every value of every open point, as the matrix plays it. Typed against OpenPoints: a new switch, or a new word of one,
// does not compile until it stands here. A switch that is an object is several factors.

import { DEFAULT_SWITCHES } from '../../src/sandbox/world/switches.ts';
import type { OpenPoints } from '../../src/sandbox/world/switches.ts';

/** Factor -> value. */
type Row = Readonly<Record<string, string>>;
/** Each word of a union once: a missing one is a compile error. */
type Words<T extends string> = Readonly<Record<T, true>>;
/** One part of a switch: its values by the name they are shown with. */
type Factor<T> = Readonly<Record<string, T>>;
/** Per switch its factors: name -> value -> what it contributes to the switch. */
type Factors = {
  readonly [K in keyof OpenPoints]: Readonly<Record<string, Factor<OpenPoints[K] | Partial<OpenPoints[K]>>>>;
};

type Kinds<T extends { readonly kind: string }> = Readonly<Record<T['kind'], T>>;

const words = <T extends string>(all: Words<T>): Factor<T> =>
  Object.fromEntries((Object.keys(all) as T[]).map((word) => [word, word]));
const numbers = (...all: readonly number[]): Factor<number> => Object.fromEntries(all.map((one) => [String(one), one]));
const part = <K extends string, T extends string>(key: K, all: Words<T>): Factor<Record<K, T>> =>
  Object.fromEntries((Object.keys(all) as T[]).map((word) => [word, { [key]: word } as Record<K, T>]));
const one = <T>(factor: Factor<T>): Readonly<Record<'', Factor<T>>> => ({ '': factor });

/** A limit that the stories reach, and whose wait is one second. */
const PER_SECOND = 120;
const LIMITS: Kinds<OpenPoints['S18']> = {
  none: { kind: 'none' },
  '429': { kind: '429', perSecond: PER_SECOND, retryAfterSeconds: 1 },
  '503': { kind: '503', perSecond: PER_SECOND },
  slow: { kind: 'slow', perSecond: PER_SECOND, delayMs: 15 },
};
/** Longer than every id and marker of the stories, shorter than their one long value. */
const MAX_LENGTH = 60;
const LENGTHS: Kinds<OpenPoints['S20']> = {
  none: { kind: 'none' },
  '4xx': { kind: '4xx', max: MAX_LENGTH },
  FAILED: { kind: 'FAILED', max: MAX_LENGTH },
  cut: { kind: 'cut', max: MAX_LENGTH },
};
const MINUTE = 60_000;

const FACTORS: Factors = {
  S1: one(
    words<OpenPoints['S1']>({
      status: true,
      error: true,
      'top-level': true,
      '404': true,
      'FAILED+text': true,
      'SUCCESS+empty': true,
    }),
  ),
  S2: one(words<OpenPoints['S2']>({ AND: true, OR: true, refused: true })),
  S3: one(words<OpenPoints['S3']>({ scrambled: true, 'oldest-first': true, 'newest-first': true })),
  S4: one({ none: 'none', ...numbers(1000, 50, 3) }),
  S5: one(words<OpenPoints['S5']>({ gone: true, 'removed-visible': true, 'removed-hidden': true })),
  S6: one(words<OpenPoints['S6']>({ new: true, revives: true, refused: true })),
  S7: one(words<OpenPoints['S7']>({ moves: true, lost: true, part: true })),
  S8: one(words<OpenPoints['S8']>({ new: true, kept: true })),
  S9: one(words<OpenPoints['S9']>({ refuse: true, overwrite: true, twin: true })),
  S10: one(words<OpenPoints['S10']>({ keeps: true, resets: true })),
  S11: {
    intake: part('intake', { twin: true, update: true, skip: true } satisfies Words<OpenPoints['S11']['intake']>),
    idSearch: part('idSearch', { oldest: true, newest: true } satisfies Words<OpenPoints['S11']['idSearch']>),
  },
  S12: one(words<OpenPoints['S12']>({ ALREADY_EXISTS: true, FAIL: true, INVALID_ARGUMENTS: true, '409': true })),
  S13: one(words<OpenPoints['S13']>({ INVALID_ARGUMENTS: true, FAIL: true, NOT_FOUND: true, '409': true })),
  S14: one(numbers(0, MINUTE)),
  S15: one(words<OpenPoints['S15']>({ on: true, null: true, missing: true })),
  S16: one(words<OpenPoints['S16']>({ '401': true, '403': true, '200 UNAUTHORIZED': true, '200 FAILED': true })),
  S17: one(numbers(0, MINUTE)),
  S18: one<OpenPoints['S18']>(LIMITS),
  S19: one(numbers(0, 300)),
  S20: one<OpenPoints['S20']>(LENGTHS),
  S21: one(words<OpenPoints['S21']>({ both: true, previewRecordId: true, previewRecordID: true })),
  S22: {
    case: part('case', { sensitive: true, insensitive: true } satisfies Words<OpenPoints['S22']['case']>),
    trim: { false: { trim: false }, true: { trim: true } },
    missing: part('missing', { excluded: true, matches: true } satisfies Words<OpenPoints['S22']['missing']>),
    compare: part('compare', { text: true, number: true } satisfies Words<OpenPoints['S22']['compare']>),
  },
  S23: one(words<OpenPoints['S23']>({ no: true, yes: true })),
  S24: one(words<OpenPoints['S24']>({ pinned: true, created: true })),
  S25: one(words<OpenPoints['S25']>({ FAIL: true, ALREADY_EXISTS: true })),
  S26: one(words<OpenPoints['S26']>({ dropped: true, kept: true })),
  S27: one(words<OpenPoints['S27']>({ ignored: true, clears: true })),
  S28: one(words<OpenPoints['S28']>({ both: true, null: true, empty: true })),
  S29: one(words<OpenPoints['S29']>({ equals: true, differs: true, 'not-shown': true })),
  S30: one(words<OpenPoints['S30']>({ left: true, removed: true, 'removed+SUCCESS': true })),
};

/** One environment: what it is called, and the switches a sandbox is started with. */
export interface Profile {
  readonly name: string;
  readonly switches: OpenPoints;
}

const loose: Readonly<Record<string, Readonly<Record<string, Factor<unknown>>>>> = FACTORS;
const table = Object.entries(loose).flatMap(([name, factors]) =>
  Object.entries(factors).map(([sub, values]) => ({
    id: sub === '' ? name : `${name}.${sub}`,
    switch: name,
    sub,
    values,
  })),
);

/** Factor -> the names of its values. */
export const VALUES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  table.map(({ id, values }) => [id, Object.keys(values)]),
);

/** The value under which nothing may be concluded about a record that is not there, so that it hides all others. */
export const BLIND = { factor: 'S1', value: 'FAILED+text' } as const;

/** The documents as the sandbox reads them when nothing is said. */
const DEFAULTS: Row = Object.fromEntries(
  table.map(({ id, switch: name, sub, values }) => {
    const whole: unknown = DEFAULT_SWITCHES[name as keyof OpenPoints];
    const wanted: unknown = sub === '' ? whole : { [sub]: (whole as Record<string, unknown>)[sub] };
    const found = Object.entries(values).find(([, value]) => JSON.stringify(value) === JSON.stringify(wanted));
    if (found === undefined) throw new Error(`the default of ${id} is not among its values`);
    return [id, found[0]];
  }),
);

function switchesOf(row: Row): OpenPoints {
  const switches: Record<string, unknown> = {};
  for (const { id, switch: name, sub, values } of table) {
    const value = values[row[id] ?? ''];
    switches[name] = sub === '' ? value : { ...(switches[name] as object | undefined), ...(value as object) };
  }
  return switches as unknown as OpenPoints;
}

function profileOf(name: string, row: Row): Profile {
  return { name, switches: switchesOf(row) };
}

/** The default, and the default with one value changed, for every value. */
export const SINGLES: readonly Profile[] = [
  profileOf('default', DEFAULTS),
  ...Object.entries(VALUES).flatMap(([id, values]) =>
    values
      .filter((value) => value !== DEFAULTS[id])
      .map((value) => profileOf(`${id}=${value}`, { ...DEFAULTS, [id]: value })),
  ),
];

/** How a stack is kept: which campaigns are sets of records, and whether a refresh comes before the operations. */
const STACK_VALUES = { manage: ['each', 'set', 'mixed'], refresh: ['yes', 'no'] } as const;

export interface StackProfile extends Profile {
  readonly manage: (typeof STACK_VALUES.manage)[number];
  readonly refresh: (typeof STACK_VALUES.refresh)[number];
}

/** A few rows in which every value stands at least once, away from the one that hides the others. */
export const STACK_FEW: readonly StackProfile[] = fewRows({ ...VALUES, ...STACK_VALUES }).map((row, index) =>
  stackProfile(`row ${index + 1}`, row),
);

function fewRows(values: typeof VALUES): Row[] {
  const longest = Math.max(...Object.values(values).map((each) => each.length));
  const valueOf = (each: readonly string[], index: number): string => each[index % each.length] ?? '';
  return Array.from({ length: longest }, (_, index) =>
    Object.fromEntries(Object.entries(values).map(([id, each]) => [id, valueOf(each, index)])),
  );
}

function stackProfile(name: string, row: Row): StackProfile {
  return {
    ...profileOf(`${name}: ${shortName(row)}`, row),
    manage: oneOf(STACK_VALUES.manage, row['manage']),
    refresh: oneOf(STACK_VALUES.refresh, row['refresh']),
  };
}

function oneOf<T extends string>(values: readonly T[], given: string | undefined): T {
  const found = values.find((value) => value === given);
  if (found === undefined) throw new Error(`expected one of ${values.join(', ')}`);
  return found;
}

function shortName(row: Row): string {
  return Object.entries(row)
    .filter(([id, value]) => value !== DEFAULTS[id])
    .map(([id, value]) => `${id}=${value}`)
    .join(' ');
}
