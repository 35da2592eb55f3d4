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

import { isRecord, isUser } from '../model/address.ts';
import type { AppliedRun, FilesVersion } from '../model/applied.ts';
import type { LastEdit } from '../model/git.ts';
import type { DesiredState } from '../model/state.ts';
import type { Change } from '../reconcile/change.ts';
import type { Guard, GuardedDeletes, GuardedOlderFiles, OlderFiles } from '../reconcile/guard.ts';
import type { Plan } from '../reconcile/plan-value.ts';
import { GIT_HISTORY } from './git-history.ts';
import type { GitHistory } from './git-history.ts';

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
