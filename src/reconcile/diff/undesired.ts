// A record that should not be there: no longer declared, or declared `ensure: absent`. Deleted only when it is ours by
// record and by marker, and nobody has worked it; everything else is let go or left for a person (R19, I3).

import { isFinished, isWorked } from '../../model/record.ts';
import type { DesiredRecord, ObservedTask } from '../../model/record.ts';
import { contentOf, showsSentData } from '../fields.ts';
import { isMarkerOf, otherStackIn } from '../marker.ts';
import { attempts, decision, managedElsewhere, recordChange, say, unreadable } from './record-result.ts';
import type { RecordDiff, RecordFacts } from './record-result.ts';

const NOTHING: RecordDiff = { change: null, verdict: null, note: null };

export function diffUndesired(facts: RecordFacts, declared: DesiredRecord | null): RecordDiff {
  const { recorded, observed } = facts;
  if (recorded === null && declared === null) return NOTHING;
  // Used up and let go before: remembered, so that putting the line back calls nobody again.
  if (declared === null && recorded !== null && recorded.consumed !== null) return NOTHING;
  if (observed === null) return letGo(facts, 'worked and gone');
  if (observed.presence === 'unknown') return unreadable(facts, observed);
  if (observed.tasks.length > 1) return decision(facts, 'twin', 'the clientId stands twice in the campaign');
  const task = observed.tasks[0];
  if (task === undefined) return letGo(facts, 'already gone');
  if (isFinished(task)) return letGo(facts, `${task.workedState}: consumed, left in the service`);
  if (!isOurs(facts, declared, task)) return notOurs(facts, declared, task);
  if (isWorked(task) && declared?.whenWorked !== 'remove') return worked(facts, declared, task);
  const reason = declared === null ? 'no longer declared' : 'declared absent';
  return recordChange(facts, {
    action: 'delete',
    reason,
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
  if (declared !== null) return decision(facts, 'conflict', 'is declared absent, exists, and is not ours');
  const adopted = facts.recorded?.provenance === 'adopted';
  return letGo(facts, adopted ? 'released: adopted, not created by us' : whyLeft(facts));
}

function whyLeft({ recorded }: RecordFacts): string {
  return recorded?.marker === null ? 'not shown to be ours by its data: left alone' : 'lost our marker: left alone';
}

function worked(facts: RecordFacts, declared: DesiredRecord | null, task: ObservedTask): RecordDiff {
  const text = `was worked (${attempts(task)}) and is left alone`;
  if (declared === null) return letGo(facts, text);
  return say(facts, { class: 'kept', code: null, text: `${text}; whenWorked: remove would delete it`, fields: [] });
}

function letGo(facts: RecordFacts, reason: string): RecordDiff {
  // Used up and remembered already: letting it go once more would change nothing, run after run.
  if (facts.recorded === null || facts.recorded.consumed !== null) return NOTHING;
  return recordChange(facts, { action: 'forget', reason, writes: [], fields: [], marker: null });
}
