// How a life is played: step by step, each with its edits, events of others and one run, and then the quiet end.

import { chanceOf } from './random.ts';
import type { Chance } from './random.ts';
import { openDouble } from './double.ts';
import type { Double, Truth } from './double.ts';
import { runCommand } from './doors/command.ts';
import type { CommandRun, RunEnd } from './doors/command.ts';
import { openPulumiDoor } from './doors/pulumi.ts';
import { playEvent } from './events.ts';
import type { EventFocus } from './events.ts';
import { faultsOf } from './faults.ts';
import { edited, hotOf, savedAnew } from './files.ts';
import type { Files } from './files.ts';
import type { Entry, Log } from './log.ts';
import { openMemoryDisk } from './machine.ts';
import type { MemoryDisk } from './machine.ts';
import { openScheduler } from './scheduler.ts';
import type { Scheduler } from './scheduler.ts';
import type { LifePlan, Step } from './plan.ts';
import type { StartingWorld } from './world.ts';

/** A run of muster in a life. */
export interface PlayedRun {
  readonly run: number;
  /** A destroy is an apply of files that declare nobody and nothing. */
  readonly verb: Exclude<Step['verb'], 'destroy'>;
  readonly files: Files;
  readonly isQuiet: boolean;
  readonly from: number;
  readonly to: number;
  readonly end: RunEnd;
  readonly before: Truth;
  readonly after: Truth;
}

export interface Life {
  readonly plan: LifePlan;
  readonly log: readonly Entry[];
  readonly runs: readonly PlayedRun[];
}

const START = Date.UTC(2026, 11, 1, 8);
const MINUTE = 60_000;

interface Stage {
  readonly scheduler: Scheduler;
  readonly double: Double;
  readonly disk: MemoryDisk;
  readonly chance: Chance;
  readonly log: Log;
  readonly runs: PlayedRun[];
  readonly door: (given: CommandRun) => Promise<RunEnd>;
}

/** The most runs that the quiet end takes; the last one is to send nothing. */
const QUIET_RUNS = 5;

export async function playLife(plan: LifePlan): Promise<Life> {
  const chance = chanceOf(plan.seed).fork('play');
  const scheduler = openScheduler(START, chance.fork('ties'));
  const entries: Entry[] = [];
  const log: Log = { entries, add: (entry) => void entries.push({ at: scheduler.now(), ...entry }) };
  const double = openDouble({ scheduler, log }, plan.world.switches);
  const disk = openMemoryDisk();
  const door = plan.door === 'pulumi' ? openPulumiDoor(chance.fork('door'), scheduler.now) : runCommand;
  const stage: Stage = { scheduler, double, disk, chance, log, runs: [], door };
  try {
    begin(plan.world, double);
    // Whatever lags: what was there before is shown.
    if ((plan.world.switches.S19 ?? 0) > 0) await scheduler.pass(MINUTE);
    const versions: Files[] = [plan.world.files];
    for (const step of plan.steps) {
      let files = versions.at(-1) ?? plan.world.files;
      for (const edit of step.edits) files = edited(files, edit, { versions, now: scheduler.now() });
      versions.push(files);
      for (const { kind, which, value } of step.edits) log.add({ kind: 'edit', name: kind, detail: { which, value } });
      for (const event of step.before) playEvent(double, event, event.isHot === true ? hotOf(plan.world.files) : {});
      await scheduler.pass(step.passMs);
      await play(stage, step, { files: step.isSaved === true ? savedAnew(files) : files, isQuiet: false });
    }
    await comeToRest(stage, versions.at(-1) ?? plan.world.files);
    return { plan, log: entries, runs: stage.runs };
  } finally {
    double.close();
    disk.close();
  }
}

const QUIET: Step = {
  edits: [],
  before: [],
  passMs: 0,
  verb: 'apply',
  isAllowed: true,
  during: [],
  faults: [],
  stop: null,
  rotateAt: null,
  skewMs: 0,
};

/** Others and faults stop; what was late arrives; then runs go on until one has nothing to do, and once more. */
async function comeToRest(stage: Stage, files: Files): Promise<void> {
  const { scheduler, log } = stage;
  await scheduler.pass(10 * MINUTE);
  log.add({ kind: 'quiet', name: 'others and faults stop', detail: {} });
  for (let runs = 0; runs < QUIET_RUNS || (runs < 2 * QUIET_RUNS && wentOn(stage.runs)); runs += 1) {
    await play(stage, { ...QUIET, verb: runs === 0 ? 'drift' : 'apply' }, { files, isQuiet: true });
    const { end } = stage.runs.at(-1) ?? { end: null };
    const isAtRest = end?.kind === 'ended' && end.result !== null && end.result.settlements.length === 0;
    if (isAtRest) {
      await play(stage, QUIET, { files, isQuiet: true });
      return;
    }
    await scheduler.pass(5 * MINUTE);
  }
}

/** What others pinned lapses meanwhile, and what waited for that is done: the run after it is at rest. */
function wentOn(runs: readonly PlayedRun[]): boolean {
  const [{ end: before = null } = {}, { end: last = null } = {}] = runs.slice(-2);
  const doneIn = (end: PlayedRun['end'] | null): string =>
    end?.kind === 'ended' && end.result !== null
      ? end.result.settlements.flatMap(({ kind, change }) => (kind === 'applied' ? change.address : [])).join()
      : '';
  return doneIn(last) !== '' && doneIn(last) !== doneIn(before);
}

function begin({ files, strangers, known }: StartingWorld, double: Double): void {
  const { world } = double;
  double.byOthers('the environment is set up', () => {
    world.people.addToService(files.users[0]?.loginUserId ?? 'anchor@example.com', '{}');
    for (const { loginUserId, inService, inBackend } of known) {
      if (inService) world.people.addToService(loginUserId, '{}');
      if (inBackend) world.people.addToBackend(loginUserId, world.newId());
    }
    for (const { campaignName, clientId, state, more = {}, pin = null } of strangers) {
      const isIntake = files.campaigns.find((each) => each.campaignName === campaignName)?.intake === true;
      const items = [
        ...(isIntake ? [{ key: 'Id', value: clientId, displayOrder: 1 }] : []),
        { key: 'Name', value: 'Stranger', displayOrder: 2 },
        ...Object.entries(more).map(([key, value], index) => ({ key, value, displayOrder: 3 + index })),
      ];
      world.tasks.insert({
        campaignName,
        clientId,
        preferredAgent: pin,
        pinLapsesAt: null,
        skillQueue: 'default',
        timeZone: 'UTC',
        createdAt: world.now(),
        updatedAt: world.now(),
        earliestAt: null,
        state,
        attempts: state === 'NOTWORKED' ? 0 : 1,
        deliveries: state === 'NOTWORKED' ? 0 : 1,
        lastAgent: null,
        lastAt: null,
        workCodes: [],
        visibility: 'shown',
        items,
      });
    }
  });
}

async function play(
  { scheduler, double, disk, chance, log, runs, door }: Stage,
  step: Step,
  { files, isQuiet }: { readonly files: Files; readonly isQuiet: boolean },
): Promise<void> {
  const run = runs.length + 1;
  const before = double.truth();
  const from = log.entries.length;
  log.add({ kind: 'run', run, step: run, verb: step.verb, wishes: { isAllowed: step.isAllowed } });
  const faultAt = faultsOf(step.faults);
  const waiting = new Set(step.during);
  const end = await door({
    run,
    files,
    step,
    isQuiet,
    scheduler,
    double,
    disk,
    chance: chance.fork(`run ${run}`),
    log,
    faultAt,
    beforeArrival: (request, body) => {
      if (step.rotateAt === request) {
        double.world.keys.rotate();
        log.add({ kind: 'rotate', name: 'the key is rotated', detail: {} });
      }
      for (const each of waiting) {
        if (request < each.at) continue;
        waiting.delete(each);
        playEvent(double, each.event, each.isAbout ? focusOf(body) : {});
      }
    },
  });
  const exit = end.kind === 'killed' ? null : end.exit;
  log.add({ kind: 'end', run, exit, said: null });
  const asked =
    step.verb === 'destroy' ? ({ verb: 'apply', files: emptied(files) } as const) : { verb: step.verb, files };
  runs.push({ run, ...asked, isQuiet, from, to: log.entries.length, end, before, after: double.truth() });
}

function emptied({ campaigns }: Files): Files {
  return { users: [], campaigns: campaigns.map((each) => ({ ...each, records: [] })) };
}

function focusOf(body: unknown): EventFocus {
  const { clientId, loginUserId }: Readonly<Record<string, unknown>> = { ...(body as object) };
  return {
    ...(typeof clientId === 'string' && { clientId }),
    ...(typeof loginUserId === 'string' && { loginUserId }),
  };
}
