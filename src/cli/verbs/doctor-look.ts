// What doctor looks at before it measures anything: files, profile, home of recorded state, connection. Reads only, and goes
// on after a check that failed.

import type * as Engine from '../../desk/doctor/doctor.ts';
import type { DoctorRun, HomeReport } from '../../desk/doctor/doctor.ts';
import { failed, ok, type Check } from '../../core/model/check.ts';
import { ERRORS, ToolError } from '../../core/model/errors.ts';
import { POINT_IDS, UNKNOWN } from '../../core/model/open-points.ts';
import type { ServiceProfile } from '../../core/model/profile.ts';
import type { Clock, DesiredState, Project } from '../../core/model/state.ts';
import { serviceName, targetHead, type Target } from '../../core/model/target.ts';
import type { DoctorInput } from '../../core/report/kinds/doctor.ts';
import { withPulumi } from '../process/home.ts';
import { startSandbox } from '../process/session.ts';

export type DoctorLook = Omit<DoctorInput, 'probe'> & {
  /** Null when something stands in the way of a probe. */
  readonly run: (DoctorRun & { readonly profile: ServiceProfile | null }) | null;
};

/** `target`: null for the only one. */
export interface LookAt {
  readonly directory: string;
  readonly target: string | null;
  readonly clock: Clock;
}

/** `campaign`: to ask about instead of the first known one. */
export async function look({ clock, ...at }: LookAt, campaign: string | null): Promise<DoctorLook> {
  const engine = await import('../../desk/doctor/doctor.ts');
  const node = nodeCheck(process.version);
  const place = await readPlace(at);
  if ('check' in place) return { project: null, target: null, files: [], checks: [node, place.check], run: null };
  const { project, target } = place;
  const { desired, check: files } = await readDesired(project, target);
  const { profile, check: profiled } = await readProfile(project, target);
  const home = await homeReport({ project, target, clock }, engine);
  const run = { project, target, openTarget: startSandbox, desired, recorded: home.recorded, campaign, clock };
  const connection = await engine.connection(run);
  const checks = [node, files, profiled, ...home.checks, ...connection];
  const blocked = [files, profiled, ...home.checks, ...connection].some(({ status }) => status === 'failed');
  return {
    project: project.name,
    target: targetHead(target),
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

async function readPlace(at: Omit<LookAt, 'clock'>): Promise<{ project: Project; target: Target } | { check: Check }> {
  const { chooseTarget, loadProject } = await import('../../core/desired/project/project.ts');
  return loadProject(at.directory).then(
    (project) => ({ project, target: chooseTarget(project, at.target) }),
    (error: unknown) => ({ check: fromError('files', error) }),
  );
}

const NOTHING: DesiredState = { users: [], records: [], campaigns: [], files: [], content: '' };

async function readDesired(project: Project, target: Target): Promise<{ desired: DesiredState; check: Check }> {
  const { loadDesired } = await import('../../core/desired/project/load.ts');
  return loadDesired(project, target).then(
    async (desired) => {
      const { files, users, records } = desired;
      const { count } = await import('../../core/report/words/words.ts');
      const objects = `${count(users.length, 'user')}, ${count(records.length, 'customer')}`;
      const text = `muster.yaml and ${count(files.length, 'file')}: ${objects}`;
      return { desired, check: ok('files', text) };
    },
    (error: unknown) => ({ desired: NOTHING, check: fromError('files', error) }),
  );
}

type ReadProfile = { readonly profile: ServiceProfile | null; readonly check: Check };

async function readProfile(project: Project, target: Target): Promise<ReadProfile> {
  const { loadProfile } = await import('../../core/desired/declarations/profile.ts');
  return loadProfile(project, serviceName(target)).then(
    (profile) => ({
      profile,
      check: ok('profile', profile === null ? 'none yet: nothing was measured' : known(profile)),
    }),
    (error: unknown) => ({ profile: null, check: fromError('profile', error) }),
  );
}

function known({ points, at }: ServiceProfile): string {
  const answered = POINT_IDS.filter((id) => points[id].answer !== UNKNOWN).length;
  return `${answered} of ${POINT_IDS.length} open questions answered, last on ${at}`;
}

function fromError(name: string, error: unknown): Check {
  if (!(error instanceof ToolError)) throw error;
  const findings = error.diagnostics.length;
  const { source } = error.detail;
  const place = source === undefined ? '' : `${source.file}:${source.line}:${source.column}: `;
  const text = `${findings > 1 ? `${findings} findings, first: ` : ''}${place}${error.message}`;
  const advice = findings > 0 ? 'Run `muster validate`: it lists every finding with its place.' : null;
  return failed(name, { code: error.code, text, advice: advice ?? ERRORS[error.code].advice });
}

async function homeReport(
  place: Pick<DoctorRun, 'project' | 'target' | 'clock'>,
  engine: Pick<typeof Engine, 'home'>,
): Promise<HomeReport> {
  if (place.target.state !== 'pulumi') return engine.home(place);
  try {
    const pulumi = await withPulumi(() => import('../../program/doctor.ts'));
    return await pulumi.home(place);
  } catch (error) {
    return { checks: [fromError('pulumi', error)], recorded: { objects: new Map(), openIntents: [] } };
  }
}
