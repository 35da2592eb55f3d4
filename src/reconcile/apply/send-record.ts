// The requests of one record change, each seen through to its end: done, refused, or looked up by reading. A status is
// only ever set to the state just read, unless the file asks for another (R13).

import { clientIdOf } from '../../model/address.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { DesiredRecord, ObservedTask, RecordedRecord, WorkedState } from '../../model/record.ts';
import type { RecordProperties } from '../../service/service.ts';
import type { RecordChange, Settlement, WriteOperation } from '../change.ts';
import type { ApplyContext } from './apply.ts';
import { compareRecord, declaredProperties, itemsToSend, propertiesToSend } from '../diff/compare-record.ts';
import { lostItems, withLost } from '../diff/copies.ts';
import { contentOf, observedFields, recordFields } from '../fields.ts';
import { applied, comesTrue, failed, skippedBecause, unresolved } from './settlement.ts';
import { campaignOf } from '../diff/record-result.ts';

interface Sending {
  readonly intent: string;
  readonly task: ObservedTask | null;
  /** As Recorder.settle takes it. */
  readonly proposed: RecordedRecord | null | undefined;
}

export async function sendWrites(change: RecordChange, context: ApplyContext, sending: Sending): Promise<Settlement> {
  const { intent, task, proposed } = sending;
  let note: string | null = null;
  for (const [position, operation] of change.writes.entries()) {
    const between = position === 0 ? null : await readBetween(change, { context, task });
    if (between === 'done') break;
    const settlement = between ?? (await sendOne(operation, change, { context, task }));
    if (settlement.kind !== 'applied') {
      if (settlement.kind !== 'unresolved') await context.recorder.settle(intent, undefined);
      return settlement;
    }
    note = settlement.note ?? note;
  }
  const seen = looksBack(change)
    ? await context.service.findRecord(campaignOf(change), clientIdOf(change.address))
    : null;
  const after = seen?.kind === 'done' && seen.value.length === 1 ? (seen.value[0] ?? null) : null;
  await context.recorder.settle(
    intent,
    proposed && after ? withShown(proposed, change, { task: after, context }) : proposed,
  );
  if (change.copy !== undefined && after !== null && lostItems(change.copy, after).length === 0) {
    await context.recorder.dropCopy(change.address);
  }
  return applied(change, note);
}

/**
 * Two writes on one record have a reading between them: what an agent did meanwhile is not overwritten by the second.
 * `done`: a reissue that the first write opened already, whatever became of it since.
 */
async function readBetween(change: RecordChange, { context, task }: Acting): Promise<Settlement | 'done' | null> {
  const seen = await context.service.findRecord(campaignOf(change), clientIdOf(change.address));
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
    if (!(await comesTrue(sleep, () => shows(operation, change, acting)))) {
      return unresolved(change, `what became of ${operation} cannot be seen`);
    }
  }
  if (operation === 'addOrUpdateCampaignRecord') {
    const kept = await keepWork(change, acting);
    if (kept !== null) return kept;
  }
  if (outcome.kind === 'done') return applied(change, outcome.value === 'not-found' ? 'was already gone' : null);
  return applied(change, 'the answer was lost; settled by reading');
}

/**
 * Whether an update resets state and attempts is not shown by the document. Where it did, the task of an agent is put
 * back to the state it was read in, so that nobody is called again. Null when there was nothing to put back.
 */
export async function keepWork(change: RecordChange, { context, task }: Acting): Promise<Settlement | null> {
  if (task === null || task.workedState === 'NOTWORKED' || stateAsked(change) !== undefined) return null;
  const key = { campaign: campaignOf(change), clientId: clientIdOf(change.address) };
  const read = async (): Promise<WorkedState | null> => {
    const seen = await context.service.findRecord(key.campaign, key.clientId);
    return seen.kind === 'done' && seen.value.length === 1 ? (seen.value[0]?.workedState ?? null) : null;
  };
  if ((await read()) !== 'NOTWORKED') return null;
  const time =
    task.workedState === 'WORKED' ? { nextEarliestWorkTime: task.nextEarliestWorkTime ?? context.clock() } : {};
  await context.service.setRecordStatus({ ...key, state: task.workedState, ...time });
  const isBack = await comesTrue(context.sleep, async () => (await read()) !== 'NOTWORKED');
  if (!isBack)
    return unresolved(change, `the update reset the task from ${task.workedState}, and it could not be put back`);
  return applied(change, `the update reset the task; it was put back to ${task.workedState}`);
}

/** An update of a task that an agent has worked: under one reading of the document it resets the state. */
export function mayReset(change: RecordChange): boolean {
  const state = (change.from?.observed ?? change.observed)?.tasks[0]?.workedState ?? 'NOTWORKED';
  const updates = change.writes.includes('addOrUpdateCampaignRecord');
  return updates && state !== 'NOTWORKED' && stateAsked(change) === undefined;
}

/** Read once more after the write: what was sent before and did not stay, what a move lost. */
export function looksBack(change: Pick<RecordChange, 'copy' | 'resent'>): boolean {
  return change.copy !== undefined || (change.resent?.length ?? 0) > 0;
}

/** A value that was sent twice and shows as another stays so: remembered, or every plan would send it again. */
function withShown(proposed: RecordedRecord, change: RecordChange, { task, context }: Seen): RecordedRecord {
  const content = contentOf(task, declared(change).campaign.clientIdFieldName);
  const fields = observedFields(task, content);
  const wanted = recordFields(declared(change));
  const other = (change.resent ?? []).filter((field) => (fields.get(field) ?? null) !== wanted.get(field));
  const shown = Object.fromEntries(other.map((field) => [field, context.digest(fields.get(field) ?? null)]));
  return { ...proposed, shown: { ...proposed.shown, ...shown } };
}

interface Seen {
  readonly task: ObservedTask;
  readonly context: ApplyContext;
}

interface Acting {
  readonly context: ApplyContext;
  readonly task: ObservedTask | null;
}

async function send(operation: WriteOperation, change: RecordChange, acting: Acting): Promise<Outcome<unknown>> {
  const { service } = acting.context;
  const [campaign, clientId] = [campaignOf(change), clientIdOf(change.address)];
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
  const seen = await acting.context.service.findRecord(campaignOf(change), clientIdOf(change.address));
  if (seen.kind !== 'done') return false;
  const task = seen.value[0];
  if (operation === 'deleteRecordFromCampaign') return task === undefined || task.workedState === 'REMOVED';
  if (task === undefined || seen.value.length > 1) return false;
  if (operation === 'changeCampaignRecordStatus') {
    const wanted = statusToSet(change, acting);
    const pinned = wanted.preferredAgent === undefined || (task.preferredAgent ?? '') === wanted.preferredAgent;
    return task.workedState === wanted.state && pinned;
  }
  const desired = declared(change);
  const facts = { desired, recorded: null, task, marker: change.marker };
  return compareRecord({ ...facts, digest: acting.context.digest, now: acting.context.clock() }).fields.length === 0;
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

/** The status the file asks for (ensure, reissue); undefined when the change is not about the status. */
export function stateAsked(change: RecordChange): unknown {
  return change.fields.find((field) => field.field === 'workedState')?.after;
}

export function declared(change: RecordChange): DesiredRecord {
  if (change.desired === null) throw new Error('only a declared record is written');
  return change.desired;
}
