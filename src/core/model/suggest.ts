// "Did you mean": the nearest known name, or nothing when none is near.

/** Known name within two edits (one for short names), or equal but for case; null when there is none. */
export function nearest(given: string, known: readonly string[]): string | null {
  const limit = given.length < 4 ? 1 : 2;
  const ranked = known
    .map((name) => ({ name, edits: given.toLowerCase() === name.toLowerCase() ? 0 : distance(given, name) }))
    .toSorted((a, b) => a.edits - b.edits);
  const best = ranked[0];
  return best && best.edits <= limit ? best.name : null;
}

/** For the end of an error: `; did you mean twin?`, or nothing. */
export function didYouMean(given: string, known: readonly string[]): string {
  const near = nearest(given, known);
  return near === null ? '' : `; did you mean ${near}?`;
}

/** Levenshtein distance; far apart when the lengths already differ by more than two. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= b.length; column += 1) {
      const swap = (row[column - 1] ?? 0) + Number(letter !== b[column - 1]);
      next.push(Math.min(swap, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
