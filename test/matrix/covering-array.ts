// A pairwise covering array: few rows in which every two values of two factors meet. Greedy, the same for the same seed:
// of some random candidates for the next row the one that brings most new pairs is taken.

/** Factor -> value. */
export type Row = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, readonly string[]>>;

export interface ArrayOptions {
  readonly seed: number;
  /** Only pairs with this factor have to meet. */
  readonly onlyWith?: string;
}

const CANDIDATES = 15;

/** `a=1 & b=2`, factors in the order of the table. */
function pairName(a: readonly [string, string], b: readonly [string, string]): string {
  return `${a.join('=')} & ${b.join('=')}`;
}

/** Every pair that has to meet. */
export function pairsOf(values: Values, onlyWith?: string): string[] {
  const factors = Object.entries(values);
  return factors.flatMap(([a, as], index) =>
    factors.slice(index + 1).flatMap(([b, bs]) => {
      if (onlyWith !== undefined && a !== onlyWith && b !== onlyWith) return [];
      return as.flatMap((x) => bs.map((y) => pairName([a, x], [b, y])));
    }),
  );
}

/** The pairs that meet in a row. */
export function pairsIn(row: Row): string[] {
  const chosen = Object.entries(row);
  return chosen.flatMap((a, index) => chosen.slice(index + 1).map((b) => pairName(a, b)));
}

export function coveringArray(values: Values, options: number | ArrayOptions): Row[] {
  const { seed, onlyWith } = typeof options === 'number' ? { seed: options, onlyWith: undefined } : options;
  const table: Table = { values, open: openPairs(values, onlyWith), chance: seededChance(seed) };
  const rows: Row[] = [];
  for (let left = pairsOf(values, onlyWith).length; left > 0;) {
    const candidates = Array.from({ length: CANDIDATES }, () => candidate(table));
    const best = candidates.toSorted((a, b) => b.gain - a.gain)[0] ?? { row: {}, gain: 0 };
    for (const [a, x] of Object.entries(best.row)) {
      for (const [b, y] of Object.entries(best.row)) table.open.get(a)?.get(x)?.get(b)?.delete(y);
    }
    left -= best.gain;
    rows.push(best.row);
  }
  return rows;
}

/** factor -> value -> other factor -> values it has not met yet. Kept in both directions. */
type Open = Map<string, Map<string, Map<string, Set<string>>>>;

interface Table {
  readonly values: Values;
  readonly open: Open;
  readonly chance: () => number;
}

function openPairs(values: Values, onlyWith: string | undefined): Open {
  const names = Object.keys(values);
  const concerns = (a: string, b: string): boolean => a !== b && [a, b, undefined].includes(onlyWith);
  const others = (a: string): Map<string, Set<string>> =>
    new Map(names.filter((b) => concerns(a, b)).map((b) => [b, new Set(values[b])]));
  return new Map(names.map((a) => [a, new Map((values[a] ?? []).map((x) => [x, others(a)]))]));
}

/** Starts at a pair that is still open; each further factor, in random order, takes the value that brings most. */
function candidate({ values, open, chance }: Table): { readonly row: Row; readonly gain: number } {
  const row: Record<string, string> = startOf(open, chance);
  let gain = 1;
  const gainOf = (name: string, value: string): number => {
    const unmet = open.get(name)?.get(value);
    return Object.entries(row).filter(([other, theirs]) => unmet?.get(other)?.has(theirs)).length;
  };
  for (const name of shuffled(Object.keys(values), chance)) {
    if (row[name] !== undefined) continue;
    const ranked = shuffled(values[name] ?? [], chance).map((value) => ({ value, gain: gainOf(name, value) }));
    const best = ranked.toSorted((a, b) => b.gain - a.gain)[0] ?? { value: '', gain: 0 };
    row[name] = best.value;
    gain += best.gain;
  }
  return { row: Object.fromEntries(Object.keys(values).map((name) => [name, row[name] ?? ''])), gain };
}

function startOf(open: Open, chance: () => number): Record<string, string> {
  const unmet = [...open].flatMap(([a, as]) =>
    [...as].flatMap(([x, others]) => [...others].flatMap(([b, ys]) => (ys.size > 0 ? [{ a, x, b, ys }] : []))),
  );
  const pick = unmet[Math.floor(chance() * unmet.length)];
  return pick === undefined ? {} : { [pick.a]: pick.x, [pick.b]: [...pick.ys][0] ?? '' };
}

function shuffled<T>(list: readonly T[], chance: () => number): T[] {
  return list
    .map((value) => ({ value, at: chance() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

/** Mulberry32: small, and the same on every machine. */
function seededChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
