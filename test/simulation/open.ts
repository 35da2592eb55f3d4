// Seeds that break a rule today, by kind: faults that are not mended yet, and what the judge cannot tell yet. A change may not add to them
// (`npm run simulate -- --known`), and takes out what it mends.

import type { Door } from './plan.ts';

export interface OpenSeeds {
  /** Default: the command. */
  readonly door?: Door;
  readonly rule: string;
  readonly why: string;
  readonly seeds: readonly number[];
}

const OPEN: readonly OpenSeeds[] = [
  {
    rule: 'G3',
    why: 'a destroy goes on where a reading failed, with the number of that',
    seeds: [125, 187, 657, 1459],
  },
  { rule: 'H1', why: 'a service that answers late hid the call: the judge does not count the lag yet', seeds: [413] },
  { rule: 'G2', why: 'a restore that was allowed and did nothing is sent again as a create', seeds: [622] },
  { rule: 'D1', why: 'drift tells of the used-up task, and the judge means one of others in its place', seeds: [851] },
  { rule: 'H7', why: 'files that declare nothing any more stop at guard-empty for good', seeds: [1113] },
  {
    rule: 'H7',
    why: 'after a destroy the released task of a file that comes back is a sign of an older state',
    seeds: [1162],
  },
  { rule: 'H2', why: 'another account was seen, and is forgotten once it is gone', seeds: [1459, 1781] },
  { rule: 'H2', why: 'a service that answers late hid the task at the very beginning', seeds: [1964] },
];

/** Whether it is listed that this seed breaks this rule. */
export function isOpen(seed: number, rule: string, door: Door): boolean {
  return OPEN.some((each) => (each.door ?? 'command') === door && each.rule === rule && each.seeds.includes(seed));
}

/** What the list holds of a range. */
export function openIn(
  from: number,
  seeds: number,
  door: Door,
): readonly { readonly seed: number; readonly rule: string }[] {
  const listed = OPEN.filter((each) => (each.door ?? 'command') === door);
  const all = listed.flatMap((each) => each.seeds.map((seed) => ({ seed, rule: each.rule })));
  return all.filter(({ seed }) => seed >= from && seed < from + seeds);
}
