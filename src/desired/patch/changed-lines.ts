// Two texts to splices of whole lines, as few lines as possible: E. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986).
// After MOST_EDITS lines that differ it settles the way that came furthest and goes on from there: the work grows with the length of
// the files, and past that many lines the result may name more than it must. Pure.

import { linesOf, lineStarts } from './patch.ts';
import type { Splice } from './patch.ts';

const MOST_EDITS = 256;

interface Texts {
  readonly old: readonly string[];
  readonly young: readonly string[];
}

/** This many lines are the same from here on. */
interface Run {
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly earlier: Run | null;
}

/** What lies before line `x` of the old text and `y` of the young one is settled. */
interface Reached {
  readonly x: number;
  readonly y: number;
  readonly kept: Run | null;
}

export function changedLines(before: string, after: string): Splice[] {
  const texts = { old: linesOf(before), young: linesOf(after) };
  const starts = lineStarts(before);
  const at = (line: number): number => starts[line] ?? before.length;
  const end = { x: texts.old.length, y: texts.young.length, length: 0, earlier: null };
  const splices: Splice[] = [];
  let [x, y] = [0, 0];
  for (const run of [...keptRuns(texts), end]) {
    const text = texts.young.slice(y, run.y).join('');
    if (run.x > x || text !== '') splices.push({ from: at(x), to: at(run.x), text });
    [x, y] = [run.x + run.length, run.y + run.length];
  }
  return splices;
}

function keptRuns(texts: Texts): Run[] {
  const runs: Run[] = [];
  let at: Reached = { x: 0, y: 0, kept: null };
  while (at.x < texts.old.length || at.y < texts.young.length) {
    at = furthest(texts, at);
    const found: Run[] = [];
    for (let run = at.kept; run !== null; run = run.earlier) found.push(run);
    for (const run of found.toReversed()) runs.push(run);
  }
  return runs;
}

/** From a settled place to the end of both texts, or as far as MOST_EDITS lines lead. */
function furthest(texts: Texts, { x, y }: Reached): Reached {
  // The furthest place of each diagonal, by x - y. One round sets every second one, from those of the round before.
  const reached = new Map<number, Reached>([[x - y + 1, { x, y: y - 1, kept: null }]]);
  let best: Reached = { x, y, kept: null };
  for (let edits = 0; edits <= MOST_EDITS; edits += 1) {
    for (let diagonal = x - y - edits; diagonal <= x - y + edits; diagonal += 2) {
      const place = alongEqual(texts, nextOn(diagonal, reached));
      reached.set(diagonal, place);
      if (place.x > texts.old.length || place.y > texts.young.length) continue;
      if (place.x + place.y > best.x + best.y) best = place;
      if (place.x === texts.old.length && place.y === texts.young.length) return place;
    }
  }
  return best;
}

/** One line more: taken from the old text or added from the young one, by which of the two is further. */
function nextOn(diagonal: number, reached: ReadonlyMap<number, Reached>): Reached {
  const [left, above] = [reached.get(diagonal - 1), reached.get(diagonal + 1)];
  if (above === undefined || (left !== undefined && left.x >= above.x)) {
    return { x: (left?.x ?? 0) + 1, y: left?.y ?? 0, kept: left?.kept ?? null };
  }
  return { x: above.x, y: above.y + 1, kept: above.kept };
}

function alongEqual({ old, young }: Texts, { x, y, kept }: Reached): Reached {
  let length = 0;
  while (x + length < old.length && y + length < young.length && old[x + length] === young[y + length]) length += 1;
  return length === 0 ? { x, y, kept } : { x: x + length, y: y + length, kept: { x, y, length, earlier: kept } };
}
