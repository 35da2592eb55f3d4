// What the log shows, read once for all rules: who made each task, what was told to whom and when. By the double's truth alone.

import type { Task } from '../../../src/sandbox/world/task.ts';
import type { Files, RecordLine } from '../files.ts';
import type { Entry } from '../log.ts';
import type { Life, PlayedRun } from '../life.ts';

export interface Violation {
  /** H1 … H9, G1, D1: see README.md. */
  readonly rule: string;
  readonly at: number;
  readonly text: string;
  /** True where it fell into the one round trip between a last look and its write: counted apart. */
  readonly isRace: boolean;
}

/** One change of one task, and who did it. */
export interface TaskChange {
  readonly at: number;
  readonly index: number;
  readonly id: number;
  readonly before: Task | null;
  readonly after: Task | null;
  /** The request of ours; null for others. */
  readonly request: number | null;
  readonly event: string | null;
}

export interface Asked {
  readonly request: number;
  readonly run: number;
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly at: number;
  readonly index: number;
  readonly intents: readonly string[];
  /** When the service had it; null: never. */
  arrivedAt: number | null;
  /** When its answer was heard; null: never. */
  answeredAt: number | null;
  /** How it was answered, as far as muster heard. */
  status: number | null;
  answer: unknown;
  isAnswered: boolean;
  /** What was played on it. */
  fault: string | null;
}

export interface Evidence {
  readonly life: Life;
  readonly requests: ReadonlyMap<number, Asked>;
  readonly changes: readonly TaskChange[];
  readonly runOf: (index: number) => PlayedRun | null;
  /** Arrival of the last reading of this clientId that was answered in that run before the request left; null: none. */
  readonly lastLook: (request: Asked, clientId: string) => number | null;
  /** The same of one of the two campaigns of a transfer, which a client reads one after the other: so of one it is the last look but one. */
  readonly lastLookIn: (request: Asked, clientId: string, campaignName: string) => number | null;
}

export const isWrite = ({ operation }: Asked): boolean =>
  operation !== 'query-existence' && operation !== 'searchPreviewCampaign';

export function gather(life: Life): Evidence {
  const requests = new Map<number, Asked>();
  const changes: TaskChange[] = [];
  life.log.forEach((entry, index) => note(entry, index, { requests, changes }));
  const all = [...life.runs, ...life.past.map(({ run }) => run)];
  const runOf = (index: number): PlayedRun | null => all.find(({ from, to }) => index >= from && index < to) ?? null;
  // A reading that lags shows what was so that long before.
  const { S19: lag = 0 } = life.plan.world.switches;
  const looks = (write: Asked, clientId: string): Look[] =>
    [...requests.values()].flatMap((asked) => {
      if (asked.run !== write.run || asked.index > write.index || asked.operation !== 'searchPreviewCampaign')
        return [];
      if (asked.arrivedAt === null || !isAbout(asked, clientId)) return [];
      return { at: asked.arrivedAt - lag, campaignName: asked.body['campaignName'] };
    });
  const lastLook = (write: Asked, clientId: string): number | null => latest(looks(write, clientId));
  const lastLookIn = (write: Asked, clientId: string, campaignName: string): number | null => {
    const all = looks(write, clientId).toSorted((a, b) => a.at - b.at);
    const there = latest(all.filter((each) => each.campaignName === campaignName));
    return there === null ? null : Math.max(there, all.at(-2)?.at ?? there);
  };
  return { life, requests, changes, runOf, lastLook, lastLookIn };
}

interface Look {
  readonly at: number;
  readonly campaignName: unknown;
}

const latest = (looks: readonly Look[]): number | null =>
  looks.length === 0 ? null : Math.max(...looks.map(({ at }) => at));

/** A search of that id, or one that showed it. */
function isAbout({ body, answer }: Asked, clientId: string): boolean {
  return body['clientId'] === clientId || JSON.stringify(answer ?? null).includes(`"${clientId}"`);
}

interface Found {
  readonly requests: Map<number, Asked>;
  readonly changes: TaskChange[];
}

function note(entry: Entry, index: number, { requests, changes }: Found): void {
  if (entry.kind === 'request') {
    const { request, run, operation, at, intents } = entry;
    const body = withClientId({ ...(entry.body as object) }, changes);
    requests.set(request, {
      request,
      run,
      operation,
      body,
      at,
      index,
      intents,
      arrivedAt: null,
      answeredAt: null,
      status: null,
      answer: null,
      isAnswered: false,
      fault: null,
    });
  } else if (entry.kind === 'arrival') {
    const asked = requests.get(entry.request);
    if (asked !== undefined) asked.arrivedAt = entry.at;
  } else if (entry.kind === 'answer') {
    const asked = requests.get(entry.request);
    if (asked === undefined) return;
    asked.answeredAt = entry.at;
    asked.status = entry.status;
    asked.answer = entry.body;
    asked.fault = entry.fault;
    asked.isAnswered = entry.status === 200 && entry.body !== null;
  } else if (entry.kind === 'effect' && entry.effect.of === 'task') {
    const { id, before, after } = entry.effect;
    changes.push({ at: entry.at, index, id, before, after, request: entry.request, event: entry.event });
  }
}

/** A request that names its task by its id is about a clientId all the same. */
function withClientId(body: Asked['body'], changes: readonly TaskChange[]): Asked['body'] {
  const id = /"R-(\d+)"/u.exec(JSON.stringify(body['previewRecordId'] ?? null))?.[1];
  const task = id === undefined ? null : changes.findLast((each) => each.id === Number(id));
  const clientId = (task?.after ?? task?.before)?.clientId;
  return clientId === undefined ? body : { clientId, ...body };
}

/** A run of the command plans first: what that half read is forgotten. Below every index where it did not plan. `since`: in that part of it. */
export function applyingFrom(run: number, { log, runs }: Life, since = 0): number {
  const { from = 0, to = 0 } = runs.find((each) => each.run === run) ?? {};
  return log.findIndex(
    (entry, index) =>
      index >= Math.max(from, since) &&
      index < to &&
      entry.kind === 'note' &&
      entry.name === 'allowed' &&
      entry.run === run,
  );
}

export function lineOf(files: Files, campaignName: string, clientId: string): RecordLine | null {
  const campaign = files.campaigns.find((each) => each.campaignName === campaignName);
  return campaign?.records.find((each) => each.clientId === clientId) ?? null;
}

export const isOpenTask = ({ state }: Task): boolean => state === 'NOTWORKED' || state === 'WORKED';

export const endOf = ({ to }: PlayedRun, { life }: Evidence): number => life.log[to - 1]?.at ?? 0;

/** Campaigns in which the pins of a leaver are searched. A program of single records declares no campaign without one. */
export function searchedIn({ files: { campaigns, policy } }: PlayedRun, { life }: Evidence): ReadonlySet<string> {
  const isSingle = life.log.some((each) => each.kind === 'note' && each.detail['style'] === 'classes');
  const declared = campaigns.filter(({ records }) => !isSingle || records.length > 0);
  return new Set([...declared.map(({ campaignName }) => campaignName), ...(policy?.offboard?.campaigns ?? [])]);
}

/** What one search would show, and it shows a part: below 50 tasks no service cuts (contributing/decisions/0019). */
export function isCut(shown: readonly Task[], { life }: Evidence): boolean {
  const { S4 } = life.plan.world.switches;
  return typeof S4 === 'number' && S4 < 50 && shown.length > S4;
}

export const pinnedLike = (tasks: readonly Task[], { campaignName, preferredAgent }: Task): readonly Task[] =>
  tasks.filter((each) => each.campaignName === campaignName && each.preferredAgent === preferredAgent);

/** Whether others, or another run that went on then, touched this record or person since the run began. */
export function isTouched(run: PlayedRun, { life, requests }: Evidence, name: string): boolean {
  const { from, to } = run;
  const beside = new Set(life.runs.filter((each) => isBeside(run, each)).map((each) => each.run));
  return life.log.slice(from, to).some((entry) => {
    if (entry.kind !== 'effect') return false;
    if (entry.request !== null && !beside.has(requests.get(entry.request)?.run ?? 0)) return false;
    const { effect } = entry;
    if (effect.of === 'user') return effect.login === name;
    return (effect.after ?? effect.before)?.clientId === name;
  });
}

/** Two runs of which each began before the other had ended. */
const isBeside = (one: PlayedRun, other: PlayedRun): boolean =>
  one.run !== other.run && one.from < other.to && other.from < one.to;

/** Whether a reading that lags may not show yet what the run was to see. */
export function isYoung({ from }: PlayedRun, { life }: Evidence, name: string): boolean {
  const since = (life.log[from]?.at ?? 0) - (life.plan.world.switches.S19 ?? 0);
  return life.log.slice(0, from).some((entry) => {
    if (entry.kind !== 'effect' || entry.at < since) return false;
    const { effect } = entry;
    return effect.of === 'user' ? effect.login === name : (effect.after ?? effect.before)?.clientId === name;
  });
}

/** By a request of ours. */
export const isWritten = (id: number, { changes }: Evidence): boolean =>
  changes.some((each) => each.id === id && each.request !== null);

export function tasksOf({ after }: PlayedRun, campaignName: string, clientId: string): Task[] {
  return [...after.tasks.values()].filter((task) => task.campaignName === campaignName && task.clientId === clientId);
}

/** Of a run through Pulumi: its update, once that is refreshed, or the preview before it, of the whole or of a partition. */
export function stageAt(index: number, { log }: Pick<Life, 'log'>): 'preview' | 'update' | 'refresh' {
  const isStage = (entry: Entry): boolean =>
    entry.kind === 'run' || (entry.kind === 'note' && /^(?:allowed$|refresh$|partition )/u.test(entry.name));
  const last = log.slice(0, index).findLast(isStage);
  const name = last?.kind === 'note' ? last.name : '';
  return name === 'refresh' ? 'refresh' : name === 'allowed' ? 'update' : 'preview';
}

/** What was passed in this run, by the word of each guard. */
export function allowedIn({ run, from, to }: PlayedRun, { life }: Evidence): Readonly<Record<string, unknown>> {
  const notes = life.log
    .slice(from, to)
    .flatMap((entry) => (entry.kind === 'note' && entry.name === 'allowed' && entry.run === run ? [entry.detail] : []));
  // Each partition has a plan of its own; the number of deletes is that of all of them.
  const names = [...new Set(notes.flatMap((note) => Object.keys(note)))];
  const numbers = (name: string): number[] => notes.map((note) => numberIn(note[name]));
  const joined = (name: string): number =>
    name === 'deletes' ? Math.max(...numbers(name)) : numbers(name).reduce((sum, each) => sum + each, 0);
  return Object.fromEntries(names.map((name) => [name, joined(name)]));
}

/** Lines beside the plan, of a resource of Pulumi. */
export function toldIn({ from, to }: PlayedRun, { life }: Evidence): string[] {
  return life.log
    .slice(from, to)
    .flatMap((entry) => (entry.kind === 'note' && entry.name === 'told' ? [String(entry.detail['line'])] : []));
}

export const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
