// The commit in a report: read from git, and missing without a word where git does not say it.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';

import { gitState } from '../../src/engine/git-state.ts';
import { temporaryFolder } from '../support/sandbox.ts';

const FILES = ['muster.yaml', 'team.yaml'];
const WHO = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];

function folder(): string {
  const { directory, remove } = temporaryFolder();
  onTestFinished(remove);
  for (const file of FILES) writeFileSync(join(directory, file), 'users: []\n');
  return directory;
}

function git(directory: string, ...words: readonly string[]): string {
  return execFileSync('git', [...WHO, ...words], { cwd: directory, encoding: 'utf8' }).trim();
}

function repository(): string {
  const directory = folder();
  git(directory, 'init', '--quiet');
  git(directory, 'add', ...FILES);
  git(directory, 'commit', '--quiet', '--message', 'Files');
  return directory;
}

describe('the commit of the files', () => {
  test('is told with its tree', async () => {
    const directory = repository();
    const [commit, tree] = git(directory, 'rev-parse', 'HEAD', 'HEAD^{tree}').split('\n');
    expect(await gitState(directory, FILES)).toEqual({ commit, tree, dirty: false });
  });

  test('is called dirty where a file was changed since', async () => {
    const directory = repository();
    writeFileSync(join(directory, 'team.yaml'), 'users: [] # more\n');
    expect(await gitState(directory, FILES)).toMatchObject({ dirty: true });
  });

  test('is called dirty where a desired file is not in it; other files do not count', async () => {
    const directory = repository();
    writeFileSync(join(directory, 'report.json'), '{}');
    expect(await gitState(directory, FILES)).toMatchObject({ dirty: false });
    writeFileSync(join(directory, 'new.yaml'), 'users: []\n');
    expect(await gitState(directory, [...FILES, 'new.yaml'])).toMatchObject({ dirty: true });
  });

  test('is null outside of a repository, in one without a commit, and where there is no folder', async () => {
    const directory = folder();
    expect(await gitState(directory, FILES)).toBeNull();
    git(directory, 'init', '--quiet');
    expect(await gitState(directory, FILES)).toBeNull();
    expect(await gitState(join(directory, 'nowhere'), FILES)).toBeNull();
  });

  test('is asked for without the file system monitor that a repository may name', async () => {
    const directory = repository();
    git(directory, 'config', 'core.fsmonitor', 'touch ran; false');
    expect(await gitState(directory, FILES)).toMatchObject({ dirty: false });
    expect(() => execFileSync('ls', ['ran'], { cwd: directory, stdio: 'pipe' })).toThrow();
  });
});
