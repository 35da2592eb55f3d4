// Every workflow of this repository and every pipeline that `muster init --ci` writes, read by programs that others wrote for that:
// actionlint (as GitHub reads them), zizmor (what an attacker could use), gitlab-ci-local (as GitLab reads them, by its schema). What is
// not here is skipped, and says so; gitlab-ci-local comes with this project.

import { execFile, execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openBranch } from '../../src/core/state/branch.ts';
import { claimState, handBack } from '../../src/core/state/on-branch.ts';
import { openLedger } from '../../src/core/state/ledger.ts';
import { ledgerFile } from '../../src/core/state/ledger-file.ts';
import { LAUNCHER, muster } from '../cli/muster.ts';
import { programOf } from '../support/tools.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const GITLAB = join(ROOT, 'node_modules/gitlab-ci-local/dist/index.js');
const ACTION = `muster/muster@${'0'.repeat(40)}`;

const [actionlint, zizmor] = [await programOf('actionlint'), await programOf('zizmor')];

const KEY = 'a-secret-of-more-than-32-characters';
const REQUEST = ['CI_PIPELINE_SOURCE=merge_request_event', 'CI_MERGE_REQUEST_PROJECT_ID=9'];

const home = mkdtempSync(join(tmpdir(), 'muster-linters-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Ended {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

/** Programs of a test first, then those of this machine. */
const programs = join(home, 'bin');

async function run(program: string, words: readonly string[], cwd: string): Promise<Ended> {
  const PATH = [programs, dirname(process.execPath), process.env['PATH']].join(delimiter);
  const env = { PATH, HOME: home, NO_COLOR: '1' };
  return new Promise((resolve) => {
    const child = execFile(program, words, { cwd, env }, (_error, out, err) =>
      resolve({ exit: child.exitCode ?? -1, out, err }),
    );
  });
}

function workflowsIn(folder: string): string[] {
  const names = readdirSync(join(folder, '.github/workflows')).filter((name) => /\.ya?ml$/u.test(name));
  return names.map((name) => join('.github/workflows', name));
}

/** A repository whose project lies in `directory`, with its pipeline. */
async function repository(forge: 'github' | 'gitlab', directory: string): Promise<string> {
  const folder = mkdtempSync(join(home, `${forge}-`));
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', folder]);
  execFileSync('git', ['remote', 'add', 'origin', 'https://gitlab.example.com/team/rosters.git'], { cwd: folder });
  const action = forge === 'github' ? ['--action', ACTION] : [];
  expect(await muster(['init', directory], { folder })).toMatchObject({ exit: 0 });
  expect(await muster(['init', directory, '--ci', forge, ...action], { folder })).toMatchObject({ exit: 0 });
  return folder;
}

/** Informational findings, too, end zizmor with another number. */
const CLEAN = { exit: 0, out: expect.stringContaining('No findings to report') as unknown };

describe('the workflows of this repository', () => {
  test.skipIf(actionlint === null)('are valid for GitHub', async () => {
    const ended = await run(actionlint ?? '', workflowsIn(ROOT), ROOT);
    expect(ended).toEqual({ exit: 0, out: '', err: '' });
  });

  test.skipIf(zizmor === null)('and the action offer nothing to an attacker', async () => {
    const files = [...workflowsIn(ROOT), ...['action.yml'].filter((name) => existsSync(join(ROOT, name)))];
    expect(await run(zizmor ?? '', ['--offline', '--no-progress', ...files], ROOT)).toMatchObject(CLEAN);
  });
});

describe.each(['.', 'contact centre/rosters'])('the workflows that init writes for a project in %j', (directory) => {
  let folder = '';
  beforeAll(async () => {
    folder = await repository('github', directory);
  });

  test.skipIf(actionlint === null)('are valid for GitHub', async () => {
    const ended = await run(actionlint ?? '', workflowsIn(folder), folder);
    expect(ended).toEqual({ exit: 0, out: '', err: '' });
  });

  test.skipIf(zizmor === null)('offer nothing to an attacker', async () => {
    const ended = await run(zizmor ?? '', ['--offline', '--no-progress', ...workflowsIn(folder)], folder);
    expect(ended).toMatchObject(CLEAN);
  });
});

test.skipIf(actionlint === null || zizmor === null)('what these programs know is found', async () => {
  const folder = await repository('github', '.');
  const file = join(folder, '.github/workflows/muster-plan.yml');
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace('runs-on: ubuntu-24.04', 'runs-on: ubuntu-1804').replace(/checkout@\w+/u, 'checkout@v7'),
  );
  const lint = await run(actionlint ?? '', workflowsIn(folder), folder);
  expect(lint).toMatchObject({ exit: 1, out: expect.stringContaining('ubuntu-1804') as unknown });
  const audit = await run(zizmor ?? '', ['--offline', '--no-progress', ...workflowsIn(folder)], folder);
  expect(audit.out).toContain('error[unpinned-uses]');
});

async function gitLab(folder: string, words: readonly string[]): Promise<Ended> {
  const quiet = ['--ignore-predefined-vars', 'CI_PIPELINE_SOURCE,CI_SERVER_URL'];
  // GitLab sets it in no pipeline of a merge request.
  if (words.includes('CI_PIPELINE_SOURCE=merge_request_event')) quiet.push('--unset-variable', 'CI_COMMIT_BRANCH');
  const ended = await run(process.execPath, [GITLAB, ...quiet, ...words], folder);
  expect(ended).toMatchObject({ exit: 0, err: expect.not.stringContaining('Invalid') as unknown });
  return ended;
}

/** Jobs that a pipeline of this kind has, in the words of gitlab-ci-local. */
async function jobs(folder: string, ...variables: readonly string[]): Promise<string[]> {
  const ended = await gitLab(folder, ['--list-json', ...variables.flatMap((each) => ['--variable', each])]);
  const list = JSON.parse(ended.out) as { name: string; when: string }[];
  return list.filter(({ when }) => when !== 'never').map(({ name, when }) => `${name} ${when}`);
}

/** The same jobs, by the component of this repository. */
function includeComponent(folder: string): void {
  const inputs = { target: 'sandbox', version: '0.1.0', directory: 'rosters' };
  const include = [{ local: 'muster.yml', inputs }];
  copyFileSync(join(ROOT, 'templates/muster.yml'), join(folder, 'muster.yml'));
  writeFileSync(join(folder, '.gitlab-ci.yml'), JSON.stringify({ include, stages: ['test', 'deploy'] }));
}

describe.each(['that init writes', 'of the component'])('the pipeline for GitLab %s', (which) => {
  let folder = '';
  beforeAll(async () => {
    folder = await repository('gitlab', 'rosters');
    if (which === 'of the component') includeComponent(folder);
    execFileSync('git', ['add', '--all'], { cwd: folder });
    const who = ['-c', 'user.name=team', '-c', 'user.email=team@example.com'];
    execFileSync('git', [...who, 'commit', '--quiet', '--message', 'first'], { cwd: folder });
  });

  test('is valid, and plans and publishes on a merge request', async () => {
    const request = [...REQUEST, 'GITLAB_TOKEN=x'];
    expect(await jobs(folder, ...request, 'CI_MERGE_REQUEST_SOURCE_PROJECT_ID=9')).toEqual([
      'muster plan on_success',
      'muster publish always',
    ]);
    // A fork's files meet no key.
    expect(await jobs(folder, ...request, 'CI_MERGE_REQUEST_SOURCE_PROJECT_ID=77')).toEqual([
      'muster validate on_success',
      'muster publish always',
    ]);
  });

  test('applies on the default branch only when a person starts it', async () => {
    const push = 'CI_PIPELINE_SOURCE=push';
    expect(await jobs(folder, push)).toEqual(['muster plan on_success', 'muster apply manual']);
    const told = ['muster plan on_success', 'muster apply manual', 'muster publish apply always'];
    expect(await jobs(folder, push, 'GITLAB_TOKEN=x')).toEqual(told);
  });

  test('looks for drift on a schedule', async () => {
    const night = ['CI_PIPELINE_SOURCE=schedule', 'GITLAB_TOKEN=x'];
    expect(await jobs(folder, ...night)).toEqual(['muster drift on_success', 'muster publish always']);
  });

  test('runs: the job of a plan reads recorded state from the sealed branch, ends well and leaves its reports', async () => {
    // The release is not on npm while it is tested, and there is no container to copy files into.
    put('npm', 'exit 0');
    put('rsync', 'exit 0');
    put('muster', `exec '${process.execPath}' '${LAUNCHER}' "$@"`);
    put('muster-job', `exec '${process.execPath}' '${LAUNCHER.replace(/muster\.js$/u, 'muster-job.js')}' "$@"`);
    const project = join(folder, 'rosters');
    onTestFinished(async () => void (await muster(['sandbox', 'stop'], { folder: project })));
    const server = mkdtempSync(join(home, 'server-'));
    await sealLedger(`file://${server}/team/rosters.git`);
    const given = [
      ...REQUEST,
      'CI_MERGE_REQUEST_SOURCE_PROJECT_ID=9',
      `MUSTER_STATE_KEY=${KEY}`,
      `CI_SERVER_URL=file://${server}`,
    ];
    const source = given.flatMap((each) => ['--variable', each]);
    const ended = await gitLab(folder, [
      '--force-shell-executor',
      '--no-artifacts-to-source',
      ...source,
      'muster plan',
    ]);
    expect(ended.out).toContain('After the merge: a person starts the job muster apply');
    expect(ended.out).not.toContain('No state');
    expect(ended.out + ended.err).not.toContain(KEY);
    expect(existsSync(ledgerFile(project, 'sandbox'))).toBe(false);
    const plan = JSON.parse(readFileSync(join(project, 'muster-plan.json'), 'utf8')) as unknown;
    expect(plan).toMatchObject({ kind: 'plan', summary: { changes: { create: 4 } } });
    const widget = JSON.parse(readFileSync(join(project, 'muster-terraform.json'), 'utf8')) as unknown;
    expect(widget).toEqual({ create: 4, update: 0, delete: 0 });
  });
});

/** What an apply left on the branch of a new repository. */
async function sealLedger(url: string): Promise<void> {
  execFileSync('git', ['init', '--quiet', '--bare', fileURLToPath(url)]);
  const environment = { PATH: process.env['PATH'] ?? '', HOME: home };
  const branch = await openBranch({ url, branch: 'muster-state', user: 'x', token: null, environment });
  const folder = mkdtempSync(join(home, 'applied-'));
  const name = 'rosters--sandbox';
  const wish = { folder, target: 'sandbox', name, secret: KEY, run: 'run-1', isFirst: true, lostRun: null };
  await claimState(branch, wish);
  await (await openLedger({ path: ledgerFile(folder, 'sandbox'), clock: Date.now })).close();
  await handBack(branch, wish);
  await branch.close();
}

/** A program for the jobs of a test. */
function put(name: string, line: string): void {
  mkdirSync(programs, { recursive: true });
  writeFileSync(join(programs, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
}
