// Adaptive concurrency and the retry budget, with time handed in.

import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { createPace, mayRetryFailure, mayRetryThrottled } from '../../src/core/service/pace.ts';
import type { Pace, Sample } from '../../src/core/service/pace.ts';

const operation = 'add-user';
const note = (pace: Pace, kind: Sample, startedAt: number, endedAt: number, congested = false): void =>
  pace.note({ kind, operation, startedAt, endedAt, congested });
const succeed = (pace: Pace, times: number, elapsedMs = 20, at = 0): void => {
  for (let index = 0; index < times; index += 1) note(pace, 'answered', at, at + elapsedMs);
};

describe('the pace', () => {
  it('starts at eight, and below that when the target allows less', () => {
    expect(createPace(32).limit()).toBe(8);
    expect(createPace(3).limit()).toBe(3);
  });

  it('grows by one for every success up to the ceiling', () => {
    const pace = createPace(32);
    succeed(pace, 8);
    expect(pace.limit()).toBe(16);
    succeed(pace, 100);
    expect(pace.limit()).toBe(32);
  });

  it('halves at the first sign of congestion and grows by one per round afterwards', () => {
    const pace = createPace(32);
    succeed(pace, 24);
    note(pace, 'refused-rate', 100, 120, true);
    expect(pace.limit()).toBe(16);
    succeed(pace, 16, 20, 200);
    expect(pace.limit()).toBe(16);
    succeed(pace, 2, 20, 200);
    expect(pace.limit()).toBe(17);
  });

  it('halves once for one window, however many of its requests were refused', () => {
    const pace = createPace(32);
    succeed(pace, 24);
    for (let index = 0; index < 32; index += 1) note(pace, 'refused-rate', 100 + index, 200 + index, true);
    expect(pace.limit()).toBe(16);
  });

  it('never falls below one', () => {
    const pace = createPace(32);
    for (let index = 0; index < 20; index += 1) note(pace, 'failed', index * 100, index * 100 + 50, true);
    expect(pace.limit()).toBe(1);
  });

  it('halves once when the service has become slower for good, and grows again', () => {
    const pace = createPace(32);
    succeed(pace, 400, 20);
    succeed(pace, 64, 300, 1000);
    expect(pace.limit()).toBe(16);
    for (let round = 0; round < 40; round += 1) succeed(pace, 32, 300, 2000 + round * 300);
    expect(pace.limit()).toBe(32);
  });

  it('does not fall below its start because of slowness alone', () => {
    const pace = createPace(10);
    const limits: number[] = [];
    for (let index = 0; index < 120; index += 1) {
      succeed(pace, 1, 100 * 4 ** Math.floor(index / 20), 1e6 * index);
      limits.push(pace.limit());
    }
    expect(Math.min(...limits)).toBe(8);
  });

  it('does not measure one operation by another', () => {
    const pace = createPace(16);
    succeed(pace, 200, 20);
    for (let index = 0; index < 200; index += 1) {
      pace.note({ kind: 'answered', operation: 'search', startedAt: 0, endedAt: 500, congested: false });
    }
    expect(pace.limit()).toBe(16);
  });

  it('pauses for as long as the service says', () => {
    const pace = createPace(8);
    pace.pause(1000, 7000);
    expect(pace.pausedUntil()).toBe(8000);
    pace.pause(1100, 2000);
    expect(pace.pausedUntil()).toBe(8000);
  });

  it('doubles its own wait once per window, and starts anew after an answer', () => {
    const pace = createPace(8);
    pace.pause(0, null);
    pace.pause(10, null);
    expect(pace.pausedUntil()).toBe(500);
    pace.pause(600, null);
    expect(pace.pausedUntil()).toBe(1600);
    succeed(pace, 1);
    pace.pause(2000, null);
    expect(pace.pausedUntil()).toBe(2500);
  });

  it('keeps its limit between one and the ceiling whatever happens', () => {
    const kind = fc.constantFrom<Sample>('answered', 'failed', 'refused-rate');
    const sample = fc.record({ kind, gap: fc.nat(500), elapsed: fc.nat(2000), congested: fc.boolean() });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), fc.array(sample, { maxLength: 300 }), (ceiling, samples) => {
        const pace = createPace(ceiling);
        let now = 0;
        for (const { kind, gap, elapsed, congested } of samples) {
          now += gap;
          note(pace, kind, now, now + elapsed, congested);
          expect(pace.limit()).toBeGreaterThanOrEqual(1);
          expect(pace.limit()).toBeLessThanOrEqual(ceiling);
        }
      }),
    );
  });
});

describe('a refusal that does not say for how long', () => {
  it('may be one of too much at once until nobody has been answered for two seconds', () => {
    const pace = createPace(32);
    expect(pace.mayBeLimited(0)).toBe(true);
    note(pace, 'failed', 1000, 1050, true);
    expect([2999, 3000].map((now) => pace.mayBeLimited(now))).toEqual([true, false]);
    note(pace, 'answered', 3000, 3050);
    expect(pace.mayBeLimited(60_000)).toBe(true);
  });
});

describe('the retry budget', () => {
  it('allows three retries an object', () => {
    const plenty = { requests: 1000, failureRetries: 0 };
    expect(mayRetryFailure({ failures: 2, throttled: 0 }, plenty)).toBe(true);
    expect(mayRetryFailure({ failures: 3, throttled: 0 }, plenty)).toBe(false);
  });

  it('allows all together a tenth of the requests and three', () => {
    const fresh = { failures: 0, throttled: 0 };
    expect(mayRetryFailure(fresh, { requests: 0, failureRetries: 2 })).toBe(true);
    expect(mayRetryFailure(fresh, { requests: 0, failureRetries: 3 })).toBe(false);
    expect(mayRetryFailure(fresh, { requests: 100, failureRetries: 12 })).toBe(true);
    expect(mayRetryFailure(fresh, { requests: 100, failureRetries: 13 })).toBe(false);
  });

  it('keeps no share of those that wait with all others', () => {
    expect(mayRetryFailure({ failures: 2, throttled: 0 }, null)).toBe(true);
    expect(mayRetryFailure({ failures: 3, throttled: 0 }, null)).toBe(false);
  });

  it('allows ten refusals by the rate limit for one object', () => {
    expect(mayRetryThrottled({ failures: 0, throttled: 9 })).toBe(true);
    expect(mayRetryThrottled({ failures: 0, throttled: 10 })).toBe(false);
  });
});

describe('the pace, at its borders', () => {
  const limitsOf = (kind: Sample, startedAt: number): number => {
    const pace = createPace(32);
    succeed(pace, 24);
    note(pace, 'refused-rate', 100, 200, true);
    note(pace, kind, startedAt, 300, true);
    return pace.limit();
  };

  it('halves again for a request that left when the last one had ended, not for one before', () => {
    expect([limitsOf('failed', 199), limitsOf('failed', 200)]).toEqual([16, 8]);
  });

  it('does not halve for a failure that is no congestion', () => {
    const pace = createPace(32);
    note(pace, 'failed', 0, 10);
    expect(pace.limit()).toBe(8);
  });

  it('forgets the times of a window in which it halved for another reason', () => {
    const pace = createPace(10);
    succeed(pace, 20, 100);
    for (let index = 0; index < 15; index += 1) note(pace, 'answered', 1000, 1500);
    note(pace, 'refused-rate', 1000, 1600, true);
    expect(pace.limit()).toBe(5);
    // Five more would fill the window with slow ones; the quick ones of the next window do not.
    succeed(pace, 19, 100, 2000);
    expect(pace.limit()).toBeGreaterThan(5);
  });

  /** A window of the quietest times, then one whose slow tail is `slow`; whether it halved. */
  const halved = (quiet: number, slow: number, count = 20): boolean => {
    const pace = createPace(10);
    succeed(pace, 20, quiet);
    for (let index = 0; index < count - 2; index += 1) succeed(pace, 1, quiet, 1000);
    const before = pace.limit();
    succeed(pace, 2, slow, 1000);
    return pace.limit() < before;
  };

  it('takes a tail for slow beyond twice the quietest, and beyond fifty milliseconds more', () => {
    expect([halved(100, 200), halved(100, 201), halved(100, 300)]).toEqual([false, true, true]);
    expect([halved(40, 90), halved(40, 91)]).toEqual([false, true]);
    expect([halved(2, 52), halved(2, 53)]).toEqual([false, true]);
  });

  it('looks at a window of twenty, or of twice the limit', () => {
    expect([halved(100, 300, 19), halved(100, 300, 20)]).toEqual([false, true]);
  });

  it('sorts the times of a window as numbers, and takes the twentieth part at its slow end', () => {
    const pace = createPace(10);
    succeed(pace, 20, 100);
    // One slow request of twenty is the tail; it came first.
    note(pace, 'answered', 1000, 2000);
    for (let index = 0; index < 19; index += 1) succeed(pace, 1, index % 2 === 0 ? 9 : 100, 1000);
    expect(pace.limit()).toBe(8);
    const wide = createPace(20);
    succeed(wide, 40, 100);
    note(wide, 'answered', 1000, 2000);
    succeed(wide, 39, 100, 1000);
    // One of forty is beyond the tail.
    expect(wide.limit()).toBe(20);
  });

  it('waits on where the rate limit was the last word, and gives up sooner where nothing was answered', () => {
    const hopelessAt = (kinds: readonly Sample[], now: number): boolean => {
      const pace = createPace(8);
      for (const [index, kind] of kinds.entries()) note(pace, kind, index, index + 1);
      return pace.hopeless(now);
    };
    const failed = Array.from({ length: 10 }, (): Sample => 'failed');
    expect([hopelessAt(failed, 30_000), hopelessAt(failed, 30_001), hopelessAt(failed.slice(1), 90_000)]).toEqual([
      false,
      true,
      false,
    ]);
    const refused: readonly Sample[] = [...failed.slice(1), 'refused-rate'];
    expect([hopelessAt(refused, 120_000), hopelessAt(refused, 120_001)]).toEqual([false, true]);
    expect(hopelessAt(['answered'], 1e9)).toBe(false);
  });

  it('is told to wait as long as its patience, and not a millisecond longer', () => {
    const pace = createPace(8);
    note(pace, 'refused-rate', 0, 10);
    pace.pause(0, 120_000);
    expect([pace.hopeless(0), createPace(8).hopeless(0)]).toEqual([false, false]);
    pace.pause(0, 120_001);
    expect([pace.hopeless(0), pace.hopeless(1)]).toEqual([true, false]);
  });

  it('pauses anew at the very end of the last pause, and doubles up to half a minute', () => {
    const pace = createPace(8);
    pace.pause(0, null);
    pace.pause(500, null);
    expect(pace.pausedUntil()).toBe(1500);
    let now = 1500;
    for (let round = 0; round < 8; round += 1) {
      pace.pause(now, null);
      now = pace.pausedUntil();
    }
    pace.pause(now, null);
    expect(pace.pausedUntil() - now).toBe(30_000);
  });

  it('doubles its own wait only where the service named none', () => {
    const pace = createPace(8);
    pace.pause(0, 100);
    pace.pause(0, 200);
    pace.pause(1000, null);
    expect(pace.pausedUntil()).toBe(1500);
  });
});
