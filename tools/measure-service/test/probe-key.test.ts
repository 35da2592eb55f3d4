// The former key (S17) and the rate (S18), under every value of their switches; only reads about nobody are sent.

import { describe, expect, test } from 'vitest';

import { probeLoad, probeRotation } from '../keys.ts';
import { probeRate } from '../probe-rate.ts';
import { UNKNOWN } from '../../../src/model/open-points.ts';
import type { Answer } from '../../../src/model/profile.ts';
import type { Switches } from '../../../src/sandbox/world/switches.ts';
import type { Reply } from '../../../src/service/outcome.ts';
import { scenario } from '../../../test/support/scenario.ts';
import type { Scenario } from '../../../test/support/scenario.ts';
import { doctorRun } from './probing.ts';

async function rotated(switches: Partial<Switches>, afterMs: number): Promise<[Scenario, Answer]> {
  const story = await scenario({ switches }, 'network');
  await story.sandbox.control.rotateKey();
  story.advance(afterMs);
  await story.sandbox.control.resetCounters();
  return [story, await probeRotation(await doctorRun(story))];
}

describe('the former key', () => {
  test.each([
    [{ S17: 0 }, 5_000, '<=60000'],
    [{ S17: 0, S16: '200 FAILED' }, 5_000, '<=60000'],
    [{ S17: 30_000 }, 50_000, '<=60000'],
    [{ S17: 30_000 }, 5_000, '>0'],
    [{ S17: 3_600_000 }, 1_800_000, '>0'],
    [{ S17: 3_600_000 }, 7_200_000, UNKNOWN],
  ] as const)('under %j, asked %d ms after the rotation, says %s', async (switches, afterMs, expected) => {
    const [story, said] = await rotated(switches, afterMs);
    expect(said).toMatchObject({ id: 'former-key', answer: expected });
    expect(await story.sandbox.control.counters()).toMatchObject({ writes: 0, requests: { 'query-existence': 3 } });
  });

  test('is not asked for where the secret has one version only', async () => {
    const story = await scenario({}, 'network');
    await story.sandbox.control.resetCounters();
    expect(await probeRotation(await doctorRun(story))).toMatchObject({ id: 'former-key', answer: UNKNOWN });
    expect(await story.sandbox.control.counters()).toMatchObject({ reads: 0, writes: 0 });
  });

  test('that locks the environment ends the run', async () => {
    const story = await scenario({}, 'network');
    await story.sandbox.control.rotateKey();
    await story.sandbox.control.arm({ operation: 'read', kind: 'unauthorized', ordinal: 3, count: 'always' });
    await expect(probeRotation(await doctorRun(story))).rejects.toMatchObject({ code: 'key-refused' });
  });

  test('stands in no answer', async () => {
    const [story, said] = await rotated({ S17: 3_600_000 }, 1000);
    expect(JSON.stringify(said)).not.toMatch(/sandbox-/u);
    expect(JSON.stringify(await story.sandbox.control.log())).not.toMatch(/sandbox-[\w-]{20}/u);
  });
});

describe('the rate', () => {
  const load = async (switches: Partial<Switches>, perSecond = 40): Promise<[Scenario, Answer]> => {
    const story = await scenario({ switches }, 'network');
    await story.sandbox.control.resetCounters();
    return [story, await probeLoad(await doctorRun(story), perSecond)];
  };

  test.each([
    // Whether answers came late is the machine's word here; what is made of it is tested below.
    [{ S18: { kind: 'none' } }, ['not-met', 'slow']],
    [{ S18: { kind: '429', perSecond: 8, retryAfterSeconds: 1 } }, ['429']],
    [{ S18: { kind: '503', perSecond: 8 } }, ['503']],
  ] as const)('under %j is said to be %j', async (switches, expected) => {
    const [story, said] = await load(switches);
    expect(said.id).toBe('rate-limit');
    expect(expected).toContain(said.answer);
    expect(await story.sandbox.control.counters()).toMatchObject({ writes: 0 });
  });

  test('is asked with so many reads as were named, and five before', async () => {
    const [story] = await load({}, 12);
    expect(await story.sandbox.control.counters()).toMatchObject({ requests: { 'query-existence': 17 } });
  });

  /** A service in a clock of its own: milliseconds it takes for its nth answer, and the status of it. */
  const served = async (
    answerOf: (nth: number) => readonly [elapsedMs: number, status: number],
  ): Promise<[Answer, number]> => {
    let [now, asked] = [0, 0];
    const ask = async (): Promise<Reply> => {
      const [elapsedMs, status] = answerOf((asked += 1));
      now += elapsedMs;
      return { kind: 'answer', status, body: null, retryAfterMs: null };
    };
    const said = await probeRate({ ask, sleep: async (ms) => void (now += ms), now: () => now }, 20);
    return [said, asked];
  };

  test.each([
    ['as before', 30, 30, 'not-met'],
    ['a little later', 1, 150, 'not-met'],
    ['later, as everything does', 300, 600, 'not-met'],
    ['much later', 30, 400, 'slow'],
  ])('is judged by answers that come %s', async (_title, alone, together, expected) => {
    const [{ answer, evidence }, asked] = await served((nth) => [nth <= 5 ? alone : together, 200]);
    expect([answer, evidence, asked]).toEqual([expected, '20 reads within a second', 25]);
  });

  test.each([
    [3, 3],
    // One more was under way.
    [9, 10],
  ])('is left alone once read %d was refused', async (refusedAt, most) => {
    const [{ answer }, asked] = await served((nth) => [1, nth >= refusedAt ? 429 : 200]);
    expect([answer, asked]).toEqual(['429', most]);
  });

  test('that no answer tells stays unknown', async () => {
    const story = await scenario({}, 'network');
    await story.sandbox.control.arm({ operation: 'query-existence', kind: 'status', status: 500, count: 'always' });
    expect(await probeLoad(await doctorRun(story), 10)).toMatchObject({ answer: UNKNOWN });
    expect(await story.sandbox.control.counters()).toMatchObject({ requests: { 'query-existence': 1 } });
  });
});
