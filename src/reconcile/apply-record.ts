// One record change: read again, compare with the plan, intent, requests, settlement. What moved since the plan is left
// alone (R12). A status is only ever set to the state just read, unless the file asks for another (R13).

import type { Outcome } from '../model/outcome.ts';
import { isWorked } from '../model/record.ts';
import type { DesiredRecord, ObservedTask, RecordedRecord, WorkedState } from '../model/record.ts';
import type { RecordChange, Settlement, WriteOperation } from './change.ts';
import type { ApplyContext } from './apply.ts';
import { compareRecord, itemsToSend, pinToSend } from './compare-record.ts';
import { recordDigests } from './fields.ts';
import { applied, comesTrue, failed, skippedBecause, unresolved } from './settlement.ts';
import { provenanceIn } from './marker.ts';
import { campaignOf, clientIdOf } from './record-diff.ts';

export async function applyRecord(change: RecordChange, context: ApplyContext): Promise<Settlement> {
  if (change.writes.length === 0) {
    const task = change.observed?.tasks[0] ?? null;
    const recorded = change.action === 'forget' ? memoryOf(change, context) : proposedRecord(change, task, context);
    await context.recorder.record(change.address, recorded);
    return applied(change);
  }
  const fresh = await context.service.findRecord(campaignOf(change), clientIdOf(change));
  if (fresh.kind !== 'done') return failed(change, fresh.problem);
  const moved = whatMoved(change, fresh.value);
  if (moved !== null) return skippedBecause(change, 'moved', moved);
  const task = fresh.value[0] ?? null;
  const proposed = recordedAfter(change, task, context);
  const intent = await context.recorder.intend({
    address: change.address,
    action: change.action,
    fromCampaign: null,
    at: context.clock(),
    proposed: proposed ?? null,
  });
  return sendWrites(change, context, { intent, task, proposed });
}

/** What stays of a record that is let go: that it was, or may have been, used up. Null when it surely was not. */
function memoryOf({ recorded, observed }: RecordChange, context: ApplyContext): RecordedRecord | null {
  const task = observed?.tasks[0];
  if (recorded === null || (task !== undefined && !isWorked(task))) return null;
  const how =
    task !== undefined && (task.workedState === 'COMPLETED' || task.workedState === 'REMOVED')
      ? task.workedState
      : 'gone';
  return { ...recorded, consumed: recorded.consumed ?? { how, at: context.clock() } };
}

interface Sending {
  readonly intent: string;
  readonly task: ObservedTask | null;
  /** As Recorder.settle takes it. */
  readonly proposed: RecordedRecord | null | undefined;
}

async function sendWrites(change: RecordChange, context: ApplyContext, sending: Sending): Promise<Settlement> {
  let note: string | null = null;
  for (const operation of change.writes) {
    const outcome = await send(operation, change, { context, task: sending.task });
    if (outcome.kind === 'not-done') {
      await context.recorder.settle(sending.intent, undefined);
      return failed(change, outcome.problem);
    }
    if (outcome.kind === 'done' && outcome.value === 'not-found' && operation !== 'deleteRecordFromCampaign') {
      await context.recorder.settle(sending.intent, undefined);
      return skippedBecause(change, 'moved', 'disappeared between the reading and the write');
    }
    if (outcome.kind === 'unknown' || operation === 'changeCampaignRecordStatus') {
      if (!(await comesTrue(context.sleep, () => shows(operation, change, { context, task: sending.task })))) {
        return unresolved(change, `what became of ${operation} cannot be seen`);
      }
      if (outcome.kind === 'unknown') note = 'the answer was lost; settled by reading';
    }
  }
  await context.recorder.settle(sending.intent, sending.proposed);
  return applied(change, note);
}

interface Acting {
  readonly context: ApplyContext;
  readonly task: ObservedTask | null;
}

async function send(operation: WriteOperation, change: RecordChange, acting: Acting): Promise<Outcome<unknown>> {
  const { service } = acting.context;
  const [campaign, clientId] = [campaignOf(change), clientIdOf(change)];
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
  const seen = await acting.context.service.findRecord(campaignOf(change), clientIdOf(change));
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
): { items: ReturnType<typeof itemsToSend>; preferredAgent?: string; nextEarliestWorkTime?: number } {
  const desired = declared(change);
  const items = itemsToSend({ desired, recorded: change.recorded, task, marker: change.marker });
  const isNew = task === null || stateAsked(change) === 'NOTWORKED';
  return { items, ...(isNew ? declaredPin(desired) : pinToSend(change.fields, task)) };
}

function declaredPin(desired: DesiredRecord): { preferredAgent?: string; nextEarliestWorkTime?: number } {
  return {
    ...(desired.preferredAgent ? { preferredAgent: desired.preferredAgent } : {}),
    ...(desired.nextEarliestWorkTime === undefined ? {} : { nextEarliestWorkTime: desired.nextEarliestWorkTime }),
  };
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

/** Null when the record is as the plan saw it; otherwise what is different, in words. */
export function whatMoved(change: Pick<RecordChange, 'observed'>, fresh: readonly ObservedTask[]): string | null {
  const planned = change.observed?.tasks[0];
  const [task, twin] = fresh;
  if (twin !== undefined) return 'the clientId now stands twice in the campaign';
  if (planned === undefined) return task === undefined ? null : 'appeared between the plan and the write';
  if (task === undefined) return 'disappeared between the plan and the write';
  const fields = [
    'workedState',
    'workAttempts',
    'lastAttemptTime',
    'lastUpdatedTime',
    'preferredAgent',
    'skillQueue',
    'nextEarliestWorkTime',
  ] as const;
  const moved: string[] = fields.filter((field) => planned[field] !== task[field]);
  if (JSON.stringify(planned.items) !== JSON.stringify(task.items)) moved.push('data');
  return moved.length === 0 ? null : `${moved.join(', ')} changed between the plan and the write`;
}

/** What is recorded once the change is done; undefined where the record of it stays as it is (a pin moved away). */
function recordedAfter(
  change: RecordChange,
  task: ObservedTask | null,
  context: ApplyContext,
): RecordedRecord | null | undefined {
  if (change.action === 'delete') return null;
  if (change.desired === null || (change.pin !== null && change.writes.length === 1)) return undefined;
  return proposedRecord(change, task, context);
}

export function proposedRecord(change: RecordChange, task: ObservedTask | null, context: ApplyContext): RecordedRecord {
  const desired = declared(change);
  const state = stateAsked(change);
  const at = context.clock();
  return {
    kind: 'record',
    address: change.address,
    campaignName: desired.campaign.campaignName,
    clientId: desired.clientId,
    clientIdFieldName: desired.campaign.clientIdFieldName,
    provenance: provenanceOf(change),
    previewRecordId: task?.previewRecordId ?? '',
    marker: change.marker,
    digests: recordDigests(desired, context.digest),
    consumed: state === 'COMPLETED' || state === 'REMOVED' ? { how: state, at } : null,
    reissue: desired.reissue,
    worked: { state: task?.workedState ?? 'NOTWORKED', attempts: task?.workAttempts ?? 0 },
    preferredAgent: desired.preferredAgent ?? null,
    recordedAt: at,
  };
}

function provenanceOf(change: RecordChange): 'created' | 'adopted' {
  if (change.recorded !== null) return change.recorded.provenance;
  if (change.marker !== null) return provenanceIn(change.marker);
  return change.action === 'adopt' ? 'adopted' : 'created';
}

/** The status the file asks for (ensure, reissue); undefined when the change is not about the status. */
function stateAsked(change: RecordChange): unknown {
  return change.fields.find((field) => field.field === 'workedState')?.after;
}

function declared(change: RecordChange): DesiredRecord {
  if (change.desired === null) throw new Error('only a declared record is written');
  return change.desired;
}
