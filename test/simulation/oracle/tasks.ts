// H1: nobody is called twice by us without a new reason. H2: what is not ours and not adopted stays as it is.

import type { Task } from '../../../src/sandbox/world/task.ts';
import { allowedIn, isOpenTask, lineOf, numberIn, stageAt } from './evidence.ts';
import type { Evidence, TaskChange, Violation } from './evidence.ts';
import { hasSign, isForgotten } from './state.ts';
import { normal } from '../files.ts';
import type { RecordLine } from '../files.ts';
import type { RunEnd } from '../doors/command.ts';
import type { PlayedRun } from '../life.ts';

interface Customer {
  /** When an agent last worked a task of ours; null: never. */
  calledAt: number | null;
  /** The task that the agent had; null: never. */
  calledBy: number | null;
  /** When an agent last worked each task that was not ours then. */
  readonly byOthers: Map<number, number>;
}

/** By clientId and reason: in which campaigns it counts, and when it opened something there; 0: nothing. */
type Used = Map<string, Map<string, number>>;

/** Judged in the order of the log: who is ours, who was called, which reasons were used. */
export function judgeTasks(evidence: Evidence): Violation[] {
  const found: Violation[] = [];
  const ours = new Set<number>();
  /** Taken over by the word of a file. */
  const taken = new Set<number>();
  const customers = new Map<string, Customer>();
  const used: Used = new Map();
  const customerOf = (campaignName: string, clientId: string): Customer => {
    const name = `${campaignName}/${normal(clientId)}`;
    const customer = customers.get(name) ?? { calledAt: null, calledBy: null, byOthers: new Map() };
    customers.set(name, customer);
    return customer;
  };
  for (const change of evidence.changes) {
    const { before, after, request } = change;
    const task = after ?? before;
    if (task === null) continue;
    noteWork(change, { ours, customer: customerOf(homeOf(change, task, evidence), task.clientId), evidence });
    if (request === null) continue;
    const add = (rule: string, text: string): void => {
      found.push({
        rule,
        at: change.at,
        text,
        isRace: isRace(change, task, evidence, customerOf(task.campaignName, task.clientId)),
      });
    };
    const move = transferIn(change, evidence);
    if (before !== null && ours.has(before.id) && isInHands(before) && !mayHandle(change, before, evidence))
      add('H1', `${nameOf(before)} is in the hands of an agent, and ${operationOf(change, evidence)} changed it`);
    const isNew = before !== null && !ours.has(before.id);
    const isStrange = isNew && !mayTake(change, before, evidence);
    if (isStrange)
      add('H2', `${nameOf(before)} (task ${before.id}) is not ours, and ${operationOf(change, evidence)} changed it`);
    // What nobody could have seen is not told from ours from now on.
    else if (isNew && !isRace(change, task, evidence, customerOf(task.campaignName, task.clientId)))
      taken.add(before.id);
    if (before !== null && taken.has(before.id) && isLetGo(change, evidence))
      add('H2', `${nameOf(task)} (task ${task.id}) was made by others, and its line only went; deleted`);
    // Once it carries our content nobody can tell it from ours: said once.
    ours.add(task.id);
    forgetUnseen(change, customerOf(task.campaignName, task.clientId), evidence);
    const from = before !== null && before.campaignName !== after?.campaignName ? before.campaignName : move;
    const carried = from === null ? null : calledAtOf(customerOf(from, task.clientId), task, evidence, change.index);
    if (after !== null && carried !== null) customerOf(after.campaignName, after.clientId).calledAt ??= carried;
    if (after === null || !isOpenTask(after) || !opens(change, move)) continue;
    const calledAt = calledAtOf(customerOf(after.campaignName, after.clientId), after, evidence, change.index);
    if (calledAt === null || isPutBack(change, evidence)) continue;
    if (isConsented(change, after, { evidence, used, calledAt }) || wasForgottenAloud(after, change.index, evidence))
      continue;
    if (wasPassedUnseen(change, customerOf(after.campaignName, after.clientId), evidence)) continue;
    add(
      'H1',
      `${nameOf(after)} was called at ${timeOf(calledAt)} and is open again by ${operationOf(change, evidence)}`,
    );
  }
  return found;
}

const nameOf = ({ campaignName, clientId }: Task): string => `${campaignName}/${clientId}`;
const timeOf = (at: number): string => new Date(at).toISOString().slice(5, 16);

function operationOf({ request }: TaskChange, { requests }: Evidence): string {
  return requests.get(request ?? 0)?.operation ?? 'nothing';
}

/**
 * Whether a finished or missing task is open by this, or one that an agent has worked is as if nobody had. A move of what is open opens
 * nothing.
 */
function opens({ before, after }: TaskChange, movedFrom: string | null): boolean {
  if (before === null) return movedFrom === null;
  if (after === null || !isOpenTask(after)) return false;
  return !isOpenTask(before) || (before.attempts > 0 && before.state === 'WORKED' && after.state === 'NOTWORKED');
}

/** An update that resets the state (S10) is followed by its putting back: in this run, or in the first that can, which may take it away. */
function isPutBack({ id, index, before, request }: TaskChange, evidence: Evidence): boolean {
  if (before?.state !== 'WORKED' || evidence.requests.get(request ?? 0)?.operation !== 'addOrUpdateCampaignRecord')
    return false;
  const next = evidence.changes.find((each) => each.id === id && each.index > index);
  return next !== undefined && (next.request === null || next.after === null || isClosed(next.after));
}

const isClosed = ({ state }: Task): boolean => state === 'WORKED' || state === 'REMOVED';

const isInHands = ({ state, attempts }: Task): boolean => state === 'WORKED' && attempts > 0;

/** The file says whenWorked, or gives a reason. A status needs no word here: what it opens is judged by itself. */
function mayHandle({ request, after }: TaskChange, { clientId }: Task, { requests, life }: Evidence): boolean {
  const asked = requests.get(request ?? 0);
  if (asked?.operation === 'changeCampaignRecordStatus' || asked === undefined) return true;
  const run = life.runs.find((each) => each.run === asked.run);
  const lines = run?.files.campaigns.flatMap(({ records }) =>
    records.filter((each) => normal(each.clientId) === normal(clientId)),
  );
  const isRemoval = asked.operation === 'deleteRecordFromCampaign' && after?.campaignName === undefined;
  if (isRemoval) return lines?.some(({ whenWorked }) => whenWorked === 'remove') === true;
  return lines?.some(({ whenWorked, reissue }) => whenWorked === 'replace' || reissue !== undefined) === true;
}

/** Called by a task of ours, or by one that a run had taken over before. */
function calledAtOf(
  { calledAt, byOthers }: Customer,
  { campaignName, clientId }: Task,
  evidence: Evidence,
  index: number,
): number | null {
  if (calledAt !== null) return calledAt;
  const at = evidence.life.log[index]?.at ?? 0;
  const taken = [...byOthers].find(([id]) => wasAdopted({ campaignName, clientId, id }, evidence, at));
  return taken?.[1] ?? null;
}

/** The campaign that the request took it from; null for no transfer. */
function transferIn({ request }: TaskChange, { requests }: Evidence): string | null {
  const asked = requests.get(request ?? 0);
  return asked?.operation === 'transferCampaignRecord' ? String(asked.body['campaignName']) : null;
}

/** Whose record is worked: of a task that others carried elsewhere by hand, the one of the campaign that we put it into. */
function homeOf({ id, index }: TaskChange, { campaignName }: Task, { changes }: Evidence): string {
  const own = changes.findLast((each) => each.id === id && each.index < index && each.request !== null && each.after);
  return own?.after?.campaignName ?? campaignName;
}

function noteWork(
  { before, after, request, at }: TaskChange,
  {
    ours,
    customer,
    evidence,
  }: { readonly ours: ReadonlySet<number>; readonly customer: Customer; readonly evidence: Evidence },
): void {
  if (request !== null || after === null) return;
  if (after.attempts <= (before?.attempts ?? 0)) return;
  if (ours.has(after.id) || wasAdopted(after, evidence, at)) {
    customer.calledAt = at;
    customer.calledBy = after.id;
  } else customer.byOthers.set(after.id, at);
}

/**
 * Adopted by a run that ended well while the task stood there: then it is ours, and what happened to it before counts. A task of another
 * stack is left to that one, and an update of Pulumi ends well beside it; so it does beside what the plan asks a person about.
 */
function wasAdopted(
  { campaignName, clientId, id }: Pick<Task, 'campaignName' | 'clientId' | 'id'>,
  { life }: Evidence,
  at: number,
): boolean {
  return life.runs.some(
    ({ verb, files, end, after, to, isPart }) =>
      verb === 'apply' &&
      !isPart &&
      end.kind === 'ended' &&
      end.exit === 0 &&
      (life.log[to - 1]?.at ?? Infinity) <= at &&
      isTakenBy(lineOf(files, campaignName, clientId)) &&
      !isAskedAbout(end, `record:${campaignName}/${clientId}`) &&
      after.tasks.has(id) &&
      !isOfOtherStack(after.tasks.get(id) ?? null),
  );
}

/** With the command such an apply does not end with 0. */
const isAskedAbout = ({ plan }: Extract<RunEnd, { readonly kind: 'ended' }>, address: string): boolean =>
  plan?.verdicts.some((each) => each.class === 'decision' && String(each.address) === address) === true;

/** What a file wants away it does not take over. */
const isTakenBy = (line: RecordLine | null): boolean => line?.adopt === true && line.ensure !== 'absent';

/** The file of the run says that it may be taken over. */
function mayTake(
  { index, request, before }: TaskChange,
  { campaignName, clientId }: Task,
  evidence: Evidence,
): boolean {
  const asked = evidence.requests.get(request ?? 0);
  const run = evidence.life.runs.find((each) => each.run === asked?.run) ?? evidence.runOf(index);
  if (run === null || run === undefined || isOfOtherStack(before)) return false;
  const upTo = evidence.life.runs.filter((each) => each.run <= run.run);
  // Of what was let go no id is known any more: a copy of it, marker and all, is not told from it.
  const isDeclared = upTo.map(({ files }) => lineOf(files, campaignName, clientId) !== null);
  const wasLetGo = isDeclared.includes(false, isDeclared.indexOf(true));
  if (isDeclared.includes(true) && wasLetGo && carriesItsMarker(before, evidence)) return true;
  if (isNamed(before, lineOf(run.files, campaignName, clientId), evidence)) return true;
  return upTo.some(
    ({ files }) =>
      files.campaigns.some(({ records }) =>
        records.some((each) => normal(each.clientId) === normal(clientId) && each.adopt === true),
      ) || lineOf(files, campaignName, clientId)?.adopt === true,
  );
}

/** The line names this very task: of duplicates as one that goes; as the one that is meant where our marker says the same. */
function isNamed(task: Task | null, line: RecordLine | null, evidence: Evidence): boolean {
  const id = `R-${task?.id ?? 0}`;
  if ((line?.twins?.[id] ?? 'keep') !== 'keep') return true;
  return line?.previewRecordId === id && carriesItsMarker(task, evidence);
}

/** The marker that a request of ours wrote for this very record. */
function carriesItsMarker(task: Task | null, { changes }: Evidence): boolean {
  const marker = markerOf(task);
  return changes.some(
    ({ request, after }) =>
      marker !== undefined &&
      request !== null &&
      after?.campaignName === task?.campaignName &&
      after?.clientId === task?.clientId &&
      markerOf(after) === marker,
  );
}

const markerOf = (task: Task | null): string | undefined => task?.items.find(({ key }) => key === 'musterStack')?.value;

/** By the document of muster: a marker is the name of a stack, and what follows. */
function isOfOtherStack(task: Task | null): boolean {
  const marker = markerOf(task);
  return marker !== undefined && !marker.startsWith('contact-centre.');
}

/** Made by others, taken over at most, and now only without a line: it is let go. */
function isLetGo({ id, index, after, before, request }: TaskChange, evidence: Evidence): boolean {
  const asked = evidence.requests.get(request ?? 0);
  const run = evidence.life.runs.find((each) => each.run === asked?.run);
  if (asked?.operation !== 'deleteRecordFromCampaign' || before === null || run === undefined) return false;
  if (after !== null && after.state !== 'REMOVED') return false;
  const maker = evidence.changes.find((each) => each.id === id && each.before === null && each.index < index);
  const line = lineOf(run.files, before.campaignName, before.clientId);
  return maker?.request === null && maker.event !== 'move-by-hand' && line === null;
}

function isConsented(
  { at, index, request }: TaskChange,
  { campaignName, clientId }: Task,
  { evidence, used, calledAt }: { readonly evidence: Evidence; readonly used: Used; readonly calledAt: number },
): boolean {
  const asked = evidence.requests.get(request ?? 0);
  const run = evidence.life.runs.find((each) => each.run === asked?.run) ?? evidence.runOf(index);
  // Somebody read that these ids look like known ones, and said that they are others.
  if (run !== null && run !== undefined && numberIn(allowedIn(run, evidence)['ids']) > 0) return true;
  const line = run === null || run === undefined ? null : lineOf(run.files, campaignName, clientId);
  const reason = (line?.reissue ?? '').trim().toLowerCase();
  if (reason === '' || run === null || run === undefined) return false;
  // A reason goes along with a move; declared in two campaigns at once, a clientId is two records.
  const isBeside = (name: string): boolean => name !== campaignName && lineOf(run.files, name, clientId) !== null;
  const key = `${normal(clientId)} ${reason}`;
  const spent = used.get(key) ?? new Map<string, number>();
  used.set(key, spent);
  // Declared beside it then, it was another record.
  const noteSaid = (name: string, files: PlayedRun['files']): void => {
    if (name === campaignName || lineOf(files, campaignName, clientId) === null) spent.set(name, spent.get(name) ?? 0);
  };
  for (const each of evidence.life.runs)
    if (each.to <= index) for (const name of saidIn(each, clientId, reason)) noteSaid(name, each.files);
  // What it opened was not called since: a change of two writes opens twice, or the task was removed before anybody had it.
  const isSpent = [...spent].some(([name, openedAt]) => !isBeside(name) && calledAt >= openedAt);
  if (isSpent) return false;
  spent.set(campaignName, at);
  return true;
}

/**
 * Somebody read how many creates an update that was cut off may have carried out, and passed that number. What was called is the task of
 * such a create, and no update whose program came to its end has shown it: nobody but a person could know. What a preview shows, the
 * engine keeps nowhere.
 */
function wasPassedUnseen({ index, request }: TaskChange, { calledBy }: Customer, evidence: Evidence): boolean {
  const { requests, changes, life } = evidence;
  const runBy = (of: number | null) => life.runs.find(({ run }) => run === requests.get(of ?? 0)?.run);
  const run = runBy(request);
  if (run === undefined || numberIn(allowedIn(run, evidence)['interrupted']) === 0) return false;
  const made = changes.find((each) => each.id === calledBy && each.index < index);
  if (made === undefined || runBy(made.request)?.end.kind !== 'killed') return false;
  const isShown = [...requests.values()].some((asked) => {
    const end = asked.index < index ? runBy(asked.request)?.end : undefined;
    const isKept =
      end?.kind === 'ended' && end.result !== null && end.error === null && stageAt(asked.index, life) !== 'preview';
    return isKept && JSON.stringify(asked.answer ?? null).includes(`"R-${calledBy}"`);
  });
  return !isShown;
}

/** Worked between the plan, which deletes it, and the delete of its class: forgotten with that, and the update says so (providers/delete.ts). */
function wasForgottenAloud({ campaignName, clientId }: Task, index: number, { life, runOf }: Evidence): boolean {
  const name = normal(`record:${campaignName}/${clientId}`);
  return life.log.slice(0, index).some((entry, at) => {
    if (entry.kind !== 'note' || entry.name !== 'told') return false;
    const line = normal(String(entry.detail['line']));
    if (!line.includes(`${name}:`) || !line.includes('not remembered')) return false;
    // No plan notes it there: docs/state.md says so.
    if (life.plan.isNative === true) return true;
    const { end } = runOf(at) ?? {};
    const changes = end?.kind === 'ended' ? (end.plan?.changes ?? []) : [];
    return changes.some(({ action, address }) => action === 'delete' && normal(address) === name);
  });
}

/** A reason counts once a run with it has ended well, whatever it opened. */
function saidIn({ verb, end, files, isPart }: PlayedRun, clientId: string, reason: string): string[] {
  if (verb !== 'apply' || isPart || end.kind !== 'ended' || end.exit !== 0) return [];
  const isIt = (line: RecordLine): boolean =>
    normal(line.clientId) === normal(clientId) && line.reissue?.trim().toLowerCase() === reason;
  // Not where the run only asked about it, nor where it was taken over from another partition: what the file asks for comes with the next run.
  // Nor beside a move of what is finished and stays where it is: the plan says that it stays, and not that the reason was used.
  const isUnused = ({ kind, used }: { readonly kind: string; readonly used?: string }): boolean =>
    kind === 'taken-over' || (kind === 'consumed' && used === undefined);
  const waits = new Set(
    end.plan?.verdicts.flatMap((each) =>
      each.class === 'decision' || isUnused(each.reason) ? [normal(each.address)] : [],
    ),
  );
  const said = files.campaigns.filter(({ records }) => records.some(isIt)).map(({ campaignName }) => campaignName);
  return said.filter((name) => !waits.has(normal(`record:${name}/${clientId}`)));
}

/**
 * Without a marker, or beside a copy that has it too, nothing of a task says whose it is but its id, and its id is known once a reading of an apply has shown it (a plan, drift
 * and an apply that was refused write nothing down): what others put in its place before that is not told from it.
 */
function isUnknowable({ id, index }: TaskChange, evidence: Evidence): boolean {
  const made = evidence.changes.find((each) => each.id === id && each.before === null);
  const task = made?.after;
  if (made === undefined || task === null || task === undefined || made.request !== null) return false;
  const run = evidence.runOf(index);
  const hasMarker =
    run?.files.campaigns.find(({ campaignName }) => campaignName === task.campaignName)?.marker !== false;
  if (hasMarker && !carriesItsMarker(task, evidence)) return false;
  const own = evidence.changes.findLast(
    (each) =>
      each.index < index &&
      each.id !== id &&
      each.request !== null &&
      each.before === null &&
      each.after?.clientId === task.clientId &&
      each.after.campaignName === task.campaignName,
  );
  if (own === undefined) return false;
  const isRefused = ({ end }: PlayedRun): boolean => end.kind === 'ended' && end.result === null;
  const applies = new Set(
    evidence.life.runs.flatMap((each) => (each.verb === 'apply' && !isRefused(each) ? [each.run] : [])),
  );
  // Read together with its copy, nothing tells which of the two it is.
  const shows = (taskId: number): Set<number> => {
    const between = [...evidence.requests.values()].filter((each) => each.index > own.index && each.index < index);
    const said = between.filter((each) => each.isAnswered && JSON.stringify(each.answer).includes(`"R-${taskId}"`));
    return new Set(said.map((each) => each.run).filter((each) => applies.has(each)));
  };
  const withCopy = shows(id);
  const isSeen = [...shows(own.id)].some((each) => !withCopy.has(each));
  return !isSeen;
}

/** Called, and gone before any reading could show it: readings of this service lag. */
function isHidden(calledAt: number | null, clientId: string, { changes, requests, life }: Evidence): boolean {
  const lag = life.plan.world.switches.S19 ?? 0;
  if (calledAt === null || lag === 0) return false;
  const gone = changes.find(
    ({ at, before, after }) =>
      at >= calledAt && before?.clientId === clientId && after?.state !== before.state && after?.state !== 'WORKED',
  );
  return (
    gone !== undefined &&
    ![...requests.values()].some(
      ({ operation, arrivedAt }) =>
        operation === 'searchPreviewCampaign' &&
        arrivedAt !== null &&
        arrivedAt - lag >= calledAt &&
        arrivedAt - lag < gone.at,
    )
  );
}

/**
 * Of a create whose run was killed nothing is seen: within two minutes it is sent again (docs/recovery.md). Nobody is called, done with and
 * cleared away so soon.
 */
function isSudden({ index, at, after }: TaskChange, { changes, requests, life }: Evidence): boolean {
  const made = changes.findLast(
    (each) =>
      each.index < index &&
      each.request !== null &&
      each.before === null &&
      each.after?.clientId === after?.clientId &&
      each.after?.campaignName === after?.campaignName,
  );
  const run = life.runs.find((each) => each.run === requests.get(made?.request ?? 0)?.run);
  return made !== undefined && run?.end.kind === 'killed' && at - made.at < 120_000;
}

/** A call that came between the last look and our own delete, which took away the only thing that shows it. */
function forgetUnseen(change: TaskChange, customer: Customer, evidence: Evidence): void {
  const { before, after } = change;
  if (before === null || (after !== null && after.state !== 'REMOVED')) return;
  const looked = lookedAt(change, before, evidence);
  if (customer.calledBy === before.id && looked !== null && (customer.calledAt ?? 0) >= looked)
    customer.calledAt = null;
}

/** What the last look before the request could show. */
function lookedAt({ request }: TaskChange, { clientId }: Task, { requests, lastLook }: Evidence): number | null {
  const asked = requests.get(request ?? 0);
  return asked === undefined ? null : lastLook(asked, clientId);
}

/** It came to pass after the last look at it had been answered by the service. */
function isRace(change: TaskChange, task: Task, evidence: Evidence, customer: Customer): boolean {
  const { clientId } = task;
  const asked = evidence.requests.get(change.request ?? 0);
  if (asked === undefined) return false;
  if (isUnknowable(change, evidence) || isHidden(customer.calledAt, clientId, evidence)) return true;
  if (isSudden(change, evidence)) return true;
  const run = evidence.life.runs.find((each) => each.run === asked.run);
  const isBlind = run !== undefined && customer.calledBy !== null && isForgotten(customer.calledBy, run, evidence);
  if (isBlind && !hasSign(change.after?.campaignName ?? '', run, evidence)) return true;
  const looked = lookedAt(change, task, evidence);
  if (looked === null) return false;
  const isTransfer = asked.operation === 'transferCampaignRecord';
  const isSince = (at: number, campaignName: string): boolean =>
    at >= ((isTransfer ? evidence.lastLookIn(asked, clientId, campaignName) : null) ?? looked);
  const since = evidence.changes.filter((each) => {
    const where = each.before ?? each.after;
    return (
      each.request === null &&
      each.at <= change.at &&
      where?.clientId === clientId &&
      isSince(each.at, where.campaignName)
    );
  });
  return since.length > 0 || (customer.calledAt !== null && customer.calledAt >= looked);
}
