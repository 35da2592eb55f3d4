// `npm test -- --since REV`: which tests a change cannot have touched. What stands beyond the border (contributing/architecture.md) imports
// the core, and nothing else from beyond: its tests are left out where only its neighbours, Pulumi or pages changed. All other tests are
// always played, and so is everything without `--since`: in `.ci/run`, and each night.

import { execFileSync } from 'node:child_process';
import { minimatch } from 'minimatch';

interface Satellite {
  readonly sources: string;
  /** Globs of vitest. */
  readonly tests: readonly string[];
}

export const SATELLITES: readonly Satellite[] = [
  {
    sources: 'src/desk/',
    tests: [
      'test/doctor/**',
      'test/lookup/**',
      'test/desired/{changed-lines,format,ignore-edit,patch}.test.ts',
      'test/cli/{adopt,doctor,fmt,lookups,repin}.test.ts',
    ],
  },
  { sources: 'src/publish/', tests: ['test/action/**', 'test/forge/**', 'test/cli/publish.test.ts'] },
  { sources: 'src/formats/', tests: ['test/report/{csv-columns,formats,html,html-large}.test.ts'] },
  { sources: 'src/sandbox/', tests: ['test/sandbox/**'] },
];

/** What none of them imports, plays or reads. Everything else may reach each of them: the core, the command, what all tests share. */
const APART = /^(?:docs|contributing|bench|providers|src\/program|test\/pulumi)\/|^[^/]+\.md$/u;

const belongsTo = (file: string, { sources, tests }: Satellite): boolean =>
  file.startsWith(sources) || tests.some((glob) => minimatch(file, glob));

/** Globs of the tests that need not be played where these files changed, as paths from the root. */
export function untouchedTests(changed: readonly string[]): string[] {
  return SATELLITES.filter((satellite) =>
    changed.every(
      (file) => APART.test(file) || SATELLITES.some((other) => other !== satellite && belongsTo(file, other)),
    ),
  ).flatMap(({ tests }) => tests);
}

/** What changed since the branch left this revision, committed or not. Null where git knows no such revision. */
export function changedSince(revision: string, root: string): string[] | null {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).split('\0').filter(Boolean);
  try {
    return [
      ...git('diff', '--name-only', '--no-renames', '-z', '--merge-base', '--end-of-options', revision, '--'),
      ...git('ls-files', '--others', '--exclude-standard', '-z'),
    ];
  } catch {
    return null;
  }
}
