// One record change: what is recorded of it, before and after its requests (send-record.ts).

import { laterThan } from '../../model/age.ts';
import { namesWhere } from '../../model/fields.ts';
import { RECORD_FIELDS } from '../../model/record-fields.ts';
import { isWorked } from '../../model/record.ts';
import type { ObservedTask, RecordedRecord } from '../../model/record.ts';
import type { RecordChange } from '../change.ts';
import type { Settlement } from '../settlement.ts';
import type { ApplyContext } from './context.ts';
import { asRemoved } from '../diff/removed.ts';
import { recordDigests, shownStill } from '../fields.ts';
import { applied } from '../settlement.ts';
import { provenanceIn } from '../marker.ts';
import { withReason } from '../reasons.ts';
import { stateAsked } from '../asked.ts';
import { lookAtRecord, unlessSeenAgain } from './seen-gone.ts';
import { declared, sendWrites } from './send-record.ts';

export async function applyRecord(change: RecordChange, context: ApplyContext): Promise<Settlement> {
  if (change.writes.length === 0) {
    const isGone = change.action === 'forget' && change.cause.kind === 'already-gone';
    const again = isGone ? await unlessSeenAgain(change, lookAtRecord(change, context).isGone) : null;
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

function memoryOf(change: RecordChange, context: ApplyContext): RecordedRecord | null {
  const { recorded, observed } = change;
  if (recorded === null || !leavesMemory(change)) return null;
  const task = observed?.tasks[0];
  const how =
    task !== undefined && (task.workedState === 'COMPLETED' || task.workedState === 'REMOVED')
      ? task.workedState
      : 'gone';
  return { ...recorded, consumed: recorded.consumed ?? { how, at: context.clock() } };
}

/** What is recorded once the change is done; undefined where the record of it stays as it is (a pin moved away). */
function recordedAfter(
  change: RecordChange,
  task: ObservedTask | null,
  context: ApplyContext,
): RecordedRecord | null | undefined {
  if (change.keeps !== undefined) return undefined;
  if (change.action === 'delete') {
    // What was let go as gone stays used up: adding it again takes a reason.
    return change.recorded?.consumed?.how === 'gone' && change.cause.kind === 'still-there'
      ? change.recorded
      : asRemoved(change.recorded, context.clock());
  }
  if (change.desired === null || (change.pin !== null && change.writes.length === 1)) return undefined;
  return proposedRecord(change, task, context);
}

export function proposedRecord(change: RecordChange, task: ObservedTask | null, context: ApplyContext): RecordedRecord {
  const desired = declared(change);
  const state = stateAsked(change);
  const at = context.clock();
  const digests = recordDigests(desired, context.digest, { recorded: change.recorded, stuck: NOT_CLEARABLE });
  return {
    kind: 'record',
    address: change.address,
    campaignName: desired.campaign.campaignName,
    clientId: desired.clientId,
    clientIdFieldName: desired.campaign.clientIdFieldName,
    provenance: provenanceOf(change),
    previewRecordId: task?.previewRecordId ?? '',
    marker: change.marker,
    digests,
    consumed: state === 'COMPLETED' || state === 'REMOVED' ? { how: state, at } : null,
    ...withReason(desired.reissue, change.recorded ?? change.former ?? null),
    worked: {
      state: task?.workedState ?? 'NOTWORKED',
      attempts: task?.workAttempts ?? 0,
      ...(task?.lastAttemptTime ? { lastAttemptTime: task.lastAttemptTime } : {}),
    },
    preferredAgent: desired.preferredAgent ?? null,
    recordedAt: laterThan(change.recorded?.recordedAt, at),
    ...shownStill(change.recorded, digests),
  };
}

function provenanceOf(change: RecordChange): 'created' | 'adopted' {
  if (change.recorded !== null) return change.recorded.provenance;
  if (change.marker !== null) return provenanceIn(change.marker);
  return change.action === 'adopt' ? 'adopted' : 'created';
}
