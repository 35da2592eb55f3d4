// Copies that hold all mutants, what imports a file, and the scores, in a folder of two small sources.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import { temporaryFolder } from '../../../test/support/sandbox.ts';
import { importersOf } from '../imports.ts';
import { allFiles, instrumentAll } from '../instrument.ts';
import { page, scoreOf, share } from '../scores.ts';
import { readVerdicts, writeVerdicts } from '../verdicts.ts';

const SOURCES = {
  'src/sandbox/a.ts': `export const isOld = (age: number): boolean => age > 80;\n`,
  'src/sandbox/b.ts': `import type { X } from './x.ts';
import { isOld } from './a.ts';
export function word(kind: 'a' | 'b'): string {
  switch (kind) {
    case 'a':
      return isOld(81) ? 'old' : 'young';
    case 'b':
      // Stryker disable next-line all: nobody reads it
      return 'b';
    default:
      return kind satisfies never;
  }
}
`,
  'test/sandbox/b.test.ts': `import { word } from '../../src/sandbox/b.ts';\n`,
};

function sources(): string {
  const { directory, remove } = temporaryFolder();
  onTestFinished(remove);
  for (const [file, text] of Object.entries(SOURCES)) {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), text);
  }
  return directory;
}

test('every mutant has its place, its number in its file, and the code it changes', async () => {
  const root = sources();
  const { mutants, digests } = await instrumentAll(root);
  expect(Object.keys(digests)).toEqual(allFiles(root));
  const ofA = mutants.filter(({ file }) => file === 'src/sandbox/a.ts');
  expect(ofA.map(({ id }) => id)).toEqual(ofA.map((_, index) => `src/sandbox/a.ts#${index}`));
  expect(ofA).toContainEqual(
    expect.objectContaining({ line: 1, column: 48, original: 'age > 80', replacement: 'age >= 80', ignored: null }),
  );
  const copy = readFileSync(join(root, '.stryker/instrumented/src/sandbox/a.ts'), 'utf8');
  for (const { id } of ofA) expect(copy).toContain(`stryMutAct_9fa48("${id}")`);
});

test('left out are what a comment says, with its reason, and a check for never', async () => {
  const { mutants } = await instrumentAll(sources());
  const reasons = new Set(mutants.flatMap(({ ignored }) => ignored ?? []));
  expect([...reasons].toSorted()).toEqual(['nobody reads it', 'nothing gets to a check for never']);
});

test('an importer is direct, or a test that reaches the file; one of types alone is none', () => {
  const importers = importersOf(sources(), ['src/sandbox/a.ts', 'src/sandbox/x.ts'], ['test/sandbox/b.test.ts']);
  expect(importers).toEqual({
    'src/sandbox/a.ts': { tests: ['test/sandbox/b.test.ts'], direct: ['src/sandbox/b.ts'] },
    'src/sandbox/x.ts': { tests: [], direct: [] },
  });
});

test('the score is the share that a test noticed; what was left out does not count', () => {
  const statuses = ['noticed', 'noticed', 'survived', 'unreached', 'ignored'] as const;
  const verdicts = statuses.map((status) => ({ status, by: null }));
  const score = scoreOf(verdicts, '2026-11-23');
  expect(score).toEqual({ at: '2026-11-23', noticed: 2, survived: 1, unreached: 1, disabled: 1 });
  expect(share([score])).toBe('50.0 %');
  expect(share([])).toBe('nothing to change');
  const files = ['src/sandbox/a.ts', 'src/sandbox/b.ts'];
  expect(page({ 'src/sandbox/a.ts': score }, files)).toContain('Not run yet: src/sandbox/b.ts.');
  expect(page({ 'src/sandbox/a.ts': score }, files)).toContain('| src/sandbox | 1 of 2 | 50.0 % |');
});

test('verdicts are kept between runs', () => {
  const root = sources();
  expect(readVerdicts(root)).toEqual({});
  mkdirSync(join(root, '.stryker'));
  const verdicts = {
    'src/sandbox/a.ts': { digest: 'd', mutants: { 'src/sandbox/a.ts#0': { status: 'noticed', by: 't' } } },
  };
  writeVerdicts(root, verdicts as Parameters<typeof writeVerdicts>[1]);
  expect(readVerdicts(root)).toEqual(verdicts);
});
