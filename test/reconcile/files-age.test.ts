// Files beside what was applied in the partitions of a target (engine/files-version.ts).

import { expect, test } from 'vitest';

import { filesAgeIn } from '../../src/core/engine/files-version.ts';
import type { GitHistory } from '../../src/core/engine/git-history.ts';
import type { AppliedRun } from '../../src/core/model/applied.ts';

const applied = (commit: string, at: number, committedAt: number): AppliedRun => ({
  ...{ generation: 1, run: 'r', at, approved: null, fingerprints: {}, binds: 'b', changes: [] },
  ...{ files: { commit, tree: '', committedAt }, desired: commit },
});

/** HEAD is `old`, of second 10. */
async function howOld(other: AppliedRun, how: Awaited<ReturnType<GitHistory['since']>>): Promise<string | null> {
  const head = { commit: 'old', tree: '', committedAt: 10 };
  const history: GitHistory = { head: async () => head, since: async () => how };
  const place = { folder: '/nowhere', files: [], content: 'old', history };
  const { older } = await filesAgeIn(place, [applied('old', 200, 10)], [[other]]);
  return older?.how ?? null;
}

test('files of a commit before the one that another partition applied are older, whatever the clock of its runner said', async () => {
  expect(await howOld(applied('new', 100, 20), 'behind')).toBe('behind');
  expect(await howOld(applied('new', 300, 20), 'behind')).toBe('behind');
  expect(await howOld(applied('new', 100, 20), 'unknown')).toBe('unknown');
  expect(await howOld(applied('new', 100, 20), 'follows')).toBeNull();
});

test('a commit that another partition applied before, and that no clone has any more, is not asked about for ever', async () => {
  expect(await howOld(applied('gone', 100, 5), 'unknown')).toBeNull();
});
