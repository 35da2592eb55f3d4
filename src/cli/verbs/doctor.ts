// doctor: checks of one target, the assumptions that reading can measure, and the service profile they are kept in. Nothing
// is written to the service, and nothing to the project except by --write.

import { changedAnswers, knownAnswers, updateProfile } from '../../core/model/profile.ts';
import { doctorDocument, type DoctorInput } from '../../core/report/kinds/doctor.ts';
import { serviceName } from '../../core/model/target.ts';
import { ownText, type Call, type Command } from '../process/command.ts';
import { look, type DoctorLook } from './doctor-look.ts';
import { finish } from '../process/emit.ts';
import { keepProfile } from '../process/profile-file.ts';
import { reportContext } from '../process/session.ts';
import { usage } from '../process/settings.ts';
import { described } from '../process/flags.ts';

export const DOCTOR_COMMAND: Command = {
  name: 'doctor',
  summary: 'check files, state, connection and key of a target',
  flags: ['target', 'json', 'out'],
  reports: 'doctor',
  ownFlags: {
    probe: described('--probe', 'measure the assumptions that can be measured by reading'),
    write: described('--write', 'with --probe: write the answers to profiles/<target>.json'),
    campaign: described('--campaign <name>', 'ask about this campaign instead of the first declared one'),
  },
  run: runDoctor,
};

async function runDoctor(call: Call): Promise<number> {
  const { settings, shell, own } = call;
  const startedAt = shell.clock();
  const [isProbe, isWrite] = [own['probe'] === true, own['write'] === true];
  if (isWrite && !isProbe) throw usage('--write needs --probe');
  const place = { directory: settings.directory, target: settings.target, clock: shell.clock };
  const { run, ...looked } = await look(place, ownText(call, 'campaign'));
  const probe = run === null || !isProbe ? null : await measure(run, isWrite);
  return finish(doctorDocument({ ...looked, probe }, reportContext(call, startedAt)), call);
}

/** Measures, lays the answers over the profile, and writes it if asked. */
async function measure(run: NonNullable<DoctorLook['run']>, write: boolean): Promise<DoctorInput['probe']> {
  const { probeByReading } = await import('../../desk/doctor/doctor.ts');
  const answers = await probeByReading(run);
  const found = { target: serviceName(run.target), at: run.clock(), how: 'probe' } as const;
  const profile = updateProfile(run.profile, found, answers);
  const kept = await keepProfile(run.project.directory, profile, write);
  return { profile, changed: changedAnswers(knownAnswers(run.profile), profile), ...kept };
}
