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

import type { ErrorCode } from '../model/errors.ts';
import { isFinished, isWorked } from '../model/record.ts';
import type { DesiredRecord, ObservedRecord, ObservedTask, RecordedRecord } from '../model/record.ts';
import type { FieldChange, RecordChange, Verdict } from './change.ts';
import { clearsPin, compareRecord } from './compare-record.ts';
import type { Comparison } from './compare-record.ts';
import { lostItems } from './copies.ts';
import { contentOf, fieldChange, fieldOfItem, recordDigests, recordFields } from './fields.ts';
import { isMarkerOf, markerOf, provenanceIn } from './marker.ts';
import { diffUndesired } from './diff-undesired.ts';
import { attempts, decision, recordChange, say } from './record-diff.ts';
import type { RecordDiff, RecordFacts } from './record-diff.ts';

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

const ELSEWHERE = 'is not here, and whether it stands in another campaign could not be read';

function diffMissing(facts: RecordFacts, desired: DesiredRecord): RecordDiff {
  const { recorded } = facts;
  const wouldAdd = recorded === null ? desired.ensure === 'present' : isReissued(desired, recorded);
  if (facts.mayBeElsewhere && facts.elsewhere === null && wouldAdd) {
    return say(facts, { class: 'unreadable', code: 'unreadable', text: ELSEWHERE, fields: [] });
  }
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

function movedElsewhere(facts: RecordFacts, campaignName: string): RecordDiff {
  return decision(facts, 'moved-elsewhere', `was moved to campaign ${campaignName} by somebody else; not added again`);
}

function diffMove(facts: RecordFacts, desired: DesiredRecord, from: NonNullable<RecordFacts['from']>): RecordDiff {
  const { recorded, observed } = from;
  if (observed === null || recorded.consumed !== null) return consumed(facts, null, 'gone');
  if (observed.presence === 'unknown') return unreadable(facts, observed);
  if (observed.tasks.length > 1) return decision(facts, 'twin', `stands twice in ${recorded.campaignName}`);
  const task = observed.tasks[0];
  if (task === undefined) {
    if (facts.elsewhere !== null) return movedElsewhere(facts, facts.elsewhere);
    if (isReissued(desired, recorded) && facts.mayBeElsewhere) {
      return say(facts, { class: 'unreadable', code: 'unreadable', text: ELSEWHERE, fields: [] });
    }
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

function diffSeen(facts: RecordFacts, desired: DesiredRecord, task: ObservedTask): RecordDiff {
  const marker = contentOf(task, desired.campaign.clientIdFieldName).marker;
  // What was used up and let go is remembered, not owned: the marker or the service's own id says whether this is it.
  const isSame = facts.recorded?.previewRecordId === task.previewRecordId;
  const owned = facts.recorded !== null && (facts.recorded.consumed === null || isSame || !desired.campaign.marker);
  const ours = owned || isMarkerOf(facts.stack, marker);
  if (facts.from !== null) return diffMoved(facts, desired, { task, from: facts.from, ours });
  if (!ours && !desired.adopt) return decision(facts, 'conflict', 'exists and is not ours');
  if (isFinished(task)) return diffFinished(facts, desired, task);
  if (desired.ensure !== 'present') return finish(facts, desired, task);
  const comparison = compareRecord({ ...facts, desired, task, marker: markerFor(facts, desired, task) });
  if (facts.recorded === null) return takeOver(facts, desired, { task, comparison, ours });
  return diffOwned(facts, desired, { task, comparison, recorded: facts.recorded });
}

/** The record stands where Git wants it although a transfer was not recorded. */
function diffMoved(
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

/** What others stored and the move here lost. */
function lostFields(facts: RecordFacts, task: ObservedTask): FieldChange[] {
  const lost = facts.copy === null ? [] : lostItems(facts.copy, task);
  return lost.map(({ key, value }) => fieldChange(fieldOfItem(key), null, value));
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

function create(facts: RecordFacts, desired: DesiredRecord, reason: string): RecordDiff {
  const fields = [...recordFields(desired)].map(([field, value]) => fieldChange(field, null, value));
  return recordChange(facts, {
    action: 'create',
    reason,
    writes: ['addOrUpdateCampaignRecord'],
    fields,
    marker: markerFor(facts, desired, null),
  });
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

function consumed(
  facts: RecordFacts,
  recorded: RecordedRecord | null,
  how: ObservedTask['workedState'] | 'gone',
): RecordDiff {
  const text = how === 'gone' ? 'worked and gone: consumed, left alone' : `${how}: consumed, left alone`;
  const verdict: Pick<Verdict, 'class' | 'code' | 'text' | 'fields'> = {
    class: 'consumed',
    code: null,
    text,
    fields: [],
  };
  const note =
    recorded !== null && recorded.consumed === null && how !== 'NOTWORKED' && how !== 'WORKED'
      ? { ...recorded, consumed: { how, at: facts.now } }
      : null;
  return { ...say(facts, verdict), note };
}

function unreadable(facts: RecordFacts, observed: ObservedRecord): RecordDiff {
  const code: ErrorCode = observed.problem?.code ?? 'unreadable';
  return say(facts, { class: 'unreadable', code, text: observed.problem?.message ?? 'could not be read', fields: [] });
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

/** The marker the record should carry: as recorded, as the task says of itself, or by how we come to it now. */
function markerFor(facts: RecordFacts, desired: DesiredRecord, task: ObservedTask | null): string | null {
  if (!desired.campaign.marker) return null;
  const recorded = facts.recorded ?? facts.from?.recorded ?? null;
  const seen = task && contentOf(task, desired.campaign.clientIdFieldName).marker;
  const own = seen !== null && isMarkerOf(facts.stack, seen) ? provenanceIn(seen) : null;
  const provenance = recorded?.provenance ?? own ?? (task === null ? 'created' : 'adopted');
  return markerOf(facts.stack, desired.clientId, provenance);
}

function mayWrite(desired: DesiredRecord, task: ObservedTask): boolean {
  return !isWorked(task) || desired.whenWorked === 'replace';
}

/** Without a record of it (we deleted it ourselves) a reason holds only where surely nobody was called. */
function mayReissue(desired: DesiredRecord, recorded: RecordedRecord | null, task: ObservedTask): boolean {
  if (recorded !== null) return isReissued(desired, recorded);
  return desired.reissue !== '' && task.workAttempts === 0 && task.lastAttemptTime === null;
}

function isReissued(desired: DesiredRecord, recorded: RecordedRecord): boolean {
  return desired.reissue !== '' && desired.reissue !== recorded.reissue;
}

function wasWorked(recorded: RecordedRecord): boolean {
  return recorded.consumed !== null || recorded.worked.attempts > 0 || recorded.worked.state !== 'NOTWORKED';
}
