import { describe, expect, test } from 'vitest';

import { DEFAULT_SWITCHES } from '../../src/sandbox/world/switches.ts';
import { HOSTILE_VALUES } from './hostile.ts';
import { coveringArray, pairsIn, pairsOf } from './covering-array.ts';
import {
  BLIND,
  HOSTILE_PAIR_ROWS,
  PAIR_ROWS,
  PAIRS,
  SINGLES,
  STACK_FEW_ROWS,
  STACK_PAIR_ROWS,
  STACK_VALUES,
  VALUES,
} from './switch-values.ts';

describe.each([
  ['open points', PAIR_ROWS, VALUES],
  ['open points and ways to keep a stack', STACK_PAIR_ROWS, { ...VALUES, ...STACK_VALUES }],
])('%s', (_name, rows, values) => {
  test('every two values of two of them meet in a row', () => {
    const met = new Set(rows.flatMap(pairsIn));
    expect(pairsOf(values).filter((pair) => !met.has(pair))).toEqual([]);
  });

  test('they meet where the value that hides all others is away', () => {
    const met = new Set(rows.filter((row) => row[BLIND.factor] !== BLIND.value).flatMap(pairsIn));
    const hidden = `${BLIND.factor}=${BLIND.value} &`;
    expect(pairsOf(values).filter((pair) => !met.has(pair) && !pair.startsWith(hidden))).toEqual([]);
  });
});

test('every two hostile values meet in a row', () => {
  const met = new Set(HOSTILE_PAIR_ROWS.flatMap(pairsIn));
  expect(pairsOf(HOSTILE_VALUES).filter((pair) => !met.has(pair))).toEqual([]);
});

test('every value stands in one of the few rows, away from the one that hides all others', () => {
  const seeing = STACK_FEW_ROWS.filter((row) => row[BLIND.factor] !== BLIND.value);
  const missing = Object.entries({ ...VALUES, ...STACK_VALUES }).flatMap(([id, values]) =>
    values.filter((value) => !seeing.some((row) => row[id] === value)).map((value) => `${id}=${value}`),
  );
  expect(missing).toEqual([`${BLIND.factor}=${BLIND.value}`]);
  expect(STACK_FEW_ROWS.some((row) => row[BLIND.factor] === BLIND.value)).toBe(true);
});

test('a value left out of the array is noticed', () => {
  const met = new Set(coveringArray({ a: ['1', '2'], b: ['1', '2'] }, 1).flatMap(pairsIn));
  expect(pairsOf({ a: ['1', '2', '3'], b: ['1', '2'] }).filter((pair) => !met.has(pair))).toEqual([
    'a=3 & b=1',
    'a=3 & b=2',
  ]);
});

test('the first single is the default, and each further one changes one open point of it', () => {
  const points = Object.keys(SINGLES[0]?.switches ?? {}) as (keyof typeof DEFAULT_SWITCHES)[];
  const changed = SINGLES.map(({ switches }) =>
    points.filter(
      (point) => JSON.stringify({ ...switches }[point as 'S1']) !== JSON.stringify(DEFAULT_SWITCHES[point]),
    ),
  );
  expect(changed.map((list) => list.length)).toEqual([0, ...SINGLES.slice(1).map(() => 1)]);
  expect(points).toHaveLength(30);
});

test('the same seed makes the same rows, and not many of them', () => {
  expect(new Set(PAIRS.map(({ name }) => name)).size).toBe(PAIRS.length);
  expect(PAIRS.length).toBeLessThan(50);
});
