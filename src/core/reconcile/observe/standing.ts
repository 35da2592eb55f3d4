// Which of the tasks under a clientId is the record. A service may go on showing what was deleted, as REMOVED ("Effect of
// deleteRecordFromCampaign on workedState: not shown"); so such a task is nobody's, and only tells that it was removed.
//
//   a REMOVED task                                        | is
//   beside another one                                    | nobody's: no duplicate; whoever writes names the other one by its id
//   alone, where a record comes to and its own task stands | nobody's: the place is free
//   the same, and that one is gone; nothing ties it to it | nobody's, unless a transfer is open or the file gives a new reason
//   alone, else                                           | the record, used up
//   among REMOVED ones alone                              | the record where it is the recorded one, else the one worked most
//
// Example: C-1 is to move to Winter, where somebody had a task C-1 and removed it. It is shown as REMOVED, and C-1 moves.

import { isDeleted, markerIn } from '../../model/record.ts';
import type { ObservedRecord, ObservedTask, RecordedRecord } from '../../model/record.ts';

/** Those that stand; where all are REMOVED, the one that tells most. `known`: the previewRecordId that is recorded, or was read. */
export function standing(tasks: readonly ObservedTask[], known: string | undefined): readonly ObservedTask[] {
  const left = tasks.filter((task) => !isDeleted(task));
  if (left.length > 0 || tasks.length < 2) return left.length > 0 ? left : tasks;
  const [most] = tasks.toSorted((a, b) => b.workAttempts - a.workAttempts);
  return tasks.filter((task) => task === (tasks.find(({ previewRecordId }) => previewRecordId === known) ?? most));
}

/** A record that comes to this place from another campaign. */
export interface Coming {
  readonly recorded: RecordedRecord;
  readonly observed: ObservedRecord | undefined;
  /** Whether what is shown here may be what a transfer, or a new reason to call, is about. */
  readonly isAsked: boolean;
}

export function withoutDeleted(
  seen: ObservedRecord,
  { known, coming }: { readonly known: string | undefined; readonly coming: Coming | null },
): ObservedRecord {
  const stand = standing(seen.tasks, known);
  const tasks = coming !== null && stand.every((task) => isDeleted(task) && isNobodys(task, coming)) ? [] : stand;
  return tasks.length === seen.tasks.length
    ? seen
    : { ...seen, presence: tasks.length > 0 ? 'present' : 'absent', tasks };
}

function isNobodys(task: ObservedTask, { recorded, observed, isAsked }: Coming): boolean {
  const { previewRecordId, marker } = recorded;
  const isThere = observed?.tasks.some((each) => each.previewRecordId === previewRecordId && !isDeleted(each));
  if (isThere === true) return true;
  const isIt = task.previewRecordId === previewRecordId || (marker !== null && markerIn(task) === marker);
  return !isIt && !isAsked;
}
