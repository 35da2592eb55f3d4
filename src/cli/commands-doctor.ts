// doctor: checks of one target, its open points, and the service profile they are kept in. Nothing is written to the
// service except by --probe-writes, and nothing to the project except by --write.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type * as Engine from '../engine/doctor.ts';
import type { DoctorRun, HomeReport } from '../engine/doctor.ts';
import { failed, ok, type Check } from '../model/check.ts';
import { ERRORS, ToolError } from '../model/errors.ts';
import {
  changedAnswers,
  POINT_IDS,
  profilePath,
  UNKNOWN,
  updateProfile,
  type Answer,
  type ServiceProfile,
} from '../model/profile.ts';
import type { DesiredState, Project } from '../model/state.ts';
import type { Target } from '../model/target.ts';
import { doctorDocument, type DoctorInput } from '../report/document-doctor.ts';
import type { Call, Command } from './command.ts';
import { checkOutputs, emit } from './emit.ts';
import { CANCELLED, exitOf } from './exit.ts';
import { reportContext } from './session.ts';
import { usage } from './settings.ts';

export const DOCTOR_COMMAND: Command = {
  name: 'doctor',
  group: 'Every day:',
  summary: 'check files, state, connection and key of a target; measure what the service leaves open',
  arguments: [],
  flags: ['target', 'json', 'out', 'autoApprove'],
  ownFlags: {
    probe: { usage: '--probe', text: 'measure the open points that reading can answer; writes nothing to the service' },
    probeWrites: {
      usage: '--probe-writes <campaign>',
      text: 'measure more by making and removing records in this test campaign; a second one for transfers',
      repeatable: true,
    },
    write: { usage: '--write', text: 'write the answers to profiles/<target>.json' },
    campaign: { usage: '--campaign <name>', text: 'ask about this campaign instead of the first declared one' },
  },
  settlesItself: true,
  run: runDoctor,
};

interface Wishes {
  readonly probe: boolean;
  readonly probeWrites: readonly string[];
  readonly write: boolean;
  readonly campaign: string | null;
}

function wishesOf({ own, settings }: Call): Wishes {
  const { probe, probeWrites, write, campaign } = own;
  const names = Array.isArray(probeWrites) ? probeWrites.filter((name) => typeof name === 'string') : [];
  const wishes = {
    probe: probe === true,
    probeWrites: names,
    write: write === true,
    campaign: typeof campaign === 'string' ? campaign : null,
  };
  if (wishes.write && !wishes.probe && names.length === 0) throw usage('--write needs --probe or --probe-writes');
  if (names.length > 0 && !settings.autoApprove && !settings.input) {
    throw new ToolError('approval-needed', { message: '--probe-writes was called without a terminal to ask on' });
  }
  return wishes;
}

async function runDoctor(call: Call): Promise<number> {
  const startedAt = call.shell.clock();
  const wishes = wishesOf(call);
  await checkOutputs(call);
  const input = await unlessInterrupted(call, look(call, wishes));
  const probe = input.run === null ? null : await measure(call, wishes, input.run);
  const { project, target, files, checks } = input;
  const document = doctorDocument({ project, target, files, checks, probe }, reportContext(call, startedAt));
  await emit(document, call);
  return call.shell.signal.aborted ? CANCELLED : exitOf(document, call.settings);
}

/** Reading may simply be left; a write probe ends by itself, cleaning up. */
async function unlessInterrupted<T>({ shell }: Call, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = (): void => reject(new ToolError('declined', { message: 'Interrupted; nothing was changed.' }));
  shell.signal.addEventListener('abort', leave, { once: true });
  return Promise.race([work, promise]).finally(() => shell.signal.removeEventListener('abort', leave));
}

type Looked = Omit<DoctorInput, 'probe'> & {
  /** Null when something stands in the way of a probe. */
  readonly run: (DoctorRun & { readonly profile: ServiceProfile | null }) | null;
};

async function look(call: Call, wishes: Wishes): Promise<Looked> {
  const engine = await import('../engine/doctor.ts');
  const node = nodeCheck(process.version);
  const place = await readPlace(call);
  if ('check' in place) return { project: null, target: null, files: [], checks: [node, place.check], run: null };
  const { project, target } = place;
  const { desired, check: files } = await readDesired(project, target);
  const { profile, check: profiled } = await readProfile(project, target);
  const { clock, signal } = call.shell;
  const home = await homeReport({ project, target, clock }, engine);
  const run = { project, target, desired, recorded: home.recorded, campaign: wishes.campaign, clock, signal };
  const connection = await engine.connection(run);
  const checks = [node, files, profiled, ...home.checks, ...(await engine.probeLeft(run)), ...connection];
  const blocked = [files, profiled, ...home.checks, ...connection].some(({ status }) => status === 'failed');
  const { name, region, companyCode, environment } = target;
  return {
    project: project.name,
    target: { name, region, companyCode, environment },
    files: desired.files,
    checks,
    run: blocked ? null : { ...run, profile },
  };
}

const NODE_FLOOR = [22, 18] as const;

function nodeCheck(version: string): Check {
  const [major = 0, minor = 0] = version.replace(/^v/u, '').split('.').map(Number);
  const enough = major > NODE_FLOOR[0] || (major === NODE_FLOOR[0] && minor >= NODE_FLOOR[1]);
  if (enough) return ok('node', `Node ${version}`);
  const text = `expected Node ${NODE_FLOOR.join('.')} or newer, given ${version}`;
  return failed('node', { code: 'bad-usage', text, advice: 'Install a newer Node.' });
}

async function readPlace(call: Call): Promise<{ project: Project; target: Target } | { check: Check }> {
  const { chooseTarget, loadProject } = await import('../desired/project.ts');
  let project: Project;
  try {
    project = await loadProject(call.settings.directory);
  } catch (error) {
    return { check: fromError('files', error) };
  }
  return { project, target: chooseTarget(project, call.settings.target) };
}

async function readDesired(project: Project, target: Target): Promise<{ desired: DesiredState; check: Check }> {
  const { loadDesired } = await import('../desired/load.ts');
  try {
    const desired = await loadDesired(project, target);
    const { files, users, records } = desired;
    const text = `muster.yaml and ${files.length} files: ${users.length} users, ${records.length} records`;
    return { desired, check: ok('files', text) };
  } catch (error) {
    return {
      desired: { users: [], records: [], campaigns: [], files: [], content: '' },
      check: fromError('files', error),
    };
  }
}

async function readProfile(
  project: Project,
  target: Target,
): Promise<{ profile: ServiceProfile | null; check: Check }> {
  const { loadProfile } = await import('../desired/profile.ts');
  try {
    const profile = await loadProfile(project, target.name);
    if (profile === null) return { profile, check: ok('profile', 'none yet: open points are assumed') };
    const known = POINT_IDS.filter((id) => profile.points[id].answer !== UNKNOWN).length;
    const text = `${known} of ${POINT_IDS.length} open points measured, last on ${profile.at}`;
    return { profile, check: ok('profile', text) };
  } catch (error) {
    return { profile: null, check: fromError('profile', error) };
  }
}

function fromError(name: string, error: unknown): Check {
  if (!(error instanceof ToolError)) throw error;
  const findings = error.diagnostics.length;
  const text = findings > 1 ? `${findings} findings, first: ${error.message}` : error.message;
  const advice = findings > 0 ? 'Run `muster validate`: it lists every finding with its place.' : null;
  return failed(name, { code: error.code, text, advice: advice ?? ERRORS[error.code].advice });
}

async function homeReport(
  place: Pick<DoctorRun, 'project' | 'target' | 'clock'>,
  engine: Pick<typeof Engine, 'home'>,
): Promise<HomeReport> {
  if (place.target.state !== 'pulumi') return engine.home(place);
  return (await import('../program/doctor.ts')).home(place);
}

/** Probes, lays the answers over the profile, and writes it if asked. Null when no probe was asked for. */
async function measure(call: Call, wishes: Wishes, run: NonNullable<Looked['run']>): Promise<DoctorInput['probe']> {
  if (!wishes.probe && wishes.probeWrites.length === 0) return null;
  const engine = await import('../engine/doctor.ts');
  const before = run.profile;
  let profile = before;
  const lay = (answers: readonly Answer[], how: 'probe' | 'probe-writes'): void => {
    profile = updateProfile(profile, { target: run.target.name, at: call.shell.clock(), how }, answers);
  };
  if (wishes.probe) lay(await unlessInterrupted(call, engine.probeByReading(run)), 'probe');
  let stuck: readonly { readonly campaignName: string; readonly clientId: string }[] = [];
  if (wishes.probeWrites.length > 0) {
    engine.refuseUsed(run, wishes.probeWrites);
    await approve(call, wishes.probeWrites);
    const found = await engine.probeByWrites(run, wishes.probeWrites);
    lay(found.answers, 'probe-writes');
    ({ stuck } = found);
  }
  if (profile === null) return null;
  const how = wishes.probeWrites.length > 0 ? 'probe-writes' : 'probe';
  const kept = await keep(run, profile, wishes.write && !call.shell.signal.aborted);
  return { how, profile, changed: changedAnswers(before, profile), stuck, ...kept };
}

async function approve({ settings, shell }: Call, names: readonly string[]): Promise<void> {
  if (settings.autoApprove) return;
  const question =
    `A dozen records named muster-probe-… are made, changed and removed in ${names.join(' and ')}; ` +
    `none can be delivered for a week. Only 'yes' is accepted: `;
  if ((await shell.terminal.ask(question)).trim() !== 'yes') {
    throw new ToolError('declined', { message: 'The answer was not yes.' });
  }
}

async function keep(
  { project, target }: DoctorRun,
  profile: ServiceProfile,
  write: boolean,
): Promise<{ readonly path: string; readonly differs: boolean; readonly written: boolean }> {
  const { profileText } = await import('../desired/profile.ts');
  const path = profilePath(target.name);
  const file = join(project.directory, path);
  const text = profileText(profile);
  const differs = (await readFile(file, 'utf8').catch(() => null)) !== text;
  if (!differs || !write) return { path, differs, written: false };
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  } catch (cause) {
    throw new ToolError('profile-unwritable', {
      message: `${path} could not be written; nothing else was lost`,
      cause,
    });
  }
  return { path, differs, written: true };
}
