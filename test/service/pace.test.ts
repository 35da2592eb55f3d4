// Adaptive concurrency and the retry budget, with time handed in.

import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { createPace, mayRetryFailure, mayRetryThrottled } from '../../src/service/pace.ts';
import type { Pace, Sample } from '../../src/service/pace.ts';

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

  it('halves when the slow tail of an operation is more than twice its quietest', () => {
    const pace = createPace(16);
    succeed(pace, 200, 100);
    expect(pace.limit()).toBe(16);
    succeed(pace, 32, 300, 1000);
    expect(pace.limit()).toBeLessThan(16);
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

  it('takes a few milliseconds more for noise', () => {
    const pace = createPace(16);
    succeed(pace, 200, 2);
    succeed(pace, 200, 20, 1000);
    expect(pace.limit()).toBe(16);
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

  it('gives up when nothing is answered any more, and not while something is', () => {
    const pace = createPace(8);
    for (let index = 0; index < 10; index += 1) note(pace, 'failed', index, index + 10);
    expect(pace.hopeless(20_000)).toBe(false);
    expect(pace.hopeless(31_000)).toBe(true);
    succeed(pace, 1);
    expect(pace.hopeless(31_000)).toBe(false);
  });

  it('gives up at once when it is told to wait longer than its patience', () => {
    const pace = createPace(8);
    note(pace, 'refused-rate', 0, 10, true);
    pace.pause(10, 3_600_000);
    expect(pace.hopeless(11)).toBe(true);
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

  it('allows ten refusals by the rate limit for one object', () => {
    expect(mayRetryThrottled({ failures: 0, throttled: 9 })).toBe(true);
    expect(mayRetryThrottled({ failures: 0, throttled: 10 })).toBe(false);
  });
});
