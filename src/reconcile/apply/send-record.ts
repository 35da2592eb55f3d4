// The requests of one record change, each seen through to its end: done, refused, or looked up by reading. A status is
// only ever set to the state just read, unless the file asks for another.

import type { Outcome } from '../../model/outcome.ts';
import type { DesiredRecord, ObservedTask, RecordedRecord, WorkedState } from '../../model/record.ts';
import type { RecordProperties } from '../../service/service.ts';
import type { RecordChange, WriteOperation } from '../change.ts';
import type { Settlement } from '../settlement.ts';
import type { ApplyContext } from './context.ts';
import type { CompareFacts } from '../diff/compare-record.ts';
import { compareRecord, declaredProperties, itemsToSend, propertiesToSend } from '../diff/compare-record.ts';
import { lostItems, withLost } from '../diff/copies.ts';
import { looksBack, stateAsked } from '../asked.ts';
import { contentOf, observedFields, recordFields } from '../fields.ts';
import { comesTrue, PATIENT_MS } from './comes-true.ts';
import { keepQueue, withQueueName } from './queue.ts';
import { isDeleted, lookAtRecord, unlessGone } from './seen-gone.ts';
import { applied, failed, skippedBecause, unresolved } from '../settlement.ts';

interface Sending {
  readonly intent: string;
  readonly task: ObservedTask | null;
  /** As Recorder.settle takes it. */
  readonly proposed: RecordedRecord | null | undefined;
}

export async function sendWrites(change: RecordChange, context: ApplyContext, sending: Sending): Promise<Settlement> {
  const { intent, task } = sending;
  let note: string | null = null;
  for (const [position, operation] of change.writes.entries()) {
    const between = position === 0 ? null : await readBetween(change, { context, task });
    if (between === 'done') break;
    const settlement = between ?? (await sendOne(operation, change, { context, task }));
    if (settlement.kind !== 'applied') {
      const isHalf = position > 0 && settlement.problem.neverSent === true;
      if (isHalf) return unresolved(change, `the run was stopped after ${operationsBefore(change, position)}`);
      if (settlement.kind !== 'unresolved') await context.recorder.settle(intent, undefined);
      return settlement;
    }
    note = settlement.note ?? note;
  }
  await settleWritten(change, context, sending);
  return applied(change, note);
}

function operationsBefore({ writes }: RecordChange, position: number): string {
  return `${writes.slice(0, position).join(', ')}: ${writes.slice(position).join(', ')} was not sent`;
}

/** Records what was done, and what did not stay as it was sent; a copy that is back whole is needed no more. */
async function settleWritten(change: RecordChange, context: ApplyContext, sending: Sending): Promise<void> {
  const { intent, proposed } = sending;
  const after = await lookBack(change, context);
  const shown = proposed && after ? withShown(proposed, change, { task: after, context }) : proposed;
  const recorded = shown && (await withQueueName(shown, change, { context, after }));
  await context.recorder.settle(intent, recorded);
  const isBack = change.copy !== undefined && after !== null && lostItems(change.copy, after).length === 0;
  if (isBack) await context.recorder.dropCopy(change.address);
}

/** Null where nothing is to be looked at, and where it cannot be read as one task. */
async function lookBack(change: RecordChange, { service }: ApplyContext): Promise<ObservedTask | null> {
  if (!looksBack(change)) return null;
  const seen = await service.findRecord(change.campaign, change.clientId);
  return seen.kind === 'done' && seen.value.length === 1 ? (seen.value[0] ?? null) : null;
}

/**
 * Two writes on one record have a reading between them: what an agent did meanwhile is not overwritten by the second.
 * `done`: a reissue that the first write opened already, whatever became of it since.
 */
async function readBetween(change: RecordChange, { context, task }: Acting): Promise<Settlement | 'done' | null> {
  const seen = await context.service.findRecord(change.campaign, change.clientId);
  if (seen.kind !== 'done') return failed(change, seen.problem);
  const [fresh, twin] = seen.value;
  if (fresh === undefined || twin !== undefined) return skippedBecause(change, 'moved', 'disappeared or was doubled');
  if (fresh.workedState === task?.workedState && fresh.workAttempts <= task.workAttempts) return null;
  if (stateAsked(change) === 'NOTWORKED') return 'done';
  return skippedBecause(change, 'moved', 'an agent took it between two writes; the second was not sent');
}

async function sendOne(operation: WriteOperation, change: RecordChange, acting: Acting): Promise<Settlement> {
  const { sleep } = acting.context;
  const outcome = await send(operation, change, acting);
  if (outcome.kind === 'not-done') {
    // A reissue is two writes; under some readings the first one reopens the task already.
    const already = operation === 'changeCampaignRecordStatus' && (await shows(operation, change, acting));
    return already ? applied(change, 'refused, and already so') : failed(change, outcome.problem);
  }
  if (outcome.kind === 'done' && outcome.value === 'not-found' && operation !== 'deleteRecordFromCampaign') {
    return skippedBecause(change, 'moved', 'disappeared between the reading and the write');
  }
  if (outcome.kind === 'unknown' || operation === 'changeCampaignRecordStatus') {
    const pauses = mayReset(change, acting) ? PATIENT_MS : undefined;
    if (!(await comesTrue(sleep, () => shows(operation, change, acting), pauses))) {
      return unresolved(change, `what became of ${operation} cannot be seen`);
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
  if (outcome.kind === 'done') return applied(change, outcome.value === 'not-found' ? 'was already gone' : null);
  return applied(change, 'the answer was lost; settled by reading');
}

/** A write on a task that an agent has worked, where the file asks for no state. */
function mayReset(change: RecordChange, { task }: Pick<Acting, 'task'>): boolean {
  return task !== null && task.workedState !== 'NOTWORKED' && stateAsked(change) === undefined;
}

/**
 * Whether an update resets state and attempts is not shown by the document. Where it did, the task of an agent is put
 * back to the state it was read in, so that nobody is called again. Null when there was nothing to put back.
 */
export async function keepWork(change: RecordChange, { context, task }: Acting): Promise<Settlement | null> {
  if (task === null || !mayReset(change, { task })) return null;
  const { campaign, clientId } = change;
  // A reading that shows nothing new may be older than the write.
  const isNew = async (): Promise<boolean> => {
    const seen = await context.service.findRecord(campaign, clientId);
    return seen.kind === 'done' && JSON.stringify(seen.value) !== JSON.stringify([task]);
  };
  await comesTrue(context.sleep, isNew, PATIENT_MS);
  const read = async (): Promise<WorkedState | 'unread' | null> => {
    const seen = await context.service.findRecord(campaign, clientId);
    if (seen.kind !== 'done') return 'unread';
    return seen.value.length === 1 ? (seen.value[0]?.workedState ?? null) : null;
  };
  const state = await read();
  if (state === 'unread') {
    return unresolved(change, `whether the update reset the task from ${task.workedState} cannot be read`);
  }
  if (state !== 'NOTWORKED') return null;
  const time =
    task.workedState === 'WORKED' ? { nextEarliestWorkTime: task.nextEarliestWorkTime ?? context.clock() } : {};
  await context.service.setRecordStatus({ campaign, clientId, state: task.workedState, ...time });
  const isRestored = async (): Promise<boolean> => !['NOTWORKED', 'unread'].includes((await read()) ?? '');
  const isBack = await comesTrue(context.sleep, isRestored, PATIENT_MS);
  if (!isBack)
    return unresolved(change, `the update reset the task from ${task.workedState}, and it could not be put back`);
  return applied(change, `the update reset the task; it was put back to ${task.workedState}`);
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

interface Acting {
  readonly context: ApplyContext;
  readonly task: ObservedTask | null;
}

async function send(operation: WriteOperation, change: RecordChange, acting: Acting): Promise<Outcome<unknown>> {
  const { service } = acting.context;
  const { campaign, clientId } = change;
  switch (operation) {
    case 'addOrUpdateCampaignRecord':
      return service.putRecord({ campaign, clientId, ...contentToPut(change, acting.task) });
    case 'changeCampaignRecordStatus':
      return service.setRecordStatus({ campaign, clientId, ...statusToSet(change, acting) });
    case 'deleteRecordFromCampaign':
      return service.deleteRecord(campaign, clientId);
    case 'transferCampaignRecord':
    case 'add-user':
    case 'delete-user':
      throw new Error(`${operation} does not belong to this change`);
    default:
      return operation satisfies never;
  }
}

/** Whether reading shows that the operation took effect. */
async function shows(operation: WriteOperation, change: RecordChange, acting: Acting): Promise<boolean> {
  const seen = await acting.context.service.findRecord(change.campaign, change.clientId);
  if (seen.kind !== 'done') return false;
  const task = seen.value[0];
  if (operation === 'deleteRecordFromCampaign') return isDeleted(task);
  if (task === undefined || seen.value.length > 1) return false;
  if (operation === 'changeCampaignRecordStatus') {
    const wanted = statusToSet(change, acting);
    const pinned = wanted.preferredAgent === undefined || (task.preferredAgent ?? '') === wanted.preferredAgent;
    return task.workedState === wanted.state && pinned;
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
  const isNew = task === null || stateAsked(change) === 'NOTWORKED';
  return { items, ...(isNew ? declaredProperties(desired) : propertiesToSend(change.fields, task)) };
}

interface StatusToSet {
  readonly state: WorkedState;
  readonly preferredAgent?: string;
  readonly nextEarliestWorkTime?: number;
}

function statusToSet(change: RecordChange, { context, task }: Acting): StatusToSet {
  const asked = stateAsked(change);
  if (asked === 'COMPLETED' || asked === 'REMOVED' || asked === 'NOTWORKED') return { state: asked };
  const state = task?.workedState ?? 'NOTWORKED';
  const time = state === 'WORKED' ? { nextEarliestWorkTime: task?.nextEarliestWorkTime ?? context.clock() } : {};
  return { state, preferredAgent: change.pin ?? '', ...time };
}

export function declared(change: RecordChange): DesiredRecord {
  if (change.desired === null) throw new Error('only a declared record is written');
  return change.desired;
}
