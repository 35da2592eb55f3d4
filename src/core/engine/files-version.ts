// The commit of the desired files beside the commit that was applied last, as git tells it. Nothing is read of them: without a repository,
// without git or an answer in time there is nothing to compare, and the generation of recorded state counts alone.
//
//   the files are the same, whatever the commit                       nothing to ask
//   it contains the commit applied last, or one of the same tree      nothing to ask: a revert and a squash are new commits
//     that was committed since
//   an ancestor of it, or neither contains the other                  older files
//   this clone does not have it                                       older files; of a shallow clone only by the date

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { isUser } from '../model/address.ts';
import type { AppliedRun, FilesVersion } from '../model/applied.ts';
import type { LastEdit } from '../model/git.ts';
import type { Change } from '../reconcile/change.ts';
import type { Guard, OlderFiles } from '../reconcile/guard.ts';
import type { Plan } from '../reconcile/plan-value.ts';
import { git } from './git-state.ts';

/** What a repository tells of its commits. */
export interface GitHistory {
  /** The commit that is checked out; null where there is none. */
  head(folder: string): Promise<FilesVersion | null>;
  /** How HEAD stands to an earlier commit. */
  since(folder: string, last: FilesVersion): Promise<'follows' | 'behind' | 'beside' | 'unknown' | 'shallow'>;
  /** Who changed the file last; null where it was changed since, or Git does not say. */
  edit?(folder: string, file: string): Promise<LastEdit | null>;
  /** What stood there at that commit and does not now: the words of each line, by the file. */
  removed?(folder: string, commit: string): Promise<readonly RemovedLine[]>;
}

interface RemovedLine {
  readonly file: string;
  readonly words: readonly string[];
}

const GIT_HISTORY: GitHistory = { head, since, edit, removed };

/** `unsure`: a shallow clone cannot tell, and its date is no reason to ask. */
export interface FilesAge {
  readonly now: FilesVersion | null;
  readonly older: OlderFiles | null;
  readonly isUnsure: boolean;
}

/** `desired`: digest of the desired files of now. */
export async function filesAge(
  { folder, desired, history = GIT_HISTORY }: { folder: string; desired: string; history?: GitHistory | undefined },
  applied: readonly AppliedRun[],
): Promise<FilesAge> {
  const now = await history.head(folder);
  const run = applied.find(({ files }) => files !== null);
  const last = run?.files ?? null;
  const isSame = run?.desired === desired || now?.commit === last?.commit;
  if (now === null || run === undefined || last === null || isSame) return { now, older: null, isUnsure: false };
  const how = await history.since(folder, last);
  if (how === 'follows') return { now, older: null, isUnsure: false };
  const isDated = how === 'shallow';
  if (isDated && now.committedAt >= last.committedAt) return { now, older: null, isUnsure: true };
  return {
    now,
    older: { how: isDated ? 'dated' : how, now, last: { ...last, run: run.run, at: run.at } },
    isUnsure: false,
  };
}

/** The plan with the edit that a guard is probably about, a list that has lost its lines or ids, and with the files of what is no longer declared. */
export async function withEdits(
  plan: Plan,
  { folder, history = GIT_HISTORY, applied = [] }: PlaceOfEdits,
): Promise<Plan> {
  const edited = async <Of extends { readonly file: string | null }>(each: Of): Promise<Of> => {
    const last = each.file === null ? null : await history.edit?.(folder, each.file);
    return last ? { ...each, edit: last } : each;
  };
  const told = async (guard: Guard): Promise<Guard> => {
    if (guard.code === 'guard-ids') return { ...guard, files: await Promise.all(guard.files.map(edited)) };
    if (guard.code !== 'guard-deletes') return guard;
    return { ...guard, shrunk: await Promise.all(guard.shrunk.map(edited)) };
  };
  const [guards, changes] = await Promise.all([
    Promise.all(plan.guards.map(told)),
    withFiles(plan.changes, { folder, history, applied }),
  ]);
  return { ...plan, guards, changes };
}

interface PlaceOfEdits {
  readonly folder: string;
  readonly history?: GitHistory | undefined;
  /** What applies did, newest first. */
  readonly applied?: readonly AppliedRun[];
}

/** Where its id stood in one file, at the commit applied last: that one is named. */
async function withFiles(
  changes: Plan['changes'],
  { folder, history, applied = [] }: PlaceOfEdits,
): Promise<Plan['changes']> {
  const commit = applied.find(({ files }) => files !== null)?.files?.commit;
  const isGone = ({ desired, action }: Change): boolean => desired === null && action === 'delete';
  if (commit === undefined || !changes.some(isGone)) return changes;
  const lines = (await history?.removed?.(folder, commit)) ?? [];
  const words = lines.flatMap(({ file, words: own }) => own.map((word) => ({ file, word })));
  const byWord = Map.groupBy(words, ({ word }) => word);
  return changes.map((change) => {
    if (!isGone(change)) return change;
    const stood = byWord.get(isUser(change) ? change.loginUserId : change.clientId) ?? [];
    const [file, ...others] = new Set(stood.map((each) => each.file));
    return file === undefined || others.length > 0 ? change : { ...change, stood: file };
  });
}

async function removed(folder: string, commit: string): Promise<readonly RemovedLine[]> {
  const form = ['-U0', '--no-color', '--no-renames', '--no-ext-diff', '--no-textconv', '--relative'];
  const text = await git(folder, '-c', 'core.quotePath=false', 'diff', ...form, commit, '--', '.').catch(() => '');
  let file = '';
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('diff --git ')) file = '';
    else if (file === '' && line.startsWith('--- a/')) file = line.slice('--- a/'.length).replace(/\t$/u, '');
    else if (file !== '' && line.startsWith('-')) return [{ file, words: line.slice(1).split(/[\s,;"'{}[\]]+|:\s/u) }];
    return [];
  });
}

async function edit(folder: string, file: string): Promise<LastEdit | null> {
  if (!isInRepository(folder)) return null;
  try {
    if ((await git(folder, 'status', '--porcelain', '--', file)) !== '') return null;
    const [commit = '', author = ''] = (await git(folder, 'log', '-1', '--format=%H%x00%an', '--', file))
      .trim()
      .split('\0');
    return commit === '' ? null : { commit, author };
  } catch {
    return null;
  }
}

async function head(folder: string): Promise<FilesVersion | null> {
  if (!isInRepository(folder)) return null;
  try {
    const [commit = '', tree = '', at = ''] = (await git(folder, 'log', '-1', '--format=%H %T %ct')).trim().split(' ');
    return commit === '' ? null : { commit, tree, committedAt: Number(at) * 1000 };
  } catch {
    return null;
  }
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
