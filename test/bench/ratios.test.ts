import { describe, expect, test } from 'vitest';

import { chartOf } from '../../bench/chart.ts';
import { idealMs, ratiosOf, slope } from '../../bench/ratios.ts';
import { middleOf } from '../../bench/result.ts';
import { resultPage } from '../../bench/result-page.ts';
import type { Measured } from '../../bench/workload.ts';

function measured(changes: Partial<Measured>): Measured {
  const sizes = { kind: 'records', size: 1_000, delayMs: 20, concurrency: 50 } as const;
  const run = { workload: 'create', ms: 1_000, cpuMs: 500, peakKiB: 102_400, firstMs: null, left: 0 } as const;
  return { ...sizes, ...run, reads: 1_000, writes: 1_000, keys: 1, ...changes };
}

const ROWS = [
  measured({}),
  measured({ workload: 'loop', ms: 800, reads: 0 }),
  measured({ workload: 'no-op', ms: 100, reads: 4, writes: 0 }),
  measured({ workload: 'change', ms: 100, reads: 14, writes: 10 }),
  measured({ workload: 'faults', reads: 1_100, writes: 1_100 }),
  measured({ workload: 'killed', ms: 0, reads: 600, writes: 510 }),
  measured({ workload: 'resume', ms: 900, firstMs: 321, writes: 500 }),
  measured({ size: 100, ms: 50, reads: 100, writes: 100 }),
  measured({ size: 5_000, delayMs: 0, ms: 3_070 }),
];

describe('ratios', () => {
  test('the ideal time is that of its own requests, in full rounds', () => {
    expect(idealMs(measured({ reads: 1, writes: 50 }))).toBe(40);
  });

  test.each([
    ['E1', 0.8],
    ['E2', 1.25],
    ['E3 requests a created', 2],
    ['E3 requests of a no-op', 4],
    ['E3 requests of a 1 %', 0.024],
    ['E6', 100],
    ['E7', 1.1],
    ['E8 writes', 10],
    ['E8 ms', 321],
    ['E9', 1],
  ])('%s is %d of these runs', (name, value) => {
    const own = ROWS.filter(({ size }) => size <= 1_000);
    expect(ratiosOf(own).find((ratio) => ratio.name.startsWith(name))?.value).toBeCloseTo(value);
  });

  test('a peer is compared with the run of its size and without service time, and a slope needs two sizes', () => {
    expect(ratiosOf(ROWS).find(({ name }) => name.startsWith('E5'))?.value).toBeCloseTo(100);
    expect(slope([measured({ size: 100, ms: 10 }), measured({ size: 10_000, ms: 1_000 })])).toBeCloseTo(1);
    expect(slope([measured({})])).toBeNull();
  });

  test('what was not measured has no number', () => {
    expect(ratiosOf([measured({})]).map(({ name, value }) => `${name.slice(0, 2)} ${value}`)).toContain('E7 null');
  });
});

test('of repetitions the one with the middle time counts', () => {
  expect(middleOf([3, 1, 2].map((ms) => measured({ ms }))).map(({ ms }) => ms)).toEqual([2]);
});

test('the page says what was measured and what was not, and how many changes were left', () => {
  const machine = { processors: 2, node: 'v24' };
  const rows = [measured({}), measured({ workload: 'faults', left: 6 })];
  const page = resultPage({ at: '2026-11-24', profile: 'quick', machine, rows }, [], 'x.svg');
  expect(page).toContain('| records create | 1000 | 1.00 | 2000 | 1000 | 0.50 | 0.250 | 100 | 0.80 |  |');
  expect(page).toContain('records faults (6 left to the next run)');
  expect(page).toContain('not measured in this run');
});

test('in the chart ten times the size and ten times the time are the same distance from mark to mark', () => {
  const chart = chartOf([measured({ size: 100, ms: 100 }), measured({ size: 10_000, ms: 10_000 })]);
  const [, points = ''] = /points="([^"]+)"/u.exec(chart) ?? [];
  expect(points).toBe('70,370 590,20');
});
