// One record change: what is recorded of it, before and after its requests (send-record.ts).

import { laterThan } from '../../model/age.ts';
import { namesWhere, pick } from '../../model/fields.ts';
import { RECORD_FIELDS } from '../../model/record-fields.ts';
import { isDeleted, isWorked } from '../../model/record.ts';
import type { ObservedTask, RecordedRecord, WorkedState } from '../../model/record.ts';
import type { RecordChange } from '../change.ts';
import type { Settlement } from '../settlement.ts';
import type { ApplyContext } from './context.ts';
import { withWork, workSeen } from '../diff/used-up.ts';
import { asRemoved } from '../diff/removed.ts';
import { recordDigests, shownStill } from '../fields.ts';
import { applied } from '../settlement.ts';
import { provenanceIn } from '../marker.ts';
import { withReason } from '../reasons.ts';
import { stateAsked } from '../request-parts.ts';
import { goneTask } from './read-task.ts';
import { unlessSeenAgain } from './write.ts';
import { declared, sendWrites } from './send-record.ts';

export async function applyRecord(change: RecordChange, context: ApplyContext): Promise<Settlement> {
  if (change.writes.length === 0) {
    const isGone = change.action === 'forget' && change.cause.kind === 'already-gone';
    const again = isGone ? await unlessSeenAgain(change, goneTask(change, context)) : null;
    if (again !== null) return again;
    const task = change.observed?.tasks[0] ?? null;
    const recorded = change.action === 'forget' ? memoryOf(change, context) : proposedRecord(change, task, context);
    await context.recorder.record(change.address, recorded);
    return applied(change);
  }
  const task = change.observed?.tasks[0] ?? null;
  const proposed = recordedAfter(change, task, context);
  const settlement = await sendWrites(change, context, { task, proposed });
  if (settlement.kind === 'applied' && change.cause.kind === 'reset-by-update') await endReset(change, context);
  return settlement;
}

const NOT_CLEARABLE = namesWhere(RECORD_FIELDS, { clearable: false });

/** It is put back once: who opens the task from now on means it. */
async function endReset({ address }: RecordChange, { earlier, recorder }: ApplyContext): Promise<void> {
  for (const { id } of earlier?.get(address) ?? []) await recorder.settle(id, undefined);
}

/** Whether a record that is let go was, or may have been, used up: then it is remembered, so that nobody is called again. */
export function leavesMemory({ observed }: Pick<RecordChange, 'observed'>): boolean {
  const task = observed?.tasks[0];
  return task === undefined || isWorked(task) || task.lastAttemptTime !== null;
}

/** Of one that is let go: somebody else may answer for it from now on. Whatever else stands open, and its customer may be called unseen. */
export function isRemembered(change: Pick<RecordChange, 'observed' | 'cause'>): boolean {
  const { kind } = change.cause;
  return kind !== 'other-partition' && (kind !== 'handed-over' || leavesMemory(change));
}

function memoryOf(change: RecordChange, context: ApplyContext): RecordedRecord | null {
  const { recorded, observed } = change;
  if (recorded === null || !isRemembered(change)) return null;
  const task = observed?.tasks[0];
  const consumed = recorded.consumed ?? {
    how: task === undefined ? 'gone' : (endOf(task.workedState) ?? 'released'),
    at: context.clock(),
  };
  return { ...(task === undefined ? recorded : withWork(recorded, task)), consumed };
}

function endOf(state: WorkedState | undefined): 'COMPLETED' | 'REMOVED' | null {
  return state === 'COMPLETED' || state === 'REMOVED' ? state : null;
}

/** What is recorded once the change is done; undefined where the record of it stays as it is (a pin moved away). */
function recordedAfter(
  change: RecordChange,
  task: ObservedTask | null,
  context: ApplyContext,
): RecordedRecord | null | undefined {
  if (change.keeps !== undefined) return undefined;
  if (change.action === 'delete') {
    // What was worked is remembered, also where nothing of it was recorded.
    const isFound = change.recorded === null && change.desired !== null;
    const known = isFound && leavesMemory(change) ? proposedRecord(change, task, context) : change.recorded;
    return asRemoved(known === null || task === null ? known : deletedAs(known, task), context.clock());
  }
  if (change.desired === null || change.cause.kind === 'offboarding') return undefined;
  return proposedRecord(change, task, context);
}

/** By the id that its delete names: where no marker does, it alone says later that what never went is ours. */
function deletedAs(known: RecordedRecord, task: ObservedTask): RecordedRecord {
  return { ...withWork(known, task), previewRecordId: known.previewRecordId || task.previewRecordId };
}

export function proposedRecord(change: RecordChange, task: ObservedTask | null, context: ApplyContext): RecordedRecord {
  const desired = declared(change);
  const how = endOf(stateAsked(change) ?? (change.writes.length === 0 ? task?.workedState : undefined));
  const at = context.clock();
  // Gone while nobody looked, the customer may have been called as well.
  const isAgain = change.cause.kind === 'reissue' && change.recorded !== null;
  const before = change.recorded ?? change.former ?? null;
  const digests = recordDigests(desired, context.digest, { recorded: change.recorded, stuck: NOT_CLEARABLE });
  return {
    kind: 'record',
    address: change.address,
    campaignName: desired.campaign.campaignName,
    clientId: desired.clientId,
    clientIdFieldName: desired.campaign.clientIdFieldName,
    ...pick(desired.campaign, ['region']),
    provenance: provenanceOf(change),
    // One that was deleted and is still shown is not the one that is added in its place.
    previewRecordId: task === null || (change.cause.kind === 'reissue' && isDeleted(task)) ? '' : task.previewRecordId,
    marker: change.marker,
    digests,
    consumed: how === null ? null : { how, at },
    ...withReason(desired.reissue, before, isAgain),
    worked: task === null ? { state: 'NOTWORKED', attempts: 0 } : workSeen(task),
    preferredAgent: desired.preferredAgent ?? null,
    recordedAt: laterThan(change.recorded?.recordedAt, at),
    ...shownStill(before, digests),
  };
}

function provenanceOf(change: RecordChange): 'created' | 'adopted' {
  if (change.recorded !== null) return change.recorded.provenance;
  if (change.marker !== null) return provenanceIn(change.marker);
  return change.action === 'create' ? 'created' : 'adopted';
}
