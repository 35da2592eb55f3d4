// Scores out of a report, and what is left alone.

import { expect, test } from 'vitest';

import { shouldIgnore } from '../never-check.ts';
import { page, scoresOf, share } from '../scores.ts';
import type { Report } from '../scores.ts';

const FILE = 'src/sandbox/a.ts';

function reportOf(...statuses: readonly string[]): Report {
  return { files: { [FILE]: { mutants: statuses.map((status) => ({ status })) } } };
}

test('a mutant that does not end counts as noticed, one that is left out counts as nothing', () => {
  const scores = scoresOf(reportOf('Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored'), '2026-11-25');
  expect(scores).toEqual({ [FILE]: { at: '2026-11-25', noticed: 2, survived: 1, unreached: 1, disabled: 1 } });
  expect(share(Object.values(scores))).toBe('50.0 %');
});

test('the page names every file, and those that were not run', () => {
  const text = page(scoresOf(reportOf('Killed'), '2026-11-25'), [FILE, 'src/core/service/b.ts']);
  expect(text).toContain('| src/sandbox | 1 of 1 | 100.0 % |');
  expect(text).toContain('| src/core/service | 0 of 1 | not run |');
  expect(text).toContain('Not run yet: src/core/service/b.ts.');
});

test('only a default branch that checks for never is left alone', () => {
  const branch = (type: string, guard: object | null): object => ({
    node: { type: 'SwitchCase', test: guard, consequent: [{ argument: { typeAnnotation: { type } } }] },
  });
  expect(shouldIgnore(branch('TSNeverKeyword', null))).toBe('nothing gets to a check for never');
  expect(shouldIgnore(branch('TSStringKeyword', null))).toBeUndefined();
  expect(shouldIgnore(branch('TSNeverKeyword', {}))).toBeUndefined();
  expect(shouldIgnore({})).toBeUndefined();
});
