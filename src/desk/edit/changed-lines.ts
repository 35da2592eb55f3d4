// The difference of two texts as splices of whole lines, as few lines as possible: E. Myers, "An O(ND) Difference Algorithm and Its
// Variations" (1986). After MOST_EDITS lines it settles the way that came furthest and goes on from there: past that many it may name more
// than it must. Pure.

import { linesOf, lineStarts } from './patch.ts';
import type { Splice } from './patch.ts';

const MOST_EDITS = 256;

type Texts = Readonly<Record<'old' | 'young', readonly string[]>>;

/** What lies before line `x` of the old text and `y` of the young one is settled. */
interface ReachedPoint {
  readonly x: number;
  readonly y: number;
  readonly kept: Run | null;
}

/** This many lines are the same from here on. */
type Run = ReachedPoint & { readonly length: number };

export function changedLines(before: string, after: string): Splice[] {
  const texts = { old: linesOf(before), young: linesOf(after) };
  const starts = lineStarts(before);
  const at = (line: number): number => starts[line] ?? before.length;
  let end: ReachedPoint = { x: 0, y: 0, kept: { x: 0, y: 0, length: 0, kept: null } };
  while (end.x < texts.old.length || end.y < texts.young.length) end = furthest(texts, end);
  const splices: Splice[] = [];
  let { x, y } = end;
  for (let run = end.kept; run !== null; run = run.kept) {
    const [from, text] = [run.x + run.length, texts.young.slice(run.y + run.length, y).join('')];
    if (from < x || text !== '') splices.push({ from: at(from), to: at(x), text });
    [x, y] = [run.x, run.y];
  }
  return splices.toReversed();
}

/** From a settled place to the end of both texts, or as far as MOST_EDITS lines lead. */
function furthest(texts: Texts, { x, y, kept }: ReachedPoint): ReachedPoint {
  // The furthest place of each diagonal, by x - y. One round sets every second one, from those of the round before.
  const reached = new Map<number, ReachedPoint>([[x - y + 1, { x, y: y - 1, kept }]]);
  let best: ReachedPoint = { x, y, kept };
  for (let edits = 0; edits <= MOST_EDITS; edits += 1) {
    for (let diagonal = x - y - edits; diagonal <= x - y + edits; diagonal += 2) {
      const place = alongEqual(texts, nextOn(reached.get(diagonal - 1), reached.get(diagonal + 1)));
      reached.set(diagonal, place);
      if (place.x > texts.old.length || place.y > texts.young.length) continue;
      if (place.x + place.y > best.x + best.y) best = place;
      if (place.x === texts.old.length && place.y === texts.young.length) return place;
    }
  }
  return best;
}

/** One line more: taken from the old text or added from the young one, by which of the two is further. */
function nextOn(left?: ReachedPoint, above?: ReachedPoint): ReachedPoint {
  if (left !== undefined && left.x >= (above?.x ?? 0)) return { ...left, x: left.x + 1 };
  return { x: above?.x ?? 0, y: (above?.y ?? 0) + 1, kept: above?.kept ?? null };
}

function alongEqual({ old, young }: Texts, { x, y, kept }: ReachedPoint): ReachedPoint {
  let length = 0;
  while (x + length < old.length && y + length < young.length && old[x + length] === young[y + length]) length += 1;
  return length === 0 ? { x, y, kept } : { x: x + length, y: y + length, kept: { x, y, length, kept } };
}
