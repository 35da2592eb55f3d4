// How a text is laid out at the command line: its width, its order, and what the surroundings say beside it.

import stringWidth from 'string-width';
import { expect, test } from 'vitest';

import { freshFolder, initialised, muster, parsed, saying, type Ended, type Setting } from './muster.ts';

const folder = freshFolder();
const run = (words: readonly string[], environment: Setting['environment'] = {}): Promise<Ended> =>
  muster(words, { folder, environment });
const widest = ({ out }: Ended): number => Math.max(...out.split('\n').map((line) => stringWidth(line)));

initialised(folder);

test('a piped text is as wide as COLUMNS says, from 20 to 140; without it, or where it says no number, 100', async () => {
  expect(widest(await run(['plan'], { COLUMNS: '80' }))).toBe(80);
  expect(widest(await run(['plan'], { COLUMNS: '4000' }))).toBeGreaterThan(100);
  expect(widest(await run(['plan'], { COLUMNS: '4000' }))).toBeLessThanOrEqual(140);
  const narrow = (await run(['plan'], { COLUMNS: '20' })).out.split('\n').filter((line) => stringWidth(line) > 20);
  // A word, a place and a command stay whole, to be copied.
  const words = narrow.map((line) => line.replace(/^[+~-] /u, '').trim());
  expect(words.filter((line) => line.includes(' '))).toEqual([saying('muster apply --fingerprint')]);
  const plain = await run(['plan']);
  expect(widest(plain)).toBe(100);
  expect(widest(await run(['plan'], { COLUMNS: 'wide' }))).toBe(100);
});

test('--group file orders the changes by file; another word is refused', async () => {
  const byFile = await run(['plan', '--group', 'file']);
  expect(byFile.out).toMatch(/^People +teams\/support\.yaml$/mu);
  expect(byFile.out).not.toContain('People\n');
  expect((await run(['plan', '--group', 'decision'])).out).toContain('People\n');
  expect(await run(['plan', '--group', 'team'])).toMatchObject({ exit: 2, out: '', err: saying('--group') });
});

test('what the workflow does on merge is repeated in its words, in text and JSON', async () => {
  const MUSTER_ON_MERGE = 'muster apply --fingerprint @plan.json';
  expect((await run(['plan'], { MUSTER_ON_MERGE })).out).toContain(`After the merge: ${MUSTER_ON_MERGE}\n`);
  expect((await run(['plan'])).out).not.toContain('After the merge');
  expect(parsed((await run(['plan', '--json'], { MUSTER_ON_MERGE })).out)).toMatchObject({
    onMerge: MUSTER_ON_MERGE,
    git: null,
  });
});
