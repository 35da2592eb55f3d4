// One record: desired x recorded x observed -> at most one change and what needs saying (design, "Records").
//
//   task seen        | ours                          | not ours
//   none             | worked before: consumed       | create
//                    | else: a person decides        |
//   NOTWORKED        | differs: update               | adopt declared: adopt; else conflict
//   being worked     | left alone (whenWorked)       | the same
//   COMPLETED, REMOVED | consumed: never added again without `reissue`
//   two of them      | no write can name one: a person decides
//
// Nobody is called twice because a tool was diligent: a record that vanished is never added again by itself.

import { isFinished, isWorked } from '../../model/record.ts';
import type { DesiredRecord, ObservedTask, RecordedRecord } from '../../model/record.ts';
import type { FieldChange, RecordChange } from '../change.ts';
import { clearsPin, compareRecord } from './compare-record.ts';
import type { Comparison } from './compare-record.ts';
import { diffMove, diffMoved } from './move.ts';
import { diffUndesired } from './undesired.ts';
import { contentOf, fieldChange, recordDigests } from '../fields.ts';
import { isMarkerOf } from '../marker.ts';
import {
  attempts,
  consumed,
  create,
  decision,
  isReissued,
  lostFields,
  managedElsewhere,
  markerFor,
  movedElsewhere,
  recordChange,
  say,
  unreadable,
  unreadElsewhere,
  wasWorked,
} from './record-result.ts';
import type { RecordDiff, RecordFacts } from './record-result.ts';

export function diffRecord(facts: RecordFacts): RecordDiff {
  const { desired, observed } = facts;
  if (desired === null) return diffUndesired(facts, null);
  if (observed?.presence === 'unknown') return unreadable(facts, observed);
  if (observed !== null && observed.tasks.length > 1)
    return decision(facts, 'twin', 'the clientId stands twice in the campaign');
  if (desired.ensure === 'absent') return diffUndesired(facts, desired);
  const task = observed?.tasks[0];
  if (task !== undefined) return diffSeen(facts, desired, task);
  return facts.from === null ? diffMissing(facts, desired) : diffMove(facts, desired, facts.from);
}

function diffMissing(facts: RecordFacts, desired: DesiredRecord): RecordDiff {
  const { recorded } = facts;
  const wouldAdd = recorded === null ? desired.ensure === 'present' : isReissued(desired, recorded);
  if (facts.mayBeElsewhere && facts.elsewhere === null && wouldAdd) return unreadElsewhere(facts);
  if (recorded === null) {
    if (facts.elsewhere !== null) return movedElsewhere(facts, facts.elsewhere);
    if (desired.ensure !== 'present') return { change: null, verdict: null, note: null };
    return create(facts, desired, 'declared, not there');
  }
  if (facts.elsewhere !== null) return movedElsewhere(facts, facts.elsewhere);
  if (isReissued(desired, recorded)) return reissue(facts, desired, null);
  if (wasWorked(recorded)) return consumed(facts, recorded, 'gone');
  if (desired.ensure !== 'present') return { change: null, verdict: null, note: null };
  return decision(facts, 'gone-unclear', 'is gone, and nobody can tell whether the customer was called');
}

function diffSeen(facts: RecordFacts, desired: DesiredRecord, task: ObservedTask): RecordDiff {
  const marker = contentOf(task, desired.campaign.clientIdFieldName).marker;
  // What was used up and let go is remembered, not owned: the marker or the service's own id says whether this is it.
  const isSame = facts.recorded?.previewRecordId === task.previewRecordId;
  const owned = facts.recorded !== null && (facts.recorded.consumed === null || isSame || !desired.campaign.marker);
  const ours = owned || isMarkerOf(facts.stack, marker);
  if (facts.from !== null) return diffMoved(facts, desired, { task, from: facts.from, ours });
  const elsewhere = ours ? null : managedElsewhere(facts, task, desired.campaign);
  if (elsewhere !== null) return elsewhere;
  if (!ours && !desired.adopt) return decision(facts, 'conflict', 'exists and is not ours');
  if (isFinished(task)) return diffFinished(facts, desired, task);
  if (desired.ensure !== 'present') return finish(facts, desired, task);
  const comparison = compareRecord({ ...facts, desired, task, marker: markerFor(facts, desired, task) });
  if (facts.recorded === null) return takeOver(facts, desired, { task, comparison, ours });
  return diffOwned(facts, desired, { task, comparison, recorded: facts.recorded });
}

function diffFinished(facts: RecordFacts, desired: DesiredRecord, task: ObservedTask): RecordDiff {
  const { recorded } = facts;
  if (desired.ensure === 'present' && mayReissue(desired, recorded, task)) return reissue(facts, desired, task);
  return consumed(facts, recorded, task.workedState);
}

/** `ensure: completed | removed`: the one status change a file may ask for without a reason. */
function finish(facts: RecordFacts, desired: DesiredRecord, task: ObservedTask): RecordDiff {
  const state = desired.ensure === 'completed' ? 'COMPLETED' : 'REMOVED';
  return recordChange(facts, {
    action: facts.recorded === null ? 'adopt' : 'update',
    reason: `the file says ensure: ${desired.ensure}`,
    writes: ['changeCampaignRecordStatus'],
    fields: [fieldChange('workedState', task.workedState, state)],
    marker: markerFor(facts, desired, task),
  });
}

function takeOver(
  facts: RecordFacts,
  desired: DesiredRecord,
  seen: { task: ObservedTask; comparison: Comparison; ours: boolean },
): RecordDiff {
  const write = seen.comparison.fields.length > 0 && mayWrite(desired, seen.task);
  return recordChange(facts, {
    action: 'adopt',
    reason: seen.ours ? 'carries our marker; recorded again' : 'exists; the file says adopt: true',
    writes: write ? writesFor(seen.comparison) : [],
    fields: write ? seen.comparison.fields : [],
    marker: markerFor(facts, desired, seen.task),
  });
}

function diffOwned(
  facts: RecordFacts,
  desired: DesiredRecord,
  seen: { task: ObservedTask; comparison: Comparison; recorded: RecordedRecord },
): RecordDiff {
  const { platform } = seen.comparison;
  const lost = lostFields(facts, seen.task);
  const fields = [...seen.comparison.fields, ...lost];
  if (fields.length === 0) return converged(facts, desired, seen);
  if (!mayWrite(desired, seen.task)) {
    const text = `is being worked (${attempts(seen.task)}) and was left alone; whenWorked: replace would write`;
    return { ...say(facts, { class: 'kept', code: null, text, fields }), note: noteReason(desired, seen) };
  }
  return recordChange(facts, {
    action: 'update',
    reason: reasonToWrite(lost, platform),
    writes: writesFor({ ...seen.comparison, fields }),
    fields,
    marker: markerFor(facts, desired, null),
  });
}

function reasonToWrite(lost: readonly FieldChange[], platform: readonly FieldChange[]): string {
  if (lost.length > 0) return 'puts back what was lost when it moved here';
  return platform.length > 0 ? 'differs; what the platform moved stays' : 'differs';
}

function noteReason(
  desired: DesiredRecord,
  seen: { task: ObservedTask; recorded: RecordedRecord },
): RecordedRecord | null {
  const noted = noteWork(seen.recorded, seen.task);
  if (desired.reissue === seen.recorded.reissue) return noted;
  return { ...(noted ?? seen.recorded), reissue: desired.reissue };
}

function converged(
  facts: RecordFacts,
  desired: DesiredRecord,
  seen: { task: ObservedTask; comparison: Comparison; recorded: RecordedRecord },
): RecordDiff {
  const note = {
    ...(noteWork(seen.recorded, seen.task) ?? seen.recorded),
    digests: recordDigests(desired, facts.digest),
    // A reason given while the task is open has nothing to reissue: it is used up, not saved for later.
    reissue: desired.reissue,
  };
  const changed = JSON.stringify(note) !== JSON.stringify(seen.recorded) ? note : null;
  const { kept } = seen.comparison;
  if (kept.length > 0) {
    const text = `${kept.map(({ field }) => field).join(', ')}: the service shows another value than was sent twice; not sent again`;
    return { ...say(facts, { class: 'kept', code: null, text, fields: kept }), note: changed };
  }
  if (seen.comparison.platform.length === 0) return { change: null, verdict: null, note: changed };
  const names = seen.comparison.platform.map((field) => field.field).join(', ');
  const text = `${names}: moved by the platform as documented, left alone`;
  return { ...say(facts, { class: 'platform', code: null, text, fields: seen.comparison.platform }), note: changed };
}

/** Adding a consumed record again: only ever with a new reason in the file. */
function reissue(facts: RecordFacts, desired: DesiredRecord, task: ObservedTask | null): RecordDiff {
  const reopen = task === null ? [] : (['changeCampaignRecordStatus'] as const);
  return recordChange(facts, {
    action: 'update',
    reason: `reissued: ${desired.reissue}`,
    writes: ['addOrUpdateCampaignRecord', ...reopen],
    fields: [fieldChange('workedState', task?.workedState ?? 'gone', 'NOTWORKED')],
    marker: markerFor(facts, desired, null),
  });
}

function noteWork(recorded: RecordedRecord, task: ObservedTask): RecordedRecord | null {
  if (recorded.worked.attempts === task.workAttempts && recorded.worked.state === task.workedState) return null;
  return { ...recorded, worked: { state: task.workedState, attempts: task.workAttempts } };
}

function writesFor(comparison: Comparison): RecordChange['writes'] {
  if (!clearsPin(comparison.fields)) return ['addOrUpdateCampaignRecord'];
  return comparison.fields.length === 1
    ? ['changeCampaignRecordStatus']
    : ['addOrUpdateCampaignRecord', 'changeCampaignRecordStatus'];
}

function mayWrite(desired: DesiredRecord, task: ObservedTask): boolean {
  return !isWorked(task) || desired.whenWorked === 'replace';
}

/** Without a record of it (we deleted it ourselves) a reason holds only where surely nobody was called. */
function mayReissue(desired: DesiredRecord, recorded: RecordedRecord | null, task: ObservedTask): boolean {
  if (recorded !== null) return isReissued(desired, recorded);
  return desired.reissue !== '' && task.workAttempts === 0 && task.lastAttemptTime === null;
}
