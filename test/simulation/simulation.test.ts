import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { playLife } from './life.ts';
import { drawLife } from './draw.ts';
import { DOORS } from './plan.ts';
import { faults } from './oracle.ts';
import { KEPT } from './kept.ts';
import { storyOf } from './story.ts';

test.each(KEPT)('seed $seed breaks no rule any more: $found', async ({ seed, drawn, door }) => {
  const life = await playLife(drawLife(seed, { drawn, door }));
  expect(faults(life), storyOf(life, faults(life))).toEqual([]);
});

test('the same seed gives the same life, to the letter', async () => {
  const lives = DOORS.flatMap((door) => [3, 49, 232].map((seed) => ({ door, seed })));
  for (const { door, seed } of lives) {
    const [one, other] = [await playLife(drawLife(seed, { door })), await playLife(drawLife(seed, { door }))];
    expect(other.log).toEqual(one.log);
  }
});

test.each([
  ['--seedz', '1'],
  ['--seeds', '0'],
  ['--way', 'sideways'],
])('a wrong flag ends with one line and 2: %s %s', (...given) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...given], {
    encoding: 'utf8',
  });
  expect([status, stdout, stderr.trimEnd().split('\n').length]).toEqual([2, '', 1]);
});
