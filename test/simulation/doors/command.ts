// The door of the command: plan, apply and drift of the engine, as `muster` calls them, on the double, in virtual time.

import { pastWrites } from '../../../src/core/face.ts';
import type { PastIntent } from '../../../src/core/face.ts';
import * as engine from '../../../src/core/engine.ts';
import type { GitHistory } from '../../../src/core/engine/git-history.ts';
import type { Outside } from '../../../src/core/engine/outside.ts';
import type { Run } from '../../../src/core/engine/run.ts';
import type { SinceBase } from '../../../src/core/engine/since.ts';
import type { Machine } from '../../../src/core/machine.ts';
import { openDesiredReader } from '../../../src/core/desired/project/load.ts';
import { exitOf } from '../../../src/cli/process/exit.ts';
import { readDoNotCall } from '../../../src/core/model/do-not-call.ts';
import { ToolError } from '../../../src/core/model/errors.ts';
import { updateProfile } from '../../../src/core/model/profile.ts';
import type { ServiceProfile } from '../../../src/core/model/profile.ts';
import type { DesiredState, Project } from '../../../src/core/model/state.ts';
import type { DriftResult } from '../../../src/core/reconcile/finding.ts';
import type { Plan } from '../../../src/core/reconcile/plan-value.ts';
import type { ApplyResult } from '../../../src/core/reconcile/settlement.ts';
import { applyDocument } from '../../../src/core/report/documents/plan.ts';
import { guardErrorWith } from '../../../src/core/report/words/why-guard.ts';
import { runAt, withTraining } from '../elsewhere.ts';
import type { Double, RunWire } from '../double.ts';
import type { FaultKind } from '../faults.ts';
import { toInput } from '../files.ts';
import type { Files } from '../files.ts';
import type { Loaded } from '../laid.ts';
import type { Step } from '../plan.ts';
import type { Naming } from '../clones.ts';
import type { Log } from '../log.ts';
import { machineOf } from '../machine.ts';
import type { MemoryDisk } from '../machine.ts';
import type { Chance } from '../random.ts';
import type { Scheduler } from '../scheduler.ts';

export type RunEnd =
  | { readonly kind: 'killed' }
  | {
      readonly kind: 'ended';
      readonly exit: number;
      readonly plan: Plan | null;
      readonly result: ApplyResult | null;
      readonly drift: DriftResult | null;
      /** What recorded state keeps of the writes until then, where that was read. */
      readonly writes?: readonly PastIntent[] | null;
      /** The stack after it, where there is one. */
      readonly kept?: unknown;
      /** Code and words that ended it early. */
      readonly error: { readonly code: string; readonly message: string } | null;
    };

export interface CommandRun {
  readonly run: number;
  readonly files: Files;
  /** What the loader says of the files, where they lie in a folder. */
  readonly loaded?: Loaded | null;
  /** Commits as its clone knows them; null without Git. */
  readonly history: GitHistory | null;
  readonly approved: NonNullable<Run['approval']> | null;
  readonly step: Step;
  /** Whether others and faults have stopped. */
  readonly isQuiet: boolean;
  /** Whether it begins while another one goes on. */
  readonly isSecond?: boolean;
  /** The files of `--since`; null: everything is planned. */
  readonly since?: Files | null;
  /** Whether that run goes on. Default: this one alone. */
  readonly isAlive?: (run: number) => boolean;
  readonly scheduler: Scheduler;
  readonly double: Double;
  readonly disk: Pick<MemoryDisk, 'of' | 'openIntents'>;
  /** Default: the name that it began with. */
  readonly naming?: Naming;
  readonly chance: Chance;
  readonly log: Log;
  readonly faultAt: (request: number, isWrite: boolean) => FaultKind | null;
  readonly beforeArrival: RunWire['beforeArrival'];
  /** Addresses of writes that are under way as it stands on the disk. Default: those of the ledger. */
  readonly openIntents?: () => readonly string[];
}

const read = openDesiredReader();

export const runCommand = (given: CommandRun): Promise<RunEnd> => inProcess(given, playVerb);

/** The work in a process of its own, which may be killed or told to stop. */
export async function inProcess(given: CommandRun, work: (given: Called) => Promise<RunEnd>): Promise<RunEnd> {
  const { run, step, scheduler, log } = given;
  const killed = Promise.withResolvers<RunEnd>();
  const signal = new AbortController();
  let [happenings, isGone] = [0, false];
  let isCounted = step.stop?.isAfterWrite !== true;
  const { openIntents = given.disk.openIntents } = given;
  const happens = (): void => {
    if (isCounted) happenings += 1;
    if (step.wide?.beside?.pause?.at === happenings) {
      log.add({ kind: 'note', name: 'the process stands still', detail: { ms: step.wide.beside.pause.ms } });
      scheduler.pause(run, step.wide.beside.pause.ms);
    }
    if (isGone || step.stop?.at !== happenings) return;
    if (step.stop.kind === 'signal') {
      log.add({ kind: 'signal', name: 'SIGTERM', detail: {} });
      signal.abort(new ToolError('interrupted', { message: 'SIGTERM came; nothing new was sent after it.' }));
      return;
    }
    isGone = true;
    log.add({ kind: 'kill', name: 'the process is killed', detail: {} });
    scheduler.drop(run);
    killed.resolve({ kind: 'killed' });
  };
  const world = {
    ...given,
    happens: () => (isGone ? undefined : happens()),
    isGone: () => isGone,
    signal: signal.signal,
  };
  const beforeArrival: CommandRun['beforeArrival'] = (request, arrival) => {
    if (isGone) return;
    isCounted ||= arrival.isWrite;
    given.beforeArrival(request, arrival);
  };
  try {
    const end = await scheduler.drive(Promise.race([work({ ...world, beforeArrival }), killed.promise]));
    // What was intended may have no request yet.
    if (end.kind === 'killed') log.add({ kind: 'note', name: 'left open', detail: { intents: openIntents() } });
    return end;
  } finally {
    scheduler.drop(run);
  }
}

export type Called = CommandRun & {
  readonly happens: () => void;
  readonly isGone: () => boolean;
  readonly signal: AbortSignal;
  /** The same run, within its part of the target. Default: the whole. */
  readonly within?: (run: Run, files: Files) => Run;
};

/** The verb of the step, on the ledger. */
export async function playVerb(given: Called): Promise<RunEnd> {
  const ended = { kind: 'ended', exit: 0, plan: null, result: null, drift: null, error: null } as const;
  try {
    const { step, within = (whole: Run) => whole } = given;
    const run = within(runOf(given), given.files);
    if (step.verb === 'drift') {
      const drift = await engine.drift({ ...run, sightings: NO_HISTORY });
      return { ...ended, drift, ...(given.loaded && { writes: await pastWrites(run) }) };
    }
    const plan = step.verb === 'destroy' ? await planOfDestroy(run) : await engine.plan(run);
    if (step.verb === 'plan') return { ...ended, plan };
    const allow = step.isAllowed ? allowanceOf(plan, step) : {};
    given.log.add({ kind: 'note', name: 'allowed', detail: allow });
    const write = step.verb === 'destroy' ? engine.destroy : engine.apply;
    const result = await write({ ...run, allow }, async () => true);
    if (result === null) return { ...ended, plan, exit: 8 };
    return { ...ended, plan: result.plan, result, exit: exitOf(documentOf(result, run), WISHES) };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { code, message, exit } = error;
    // A mistake of the program, or of the double: never an end of a run.
    if (code === 'internal') throw error;
    return { ...ended, exit, error: { code, message } };
  }
}

/** As it is shown to whoever is asked, who says no. */
async function planOfDestroy(run: Run): Promise<Plan> {
  const shown: Plan[] = [];
  await engine.destroy(run, async (plan) => shown.push(plan) === 0);
  const [plan] = shown;
  if (plan === undefined) throw new Error('a destroy asks before it does anything');
  return plan;
}

/** One reading, and nothing remembered of it: a file of its own, which no run of this life reads. */
export const NO_HISTORY = { confirmAfterMs: null, history: false };

const WISHES = { detailedExitCode: false, expectNoChanges: false };

function documentOf(result: ApplyResult, run: Run): ReturnType<typeof applyDocument> {
  const context = { version: '0', command: 'apply', at: run.clock(), durationMs: 0, only: null, options: [] };
  return applyDocument(result, context);
}

/**
 * Every guard by its number: what a person does who has read the plan. Who is told that a list was damaged puts it back; that files are
 * older is never meant.
 */
export function allowanceOf({ guards }: Plan, { isSaved, damage }: Step): Record<string, number> {
  const isDamaged = isSaved === true || damage !== undefined;
  const isMeant = ({ code }: Plan['guards'][number]): boolean =>
    code !== 'guard-older-files' && (!isDamaged || (code !== 'guard-ids' && code !== 'guard-unread-files'));
  const words = guards.filter(isMeant).flatMap(({ pass }) => (pass === null ? [] : pass.split('=')));
  return Object.fromEntries(
    words.flatMap((word, index) => (index % 2 === 0 ? [[word, Number(words[index + 1])]] : [])),
  );
}

/** A run of muster about these files, from this machine. */
export function runOf(given: Called): Run {
  const { files, double, signal, since = null, step, isQuiet, naming, approved: approval } = given;
  const { isExpected = false, isFirstApply = false, beside } = step.wide ?? {};
  const outside = outsideOf(given);
  const run: Run = {
    project: projectOf(given),
    target: { ...double.target, ...(naming && { formerStacks: naming.formerStacks }) },
    desired: desiredOf(files, given),
    only: null,
    allow: {},
    guardError: guardErrorWith('--allow '),
    // Longer than the time after which a run of another machine counts as gone.
    lockTimeoutMs: beside?.lockTimeoutMs ?? (isQuiet ? 120_000 : 0),
    stateExpected: isExpected,
    isFirstApply,
    ...(files.queueName && { profile: profileOf(files.queueName) }),
    ...(since !== null && { since: sinceOf(since, given) }),
    ...(approval !== null && { approval }),
    clock: outside.machine.clock,
    outside,
    onProgress: () => undefined,
    signal,
  };
  return step.place === undefined ? run : runAt(run, step.place);
}

function profileOf(answer: string): ServiceProfile {
  return updateProfile(null, { target: 'sandbox', at: 0, how: 'probe' }, [{ id: 'queue-name', answer, evidence: '' }]);
}

function sinceOf(files: Files, { double, step, loaded }: Called): SinceBase {
  const told = loaded && 'before' in loaded ? loaded.before : undefined;
  const before = told ?? (step.wide?.isProgram === true ? 'program' : desiredOf(files, { double }));
  return { ref: 'main', commit: '0'.repeat(40), lastCompleteAt: null, before };
}

function outsideOf(given: Called): Outside & { readonly machine: Machine } {
  const { run: owner, step, scheduler, double, disk, chance, happens } = given;
  const place = { owner, scheduler, chance: chance.fork('machine'), skewMs: step.skewMs };
  const { isAlive = (pid: number) => pid === owner, isSecond = false } = given;
  const boot = isSecond && step.wide?.beside?.isElsewhere === true ? 'boot elsewhere' : 'boot';
  const self = { boot, pidNamespace: '', pid: owner, startedAt: String(owner) };
  const wire = double.wire({
    run: owner,
    scheduler,
    chance: chance.fork('wire'),
    faultAt: given.faultAt,
    beforeArrival: given.beforeArrival,
    happens,
    openIntents: given.openIntents ?? disk.openIntents,
  });
  return {
    machine: machineOf(place),
    ...wire,
    history: given.history ?? { head: async () => null, since: async () => 'unknown' },
    disk: disk.of(place, happens),
    // Of two runs one after the other the first is gone, however it ended.
    viewpoint: () => ({ self, lookAt: (pid) => (isAlive(pid) ? { startedAt: String(pid) } : null) }),
    uptime: () => ({ boot, ms: scheduler.now() - 1_000_000_000 }),
  };
}

function desiredOf(files: Files, { double, loaded }: Pick<Called, 'double' | 'loaded'>): DesiredState {
  if (loaded && 'error' in loaded) throw loaded.error;
  if (loaded) return loaded.desired;
  const { unread } = files;
  const desired = read(toInput(files), double.target);
  if (unread === undefined) return desired;
  return { ...desired, unread: [{ file: 'lists/more.yaml.bak', addresses: new Set(unread) }] };
}

function projectOf({ double: { target }, step: { listed, approvedFor }, files: { policy }, naming }: Called): Project {
  const doNotCall = listed && readDoNotCall(listed.join('\n'), { file: 'calls.txt', digest: listed.join() });
  const targets = new Map([[target.name, target]]);
  return {
    directory: '/simulation',
    name: naming?.name ?? 'contact-centre',
    targets: approvedFor ? withTraining(targets, target) : targets,
    policy: { ...policy, deletes: { count: 3, percent: 10 }, ...(doNotCall && { doNotCall }) },
    ignore: [],
  };
}
