// A failure is played three times more, alone: which of them turn out to be flaky, and what the last line of the run says then.

import { expect, test, vi } from 'vitest';

import { countLine, settle, wordsOf } from '../scripts/replay.ts';
import type { Failure, Played } from '../scripts/replay.ts';

const failure = (name: string): Failure => ({ file: '/p/test/a.test.ts', test: name, count: 1 });

function played(failures: readonly Failure[], more: Partial<Played> = {}): Played {
  const failed = failures.reduce((sum, { count }) => sum + count, 0);
  return { counts: { passed: 10, failed, skipped: 2 }, failures, isWhole: true, ...more };
}

test('a test that passes alone three times is flaky, and counts as passed', () => {
  const passesAlone = vi.fn(() => true);
  const settled = settle(played([failure('one')]), passesAlone);
  expect(settled).toEqual({ counts: { passed: 11, failed: 0, skipped: 2 }, flaky: [failure('one')] });
  expect(passesAlone.mock.calls).toEqual([[failure('one')], [failure('one')], [failure('one')]]);
});

test.each([0, 1, 2])('a test that fails once more, after %i times that it passed, stays failed', (times) => {
  let left = times;
  const settled = settle(played([failure('one')]), () => left-- > 0);
  expect(settled).toEqual({ counts: { passed: 10, failed: 1, skipped: 2 }, flaky: [] });
});

test('of several failures each is judged by itself', () => {
  const failures = ['one', 'two', 'three'].map(failure);
  const settled = settle(played(failures), ({ test: name }) => name !== 'two');
  expect(settled).toEqual({ counts: { passed: 12, failed: 1, skipped: 2 }, flaky: [failures[0], failures[2]] });
});

test('a file that failed as a whole stands for all of its failed tests', () => {
  const file = { ...failure(''), test: null, count: 3 };
  expect(settle(played([file]), () => true).counts).toEqual({ passed: 13, failed: 0, skipped: 2 });
});

test.each([
  ['more than five failures', played(['1', '2', '3', '4', '5', '6'].map(failure))],
  [
    'five, and one for all tests of a file',
    played([...['1', '2', '3', '4', '5'].map(failure), { ...failure(''), test: null }]),
  ],
  ['a run with an error outside any test, or ended before its end', played([failure('one')], { isWhole: false })],
])('of %s nothing is played again', (_title, run) => {
  const passesAlone = vi.fn(() => true);
  expect(settle(run, passesAlone)).toEqual({ counts: run.counts, flaky: [] });
  expect(passesAlone).not.toHaveBeenCalled();
});

test('five failures are played again', () => {
  expect(settle(played(['1', '2', '3', '4', '5'].map(failure)), () => true).flaky).toHaveLength(5);
});

test.each([
  'seed 17 > a record (twice), 100 % | "quoted" $x ^y [z] {1} \\d+ -w /path/ a.b?',
  'a name\nin two lines',
  '--flag is refused',
])('%j is the only test of its file that is played', (name) => {
  const [file, flag = ''] = wordsOf(failure(name));
  expect(file).toBe('/p/test/a.test.ts');
  const pattern = new RegExp(flag.replace('--testNamePattern=', ''));
  expect([name, `${name}x`, `x${name}`, name.replace('a', 'b')].map((each) => pattern.test(each))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('of a file that failed as a whole every test is played', () => {
  expect(wordsOf({ file: '/p/test/a.test.ts', test: null, count: 1 })).toEqual(['/p/test/a.test.ts']);
});

test.each([
  [{ passed: 3, failed: 0, skipped: 0 }, '3 passed, 0 failed'],
  [{ passed: 3, failed: 1, skipped: 2 }, '3 passed, 1 failed, 2 skipped'],
])('the last line of %o is %j', (counts, line) => {
  expect(countLine(counts)).toBe(line);
});
