// A command in a folder below muster.yaml: the project is found above, and paths of the call stay those of the folder.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectAbove } from '../../src/cli/process/project-folder.ts';
import { freshFolder, initialised, muster, saying, type Ended } from './muster.ts';

const folder = freshFolder();
const below = join(folder, 'campaigns');
const run = async (...words: string[]): Promise<Ended> => muster(words, { folder: below });

initialised(folder);

test('muster.yaml is found above the present folder', async () => {
  expect(await run('validate')).toMatchObject({ exit: 0, out: saying('Valid: 2 files') });
  expect(await muster(['validate', '-C', 'campaigns'], { folder })).toMatchObject({ exit: 0 });
});

test('a report is written where the command was typed, not where muster.yaml is', async () => {
  expect(await run('plan', '--out', 'plan.json')).toMatchObject({ exit: 0 });
  expect(existsSync(join(below, 'plan.json'))).toBe(true);
  expect(existsSync(join(folder, 'plan.json'))).toBe(false);
  expect(await run('render', 'plan.json')).toMatchObject({ exit: 0, out: saying('Plan: 4 to add') });
  expect(await run('apply', '--fingerprint', '@plan.json')).toMatchObject({ exit: 0 });
});

test('files of the project are named as they are seen from there', async () => {
  expect(await run('fmt', '--check', 'welcome.yaml')).toMatchObject({ exit: 0 });
  expect(await run('fmt', '../teams/support.yaml')).toMatchObject({ exit: 0 });
  expect(await run('fmt', 'support.yaml')).toMatchObject({ exit: 2, err: saying('campaigns/support.yaml') });
  const adopted = await run('adopt', 'users', '--ids', 'ana.ruiz@example.com', '--into', 'more.yaml');
  expect(adopted.out + adopted.err).not.toContain('../');
});

test('init makes a project in the present folder, whatever is above it', async () => {
  mkdirSync(join(below, 'other'));
  expect(await muster(['init'], { folder: join(below, 'other') })).toMatchObject({ exit: 0 });
  expect(existsSync(join(below, 'other/muster.yaml'))).toBe(true);
});

test('the search ends at the root of a repository', async () => {
  mkdirSync(join(folder, 'cloned/.git'), { recursive: true });
  mkdirSync(join(folder, 'cloned/teams'));
  const ended = await muster(['plan'], { folder: join(folder, 'cloned/teams') });
  expect(ended).toMatchObject({
    exit: 2,
    err: saying('There is no muster.yaml in this folder or above it. [no-project]'),
  });
  writeFileSync(join(folder, 'cloned/muster.yaml'), '');
  expect(await projectAbove(join(folder, 'cloned/teams'))).toBe(join(folder, 'cloned'));
});
