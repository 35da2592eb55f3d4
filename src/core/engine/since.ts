// `--since REF`: the desired files as they are at a commit, beside those of now, read by the same loader; and how long ago everything
// was read. The work tree stays as it is: the files of the commit are laid out in a folder of muster's own, and removed again.
//
//   everything is planned, and that is said, where       | because
//   muster.yaml, the service profile or the list of      | they decide about every object
//   whom nobody may call differ, or it is not in Git     |
//   the files of the commit cannot be loaded             | nobody can tell what differs
//   a program is among the desired files           | what it reads may be the work tree of now
//   the last whole reading is older than --max-age       | what others changed since is nowhere to be seen
//   more, once recorded state is known                   | engine/survey.ts

import { mkdir, realpath, rm } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';

import { randomName } from '../machine.ts';
import { loadDesired, loadWithEarlier } from '../desired/project/load.ts';
import type { EarlierFiles } from '../desired/project/load.ts';
import { isSurelyYounger } from '../model/age.ts';
import { codeOf } from '../model/error-code.ts';
import { ToolError } from '../model/errors.ts';
import type { Clock, DesiredState, Project } from '../model/state.ts';
import type { Target } from '../model/target.ts';
import type { SinceWhole } from '../reconcile/plan-value.ts';
import { lastComplete } from './drift-history.ts';
import { git, gitWith } from './git-state.ts';

/** Laying out the files of a large repository takes its time. */
const LIMIT_MS = 120_000;

export interface SinceWish {
  /** As typed. */
  readonly ref: string;
  /** How old the last whole reading may be; null: of any age. */
  readonly maxAgeMs: number | null;
  /** As SightingWishes. */
  readonly historyFile?: string;
}

export interface SinceBase {
  readonly ref: string;
  readonly commit: string;
  /** End of the last complete drift run over everything, epoch milliseconds; null where none is known here. */
  readonly lastCompleteAt: number | null;
  /** What the files declared there, or why everything is planned. */
  readonly before: DesiredState | SinceWhole;
}

interface SincePlace {
  readonly project: Project;
  readonly target: Target;
  readonly clock: Clock;
}

/** The desired state of now, too. Throws `since-unknown`, and as loadDesired. */
export async function openSince(
  place: SincePlace,
  { ref, maxAgeMs, ...more }: SinceWish,
): Promise<{ readonly desired: DesiredState; readonly since: SinceBase }> {
  const { project, target, clock } = place;
  const { directory } = project;
  const commit = await commitOf(directory, ref);
  const lastCompleteAt = await lastComplete({ ...place, ...more });
  const { files, differing } = await filesAt(directory, commit);
  const isSame = (file: string): boolean => files.has(file) && !differing.has(file);
  const isUnchanged = (file: string): boolean => isSame(file) || !(files.has(file) || differing.has(file));
  const isYoung =
    maxAgeMs === null || (lastCompleteAt !== null && isSurelyYounger({ then: lastCompleteAt, now: clock() }, maxAgeMs));
  const known = { ref, commit, lastCompleteAt };
  const settings = ['muster.yaml', ...(await listOf(project))];
  const because = !settings.every(isSame) ? 'settings' : isUnchanged(`profiles/${target.name}.json`) ? null : 'profile';
  if (because !== null || !isYoung)
    return { desired: await loadDesired(project, target), since: { ...known, before: because ?? 'overdue' } };
  const { desired, before } = await withFilesAt({ directory, commit }, (folder) =>
    loadWithEarlier(project, target, { files, isSame, folder }),
  );
  return { desired, since: { ...known, before } };
}

/** Of `policy.doNotCall`, and where a link leads. */
async function listOf({ directory, doNotCallFile: file }: Project): Promise<string[]> {
  if (file === undefined) return [];
  const path = resolve(directory, file);
  const [root, target] = await Promise.all([realpath(directory), realpath(path)]);
  return [relative(directory, path), relative(root, target)].map((name) => name.replaceAll(sep, '/'));
}

async function commitOf(folder: string, ref: string): Promise<string> {
  const refuse = (message: string): ToolError => new ToolError('since-unknown', { message });
  try {
    return (await git(folder, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)).trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw refuse('expected git on the path; there is none');
  }
  const isShallow = await git(folder, 'rev-parse', '--is-shallow-repository').catch(() => null);
  if (isShallow === null) throw refuse(`expected a Git repository; ${folder} is in none that git can read`);
  const where = isShallow.trim() === 'true' ? 'this shallow clone does not have it' : 'there is no such commit here';
  throw refuse(`--since: expected a commit; given ${ref.slice(0, 80)}, and ${where}`);
}

/** Names relative to the folder: of all files of the commit, and of those that are now another. */
async function filesAt(
  folder: string,
  commit: string,
): Promise<{ readonly files: ReadonlySet<string>; readonly differing: ReadonlySet<string> }> {
  const wait = { folder, limitMs: LIMIT_MS };
  const same = ['--name-only', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', '--relative'];
  const [there, changed, untracked] = await Promise.all([
    gitWith(wait, 'ls-tree', '-r', '-z', '--name-only', commit),
    gitWith(wait, 'diff', ...same, commit, '--', '.'),
    gitWith(wait, 'ls-files', '-z', '--others', '--', 'profiles'),
  ]);
  const names = (text: string): string[] => text.split('\0').filter((name) => name !== '');
  return { files: new Set(names(there)), differing: new Set([...names(changed), ...names(untracked)]) };
}

/** Lays them out when they are asked for. */
async function withFilesAt<T>(
  { directory, commit }: { readonly directory: string; readonly commit: string },
  work: (folder: EarlierFiles['folder']) => Promise<T>,
): Promise<T> {
  const base = join(directory, '.muster', `since-${randomName(16)}`);
  const layOut = async (): Promise<string> => {
    await mkdir(base, { recursive: true, mode: 0o700 });
    const [top = '', below = ''] = (await git(directory, 'rev-parse', '--show-toplevel', '--show-prefix')).split('\n');
    const wait = { folder: top, limitMs: LIMIT_MS, index: join(base, 'index') };
    await gitWith(wait, 'read-tree', `${commit}:${below}`);
    await gitWith(wait, 'checkout-index', '--all', '--quiet', `--prefix=${join(base, 'files')}/`);
    return join(base, 'files');
  };
  let made: Promise<string> | null = null;
  try {
    return await work(() => (made ??= layOut()));
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}
