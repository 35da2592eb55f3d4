// Which commits an entry of a desired file comes from, as git tells it. Nothing depends on it: where there is no repository, no git
// or no answer in time, there are none.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from '../../core/face.ts';
import type { EntryCommits } from '../../core/face.ts';
import type { SourcePosition } from '../../core/model/address.ts';
import type { LineCommit } from '../../core/model/git.ts';

const FIELDS = '%H%x00%ct%x00%s';
const PROGRAM = /\.[cm]?[jt]s$/u;
const NONE: EntryCommits = { commits: [], uncommitted: false };

/** Of all lines of the entry that begins there. Of a program, where no line declares one object, the commit of the file. */
export async function commitsOfEntry(folder: string, source: SourcePosition): Promise<EntryCommits> {
  const { file, line } = source;
  try {
    if (PROGRAM.test(file)) return inCommits(await git(folder, 'log', '-1', `--format=${FIELDS}`, '--', file));
    const last = lastLineOf(await readFile(join(folder, file), 'utf8'), source);
    const words = ['blame', '--line-porcelain', '--no-textconv', '-L', `${line},${last}`, '--', file];
    return blamed(await git(folder, ...words));
  } catch {
    return NONE;
  }
}

/** The last commit that changed how often the text stands in the files of the folder. */
export async function commitThatChanged(folder: string, text: string): Promise<EntryCommits> {
  try {
    const words = ['log', '-1', '--no-ext-diff', '--no-textconv', `--format=${FIELDS}`, `-S${text}`, '--', '.'];
    return inCommits(await git(folder, ...words));
  } catch {
    return NONE;
  }
}

/** An entry between braces ends where they do; one of YAML before the next line that is indented less; a row of CSV is its line. */
export function lastLineOf(text: string, { file, line, column }: SourcePosition): number {
  if (file.endsWith('.csv')) return line;
  const lines = text.split('\n').slice(line - 1);
  const first = lines[0] ?? '';
  if (first.charAt(column - 1) === '{') return line + braced([first.slice(column - 1), ...lines.slice(1)]);
  const isInside = (each: string): boolean => each.trim() !== '' && each.search(/\S/u) >= column - 1;
  const end = lines.findIndex((each, index) => index > 0 && each.trim() !== '' && !isInside(each));
  const own = end === -1 ? lines : lines.slice(0, end);
  return line + Math.max(0, own.findLastIndex(isInside));
}

/** How many lines after the first one. */
function braced(lines: readonly string[]): number {
  let depth = 0;
  for (const [index, each] of lines.entries()) {
    for (const [mark] of each.matchAll(/"(?:[^"\\]|\\.)*"|'[^']*'|[{}]/gu)) {
      if (mark === '{') depth += 1;
      if (mark === '}') depth -= 1;
      if (depth === 0) return index;
    }
  }
  return 0;
}

function inCommits(text: string): EntryCommits {
  const [commit = '', at = '', subject = ''] = text.replace(/\n$/u, '').split('\0');
  return commit === '' ? NONE : { commits: [{ commit, at: Number(at) * 1000, subject }], uncommitted: false };
}

/** A commit of zeros stands for lines of the folder that are in none. */
function blamed(text: string): EntryCommits {
  const found = [...text.matchAll(/^([0-9a-f]{40,64}) \d[^\t]*?^committer-time (\d+)$[^\t]*?^summary (.*)$/gmu)].map(
    ([, commit = '', at = '', subject = '']) => ({ commit, at: Number(at) * 1000, subject }),
  );
  const isNone = ({ commit }: LineCommit): boolean => /^0+$/u.test(commit);
  const each = new Map(found.filter((one) => !isNone(one)).map((one) => [one.commit, one]));
  return { commits: [...each.values()].toSorted((a, b) => b.at - a.at), uncommitted: found.some(isNone) };
}
