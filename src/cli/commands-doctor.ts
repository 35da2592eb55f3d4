// doctor: checks of one target, its open points, and the service profile they are kept in. Nothing is written to the
// service except by --probe-writes and --probe-user, and nothing to the project except by --write.

import { ToolError } from '../model/errors.ts';
import { doctorDocument } from '../report/document-doctor.ts';
import type { Call, Command } from './command.ts';
import { look } from './doctor-look.ts';
import { bold, measure, unlessInterrupted } from './doctor-measure.ts';
import type { ProbeWishes } from './doctor-measure.ts';
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
    probeUser: {
      usage: '--probe-user <login>',
      text: 'measure more by adding and deleting this test user, whom nobody may have; the name begins with muster-probe-',
    },
    probeBackend: {
      usage: '--probe-backend',
      text: 'with --probe-user: make the test user in the backing instance, too, and remove it there',
    },
    probeWrongKey: {
      usage: '--probe-wrong-key',
      text: 'send one read with a key that is wrong on purpose, which may count towards a lock-out',
    },
    write: { usage: '--write', text: 'write the answers to profiles/<target>.json' },
    campaign: { usage: '--campaign <name>', text: 'ask about this campaign instead of the first declared one' },
  },
  settlesItself: true,
  run: runDoctor,
};

interface Wishes extends ProbeWishes {
  readonly campaign: string | null;
}

function wishesOf({ own, settings }: Call): Wishes {
  const { probe, probeWrites, probeUser, probeBackend, probeWrongKey, write, campaign } = own;
  const wishes: Wishes = {
    probe: probe === true,
    probeWrites: Array.isArray(probeWrites) ? probeWrites.filter((name) => typeof name === 'string') : [],
    probeUser: typeof probeUser === 'string' ? probeUser : null,
    probeBackend: probeBackend === true,
    probeWrongKey: probeWrongKey === true,
    write: write === true,
    campaign: typeof campaign === 'string' ? campaign : null,
  };
  const [first] = bold(wishes);
  if (wishes.write && !wishes.probe && first === undefined) throw usage('--write needs --probe or one of its sisters');
  if (wishes.probeBackend && wishes.probeUser === null) throw usage('--probe-backend needs --probe-user');
  if (first !== undefined && !settings.autoApprove && !settings.input) {
    throw new ToolError('approval-needed', { message: `--${first} was called without a terminal to ask on` });
  }
  return wishes;
}

async function runDoctor(call: Call): Promise<number> {
  const startedAt = call.shell.clock();
  const wishes = wishesOf(call);
  await checkOutputs(call);
  const input = await unlessInterrupted(call, look(call, wishes.campaign));
  const probe = input.run === null ? null : await measure(call, wishes, input.run);
  const { project, target, files, checks } = input;
  const document = doctorDocument({ project, target, files, checks, probe }, reportContext(call, startedAt));
  await emit(document, call);
  return call.shell.signal.aborted ? CANCELLED : exitOf(document, call.settings);
}
