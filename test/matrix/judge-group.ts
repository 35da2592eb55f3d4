// One group of the matrix as tests: a story per scenario and profile, the harm table, and the list of what is known.

import { afterAll, describe, expect, test } from 'vitest';

import { KNOWN } from './known.ts';
import type { Group, Known } from './known.ts';
import { harmTable, playAll, titleOf, writeSummary } from './run-matrix.ts';
import type { Case, Played } from './run-matrix.ts';
import { SCENARIOS } from './scenarios.ts';
import type { Scenario } from './scenarios.ts';

/** A scenario takes seconds on an idle machine; this is for one that is shared. */
const PATIENCE_MS = 600_000;

export function judgeGroup(
  group: Group,
  cases: readonly Case[],
  scenarios: Readonly<Record<string, Scenario>> = SCENARIOS,
): void {
  const played: Played[] = [];
  const used = new Set<Known>();
  const began = performance.now();
  const names = Object.keys(scenarios);

  afterAll(() => {
    writeSummary(group, played, performance.now() - began);
  });

  describe.each(names)('%s', (name) => {
    test(`keeps I1 to I12 under each of ${cases.length} profiles`, { timeout: PATIENCE_MS }, async () => {
      const stories = await playAll(name, scenarios[name]!, cases);
      played.push(...stories);
      expect(stories.flatMap((story) => unexcused(group, story, used))).toEqual([]);
    });
  });

  test('does no harm in any story', () => {
    const harmed = played.flatMap((story) => unexcused(group, onlyHarms(story), used));
    expect(harmed).toEqual([]);
    expect(Object.keys(harmTable(played)).length).toBe(new Set(played.map((story) => story.scenario)).size);
  });

  test('knows of nothing that is put right already', () => {
    const stale = KNOWN.filter((known) => known.groups.includes(group) && !used.has(known));
    const ran = new Set(played.map((story) => story.scenario));
    expect(stale.filter((known) => ran.has(known.scenario)).map((known) => known.reason)).toEqual([]);
  });
}

function unexcused(group: Group, story: Played, used: Set<Known>): string[] {
  return story.broken.flatMap((finding) => {
    const known = KNOWN.find(
      (each) =>
        each.groups.includes(group) &&
        each.scenario === story.scenario &&
        each.profile.test(story.profile) &&
        each.finding.test(finding),
    );
    if (known === undefined) return [`${titleOf(story)}: ${finding}`];
    used.add(known);
    return [];
  });
}

function onlyHarms(story: Played): Played {
  return { ...story, broken: story.broken.filter((finding) => finding.startsWith('harm, ')) };
}
