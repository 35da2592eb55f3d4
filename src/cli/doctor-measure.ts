// doctor --probe and its harder sisters: asks for leave where something is made or a wrong key is sent, measures, lays the
// answers over the profile, and writes it if asked. Reading may simply be left; what writes ends by itself, cleaning up.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { DoctorRun } from '../engine/doctor.ts';
import { ToolError } from '../model/errors.ts';
import { changedAnswers, knownAnswers, profilePath, updateProfile } from '../model/profile.ts';
import type { ProbeKind } from '../model/open-points.ts';
import type { Answer, ServiceProfile } from '../model/profile.ts';
import type { DoctorInput } from '../report/doctor/document.ts';
import type { Call } from './command.ts';
import type { Looked } from './doctor-look.ts';

export interface ProbeWishes {
  readonly probe: boolean;
  /** Test campaigns; none: nothing is written there. */
  readonly probeWrites: readonly string[];
  /** A test user nobody has; null: no user is made. */
  readonly probeUser: string | null;
  readonly probeBackend: boolean;
  readonly probeWrongKey: boolean;
  readonly probeFormerKey: boolean;
  /** Reads within one second; null: none. */
  readonly probeRate: number | null;
  /** With test campaigns: wait for an intake file. */
  readonly probeIntake: boolean;
  /** With test campaigns: watch a pin for the better part of an hour. */
  readonly probePins: boolean;
  readonly write: boolean;
}

type Measuring = NonNullable<Looked['run']>;

/** The flags that need leave, as they are typed. */
export function bold(wishes: Omit<ProbeWishes, 'write'>): ProbeKind[] {
  return [
    ...(wishes.probeWrongKey ? (['probe-wrong-key'] as const) : []),
    ...(wishes.probeFormerKey ? (['probe-former-key'] as const) : []),
    ...(wishes.probeWrites.length > 0 ? (['probe-writes'] as const) : []),
    ...(wishes.probeUser === null ? [] : (['probe-user'] as const)),
    ...(wishes.probeRate === null ? [] : (['probe-rate'] as const)),
  ];
}

/**
 * Null when no probe was asked for. Other keys come first: where one locks, nothing has been made yet. Load comes last: what
 * it provokes is in nobody's way.
 */
export async function measure(call: Call, wishes: ProbeWishes, run: Measuring): Promise<DoctorInput['probe']> {
  const kinds = bold(wishes);
  if (!wishes.probe && kinds.length === 0) return null;
  const before = run.profile;
  const at = call.shell.clock();
  let profile = updateProfile(before, { target: run.target.name, at, how: 'probe' }, []);
  const lay = (answers: readonly Answer[], how: ProbeKind): void => {
    profile = updateProfile(profile, { target: run.target.name, at: call.shell.clock(), how }, answers);
  };
  const { probeByReading } = await import('../engine/doctor.ts');
  if (wishes.probe) lay(await unlessInterrupted(call, probeByReading(run)), 'probe');
  if (kinds.length > 0) await leave(call, wishes, run);
  const stuck = await measureBoldly(wishes, run, lay);
  const kept = await keep(run, profile, wishes.write && !call.shell.signal.aborted);
  return {
    how: kinds.at(-1) ?? 'probe',
    profile,
    changed: changedAnswers(knownAnswers(before), profile),
    ...stuck,
    ...kept,
  };
}

type Stuck = Pick<NonNullable<DoctorInput['probe']>, 'stuck' | 'stuckUsers'>;

async function measureBoldly(
  wishes: ProbeWishes,
  run: Measuring,
  lay: (answers: readonly Answer[], how: ProbeKind) => void,
): Promise<Stuck> {
  const { probeKey, probeLoad, probeRotation } = await import('../engine/probe-key.ts');
  const { probeByUserWrites } = await import('../engine/probe-user.ts');
  const { probeByWrites } = await import('../engine/probe-writes.ts');
  const { probeWrites, probeUser, probeBackend, probeRate, probeIntake: intake, probePins: pins } = wishes;
  if (wishes.probeWrongKey) lay([await probeKey(run)], 'probe-wrong-key');
  if (wishes.probeFormerKey) lay([await probeRotation(run)], 'probe-former-key');
  const records = probeWrites.length === 0 ? null : await probeByWrites(run, probeWrites, { intake, pins });
  if (records !== null) lay(records.answers, 'probe-writes');
  const wish = probeUser === null ? null : { loginUserId: probeUser, withBackend: probeBackend };
  const users = wish === null ? null : await probeByUserWrites(run, wish);
  if (users !== null) lay(users.answers, 'probe-user');
  if (probeRate !== null && !run.signal?.aborted) lay([await probeLoad(run, probeRate)], 'probe-rate');
  return { stuck: records?.stuck ?? [], stuckUsers: users?.stuck ?? [] };
}

export async function unlessInterrupted<T>({ shell }: Call, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const leaveIt = (): void => reject(new ToolError('declined', { message: 'Interrupted; nothing was changed.' }));
  shell.signal.addEventListener('abort', leaveIt, { once: true });
  return Promise.race([work, promise]).finally(() => shell.signal.removeEventListener('abort', leaveIt));
}

/** Refusals come before the question: nobody should be asked about what is not done anyway. */
async function leave({ settings, shell }: Call, wishes: ProbeWishes, run: Measuring): Promise<void> {
  const { refusePerson, templateFor } = await import('../engine/probe-user.ts');
  const { refuseUsed } = await import('../engine/probe-writes.ts');
  const { probeWrites, probeUser, probeBackend } = wishes;
  if (probeWrites.length > 0) refuseUsed(run, probeWrites);
  if (probeUser !== null) refusePerson(run, probeUser);
  if (settings.autoApprove) return;
  const template = templateFor(run, { loginUserId: '', withBackend: probeBackend });
  const question = [...consequences(wishes, template), `Only 'yes' is accepted: `].join('\n');
  if ((await shell.terminal.ask(question)).trim() !== 'yes') {
    throw new ToolError('declined', { message: 'The answer was not yes.' });
  }
}

/** What will be done, a line each. */
function consequences(wishes: ProbeWishes, template: string | null): string[] {
  const { probeWrites, probeUser, probeBackend, probeRate } = wishes;
  const places = probeWrites.join(' and ');
  const person = `${probeUser ?? ''}${template === null ? '' : ` (template ${template})`}`;
  const sides = `the service${probeBackend ? ' and the backing instance' : ''}`;
  const lines: [boolean, string][] = [
    [wishes.probeWrongKey, 'One read is sent with a wrong key, which may count towards a lock-out.'],
    [wishes.probeFormerKey, 'One read is sent with the former key, which may count towards a lock-out.'],
    [
      probeWrites.length > 0,
      `A dozen records named muster-probe-… are made, changed and removed in ${places}; none can be delivered for a week.`,
    ],
    [
      wishes.probeIntake,
      'A file that you are asked to load there adds one more, which can be delivered until it is removed.',
    ],
    [
      wishes.probePins,
      'One more can be delivered at once; it is pinned to nobody’s name for 48 minutes, then removed.',
    ],
    [probeUser !== null, `The user ${person} is added and deleted a few times in ${sides}, and removed at the end.`],
    [probeRate !== null, `${probeRate ?? 0} reads are sent within one second.`],
  ];
  return lines.flatMap(([isMeant, line]) => (isMeant ? [line] : []));
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
