// The judge of one story's history: the sandbox's log and the ledger's journal beside what each run planned and said.
// Says what breaks the invariants I1, I5, I6, I8, I9, I10 and I11; the others are seen by the bystander and the story.

import { parseAddress, recordAddress, userAddress } from '../../src/core/model/address.ts';
import type { Change } from '../../src/core/reconcile/change.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import type { Settlement } from '../../src/core/reconcile/settlement.ts';
import type { LogEntry } from '../../src/sandbox/messages/traffic.ts';
import type { PastIntent } from '../../src/core/state/shape.ts';
import { isLate, isWrite } from './log-entry.ts';
import type { Made } from './observer.ts';

export interface PlayedRun {
  readonly name: string;
  /** Half-open range of the log. */
  readonly from: number;
  readonly to: number;
  /** Where another process took over, with a client and a budget of its own. */
  readonly handedOver: number | null;
  /** Null when the run ended before there was a plan. */
  readonly plan: Plan | null;
  readonly settlements: readonly Settlement[];
  /** Addresses of planned changes that were left to a person, and said so. */
  readonly leftOut: readonly string[];
  readonly error: string | null;
  readonly allowed: number;
}

/** What was about to be done to an object, and until when that was open. */
export type Intent = Pick<PastIntent, 'address' | 'fromCampaign' | 'at' | 'closedAt'>;

export interface History {
  readonly log: readonly LogEntry[];
  readonly journal: readonly Intent[];
  readonly runs: readonly PlayedRun[];
  readonly made: readonly Made[];
  readonly blind: boolean;
  /** Whether the clock was put right in between, so that times say nothing about an order. */
  readonly isSetBack: boolean;
}

const HOUR_MS = 3_600_000;
const DELETE_CAP = 3;

/** Refused before anybody looked at the content: not executed, may be said again. */
const isRefusedUnread = ({ outcome }: LogEntry): boolean =>
  /^(?:unauthorized|(?:swapped: )?UNAUTHORIZED|rate limited)$/u.test(outcome);
/** Answered, though not truly, or with the answer to another request: whoever asked has no reason to ask again. */
const wasTold = ({ answered, outcome }: LogEntry): boolean => answered || /^(?:claims-|swapped)/u.test(outcome);
const sameRequest = (a: LogEntry, b: LogEntry): boolean => a.operation === b.operation && a.key === b.key;
const isReadOf = (entry: LogEntry, key: string): boolean => !isWrite(entry) && entry.key === key && wasTold(entry);
/** The service said that there is none, were it untrue; or there was none when another request got that answer. */
const SAID_NONE = /^(?:NORECORDFOUND|NOT_FOUND|claims-absent|swapped: (?:NORECORDFOUND|NOT_FOUND))$/u;
const addressOf = ({ operation, key }: LogEntry): string => {
  if (operation.endsWith('-user')) return userAddress(key);
  const slash = key.lastIndexOf('/');
  return recordAddress(key.slice(0, slash), key.slice(slash + 1));
};

export function judgeHistory(history: History): string[] {
  return [
    ...resent(history),
    ...overlapping(history),
    ...madeUnasked(history),
    ...concludedFromNothing(history),
    ...keyTooOld(history),
    ...history.runs.flatMap((run) => [
      ...overCap(run),
      ...unplanned(run, history),
      ...joinedUnasked(run, history),
      ...retried(run, history),
      ...misreported(run, history),
    ]),
  ];
}

/** I1: after an answer that was lost, nothing for that key before a reading of it. */
function resent({ log }: History): string[] {
  return log.flatMap((entry, index) => {
    if (!isWrite(entry) || entry.answered || isRefusedUnread(entry) || isLate(entry)) return [];
    const next = log.findIndex((other, at) => at > index && sameRequest(entry, other) && !isLate(other));
    if (next < 0 || log.slice(index, next).some((other) => isReadOf(other, entry.key))) return [];
    return [`I1 ${entry.operation} ${entry.key} was sent again after a lost answer without a reading`];
  });
}

/** I1: at most one intent of an object is open at a time. */
function overlapping({ journal, isSetBack }: History): string[] {
  return journal.flatMap((intent, index) => {
    const former = journal.slice(0, index).findLast((other) => other.address === intent.address);
    const isOver = former !== undefined && former.closedAt !== null && (isSetBack || former.closedAt <= intent.at);
    if (former === undefined || isOver) return [];
    return [`I1 two intents of ${intent.address} were open at once`];
  });
}

/** I6: nothing comes into being without an explicit word, since the last write of that key, that it is not there. */
function madeUnasked({ log, made, blind }: History): string[] {
  return made.flatMap(({ operation, key, at }) => {
    const end = log.indexOf(at);
    const asked = log.slice(0, end).findLast((entry) => entry.key === key && (isReadOf(entry, key) || entry.committed));
    const none = asked !== undefined && SAID_NONE.test(asked.outcome);
    if (none && !(blind && operation !== 'add-user')) return [];
    return [`I6 ${operation} made ${key} without an explicit word that it was not there`];
  });
}

/** I6: what could not be read is neither deleted nor forgotten. */
function concludedFromNothing({ runs }: History): string[] {
  return runs.flatMap(({ name, plan }) =>
    (plan?.changes ?? []).flatMap((change) => {
      const presence = change.kind === 'record' ? change.observed?.presence : change.observed?.service;
      const ends = change.action === 'delete' || change.action === 'forget';
      return ends && presence === 'unknown'
        ? [`I6 ${name}: ${change.action} ${change.address}, which was not read`]
        : [];
    }),
  );
}

function keyTooOld({ log }: History): string[] {
  return log
    .filter(({ keyAgeMs }) => keyAgeMs !== null && keyAgeMs > HOUR_MS)
    .map(({ operation, keyAgeMs }) => `I8 ${operation} with a key ${keyAgeMs} ms old`);
}

/** I5, per kind as the guard counts. */
function overCap(run: PlayedRun): string[] {
  const removing = run.settlements.filter(({ change }) => change.action === 'delete' || change.action === 'replace');
  return ['user', 'record'].flatMap((kind) => {
    const count = removing.filter(({ change }) => change.kind === kind).length;
    return count > Math.max(DELETE_CAP, run.allowed) ? [`I5 ${run.name}: ${count} ${kind}s deleted`] : [];
  });
}

/** I9: each writing request was planned and has an intent that was open when it came. */
function unplanned(run: PlayedRun, { log, journal }: History): string[] {
  const sent = log
    .slice(run.from, run.to)
    .filter((entry) => isWrite(entry) && !isRefusedUnread(entry) && !isLate(entry));
  const found: string[] = [];
  for (const [name, entries] of Map.groupBy(sent, (entry) => `${entry.operation} ${entry.key}`)) {
    const [entry] = entries;
    if (entry === undefined) continue;
    const planned = (run.plan?.changes ?? []).reduce((sum, change) => sum + plannedFor(change, entry), 0);
    if (entries.length > planned)
      found.push(`I9 ${run.name}: ${name} sent ${entries.length} times, planned ${planned}`);
    if (!journal.some((intent) => covers(intent, entry))) found.push(`I9 ${run.name}: ${name} without an intent`);
  }
  return found;
}

/** I9: a second add-user only where the file consents to joining unseen, after a refusal and a look, and in other words. */
function joinedUnasked(run: PlayedRun, { log }: History): string[] {
  const sent = log.slice(run.from, run.to).filter((entry) => !isLate(entry));
  const adds = sent.filter((entry) => entry.operation === 'add-user' && !isRefusedUnread(entry));
  return [...Map.groupBy(adds, (entry) => entry.key)].flatMap(([key, [first, second, ...more]]) => {
    if (first === undefined || second === undefined) return [];
    const change = run.plan?.changes.find(({ address }) => address === userAddress(key));
    const between = sent.slice(sent.indexOf(first), sent.indexOf(second));
    const looked = between.some((entry) => isReadOf(entry, key) && entry.outcome === 'NOT_FOUND');
    const isRefused = first.answered && !first.committed && first.content !== second.content;
    if (more.length === 0 && isRefused && looked && consentsUnseen(change)) return [];
    return [`I9 ${run.name}: add-user ${key} was sent again without a word of the file for it`];
  });
}

function consentsUnseen(change: Change | undefined): boolean {
  if (change?.kind !== 'user' || change.desired?.ensure !== 'present') return false;
  const { adopt, createInBackend, behaviorIfInBackend } = change.desired;
  return adopt && createInBackend && behaviorIfInBackend === undefined && change.observed?.backend === 'unknown';
}

function plannedFor(change: Change, entry: LogEntry): number {
  const count = change.writes.filter((operation) => operation === entry.operation).length;
  if (change.kind === 'record' && change.action === 'move') {
    if (entry.operation === 'transferCampaignRecord') return change.from?.address === addressOf(entry) ? count : 0;
    // What a transfer loses is put back: known only after it.
    if (entry.operation === 'addOrUpdateCampaignRecord') return change.address === addressOf(entry) ? 1 : 0;
  }
  // Where an update resets the state of a worked task, or takes a record out of an undeclared queue that the plan names, that
  // is put back: known only after it.
  const resets = change.kind === 'record' && change.observed?.tasks[0]?.workedState === 'WORKED';
  const keeps =
    change.kind === 'record' && change.carried?.some((each) => each.field === 'skillQueue' && !each.declared);
  const mayPutBack = (resets || keeps) && entry.operation === 'changeCampaignRecordStatus';
  return change.address === addressOf(entry) ? count + (mayPutBack ? 1 : 0) : 0;
}

function covers(intent: Intent, entry: LogEntry): boolean {
  const isOpen = intent.at <= entry.at && (intent.closedAt === null || intent.closedAt >= entry.at);
  if (!isOpen) return false;
  if (intent.address === addressOf(entry)) return true;
  const parsed = parseAddress(intent.address);
  if (intent.fromCampaign === null || parsed?.kind !== 'record') return false;
  return recordAddress(intent.fromCampaign, parsed.clientId) === addressOf(entry);
}

/** Readings that settle one lost answer: four looks at up to two campaigns. */
const LOOKS = 8;

/** I10: three an object, and a tenth of the requests plus three in all. */
function retried({ name, from, to, handedOver }: PlayedRun, { log }: History): string[] {
  const parts =
    handedOver === null
      ? [[from, to]]
      : [
          [from, handedOver],
          [handedOver, to],
        ];
  return parts.flatMap(([start, end]) => retriedBy(name, log.slice(start, end)));
}

function retriedBy(name: string, log: readonly LogEntry[]): string[] {
  const sent = log.filter((entry) => !isLate(entry) && entry.operation !== 'GetSecretValue');
  const again = sent.filter((entry, index) => {
    const isSame = (other: LogEntry): boolean => sameRequest(entry, other) && other.content === entry.content;
    const former = sent.slice(0, index).findLast(isSame);
    return former !== undefined && !wasTold(former) && !isRefusedUnread(former);
  });
  const lost = sent.filter((entry) => isWrite(entry) && !entry.answered).length;
  // A tenth begun counts whole: the budget is looked at before a retry, not after.
  const allowed = Math.ceil(sent.length / 10) + 3 + LOOKS * lost;
  return again.length > allowed ? [`I10 ${name}: ${again.length} retries among ${sent.length} requests`] : [];
}

/** I11: who lost the answer to a write says so, or has read what became of it. */
function misreported(run: PlayedRun, { log }: History): string[] {
  const entries = log.slice(run.from, run.to);
  const lost = entries.filter(
    (entry) => isWrite(entry) && !wasTold(entry) && !isRefusedUnread(entry) && !isLate(entry),
  );
  return lost.flatMap((entry) => {
    const settlement = run.settlements.find(({ change }) => plannedFor(change, entry) > 0);
    if (settlement === undefined)
      return [`I11 ${run.name}: ${entry.operation} ${entry.key} was lost and is not reported`];
    const seen = (other: LogEntry): boolean => isReadOf(other, entry.key) && other.outcome.endsWith('SUCCESS');
    const isThere = entry.operation === 'add-user' && entries.slice(entries.indexOf(entry)).some(seen);
    // Of an account that is there after a lost answer nobody can tell who made it (0008).
    const done =
      entry.committed || isThere || log.some((other) => isLate(other) && sameRequest(entry, other) && other.committed);
    const known = entries.slice(entries.indexOf(entry)).some((other) => isReadOf(other, entry.key));
    const isWrong =
      (settlement.kind === 'applied' && !(done && known)) ||
      ((settlement.kind === 'failed' || settlement.kind === 'skipped') && done);
    return isWrong
      ? [`I11 ${run.name}: ${entry.operation} ${entry.key} was lost (done: ${done}) and is called ${settlement.kind}`]
      : [];
  });
}
