// What the sandbox does or shows later: delayed writes, answers that change places, reads that lag behind, and its log.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLag } from '../../src/sandbox/world/lag.ts';
import { createLateWork } from '../../src/sandbox/world/late-work.ts';
import { findRoute } from '../../src/sandbox/wire/routes.ts';
import type { Fault } from '../../src/sandbox/messages/faults.ts';
import { createSwap } from '../../src/sandbox/messages/swap.ts';
import type { SandboxAnswer } from '../../src/sandbox/messages/verdict.ts';
import { contentOf, createTraffic, keyOf } from '../../src/sandbox/messages/traffic.ts';
import type { LogEntry } from '../../src/sandbox/messages/traffic.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('delayed work', () => {
  const opened = (): { late: ReturnType<typeof createLateWork>; done: string[]; at: (now: number) => void } => {
    let now = 0;
    return { late: createLateWork(() => now), done: [], at: (time) => void (now = time) };
  };

  test('is done once, after its time', () => {
    const { late, done } = opened();
    late.after(100, () => done.push('work'));
    vi.advanceTimersByTime(99);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(done).toEqual(['work']);
    late.finish();
    expect(done).toEqual(['work']);
  });

  test('is done at the end where its time has not come, and not again when it comes', () => {
    const { late, done } = opened();
    late.after(100, () => done.push('work'));
    late.finish();
    expect(done).toEqual(['work']);
    vi.advanceTimersByTime(1000);
    late.finish();
    expect(done).toEqual(['work']);
  });

  test('by the clock is done by the first one who looks after its time, once', () => {
    const { late, done, at } = opened();
    late.afterByClock(100, () => done.push('work'));
    at(99);
    late.catchUp();
    expect(done).toEqual([]);
    at(100);
    late.catchUp();
    late.catchUp();
    late.finish();
    expect(done).toEqual(['work']);
  });

  test('by the clock is done at the end, whatever the clock says', () => {
    const { late, done } = opened();
    late.afterByClock(100, () => done.push('work'));
    late.finish();
    late.finish();
    expect(done).toEqual(['work']);
  });
});

describe('answers that change places', () => {
  const answer = (outcome: string): SandboxAnswer => ({ status: 200, body: {}, outcome });
  const fault: Fault = { operation: 'read', kind: 'swapped', count: 2 };

  test('the first waits for the second, and each gets what was meant for the other', () => {
    const swap = createSwap();
    const sent: string[] = [];
    const hold = (name: string): void =>
      swap({ fault, answer: answer(name), send: ({ outcome }) => void sent.push(`${name} gets ${outcome}`) });
    hold('a');
    expect(sent).toEqual([]);
    hold('b');
    expect(sent).toEqual(['a gets b', 'b gets a']);
    vi.advanceTimersByTime(1000);
    expect(sent).toHaveLength(2);
    hold('c');
    hold('d');
    expect(sent.slice(2)).toEqual(['c gets d', 'd gets c']);
  });

  test('are those of one fault: another one’s wait for their own', () => {
    const swap = createSwap();
    const sent: string[] = [];
    const hold = (name: string, of: Fault): void =>
      swap({ fault: of, answer: answer(name), send: ({ outcome }) => void sent.push(`${name} gets ${outcome}`) });
    const other: Fault = { ...fault };
    hold('a', fault);
    hold('x', other);
    expect(sent).toEqual([]);
    hold('b', fault);
    hold('y', other);
    expect(sent).toEqual(['a gets b', 'b gets a', 'x gets y', 'y gets x']);
  });

  test('one that stays alone is sent where it belongs, and waits for nobody after that', () => {
    const swap = createSwap();
    const sent: string[] = [];
    const hold = (name: string): void =>
      swap({ fault, answer: answer(name), send: ({ outcome }) => void sent.push(`${name} gets ${outcome}`) });
    hold('a');
    vi.advanceTimersByTime(49);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual(['a gets a']);
    hold('b');
    expect(sent).toHaveLength(1);
    hold('c');
    expect(sent.slice(1)).toEqual(['b gets c', 'c gets b']);
  });
});

describe('reads that lag behind', () => {
  const opened = (): {
    lag: ReturnType<typeof createLag<string, number>>;
    set: (now: number, lagMs: number) => void;
  } => {
    let [now, lagMs] = [0, 100];
    const set = (time: number, ms: number): void => void ([now, lagMs] = [time, ms]);
    return {
      lag: createLag<string, number>(
        () => lagMs,
        () => now,
      ),
      set,
    };
  };
  const shown = (lag: ReturnType<typeof createLag<string, number>>): object => Object.fromEntries(lag.overlay());

  test('show the oldest state within the lag, until it has passed', () => {
    const { lag, set } = opened();
    lag.note('a', 1);
    set(50, 100);
    lag.note('a', 2);
    lag.note('b', 7);
    expect(shown(lag)).toEqual({ a: 1, b: 7 });
    set(99, 100);
    expect(shown(lag)).toEqual({ a: 1, b: 7 });
    set(100, 100);
    expect(shown(lag)).toEqual({ a: 2, b: 7 });
    set(150, 100);
    expect(shown(lag)).toEqual({});
  });

  test('are no more once there is no lag, and what was written without one never shows', () => {
    const { lag, set } = opened();
    lag.note('a', 1);
    set(10, 0);
    lag.note('b', 2);
    expect(shown(lag)).toEqual({});
    set(11, 100);
    expect(shown(lag)).toEqual({});
  });
});

describe('the log', () => {
  const entry = (at: number): LogEntry => ({
    at,
    operation: 'add-user',
    key: '',
    content: '',
    outcome: 'SUCCESS',
    committed: true,
    answered: true,
    keyAgeMs: null,
  });

  test('holds the latest 10,000 requests, oldest first', () => {
    const traffic = createTraffic();
    for (let at = 0; at < 25_001; at += 1) traffic.write(entry(at));
    const log = traffic.log();
    expect([log.length, log[0]?.at, log.at(-1)?.at]).toEqual([10_000, 15_001, 25_000]);
  });

  test('and the counters begin anew on command', () => {
    const traffic = createTraffic();
    const [read, write, secret] = ['/admin/api/users/query-existence', '/admin/api/users/add-user', '/secretsmanager'];
    for (const url of [read, write, write, secret, '/nothing']) traffic.count(findRoute(url));
    expect(traffic.counters()).toEqual({
      requests: { 'query-existence': 1, 'add-user': 2, GetSecretValue: 1 },
      reads: 1,
      writes: 2,
      unexpected: 1,
    });
    const before = traffic.counters();
    traffic.count(findRoute(read));
    expect(before.requests).toMatchObject({ 'query-existence': 1 });
    traffic.write(entry(1));
    traffic.resetCounters();
    expect(traffic.counters()).toEqual({ requests: {}, reads: 0, writes: 0, unexpected: 0 });
    expect(traffic.log()).toEqual([]);
  });

  test('names a request by what it is about, and tells two bodies apart', () => {
    expect(keyOf({ tenant: {}, loginUserId: 'ana@example.com', campaignName: 'A' })).toBe('ana@example.com');
    expect(keyOf({ tenant: {}, loginUserId: 7 })).toBe('');
    expect(keyOf({ campaignName: 'A', clientId: 'C-1' })).toBe('A/C-1');
    expect(keyOf({ campaignName: 'A', clientId: 'C-1', previewRecordId: 'R-1' })).toBe('A/R-1');
    expect(keyOf({ campaignName: 'A' })).toBe('A/');
    expect(keyOf({ clientId: 'C-1' })).toBe('');
    expect(contentOf('')).toBe('e3b0c44298fc');
    expect(contentOf('{}')).not.toBe(contentOf('{ }'));
  });
});
