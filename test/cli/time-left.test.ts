// How long work will still take: said late, rounded, steady, and after the pace of the service as it is now.

import { describe, expect, test } from 'vitest';

import { createTimeLeft } from '../../src/cli/process/progress.ts';
import type { Progress } from '../../src/core/reconcile/settlement.ts';

interface Told {
  readonly seconds: number;
  readonly done: number;
  readonly total?: number;
  readonly phase?: Progress['phase'];
}

function tell(
  timeLeft: ReturnType<typeof createTimeLeft>,
  { seconds, done, total = 1000, phase = 'read' }: Told,
): string | null {
  return timeLeft({ phase, done, total }, 1_000_000 + seconds * 1000);
}

/** What is said at each second, when `pace` objects are done in one. */
function steadily(
  timeLeft: ReturnType<typeof createTimeLeft>,
  { from = 0, to, pace, total = 1000 }: Record<'to' | 'pace', number> & { from?: number; total?: number },
) {
  return Array.from({ length: to - from + 1 }, (_, at) =>
    tell(timeLeft, { seconds: from + at, done: (from + at) * pace, total }),
  );
}

describe('the time that is left', () => {
  test('is not said before five seconds and ten objects', () => {
    expect(steadily(createTimeLeft(), { to: 6, pace: 10 })).toEqual([
      ...[0, 1, 2, 3, 4].map(() => null),
      'about 2 min left',
      'about 2 min left',
    ]);
    expect(steadily(createTimeLeft(), { to: 10, pace: 1 }).findIndex((said) => said !== null)).toBe(10);
  });

  test.each([
    [10_000, 'about 2 h 50 min left'],
    [3700, 'about 1 h 10 min left'],
    [3500, 'about 59 min left'],
    [61, 'about 2 min left'],
    [55, 'about 1 min left'],
    [41, 'about 50 s left'],
    [3, 'about 10 s left'],
  ])('of %d seconds is said in round numbers: %s', (seconds, said) => {
    expect(steadily(createTimeLeft(), { to: 60, pace: 1, total: 60 + seconds }).at(-1)).toBe(said);
  });

  test('is not said where nothing is left', () => {
    expect(steadily(createTimeLeft(), { to: 60, pace: 1, total: 60 }).at(-1)).toBeNull();
  });

  test('changes in one direction while the pace is the same, and never goes back and forth where it varies a little', () => {
    const timeLeft = createTimeLeft();
    const said: (string | null)[] = [];
    let done = 0;
    for (let second = 0; done < 3000; second += 1) {
      done += second % 8 < 4 ? 8 : 12;
      said.push(tell(timeLeft, { seconds: second, done, total: 3000 }));
    }
    const changes = said.filter((each, at) => each !== null && each !== said[at - 1]);
    expect(changes).toEqual([...new Set(changes)]);
    const minutes = [6, 5, 4, 3, 2, 1].map((each) => `about ${each} min left`);
    expect(changes).toEqual([...minutes, ...[50, 40, 30, 20, 10].map((each) => `about ${each} s left`)]);
  });

  test('follows a service that slows down within a minute', () => {
    const timeLeft = createTimeLeft();
    expect(steadily(timeLeft, { to: 30, pace: 20, total: 1100 }).at(-1)).toBe('about 30 s left');
    const slow = Array.from({ length: 62 }, (_, at) =>
      tell(timeLeft, { seconds: 31 + at, done: 601 + at, total: 1100 }),
    );
    expect(slow.at(-1)).toBe('about 8 min left');
  });

  test('of an object every ten seconds comes from the last ten of them', () => {
    const timeLeft = createTimeLeft();
    const said = Array.from({ length: 23 }, (_, at) => tell(timeLeft, { seconds: at * 10, done: at, total: 50 }));
    expect(said[9]).toBeNull();
    expect(said[10]).toBe('about 7 min left');
    expect(said[22]).toBe('about 5 min left');
  });

  test('is forgotten where another phase begins, or the same one anew', () => {
    const timeLeft = createTimeLeft();
    steadily(timeLeft, { to: 20, pace: 10 });
    expect(tell(timeLeft, { seconds: 21, done: 1, phase: 'apply' })).toBeNull();
    expect(tell(timeLeft, { seconds: 40, done: 20, phase: 'apply' })).toBe('about 17 min left');
    expect(tell(timeLeft, { seconds: 41, done: 1, phase: 'apply' })).toBeNull();
  });
});
