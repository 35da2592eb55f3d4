// The reading right before a write of a record: before its first write, and between two.

import { isDeepStrictEqual } from 'node:util';

import { isDeleted, isSameTask, markerIn } from '../../model/record.ts';
import type { ObservedTask } from '../../model/record.ts';
import type { Turn } from '../../service/service.ts';
import { routedWith, stateAsked } from '../request-parts.ts';
import type { RecordChange } from '../change.ts';
import { findNamed } from '../observe/named.ts';
import { failed, skippedBecause } from '../settlement.ts';
import type { Settlement } from '../settlement.ts';
import { comesTrue } from './comes-true.ts';
import type { ApplyContext } from './context.ts';
import { whatMoved } from './what-moved.ts';

/** `isBeside`: as findNamed says it. `isEnough`: nothing is left to do. */
type LastReading =
  Settlement | { readonly current: ObservedTask | null; readonly isBeside?: boolean; readonly isEnough?: boolean };

/** What moved since the plan is left alone. */
export async function lookFirst(change: RecordChange, turn: Turn): Promise<LastReading> {
  const fresh = await findNamed(change, turn);
  if (fresh.kind !== 'done') return failed(change, fresh.problem);
  const moved = whatMoved(change, fresh.value);
  if (moved !== null) return skippedBecause(change, 'moved', moved);
  return { current: fresh.value[0] ?? null, isBeside: fresh.isBeside ?? false };
}

interface Between extends Pick<ApplyContext, 'sleep'> {
  readonly turn: Turn;
  /** As it was read before the first write. */
  readonly task: ObservedTask | null;
}

/**
 * Two writes on one record have a reading between them: what an agent did meanwhile is not overwritten by the second.
 * Enough: a reissue that the first write opened already, whatever became of it since. The task as it is now, also where that left a pin.
 */
export async function lookBetween(change: RecordChange, { turn, task, sleep }: Between): Promise<LastReading> {
  const seen = await readWritten(change, { turn, task, sleep });
  if (seen.kind !== 'done') return failed(change, seen.problem);
  const [fresh, twin] = seen.value;
  if (fresh === undefined || twin !== undefined) return skippedBecause(change, 'moved', 'disappeared or was doubled');
  if (!isWritten(fresh, task, change)) {
    return skippedBecause(change, 'moved', `${fresh.previewRecordId} stands there, which is not what was written`);
  }
  // A write may set the attempts back: who had it since is told by the time of the last one, too.
  const isLast = [null, task?.lastAttemptTime].includes(fresh.lastAttemptTime);
  const isUntaken = isLast && fresh.workAttempts <= (task?.workAttempts ?? 0);
  if (fresh.workedState === task?.workedState && isUntaken) return { current: fresh };
  if (stateAsked(change) === 'NOTWORKED') return { current: fresh, isEnough: !keepsPin(change, { fresh, task }) };
  if (stateAsked(change) === 'WORKED') {
    // An update may reset the state; an agent who was quicker has used the reason up.
    const isReset = fresh.workedState === 'NOTWORKED' && fresh.workAttempts <= (task?.workAttempts ?? 0);
    if (isReset || change.cause.kind === 'reissue') return { current: fresh, isEnough: !isReset };
  }
  return skippedBecause(change, 'moved', 'an agent took it between two writes; the second was not sent');
}

/** Opened by the first write, and nobody had it since: the second one takes away a pin that the file names no more, or gives that of a leaver to another. */
function keepsPin(
  change: RecordChange,
  { fresh, task }: { readonly fresh: ObservedTask; readonly task: ObservedTask | null },
): boolean {
  const isUntouched = fresh.workedState === 'NOTWORKED' && fresh.workAttempts <= (task?.workAttempts ?? 0);
  const agent = routedWith(change, fresh).preferredAgent;
  const isToGo = agent === '' || (change.pin !== null && agent !== fresh.preferredAgent);
  return isUntouched && Boolean(fresh.preferredAgent) && isToGo;
}

/** What was added in the place of a deleted task has another id: a reading that shows that one as before is older than the write. */
async function readWritten(
  change: RecordChange,
  { turn, task, sleep }: Between,
): Promise<Awaited<ReturnType<typeof findNamed>>> {
  let seen = await findNamed(change, turn);
  const isOld = (): boolean => seen.kind === 'done' && seen.value.some((each) => isDeepStrictEqual(each, task));
  const mayBeOld = change.writes[0] === 'addOrUpdateCampaignRecord' && task !== null && isDeleted(task);
  if (!mayBeOld || !isOld()) return seen;
  await comesTrue(sleep, async () => {
    seen = await findNamed(change, turn);
    return !isOld();
  });
  return seen;
}

/** The task of the first write: the one that was read before it, or by its marker one that it added. */
function isWritten(fresh: ObservedTask, before: ObservedTask | null, { marker }: RecordChange): boolean {
  if (isSameTask(before, fresh)) return true;
  return marker === null ? before === null || isDeleted(before) : markerIn(fresh) === marker;
}
