// A record that should not be there: no longer declared, or declared `ensure: absent`. Deleted only when it is ours by
// record and by marker, and nobody has worked it; everything else is let go or left for a person.
//
//   used up, declared absent     | whenWorked: keep, replace         | whenWorked: remove
//   COMPLETED, ours              | recorded: let go; then only said  | delete
//   REMOVED, recorded by this id | recorded: let go; then only said  | delete, once: a deleted task may be shown as REMOVED
//   REMOVED, not recorded        | only said                         | only said
//   REMOVED, deleted by us       | nothing                           | nothing
//   not ours, without `adopt`    | only said                         | only said

import { isFinished, isSameTask, isTaken } from '../../model/record.ts';
import type { Consumed, DesiredRecord, ObservedTask, RecordedRecord } from '../../model/record.ts';
import { showsSentData } from '../fields.ts';
import { isMarkedStill } from '../owner.ts';
import type { TaskOwner } from '../owner.ts';
import type { RecordCause } from '../change.ts';
import { diffRememberedRecord, VERIFY_REMOVED_MS } from './removed.ts';
import { NO_RECORD_DIFF, notOurs, openElsewhere, recordChange, sayOfRecord, sayOfTwins } from './record-result.ts';
import { ownerIn } from './record-facts.ts';
import { workOf } from './used-up.ts';
import type { OtherHolder, RecordFacts } from './record-facts.ts';
import type { RecordDiff } from './record-result.ts';

interface UndesiredTask {
  readonly facts: RecordFacts;
  readonly declared: DesiredRecord | null;
  readonly task: ObservedTask;
  readonly owner: TaskOwner;
}

export function diffUndesired(facts: RecordFacts, declared: DesiredRecord | null): RecordDiff {
  const { recorded, observed } = facts;
  if (recorded === null && declared === null) return NO_RECORD_DIFF;
  if (facts.partition !== undefined) return leaveToOther(facts, facts.partition);
  // Used up and let go before: remembered, so that putting the line back calls nobody again.
  if (declared === null && recorded !== null && recorded.consumed !== null) return diffLetGo(facts, recorded.consumed);
  if (observed === null) return letGo(facts, { kind: 'worked-and-gone' });
  if (observed.presence === 'unknown') return sayOfRecord(facts, { kind: 'unreadable', problem: observed.problem });
  if (observed.tasks.length > 1) return sayOfTwins(facts, observed.tasks, null);
  const task = observed.tasks[0];
  const away = recorded !== null && (task === undefined || ownerIn(facts, task).kind === 'foreign');
  const stands = away ? openElsewhere(facts) : null;
  if (stands !== null) return stands;
  if (task === undefined) return letGo(facts, { kind: 'already-gone' });
  if (isFinished(task) && declared === null) return letGo(facts, { kind: 'finished', state: task.workedState });
  const seen: UndesiredTask = { facts, declared, task, owner: ownerIn(facts, task) };
  if (declared !== null && isFinished(task)) return diffFinished(seen, declared);
  if (!isOurs(seen)) return leaveAlone(seen);
  if (isTaken(task, facts.now) && declared?.whenWorked !== 'remove') return worked(facts, declared, task);
  return remove(facts, { kind: declared === null ? 'undeclared' : 'declared-absent' });
}

function remove(facts: RecordFacts, cause: RecordCause): RecordDiff {
  return recordChange(facts, {
    action: 'delete',
    cause,
    writes: ['deleteRecordFromCampaign'],
    fields: [],
    marker: null,
  });
}

/** Used up, and declared absent. Nobody is called through it any more, so what stays is only said. */
function diffFinished(seen: UndesiredTask, declared: DesiredRecord): RecordDiff {
  const { facts, task } = seen;
  const { recorded } = facts;
  const state = task.workedState;
  const say = (because: 'keep' | 'not-ours' | 'removed'): RecordDiff =>
    sayOfRecord(facts, { kind: 'finished-stays', state, because });
  const ours = isOurs(seen);
  if (declared.whenWorked !== 'remove') {
    const released = letGo(facts, { kind: 'finished', state });
    return released.change === null ? say(ours ? 'keep' : 'not-ours') : released;
  }
  if (!ours) return say('not-ours');
  // Deleted by us: a deleted task may be shown so.
  if (state === 'REMOVED' && recorded?.consumed?.how === 'gone') return NO_RECORD_DIFF;
  if (state === 'REMOVED' && !isSameTask(recorded, task)) return say('removed');
  return remove(facts, { kind: 'declared-absent', state });
}

/** Seen gone and let go: looked at again while that is remembered, within the readings that are made anyway. */
function diffLetGo(facts: RecordFacts, { how, at }: Consumed): RecordDiff {
  const isOver = facts.now - at > (facts.verifyRemovedMs ?? VERIFY_REMOVED_MS);
  return how !== 'gone' || isOver ? NO_RECORD_DIFF : diffRememberedRecord(facts);
}

/** What is removed must say itself that it is ours: by its marker, or where none was sent, by the data that were sent; by its id where the file asks for it. */
function isOurs({ facts, declared, task, owner }: UndesiredTask): boolean {
  const { recorded, lineage, digest } = facts;
  if (owner.kind !== 'ours') return owner.kind === 'foreign' && (declared?.adopt ?? false);
  if (recorded === null) return true;
  if (recorded.provenance === 'adopted' && declared === null) return false;
  const isAsked = declared !== null && (declared.adopt || isRecordedTask(task, recorded));
  if (recorded.marker === null) return isAsked || showsSentData(task, recorded, digest);
  return isMarkedStill(task, recorded, lineage) || (declared?.adopt ?? false);
}

/** The service gives each task an id of its own: it was seen as declared under this one. */
function isRecordedTask(task: ObservedTask, recorded: RecordedRecord): boolean {
  return recorded.provenance === 'created' && isSameTask(recorded, task);
}

function leaveAlone({ facts, declared, owner }: UndesiredTask): RecordDiff {
  if (declared !== null) {
    const foreign = owner.kind === 'ours' ? ({ kind: 'foreign', because: 'unmarked' } as const) : owner;
    return notOurs(facts, foreign, 'absent');
  }
  const { recorded } = facts;
  if (owner.kind === 'other-stack') return letGo(facts, { kind: 'handed-over', stack: owner.stack });
  if (recorded?.provenance === 'adopted') return letGo(facts, { kind: 'adopted' });
  return letGo(facts, { kind: recorded?.marker === null ? 'unproven' : 'lost-marker' });
}

function worked(facts: RecordFacts, declared: DesiredRecord | null, task: ObservedTask): RecordDiff {
  const attempts = task.workAttempts;
  if (declared === null) return letGo(facts, { kind: 'worked', attempts });
  const { campaignName } = declared.campaign;
  return sayOfRecord(facts, { kind: 'worked', ...workOf(task), instead: 'remove', campaignName });
}

/** Once that partition has taken over what is recorded, who was called included. */
function leaveToOther(facts: RecordFacts, { name: partition, hasTaken }: OtherHolder): RecordDiff {
  const cause = { kind: 'other-partition', partition } as const;
  return hasTaken
    ? recordChange(facts, { action: 'forget', cause, writes: [], fields: [], marker: null })
    : sayOfRecord(facts, { kind: 'waits-for-taker', partition });
}

function letGo(facts: RecordFacts, cause: RecordCause): RecordDiff {
  // Used up and remembered already: letting it go once more would change nothing, run after run.
  if (facts.recorded === null || facts.recorded.consumed !== null) return NO_RECORD_DIFF;
  return recordChange(facts, { action: 'forget', cause, writes: [], fields: [], marker: null });
}
