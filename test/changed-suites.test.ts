// What `npm test -- --since REV` leaves out, and that every satellite of the border has its row.

import { globSync } from 'node:fs';

import { expect, test } from 'vitest';

import { changedSince, SATELLITES, untouchedTests } from '../scripts/changed-suites.ts';
import { TABLE } from './support/rooms.ts';

const testsOf = (sources: string): readonly string[] => SATELLITES.find((each) => each.sources === sources)!.tests;

test('a change of the forge plays what belongs to publishing, and leaves out desk, formats and sandbox', () => {
  const left = untouchedTests(['src/publish/decide.ts', 'test/forge/decide.test.ts', 'CHANGELOG.md']);
  expect(left).toEqual(['src/desk/', 'src/formats/', 'src/sandbox/'].flatMap(testsOf));
});

test.each([
  'src/core/model/user.ts',
  'src/cli/verbs/table.ts',
  'test/support/rooms.ts',
  'test/cli/muster.ts',
  'package-lock.json',
  'examples/quickstart/muster.yaml',
])('a change of %s plays everything', (file) => {
  expect(untouchedTests([file, 'docs/drift.md'])).toEqual([]);
});

test('a change of Pulumi alone leaves out the tests of every satellite', () => {
  expect(untouchedTests(['providers/write.ts', 'src/program/run.ts'])).toEqual(
    SATELLITES.flatMap(({ tests }) => tests),
  );
});

test('a test of a satellite counts as that satellite, wherever it stands', () => {
  expect(untouchedTests(['test/cli/repin.test.ts'])).toEqual(
    ['src/publish/', 'src/formats/', 'src/sandbox/'].flatMap(testsOf),
  );
});

test('every glob names tests, and no satellite may import another one', () => {
  for (const { tests } of SATELLITES)
    for (const glob of tests) expect(globSync(glob, { cwd: `${import.meta.dirname}/..` }), glob).not.toEqual([]);
  expect(Object.keys(TABLE['formats']!)).toEqual(['page']);
  expect(Object.keys(TABLE['sandbox']!)).toEqual([]);
  for (const room of ['edit', 'adopt', 'lookup', 'doctor', 'publish'])
    expect(
      Object.keys(TABLE[room]!).filter((each) => ['formats', 'sandbox', 'program', 'providers'].includes(each)),
    ).toEqual([]);
});

test('what is not known to Git yet counts as changed, and there is nothing to tell of an unknown revision', () => {
  const root = `${import.meta.dirname}/..`;
  expect(changedSince('HEAD', root)).toEqual(expect.any(Array));
  for (const name of ['no-such-revision', '', '--output=made.txt']) expect(changedSince(name, root), name).toBeNull();
});
