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

const CANDIDATES = 40;

/** `a=1 & b=2`, factors in the order of the table. */
export function pairName(a: readonly [string, string], b: readonly [string, string]): string {
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
  const chance = seededChance(seed);
  const open = new Set(pairsOf(values, onlyWith));
  const rows: Row[] = [];
  while (open.size > 0) {
    const candidates = Array.from({ length: CANDIDATES }, () => candidate(values, open, chance));
    const gains = candidates.map((row) => pairsIn(row).filter((pair) => open.has(pair)).length);
    const best = candidates[gains.indexOf(Math.max(...gains))] ?? {};
    for (const pair of pairsIn(best)) open.delete(pair);
    rows.push(best);
  }
  return rows;
}

/** Starts at a pair that is still open; each further factor, in random order, takes the value that brings most. */
function candidate(values: Values, open: ReadonlySet<string>, chance: () => number): Row {
  const names = Object.keys(values);
  const row: Record<string, string> = {};
  const start = [...open][Math.floor(chance() * open.size)] ?? '';
  for (const half of start.split(' & ')) {
    const at = half.indexOf('=');
    row[half.slice(0, at)] = half.slice(at + 1);
  }
  for (const name of shuffled(names, chance)) row[name] ??= bestValue(name, { row, values, open, chance });
  return Object.fromEntries(names.map((name) => [name, row[name] ?? '']));
}

interface Choosing {
  readonly row: Row;
  readonly values: Values;
  readonly open: ReadonlySet<string>;
  readonly chance: () => number;
}

function bestValue(name: string, { row, values, open, chance }: Choosing): string {
  const names = Object.keys(values);
  const gain = (value: string): number =>
    Object.entries(row).filter(([other, theirs]) => {
      const [a, b] = [[name, value] as const, [other, theirs] as const];
      return open.has(names.indexOf(name) < names.indexOf(other) ? pairName(a, b) : pairName(b, a));
    }).length;
  const ranked = shuffled(values[name] ?? [], chance).map((value) => ({ value, gain: gain(value) }));
  return ranked.toSorted((a, b) => b.gain - a.gain)[0]?.value ?? '';
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
