// Two texts to the lines that differ: as few as possible, at any size.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import { changedLines } from '../../src/desk/edit/changed-lines.ts';
import { unifiedDiff } from '../../src/desk/edit/patch-diff.ts';
import { applySplices, linesOf } from '../../src/desk/edit/patch.ts';

/** Few different lines, so that many of them are equal; with and without a last line break. */
const TEXT = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 14 }), fc.boolean())
  .map(([lines, isEnded]) => lines.join('\n') + (isEnded && lines.length > 0 ? '\n' : ''));

/** Lines taken and added. */
function changes(before: string, after: string): number {
  const splices = changedLines(before, after);
  return splices.reduce(
    (sum, { from, to, text }) => sum + linesOf(before.slice(from, to)).length + linesOf(text).length,
    0,
  );
}

/** The fewest there can be: all lines but the longest common subsequence. */
function fewest(before: string, after: string): number {
  const [old, young] = [linesOf(before), linesOf(after)];
  const common = old.map(() => young.map(() => 0));
  const at = (x: number, y: number): number => common[x]?.[y] ?? 0;
  old.forEach((line, x) =>
    young.forEach((other, y) => {
      common[x]![y] = line === other ? at(x - 1, y - 1) + 1 : Math.max(at(x - 1, y), at(x, y - 1));
    }),
  );
  return old.length + young.length - 2 * at(old.length - 1, young.length - 1);
}

const numbered = (length: number, line: (at: number) => string): string =>
  Array.from({ length }, (_, at) => `${line(at)}\n`).join('');

test('the splices make the other text, and no fewer lines could change', () => {
  fc.assert(
    fc.property(TEXT, TEXT, (before, after) => {
      expect(applySplices(before, changedLines(before, after))).toBe(after);
      expect(changes(before, after)).toBe(fewest(before, after));
    }),
    { numRuns: 500 },
  );
});

test('two places far apart are two hunks with three lines around each', () => {
  const before = numbered(40, (at) => `line ${at}`);
  const after = before.replace('line 5\n', 'LINE 5\nLINE 5b\n').replace('line 30\n', '');
  expect(unifiedDiff('a.yaml', before, changedLines(before, after))).toEqual([
    '--- a/a.yaml',
    '+++ b/a.yaml',
    '@@ -3,7 +3,8 @@',
    ...[2, 3, 4].map((at) => ` line ${at}`),
    '-line 5',
    '+LINE 5',
    '+LINE 5b',
    ...[6, 7, 8].map((at) => ` line ${at}`),
    '@@ -28,7 +29,6 @@',
    ...[27, 28, 29].map((at) => ` line ${at}`),
    '-line 30',
    ...[31, 32, 33].map((at) => ` line ${at}`),
  ]);
});

test('a line that moved is one line taken and one added', () => {
  expect(changes('a\nx\nx\nx\n', 'x\nx\nx\na\n')).toBe(2);
});

test('git applies every hunk, also of a file without a last line break', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-diff-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const before = numbered(200, (at) => (at % 4 === 0 ? 'same' : `line ${at}`)) + 'end';
  const moved = before.replace('line 1\n', '').replace('line 150\n', 'line 150\nline 1\nsame\n');
  const after = moved.replace(/line \d9\n/gu, (line) => line.toUpperCase()).replace(/end$/u, 'END');
  writeFileSync(join(folder, 'a.yaml'), before);
  const diff = unifiedDiff('a.yaml', before, changedLines(before, after));
  expect(diff.filter((line) => line.startsWith('@@')).length).toBeGreaterThan(5);
  execFileSync('git', ['apply', '-'], { cwd: folder, input: `${diff.join('\n')}\n` });
  expect(readFileSync(join(folder, 'a.yaml'), 'utf8')).toBe(after);
});

test('far more changes than one stretch follows are still named one by one', () => {
  const before = numbered(20_000, (at) => `line ${at}`);
  const after = numbered(20_000, (at) => (at % 10 === 3 ? `other ${at}` : `line ${at}`));
  expect(changes(before, after)).toBe(4000);
  expect(applySplices(before, changedLines(before, after))).toBe(after);
});

test('of texts that share nothing all lines change', () => {
  const [before, after] = [numbered(3000, (at) => `a ${at}`), numbered(2000, (at) => `b ${at}`)];
  expect(applySplices(before, changedLines(before, after))).toBe(after);
  expect(changes(before, after)).toBe(5000);
});
