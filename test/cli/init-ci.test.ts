// `muster init --ci`: the pipeline is written where the forge looks for it, over nothing, and for a target that is there.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { freshFolder, muster, parsed, saying } from './muster.ts';
import type { Ended } from './muster.ts';

const ACTION = `example/muster@${'0123456789'.repeat(4)}`;
const WORKFLOWS = ['muster-apply.yml', 'muster-drift.yml', 'muster-plan.yml', 'muster-publish.yml'];

function repository(): string {
  const folder = freshFolder();
  execFileSync('git', ['init', '--quiet', '--initial-branch', 'main', folder]);
  return folder;
}

const init = (folder: string, ...words: string[]): Promise<Ended> => muster(['init', ...words], { folder });
const github = (folder: string, ...words: string[]): Promise<Ended> =>
  init(folder, '--ci', 'github', '--action', ACTION, ...words);
const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

const TWO_TARGETS = `name: centre
desired: ["teams/*.yaml"]
targets:
  sandbox: {sandbox: true}
  prod: {host: cc.example.com, region: eu-central-1, platform: P, companyCode: c, environment: e, apiKey: {secretName: s, secretsRegion: eu-central-1}}
`;

test('an empty repository gets a project, its workflows, and what is left to do', async () => {
  const folder = repository();
  const { exit, out } = await github(folder);
  expect(exit).toBe(0);
  expect(readdirSync(join(folder, '.github/workflows'))).toEqual(WORKFLOWS);
  expect(out).toContain('+ .github/workflows/muster-plan.yml');
  for (const words of [
    '  muster plan\n',
    'MUSTER_STATE_KEY',
    'MUSTER_TRUSTED_HOSTS',
    'muster-sandbox',
    'first-apply',
  ]) {
    expect(out).toContain(words);
  }
});

test('a project that is there keeps its files and gets the workflows only', async () => {
  const folder = repository();
  writeFileSync(join(folder, 'muster.yaml'), TWO_TARGETS);
  const { exit, out } = await github(folder);
  expect(exit).toBe(0);
  expect(read(folder, 'muster.yaml')).toBe(TWO_TARGETS);
  expect(readdirSync(folder).toSorted()).toEqual(['.git', '.github', 'muster.yaml']);
  expect(out).not.toContain('  muster plan\n');
  expect(read(folder, '.github/workflows/muster-plan.yml')).toContain('target: prod\n');
});

test('a workflow that is there is never written over', async () => {
  const folder = repository();
  mkdirSync(join(folder, '.github/workflows'), { recursive: true });
  writeFileSync(join(folder, '.github/workflows/muster-apply.yml'), 'mine\n');
  const { out } = await github(folder);
  expect(out).toContain('= .github/workflows/muster-apply.yml  was there, left as it is');
  expect(read(folder, '.github/workflows/muster-apply.yml')).toBe('mine\n');
  expect(out).toContain('it says something else');
  const again = await github(folder);
  expect(again).toMatchObject({ exit: 0, out: expect.not.stringContaining('  + ') as unknown });
});

test('in a folder of a repository the workflows stand at its root and name the folder', async () => {
  const root = repository();
  mkdirSync(join(root, 'ops/centre'), { recursive: true });
  await github(join(root, 'ops/centre'));
  expect(existsSync(join(root, 'ops/centre/.github'))).toBe(false);
  const plan = read(root, '.github/workflows/muster-plan.yml');
  expect(plan).toContain('directory: ops/centre\n');
  expect(plan).toContain('            ops/centre/muster-report.json\n');
  expect(read(root, '.github/workflows/muster-apply.yml')).toContain('paths: ["ops/centre/**"]');
});

test('the branch that applies is the default branch of the remote, never the one that happens to be checked out', async () => {
  const folder = repository();
  execFileSync('git', ['-C', folder, 'symbolic-ref', 'HEAD', 'refs/heads/feature']);
  await github(folder);
  expect(read(folder, '.github/workflows/muster-apply.yml')).toContain('branches: [main, master]');
  const other = repository();
  execFileSync('git', ['-C', other, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk']);
  await github(other);
  expect(read(other, '.github/workflows/muster-apply.yml')).toContain('branches: [trunk]');
});

test('GitLab gets one pipeline that is YAML and names the exact version', async () => {
  const folder = repository();
  expect(await init(folder, '--ci', 'gitlab')).toMatchObject({ exit: 0, out: saying('GITLAB_TOKEN') });
  const pipeline = parse(read(folder, '.gitlab-ci.yml')) as Record<string, Record<string, unknown>>;
  expect(pipeline['muster apply']).toMatchObject({
    resource_group: 'muster-$MUSTER_TARGET_NAME',
    interruptible: false,
  });
  expect(pipeline['.muster']?.['before_script']).toEqual([expect.stringMatching(/musterctl@\d+\.\d+\.\d+$/u)]);
  // Where the ledger lies no job of a merge request runs.
  expect(read(folder, '.gitlab-ci.yml')).not.toMatch(/GIT_CLEAN_FLAGS|\.muster\//u);
  expect(pipeline['muster plan']).not.toHaveProperty('tags');
  expect(pipeline['.muster service']).toMatchObject({ variables: { INPUT_STATE_BRANCH: 'muster-state' } });
});

test.each([
  [['--ci', 'jenkins'], /Allowed choices are github, gitlab/u],
  [['--ci', 'github'], /was not released.*\[action-unknown\].*--action owner\/name@commit/u],
  [['--ci', 'github', '--action', 'somewhere'], /--action takes owner\/name@commit; given: somewhere/u],
  [['--ci', 'github', '--action', 'a/b@c\n      - run: evil'], /--action takes/u],
  [['--ci', 'gitlab', '--action', ACTION], /--action goes with --ci github/u],
  [['--target', 'prod'], /--target goes with --ci/u],
  [['--ci', 'gitlab', '--pulumi'], /--pulumi has a pipeline of its own/u],
] as const)('init %j is refused, and nothing is written', async (words, told) => {
  const folder = repository();
  const { exit, err } = await init(folder, ...words);
  expect(exit).toBe(2);
  expect(err.replaceAll(/\s+/gu, ' ')).toMatch(told);
  expect(readdirSync(folder)).toEqual(['.git']);
});

test('a target that is not there, and one whose state is in Pulumi, are refused before a workflow is written', async () => {
  const folder = repository();
  writeFileSync(join(folder, 'muster.yaml'), TWO_TARGETS);
  expect(await github(folder, '--target', 'prdo')).toMatchObject({ exit: 2, err: saying('did you mean prod?') });
  writeFileSync(join(folder, 'muster.yaml'), TWO_TARGETS.replace('{host', '{state: pulumi, host'));
  expect(await github(folder)).toMatchObject({ exit: 2, err: saying('pulumi/actions') });
  expect(existsSync(join(folder, '.github'))).toBe(false);
});

test('a pipeline for another target is left as it is, and no step for the new one is named', async () => {
  const folder = repository();
  writeFileSync(join(folder, 'muster.yaml'), TWO_TARGETS);
  await init(folder, '--ci', 'gitlab', '-t', 'sandbox');
  const before = read(folder, '.gitlab-ci.yml');
  const { exit, out } = await init(folder, '--ci', 'gitlab', '-t', 'prod');
  expect(exit).toBe(0);
  expect(read(folder, '.gitlab-ci.yml')).toBe(before);
  expect(out).toContain('= .gitlab-ci.yml  was there, left as it is; it says something else');
  expect(out).toContain('nothing was written for prod');
  expect(out).not.toContain('muster-prod');
});

test('without --pulumi nothing of Pulumi is written, and no version that no registry has', async () => {
  const folder = freshFolder();
  const { exit, out } = await init(folder, '--json');
  expect(exit).toBe(0);
  const { files, next } = parsed(out) as { files: { name: string; written: boolean }[]; next: string[] };
  expect(files.map(({ name }) => name)).toEqual([
    'muster.yaml',
    'teams/support.yaml',
    'campaigns/welcome.yaml',
    'package.json',
    '.gitignore',
  ]);
  expect(files.every(({ written }) => written)).toBe(true);
  expect(next).toEqual(['muster validate', 'muster plan', 'muster apply']);
  expect(JSON.parse(read(folder, 'package.json'))).toMatchObject({ dependencies: {} });
});

test('what init names next is how it was started', async () => {
  const environment = { npm_command: 'exec' };
  const { out } = await muster(['init', 'centre'], { folder: freshFolder(), environment });
  expect(out).toMatch(/Next:\n {2}cd centre\n {2}npx musterctl validate\n/u);
});

test('init --pulumi in an empty folder goes on with the stack: what muster apply makes, a stack would not touch', async () => {
  const { exit, out } = await init(freshFolder(), '--pulumi', '--json');
  expect(exit).toBe(0);
  const steps = ['npm install --save-dev @pulumi/pulumi', 'pulumi stack init dev', 'pulumi preview'];
  expect(parsed(out)).toMatchObject({ next: ['muster validate', ...steps] });
});

test('init --pulumi adds the program to a project, and leaves what is there', async () => {
  const folder = freshFolder();
  await init(folder);
  const before = read(folder, 'muster.yaml');
  const { exit, out } = await init(folder, '--pulumi', '--json');
  expect(exit).toBe(0);
  expect(parsed(out)).toMatchObject({
    files: [
      { name: 'Pulumi.yaml', written: true },
      { name: 'index.js', written: true },
    ],
    next: ['npm install --save-dev @pulumi/pulumi', 'pulumi stack init dev', 'pulumi preview'],
  });
  expect(read(folder, 'muster.yaml')).toBe(before);
});

test('what is left to do is wrapped to the terminal, below its step', async () => {
  const folder = repository();
  const { out } = await muster(['init', '--ci', 'gitlab'], { folder, environment: { COLUMNS: '80' } });
  const [, next = ''] = out.split('Next:\n');
  expect(next.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(next).toMatch(/^ {2}\S.*\n {4}\S/mu);
});
