// A mapping of a large file that is read a second time where somebody asks for its entries: only its place is kept in memory. Of many
// records few have a finding, and the trees of all of them at once would be most of what loading holds.

import type { MapEntry, MapNode } from './tree.ts';

type Entries = ReadonlyMap<string, MapEntry>;
/** `of`: what it takes to read the entries of the mapping at this place again. */
type ReadAgain<T> = (at: number, of: T) => Entries;

class LaterMap<T> implements MapNode {
  readonly kind = 'map';
  readonly at: number;
  readonly #of: T;
  readonly #read: ReadAgain<T>;

  constructor(at: number, of: T, read: ReadAgain<T>) {
    this.at = at;
    this.#of = of;
    this.#read = read;
  }

  get entries(): Entries {
    return this.#read(this.at, this.#of);
  }
}

/** For the mappings of one text, whose places differ. The one that was asked for last is kept: a finding asks several times. */
export function laterMaps<T>(read: ReadAgain<T>): (at: number, of: T) => MapNode {
  let last: { readonly at: number; readonly entries: Entries } | null = null;
  const remembering: ReadAgain<T> = (at, of) => {
    if (last?.at !== at) last = { at, entries: read(at, of) };
    return last.entries;
  };
  return (at, of) => new LaterMap(at, of, remembering);
}
