// How a life is played: step by step, each with its edits, events of others and one run, and then the quiet end.

import { inspect } from 'node:util';

import { answered } from './answers.ts';
import type { Given } from './answers.ts';
import { chanceOf } from './random.ts';
import type { Chance } from './random.ts';
import type { Verdict } from '../../src/core/reconcile/verdict.ts';
import { damagedBy } from './damage.ts';
import type { Damage } from './damage.ts';
import { openDouble } from './double.ts';
import type { Double, Truth } from './double.ts';
import { runCommand } from './doors/command.ts';
import type { CommandRun, RunEnd } from './doors/command.ts';
import { openLedgers } from './doors/partitions.ts';
import { openPulumiDoor } from './doors/pulumi.ts';
import { approvalOf } from './elsewhere.ts';
import type { Elsewhere } from './elsewhere.ts';
import { playEvent } from './events.ts';
import { faultsOf } from './faults.ts';
import { layOut } from './laid.ts';
import type { Breach, LaidOut, Loaded } from './laid.ts';
import type { Mistake } from './laid-lists.ts';
import type { Blamed } from './laid-commits.ts';
import type { Faulty } from './laid-sheets.ts';
import type { Fault } from './laid-slips.ts';
import { edited, normal, savedAnew, underAnother } from './files.ts';
import type { Bound, Files } from './files.ts';
import type { Entry, Log } from './log.ts';
import type { MemoryDisk } from './machine.ts';
import { openClones } from './clones.ts';
import type { Clones } from './clones.ts';
import { openScheduler } from './scheduler.ts';
import type { Scheduler } from './scheduler.ts';
import { aboutHot, othersIn } from './others.ts';
import type { LifePlan, Step } from './plan.ts';
import { drawPast, historyAt } from './past.ts';
import type { PastJob } from './past.ts';
import type { StartingWorld } from './world.ts';

/** A run of muster in a life. */
export interface PlayedRun {
  readonly run: number;
  /** A destroy is an apply of files that declare nobody and nothing. */
  readonly verb: Exclude<Step['verb'], 'destroy'>;
  readonly files: Files;
  /** Counts the commits of the files. */
  readonly version: number;
  readonly isQuiet: boolean;
  /** Whom nobody may call. */
  readonly listed: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly end: RunEnd;
  readonly before: Truth;
  readonly after: Truth;
  /** The runs of which recorded state tells at its beginning. */
  readonly knows: ReadonlySet<number>;
  /** What was another one when its plan was approved. */
  readonly approvedUnder: Bound | null;
  /** Its plan was approved in another place. */
  readonly approvedFor: Elsewhere | null;
  /** It was made in another place: what it says is about that one. */
  readonly isElsewhere: boolean;
  /** What happened to its lists on their way. */
  readonly damage: Damage | null;
  readonly checkout: Step['checkout'] | null;
  /** How the program among its desired files broke. */
  readonly breaks: Breach | null;
  /** What was wrong in each row of its lists. */
  readonly mistake: Mistake | null;
  /** Why nobody could read its files, and which. */
  readonly unreadable: Fault | null;
  readonly faulty: readonly Faulty[];
  /** What its loader refused: place and words. */
  readonly refused: readonly string[];
  /** Recorded state after a run that has a list of whom nobody may call; null: not looked at. */
  readonly kept: string | null;
  /** The commits that muster names for each customer. */
  readonly blamed: Blamed | null;
  /** Files that findings and warnings of its loader name. */
  readonly named: readonly string[];
  /** A run of `--since` says nothing of what it did not read. */
  readonly isPart: boolean;
  /** The files of `--since`, also where nobody can tell them; null: everything is planned. */
  readonly base: Files | null;
}

export interface Life {
  readonly plan: LifePlan;
  readonly log: readonly Entry[];
  readonly runs: readonly PlayedRun[];
  /** What came again when everything was at rest. */
  readonly past: readonly { readonly job: PastJob; readonly run: PlayedRun }[];
  /** What a person answered, and was asked still when everything was at rest again. */
  readonly answers: readonly Given[];
}

export const START = Date.UTC(2026, 11, 1, 8);
const MINUTE = 60_000;

interface Stage {
  readonly scheduler: Scheduler;
  readonly double: Double;
  readonly clones: Clones;
  /** Runs that go on. */
  readonly alive: Set<number>;
  begun: number;
  readonly plan: LifePlan;
  readonly isWide: boolean;
  readonly chance: Chance;
  readonly log: Log;
  readonly runs: PlayedRun[];
  readonly door: (given: CommandRun) => Promise<RunEnd>;
  /** Null: no file lies anywhere. */
  readonly laidOut: LaidOut | null;
}

/** The most runs that the quiet end takes; the last one is to send nothing. */
const QUIET_RUNS = 5;

export async function playLife(plan: LifePlan): Promise<Life> {
  const chance = chanceOf(plan.seed).fork('play');
  const scheduler = openScheduler(START, chance.fork('ties'));
  const entries: Entry[] = [];
  const log: Log = { entries, add: (entry) => void entries.push({ at: scheduler.now(), ...entry }) };
  const double = openDouble({ scheduler, log }, plan.world.switches);
  const clones = openClones();
  const door = doorOf(plan, chance.fork('door'), scheduler);
  const isWide = plan.door === 'wide';
  const laidOut = plan.laid === undefined ? null : await layOut(plan.laid);
  const shared = { plan, scheduler, double, clones, chance, log, door, isWide, laidOut };
  const stage: Stage = { ...shared, runs: [], alive: new Set(), begun: 0 };
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
      for (const event of step.before) playEvent(double, event, aboutHot(event, plan.world));
      await scheduler.pass(step.passMs);
      if (step.wide?.state !== undefined) clones.happens(step.wide.state, log);
      if (step.wide?.isFirstApply === true && step.wide.isUnlooked !== true) {
        files = withoutCalled(files, entries);
        versions.push(files);
      }
      const given = {
        files: onTheWay(files, step),
        version: versions.length,
        versions,
        isQuiet: false,
      };
      const approval = await approvedBefore(stage, step, given);
      await playStep(stage, step, { ...given, approval });
    }
    const last = await comeToRest(stage, { files: versions.at(-1) ?? plan.world.files, version: versions.length });
    const answers = plan.isAnswered === true ? await answerAll(stage, last, versions) : [];
    const runs = [...stage.runs];
    const past: Life['past'][number][] = [];
    for (const job of plan.isNative ? [] : drawPast(chance.fork('past'), runs)) {
      await play(stage, QUIET, { ...job.of, versions: [], isQuiet: true, past: job });
      const run = stage.runs.at(-1);
      if (run !== undefined) past.push({ job, run });
    }
    return { plan, log: entries, runs, past, answers };
  } finally {
    await laidOut?.close();
    double.close();
    clones.close();
  }
}

function doorOf(plan: LifePlan, chance: Chance, { now }: Scheduler): Stage['door'] {
  if (plan.door === 'pulumi') return openPulumiDoor(chance, now, plan);
  return plan.isParted === true ? openLedgers('two') : runCommand;
}

/** As the run reads them. */
function onTheWay(files: Files, { isSaved, damage }: Step): Files {
  const read = damage === undefined ? files : damagedBy(damage, files);
  return isSaved === true ? savedAnew(read) : read;
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

/** Others and faults stop; what was late arrives; then runs go on until one has nothing to do, and once more. The files at the end. */
async function comeToRest(stage: Stage, last: Pick<PlayedRun, 'files' | 'version'>): Promise<Files> {
  const { scheduler, log } = stage;
  await scheduler.pass(10 * MINUTE);
  log.add({ kind: 'quiet', name: 'others and faults stop', detail: {} });
  let [files, step] = [last.files, QUIET];
  for (let runs = 0; runs < QUIET_RUNS || (runs < 2 * QUIET_RUNS && wentOn(stage.runs)); runs += 1) {
    const verb = runs === 0 ? 'drift' : 'apply';
    const asked = { files, version: last.version, versions: [], isQuiet: true };
    await play(stage, { ...step, verb }, asked);
    const { end } = stage.runs.at(-1) ?? { end: null };
    const isDone =
      end?.kind === 'ended' && end.result !== null && end.result.settlements.length === 0 && !hasWritten(stage);
    if (isDone && !isHandingOver(end) && !isLapsing(stage)) {
      await play(stage, QUIET, asked);
      return files;
    }
    // Whoever reads that looks who was called, and says so once.
    const isAsked = end?.kind === 'ended' && STATE_IS_ELSEWHERE.has(end.error?.code ?? '') && stage.isWide;
    if (isAsked && step === QUIET) files = withoutCalled(files, log.entries);
    if (isAsked && NAMES_A_STACK.test(end.error?.message ?? '')) stage.clones.happens({ kind: 'named' }, log);
    step = isAsked ? { ...QUIET, wide: { isFirstApply: true } } : QUIET;
    await scheduler.pass(5 * MINUTE);
  }
  return files;
}

/** Also what no plan says: the native provider has none. */
function hasWritten({ log, runs }: Stage): boolean {
  const { from = 0, to = 0 } = runs.at(-1) ?? {};
  return log.entries.slice(from, to).some((each) => each.kind === 'effect' && each.request !== null);
}

const NAMES_A_STACK = /carry the marker of (?!this stack,)/u;

/** The most times that a person answers: what was adopted may raise another question, and of several tasks one goes at a time. */
const ROUNDS = 4;

/** A person answers what is asked, the same to the same question, until nothing is asked. */
async function answerAll(stage: Stage, last: Files, versions: Files[]): Promise<Given[]> {
  const { double, log } = stage;
  const given: Given[] = [];
  const chance = stage.chance.fork('answers');
  let files = last;
  for (let round = 0; round < ROUNDS; round += 1) {
    const asked = questionsOf(stage.runs.at(-1));
    if (asked.length === 0) break;
    const { files: after, answers } = answered(asked, { files, versions, double, chance });
    if (answers.length === 0) break;
    versions.push(after);
    given.push(...answers);
    for (const detail of answers) log.add({ kind: 'edit', name: 'answer', detail: { ...detail } });
    files = await comeToRest(stage, { files: after, version: versions.length });
  }
  const left = questionsOf(stage.runs.at(-1));
  // Of several answers about one object the last one counts: it may undo the one before.
  const lastOf = new Map(given.map((each) => [each.address, each]));
  return left.flatMap(({ address, code }) => {
    const answer = lastOf.get(address);
    return answer?.code === code ? [answer] : [];
  });
}

function questionsOf(run: PlayedRun | undefined): readonly Verdict[] {
  if (run?.end.kind !== 'ended' || run.end.plan === null) return [];
  return run.end.plan.verdicts.filter(({ class: kind }) => kind === 'decision');
}

/** From one partition to the other: what follows comes with the next run. */
function isHandingOver(end: PlayedRun['end'] | null): boolean {
  const said = end?.kind === 'ended' ? (end.plan?.verdicts ?? []) : [];
  return said.some(
    ({ reason: { kind } }) => kind === 'taken-over' || kind === 'waits-for-taker' || kind === 'other-partition',
  );
}

/** A person answers: recorded state that tells of earlier applies lies elsewhere, or is lost. */
const STATE_IS_ELSEWHERE: ReadonlySet<string> = new Set(['guard-unrecorded', 'state-older', 'no-recorded-state']);

/** A pin lapsed so soon before that readings may still show it: the next run sees more than this one. */
function isLapsing({ double, log, scheduler }: Stage): boolean {
  double.truth();
  const { S19: lag } = double.world.switches();
  const from = scheduler.now() - MINUTE - lag;
  return (
    lag > 0 && log.entries.some((each) => each.kind === 'effect' && each.event === 'pin-lapsed' && each.at >= from)
  );
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

/** The approval of a plan that was made where something was another one. */
async function approvedBefore(stage: Stage, step: Step, given: Played): Promise<CommandRun['approved']> {
  const { approvedFor, approvedUnder: bound, listed } = step;
  if (bound === undefined && approvedFor === undefined) return null;
  const files = bound === undefined ? given.files : underAnother(bound, given.files);
  const list = bound === 'list' ? [...(listed ?? []), 'C-99'] : listed;
  const there = { ...(list && { listed: list }), ...(approvedFor && { place: approvedFor.place }) };
  await play(stage, { ...QUIET, verb: 'plan', ...there }, { ...given, files });
  const { end = null } = stage.runs.at(-1) ?? {};
  if (end?.kind !== 'ended' || end.plan === null) return null;
  return approvalOf(end.plan, approvedFor?.given ?? 'digits', stage.scheduler.now());
}

const approvedIn = async (end: RunEnd): Promise<CommandRun['approved']> =>
  end.kind === 'ended' && end.plan !== null ? approvalOf(end.plan, 'digits', 0) : null;

interface Played {
  readonly files: Files;
  /** Every version of the files so far. */
  readonly versions: readonly Files[];
  /** Which of them this is. */
  readonly version: number;
  readonly isQuiet: boolean;
  readonly approval?: CommandRun['approved'];
}

/** One run, or two at once. */
async function playStep(stage: Stage, step: Step, given: Played): Promise<void> {
  const beside = step.wide?.beside;
  if (beside === undefined) return play(stage, step, given);
  const { scheduler } = stage;
  const files = (beside.isBehind ? given.versions.at(-2) : undefined) ?? given.files;
  const { afterMs, verb, isAllowed, faults, stop } = beside;
  const second: Step = { ...QUIET, verb, isAllowed, faults, stop, wide: { beside: { ...beside, pause: null } } };
  const later = new Promise<void>((resolve) => scheduler.at(scheduler.now() + afterMs, 0, resolve));
  const both = (): Promise<unknown> =>
    Promise.all([
      play(stage, step, given),
      later.then(() =>
        play(stage, second, {
          ...given,
          files,
          version: given.version - (files === given.files ? 0 : 1),
          isSecond: true,
        }),
      ),
    ]);
  // Begun under one hand that lets time pass for both.
  await scheduler.drive(Promise.resolve().then(both));
  stage.runs.sort((a, b) => a.run - b.run);
}

async function play(
  stage: Stage,
  step: Step,
  {
    files,
    version,
    versions,
    isQuiet,
    isSecond = false,
    approval = null,
    past,
  }: Played & { readonly isSecond?: boolean; readonly past?: PastJob },
): Promise<void> {
  const { scheduler, double, clones, chance, runs, door, alive } = stage;
  const run = (stage.begun += 1);
  const [disk, knows] = [clones.disk(), clones.knows()];
  knows.add(run);
  alive.add(run);
  const before = double.truth();
  const from = stage.log.entries.length;
  const log = ofRun(stage.log, run);
  if (step.listed) log.add({ kind: 'edit', name: 'do-not-call', detail: { listed: step.listed } });
  log.add({ kind: 'run', run, step: run, verb: step.verb, wishes: { isAllowed: step.isAllowed } });
  const faultAt = faultsOf(step.faults);
  const others = othersIn(step, double, stage.plan);
  const isNarrowed = step.wide?.since !== undefined && (step.verb === 'plan' || step.verb === 'apply');
  const base = !isNarrowed ? null : (versions.at(-1 - (step.wide?.since ?? 0)) ?? null);
  const loaded = await loadedOf(stage, step, { files, whole: versions.at(-1) ?? files, base });
  const end = await door({
    run,
    files,
    loaded,
    history:
      past?.kind === 'again'
        ? null
        : historyAt(version, files, { start: START, isWhole: past === undefined, checkout: step.checkout }),
    approved: past?.kind === 'again' ? await approvedIn(past.of.end) : approval,
    step,
    isQuiet,
    isSecond,
    since: base,
    isAlive: (each) => alive.has(each),
    scheduler,
    double,
    disk,
    naming: clones.naming(),
    chance: chance.fork(`run ${run}`),
    log,
    faultAt,
    beforeArrival: (request, arrival) => {
      if (step.rotateAt === request) {
        double.world.keys.rotate();
        log.add({ kind: 'rotate', name: 'the key is rotated', detail: {} });
      }
      others(request, arrival);
    },
  });
  alive.delete(run);
  const exit = end.kind === 'killed' ? null : end.exit;
  log.add({ kind: 'end', run, exit, said: null });
  if (stage.isWide) clones.keep(alive);
  const asked =
    step.verb === 'destroy' ? ({ verb: 'apply', files: emptied(files) } as const) : { verb: step.verb, files };
  const to = stage.log.entries.length;
  const isPart = base !== null && step.wide?.isProgram !== true;
  const { listed = [] } = step;
  const isElsewhere = step.place !== undefined;
  const { approvedUnder = null, approvedFor = null } = approval === null ? {} : step;
  const way = {
    damage: step.damage ?? null,
    checkout: step.checkout ?? null,
    breaks: step.breaks ?? null,
    mistake: step.mistake ?? null,
    unreadable: step.unreadable ?? null,
    faulty: loaded?.faulty ?? [],
    refused: refusedIn(loaded),
    kept: step.listed === undefined ? null : keptIn(disk, end),
    blamed: loaded?.blamed ?? null,
    named: namedIn(loaded),
  };
  const seen = { ...way, from, to, end, before, after: double.truth(), knows, isPart, base };
  runs.push({ run, ...asked, version, isQuiet, listed, approvedUnder, approvedFor, isElsewhere, ...seen });
}

async function loadedOf(
  { laidOut, double, log }: Stage,
  step: Step,
  { files, whole, base }: { readonly files: Files; readonly whole: Files; readonly base: Files | null },
): Promise<Loaded | null> {
  if (laidOut === null) return null;
  const { breaks = null, mistake = null, unreadable = null } = step;
  if (breaks !== null) log.add({ kind: 'note', name: 'the program breaks', detail: { breaks } });
  if (unreadable !== null) log.add({ kind: 'note', name: 'a file that nobody can read', detail: { unreadable } });
  return laidOut.read({ files, whole, breaks, mistake, unreadable, base, target: double.target });
}

function namedIn(loaded: Loaded | null): string[] {
  if (loaded === null) return [];
  const said = 'error' in loaded ? loaded.error.diagnostics : (loaded.desired.warnings ?? []);
  return said.map(({ source: { file } }) => file);
}

/** In the ledger, or in the stack. */
const keptIn = (disk: MemoryDisk, end: RunEnd): string =>
  inspect([disk.content(), end.kind === 'ended' ? end.kept : null], { depth: null, maxStringLength: null });

function refusedIn(loaded: Loaded | null): string[] {
  if (loaded === null || !('error' in loaded)) return [];
  return loaded.error.diagnostics.map(
    ({ source: { file, line, column }, message }) => `${file}:${line}:${column}: ${message}`,
  );
}

/** What happens in a run is said with its number. */
function ofRun(log: Log, run: number): Log {
  return {
    entries: log.entries,
    add: (entry) => log.add('run' in entry ? entry : ({ ...entry, run } as typeof entry)),
  };
}

/** A person looks who was called, by the truth, and takes them out of the files. */
function withoutCalled(files: Files, entries: readonly Entry[]): Files {
  const called = new Set(
    entries.flatMap((entry) => {
      if (entry.kind !== 'effect' || entry.effect.of !== 'task') return [];
      const { before, after } = entry.effect;
      return after !== null && after.attempts > (before?.attempts ?? 0) ? [normal(after.clientId)] : [];
    }),
  );
  const campaigns = files.campaigns.map((each) => ({
    ...each,
    records: each.records.filter(({ clientId }) => !called.has(normal(clientId))),
  }));
  return { ...files, campaigns };
}

function emptied({ campaigns, ...files }: Files): Files {
  return { ...files, users: [], campaigns: campaigns.map((each) => ({ ...each, records: [] })) };
}
