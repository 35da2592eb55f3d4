// Chance from a seed: the same seed gives the same numbers, on every machine.

export interface Chance {
  /** In [0, 1). */
  readonly next: () => number;
  /** A whole number in [0, below). */
  readonly int: (below: number) => number;
  readonly is: (probability: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
  /** A source of its own, which what is drawn elsewhere does not move. */
  readonly fork: (name: string) => Chance;
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    next,
    int,
    is: (probability) => next() < probability,
    pick: (list) => {
      const picked = list[int(list.length)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    fork: (name) => chanceOf(hash(`${seed} ${name}`)),
  };
}

function hash(text: string): number {
  let value = 2166136261;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 16777619);
  return value >>> 0;
}
