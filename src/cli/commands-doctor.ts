// doctor: checks of one target, its open points, and the service profile they are kept in. Nothing is written to the
// service except by --probe-writes and --probe-user, and nothing to the project except by --write.

import { ToolError } from '../model/errors.ts';
import { MOST_READS } from '../model/open-points.ts';
import { doctorDocument } from '../report/doctor/document.ts';
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
    probeFormerKey: {
      usage: '--probe-former-key',
      text: 'send one read with the key before the present one, which may count towards a lock-out',
    },
    probeRate: {
      usage: '--probe-rate <reads>',
      text: `send this many reads within one second, 1 to ${MOST_READS}, and see whether the service refuses or slows down`,
    },
    probeIntake: {
      usage: '--probe-intake',
      text: 'with --probe-writes: name two rows, and wait until you have loaded a file with them',
    },
    probePins: {
      usage: '--probe-pins',
      text: 'with --probe-writes: watch a pinned record for 48 minutes',
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
  const { probe, probeWrites, probeUser, probeBackend, probeWrongKey, probeRate, write, campaign } = own;
  const wishes: Wishes = {
    probe: probe === true,
    probeWrites: Array.isArray(probeWrites) ? probeWrites.filter((name) => typeof name === 'string') : [],
    probeUser: typeof probeUser === 'string' ? probeUser : null,
    probeBackend: probeBackend === true,
    probeWrongKey: probeWrongKey === true,
    probeFormerKey: own['probeFormerKey'] === true,
    probeRate: typeof probeRate === 'string' ? readRate(probeRate) : null,
    probeIntake: own['probeIntake'] === true,
    probePins: own['probePins'] === true,
    write: write === true,
    campaign: typeof campaign === 'string' ? campaign : null,
  };
  const [first] = bold(wishes);
  if (wishes.write && !wishes.probe && first === undefined) throw usage('--write needs --probe or one of its sisters');
  if (wishes.probeBackend && wishes.probeUser === null) throw usage('--probe-backend needs --probe-user');
  if (wishes.probeWrites.length === 0) {
    if (wishes.probeIntake) throw usage('--probe-intake needs --probe-writes');
    if (wishes.probePins) throw usage('--probe-pins needs --probe-writes');
  }
  if (first !== undefined && !settings.autoApprove && !settings.input) {
    throw new ToolError('approval-needed', { message: `--${first} was called without a terminal to ask on` });
  }
  return wishes;
}

function readRate(given: string): number {
  const rate = /^[1-9]\d{0,2}$/u.test(given) ? Number(given) : 0;
  if (rate >= 1 && rate <= MOST_READS) return rate;
  throw usage(`--probe-rate takes a whole number from 1 to ${MOST_READS}; given: ${given.slice(0, 20)}`);
}

async function runDoctor(call: Call): Promise<number> {
  const startedAt = call.shell.clock();
  const wishes = wishesOf(call);
  await checkOutputs(call);
  const input = await unlessInterrupted(call, look(call, wishes.campaign));
  const { settings, shell } = call;
  // What a person is asked to load must be read, however quiet the rest is.
  const isSaid = !settings.quiet || wishes.probeIntake;
  const note = (text: string): void => (isSaid ? shell.terminal.err(`${text}\n`) : undefined);
  const probe = input.run === null ? null : await measure(call, wishes, { ...input.run, note });
  const { project, target, files, checks } = input;
  const document = doctorDocument({ project, target, files, checks, probe }, reportContext(call, startedAt));
  await emit(document, call);
  return call.shell.signal.aborted ? CANCELLED : exitOf(document, call.settings);
}
