// What a run of the release workflow does and refuses, by what is there of the release already; test/forge/release.test.ts plays it.

import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { decide, notesOf } from '../scripts/release/decision.ts';
import type { Facts } from '../scripts/release/decision.ts';

const NEW: Facts = {
  version: '0.2.0',
  repository: 'team/muster',
  head: 'aaaa',
  tag: null,
  published: null,
  latest: null,
  hasPage: false,
};
const TAGGED = { commit: 'bbbb', parent: 'aaaa', others: [] };
const PUBLISHED = { action: 'team/muster@bbbb # v0.2.0' };

describe('a release', () => {
  test.each<[string, Partial<Facts>, string | null, boolean]>([
    ['of a new version is made from the start', {}, null, false],
    ['after an older one, too', { latest: '0.1.9' }, null, false],
    ['that was tagged and not published keeps its commit', { tag: TAGGED }, 'bbbb', false],
    [
      'that lacks only its page is not published again',
      { tag: TAGGED, published: PUBLISHED, latest: '0.2.0' },
      'bbbb',
      true,
    ],
  ])('%s', (_title, changes, commit, isPublished) => {
    expect(decide({ ...NEW, ...changes })).toEqual({ kind: 'release', commit, isPublished });
  });

  test.each<[string, Partial<Facts>, string]>([
    ['whose page is there', { tag: TAGGED, published: PUBLISHED, hasPage: true }, '0.2.0 is released.'],
    ['that is on the registry without a tag', { published: PUBLISHED }, 'there is no tag v0.2.0'],
    ['whose tag stands on other sources', { tag: { ...TAGGED, parent: 'cccc' } }, 're-run the failed run itself'],
    ['whose tag has no commit before it', { tag: { ...TAGGED, parent: null } }, 'stands on no commit'],
    ['whose tag changes sources', { tag: { ...TAGGED, others: ['src/cli/main.ts'] } }, 'changes src/cli/main.ts'],
    ['that the registry has from another commit', { tag: TAGGED, published: { action: null } }, 'names no action'],
    ['that is older than the published one', { latest: '0.10.0' }, '`latest` would go back'],
    ['that is unfinished and older by now', { tag: TAGGED, latest: '1.0.0' }, '`latest` would go back'],
    ['of a version with more than three numbers', { version: '0.2.0-rc.1' }, 'no version X.Y.Z'],
  ])('%s is refused with the way out', (_title, changes, why) => {
    expect(decide({ ...NEW, ...changes })).toEqual({ kind: 'refused', why: expect.stringContaining(why) as unknown });
  });
});

describe('the notes', () => {
  const CHANGELOG =
    '# Changelog\n\n## 0.1.10\n\nTen.\n\n### Plan\n\n- a\n\n## 0.1.1 - 2026-11-23\n\nOne.\n\n## 0.1.0\n\n## 0.0.9';

  test.each([
    ['0.1.10', 'Ten.\n\n### Plan\n\n- a\n'],
    ['0.1.1', 'One.\n'],
    ['0.1.0', null],
    ['0.0.9', null],
    ['0.1', null],
    ['1.0.0', null],
  ])('of %s are its section, and none where nothing is in it', (version, notes) => {
    expect(notesOf(CHANGELOG, version)).toBe(notes);
  });
});

describe('what the pages say of a release', () => {
  const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  const isReleased = notesOf(read('CHANGELOG.md'), version) !== null;

  test.each(['README.md', 'docs/getting-started.md'])(
    '%s says that there is none, exactly until there is one',
    (page) => {
      expect(read(page).includes('**Nothing is released yet')).toBe(!isReleased);
    },
  );

  test('no command of getting started installs a name that is not ours yet', () => {
    const blocks = [...read('docs/getting-started.md').matchAll(/^```sh\n(.*?)^```$/gmsu)].map(
      ([, lines = '']) => lines,
    );
    const installs = blocks.flatMap((lines) => lines.match(/^npm install .*$/gmu) ?? []);
    expect(installs.length).toBeGreaterThan(2);
    expect(installs.filter((line) => line.includes(isReleased ? '$MUSTER' : ' musterctl'))).toEqual([]);
  });
});
