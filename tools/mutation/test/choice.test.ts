// Which tests are run for a mutant.

import { expect, test } from 'vitest';

import { chooseTests } from '../coverage.ts';
import type { Coverage, Passed } from '../coverage.ts';
import type { Mutant } from '../protocol.ts';

const [NEAR, FAR, BESIDE] = ['near.test.ts > a', 'far.test.ts > b', 'near.test.ts > c'].map((id): Passed => ({
  id,
  file: id.split(' ')[0]!,
  durationMs: 1,
})) as [Passed, Passed, Passed];

const MUTANT: Mutant = {
  id: 'src/sandbox/a.ts#1',
  file: 'src/sandbox/a.ts',
  mutator: 'ConditionalExpression',
  line: 1,
  column: 1,
  original: 'a',
  replacement: 'true',
  ignored: null,
  hint: null,
};

const NOTHING: Coverage = {
  tests: new Map([NEAR, FAR, BESIDE].map((each) => [each.id, each])),
  first: {},
  second: {},
  atStart: {},
  importers: { 'src/sandbox/a.ts': { tests: ['near.test.ts'], direct: ['src/sandbox/b.ts'] } },
};

test('a mutant that no test runs is not tried', () => {
  expect(chooseTests(NOTHING, MUTANT)).toEqual({ tests: [], anew: false, hits: 0 });
});

test('the tests that run it are tried, with the modules as they are', () => {
  const second = { [FAR.id]: { [MUTANT.id]: 3 }, [NEAR.id]: { 'src/sandbox/a.ts#2': 1 } };
  expect(chooseTests({ ...NOTHING, second }, MUTANT)).toEqual({ tests: [FAR], anew: false, hits: 3 });
});

test('what runs around the tests of a file is run by all of them', () => {
  const second = { 'near.test.ts': { [MUTANT.id]: 1 } };
  expect(chooseTests({ ...NOTHING, second }, MUTANT).tests).toEqual([NEAR, BESIDE]);
});

test('one that only the start of a module runs is tried with modules read anew, by tests that run the module or its importers', () => {
  const second = { [NEAR.id]: { 'src/sandbox/b.ts#7': 1 }, [FAR.id]: { 'src/sandbox/a.ts#2': 1 } };
  const choice = chooseTests({ ...NOTHING, second, atStart: { [MUTANT.id]: 1 } }, MUTANT);
  expect(choice).toEqual({ tests: [NEAR], anew: true, hits: 0 });
});
