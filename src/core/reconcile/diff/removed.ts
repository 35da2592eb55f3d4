// What was removed, or seen gone, is remembered for `policy.verifyRemovedDays` and looked at again, within the readings that are
// made anyway; of a user it takes one query-existence. Why: contributing/decisions/0012-verified-removal.md.
//
//   remembered | seen now                                        | the file says | answer
//   user       | absent                                          | nothing       | nothing to do
//   user       | unreadable                                      | nothing       | unreadable
//   user       | present, connectUserId as recorded              | nothing       | delete again: `still-there`
//   user       | present, connectUserId another or not shown     | nothing       | a person decides: `came-back`
//   user       | present, connectUserId not another              | absent        | delete, which needs no `adopt`
//   user       | any                                             | present       | as if it had never been recorded
//   record     | not found by marker, or finished                | nothing       | nothing to do
//   record     | that very task open in another campaign          | nothing       | a person decides: `moved-elsewhere`
//   record     | our marker, previewRecordId as recorded, NOTWORKED | nothing    | delete again: `still-there`
//   record     | our marker, another task or a worked one        | nothing       | a person decides: `came-back`
//   record     | that very task, not REMOVED                     | present       | as if it had never been removed
//   record     | our marker, another task                        | present       | taken over as made by others: it is a copy
//   record     | any                                             | any           | as if it had never been recorded
//
// A record that was worked, also before a reason opened it again, is no such memory: it stays recorded as finished, and only a new
// `reissue` adds it again.
//
// Example: delete-user answers SUCCESS, the next reading shows nobody, and on Tuesday the same connectUserId is there again.

import { isRecord } from '../../model/address.ts';
import { isDeleted, isFinished, isSameTask, isTaken } from '../../model/record.ts';
import type { ObservedRecord, ObservedTask, RecordedRecord } from '../../model/record.ts';
import type { RecordedObject, RecordedState } from '../../model/state.ts';
import { NO_RECORD_DIFF, openElsewhere, recordChange, sayOfRecord } from './record-result.ts';
import { isUsedUp } from '../reasons.ts';
import { ownerIn } from './record-facts.ts';
import type { RecordDiff } from './record-result.ts';
import type { RecordFacts } from './record-facts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
export const VERIFY_REMOVED_MS = 7 * DAY_MS;

export function verifyRemovedMs({ verifyRemovedDays }: { readonly verifyRemovedDays?: number }): number {
  return verifyRemovedDays === undefined ? VERIFY_REMOVED_MS : verifyRemovedDays * DAY_MS;
}

/** As it is remembered: what was worked as used up, which is never forgotten. Null where nothing was recorded. */
export function asRemoved<T extends RecordedObject>(recorded: T | null, removedAt: number): T | null;
export function asRemoved(recorded: RecordedObject | null, removedAt: number): RecordedObject | null {
  if (!isRecord(recorded) || !isUsedUp(recorded)) return recorded && { ...recorded, removedAt };
  const { removedAt: _, ...known } = recorded;
  return { ...known, consumed: { how: 'gone', at: removedAt } };
}

/** Without what was remembered for long enough, and the addresses of that. A removal that lies ahead stays. */
export function withoutForgotten(
  recorded: RecordedState,
  { now, keptMs }: { readonly now: number; readonly keptMs: number },
): { readonly recorded: RecordedState; readonly forgotten: readonly string[] } {
  const [objects, kept, forgotten] = [new Map(recorded.objects), new Map<string, RecordedObject>(), Array<string>()];
  for (const [address, object] of recorded.removed ?? []) {
    // Remembered by an earlier version.
    const usedUp = asRemoved(object, object.removedAt ?? now);
    if (usedUp?.removedAt === undefined && usedUp !== null) objects.set(address, usedUp);
    else if (now - (object.removedAt ?? 0) > keptMs || keptMs === 0) forgotten.push(address);
    else kept.set(address, object);
  }
  return { recorded: { ...recorded, objects, ...(recorded.removed && { removed: kept }) }, forgotten };
}

/** `facts.recorded`: what is remembered; `facts.observed`: what stands under its clientId. */
export function diffRememberedRecord(facts: RecordFacts): RecordDiff {
  const { recorded, observed } = facts;
  const [task, twin] = observed?.tasks ?? [];
  if (recorded === null || twin !== undefined) return NO_RECORD_DIFF;
  const away =
    task !== undefined && isSameTask(recorded, task) ? null : openElsewhere({ ...facts, mayBeElsewhere: false });
  if (away !== null) return away;
  if (task === undefined || isFinished(task)) return NO_RECORD_DIFF;
  if (ownerIn(facts, task).kind !== 'ours') return NO_RECORD_DIFF;
  if (!isSameTask(recorded, task) || isTaken(task, facts.now)) return sayOfRecord(facts, { kind: 'came-back' });
  return recordChange(facts, {
    action: 'delete',
    cause: { kind: 'still-there' },
    writes: ['deleteRecordFromCampaign'],
    fields: [],
    marker: null,
  });
}

/** Wanted again, and it never went: its id says that it is ours, also where no marker does. */
export function stillThere(
  { removedAt: _, ...recorded }: RecordedRecord,
  seen: ObservedRecord | undefined,
): RecordedRecord | null {
  const isIt = (task: ObservedTask): boolean => isSameTask(recorded, task) && !isDeleted(task);
  return seen?.tasks.some(isIt) === true ? recorded : null;
}

export function seenTask(task: ObservedTask, observedAt: number): ObservedRecord {
  return { presence: 'present', tasks: [task], observedAt, problem: null };
}
