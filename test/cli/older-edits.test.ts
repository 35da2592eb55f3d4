// Edits that are in no commit: the same commit stands for several contents. Who goes on with edits is asked nothing; who goes back to what the
// commit, or an earlier one, has is.

import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

import { freshFolder, initialised, muster } from './muster.ts';

const folder = freshFolder();
const WHO = ['-c', 'user.name=Team', '-c', 'user.email=team@example.com'];
const git = (...words: readonly string[]): string =>
  execFileSync('git', [...WHO, ...words], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();

function declare(file: string, ...names: readonly string[]): void {
  const users = names.map(
    (name) => `  - {loginUserId: ${name}@x.com, firstName: ${name}, lastName: X, userTemplateName: A}`,
  );
  writeFileSync(join(folder, file), `users:\n${users.join('\n')}\n`);
}

function commit(...names: readonly string[]): void {
  declare('teams/support.yaml', ...names);
  git('add', '--all');
  git('commit', '--quiet', '--message', names.join(' '));
}

initialised(folder, async () => {
  rmSync(join(folder, 'campaigns/welcome.yaml'));
  git('init', '--quiet', '--initial-branch=main');
});

beforeAll(async () => {
  commit('ana', 'ben');
  await muster(['apply', '--auto-approve'], { folder });
});

const edit =
  (...names: readonly string[]) =>
  (): void =>
    declare('teams/support.yaml', ...names);

interface Row {
  readonly job: string;
  readonly before: () => unknown;
  readonly exit: number;
  readonly said: RegExp;
  readonly unsaid?: RegExp;
}

type Given = readonly [job: string, before: () => unknown, exit: number, said: RegExp, unsaid?: RegExp];
const GIVEN: readonly Given[] = [
  ['an edit', edit('ana'), 0, /1 deleted/u],
  ['the next edit', edit('ana', 'cleo'), 0, /1 created/u],
  ['one that takes back the one before', edit('ana', 'dora'), 0, /1 created.*1 deleted/u, /commit [0-9a-f]{9}/u],
  ['an edit that gives access back', edit('ana', 'ben', 'dora'), 0, /ben@x.com.*was removed by muster on [\d-]+ /u],
  ['an edit again', edit('ana', 'dora'), 0, /1 deleted/u],
  [
    'the pipeline of the commit runs again',
    () => git('stash', '--quiet'),
    14,
    /commit [0-9a-f]{9} of \S+ .* with edits was applied last .*; these files are of that commit, and teams\/support.yaml lacks those edits, which are in no commit: 2 of 2 changes undo it: .* no: bring back that commit, or the edits, and plan again.*guard-older-files/u,
  ],
  ['the edits are there again', () => git('stash', 'pop', '--quiet'), 0, /Nothing to do/u],
  ['they are committed', () => git('commit', '--quiet', '--all', '--message', 'dora'), 0, /Nothing to do/u],
  ['the next commit', () => commit('ana', 'dora', 'eva'), 0, /1 created/u, /with edits/u],
  [
    'files of an earlier commit are laid out',
    () => git('checkout', 'HEAD~1', '--', 'teams'),
    14,
    /; these files are of that commit, and teams\/support.yaml is as an earlier commit has it: 1 of 1 change undoes it: eva@x.com/u,
  ],
  ['and an edit beside them', () => declare('teams/more.yaml', 'finn'), 14, /guard-older-files/u],
  [
    'the commit as it stands',
    () => (git('reset', '--quiet', '--hard'), rmSync(join(folder, 'teams/more.yaml'))),
    0,
    /Nothing to do/u,
  ],
  [
    'a file beside the desired ones',
    () => (writeFileSync(join(folder, 'muster.yaml'), '\n', { flag: 'a' }), declare('teams/more.yaml', 'finn')),
    0,
    /1 created/u,
  ],
  ['a file is edited', edit('ana', 'dora', 'eva', 'ivo'), 0, /1 created/u],
  [
    'a commit of something else, without that edit',
    () => {
      git('checkout', '--', 'teams/support.yaml');
      writeFileSync(join(folder, 'notes.txt'), 'notes');
      git('add', 'notes.txt');
      git('commit', '--quiet', '--message', 'notes');
    },
    14,
    /teams\/support.yaml lacks those edits, which are in no commit: 1 of 1 change undoes it: ivo@x.com/u,
  ],
  [
    'it alone is put back',
    () => git('checkout', '--', 'teams/support.yaml'),
    14,
    /teams\/support.yaml lacks those edits.*: 1 of 1 change undoes it: ivo@x.com/u,
  ],
  ['meant so', () => undefined, 0, /1 deleted/u],
  ['a file is taken away', () => rmSync(join(folder, 'teams/more.yaml')), 14, /teams\/more.yaml lacks those edits/u],
  [
    'without Git',
    () => (renameSync(join(folder, '.git'), join(folder, '.gone')), declare('teams/more.yaml', 'gil')),
    0,
    /no history of commits here: whether these files follow on the commit applied last cannot be told/u,
  ],
  ['without Git again', () => declare('teams/more.yaml', 'hal'), 0, /1 created/u, /cannot be told/u],
];

const JOBS = GIVEN.map(([job, before, exit, said, unsaid]): Row => ({
  job,
  before,
  exit,
  said,
  ...(unsaid && { unsaid }),
}));

test.each(JOBS)('$job', async ({ job, before, exit, said, unsaid = /^$/u }) => {
  before();
  const allow = job === 'meant so' ? ['--allow', 'older-files=1'] : [];
  const run = await muster(['apply', '--auto-approve', ...allow], { folder });
  const text = (run.out + run.err).replaceAll(/\s+/gu, ' ');
  expect({ exit: run.exit, text }).toEqual({ exit, text: expect.stringMatching(said) as unknown });
  expect(text).not.toMatch(unsaid);
});
