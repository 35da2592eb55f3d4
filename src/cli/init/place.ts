// Where pipeline files belong: the root of the repository, which may lie above the project folder, and its default branch.

import { execFile } from 'node:child_process';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { isThere } from '../process/new-file.ts';

export interface PipelinePlace {
  /** Absolute. */
  readonly root: string;
  /** The project folder below it, with `/`; `.` where it is the root. */
  readonly directory: string;
  /** Null where Git does not know it. */
  readonly defaultBranch: string | null;
}

/** `folder`: absolute. Outside of a repository the folder itself is the root. */
export async function pipelinePlace(folder: string): Promise<PipelinePlace> {
  const root = (await rootAbove(folder)) ?? folder;
  const below = relative(root, folder).replaceAll('\\', '/');
  return { root, directory: below === '' ? '.' : below, defaultBranch: await defaultBranch(root) };
}

async function rootAbove(folder: string): Promise<string | null> {
  if (await isThere(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? null : rootAbove(parent);
}

/** As the remote says it. The branch that is checked out may be any, and pushing to it would apply. */
async function defaultBranch(root: string): Promise<string | null> {
  const question = ['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD'];
  const asked = promisify(execFile)('git', ['-C', root, ...question]).catch(() => null);
  const name = (await asked)?.stdout.trim().replace(/^origin\//u, '') ?? '';
  return /^[\w./-]{1,200}$/u.test(name) ? name : null;
}
