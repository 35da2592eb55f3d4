// "Did you mean": the nearest known name, or nothing when none is near.

/** Known name within two edits (one for short names), or equal but for case and `_`; null when there is none. */
export function nearest(given: string, known: readonly string[]): string | null {
  const bare = styleless(given);
  let [best, edits]: [string | null, number] = [null, (given.length < 4 ? 1 : MOST_EDITS) + 1];
  for (const name of known) {
    if (Math.abs(given.length - name.length) > MOST_EDITS) continue;
    const own = bare === styleless(name) ? 0 : distance(given, name);
    if (own < edits) [best, edits] = [name, own];
  }
  return best;
}

const MOST_EDITS = 2;
/** A name in whatever style: `do_not_call` is `doNotCall`. */
export const styleless = (name: string): string => name.toLowerCase().replaceAll(/[-_ ]/gu, '');

/** For the end of an error: `; did you mean twin?`, or nothing. */
export function didYouMean(given: string, known: readonly string[]): string {
  const near = nearest(given, known);
  return near === null ? '' : `; did you mean ${near}?`;
}

/** Levenshtein distance, of what is left without the same beginning and end; far apart once each way there has more than two edits. */
function distance(one: string, other: string): number {
  let [start, end] = [0, 0];
  const shorter = Math.min(one.length, other.length);
  while (start < shorter && one[start] === other[start]) start += 1;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= b.length; column += 1) {
      const swap = (row[column - 1] ?? 0) + Number(letter !== b[column - 1]);
      next.push(Math.min(swap, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > MOST_EDITS) return Number.POSITIVE_INFINITY;
    row = next;
  }
  return row[b.length] ?? 0;
}
