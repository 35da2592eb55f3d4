// What a repository tells of the commits of desired files. Where there is no repository, no git or no answer in time, it tells nothing.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { FilesVersion } from '../model/applied.ts';
import type { LastEdit } from '../model/git.ts';
import { editedFiles, fileOfEarlier, git, NAME } from './git-state.ts';
import { removed } from './removed-words.ts';
import type { RemovedWord } from './removed-words.ts';

/** What a repository tells of its commits. */
export interface GitHistory {
  /** The commit that is checked out, and which of the desired files are not as it has them; null where there is none. */
  head(folder: string, files: readonly string[]): Promise<FilesVersion | null>;
  /** The first of the files that is as an earlier commit had it; null for none. */
  restored?(folder: string, files: readonly string[]): Promise<string | null>;
  /** The first of the files that HEAD has as that commit had it; null for none. */
  unchanged?(folder: string, commit: string, files: readonly string[]): Promise<string | null>;
  /** How HEAD stands to an earlier commit. */
  since(folder: string, last: FilesVersion): Promise<'follows' | 'behind' | 'beside' | 'unknown' | 'shallow'>;
  /** Who changed the file last, after the commit applied last where this clone has that; null where nobody did, it was changed since, or Git does not say. */
  edit?(folder: string, file: string, applied: AppliedLast): Promise<LastEdit | null>;
  /** Which of the ids stood there at that commit and do not now. */
  removed?(folder: string, commit: string, ids: ReadonlySet<string>): Promise<readonly RemovedWord[]>;
  /** That commit and those before it which HEAD does not contain; null where this clone does not have it. */
  beyond?(folder: string, commit: string): Promise<ReadonlySet<string> | null>;
}

/** `isOlder`: the files are older than those applied last. */
interface AppliedLast {
  readonly last: string | null;
  readonly isOlder: boolean;
}

export const GIT_HISTORY: GitHistory = { head, restored, unchanged, since, edit, removed, beyond };

async function beyond(folder: string, commit: string): Promise<ReadonlySet<string> | null> {
  if (!NAME.test(commit)) return null;
  const names = await git(folder, 'rev-list', commit, '^HEAD', '--').catch(() => null);
  return names === null ? null : new Set(names.trim().split('\n'));
}

async function edit(folder: string, file: string, { last, isOlder }: AppliedLast): Promise<LastEdit | null> {
  if (!isInRepository(folder)) return null;
  try {
    if ((await git(folder, 'status', '--porcelain', '--', file)) !== '') return null;
    const log = (range: string): Promise<string> => git(folder, 'log', '-1', '--format=%H%x00%an', range, '--', file);
    const isKnown =
      last !== null &&
      (await git(folder, 'cat-file', '-e', `${last}^{commit}`).then(
        () => true,
        () => false,
      ));
    if (isOlder && !isKnown) return null;
    const [commit = '', author = ''] = (await log(isKnown ? `${last}..HEAD` : 'HEAD')).trim().split('\0');
    return commit === '' ? null : { commit, author };
  } catch {
    return null;
  }
}

async function head(folder: string, files: readonly string[]): Promise<FilesVersion | null> {
  if (!isInRepository(folder)) return null;
  try {
    const [commit = '', tree = '', at = ''] = (await git(folder, 'log', '-1', '--format=%H %T %ct')).trim().split(' ');
    if (commit === '') return null;
    const version = { commit, tree, committedAt: Number(at) * 1000 };
    const edited = (await editedFiles(folder, files)).filter(isRead(folder, files)).toSorted();
    return edited.length === 0 ? version : { ...version, edited };
  } catch {
    return null;
  }
}

async function restored(folder: string, files: readonly string[]): Promise<string | null> {
  return fileOfEarlier(folder, files).catch(() => null);
}

async function unchanged(folder: string, commit: string, files: readonly string[]): Promise<string | null> {
  if (!NAME.test(commit)) return null;
  const words = ['diff', '--name-only', '-z', '--no-ext-diff', '--relative', commit, 'HEAD', '--', ...files];
  const changed = await git(folder, ...words).catch(() => null);
  if (changed === null) return null;
  const names = new Set(changed.split('\0'));
  return files.find((each) => !names.has(each)) ?? null;
}

/** Of a program any file may be a part; a desired file that is gone was one. */
function isRead(folder: string, files: readonly string[]): (file: string) => boolean {
  const own = files.length === 0 || files.some((file) => /\.m?[jt]s$/u.test(file)) ? null : new Set(files);
  return (file) => own === null || own.has(file) || !existsSync(join(folder, file));
}

/** Most runs are in none: no process is started to hear that. */
function isInRepository(folder: string): boolean {
  if (process.env['GIT_DIR'] !== undefined || existsSync(join(folder, '.git'))) return true;
  return dirname(folder) !== folder && isInRepository(dirname(folder));
}

async function since(folder: string, last: FilesVersion): ReturnType<GitHistory['since']> {
  const holds = (...words: string[]): Promise<boolean> =>
    git(folder, ...words).then(
      () => true,
      () => false,
    );
  const isKnown = await holds('cat-file', '-e', `${last.commit}^{commit}`);
  if (isKnown && (await holds('merge-base', '--is-ancestor', last.commit, 'HEAD'))) return 'follows';
  if (isKnown && (await holds('merge-base', '--is-ancestor', 'HEAD', last.commit))) return 'behind';
  const others = isKnown ? [`^${last.commit}`] : [];
  const trees = await git(folder, 'log', '--format=%T %ct', 'HEAD', ...others, '--').catch(() => '');
  const isSquash = trees.split('\n').some((line) => {
    const [tree, at] = line.split(' ');
    return tree === last.tree && Number(at) * 1000 >= last.committedAt;
  });
  if (isSquash) return 'follows';
  const isShallow = (await git(folder, 'rev-parse', '--is-shallow-repository').catch(() => '')).trim() === 'true';
  return isShallow ? 'shallow' : isKnown ? 'beside' : 'unknown';
}
