// A record that is declared in one campaign and recorded in another: one transfer, never delete and add (R15, R16).
//
//   in the new campaign | in the old one | becomes
//   absent              | present        | move; worked or used up: stays there
//   absent              | absent         | consumed, or a person decides; added again only when reissued
//   present             | absent         | move that only records, where it is ours; else target-occupied
//   present             | present        | a person decides
//
// What cannot be read on either side moves nothing.

import { isFinished, isWorked } from '../../model/record.ts';
import type { DesiredRecord, ObservedTask } from '../../model/record.ts';
import { compareRecord } from './compare-record.ts';
import { fieldChange } from '../fields.ts';
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

export function diffMove(
  facts: RecordFacts,
  desired: DesiredRecord,
  from: NonNullable<RecordFacts['from']>,
): RecordDiff {
  const { recorded, observed } = from;
  if (observed === null || recorded.consumed !== null) return consumed(facts, null, 'gone');
  if (observed.presence === 'unknown') return unreadable(facts, observed);
  if (observed.tasks.length > 1) return decision(facts, 'twin', `stands twice in ${recorded.campaignName}`);
  const task = observed.tasks[0];
  if (task === undefined) {
    if (facts.elsewhere !== null) return movedElsewhere(facts, facts.elsewhere);
    if (isReissued(desired, recorded) && facts.mayBeElsewhere) return unreadElsewhere(facts);
    if (isReissued(desired, recorded)) return create(facts, desired, `reissued: ${desired.reissue}`);
    if (wasWorked(recorded)) return consumed(facts, null, 'gone');
    return decision(
      facts,
      'gone-unclear',
      `is gone from ${recorded.campaignName}, and nobody can tell whether the customer was called`,
    );
  }
  if (isFinished(task)) return consumed(facts, null, task.workedState);
  if (isWorked(task) && desired.whenWorked !== 'replace') {
    const text = `was worked in ${recorded.campaignName} (${attempts(task)}) and stays there`;
    return say(facts, { class: 'kept', code: null, text, fields: [] });
  }
  const fields = [fieldChange('campaignName', recorded.campaignName, desired.campaign.campaignName)];
  const differs = compareRecord({ ...facts, desired, recorded, task, marker: markerFor(facts, desired, null) });
  return recordChange(facts, {
    action: 'move',
    reason: `moves here from ${recorded.campaignName}`,
    writes: ['transferCampaignRecord', ...(differs.fields.length > 0 ? (['addOrUpdateCampaignRecord'] as const) : [])],
    fields: [...fields, ...differs.fields],
    marker: markerFor(facts, desired, null),
  });
}

/** The record stands where Git wants it although a transfer was not recorded. */
export function diffMoved(
  facts: RecordFacts,
  desired: DesiredRecord,
  seen: { task: ObservedTask; from: NonNullable<RecordFacts['from']>; ours: boolean },
): RecordDiff {
  const source = seen.from.recorded.campaignName;
  // Seen here says nothing about there: only a clear answer lets the record of the source go.
  if (seen.from.observed?.presence === 'unknown') return unreadable(facts, seen.from.observed);
  if (seen.from.observed?.presence === 'present') {
    if (seen.ours) return decision(facts, 'move-unclear', `is in ${source} and here`);
    return decision(facts, 'target-occupied', `should move here from ${source}, but the clientId is taken`);
  }
  // A copy was kept when our transfer left, and dropped had it been refused: a marker lost on the way proves nothing.
  const elsewhere = seen.ours ? null : managedElsewhere(facts, seen.task, desired.campaign);
  if (elsewhere !== null) return elsewhere;
  if (!seen.ours && !desired.adopt && facts.copy === null)
    return decision(facts, 'target-occupied', `is gone from ${source}; what stands here is not ours`);
  const comparison = compareRecord({
    ...facts,
    recorded: seen.from.recorded,
    desired,
    task: seen.task,
    marker: markerFor(facts, desired, null),
  });
  const fields = [...comparison.fields, ...lostFields(facts, seen.task)];
  const write = fields.length > 0 && !isWorked(seen.task) && !isFinished(seen.task);
  return recordChange(facts, {
    action: 'move',
    reason: `is already here, gone from ${source}`,
    writes: write ? ['addOrUpdateCampaignRecord'] : [],
    fields: write ? fields : [],
    marker: markerFor(facts, desired, null),
  });
}
