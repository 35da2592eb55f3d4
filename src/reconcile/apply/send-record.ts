// The requests of one record change, each seen through to its end: done, refused, or looked up by reading. A status is
// only ever set to the state just read, unless the file asks for another.

import type { Outcome } from '../../model/outcome.ts';
import type { DesiredRecord, ObservedTask, RecordedRecord, WorkedState } from '../../model/record.ts';
import type { RecordProperties, RouteProperties, TransferRecord, Turn } from '../../service/service.ts';
import type { RecordChange, WriteOperation } from '../change.ts';
import type { Note, Settlement } from '../settlement.ts';
import type { ApplyContext } from './context.ts';
import type { CompareFacts } from '../diff/compare-record.ts';
import { compareRecord, declaredProperties, itemsToSend, propertiesToSend } from '../diff/compare-record.ts';
import { changedKeys, lostItems, withLost } from '../diff/copies.ts';
import { BY_NAME, looksBack, routedWith, stateAsked } from '../asked.ts';
import { contentOf, observedFields, recordFields } from '../fields.ts';
import { findNamed } from '../observe/named.ts';
import { comesTrue, PATIENT_MS, saidTwice } from './comes-true.ts';
import { keepWork, mayReset } from './keep-work.ts';
import { because, locatingOf } from './locating.ts';
import { keepQueue, withQueueName } from './queue.ts';
import { isDeleted, lookAtRecord, unlessGone } from './seen-gone.ts';
import { sendTwin, settleTwin, twinAt, unlessMerged } from './twins.ts';
import { inTurn, openIntent } from './in-turn.ts';
import type { Intent } from './in-turn.ts';
import { whatMoved } from './what-moved.ts';
import { applied, failed, skippedBecause, unresolved } from '../settlement.ts';

interface WriteInput {
  /** As the plan saw it; the first reading must show it so. */
  readonly task: ObservedTask | null;
  /** As Recorder.settle takes it. */
  readonly proposed: RecordedRecord | null | undefined;
}

export async function sendWrites(
  change: RecordChange,
  context: ApplyContext,
  sending: WriteInput,
): Promise<Settlement> {
  const { address, action, keeps } = change;
  const { task, proposed } = sending;
  const intent = openIntent(context, { address, action, fromCampaign: null, proposed: keeps ?? proposed ?? null });
  let notes: readonly Note[] = [];
  for (const [position, operation] of change.writes.entries()) {
    const settlement = await writeOne({ operation, position }, change, { context, task, intent });
    if (settlement === 'done') break;
    if (settlement.kind !== 'applied') {
      const isHalf = position > 0 && settlement.problem.neverSent === true;
      if (isHalf) return unresolved(change, `the run was stopped after ${operationsBefore(change, position)}`);
      if (settlement.kind !== 'unresolved') await intent.settle(undefined);
      return settlement;
    }
    if (settlement.notes.length > 0) ({ notes } = settlement);
  }
  await settleWritten(change, context, { intent, proposed });
  return applied(change, ...notes);
}

interface Write {
  readonly operation: WriteOperation;
  /** Among the writes of the change. */
  readonly position: number;
}

/** One write in a turn of its own, after the reading that it rests on; then what became of it. `done`: nothing is left to do. */
async function writeOne(
  { operation, position }: Write,
  change: RecordChange,
  writing: WriteContext & { readonly intent: Intent },
): Promise<Settlement | 'done'> {
  const { context, task, intent } = writing;
  const twin = twinAt(change, position);
  const unmerged = twin === null ? null : await unlessMerged(change, context, twin);
  if (unmerged !== null) return unmerged;
  const sent = await inTurn(change, context, {
    intent,
    work: async (turn): Promise<Settlement | 'done' | SentWrite> => {
      const looked = await look(change, { turn, task, position });
      if (looked === 'done' || 'kind' in looked) return looked;
      if (twin !== null) return sendTwin(change, turn, twin);
      return { outcome: await send(operation, change, { ...writing, ...looked, turn }), ...looked };
    },
  });
  if (sent === 'done' || 'kind' in sent) return sent;
  if (twin !== null) return settleTwin(change, context, { twin, outcome: sent.outcome });
  return settleSent(operation, change, { context, task, ...sent });
}

interface SentWrite {
  readonly outcome: Outcome<unknown>;
  /** As it was read last. */
  readonly current?: ObservedTask | null;
}

function operationsBefore({ writes }: RecordChange, position: number): string {
  return `${writes.slice(0, position).join(', ')}: ${writes.slice(position).join(', ')} was not sent`;
}

/** Records what was done, and what did not stay as it was sent; a copy that is back whole is needed no more. */
async function settleWritten(
  change: RecordChange,
  context: ApplyContext,
  { intent, proposed }: Pick<WriteInput, 'proposed'> & { readonly intent: Intent },
): Promise<void> {
  const after = await lookBack(change, context);
  const shown = proposed && after ? withShown(proposed, change, { task: after, context }) : proposed;
  const recorded = shown && (await withQueueName(shown, change, { context, after }));
  await intent.settle(recorded);
  if (change.copy === undefined || after === null || lostItems(change.copy, after).length > 0) return;
  if (changedKeys(change.copy, after, change).length === 0) await context.recorder.dropCopy(change.address);
}

/** Null where nothing is to be looked at, and where it cannot be read as one task. */
async function lookBack(change: RecordChange, { service }: ApplyContext): Promise<ObservedTask | null> {
  if (!looksBack(change)) return null;
  const seen = await findNamed(change, service);
  return seen.kind === 'done' && seen.value.length === 1 ? (seen.value[0] ?? null) : null;
}

type LastReading = Settlement | 'done' | { readonly current: ObservedTask | null };

interface ReadingInput {
  readonly turn: Turn;
  /** As it was read before the first write. */
  readonly task: ObservedTask | null;
  readonly position: number;
}

/** The last reading of the object before the write; a twin that is deleted later on has one of its own. */
async function look(change: RecordChange, looking: ReadingInput): Promise<LastReading> {
  if (looking.position === 0) return lookFirst(change, looking.turn);
  return twinAt(change, looking.position) === null ? lookBetween(change, looking) : { current: looking.task };
}

/** What moved since the plan is left alone. */
async function lookFirst(change: RecordChange, turn: Turn): Promise<LastReading> {
  const fresh = await findNamed(change, turn);
  if (fresh.kind !== 'done') return failed(change, fresh.problem);
  const moved = whatMoved(change, fresh.value);
  return moved === null ? { current: fresh.value[0] ?? null } : skippedBecause(change, 'moved', moved);
}

/**
 * Two writes on one record have a reading between them: what an agent did meanwhile is not overwritten by the second.
 * `done`: a reissue that the first write opened already, whatever became of it since. Else the task as it is now.
 */
async function lookBetween(change: RecordChange, { turn, task }: ReadingInput): Promise<LastReading> {
  const seen = await findNamed(change, turn);
  if (seen.kind !== 'done') return failed(change, seen.problem);
  const [fresh, twin] = seen.value;
  if (fresh === undefined || twin !== undefined) return skippedBecause(change, 'moved', 'disappeared or was doubled');
  const current = fresh;
  if (fresh.workedState === task?.workedState && fresh.workAttempts <= task.workAttempts) return { current };
  if (stateAsked(change) === 'NOTWORKED') return 'done';
  if (stateAsked(change) === 'WORKED') {
    // An update may reset the state; an agent who was quicker has used the reason up.
    const isReset = fresh.workedState === 'NOTWORKED' && fresh.workAttempts <= (task?.workAttempts ?? 0);
    if (isReset || change.cause.kind === 'reissue') return isReset ? { current } : 'done';
  }
  return skippedBecause(change, 'moved', 'an agent took it between two writes; the second was not sent');
}

/** What became of a write that was handed over, by its answer and by reading; outside of its turn. */
async function settleSent(
  operation: WriteOperation,
  change: RecordChange,
  { outcome, ...acting }: WriteContext & SentWrite,
): Promise<Settlement> {
  const { sleep } = acting.context;
  if (outcome.kind === 'not-done') {
    // A reissue is two writes; under some readings the first one reopens the task already.
    const already = operation === 'changeCampaignRecordStatus' && (await shows(operation, change, acting));
    return already ? applied(change, { kind: 'already-so' }) : failed(change, outcome.problem);
  }
  if (outcome.kind === 'done' && outcome.value === 'not-found' && operation !== 'deleteRecordFromCampaign') {
    return skippedBecause(change, 'moved', 'disappeared between the reading and the write');
  }
  if (outcome.kind === 'unknown' || BY_NAME.has(operation)) {
    const pauses = mayReset(change, acting) ? PATIENT_MS : undefined;
    const isShown = (): Promise<boolean> => shows(operation, change, acting);
    const ask = operation === 'deleteRecordFromCampaign' ? saidTwice(isShown) : isShown;
    if (!(await comesTrue(sleep, ask, pauses))) {
      return unresolved(change, `what became of ${operation} cannot be seen${because(outcome)}`);
    }
  }
  if (operation === 'deleteRecordFromCampaign' && outcome.kind === 'done') {
    const there = await unlessGone(change, acting.context, lookAtRecord(change, acting.context));
    if (there !== null) return there;
  }
  if (operation === 'addOrUpdateCampaignRecord') {
    const kept = (await keepWork(change, acting)) ?? (await keepQueue(change, acting));
    if (kept !== null) return kept;
  }
  if (outcome.kind !== 'done') return applied(change, { kind: 'answer-lost' });
  return outcome.value === 'not-found' ? applied(change, { kind: 'already-gone' }) : applied(change);
}

/** A value that was sent twice and shows as another stays so: remembered, or every plan would send it again. */
function withShown(proposed: RecordedRecord, change: RecordChange, { task, context }: AfterWrite): RecordedRecord {
  const content = contentOf(task, declared(change).campaign.clientIdFieldName);
  const fields = observedFields(task, content);
  const wanted = recordFields(declared(change));
  const other = (change.resent ?? []).filter((field) => (fields.get(field) ?? null) !== wanted.get(field));
  const shown = Object.fromEntries(other.map((field) => [field, context.digest(fields.get(field) ?? null)]));
  return { ...proposed, shown: { ...proposed.shown, ...shown } };
}

interface AfterWrite {
  readonly task: ObservedTask;
  readonly context: ApplyContext;
}

interface WriteContext {
  readonly context: ApplyContext;
  /** As it was read before the first write. */
  readonly task: ObservedTask | null;
  /** As it was read last. */
  readonly current?: ObservedTask | null;
}

async function send(
  operation: WriteOperation,
  change: RecordChange,
  { turn, ...acting }: WriteContext & Pick<ReadingInput, 'turn'>,
): Promise<Outcome<unknown>> {
  const { campaign, clientId } = change;
  const located = locatingOf(change, acting.task);
  switch (operation) {
    case 'addOrUpdateCampaignRecord':
      return turn.putRecord({ campaign, clientId, ...contentToPut(change, acting.task), ...located });
    case 'changeCampaignRecordStatus':
      return turn.setRecordStatus({ campaign, clientId, ...statusToSet(change, acting), ...located });
    case 'deleteRecordFromCampaign':
      return turn.deleteRecord(campaign, clientId, located);
    case 'transferCampaignRecord':
      await keepWhole(change, acting.context);
      return turn.transferRecord({ campaign, clientId, ...queueToSet(change), ...located });
    case 'add-user':
    case 'delete-user':
      throw new Error(`${operation} does not belong to this change`);
    default:
      return operation satisfies never;
  }
}

/** A transfer within its campaign, for its queue alone. */
function queueToSet({ campaign, queueName }: RecordChange): Pick<TransferRecord, 'transferToCampaign' | 'skillQueue'> {
  if (queueName === undefined) throw new Error('a transfer takes a queue by its name');
  return { transferToCampaign: campaign.campaignName, skillQueue: queueName };
}

/** Whether data move with a transfer is not shown: the full copy goes once the task is seen as declared. */
async function keepWhole({ address, copy }: RecordChange, { recorder, clock }: ApplyContext): Promise<void> {
  if (copy !== undefined) await recorder.keepCopy({ address, savedAt: clock(), body: copy });
}

/** Whether reading shows that the operation took effect. */
async function shows(operation: WriteOperation, change: RecordChange, acting: WriteContext): Promise<boolean> {
  const seen = await findNamed(change, acting.context.service);
  if (seen.kind !== 'done') return false;
  const task = seen.value[0];
  if (operation === 'deleteRecordFromCampaign') return isDeleted(task);
  if (task === undefined || seen.value.length > 1) return false;
  if (operation === 'changeCampaignRecordStatus') {
    const wanted = statusToSet(change, acting);
    const pinned = wanted.preferredAgent === undefined || (task.preferredAgent ?? '') === wanted.preferredAgent;
    const queued = wanted.skillQueue === undefined || [null, wanted.skillQueue].includes(task.skillQueue);
    return task.workedState === wanted.state && pinned && queued;
  }
  const { digest, clock } = acting.context;
  const facts = { desired: declared(change), task, marker: change.marker, sentOver: acting.task, digest, now: clock() };
  return compareRecord({ ...facts, recorded: null }).fields.length === 0 && isDropped(change, facts);
}

/** What the file no longer names is gone, too. A pin is taken away by the status call. */
function isDropped({ recorded }: RecordChange, facts: Omit<CompareFacts, 'recorded'>): boolean {
  const { fields } = compareRecord({ ...facts, recorded });
  return fields.every(({ field, after }) => after !== null || field === 'preferredAgent');
}

export function contentToPut(
  change: RecordChange,
  task: ObservedTask | null,
): RecordProperties & { readonly items: ReturnType<typeof itemsToSend> } {
  const desired = declared(change);
  const whole = task !== null && change.copy !== undefined ? withLost(task, change.copy) : task;
  const items = itemsToSend({ desired, recorded: change.recorded, task: whole, marker: change.marker });
  const isNew = task === null || change.cause.kind === 'reissue';
  return { items, ...(isNew ? declaredProperties(desired) : propertiesToSend(change.fields, task)) };
}

interface StatusToSet extends RouteProperties {
  readonly state: WorkedState;
}

function statusToSet(change: RecordChange, { context, task, current = task }: WriteContext): StatusToSet {
  const asked = stateAsked(change);
  if (asked !== undefined && change.cause.kind === 'reset-by-update')
    return { state: asked, ...timeOf(asked, task, context) };
  if (asked !== undefined) return { state: asked, ...routedWith(change, current) };
  const state = task?.workedState ?? 'NOTWORKED';
  return { state, preferredAgent: change.pin ?? '', ...timeOf(state, task, context) };
}

/** Mandatory with WORKED. */
function timeOf(
  state: WorkedState,
  task: ObservedTask | null,
  { clock }: ApplyContext,
): Pick<RouteProperties, 'nextEarliestWorkTime'> {
  return state === 'WORKED' ? { nextEarliestWorkTime: task?.nextEarliestWorkTime ?? clock() } : {};
}

export function declared(change: RecordChange): DesiredRecord {
  if (change.desired === null) throw new Error('only a declared record is written');
  return change.desired;
}
