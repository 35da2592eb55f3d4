// A pipeline with a real repository: jobs that run again, late or in a clone that is behind, and reverts on purpose. Each row is one job:
// in which clone, of which commit, with which words; its exit number, how many writes the service saw, and what is said.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { freshFolder, initialised, muster, parsed } from './muster.ts';

const folder = freshFolder();
const clones = mkdtempSync(join(tmpdir(), 'muster-clones-'));
afterAll(() => rmSync(clones, { recursive: true }));

const WHO = ['-c', 'user.name=Team', '-c', 'user.email=team@example.com', '-c', 'advice.detachedHead=false'];
let minute = 0;
function git(directory: string, ...words: readonly string[]): string {
  const date = new Date(Date.UTC(2027, 0, 1, 8, minute)).toISOString();
  const env = { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date };
  return execFileSync('git', [...WHO, ...words], { cwd: directory, encoding: 'utf8', env, stdio: 'pipe' }).trim();
}

function declare(...names: readonly string[]): void {
  const users = names.map(
    (name) => `  - {loginUserId: ${name}@x.com, firstName: ${name}, lastName: X, userTemplateName: A}`,
  );
  writeFileSync(join(folder, 'teams/support.yaml'), `users:\n${users.join('\n')}\n`);
}

const commits = new Map<string, string>();
/** A commit of these people, under a letter. */
function commit(letter: string, ...names: readonly string[]): void {
  minute += 10;
  declare(...names);
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', letter);
  commits.set(letter, git(folder, 'rev-parse', 'HEAD'));
}

/** A clone with the recorded state of all the others. */
function clone(name: string, ...words: readonly string[]): string {
  const directory = join(clones, name);
  git(clones, 'clone', '--quiet', ...words, `file://${folder}`, name);
  symlinkSync(join(folder, '.muster'), join(directory, '.muster'));
  return directory;
}

async function writes(): Promise<number> {
  return Number(parsed((await muster(['sandbox', 'counters'], { folder })).out)['writes']);
}

interface Job {
  readonly exit: number;
  readonly writes: number;
  readonly text: string;
}

async function apply(directory: string, ...words: readonly string[]): Promise<Job> {
  const before = await writes();
  const { exit, out, err } = await muster(['apply', ...words], { folder: directory });
  return { exit, writes: (await writes()) - before, text: out + err };
}

/** Fingerprint of the plan of a commit, as its job prints it, which may approve a guard by its number, too. */
async function planned(directory: string): Promise<string> {
  await muster(['plan', '--out', `json=${join(clones, 'plan.json')}`], { folder: directory });
  const report = JSON.parse(readFileSync(join(clones, 'plan.json'), 'utf8')) as {
    readonly approval: { readonly fingerprint: { readonly whole: string } };
  };
  return report.approval.fingerprint.whole.slice(0, 16);
}

initialised(folder, async () => {
  rmSync(join(folder, 'campaigns/welcome.yaml'));
  git(folder, 'init', '--quiet', '--initial-branch=main');
});

let approved = '';
let [behind, shallow] = ['', ''];
beforeAll(async () => {
  commit('A', 'ana', 'ben');
  await apply(folder, '--auto-approve');
  commit('B', 'ana', 'cleo');
  approved = await planned(folder);
  cpSync(join(clones, 'plan.json'), join(clones, 'approved.json'));
});

const auto = '--auto-approve';
const checkedOut = (letter: string): string => {
  git(folder, 'checkout', '--quiet', commits.get(letter) ?? 'main');
  return folder;
};

type Row = readonly [job: string, play: () => Promise<Job>, exit: number, writes: number, said: RegExp];
const JOBS: readonly Row[] = [
  ['second job', () => apply(folder, '--fingerprint', approved), 0, 2, /1 created/u],
  ['it runs again', () => apply(folder, '--fingerprint', approved), 0, 0, /Nothing to do/u],
  ['a clone is made', async () => apply((behind = clone('behind')), auto), 0, 0, /Nothing to do/u],
  [
    'a revert on purpose',
    () => {
      commit('C', 'ana', 'ben', 'dora');
      return apply(folder, auto);
    },
    0,
    3,
    /cleo@x.com .*taken out of teams\/support.yaml by Team \([0-9a-f]{9}\).*was removed by muster on [\d-]+, commit [0-9a-f]{9}/u,
  ],
  [
    'the second job again, approved',
    () => apply(checkedOut('B'), '--fingerprint', approved),
    13,
    0,
    /was carried out by \S+ on 20/u,
  ],
  [
    'the same with its report',
    () => apply(folder, '--fingerprint', `@${join(clones, 'approved.json')}`),
    13,
    0,
    /was carried out by/u,
  ],
  [
    'and as a subset',
    () => apply(folder, '--fingerprint', `@${join(clones, 'approved.json')}`, '--allow-subset'),
    13,
    0,
    /the state changed: /u,
  ],
  ['the second job again, unasked', () => apply(folder, auto), 14, 0, /, an earlier commit: /u],
  ['the first job, late', () => apply(checkedOut('A'), auto), 14, 0, /guard-older-files/u],
  ['a clone that is behind', () => apply(behind, auto), 14, 0, /this clone does not have it/u],
  ['it has fetched', () => (git(behind, 'pull', '--quiet'), apply(behind, auto)), 0, 0, /Nothing to do/u],
  [
    'a branch that does not contain it',
    () => {
      git(checkedOut('B'), 'checkout', '--quiet', '-b', 'side');
      commit('D', 'ana', 'cleo', 'eva');
      return apply(folder, auto);
    },
    14,
    0,
    /which does not contain it: 3 of 4 changes undo it: (?!.*eva@x.com.* - no: )/u,
  ],
  [
    'with another number',
    () => apply(folder, auto, '--allow', 'older-files=1'),
    14,
    0,
    /you allowed 1, the plan has 4/u,
  ],
  [
    'a part of it, meant so',
    () => apply(folder, auto, '--only', 'user:eva@x.com', '--allow', 'older-files=1'),
    0,
    1,
    /1 created/u,
  ],
  [
    'the rest is still asked about',
    () => apply(folder, auto, '--allow', 'deletes=2'),
    14,
    0,
    /3 of 3 changes undo it: cleo@x.com, ben@x.com, dora@x.com - /u,
  ],
  ['meant so', () => apply(folder, auto, '--allow', 'older-files=3', '--allow', 'deletes=2'), 0, 3, /1 created/u],
  [
    'squashed onto main, and one commit more',
    () => {
      git(checkedOut('C'), 'checkout', '--quiet', 'main');
      git(folder, 'merge', '--squash', '--quiet', '-X', 'theirs', 'side');
      commit('E', 'ana', 'cleo', 'eva');
      commit('F', 'ana', 'cleo', 'eva', 'finn');
      shallow = clone('shallow', '--depth', '1');
      rmSync(join(clones, 'behind'), { recursive: true });
      behind = clone('single', '--single-branch', '--branch', 'main');
      return apply(behind, auto);
    },
    0,
    1,
    /1 created/u,
  ],
  [
    'a shallow clone, later',
    () => (
      commit('G', 'ana'),
      git(shallow, 'fetch', '--quiet', '--depth', '1'),
      git(shallow, 'checkout', '--quiet', 'origin/main'),
      apply(shallow, auto)
    ),
    0,
    3,
    /whether these files follow on the commit applied last cannot be told/u,
  ],
  [
    'a shallow clone of an earlier commit',
    () => {
      git(folder, 'branch', 'early', commits.get('E') ?? '');
      return apply(clone('early', '--depth', '1', '--branch', 'early'), auto);
    },
    14,
    0,
    /by their date/u,
  ],
  [
    'without Git the generation alone',
    () => {
      checkedOut('B');
      rmSync(join(folder, '.git'), { recursive: true });
      return apply(folder, '--fingerprint', approved);
    },
    13,
    0,
    /was carried out by/u,
  ],
];

test.each(JOBS)('%s', async (_job, play, exit, sent, said) => {
  const job = await play();
  expect({ exit: job.exit, writes: job.writes, text: job.text.replaceAll(/\s+/gu, ' ') }).toEqual({
    exit,
    writes: sent,
    text: expect.stringMatching(said) as unknown,
  });
});
