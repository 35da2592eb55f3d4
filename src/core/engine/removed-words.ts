// Which ids went out of which file since a commit, and by whose commit, as the lines of git's diffs tell it.

import type { LastEdit } from '../model/git.ts';
import { git, NAME } from './git-state.ts';

/** `edit`: the one commit since then that took it out of the file; null for none (the files are older), for several, and with the whole file. */
export interface RemovedWord {
  readonly file: string;
  readonly word: string;
  readonly edit: LastEdit | null;
}

const DIFF = ['-U0', '--no-color', '--no-renames', '--no-ext-diff', '--no-textconv', '--relative'];

/** Which of the ids stood in the files of the folder at that commit and do not now. */
export async function removed(
  folder: string,
  commit: string,
  ids: ReadonlySet<string>,
): Promise<readonly RemovedWord[]> {
  if (!NAME.test(commit)) return [];
  const quiet = (...words: readonly string[]): Promise<string> =>
    git(folder, '-c', 'core.quotePath=false', ...words, '--', '.').catch(() => '');
  const gone = wordsOf(await quiet('diff', ...DIFF, commit), ids).filter(({ isAdded }) => !isAdded);
  if (gone.length === 0) return [];
  const since = wordsOf(await quiet('log', '-p', `--format=${COMMIT}%H%x00%an`, ...DIFF, `${commit}..HEAD`), ids);
  // A line that is changed has its id on both sides.
  const inCommit = ({ edit, file, word }: ChangedWord): string => [edit?.commit, file, word].join('\0');
  const kept = new Set(since.filter(({ isAdded }) => isAdded).map(inCommit));
  const taken = since.filter((each) => !each.isAdded && !kept.has(inCommit(each)));
  const inFile = ({ file, word }: Pick<ChangedWord, 'file' | 'word'>): string => [file, word].join('\0');
  const takers = Map.groupBy(taken, inFile);
  // A word may be another cell of another row: of several commits nobody is named.
  return gone.map((each) => {
    const [only, ...others] = new Map(takers.get(inFile(each))?.map((one) => [one.edit?.commit, one.edit])).values();
    return { ...each, edit: others.length === 0 ? (only ?? null) : null };
  });
}

const COMMIT = 'commit ';

interface ChangedWord extends RemovedWord {
  readonly isAdded: boolean;
}

/** Those of the ids that stand in the lines of a diff, or of several with their commits. A file that went may stand elsewhere now. */
function wordsOf(text: string, ids: ReadonlySet<string>): ChangedWord[] {
  let file = '';
  let isWhole = false;
  let edit: LastEdit | null = null;
  return text.split('\n').flatMap((line) => {
    if (line.startsWith(COMMIT)) {
      const [commit = '', author = ''] = line.slice(COMMIT.length).split('\0');
      edit = { commit, author };
    } else if (line.startsWith('diff --git ')) [file, isWhole] = ['', false];
    else if (file === '' && line.startsWith('deleted file ')) isWhole = true;
    else if (file === '' && /^(?:---|\+\+\+) [ab]\//u.test(line))
      file = line.slice('--- a/'.length).replace(/\t$/u, '');
    else if (file !== '' && /^[-+]/u.test(line)) {
      const isAdded = line.startsWith('+');
      const words = line.slice(1).split(/[\s,;"'{}[\]]+|:\s/u);
      return words.flatMap((word) => (ids.has(word) ? [{ file, word, edit: isWhole ? null : edit, isAdded }] : []));
    }
    return [];
  });
}
