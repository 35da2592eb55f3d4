// W4: `why` names each field that an update of ours changed, of tasks that nobody else touched.

import { recordAddress } from '../../../src/core/model/address.ts';
import { whyDocument } from '../../../src/core/report/documents/why.ts';
import type { Task } from '../../../src/sandbox/world/task.ts';
import type { PlayedRun } from '../life.ts';
import { endOf } from './evidence.ts';
import type { Evidence, TaskChange, Violation } from './evidence.ts';

export function judgeWhys(evidence: Evidence): Violation[] {
  return evidence.life.runs.flatMap((run) => unnamed(run, evidence));
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

/** The line of that write in the story of its object. */
function saidOf(write: Write, writes: readonly Write[]): string {
  const known = { desired: null, recorded: null, openIntents: [], copySince: null };
  const problem = { code: 'internal', message: '', stopsRun: true };
  const story = { address: write.address, known, writes, commits: { commits: [] }, sightings: [], next: { problem } };
  const context = { version: '0', command: 'why', at: 0, durationMs: 0, only: null, options: [] };
  const { events } = whyDocument({ ...HEAD, ...story } as unknown as Story, context).story;
  return events.find(({ at, by }) => by === 'run' && at === new Date(write.at).toISOString())?.text ?? '';
}

const HEAD = { project: '', target: {}, requests: 0, unread: [] };
