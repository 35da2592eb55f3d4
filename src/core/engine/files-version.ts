// The commit of the desired files beside the commit that was applied last, as git tells it. Nothing is read of them: without a repository,
// without git or an answer in time there is nothing to compare, and the generation of recorded state counts alone.
//
//   the files are the same, whatever the commit                       nothing to ask
//   the same commit, and a file that was edited then
//     is as the commit has it now                                     older files: the edit is in no commit
//   the same commit, and a file that was not edited then
//     is as an earlier commit had it now                              older files
//   the same commit else                                              nothing to ask: edits go on
//   it contains the commit applied last, or one of the same tree
//     that was committed since, and a file that was edited then is
//     as both commits have it                                         older files: the edit is in no commit
//   the same else                                                     nothing to ask: a revert and a squash are new commits
//   an ancestor of it, or neither contains the other                  older files
//   this clone does not have it                                       older files; of a shallow clone only by the date

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { isRecord, isUser } from '../model/address.ts';
import type { AppliedRun, FilesVersion } from '../model/applied.ts';
import type { LastEdit } from '../model/git.ts';
import type { DesiredState } from '../model/state.ts';
import type { Change } from '../reconcile/change.ts';
import type { Guard, GuardedDeletes, GuardedOlderFiles, OlderFiles } from '../reconcile/guard.ts';
import type { Plan } from '../reconcile/plan-value.ts';
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

const GIT_HISTORY: GitHistory = { head, restored, unchanged, since, edit, removed, beyond };

/** `isUnsure`: a shallow clone cannot tell, and its date is no reason to ask; nor can files without Git. */
export interface FilesAge {
  readonly now: FilesVersion | null;
  readonly older: OlderFiles | null;
  readonly isUnsure: boolean;
}

interface SameCommit extends Pick<OlderFiles, 'now'> {
  readonly folder: string;
  readonly history: GitHistory;
  readonly last: FilesVersion;
}

interface FilesOfNow extends Pick<DesiredState, 'files' | 'content'> {
  readonly folder: string;
  readonly history?: GitHistory | undefined;
}

/**
 * Of what applies did in all partitions: files of a commit before any of them are older. Clocks of runners differ, so the run that is the
 * latest by its time may not be that of the last commit.
 */
export async function filesAgeIn(
  place: FilesOfNow,
  own: readonly AppliedRun[],
  others: readonly (readonly AppliedRun[])[],
): Promise<FilesAge> {
  const homes = [own, ...others].filter((runs) => runs.length > 0);
  if (homes.length < 2) return filesAge(place, homes.flat());
  const byTime = homes.flat().toSorted((one, other) => other.at - one.at);
  const latest = await filesAge(place, byTime);
  if (latest.older !== null) return latest;
  const each = await Promise.all(homes.map((runs) => filesAge(place, runs)));
  return each.find(({ older }) => older !== null && isBefore(older)) ?? latest;
}

/** What a partition applied long ago may stand in no clone any more. */
function isBefore({ how, now, last }: OlderFiles): boolean {
  return how === 'behind' || (how !== 'unedited' && how !== 'restored' && last.committedAt > now.committedAt);
}

async function filesAge(
  { folder, files, content, history = GIT_HISTORY }: FilesOfNow,
  applied: readonly AppliedRun[],
): Promise<FilesAge> {
  const now = await history.head(folder, files);
  const run = applied.find((each) => each.files !== null);
  const last = run?.files ?? null;
  if (run === undefined || last === null || run.desired === content) return { now, older: null, isUnsure: false };
  // Without Git only where the files of the last apply had one: whoever has none is not told each time.
  if (now === null) return { now, older: null, isUnsure: run === applied[0] };
  const from = { ...last, run: run.run, at: run.at };
  if (now.commit === last.commit) {
    const edits = await editsBack({ folder, history, now, last });
    return { now, older: edits && { ...edits, now, last: from }, isUnsure: false };
  }
  const how = await history.since(folder, last);
  if (how === 'follows') {
    const gone = (last.edited ?? []).filter((each) => now.edited?.includes(each) !== true);
    const file = gone.length === 0 ? null : ((await history.unchanged?.(folder, last.commit, gone)) ?? null);
    return { now, older: file === null ? null : { how: 'unedited', file, now, last: from }, isUnsure: false };
  }
  const isDated = how === 'shallow';
  if (isDated && now.committedAt >= last.committedAt) return { now, older: null, isUnsure: true };
  return { now, older: { how: isDated ? 'dated' : how, now, last: from }, isUnsure: false };
}

/** Of the commit applied last, with other files: edits over edits go on, and so does a list that Git ignores. */
async function editsBack({ folder, history, now, last }: SameCommit): Promise<Pick<OlderFiles, 'how' | 'file'> | null> {
  const [edited, before] = [now.edited ?? [], last.edited ?? []];
  const undone = before.find((each) => !edited.includes(each));
  if (undone !== undefined) return { how: 'unedited', file: undone };
  const fresh = edited.filter((each) => !before.includes(each));
  const file = fresh.length === 0 ? null : ((await history.restored?.(folder, fresh)) ?? null);
  return file === null ? null : { how: 'restored', file };
}

/** The plan with the edit that a guard is probably about, a list that has lost its lines or ids, with the files of what is no longer declared, and with what is taken back of newer files. */
export async function withEdits(
  plan: Plan,
  { folder, history = GIT_HISTORY, applied = [] }: PlaceOfEdits,
): Promise<Plan> {
  const last = applied.find(({ files }) => files !== null)?.files?.commit ?? null;
  const isOlder = plan.guards.some(({ code }) => code === 'guard-older-files');
  const changes = await withFiles(plan.changes, { folder, history, last });
  const edited = async <Of extends { readonly file: string | null }>(each: Of): Promise<Of> => {
    const edit = each.file === null ? null : await history.edit?.(folder, each.file, { last, isOlder });
    return edit ? { ...each, edit } : each;
  };
  const shortened = async (each: Shrunk): Promise<Shrunk> => {
    const lost = new Set(each.lost);
    const [first, ...others] = uniqueEdits(changes.filter(({ address }) => lost.has(address)));
    if (first === undefined) return edited(each);
    // Several commits, or none but the age of the files: the rows say whose each is.
    return first === null || others.length > 0 ? each : { ...each, edit: first };
  };
  const told = async (guard: Guard): Promise<Guard> => {
    if (guard.code === 'guard-ids') return { ...guard, files: await Promise.all(guard.files.map(edited)) };
    if (guard.code === 'guard-deletes') return { ...guard, shrunk: await Promise.all(guard.shrunk.map(shortened)) };
    if (guard.code !== 'guard-older-files') return guard;
    const back = takenBack(changes, await newerRuns(guard.files, { folder, history, applied }));
    return back ? { ...guard, back } : guard;
  };
  return { ...plan, guards: await Promise.all(plan.guards.map(told)), changes };
}

interface PlaceOfEdits {
  readonly folder: string;
  readonly history?: GitHistory | undefined;
  /** What applies did, newest first. */
  readonly applied?: readonly AppliedRun[];
}

type Shrunk = GuardedDeletes['shrunk'][number];

/** Who took them out of their file, each once; null: no commit since the one applied last. Empty where that is not known. */
function uniqueEdits(changes: Plan['changes']): (LastEdit | null)[] {
  const edits = changes.flatMap(({ stood }) => (stood === undefined ? [] : [stood.edit]));
  return [...new Map(edits.map((edit) => [edit?.commit, edit])).values()];
}

/** The applies of what these files do not have. */
async function newerRuns(
  { how, last }: OlderFiles,
  { folder, history = GIT_HISTORY, applied = [] }: PlaceOfEdits,
): Promise<readonly AppliedRun[]> {
  const isOfCommit = how === 'unedited' || how === 'restored';
  const newer = isOfCommit ? new Set([last.commit]) : await history.beyond?.(folder, last.commit);
  const isNewer = ({ commit, edited }: FilesVersion): boolean =>
    newer?.has(commit) === true && (how !== 'unedited' || edited !== undefined);
  return applied.filter(({ files }) => files !== null && isNewer(files));
}

/** Of the changes those of whom one of these applies did something; null where a run does not say of whom. */
function takenBack(changes: Plan['changes'], runs: readonly AppliedRun[]): GuardedOlderFiles['back'] | null {
  if (runs.length === 0 || runs.some((run) => run.changes === null)) return null;
  const begun = runs.flatMap((run) => (run.changes ?? []).flatMap((each) => (each.isBegun ? each.address : [])));
  const done = new Set(begun);
  const isDone = (change: Change): boolean =>
    done.has(change.address) || (isRecord(change) && change.from !== null && done.has(change.from.address));
  const back = changes.filter(isDone).map(({ address, action }) => ({ address, action }));
  return back.length === 0 ? null : back;
}

/** Where its id stood in one file, at the commit applied last: that one is named. */
async function withFiles(
  changes: Plan['changes'],
  { folder, history, last }: { folder: string; history: GitHistory; last: string | null },
): Promise<Plan['changes']> {
  const isGone = ({ desired, action }: Change): boolean =>
    desired === null && (action === 'delete' || action === 'forget');
  if (last === null || !changes.some(isGone)) return changes;
  const idOf = (change: Change): string => (isUser(change) ? change.loginUserId : change.clientId);
  const words = await history.removed?.(folder, last, new Set(changes.filter(isGone).map(idOf)));
  const byWord = Map.groupBy(words ?? [], ({ word }) => word);
  return changes.map((change) => {
    if (!isGone(change)) return change;
    const stood = byWord.get(idOf(change)) ?? [];
    const [first, ...others] = new Map(stood.map((each) => [each.file, each])).values();
    if (first === undefined || others.length > 0) return change;
    return { ...change, stood: { file: first.file, edit: first.edit } };
  });
}

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
