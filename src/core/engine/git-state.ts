// The commit that the desired files stand in, as git tells it. Nothing depends on it: where there is no repository, no commit,
// no git or no answer in time, it is null.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { GitState } from '../model/git.ts';

const LIMIT_MS = 5000;
const MOST_BYTES = 64 * 1024 * 1024;
/** Of a commit or a tree. What recorded state names is looked at before git takes it for an option. */
export const NAME = /^[0-9a-f]{40,64}$/u;

/** `files`: desired files, relative to the folder. Never throws. */
export async function gitState(folder: string, files: readonly string[]): Promise<GitState | null> {
  try {
    const [commit = '', tree = ''] = (await git(folder, 'rev-parse', 'HEAD', 'HEAD^{tree}')).trim().split('\n');
    if (!NAME.test(commit) || !NAME.test(tree)) return null;
    return { commit, tree, dirty: (await editedFiles(folder, files)).length > 0 };
  } catch {
    return null;
  }
}

/** Tracked files of the folder that are not as HEAD has them, and those of the files that are not tracked. */
export async function editedFiles(folder: string, files: readonly string[]): Promise<string[]> {
  const changed = await git(folder, 'diff', '--name-only', '-z', '--no-ext-diff', '--relative', 'HEAD', '--', '.');
  const tracked = new Set((await git(folder, 'ls-files', '-z')).split('\0'));
  return [...changed.split('\0').filter((file) => file !== ''), ...files.filter((file) => !tracked.has(file))];
}

/** The first of these files that is as a commit before HEAD had it; null for none. */
export async function fileOfEarlier(folder: string, files: readonly string[]): Promise<string | null> {
  for (const file of files.filter((name) => existsSync(join(folder, name)))) {
    const id = (await git(folder, 'hash-object', '--', file)).trim();
    if ((await git(folder, 'log', '-1', '--format=%H', `--find-object=${id}`, 'HEAD', '--', file)) !== '') return file;
  }
  return null;
}

/** A repository may name a program that watches its files (`core.fsmonitor`): not for a report. */
export async function git(folder: string, ...words: readonly string[]): Promise<string> {
  return gitWith({ folder, limitMs: LIMIT_MS }, ...words);
}

/** `index`: a file in place of the repository's own index, which stays as it is. */
export async function gitWith(
  { folder, limitMs, index }: { readonly folder: string; readonly limitMs: number; readonly index?: string },
  ...words: readonly string[]
): Promise<string> {
  const own = index === undefined ? {} : { GIT_INDEX_FILE: index };
  const environment = { ...process.env, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C', ...own };
  const options = { cwd: folder, env: environment, timeout: limitMs, maxBuffer: MOST_BYTES, windowsHide: true };
  const { stdout } = await promisify(execFile)('git', ['-c', 'core.fsmonitor=false', ...words], options);
  return stdout;
}
