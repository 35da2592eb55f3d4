// Which of the tasks under a clientId is the record. A service may go on showing what was deleted, as REMOVED ("Effect of
// deleteRecordFromCampaign on workedState: not shown"); so such a task is nobody's, and only tells that it was removed.
//
//   a REMOVED task                                         | is
//   beside another one                                     | nobody's: no duplicate; whoever writes names the other one by its id
//   alone, where a record comes to and one stands to come  | nobody's where it gives way (below), so the place is free; else of others:
//                                                          | a service may put the record in its place, and they may open it again
//   the same, and none stands there; nothing ties it to it | nobody's, unless a transfer is open or a new reason calls again
//   alone, else                                            | the record, used up
//   beside another one, and it is the very record that     | the record, and the other one is another task: a person says which is meant
//   comes to this place, open nowhere                      |
//   among REMOVED ones alone                               | the record where it is the recorded one, else the one worked most
//
// Example: C-1 is to move to Winter, where we had a task C-1 and deleted it. It is shown as REMOVED with our marker, and C-1 moves.

import { isDeleted, isSameTask, markerIn, stackIn } from '../../model/record.ts';
import type { DesiredRecord, ObservedRecord, ObservedTask, RecordedRecord } from '../../model/record.ts';

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
  /** Whether what is shown here gives way to it. */
  readonly isFree: (task: ObservedTask) => boolean;
}

interface WaySaid {
  readonly desired: Pick<DesiredRecord, 'adopt'> | null;
  /** What is remembered of a record that we removed here. */
  readonly former: RecordedRecord | undefined;
  /** Those whose markers are ours. */
  readonly stacks: readonly string[];
}

/** Whether a transfer may replace a task that is shown as REMOVED: our marker or our memory says that we removed it, or `adopt: true`. */
export function givesWay(task: ObservedTask, { desired, former, stacks }: WaySaid): boolean {
  const marker = markerIn(task);
  if (marker !== null) return stacks.includes(stackIn(marker));
  return desired?.adopt === true || isSameTask(former, task);
}

export function withoutDeleted(
  seen: ObservedRecord,
  { known, coming }: { readonly known: string | undefined; readonly coming: Coming | null },
): ObservedRecord {
  const stand = standing(seen.tasks, known);
  const isLeft = coming !== null && stand.every((task) => isDeleted(task) && isNobodys(task, coming));
  const tasks = isLeft
    ? []
    : seen.tasks.filter((task) => stand.includes(task) || (coming !== null && isIt(task, coming)));
  return tasks.length === seen.tasks.length
    ? seen
    : { ...seen, presence: tasks.length > 0 ? 'present' : 'absent', tasks };
}

function isNobodys(task: ObservedTask, coming: Coming): boolean {
  // Whichever it is: it is to come here, or a person says so.
  return isOpenThere(coming) ? coming.isFree(task) : !isIt(task, coming) && !coming.isAsked;
}

const isOpenThere = ({ observed }: Coming): boolean => observed?.tasks.some((each) => !isDeleted(each)) === true;

/** The very record that is recorded where it comes from, and does not stand there. */
function isIt(task: ObservedTask, coming: Coming): boolean {
  const { marker } = coming.recorded;
  if (isOpenThere(coming)) return false;
  return isSameTask(coming.recorded, task) || (marker !== null && markerIn(task) === marker);
}
