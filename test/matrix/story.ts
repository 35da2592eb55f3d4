// One story on a sandbox of its own, through one of the doors, under one profile of switches. A step plays a file until
// nothing is left to do; every request is watched, and at the end the whole history is judged. Waits pass in a clock of the
// story's own.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import type { Project } from '../../src/core/model/state.ts';
import type { Target } from '../../src/core/model/target.ts';
import type { Change } from '../../src/core/reconcile/change.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import type { Settlement } from '../../src/core/reconcile/settlement.ts';
import type { RecordEdit, SandboxControl, Work } from '../../src/sandbox/operations/control.ts';
import type { Fault } from '../../src/sandbox/messages/faults.ts';
import { sandboxTarget } from '../../src/sandbox/world/identity.ts';
import type { LogEntry } from '../../src/sandbox/messages/traffic.ts';
import { BARE_TARGET } from '../support/sandbox.ts';
import type { DoorResult, DoorRun, OpenDoor, StoryDoor } from './door.ts';
import { openParts, readOnce, startIn } from './environment.ts';
import type { Parts } from './environment.ts';
import { judgeHistory } from './history.ts';
import type { PlayedRun } from './history.ts';
import { FRIENDLY, faultsOf, isFooledTwice, LAG_MS, LATE_CREATE_MS } from './hostile.ts';
import { isLate, isWrite } from './log-entry.ts';
import { HARMS } from './observer.ts';
import type { Harm } from './observer.ts';
import { BLIND } from './switch-values.ts';
import type { Profile } from './switch-values.ts';

export interface Step {
  readonly name: string;
  readonly desired: DesiredInput;
  /** Played between the plan and the first request of the first run. */
  readonly meanwhile?: () => Promise<void>;
  /** Armed for the first run only: what "faults stop" means. */
  readonly faults?: readonly Fault[];
  /** Addresses that the service may refuse for good under this profile: then they are reported at every run. */
  readonly refused?: readonly string[];
  readonly allow?: Readonly<Record<string, number>>;
  /** Played at another place than the story's own, once. */
  readonly at?: DoorRun['at'];
  /** How its first run ends, once this many writes have come: by a kill, a person's signal, or the loss of the lock. */
  readonly ends?: { readonly by: 'kill' | 'signal' | 'lock'; readonly afterWrites: number };
}

export interface Outcome {
  /** What breaks an invariant, and every harm. */
  readonly broken: readonly string[];
  readonly harms: Readonly<Record<Harm, number>>;
  /** What nobody could have known better. */
  readonly unknowable: readonly string[];
  readonly requests: number;
  readonly runs: number;
  readonly ms: number;
}

/** Long enough for every read-after-write lag of the profiles. */
const BETWEEN_RUNS_MS = 400;
/** The second and the third run come before a create that is carried out after 70 s, the fourth after it. */
const LATE_PAUSE_MS = 30_000;
const LATE_MS = 60;
/** The service's own no, which it will say again. */
const REFUSALS: readonly string[] = ['refused', 'already-exists'];
const KEY = /sandbox-[\w-]{32}/u;

export class Story {
  readonly control: SandboxControl;
  readonly profile: Profile;
  private readonly parts: Parts;
  private readonly runs: PlayedRun[] = [];
  private readonly broken: string[] = [];
  /** Steps played: another reading is untrue in each. */
  private turn = 0;
  private isSetBack = false;

  private constructor(profile: Profile, parts: Parts) {
    this.profile = profile;
    this.parts = parts;
    this.control = parts.sandbox.control;
  }

  static async open(profile: Profile, openDoor: OpenDoor): Promise<Story> {
    return new Story(profile, await openParts(profile, openDoor));
  }

  /** Nothing may be concluded about a record that is not there. */
  get blind(): boolean {
    return this.profile.switches[BLIND.factor] === BLIND.value;
  }

  private get isHostile(): boolean {
    return this.profile.hostility !== FRIENDLY;
  }

  /** Between two runs, and after somebody else's hand: what reads do not show yet nobody can respect. */
  private get pauseMs(): number {
    const { lag, creates } = this.profile.hostility;
    if (creates === 'after 70 s') return LATE_PAUSE_MS;
    return lag === 'none' ? BETWEEN_RUNS_MS : LAG_MS + BETWEEN_RUNS_MS;
  }

  /** Time passes for muster and for the sandbox. */
  async pass(ms: number): Promise<void> {
    this.parts.time.offset += ms;
    await this.parts.watch.look();
  }

  /** The clock was ahead, and is put right. */
  async setBack(ms: number): Promise<void> {
    this.isSetBack = true;
    await this.pass(-ms);
  }

  /** Somebody else's hand. */
  async act(hand: (control: SandboxControl) => Promise<unknown>): Promise<void> {
    const { watch } = this.parts;
    await watch.look();
    try {
      await hand(this.control);
    } catch (error) {
      // Where nothing can be added there is nothing to work on either.
      if (!this.blind || !/there is no record/u.test(String(error))) throw error;
    }
    this.parts.time.offset += this.pauseMs;
    await watch.look();
  }

  async works(work: Work): Promise<void> {
    await this.act((control) => control.work(work));
  }

  /** Somebody else stores an item on a record; it is watched from now on. */
  async writes(change: RecordEdit): Promise<void> {
    await this.act((control) => control.changeRecord(change));
    if (this.blind) return;
    for (const [key, value] of Object.entries(change.data ?? {})) {
      if (value !== null) this.parts.watch.observer.keep(change.clientId, key, value);
    }
  }

  /** Plays a file until nothing is left to do: at most two runs once the faults are over, and then one that is silent. */
  async step(step: Step): Promise<void> {
    const disturbed = this.isHostile || step.faults !== undefined || this.profile.switches.S18.kind === '503';
    let left = disturbed ? 3 : 2;
    if (this.isHostile) left = 6;
    this.turn += 1;
    let first = true;
    const { creates, lag } = this.profile.hostility;
    // Runs until what was cut off is carried out, and is seen.
    let mayCome = creates === 'at once' ? 0 : 1 + Number(lag !== 'none');
    for (;;) {
      const run = await this.run(step, first);
      // While faults last, an empty plan may only mean that nothing could be read.
      const calm = !(first && disturbed);
      const isOver = this.isDone(run) || this.onlyRefused(run, step) || this.isHeldBack(run);
      if (calm && isOver && mayCome === 0) return this.expectSilence(run, step);
      if (calm && isOver) {
        mayCome -= 1;
        await this.pass(LATE_CREATE_MS);
        continue;
      }
      if (left === 0) {
        for (const open of stillOpen(run, step)) this.fail(`I2 ${step.name}: still open: ${open}`);
        return;
      }
      left -= 1;
      first = false;
    }
  }

  /** One run, and what may pass before the next. */
  async run(step: Step, first = true, door: StoryDoor = this.parts.door): Promise<PlayedRun> {
    this.parts.watch.observer.declare(step.desired);
    const run = await this.play(step, first, door);
    this.runs.push(run);
    if (step.faults?.some(({ kind }) => kind === 'commit-late')) await wait(LATE_MS * 2);
    await this.control.clearFaults();
    await this.pass(this.pauseMs);
    return run;
  }

  /** A run that must end with this code before it writes anything. */
  async expectRefused(step: Step, code: string): Promise<void> {
    const run = await this.run(step);
    // Pulumi's engine says it in words of its own.
    const isSaid = run.error?.startsWith(`${code}: `) === true || run.error?.includes(`[${code}]`) === true;
    if (!isSaid) this.fail(`${step.name}: ${code} expected, ended ${run.error ?? 'well'}`);
    this.expectNoWrite(run);
  }

  expectNoWrite({ name, from, to }: PlayedRun): void {
    const written = this.parts.watch.log.slice(from, to).filter((entry) => isWrite(entry) && !isLate(entry));
    if (written.length > 0) this.fail(`${name}: wrote ${written.map(named).join(', ')}`);
  }

  /** That these are gone, or said to be there. */
  async expectNobody(logins: readonly string[], clientIds: readonly string[]): Promise<void> {
    const [users, records] = await Promise.all([this.control.users(), this.control.records()]);
    const said = namedIn(this.runs.at(-1)?.plan ?? { changes: [], verdicts: [] });
    const there = [
      ...users
        .filter((user) => user.inService && logins.includes(user.loginUserId))
        .map((user) => `user:${user.loginUserId}`),
      ...records
        .filter((each) => each.workedState !== 'REMOVED' && clientIds.includes(each.clientId))
        .map((each) => `record:${each.campaignName}/${each.clientId}`),
    ];
    for (const address of there.filter((each) => !said.has(each)))
      this.fail(`${address} stands there, and nothing says so`);
  }

  /** Another tenant, under the same reading of the documents; any write there is harm. */
  async openNeighbour(): Promise<{ readonly control: SandboxControl; readonly target: Target }> {
    const { folder, time, watch, target } = this.parts;
    const onRequest = (entry: LogEntry): void =>
      isWrite(entry) ? watch.observer.hearWriteElsewhere(entry) : undefined;
    const sandbox = await startIn(join(folder, 'neighbour'), {
      clock: time.now,
      switches: this.profile.switches,
      onRequest,
    });
    this.parts.neighbours.push(sandbox);
    const { port, apiKey, ca } = sandboxTarget(BARE_TARGET, sandbox);
    return { control: sandbox.control, target: { ...target, port, apiKey, ...(ca !== undefined && { ca }) } };
  }

  /** Another stack on the same target. */
  async openStack(name: string): Promise<StoryDoor> {
    const { folder, project, target, time, sleep, openDoor, doors } = this.parts;
    const directory = join(folder, name);
    mkdirSync(directory);
    const door = await openDoor({ project: { ...project, name, directory }, target, clock: time.now, sleep });
    doors.push(door);
    return door;
  }

  get canLoseLock(): boolean {
    return this.parts.door.takeLockAway !== null;
  }

  get project(): Project {
    return this.parts.project;
  }

  private async play(step: Step, first: boolean, door: StoryDoor): Promise<PlayedRun> {
    const { watch } = this.parts;
    const { S18 } = this.profile.switches;
    if (S18.kind === '503') await this.control.setSwitches({ S18: first ? S18 : { kind: 'none' } });
    await watch.look();
    watch.observer.beginRun();
    if (first) await this.turnHostile();
    const from = watch.log.length;
    const ending = first ? this.endingOf(step, door) : null;
    let plan: Plan | null = null;
    let handedOver: number | null = null;
    let said: Pick<DoorResult, 'settlements' | 'leftOut'> = { settlements: [], leftOut: [] };
    let error: string | null = null;
    try {
      const result = await door.run({
        desired: readOnce(step.desired, this.parts.target),
        allow: step.allow ?? {},
        planned: async (planned) => {
          plan = planned;
          if (first) await this.meanwhile(step);
          if (door.handsOver) handedOver = watch.log.length;
        },
        ...(step.at && { at: step.at }),
        ...ending?.run,
      });
      if (step.ends?.by !== 'kill' || !first) said = result;
      if (!(first && (this.isHostile || isDisturbed(step))))
        for (const each of result.unlike) this.fail(`parity ${step.name}: ${each}`);
    } catch (caught) {
      if (!(caught instanceof Error) || !('code' in caught)) throw caught;
      error = `${String(caught.code)}: ${caught.message}`;
    }
    this.parts.hooks.storm.on = false;
    await watch.settle();
    ending?.after();
    this.hearSaid(said.settlements, first && isFooledTwice(this.profile.hostility, step.faults));
    const allowed = step.allow?.['deletes'] ?? 0;
    return { name: step.name, from, to: watch.log.length, handedOver, plan, ...said, error, allowed };
  }

  /** `isFooled`: it was told twice that something is gone. */
  private hearSaid(settlements: readonly Settlement[], isFooled: boolean): void {
    const { observer } = this.parts.watch;
    for (const { kind, change } of settlements) {
      if (kind !== 'applied') continue;
      if (isCalledGone(change)) observer.hearGone(change.address, !isFooled);
      else observer.hearOtherwise(change.address);
    }
  }

  /** Armed for the write after which the run ends early. */
  private endingOf({ ends }: Step, door: StoryDoor): Ending | null {
    if (ends === undefined) return null;
    if (ends.by === 'kill' && door.killsItself) return { run: { killed: true }, after: () => undefined };
    const { watch, hooks, target } = this.parts;
    const control = new AbortController();
    let restore: (() => void) | null = null;
    let left = ends.afterWrites;
    hooks.onWrite = () => {
      left -= 1;
      if (left !== 0) return;
      if (ends.by === 'kill') restore = door.keep();
      // The one that is being answered is not counted.
      else watch.observer.stopRun(target.maxConcurrency - 1);
      if (ends.by === 'lock') door.takeLockAway?.();
      else control.abort(new ToolError('interrupted', { message: 'stopped by the story' }));
    };
    const after = (): void => {
      hooks.onWrite = null;
      restore?.();
      if (left > 0 && !this.blind) this.fail(`the run was to be ended after ${ends.afterWrites} writes and sent fewer`);
    };
    return { run: { signal: control.signal }, after };
  }

  private async turnHostile(): Promise<void> {
    const { hostility } = this.profile;
    for (const fault of faultsOf(hostility, this.turn)) await this.control.arm(fault);
    this.parts.hooks.storm.on = hostility.key === 'storm';
  }

  private async meanwhile({ meanwhile, faults = [] }: Step): Promise<void> {
    await meanwhile?.();
    for (const fault of faults) await this.control.arm(fault);
  }

  /** Beside a service that carries requests out late, a write that is not settled yet is waited for. */
  private isDone({ plan, error }: PlayedRun): boolean {
    const isOpen = plan?.verdicts.some(({ reason }) => reason.kind === 'unsettled');
    return error === null && plan?.changes.length === 0 && !(this.isHostile && isOpen);
  }

  private onlyRefused(run: PlayedRun, step: Step): boolean {
    const { settlements } = run;
    return settlements.length > 0 && settlements.every((each) => isLeftAsSaid(each, run, step));
  }

  /** Where keys cannot be read, nothing is deleted either: the guard says so before anything is sent. */
  private isHeldBack({ error }: PlayedRun): boolean {
    return this.blind && error?.startsWith('guard-incomplete') === true;
  }

  /** I2 and I12: the run that found nothing to do sent no write, and another one leaves the recorded state as it is. */
  private async expectSilence(run: PlayedRun, step: Step): Promise<void> {
    const done = this.parts.watch.log.slice(run.from, run.to).filter(isWritten);
    if (done.length > 0) this.fail(`I2 ${step.name}: a run with nothing to do wrote ${done.map(named).join(', ')}`);
    const before = await this.parts.door.recorded();
    const again = await this.run({ name: `${step.name}, once more`, desired: step.desired }, false);
    const written = this.parts.watch.log.slice(again.from, again.to).filter(isWritten);
    if (written.length > 0) this.fail(`I2 ${step.name}: the third run wrote ${written.map(named).join(', ')}`);
    if ((await this.parts.door.recorded()) !== before)
      this.fail(`I12 ${step.name}: a run with nothing to do changed what is recorded`);
    if (this.blind) this.expectSaidUnreadable(run, step);
    this.expectTold(again, step);
    if (again.plan !== null) this.parts.watch.observer.judgeGoneAgain(namedIn(again.plan));
  }

  /** What is left undone is said; and what is said is so: ours is no conflict, and what stands there is not gone. */
  private expectTold({ plan, name, error }: PlayedRun, { refused = [] }: Step): void {
    const { observer } = this.parts.watch;
    const verdicts = plan?.verdicts ?? [];
    const told = new Set([
      ...verdicts.filter((each) => each.class !== 'assumed').map((each) => each.address),
      ...refused,
    ]);
    const undone = plan === null || error !== null ? [] : observer.unmet().filter((address) => !told.has(address));
    for (const address of undone) this.fail(`I2 ${name}: ${address} is not as the file says, and nothing says so`);
    for (const { code, address } of verdicts) {
      // Who made an account whose create has no answer nobody can prove, nor that one that was called gone is the same: once
      // let go it is not ours again (0008, 0012).
      if (code === 'conflict' && observer.owns(address) && !this.isUnproven(address))
        this.fail(`I11 ${name}: ${address} is ours and called a conflict`);
      if (code === 'gone-unclear' && observer.stands(address))
        this.fail(`I6 ${name}: ${address} is called gone and stands there`);
    }
  }

  private isUnproven(address: string): boolean {
    const { observer, log } = this.parts.watch;
    const isUnanswered = log.some(
      ({ operation, key, answered }) => operation === 'add-user' && !answered && `user:${key}` === address,
    );
    return isUnanswered || observer.wasCalledGone(address);
  }

  /** Where nothing may be concluded every declared record that is not seen is said to be unreadable. */
  private expectSaidUnreadable({ plan, name }: PlayedRun, { desired }: Step): void {
    const said = new Set(plan?.verdicts.filter((each) => each.class === 'unreadable').map((each) => each.address));
    const there = new Set(
      [...this.parts.watch.seen().tasks.values()].map((task) => `${task.campaignName}/${task.clientId}`),
    );
    for (const { campaignName, records = [] } of desired.campaigns ?? []) {
      for (const { clientId } of records) {
        const key = `${campaignName}/${clientId}`;
        if (!there.has(key) && !said.has(`record:${key}`)) this.fail(`I6 ${name}: ${key} is not said to be unreadable`);
      }
    }
  }

  fail(text: string): void {
    this.broken.push(text);
  }

  /** Judges the whole history, ends the sandbox and removes its folder. */
  async close(): Promise<Omit<Outcome, 'ms'>> {
    const { watch, sandbox, neighbours, folder, doors } = this.parts;
    await watch.settle();
    const { observer, log } = watch;
    observer.judgeEnd();
    const journal = (await Promise.all(doors.map((door) => door.journal()))).flat();
    const { runs, blind, isSetBack } = this;
    const judged = judgeHistory({ log, journal, runs, made: observer.made, blind, isSetBack });
    const leaked = this.keysIn();
    for (const door of doors) door.close();
    await Promise.all([sandbox, ...neighbours].map((each) => each.stop()));
    rmSync(folder, { recursive: true, force: true });
    const broken = [...this.broken, ...observer.seen.map(({ what }) => what), ...judged, ...leaked];
    const harms = Object.fromEntries(
      HARMS.map((harm) => [harm, observer.seen.filter((seen) => seen.harm === harm).length]),
    ) as Record<Harm, number>;
    const { unknowable } = observer;
    return { broken: [...new Set(broken)], harms, unknowable, requests: log.length, runs: this.runs.length };
  }

  /** I8: the key stands in nothing that stays or is shown. */
  private keysIn(): string[] {
    const texts = [
      ...this.parts.doors.flatMap((door) => door.texts()),
      ...this.runs.map(({ name, ...said }) => [name, JSON.stringify(said)] as const),
      ['log', JSON.stringify(this.parts.watch.log)] as const,
    ];
    return texts.filter(([, text]) => KEY.test(text)).map(([name]) => `I8 the key stands in ${name}`);
  }
}

/** A request that was cut off before and is carried out now is not of this run. */
const isWritten = (entry: LogEntry): boolean => isWrite(entry) && entry.committed && !isLate(entry);

/** What became of each change of a run that should have had none, but for what is left undone for good. */
function stillOpen(run: PlayedRun, step: Step): string[] {
  if (run.error !== null) return [run.error];
  return run.settlements.flatMap((each) => {
    const why = each.kind === 'applied' ? '' : ` (${each.problem.code})`;
    return isLeftAsSaid(each, run, step) ? [] : [`${each.change.action} ${each.change.address} ${each.kind}${why}`];
  });
}

/** Refused by the service, left to a person, or a delete that Pulumi holds back after what was refused. */
function isLeftAsSaid(each: Settlement, { settlements, leftOut }: PlayedRun, { refused = [] }: Step): boolean {
  const isRefused = ({ kind, change }: Settlement): boolean => kind === 'failed' && refused.includes(change.address);
  if (each.kind === 'failed') return isRefused(each) && REFUSALS.includes(each.problem.code);
  if (each.kind !== 'skipped') return false;
  const isRemoval = each.change.action === 'delete' || each.change.action === 'forget';
  return leftOut.includes(each.change.address) || (isRemoval && settlements.some(isRefused));
}

function isDisturbed({ meanwhile, faults, ends }: Step): boolean {
  return meanwhile !== undefined || faults !== undefined || ends !== undefined;
}

/** Not what was let go: that may stay. */
function isCalledGone({ action, cause }: Change): boolean {
  return action === 'delete' || cause.kind === 'already-gone';
}

function namedIn({ changes, verdicts }: Pick<Plan, 'changes' | 'verdicts'>): Set<string> {
  return new Set([...changes, ...verdicts].map(({ address }) => address));
}

const named = ({ operation, key }: LogEntry): string => `${operation} ${key}`;

interface Ending {
  readonly run: Pick<DoorRun, 'signal' | 'killed'>;
  readonly after: () => void;
}
