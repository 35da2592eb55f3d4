// W4: `why` names each field that an update of ours changed, of tasks that nobody else touched. W9: it says of an update that the minutes of
// the pin before it were over where the service had taken that pin away by its rule, and of no pin that stood there still.

import { recordAddress } from '../../../src/core/model/address.ts';
import { whyDocument } from '../../../src/core/report/documents/why.ts';
import type { Task } from '../../../src/sandbox/world/task.ts';
import type { PlayedRun } from '../life.ts';
import { endOf } from './evidence.ts';
import type { Evidence, TaskChange, Violation } from './evidence.ts';

export function judgeWhys(evidence: Evidence): Violation[] {
  return evidence.life.runs.flatMap((run) => [...unnamed(run, evidence), ...lapsed(run, evidence)]);
}

type Story = Parameters<typeof whyDocument>[0];
type Write = NonNullable<Story['writes']>[number];

function unnamed(run: PlayedRun, evidence: Evidence): Violation[] {
  const { end } = run;
  const writes = end.kind === 'ended' ? (end.writes ?? []) : [];
  const byAddress = Map.groupBy(writes, ({ address }) => address);
  return [...byAddress].flatMap(([address, own]) => {
    const [first] = own;
    const changes = evidence.changes.filter((each) => addressOf(each) === address);
    const isOurs = changes.every(({ request }) => request !== null);
    // Of what was there before the first of them recorded state keeps nothing.
    if (!isOurs || first?.action !== 'create' || own.some(({ outcome }) => outcome !== 'recorded')) return [];
    const updates = own.filter(({ action }) => action === 'update');
    const done = changes.filter(({ before, after }) => before !== null && after !== null);
    // Of several requests for one of them nobody can tell which was which.
    if (done.length !== updates.length) return [];
    return updates.flatMap((write, at): Violation[] => {
      const words = saidOf(write, own);
      const missing = changedBy(done[at]).filter((name) => !words.includes(name));
      if (missing.length === 0) return [];
      const text = `${address}: an update changed ${missing.join(', ')}, and why says "${words}"`;
      return [{ rule: 'W4', at: endOf(run, evidence), text, isRace: false }];
    });
  });
}

/** Of one task, which our first write made and no other one took the place of. */
function lapsed(run: PlayedRun, evidence: Evidence): Violation[] {
  const { end } = run;
  const writes = end.kind === 'ended' ? (end.writes ?? []) : [];
  const byAddress = Map.groupBy(writes, ({ address }) => address);
  return [...byAddress].flatMap(([address, own]) => {
    const changes = evidence.changes.filter((each) => addressOf(each) === address && each.index < run.to);
    const done = changes.filter(({ request }) => request !== null);
    const isOne = new Set(changes.map(({ id }) => id)).size === 1 && own[0]?.action === 'create';
    const isPlain = own.every(
      ({ outcome, action }) => outcome === 'recorded' && (action === 'create' || action === 'update'),
    );
    const [last] = changes.slice(-1);
    if (!isOne || !isPlain || done.length !== own.length || !last?.after) return [];
    const task = last.after;
    return own.flatMap((write, at): Violation[] => {
      const [change, before] = [done[at], done[at - 1]];
      if (write.action !== 'update' || !change?.before || !before) return [];
      const words = saidOf(write, own, task);
      const isSaid = words.includes(PIN_OVER);
      // Whom others pinned it to, no write of ours knew.
      const isGone = changes.some(
        ({ event, index, before: was }) =>
          event === 'pin-lapsed' &&
          index > before.index &&
          index < change.index &&
          was?.preferredAgent === before.after?.preferredAgent,
      );
      // So long after the write before, and with the same time, nobody doubts it.
      const isSure = change.at - before.at > SURE_MS && change.before.earliestAt === task.earliestAt;
      const isThere = !!change.before.preferredAgent && change.before.pinLapsesAt !== null;
      if (!(isSaid && isThere) && !(isGone && isSure && !isSaid)) return [];
      const text = `${address}: ${isSaid ? 'its pin stood there' : 'its pin had lapsed'}, and why says "${words}"`;
      return [{ rule: 'W9', at: endOf(run, evidence), text, isRace: false }];
    });
  });
}

const PIN_OVER = 'minutes of its pin were over';
/** Half an hour, and what a clock may be wrong. */
const SURE_MS = 41 * 60_000;

function addressOf({ before, after }: TaskChange): string | null {
  const task = after ?? before;
  return task && recordAddress(task.campaignName, task.clientId);
}

/** Fields that differ in the service after it, in muster's words. */
function changedBy(change: TaskChange | undefined): string[] {
  const [was, is] = [change?.before ?? null, change?.after ?? null];
  if (was === null || is === null) return [];
  return Object.entries(FIELDS).flatMap(([name, valueOf]) => (valueOf(was) === valueOf(is) ? [] : [name]));
}

const FIELDS: Readonly<Record<string, (task: Task) => unknown>> = {
  preferredAgent: ({ preferredAgent }) => preferredAgent ?? '',
  skillQueue: ({ skillQueue }) => skillQueue,
  nextEarliestWorkTime: ({ earliestAt }) => earliestAt,
  'data.Note': ({ items }) => items.find(({ key }) => key === 'Note')?.value,
};

/** The line of that write in the story of its object. `task`: as it is shown when that is told. */
function saidOf(write: Write, writes: readonly Write[], task: Task | null = null): string {
  const recorded = writes.at(-1)?.proposed ?? null;
  const known = { desired: null, recorded: task && recorded, openIntents: [], copySince: null };
  const problem = { code: 'internal', message: '', stopsRun: true };
  const observed = task && { tasks: [shownAs(task, recorded)] };
  const next = observed === null ? { problem } : { problem: null, change: null, verdict: null, observed };
  const story = { address: write.address, known, writes, commits: { commits: [] }, sightings: [], next };
  const context = { version: '0', command: 'why', at: 0, durationMs: 0, only: null, options: [] };
  const { events } = whyDocument({ ...HEAD, ...story } as unknown as Story, context).story;
  return events.find(({ at, by }) => by === 'run' && at === new Date(write.at).toISOString())?.text ?? '';
}

/** By the name that is recorded. */
function shownAs({ createdAt, updatedAt, earliestAt, lastAt, ...task }: Task, recorded: Write['proposed']): object {
  const previewRecordId = recorded?.kind === 'record' ? recorded.previewRecordId : '';
  const times = {
    createdTime: createdAt,
    lastUpdatedTime: updatedAt,
    nextEarliestWorkTime: earliestAt,
    lastAttemptTime: lastAt,
  };
  return {
    ...task,
    ...times,
    previewRecordId,
    workedState: task.state,
    workAttempts: task.attempts,
    lastAttemptAgent: task.lastAgent,
  };
}

const HEAD = { project: '', target: {}, requests: 0, unread: [] };
