import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { playLife } from './life.ts';
import { drawLife } from './draw.ts';
import { WAYS } from './plan.ts';
import { faults } from './oracle.ts';
import { KEPT } from './kept.ts';
import { storyOf } from './story.ts';

test.each(KEPT)('seed $seed breaks no rule any more: $found', async ({ seed, drawn, door }) => {
  const life = await playLife(drawLife(seed, { drawn, door }));
  expect(faults(life), storyOf(life, faults(life))).toEqual([]);
});

test('the same seed gives the same life, to the letter', async () => {
  const lives = WAYS.flatMap((door) => [3, 49, 232].map((seed) => ({ door, seed })));
  for (const { door, seed } of lives) {
    const [one, other] = [await playLife(drawLife(seed, { door })), await playLife(drawLife(seed, { door }))];
    expect(other.log).toEqual(one.log);
  }
});

test.each([
  [['--seedz', '1'], '--seedz'],
  [['--seeds', '0'], '--seeds: expected a whole number from 1; given "0"'],
  [['--seeds', '-1'], '--seeds: expected a whole number from 1; given "-1"'],
  [['--way', 'sideways'], '--way: expected'],
  [['--story', '15', '--shrink', '15'], '--story and --shrink: expected one of them'],
  [['--seeds', '5', '--seeds', '6'], '--seeds: expected once; given twice'],
  [['--known', '--seeds=5', '--known'], '--known: expected once; given twice'],
])('a wrong flag ends with one line and 2: %j', (given, said) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...given], {
    encoding: 'utf8',
  });
  expect([status, stdout, stderr.trimEnd().split('\n').length]).toEqual([2, '', 1]);
  expect(stderr).toContain(said);
});
