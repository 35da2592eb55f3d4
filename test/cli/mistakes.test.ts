// What a newcomer mistypes, through the launcher: each mistake is named, with what was expected and how to go on.

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshFolder, muster, type Ended } from './muster.ts';

const folder = freshFolder();
const run = async (...words: string[]): Promise<Ended> => muster(words, { folder });
/** Both streams in one line, however they were wrapped. */
const said = ({ out, err }: Ended): string => `${out} ${err}`.replaceAll(/\s+/gu, ' ');

beforeAll(async () => {
  await run('init');
  await run('sandbox', 'start');
});
afterAll(async () => {
  await run('sandbox', 'stop');
  rmSync(folder, { recursive: true });
});

describe('muster sandbox switch', () => {
  test.each([
    [['S5', 'banana'], 'S5 takes gone, removed-visible or removed-hidden; given: banana'],
    [['S5', 'gon'], 'did you mean gone?'],
    [['S99'], 'the switches are S1, S2'],
    [['s5'], 'did you mean S5?'],
  ])('%j is refused', async (words, reason) => {
    const ended = await run('sandbox', 'switch', ...words);
    expect(ended).toMatchObject({ exit: 2, out: '' });
    expect(said(ended)).toContain(reason);
  });

  test('sets and shows a part by the name of its open point', async () => {
    expect(await run('sandbox', 'switch', 'S11.idSearch', 'newest')).toMatchObject({ exit: 0 });
    expect((await run('sandbox', 'switch', 'S11.idSearch')).out).toBe('"newest"\n');
    expect((await run('sandbox', 'switch', 'S11')).out).toContain('"intake": "twin"');
  });

  test('a refused value changes nothing', async () => {
    expect((await run('sandbox', 'switch', 'S5')).out).toBe('"gone"\n');
  });
});
