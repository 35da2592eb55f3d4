// The bystander: sees what every request did to the sandbox's data and counts harm, knowing nothing of plans. What somebody
// else put there is told apart from what came by request, by looking before and after each.

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { MARKER_KEY } from '../../src/core/model/record.ts';
import type { DataItem } from '../../src/core/model/record.ts';
import type { SandboxControl, SandboxRecord, SandboxUser } from '../../src/sandbox/operations/control.ts';
import type { LogEntry } from '../../src/sandbox/messages/traffic.ts';
import { isLate } from './log-entry.ts';

export const HARMS = [
  'customer called twice',
  'wrong person removed',
  'foreign record touched',
  'data lost',
  'removed but still there',
  'another tenant touched',
  'write after stop',
] as const;
export type Harm = (typeof HARMS)[number];

export interface Snapshot {
  readonly tasks: ReadonlyMap<string, SandboxRecord>;
  readonly users: ReadonlyMap<string, SandboxUser>;
  /** Full copies that the ledger holds at this moment, by clientId. */
  readonly copies: ReadonlyMap<string, readonly DataItem[]>;
}

interface Change {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

export interface Seen {
  /** `I4 …` or the name of a harm. */
  readonly what: string;
  readonly harm: Harm | null;
}

/** A task or a user that came into being by a request. */
export interface Made {
  readonly operation: string;
  readonly key: string;
  readonly at: LogEntry;
}

/** What the file of the present step says, as far as a bystander needs it. */
interface Declared {
  readonly users: ReadonlySet<string>;
  /** People to be made on both sides, nobody of whom may be taken over. */
  readonly onlyNew: ReadonlySet<string>;
  /** `campaign/clientId` -> data item -> value. */
  readonly records: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly adopted: ReadonlySet<string>;
  readonly removable: ReadonlySet<string>;
  /** Records that may be written although an agent has worked them. */
  readonly writable: ReadonlySet<string>;
  readonly reasons: ReadonlyMap<string, string>;
}

export class Observer {
  readonly seen: Seen[] = [];
  readonly made: Made[] = [];
  /** Objects of others that were written although every answer about them since they came said that there is none. */
  readonly unknowable: string[] = [];
  private readonly toldTruly = new Set<string>();
  private readonly toldAbsent = new Set<string>();
  /** Keys of writes that were cut off, sent when nobody could know better. */
  private readonly sentUnknowing = new Set<string>();
  /** Whose record two customers' data met in that way: nothing is expected of it any more. */
  private readonly mixedUp = new Set<string>();
  private now: Snapshot = { tasks: new Map(), users: new Map(), copies: new Map() };
  private atRunStart: Snapshot = this.now;
  private declared: Declared = declaredIn({});
  private readonly ours = { tasks: new Set<string>(), service: new Set<string>(), backend: new Set<string>() };
  private readonly worked = new Set<string>();
  /** Customers whose record of ours somebody else took away: nobody knows whether they were called. */
  private readonly vanished = new Set<string>();
  private readonly consent = new Set<string>();
  /** Worked tasks that an update, which the file allows, has reset: to be put back. */
  private readonly reset = new Map<string, string>();
  private readonly reasons = new Map<string, string>();
  /** clientId -> item -> value of somebody else that must stand somewhere at every moment. */
  private readonly kept: Items = new Map();
  /** The same for what the file of this step says as the one before did. */
  private readonly said: Items = new Map();
  /** Addresses that a run called removed, or seen gone for good. */
  private readonly calledGone = new Set<string>();
  /** The same at any time of the story, whatever became of it since. */
  private readonly everCalledGone = new Set<string>();
  /** Writes that may still arrive once the run is stopped; null: it is not. */
  private onTheWay: number | null = null;
  private file: DesiredInput | null = null;

  /** A new file: what it says again of what stands there must not be lost on the way. */
  declare(desired: DesiredInput): void {
    if (this.file === desired) return;
    this.file = desired;
    this.declared = declaredIn(desired);
    this.said.clear();
    for (const [clientId, reason] of this.declared.reasons) {
      if (this.reasons.get(clientId) !== reason && this.isUsedUp(clientId)) this.consent.add(clientId);
      this.reasons.set(clientId, reason);
    }
    for (const task of this.now.tasks.values()) {
      const data = [...this.declared.records].find(([key]) => key.endsWith(`/${task.clientId}`))?.[1];
      if (data === undefined || !this.ours.tasks.has(task.previewRecordID) || this.mixedUp.has(task.clientId)) continue;
      for (const { key, value } of task.previewRecordData)
        if (data[key] === value) put(this.said, task.clientId, [key, value]);
    }
  }

  /** A reason to call again counts from when there is nobody left to be called; one that comes earlier is used up. */
  private isUsedUp(clientId: string): boolean {
    return ![...this.now.tasks.values()].some((task) => task.clientId === clientId && isOpen(task));
  }

  /** An item of somebody else on a record of ours. */
  keep(clientId: string, key: string, value: string): void {
    put(this.kept, clientId, [key, value]);
  }

  /** Whether it came into being by a request of ours and nobody took it away since. */
  owns(address: string): boolean {
    if (address.startsWith('user:')) return this.ours.service.has(address.slice('user:'.length));
    const tasks = [...this.now.tasks.values()].filter((task) => `record:${keyOf(task)}` === address);
    return tasks.length === 1 && tasks.every((task) => this.ours.tasks.has(task.previewRecordID) && hasMarker(task));
  }

  /** Declared records of ours that nobody has worked and that do not hold what the file says, and people who are not there. */
  unmet(): string[] {
    const records = [...this.declared.records].flatMap(([key, data]) => {
      const task = [...this.now.tasks.values()].find((each) => keyOf(each) === key);
      if (task === undefined || task.workAttempts > 0 || !isOpen(task)) return [];
      const has = (item: readonly [string, string]): boolean =>
        task.previewRecordData.some(({ key: name, value }) => name === item[0] && value === item[1]);
      return Object.entries(data).every(has) ? [] : [`record:${key}`];
    });
    const people = [...this.declared.users].filter((login) => this.now.users.get(login)?.inService !== true);
    return [...records, ...people.map((login) => `user:${login}`)];
  }

  stands(address: string): boolean {
    return [...this.now.tasks.values()].some((task) => `record:${keyOf(task)}` === address);
  }

  /** At the end of a story: what was reset and stays so will be called again. */
  judgeEnd(): void {
    for (const [key, id] of this.reset) {
      if (this.now.tasks.get(id)?.workedState === 'NOTWORKED')
        this.note('customer called twice', `${key} stayed reset`);
    }
  }

  beginRun(): void {
    this.atRunStart = this.now;
    this.onTheWay = null;
  }

  /** What a run says it removed, or saw gone for good. `atOnce`: it had the means to know better. */
  hearGone(address: string, atOnce: boolean): void {
    this.calledGone.add(address);
    this.everCalledGone.add(address);
    if (atOnce && this.standsAsOurs(address)) this.note('removed but still there', `${address} was called removed`);
  }

  /** Made again, or let go on purpose since. */
  hearOtherwise(address: string): void {
    this.calledGone.delete(address);
  }

  wasCalledGone(address: string): boolean {
    return this.everCalledGone.has(address);
  }

  /** After a run that disturbances are over for. `named`: what its plan says anything about. */
  judgeGoneAgain(named: ReadonlySet<string>): void {
    for (const address of this.calledGone) {
      if (named.has(address) || !this.standsAsOurs(address) || this.isDeclared(address)) continue;
      this.note('removed but still there', `${address} was called removed, stands there, and nothing says so`);
    }
  }

  /** The person's signal, or the loss of the lock; `inFlight`: requests that may be on a connection at this moment. */
  stopRun(inFlight: number): void {
    this.onTheWay ??= inFlight;
  }

  /** Each reading: whether what it said of the object is true. */
  hearRead({ key, answered, outcome }: LogEntry): void {
    if (answered) this.toldTruly.add(key);
    else if (outcome === 'claims-absent') this.toldAbsent.add(key);
  }

  /** Each writing request, whatever came of it. */
  hearWrite({ operation, key, outcome }: LogEntry): void {
    if (outcome === 'commit-late' && this.isToldAbsent(key)) this.sentUnknowing.add(key);
    if (this.onTheWay === null) return;
    this.onTheWay -= 1;
    if (this.onTheWay < 0) this.note('write after stop', `${operation} ${key}`);
  }

  /** Each writing request that reaches another tenant than the one that state was recorded for. */
  hearWriteElsewhere({ operation, key }: LogEntry): void {
    this.note('another tenant touched', `${operation} ${key}`);
  }

  private standsAsOurs(address: string): boolean {
    if (address.startsWith('user:')) return this.ours.service.has(address.slice('user:'.length));
    return [...this.now.tasks.values()].some(
      (task) => `record:${keyOf(task)}` === address && isOpen(task) && this.ours.tasks.has(task.previewRecordID),
    );
  }

  private isDeclared(address: string): boolean {
    const [, kind, name = ''] = /^(user|record):(.*)$/su.exec(address) ?? [];
    return kind === 'user' ? this.declared.users.has(name) : this.declared.records.has(name);
  }

  /** Somebody else's hand, or time: what is new is not ours; what is no longer true need not stay true. */
  rebase(after: Snapshot): void {
    for (const [id, task] of after.tasks) {
      if (!this.now.tasks.has(id)) for (const told of [this.toldTruly, this.toldAbsent]) told.delete(keyOf(task));
      if (task.workAttempts > (this.now.tasks.get(id)?.workAttempts ?? 0)) this.worked.add(task.clientId);
    }
    for (const id of this.ours.tasks) {
      if (after.tasks.has(id)) continue;
      this.ours.tasks.delete(id);
      this.vanished.add(this.now.tasks.get(id)?.clientId ?? '');
    }
    for (const [login, user] of after.users) {
      if (!user.inService) this.ours.service.delete(login);
      if (!user.inBackend) this.ours.backend.delete(login);
    }
    this.now = after;
    for (const [clientId, items] of [...this.kept, ...this.said]) {
      for (const [key, value] of items) if (!stands(after, clientId, [key, value])) items.delete(key);
    }
  }

  /** After each request that changed something. */
  judge(entry: LogEntry, after: Snapshot): void {
    const before = this.now;
    this.now = after;
    for (const [id, task] of before.tasks) {
      const then = after.tasks.get(id);
      if (then === undefined) this.judgeGone(entry, task, after);
      else if (JSON.stringify(task) !== JSON.stringify(then)) this.judgeChanged(entry, task, then);
    }
    for (const [id, task] of after.tasks) if (!before.tasks.has(id)) this.judgeNew(entry, task, { before, after });
    this.judgeUsers(entry, before, after);
    for (const [clientId, items] of [...this.kept, ...this.said]) {
      for (const item of items) {
        if (stands(after, clientId, item)) continue;
        items.delete(item[0]);
        this.note('data lost', `${item[0]} of ${clientId} stood nowhere after ${entry.operation}`);
      }
    }
  }

  private judgeGone(entry: LogEntry, task: SandboxRecord, after: Snapshot): void {
    const key = keyOf(task);
    // The trace of an earlier delete makes room for a new task.
    if (task.workedState === 'REMOVED' && entry.operation === 'addOrUpdateCampaignRecord') return;
    const wasOurs = this.ours.tasks.delete(task.previewRecordID);
    if (!wasOurs && !this.isAdopted(task)) {
      if (this.isUnknowable(entry, task)) return;
      return this.note('foreign record touched', `${key} removed by ${entry.operation}`);
    }
    if (entry.operation === 'transferCampaignRecord') {
      const landed = [...after.tasks.values()].find((each) => each.clientId === task.clientId && keyOf(each) !== key);
      if (landed === undefined) this.note('data lost', `${key} is nowhere after a transfer`);
      return;
    }
    this.judgeDeleted(entry, task);
  }

  private judgeDeleted(entry: LogEntry, task: SandboxRecord): void {
    const key = keyOf(task);
    if (this.declared.records.has(key)) this.note('data lost', `${key} is declared and was removed`);
    const wasWorked = task.workAttempts > 0 && task.workedState !== 'REMOVED';
    if (wasWorked && !this.declared.removable.has(key)) this.note('data lost', `${key} was worked and was removed`);
    if (!hasMarker(task)) {
      this.note(null, `I3 ${key} had lost our marker and was removed all the same`);
    }
    this.kept.delete(task.clientId);
    this.said.delete(task.clientId);
    if (entry.operation !== 'deleteRecordFromCampaign') this.note(null, `I3 ${key} vanished by ${entry.operation}`);
  }

  private judgeChanged(entry: LogEntry, task: SandboxRecord, then: SandboxRecord): void {
    const key = keyOf(task);
    const isOurs = this.ours.tasks.has(task.previewRecordID) || this.isAdopted(task);
    if (!isOurs && !this.isUnknowable(entry, task)) {
      this.note('foreign record touched', `${key} changed by ${entry.operation}`);
    }
    if (entry.operation === 'deleteRecordFromCampaign') return this.judgeDeleted(entry, task);
    const isPut = entry.operation === 'addOrUpdateCampaignRecord' && task.workAttempts > 0;
    // A request that was cut off was sent before.
    const isSentNow = !isLate(entry);
    if (isPut && isSentNow && !this.declared.writable.has(key) && !this.consent.has(task.clientId)) {
      this.note(null, `I4 ${key} was worked and was written all the same`);
    }
    const hasFewer = then.workAttempts < task.workAttempts && (isSentNow || task.workedState !== 'NOTWORKED');
    const back = RANK[then.workedState] < RANK[task.workedState] || hasFewer;
    if (!back || this.consent.delete(task.clientId)) return;
    // The file lets a worked task be overwritten, and the reading resets its state: it must be put back at once.
    if (isPut && this.declared.writable.has(key) && task.workedState === 'WORKED') {
      this.reset.set(key, task.previewRecordID);
      return;
    }
    this.note(null, `I4 ${key} went from ${task.workedState} back to ${then.workedState} by ${entry.operation}`);
    if (then.workedState === 'NOTWORKED') this.note('customer called twice', `${key} was reopened`);
  }

  private judgeNew(entry: LogEntry, task: SandboxRecord, { before, after }: Change): void {
    const key = keyOf(task);
    this.ours.tasks.add(task.previewRecordID);
    // A task shown as REMOVED is as good as the word that there is none (R18); adding it again needs a reason.
    const shownRemoved = [...before.tasks.values()].some(
      (each) => keyOf(each) === key && each.workedState === 'REMOVED',
    );
    if (entry.operation !== 'transferCampaignRecord' && !shownRemoved)
      this.made.push({ operation: entry.operation, key, at: entry });
    const others = [...after.tasks.values()].filter(
      (each) =>
        each.clientId === task.clientId &&
        each.previewRecordID !== task.previewRecordID &&
        isOpen(each) &&
        this.counts(each, task),
    );
    if (isOpen(task) && others.length > 0) this.note('customer called twice', `${key} stands open twice`);
    if (entry.operation === 'transferCampaignRecord' || this.consent.delete(task.clientId)) return;
    if (this.worked.has(task.clientId)) this.note('customer called twice', `${key} was worked and added again`);
    else if (this.vanished.has(task.clientId)) this.note(null, `I4 ${key} had vanished and was added again unasked`);
  }

  private judgeUsers(entry: LogEntry, before: Snapshot, after: Snapshot): void {
    for (const login of new Set([...before.users.keys(), ...after.users.keys()])) {
      const [was, is] = [before.users.get(login), after.users.get(login)];
      if (!was?.inService && is?.inService) {
        this.ours.service.add(login);
        if (was?.inBackend && !this.ours.backend.has(login) && this.declared.onlyNew.has(login))
          this.note(null, `I9 ${login} was taken over in the backing instance without a word of the file`);
        this.made.push({ operation: entry.operation, key: login, at: entry });
      }
      if (!was?.inBackend && is?.inBackend) this.ours.backend.add(login);
      if (was?.inService && !is?.inService) this.judgeRemoved(login, 'service');
      if (was?.inBackend && !is?.inBackend) this.judgeRemoved(login, 'backend');
    }
  }

  private judgeRemoved(login: string, side: 'service' | 'backend'): void {
    if (!this.ours[side].delete(login)) this.note('wrong person removed', `${login} was not ours in the ${side}`);
    if (this.declared.users.has(login)) this.note('wrong person removed', `${login} is declared`);
    if (side === 'backend') return;
    const pinned = [...this.atRunStart.tasks.values()].filter((task) => task.preferredAgent === login);
    const left = pinned.filter(({ previewRecordID: id }) => {
      const task = this.now.tasks.get(id);
      return task !== undefined && task.preferredAgent === login && isOpen(task);
    });
    if (left.length > 0) this.note(null, `I6 ${login} was removed with ${left.length} open tasks still pinned`);
  }

  /** The same id in another list that somebody else feeds may be another customer. */
  private counts(other: SandboxRecord, task: SandboxRecord): boolean {
    return other.campaignName === task.campaignName || this.ours.tasks.has(other.previewRecordID);
  }

  /** From then on it is ours: nothing tells it from what muster made. */
  private isUnknowable(entry: LogEntry, task: SandboxRecord): boolean {
    const { operation } = entry;
    const key = keyOf(task);
    if (!(isLate(entry) ? this.sentUnknowing.has(key) : this.isToldAbsent(key))) return false;
    this.ours.tasks.add(task.previewRecordID);
    this.mixedUp.add(task.clientId);
    this.said.delete(task.clientId);
    this.unknowable.push(`${key} was written by ${operation}`);
    return true;
  }

  private isToldAbsent(key: string): boolean {
    return this.toldAbsent.has(key) && !this.toldTruly.has(key);
  }

  private isAdopted(task: SandboxRecord): boolean {
    return this.declared.adopted.has(keyOf(task));
  }

  private note(harm: Harm | null, text: string): void {
    this.seen.push({ what: harm === null ? text : `harm, ${harm}: ${text}`, harm });
  }
}

type Items = Map<string, Map<string, string>>;

function put(items: Items, clientId: string, [key, value]: readonly [string, string]): void {
  items.set(clientId, (items.get(clientId) ?? new Map<string, string>()).set(key, value));
}

const RANK = { NOTWORKED: 0, WORKED: 1, COMPLETED: 2, REMOVED: 2 } as const;

function isOpen(task: SandboxRecord): boolean {
  return task.workedState === 'NOTWORKED' || task.workedState === 'WORKED';
}

function hasMarker(task: SandboxRecord): boolean {
  return task.previewRecordData.some((item) => item.key === MARKER_KEY);
}

function keyOf(task: SandboxRecord): string {
  return `${task.campaignName}/${task.clientId}`;
}

function stands({ tasks, copies }: Snapshot, clientId: string, [key, value]: readonly [string, string]): boolean {
  const has = (items: readonly DataItem[]): boolean => items.some((item) => item.key === key && item.value === value);
  const saved = copies.get(clientId);
  if (saved !== undefined && has(saved)) return true;
  return [...tasks.values()].some((task) => task.clientId === clientId && has(task.previewRecordData));
}

function declaredIn({ users = [], campaigns = [] }: DesiredInput): Declared {
  const listed = campaigns.flatMap(({ campaignName, records = [] }) =>
    records.map((record) => ({ key: `${campaignName}/${record.clientId}`, record })),
  );
  const present = listed.filter(({ record }) => record.ensure !== 'absent');
  const people = users.filter((user) => user.ensure !== 'absent');
  const mayBeMadeOnly = people.filter(
    (user) => user.createInBackend && !user.adopt && user.behaviorIfInBackend !== 'ALLOW',
  );
  return {
    users: new Set(people.map((user) => user.loginUserId)),
    onlyNew: new Set(mayBeMadeOnly.map((user) => user.loginUserId)),
    records: new Map(present.map(({ key, record }) => [key, valuesOf(record.data ?? {})])),
    adopted: new Set(listed.filter(({ record }) => record.adopt).map(({ key }) => key)),
    writable: new Set(listed.filter(({ record }) => record.whenWorked === 'replace').map(({ key }) => key)),
    removable: new Set(listed.filter(({ record }) => record.whenWorked === 'remove').map(({ key }) => key)),
    reasons: new Map(
      listed.flatMap(({ record }) => (record.reissue ? [[record.clientId, record.reissue] as const] : [])),
    ),
  };
}

function valuesOf(data: Readonly<Record<string, string | { readonly value: string }>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, typeof value === 'string' ? value : value.value]),
  );
}

/** What stands in the sandbox now; read at once, handed over a moment later. */
export async function snapshot(control: SandboxControl, copies: Snapshot['copies']): Promise<Snapshot> {
  const [records, users] = await Promise.all([control.records(), control.users()]);
  return {
    tasks: new Map(records.map((record) => [record.previewRecordID, record])),
    users: new Map(users.map((user) => [user.loginUserId, user])),
    copies,
  };
}
