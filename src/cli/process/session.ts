// Project, target and desired state of one call, put together as the engine's input. Rooms are loaded on demand, so
// that `help` and `version` start at once.

import { startedBy } from '../../core/engine/started-by.ts';
import type { Run, TargetPlace } from '../../core/engine/run.ts';
import type { GitState } from '../../core/model/git.ts';
import { serviceName, type Target } from '../../core/model/target.ts';
import type { ReportContext } from '../../core/report/words/head.ts';
import type { Call } from './command.ts';
import { progressOf, type ProgressView } from './progress.ts';
import { isSet } from './settings.ts';
import { guardErrorWith } from '../../core/report/words/why-guard.ts';

export interface Session {
  readonly run: Run;
  readonly progress: ProgressView;
}

export async function openTarget(call: Call): Promise<Required<TargetPlace>> {
  const { chooseTarget, loadProject } = await import('../../core/desired/project/project.ts');
  const project = await loadProject(call.settings.directory);
  return { project, target: chooseTarget(project, call.settings.target), openTarget: startSandbox };
}

/** Loaded where a target is a sandbox. */
export const startSandbox: Required<TargetPlace>['openTarget'] = async (place) =>
  place.target.sandbox ? (await import('../../sandbox/open.ts')).openTarget(place) : place.target;

/** For a run that connects to the service. */
export async function openSession(call: Call): Promise<Session> {
  const session = await readSession(call);
  await sayProxy(call, session.run.target);
  return session;
}

/** Once a run, on standard error, like progress. */
export async function sayProxy({ settings, shell }: Call, target: Target): Promise<void> {
  const { targetNote } = await import('../../core/engine/proxy-note.ts');
  const note = targetNote(target, shell.environment);
  if (note !== null && !settings.quiet) shell.terminal.err(`${note}\n`);
}

async function readSession(call: Call): Promise<Session> {
  const { loadDesired } = await import('../../core/desired/project/load.ts');
  const { loadProfile } = await import('../../core/desired/declarations/profile.ts');
  const place = await openTarget(call);
  const { project, target } = place;
  const { settings, shell } = call;
  const progress = progressOf(shell, settings.quiet);
  const { since, only, allow, lockTimeoutMs, isFirstApply, log } = settings;
  const files =
    since === null
      ? { desired: await loadDesired(project, target) }
      : await (await import('../../core/engine/since.ts')).openSince({ project, target, clock: shell.clock }, since);
  const profile = await loadProfile(project, serviceName(target));
  const rest = {
    ...{ only, allow, lockTimeoutMs, isFirstApply, profile },
    ...{ clock: shell.clock, signal: shell.signal, onProgress: progress.onProgress },
    guardError: guardErrorWith(shell.environment['MUSTER_APPLY_WITH'] ? 'allow ' : '--allow '),
    stateExpected: isSet(shell.environment['CI']),
    ...startedBy(shell.environment),
    ...(log !== null && { log: log.path }),
  };
  return { run: { ...place, ...files, ...rest, ...(await limits(call)) }, progress };
}

/** The approved plan, the key of its fingerprint, and the limit of requests. */
async function limits({ settings, shell }: Call): Promise<Pick<Run, 'approval' | 'fingerprintKey' | 'maxRequests'>> {
  const { approval, maxRequests, folder } = settings;
  const { openApproval, readFingerprintKey } = await import('../../core/engine/approval.ts');
  return {
    ...readFingerprintKey(shell.environment),
    ...(approval === null ? {} : { approval: await openApproval(approval, folder) }),
    ...(maxRequests === null ? {} : { maxRequests }),
  };
}

/** The commit of the files that this run is about. */
export async function gitOf({ project, desired }: Pick<Run, 'project' | 'desired'>): Promise<GitState | null> {
  const { gitState } = await import('../../core/engine/git-state.ts');
  return gitState(project.directory, desired.files);
}

/** What a report must know about this call. `startedAt`: epoch milliseconds. */
export function reportContext(call: Call, startedAt: number, git: GitState | null = null): ReportContext {
  const at = call.shell.clock();
  const { version, settings, command } = call;
  return {
    version,
    command: command.name,
    at,
    durationMs: at - startedAt,
    only: settings.only,
    options: settings.repeat,
    git,
    onMerge: call.shell.environment['MUSTER_ON_MERGE'] || null,
    applyWith: call.shell.environment['MUSTER_APPLY_WITH'] || null,
    showValues: settings.showValues || showsNames(call),
  };
}

/** The names of who is created stand on the reader's own screen without a flag: the service never changes a name. */
function showsNames({ command, settings, shell }: Call): boolean {
  const isOwnScreen = shell.terminal.outIsTty && !isSet(shell.environment['CI']) && settings.outputs.length === 0;
  return isOwnScreen && (command.name === 'plan' || command.name === 'apply');
}
