// A record that should not be there: no longer declared, or declared `ensure: absent`. Deleted only when it is ours by
// record and by marker, and nobody has worked it; everything else is let go or left for a person.

import { isFinished, isWorked } from '../../model/record.ts';
import type { DesiredRecord, ObservedTask } from '../../model/record.ts';
import { contentOf, showsSentData } from '../fields.ts';
import { isMarkerOf, otherStackIn } from '../marker.ts';
import type { RecordCause } from '../change.ts';
import { managedElsewhere, NO_RECORD_DIFF, recordChange, sayOfRecord } from './record-result.ts';
import type { RecordDiff, RecordFacts } from './record-result.ts';

export function diffUndesired(facts: RecordFacts, declared: DesiredRecord | null): RecordDiff {
  const { recorded, observed } = facts;
  if (recorded === null && declared === null) return NO_RECORD_DIFF;
  // Used up and let go before: remembered, so that putting the line back calls nobody again.
  if (declared === null && recorded !== null && recorded.consumed !== null) return NO_RECORD_DIFF;
  if (observed === null) return letGo(facts, { kind: 'worked-and-gone' });
  if (observed.presence === 'unknown') return sayOfRecord(facts, { kind: 'unreadable', problem: observed.problem });
  if (observed.tasks.length > 1) return sayOfRecord(facts, { kind: 'twin', campaignName: null });
  const task = observed.tasks[0];
  if (task === undefined) return letGo(facts, { kind: 'already-gone' });
  if (isFinished(task)) return letGo(facts, { kind: 'finished', state: task.workedState });
  if (!isOurs(facts, declared, task)) return notOurs(facts, declared, task);
  if (isWorked(task) && declared?.whenWorked !== 'remove') return worked(facts, declared, task);
  return recordChange(facts, {
    action: 'delete',
    cause: { kind: declared === null ? 'undeclared' : 'declared-absent' },
    writes: ['deleteRecordFromCampaign'],
    fields: [],
    marker: null,
  });
}

function isOurs(facts: RecordFacts, declared: DesiredRecord | null, task: ObservedTask): boolean {
  const { recorded } = facts;
  const fieldName = recorded?.clientIdFieldName ?? declared?.campaign.clientIdFieldName ?? 'Id';
  const { marker } = contentOf(task, fieldName);
  if (otherStackIn(facts.stack, marker) !== null) return false;
  const marked = isMarkerOf(facts.stack, marker);
  if (recorded === null) return marked || (declared?.adopt ?? false);
  if (recorded.provenance === 'adopted' && declared === null) return false;
  return marked || (recorded.marker === null && showsSentData(task, recorded, facts.digest));
}

function notOurs(facts: RecordFacts, declared: DesiredRecord | null, task: ObservedTask): RecordDiff {
  const elsewhere = declared && managedElsewhere(facts, task, declared.campaign);
  if (elsewhere !== null) return elsewhere;
  if (declared !== null) return sayOfRecord(facts, { kind: 'not-ours', side: 'service', wanted: 'absent' });
  const { recorded } = facts;
  if (recorded?.provenance === 'adopted') return letGo(facts, { kind: 'adopted' });
  return letGo(facts, { kind: recorded?.marker === null ? 'unproven' : 'lost-marker' });
}

function worked(facts: RecordFacts, declared: DesiredRecord | null, task: ObservedTask): RecordDiff {
  const attempts = task.workAttempts;
  if (declared === null) return letGo(facts, { kind: 'worked', attempts });
  const { campaignName } = declared.campaign;
  return sayOfRecord(facts, { kind: 'worked', attempts, instead: 'remove', campaignName });
}

function letGo(facts: RecordFacts, cause: RecordCause): RecordDiff {
  // Used up and remembered already: letting it go once more would change nothing, run after run.
  if (facts.recorded === null || facts.recorded.consumed !== null) return NO_RECORD_DIFF;
  return recordChange(facts, { action: 'forget', cause, writes: [], fields: [], marker: null });
}
