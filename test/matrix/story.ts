// One story on a sandbox of its own, through one of the entry points, under one reading of the documents. A step plays a file until
// nothing is left to do. What a run may never do is judged here for what is not ours and for who was called; the simulation, which
// draws the same readings, judges the rest. Waits pass in a clock of the story's own.

import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';

import { readReceipts } from '../../providers/receipts.ts';
import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import * as engine from '../../src/core/engine.ts';
import type { Fault } from '../../src/sandbox/messages/faults.ts';
import type { LogEntry } from '../../src/sandbox/messages/traffic.ts';
import type { RecordEdit, SandboxControl, SandboxRecord, Work } from '../../src/sandbox/operations/control.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { smallEngine } from '../pulumi/small-engine.ts';
import { scenario } from '../support/scenario.ts';
import { isLate, isWrite } from './log-entry.ts';
import { BLIND } from './switch-values.ts';
import type { Profile, StackProfile } from './switch-values.ts';

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
}

interface Entry {
  readonly control: SandboxControl;
  readonly advance: (ms: number) => void;
  /** Rejects with what the user is told when nothing is applied. */
  readonly run: (
    desired: DesiredInput,
    allow: Readonly<Record<string, number>>,
    planned: () => Promise<void>,
  ) => Promise<{ readonly plan: Plan; readonly leftOut: readonly string[] }>;
  /** A text that is equal when nothing changed. */
  readonly recorded: (desired: DesiredInput) => Promise<string>;
}

type OnRequest = (entry: LogEntry) => void;

async function command({ switches }: Profile, onRequest: OnRequest): Promise<Entry> {
  const played = await scenario({ switches, onRequest });
  return {
    control: played.sandbox.control,
    advance: (ms) => played.advance(ms),
    run: async (desired, allow, planned) => {
      const approve = async (): Promise<boolean> => planned().then(() => true);
      const result = await engine.apply(played.run(desired, { allow }), approve);
      if (result === null) throw new Error('the apply was not approved');
      return { plan: result.plan, leftOut: [] };
    },
    recorded: async (desired) => {
      const { recorded } = await engine.recall(played.run(desired));
      return JSON.stringify([...recorded.objects].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
}

async function pulumi({ switches, manage, refresh }: StackProfile, onRequest: OnRequest): Promise<Entry> {
  let offset = 0;
  const clock = (): number => Date.now() + offset;
  const pause = async (ms: number): Promise<void> => void (offset += ms);
  const small = await smallEngine({}, clock, pause, { switches, onRequest, clock });
  return {
    control: small.sandbox.control,
    advance: (ms) => void (offset += ms),
    run: ({ users = [], campaigns = [] }, allow, planned) => {
      const kept = campaigns.map((each, index) => ({
        ...each,
        manage: manage === 'set' || (manage === 'mixed' && index === 0) ? ('set' as const) : ('each' as const),
      }));
      return small.up({ users, campaigns: kept }, { allow, meanwhile: planned, reads: refresh === 'yes' });
    },
    recorded: async () => {
      const objects = [...small.stack].flatMap(([, { outputs }]) => {
        const campaignName = typeof outputs['campaignName'] === 'string' ? outputs['campaignName'] : null;
        return readReceipts(outputs, campaignName).recorded;
      });
      return JSON.stringify(objects.toSorted((a, b) => (a.address < b.address ? -1 : 1)));
    },
  };
}

/** Long enough for every read-after-write lag of the profiles. */
const BETWEEN_RUNS_MS = 400;
const LATE_MS = 60;
const KEY = /sandbox-[\w-]{32}/u;
const RANK = { NOTWORKED: 0, WORKED: 1, COMPLETED: 2, REMOVED: 2 } as const;
const isOpen = ({ workedState }: SandboxRecord): boolean => workedState === 'NOTWORKED' || workedState === 'WORKED';

export class Story {
  readonly profile: Profile;
  private readonly entry: Entry;
  private readonly log: LogEntry[];
  /** Of others: previewRecordId or loginUserId -> what stood there last. */
  private readonly foreign = new Map<string, string>();
  private readonly known = new Set<string>();
  private readonly reasons = new Set<string>();
  /** Of others on a record: clientId -> item -> value. */
  private readonly kept = new Map<string, Readonly<Record<string, string | null>>>();

  private constructor(profile: Profile, entry: Entry, log: LogEntry[]) {
    this.profile = profile;
    this.entry = entry;
    this.log = log;
  }

  static async open(profile: Profile | StackProfile): Promise<Story> {
    const log: LogEntry[] = [];
    const onRequest: OnRequest = (entry) => void log.push(entry);
    const entry = await ('manage' in profile ? pulumi(profile, onRequest) : command(profile, onRequest));
    return new Story(profile, entry, log);
  }

  /** Nothing may be concluded about a record that is not there. */
  private get blind(): boolean {
    return this.profile.switches[BLIND.factor] === BLIND.value;
  }

  /** Time passes for muster and for the sandbox. */
  async pass(ms: number): Promise<void> {
    this.entry.advance(ms);
  }

  /** Somebody else's hand: what is new after it is not ours. */
  async act(hand: (control: SandboxControl) => Promise<unknown>): Promise<void> {
    await this.note();
    try {
      await hand(this.entry.control);
    } catch (error) {
      // Where nothing can be added there is nothing to work on either.
      if (!this.blind || !/there is no record/u.test(String(error))) throw error;
    }
    for (const [id, text] of await this.standing())
      if (!this.known.has(id) || this.foreign.has(id)) this.foreign.set(id, text);
    await this.note();
    await this.pass(BETWEEN_RUNS_MS);
  }

  async works(work: Work): Promise<void> {
    await this.act((control) => control.work(work));
  }

  /** Somebody else stores an item on a record: it is looked for from now on. */
  async writes(change: RecordEdit): Promise<void> {
    await this.act((control) => control.changeRecord(change));
    this.kept.set(change.clientId, { ...this.kept.get(change.clientId), ...change.data });
  }

  /** Plays a file until nothing is left to do: at most two runs once the faults are over, and then one that is silent. */
  async step(step: Step): Promise<void> {
    const disturbed = step.faults !== undefined || this.profile.switches.S18.kind === '503';
    for (let left = disturbed ? 3 : 2, first = true; ; left -= 1, first = false) {
      const open = await this.run(step, first);
      // While faults last, an empty plan may only mean that nothing could be read.
      if (open.length === 0 && !(first && disturbed)) return this.expectSilence(step);
      if (left === 0) expect({ step: step.name, open }).toEqual({ step: step.name, open: [] });
    }
  }

  /** One run, and what may pass before the next: answers what is still to be done. */
  async run({ desired, allow = {}, meanwhile, faults = [], refused = [] }: Step, first = true): Promise<string[]> {
    const { control } = this.entry;
    const { S18 } = this.profile.switches;
    if (S18.kind === '503') await control.setSwitches({ S18: first ? S18 : { kind: 'none' } });
    const before = await control.records();
    const planned = async (): Promise<void> => {
      if (!first) return;
      await meanwhile?.();
      for (const fault of faults) await control.arm(fault);
    };
    const open = await this.entry.run(desired, allow, planned).then(
      ({ plan, leftOut }) => {
        expect(JSON.stringify(plan)).not.toMatch(KEY);
        return stillOpen(plan, new Set(refused), leftOut);
      },
      (error: unknown) => this.refusalOf(error),
    );
    if (faults.some(({ kind }) => kind === 'commit-late')) await wait(LATE_MS * 2);
    await control.clearFaults();
    await this.judge(desired, before, meanwhile !== undefined && first);
    await this.pass(BETWEEN_RUNS_MS);
    return open;
  }

  /** Where keys cannot be read, nothing is deleted either: the guard says so before anything is sent. */
  private refusalOf(error: unknown): string[] {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    return this.blind && error.code === 'guard-incomplete' ? [] : [`${String(error.code)}: ${error.message}`];
  }

  private async expectSilence(step: Step): Promise<void> {
    const before = await this.entry.recorded(step.desired);
    const from = this.log.length;
    await this.run({ ...step, name: `${step.name}, once more` }, false);
    const written = this.log.slice(from).filter((each) => isWrite(each) && each.committed && !isLate(each));
    expect([written, await this.entry.recorded(step.desired)], step.name).toEqual([[], before]);
    expect(before).not.toMatch(KEY);
    await this.expectKept();
  }

  private async expectKept(): Promise<void> {
    const records = await this.entry.control.records();
    for (const [clientId, items] of this.kept) {
      const task = records.find((each) => each.clientId === clientId && !this.foreign.has(each.previewRecordID));
      if (task === undefined) this.kept.delete(clientId);
      else
        expect(Object.fromEntries(task.previewRecordData.map(({ key, value }) => [key, value]))).toMatchObject(items);
    }
  }

  private async judge(desired: DesiredInput, before: readonly SandboxRecord[], isMixed: boolean): Promise<void> {
    const { control } = this.entry;
    const { adopted, reasons } = saidIn(desired);
    const records = await control.records();
    const now = await this.standing();
    for (const [id, text] of this.foreign) {
      const name = records.find((each) => each.previewRecordID === id)?.clientId ?? id;
      if (adopted.has(name)) this.foreign.delete(id);
      else expect({ id: name, stands: now.get(id) }).toEqual({ id: name, stands: text });
    }
    const ours = records.filter((each) => isOpen(each) && !this.foreign.has(each.previewRecordID));
    expect(ours.map(({ clientId }) => clientId)).toEqual([...new Set(ours.map(({ clientId }) => clientId))]);
    for (const was of isMixed ? [] : before) {
      const is = records.find((each) => each.previewRecordID === was.previewRecordID);
      const isAsked = reasons.has(was.clientId) && !this.reasons.has(`${was.clientId} ${reasons.get(was.clientId)}`);
      const isBack = is !== undefined && RANK[is.workedState] < RANK[was.workedState];
      expect({ id: was.clientId, isCalledAgain: isBack && !isAsked }).toEqual({
        id: was.clientId,
        isCalledAgain: false,
      });
      if (isBack) this.reasons.add(`${was.clientId} ${reasons.get(was.clientId)}`);
    }
    await this.note();
  }

  private async note(): Promise<void> {
    for (const id of (await this.standing()).keys()) this.known.add(id);
  }

  private async standing(): Promise<ReadonlyMap<string, string>> {
    const { control } = this.entry;
    const [records, users] = [await control.records(), await control.users()];
    return new Map([
      ...records.map((each) => [each.previewRecordID, JSON.stringify(each)] as const),
      ...users.map((each) => [each.loginUserId, JSON.stringify(each)] as const),
    ]);
  }
}

/** Changes that are neither refused for good, nor left to a person, nor removals that wait for what was refused. */
function stillOpen({ changes }: Plan, refused: ReadonlySet<string>, leftOut: readonly string[]): string[] {
  const isRefused = changes.some(({ address }) => refused.has(address));
  return changes.flatMap(({ action, address }) => {
    const isLeft = leftOut.some((line) => line.startsWith(`${address} `) || line.includes(` ${address},`));
    const waits = isRefused && (action === 'delete' || action === 'forget');
    return refused.has(address) || isLeft || waits ? [] : [`${action} ${address}`];
  });
}

function saidIn({ users = [], campaigns = [] }: DesiredInput): {
  readonly adopted: ReadonlySet<string>;
  readonly reasons: ReadonlyMap<string, string>;
} {
  const records = campaigns.flatMap((each) => each.records ?? []);
  const people = users.map((each) => [each.loginUserId, each.adopt] as const);
  const taken = [...people, ...records.map((each) => [each.clientId, each.adopt] as const)];
  return {
    adopted: new Set(taken.flatMap(([id, adopt]) => (adopt ? [id] : []))),
    reasons: new Map(records.flatMap(({ clientId, reissue }) => (reissue ? [[clientId, reissue] as const] : []))),
  };
}
