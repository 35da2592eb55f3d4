// The hour of the key, with both clocks handed in.

import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiKey, HARD_STOP_MS, ageMs, createKeyKeeper, refreshAfterMs } from '../../src/core/service/api-key.ts';

const MINUTE = 60_000;

/** A source that answers `key-1`, `key-2`, … when `answer` is called, and clocks that are set by hand. */
function setUp(chance = 0.5) {
  const time = { wall: 1_000_000, monotonic: 5_000 };
  const waiting: { resolve: (text: string) => void; reject: (error: Error) => void }[] = [];
  let issued = 0;
  const keeper = createKeyKeeper({
    source: { fetch: () => new Promise((resolve, reject) => waiting.push({ resolve, reject })) },
    wall: () => time.wall,
    monotonic: () => time.monotonic,
    chance: () => chance,
  });
  const answer = (): void => {
    issued += 1;
    waiting.shift()?.resolve(`key-${issued}`);
  };
  const advance = (ms: number): void => {
    time.wall += ms;
    time.monotonic += ms;
  };
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const first = async (): Promise<ApiKey> => {
    const key = keeper.current();
    answer();
    return key;
  };
  return { keeper, time, waiting, answer, advance, settled, first };
}

describe('the age of a key', () => {
  it('is the larger of the two clocks', () => {
    const key = { wall: 1000, monotonic: 50 };
    expect(ageMs(key, { wall: 4000, monotonic: 60 })).toBe(3000);
    expect(ageMs(key, { wall: 0, monotonic: 90 })).toBe(40);
  });

  it('is refreshed at fifty minutes give or take ten per cent', () => {
    expect(refreshAfterMs(0)).toBe(45 * MINUTE);
    expect(refreshAfterMs(0.5)).toBe(50 * MINUTE);
    expect(refreshAfterMs(1)).toBeCloseTo(55 * MINUTE);
  });
});

describe('the keeper of the key', () => {
  it('fetches once for all calls at the same time', async () => {
    const { keeper, answer } = setUp();
    const asked = [keeper.current(), keeper.current(), keeper.current()];
    answer();
    const keys = await Promise.all(asked);
    expect(new Set(keys).size).toBe(1);
    expect(keeper.fetches()).toBe(1);
  });

  it('counts the age from before the fetch', async () => {
    const { keeper, answer, advance } = setUp();
    const asked = keeper.current();
    advance(20 * MINUTE);
    answer();
    await asked;
    advance(40 * MINUTE);
    const next = keeper.current();
    expect(keeper.fetches()).toBe(2);
    answer();
    expect((await next).reveal()).toBe('key-2');
  });

  it('refreshes in the background at fifty minutes, with one fetch, and uses the old key meanwhile', async () => {
    const { keeper, answer, advance, settled, first } = setUp();
    await first();
    advance(51 * MINUTE);
    expect((await keeper.current()).reveal()).toBe('key-1');
    expect((await keeper.current()).reveal()).toBe('key-1');
    expect(keeper.fetches()).toBe(2);
    answer();
    await settled();
    expect((await keeper.current()).reveal()).toBe('key-2');
  });

  it('keeps the old key when a refresh fails, and refuses it at sixty minutes', async () => {
    const { keeper, waiting, advance, settled, first } = setUp();
    await first();
    advance(51 * MINUTE);
    await keeper.current();
    waiting.shift()?.reject(new Error('down'));
    await settled();
    expect((await keeper.current()).reveal()).toBe('key-1');
    expect(keeper.fetches()).toBe(2);
    advance(9 * MINUTE);
    const late = keeper.current();
    waiting.shift()?.reject(new Error('still down'));
    await expect(late).rejects.toThrow('still down');
  });

  it('never hands out a key of sixty minutes, whichever clock says so', async () => {
    for (const clock of ['wall', 'monotonic'] as const) {
      const { keeper, time, answer, first } = setUp();
      await first();
      time[clock] += HARD_STOP_MS;
      const next = keeper.current();
      answer();
      expect((await next).reveal()).toBe('key-2');
    }
  });

  it('is not made younger by a clock that was set back', async () => {
    const { keeper, time, answer, first } = setUp();
    await first();
    time.wall -= 24 * 60 * MINUTE;
    time.monotonic += HARD_STOP_MS;
    const next = keeper.current();
    answer();
    expect((await next).reveal()).toBe('key-2');
  });

  it('fetches once for all requests refused together, also for late ones', async () => {
    const { keeper, answer, first } = setUp();
    const refused = await first();
    const wave = [keeper.renew(refused), keeper.renew(refused)];
    answer();
    await Promise.all(wave);
    expect((await keeper.renew(refused)).reveal()).toBe('key-2');
    expect(keeper.fetches()).toBe(2);
  });

  it('does not take for renewed what a refresh read that was under way before the refusal', async () => {
    const { keeper, waiting, answer, advance, settled, first } = setUp();
    const refused = await first();
    advance(51 * MINUTE);
    await keeper.current();
    const renewal = keeper.renew(refused);
    waiting.shift()?.resolve('key-1');
    await settled();
    answer();
    const fresh = await renewal;
    expect(fresh.reveal()).toBe('key-2');
    expect(keeper.isRenewed(fresh)).toBe(true);
    expect(keeper.fetches()).toBe(3);
  });

  it('takes a key that a refresh read after the change for what it is: new, and not fetched because of a refusal', async () => {
    const { keeper, answer, advance, first } = setUp();
    const refused = await first();
    advance(51 * MINUTE);
    await keeper.current();
    const renewal = keeper.renew(refused);
    answer();
    const fresh = await renewal;
    expect(fresh.reveal()).toBe('key-2');
    expect(keeper.isRenewed(fresh)).toBe(false);
    expect(keeper.fetches()).toBe(2);
  });

  it('shows nothing of the key in logs, JSON or inspection', () => {
    const key = new ApiKey('canary', 1, 2);
    expect(`${inspect(key, { showHidden: true, depth: 9 })}${JSON.stringify(key)}`).not.toContain('canary');
  });

  it('hands out no key older than an hour, however the time between two requests is spread', async () => {
    const steps = fc.array(fc.integer({ min: 1, max: 130 * MINUTE }), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(steps, fc.double({ min: 0, max: 0.999, noNaN: true }), async (waits, chance) => {
        let now = 0;
        let fetchedAt = 0;
        let fetches = 0;
        const keeper = createKeyKeeper({
          source: { fetch: async () => `${((fetches += 1), (fetchedAt = now))}` },
          wall: () => now,
          monotonic: () => now,
          chance: () => chance,
        });
        for (const wait of waits) {
          now += wait;
          expect(now - Number((await keeper.current()).reveal())).toBeLessThan(HARD_STOP_MS);
          await new Promise((resolve) => setImmediate(resolve));
        }
        expect(fetchedAt).toBeLessThanOrEqual(now);
        expect(fetches).toBeLessThanOrEqual(1 + now / (45 * MINUTE));
      }),
    );
  });
});
