// One record: desired x recorded x observed -> at most one change and what needs saying.
//
//   task seen        | ours                          | not ours
//   none             | worked before: consumed       | create
//                    | else: a person decides        |
//   NOTWORKED        | differs: update               | adopt declared: adopt; else conflict
//   being worked     | left alone (whenWorked)       | the same
//   COMPLETED, REMOVED | consumed: never added again without `reissue`; what is taken over is recorded so
//   `ensure` asks for a state: state.ts
//   two of them      | the file names one (twins.ts), or a person decides
//
// Nobody is called twice because a tool was diligent: a record that vanished is never added again by itself.

import { isDeepStrictEqual } from 'node:util';

import { goesOn, isAdded, isFinished, isTaken, wasWorked } from '../../model/record.ts';
import type { DesiredRecord, ObservedTask, RecordedRecord, WorkedState } from '../../model/record.ts';
import type { FieldChange, RecordChange } from '../change.ts';
import { clearsPin, compareRecord } from './compare-record.ts';
import type { Comparison } from './compare-record.ts';
import { changedKeys, foreignKeys } from './copies.ts';
import { diffMove, diffMoved } from './move.ts';
import { diffNoTask, diffState, mayReissue } from './state.ts';
import { aboutNamed, withTwins } from './twins.ts';
import { diffUndesired } from './undesired.ts';
import { fieldChange, recordDigests, shownStill } from '../fields.ts';
import { moverOf } from '../mover.ts';
import { withReason } from '../reasons.ts';
import { needsPerson } from '../verdict.ts';
import { consumed, isUncalled, noteWork, workOf } from './used-up.ts';
import {
  create,
  lostFields,
  NO_RECORD_DIFF,
  notOurs,
  openElsewhere,
  recordChange,
  reissue,
  sayOfRecord,
  sayOfTwins,
} from './record-result.ts';
import { isLeftAlone, isReissued, markerFor, ownerIn, queueNameIn, takenOver } from './record-facts.ts';
import type { RecordDiff } from './record-result.ts';
import type { RecordFacts } from './record-facts.ts';

export function diffRecord(facts: RecordFacts): RecordDiff {
  if (facts.desired?.previewRecordId === undefined) return withReasonUsed(facts, diffOne(facts));
  const named = aboutNamed(facts);
  return withReasonUsed(named, withTwins(named, diffOne(named)));
}

/**
 * A reason that opens nothing, because the record is open or is to be at its end, is used up and not saved for later. Where a person
 * decides, or could not be answered, it waits.
 */
function withReasonUsed({ desired, recorded }: RecordFacts, found: RecordDiff): RecordDiff {
  const { change, verdict, note } = found;
  const waits = verdict !== null && needsPerson(verdict);
  if (waits || desired === null || recorded === null || !isReissued(desired, recorded)) return found;
  const used = { ...(note ?? recorded), ...withReason(desired.reissue, recorded) };
  if (change === null) return { ...found, note: used };
  return goesOn(desired.ensure) ? found : { ...found, change: { ...change, recorded: used } };
}

function diffOne(facts: RecordFacts): RecordDiff {
  const { desired, observed } = facts;
  if (desired === null) return diffUndesired(facts, null);
  if (observed?.presence === 'unknown') return sayOfRecord(facts, { kind: 'unreadable', problem: observed.problem });
  if (observed !== null && observed.tasks.length > 1) return sayOfTwins(facts, observed.tasks, null);
  if (desired.ensure === 'absent') return diffUndesired(facts, desired);
  const task = observed?.tasks[0];
  if (task !== undefined) return diffSeen(facts, desired, task);
  if (facts.from === null) return diffMissing(facts, desired);
  const taken = (observed?.others ?? []).length > 0;
  const { campaignName } = facts.from.recorded;
  return taken ? sayOfRecord(facts, { kind: 'target-taken', campaignName }) : diffMove(facts, desired, facts.from);
}

function diffMissing(facts: RecordFacts, desired: DesiredRecord): RecordDiff {
  const { recorded, elsewhere } = facts;
  const { previewRecordId } = desired;
  // The service adds a task where none has the id (rule 3): that is nobody's wish.
  const isUsedUp = recorded !== null && wasWorked(recorded) && !isReissued(desired, recorded);
  if (previewRecordId !== undefined && !isUsedUp) return sayOfRecord(facts, { kind: 'named-missing', previewRecordId });
  if (elsewhere !== null) return sayOfRecord(facts, { kind: 'moved-elsewhere', campaignName: elsewhere.campaignName });
  const wouldAdd = isAdded(desired.ensure) && (recorded === null || isReissued(desired, recorded));
  if (facts.mayBeElsewhere && wouldAdd) return sayOfRecord(facts, { kind: 'unread-elsewhere' });
  if (recorded === null) {
    return isAdded(desired.ensure) ? create(facts, desired, { kind: 'declared' }) : diffNoTask(facts, desired);
  }
  if (wouldAdd) return reissue(facts, desired, { task: null });
  if (wasWorked(recorded)) return consumed(facts, recorded, 'gone');
  if (!goesOn(desired.ensure)) return diffNoTask(facts, desired);
  const adds = isAdded(desired.ensure) ? {} : ({ adds: false } as const);
  return sayOfRecord(facts, { kind: 'gone-unclear', campaignName: null, ...adds });
}

function diffSeen(given: RecordFacts, desired: DesiredRecord, task: ObservedTask): RecordDiff {
  const owner = ownerIn(given, task);
  const ours = owner.kind === 'ours';
  const isOther = owner.kind === 'foreign' || given.besideRecorded !== undefined;
  const away = isOther && given.from?.observed?.presence !== 'present' ? openElsewhere(given) : null;
  if (away !== null) return away;
  const facts = ours ? given : takenOver(given);
  if (facts.from !== null) return diffMoved(facts, desired, { task, from: facts.from, owner });
  if (isLeftAlone(owner, desired)) return notOurs(facts, owner, 'present');
  const isAgain = facts.recorded !== null && isReissued(desired, facts.recorded);
  if (facts.resetFrom && ours && !isAgain) return putStateBack(facts, desired, { task, state: facts.resetFrom });
  const isEnded = isFinished(task);
  const asked =
    diffState(facts, desired, { task, ours }) ?? (isEnded ? diffFinished(facts, desired, { task, ours }) : null);
  // Where nothing is sent it is recorded all the same: unremembered, it would be added anew once it is cleared away.
  const isUnremembered = isEnded && !(ours && isUncalled(task)) && facts.recorded === null && asked?.change === null;
  if (asked !== null && !isUnremembered) return asked;
  // What was last sent under this clientId may have been sent to it: a pin that is over since is not asked for anew.
  const recorded = facts.recorded ?? (ours ? (facts.besideRecorded ?? null) : null);
  const comparison = compareRecord({ ...facts, recorded, desired, task, marker: markerFor(facts, desired, task) });
  if (facts.recorded === null || !ours) return takeOver(facts, desired, { task, comparison, ours });
  return diffOwned(facts, desired, { task, comparison, recorded: facts.recorded });
}

/** What else differs is compared once it stands as the agent left it. A new reason to call again is one to leave it open. */
function putStateBack(
  facts: RecordFacts,
  desired: DesiredRecord,
  { task, state }: { readonly task: ObservedTask; readonly state: WorkedState },
): RecordDiff {
  return recordChange(facts, {
    action: facts.recorded === null ? 'adopt' : 'update',
    cause: { kind: 'reset-by-update' },
    writes: ['changeCampaignRecordStatus'],
    fields: [fieldChange('workedState', task.workedState, state)],
    marker: markerFor(facts, desired, task),
  });
}

function diffFinished(
  facts: RecordFacts,
  desired: DesiredRecord,
  seen: { task: ObservedTask; ours: boolean },
): RecordDiff {
  if (mayReissue(facts, desired, seen)) return reissue(facts, desired, { task: seen.task });
  const { verdict, ...found } = consumed(facts, facts.recorded, seen.task.workedState);
  return { ...found, verdict: verdict && { ...verdict, fields: editedSince(facts, desired, seen.task) } };
}

/** What the file says otherwise than it was sent last: nobody gets it any more. */
function editedSince(facts: RecordFacts, desired: DesiredRecord, task: ObservedTask): readonly FieldChange[] {
  if (facts.recorded === null) return [];
  const { fields } = compareRecord({ ...facts, desired, task, marker: null });
  return fields.filter((each) => ['git', 'both'].includes(moverOf(each, { ...facts, task })));
}

function takeOver(
  facts: RecordFacts,
  desired: DesiredRecord,
  seen: { task: ObservedTask; comparison: Comparison; ours: boolean },
): RecordDiff {
  const isOpen = !isFinished(seen.task) && mayWrite(facts, desired, seen.task);
  const write = seen.comparison.fields.length > 0 && isOpen;
  return recordChange(facts, {
    action: 'adopt',
    cause: { kind: seen.ours ? 'own-marker' : 'adopt' },
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
  if (!mayWrite(facts, desired, seen.task)) {
    const { campaignName } = desired.campaign;
    const reason = { kind: 'worked', ...workOf(seen.task), instead: 'replace', campaignName } as const;
    return { ...sayOfRecord(facts, reason, fields), note: noteWork(seen.recorded, seen.task) };
  }
  const isQueue = changesQueueAlone(facts, desired, { ...seen, fields });
  return recordChange(facts, {
    action: 'update',
    cause:
      lost.length > 0
        ? { kind: 'lost-on-move' }
        : { kind: 'differs', platformMoved: platform.map(({ field }) => field) },
    writes: isQueue ? ['transferCampaignRecord'] : writesFor({ ...seen.comparison, fields }),
    fields,
    marker: markerFor(facts, desired, null),
    ...(isQueue && {
      copy: { task: seen.task, foreign: foreignKeys(seen.task, { desired, recorded: seen.recorded }) },
    }),
  });
}

/**
 * "To another campaign and/or skill queue": a transfer within its campaign gives a pinned task another queue, and touches neither its data
 * nor the half hour of its pin, which an update says again. Only where the name of the queue is known, and its marker tells the task.
 */
function changesQueueAlone(
  facts: RecordFacts,
  desired: DesiredRecord,
  { task, fields, recorded }: { task: ObservedTask; fields: readonly FieldChange[]; recorded: RecordedRecord },
): boolean {
  const [only, other] = fields;
  const isQueue = only?.field === 'skillQueue' && only.after !== null && other === undefined;
  if (!isQueue || queueNameIn(facts) === null || facts.copy !== null) return false;
  const isKnown = recorded.marker !== null && desired.previewRecordId === undefined;
  return isKnown && Boolean(task.preferredAgent && task.skillQueue) && !isTaken(task, facts.now);
}

function converged(
  facts: RecordFacts,
  desired: DesiredRecord,
  seen: { task: ObservedTask; comparison: Comparison; recorded: RecordedRecord },
): RecordDiff {
  const stuck = stuckFields(facts, desired, seen);
  const digests = recordDigests(desired, facts.digest, {
    recorded: seen.recorded,
    stuck: stuck.map(({ field }) => field),
  });
  const { shown: _, contested: __, ...before } = noteWork(seen.recorded, seen.task) ?? seen.recorded;
  const note = {
    ...before,
    // Let go while an agent had it, or not shown, and wanted again: it goes on.
    consumed: before.consumed?.how === 'released' || before.consumed?.how === 'gone' ? null : before.consumed,
    // Which task it is: a marker may be lost, and another task may come to stand here.
    previewRecordId: seen.task.previewRecordId,
    digests,
    ...shownStill(seen.recorded, digests),
  };
  // Whatever the order of the digests: an older state may hold them in another one.
  const changed = isDeepStrictEqual(note, seen.recorded) ? null : note;
  const { kept, platform } = seen.comparison;
  const moved = facts.copy === null ? [] : changedKeys(facts.copy, seen.task, facts);
  if (moved.length > 0) return { ...sayOfRecord(facts, { kind: 'changed-on-move', keys: moved }), note: changed };
  if (kept.length > 0) return { ...sayOfRecord(facts, { kind: 'service-keeps-its-own' }, kept), note: changed };
  if (stuck.length > 0) return { ...sayOfRecord(facts, { kind: 'cannot-clear' }, stuck), note: changed };
  if (platform.length === 0) return { ...NO_RECORD_DIFF, note: changed };
  return { ...sayOfRecord(facts, { kind: 'platform-moved' }, platform), note: changed };
}

/** What we set, the file does not name any more, and no call clears: a time that lies ahead. */
function stuckFields(
  { now, digest }: RecordFacts,
  desired: DesiredRecord,
  { task, recorded }: { task: ObservedTask; recorded: RecordedRecord },
): FieldChange[] {
  const time = task.nextEarliestWorkTime;
  if (desired.nextEarliestWorkTime !== undefined || time === null || time <= now) return [];
  const isOurs = recorded.digests['nextEarliestWorkTime'] === digest(time);
  return isOurs ? [fieldChange('nextEarliestWorkTime', time, null)] : [];
}

function writesFor(comparison: Comparison): RecordChange['writes'] {
  if (!clearsPin(comparison.fields)) return ['addOrUpdateCampaignRecord'];
  return comparison.fields.length === 1
    ? ['changeCampaignRecordStatus']
    : ['addOrUpdateCampaignRecord', 'changeCampaignRecordStatus'];
}

function mayWrite({ now }: RecordFacts, desired: DesiredRecord, task: ObservedTask): boolean {
  return !isTaken(task, now) || desired.whenWorked === 'replace';
}
