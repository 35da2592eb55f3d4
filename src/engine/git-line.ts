// Which commit a line of a desired file comes from, as git tells it. Nothing depends on it: where there is no repository, no git
// or no answer in time, it is null.

import type { SourcePosition } from '../model/address.ts';
import type { LineCommit } from '../model/git.ts';
import { git } from './git-state.ts';

const FIELDS = '%H%x00%ct%x00%s';
const PROGRAM = /\.[cm]?[jt]s$/u;

/** `uncommitted`: the line stands in no commit yet. Of a program, where no line declares one object, the commit of the file. */
export async function commitOfLine(
  folder: string,
  { file, line }: SourcePosition,
): Promise<LineCommit | 'uncommitted' | null> {
  try {
    if (PROGRAM.test(file)) return commitIn(await git(folder, 'log', '-1', `--format=${FIELDS}`, '--', file));
    const words = ['blame', '--porcelain', '--no-textconv', '-L', `${line},${line}`, '--', file];
    return blamed(await git(folder, ...words));
  } catch {
    return null;
  }
}

/** The last commit that changed how often the text stands in the files of the folder. */
export async function commitThatChanged(folder: string, text: string): Promise<LineCommit | null> {
  try {
    const words = ['log', '-1', '--no-ext-diff', '--no-textconv', `--format=${FIELDS}`, `-S${text}`, '--', '.'];
    return commitIn(await git(folder, ...words));
  } catch {
    return null;
  }
}

function commitIn(text: string): LineCommit | null {
  const [commit = '', at = '', subject = ''] = text.replace(/\n$/u, '').split('\0');
  return commit === '' ? null : { commit, at: Number(at) * 1000, subject };
}

/** A commit of zeros stands for lines of the folder that are in none. */
function blamed(text: string): LineCommit | 'uncommitted' | null {
  const commit = /^[0-9a-f]{40,64}/u.exec(text)?.[0] ?? '';
  if (/^0+$/u.test(commit)) return 'uncommitted';
  const [, at] = /^committer-time (\d+)$/mu.exec(text) ?? [];
  const [, subject = ''] = /^summary (.*)$/mu.exec(text) ?? [];
  return commit === '' || at === undefined ? null : { commit, at: Number(at) * 1000, subject };
}
