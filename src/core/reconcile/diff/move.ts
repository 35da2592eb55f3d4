// A record that is declared in one campaign and recorded in another: one transfer, never delete and add.
//
//   in the new campaign | in the old one | becomes
//   absent              | present, ours  | move; worked or used up: stays there, also where others opened it again
//   absent              | another's      | a person decides: it is not the task that is recorded there; `adopt: true`: move
//   absent              | used up, gone  | consumed, or a person decides; with a new reason a move that adds it: no transfer opens a task
//   present             | absent         | move that only records, where it is ours; else target-occupied
//   REMOVED, untouched  | absent         | ours, and no transfer open: used up, and nothing arrived
//   present             | present        | a person decides; the recorded task itself here, and others' there: as absent
//   REMOVED by others   | present        | as absent, but a move asks: `adopt: true` lets it take that place (observe/standing.ts)
//
// What cannot be read on either side moves nothing.

import { isAdded, isDeleted, isFinished, isTaken, wasWorked } from '../../model/record.ts';
import type { DesiredRecord, ObservedTask } from '../../model/record.ts';
import { compareRecord } from './compare-record.ts';
import type { FieldChange, WriteOperation } from '../change.ts';
import { fieldChange } from '../fields.ts';
import { consumed, isUncalled, noteWork, workOf } from './used-up.ts';
import { lostFields, notOurs, recordChange, reissue, sayOfRecord, sayOfTwins } from './record-result.ts';
import { isLeftAlone, isReissued, markerFor, ownerIn, takenOver } from './record-facts.ts';
import { isItStill } from './moves.ts';
import { diffState } from './state.ts';
import type { TaskOwner } from '../owner.ts';
import type { RecordDiff } from './record-result.ts';
import type { RecordFacts } from './record-facts.ts';

export function diffMove(
  facts: RecordFacts,
  desired: DesiredRecord,
  from: NonNullable<RecordFacts['from']>,
): RecordDiff {
  const { recorded, observed } = from;
  const { campaignName } = recorded;
  const isAgain = isAdded(desired.ensure) && isReissued(desired, recorded);
  if (observed === null || (recorded.consumed !== null && !isAgain && !isOpenAgain(facts, from)))
    return consumed(facts, null, observed?.tasks.find(isFinished)?.workedState ?? 'gone');
  if (observed.presence === 'unknown') return sayOfRecord(facts, { kind: 'unreadable', problem: observed.problem });
  if (observed.tasks.length > 1) return sayOfTwins(facts, observed.tasks, campaignName);
  const task = observed.tasks[0];
  if (task === undefined) return diffGone(facts, desired, from);
  const owner = ownerIn({ ...facts, desired: null, recorded, from: null }, task);
  if (isLeftAlone(owner, desired)) return notOurs(facts, owner, 'present');
  if (isFinished(task)) {
    if (isAgain) return addAgain(facts, desired, from);
    return consumed(facts, recorded, task.workedState);
  }
  if (isTaken(task, facts.now) && desired.whenWorked !== 'replace') {
    const said = sayOfRecord(facts, { kind: 'worked', ...workOf(task), instead: null, campaignName });
    return { ...said, note: noteWork(recorded, task) };
  }
  const moving = owner.kind === 'ours' ? facts : takenOver(facts);
  const marker = markerFor(moving, desired, null);
  const fields = [fieldChange('campaignName', campaignName, desired.campaign.campaignName)];
  const differs = compareRecord({ ...facts, desired, recorded, task, marker });
  const asked = stateToSet(facts, desired, { task, recorded, ours: owner.kind === 'ours' });
  return recordChange(moving, {
    action: 'move',
    cause: { kind: 'moves' },
    writes: ['transferCampaignRecord', ...writesFor(differs.fields, asked)],
    fields: [...fields, ...asked, ...differs.fields],
    marker,
  });
}

/** The state that its line asks for goes along: a plan converges in one apply. Where only a reason would do, it waits for its place. */
function stateToSet(
  facts: RecordFacts,
  desired: DesiredRecord,
  { recorded, ...seen }: Pick<NonNullable<RecordFacts['from']>, 'recorded'> & Parameters<typeof diffState>[2],
): readonly FieldChange[] {
  const change = diffState({ ...facts, recorded }, desired, seen)?.change;
  return change?.cause.kind === 'ensure' ? change.fields.slice(0, 1) : [];
}

function writesFor(fields: readonly FieldChange[], asked: readonly FieldChange[]): WriteOperation[] {
  return [
    ...(fields.length > 0 ? (['addOrUpdateCampaignRecord'] as const) : []),
    ...(asked.length > 0 ? (['changeCampaignRecordStatus'] as const) : []),
  ];
}

/** Used up, and others opened the very task again. */
function isOpenAgain(facts: RecordFacts, { recorded, observed }: NonNullable<RecordFacts['from']>): boolean {
  const [task, twin] = observed?.tasks ?? [];
  if (task === undefined || twin !== undefined || isFinished(task)) return false;
  return ownerIn({ ...facts, desired: null, recorded, from: null }, task).kind === 'ours';
}

/** In neither campaign. */
function diffGone(facts: RecordFacts, desired: DesiredRecord, from: NonNullable<RecordFacts['from']>): RecordDiff {
  const { elsewhere } = facts;
  const { recorded } = from;
  if (elsewhere !== null) return sayOfRecord(facts, { kind: 'moved-elsewhere', campaignName: elsewhere.campaignName });
  if (isAdded(desired.ensure) && isReissued(desired, recorded)) {
    if (facts.mayBeElsewhere) return sayOfRecord(facts, { kind: 'unread-elsewhere' });
    return addAgain(facts, desired, from);
  }
  if (wasWorked(recorded)) return consumed(facts, recorded, 'gone');
  const adds = isAdded(desired.ensure) ? {} : ({ adds: false } as const);
  return sayOfRecord(facts, { kind: 'gone-unclear', campaignName: recorded.campaignName, ...adds });
}

/** Another task, and so with a marker of its own: what was called may stand where it was. */
function addAgain(facts: RecordFacts, desired: DesiredRecord, from: NonNullable<RecordFacts['from']>): RecordDiff {
  const recorded = { ...from.recorded, marker: null };
  const marker = markerFor({ ...facts, from: { ...from, recorded } }, desired, null);
  const { change, ...found } = reissue(facts, desired, { task: null, action: 'move' });
  return { ...found, change: change && { ...change, marker } };
}

/** The record stands where Git wants it although a transfer was not recorded. */
export function diffMoved(
  facts: RecordFacts,
  desired: DesiredRecord,
  seen: { task: ObservedTask; from: NonNullable<RecordFacts['from']>; owner: TaskOwner },
): RecordDiff {
  const { owner } = seen;
  const { campaignName } = seen.from.recorded;
  const there = seen.from.observed;
  // Seen here says nothing about there: only a clear answer lets the record of the source go.
  if (there?.presence === 'unknown') return sayOfRecord(facts, { kind: 'unreadable', problem: there.problem });
  if (there?.presence === 'present' && !isAllHere(facts, seen)) {
    const kind = owner.kind === 'ours' ? 'in-both' : 'target-taken';
    if (owner.kind === 'ours' || !isDeleted(seen.task)) return sayOfRecord(facts, { kind, campaignName });
    // Set to REMOVED by others. Where nothing is to move, nothing is asked.
    const found = diffMove({ ...facts, observed: null }, desired, seen.from);
    return found.change === null ? found : notOurs(facts, owner, 'present');
  }
  if (owner.kind === 'other-stack') return notOurs(facts, owner, 'present');
  // A transfer is not settled: what came is open, and `adopt: true` would take the REMOVED one of others for it.
  const isOver = facts.copy !== null && owner.kind !== 'ours' && isDeleted(seen.task);
  if (isOver || isLeftAlone(owner, desired)) return sayOfRecord(facts, { kind: 'target-not-ours', campaignName });
  const comparison = compareRecord({
    ...facts,
    recorded: seen.from.recorded,
    desired,
    task: seen.task,
    marker: markerFor(facts, desired, seen.task),
  });
  const fields = [...comparison.fields, ...lostFields(facts, seen.task)];
  if (isFinished(seen.task) && isAdded(desired.ensure) && isReissued(desired, seen.from.recorded))
    return reissue(facts, desired, { task: seen.task, action: 'move' });
  // Where no transfer is open, what arrived was recorded here, and removed since.
  if (owner.kind === 'ours' && facts.copy === null && isUncalled(seen.task))
    return consumed(facts, null, seen.task.workedState);
  const ours = owner.kind === 'ours';
  const asked = stateToSet(facts, desired, { task: seen.task, recorded: seen.from.recorded, ours });
  const write = asked.length > 0 || (!isTaken(seen.task, facts.now) && !isFinished(seen.task));
  return recordChange(facts, {
    action: 'move',
    cause: { kind: 'moved' },
    writes: write ? writesFor(fields, asked) : [],
    fields: write ? [...asked, ...fields] : [],
    marker: markerFor(facts, desired, seen.task),
  });
}

/** The recorded task itself is here, and what stands where it was is others'. */
function isAllHere(
  facts: RecordFacts,
  { task, from: { recorded, observed } }: Parameters<typeof diffMoved>[2],
): boolean {
  const there = { ...facts, desired: null, recorded, from: null };
  const isLeft = observed?.tasks.every((each) => ownerIn(there, each).kind !== 'ours') ?? true;
  return isLeft && isItStill(recorded, task, facts);
}
