// Seeds that break a rule today, by kind: faults that are not mended yet, and what the judge cannot tell yet. A change may not add to them
// (`npm run simulate -- --known`), and takes out what it mends.

import type { Way } from './plan.ts';

export interface OpenSeeds {
  /** Default: the command. */
  readonly door?: Way;
  readonly rule: string;
  readonly why: string;
  readonly seeds: readonly number[];
}

const OPEN: readonly OpenSeeds[] = [];

/** Whether it is listed that this seed breaks this rule. */
export function isOpen(seed: number, rule: string, door: Way): boolean {
  return OPEN.some((each) => (each.door ?? 'command') === door && each.rule === rule && each.seeds.includes(seed));
}

/** What the list holds of a range. */
export function openIn(
  from: number,
  seeds: number,
  door: Way,
): readonly { readonly seed: number; readonly rule: string }[] {
  const listed = OPEN.filter((each) => (each.door ?? 'command') === door);
  const all = listed.flatMap((each) => each.seeds.map((seed) => ({ seed, rule: each.rule })));
  return all.filter(({ seed }) => seed >= from && seed < from + seeds);
}
