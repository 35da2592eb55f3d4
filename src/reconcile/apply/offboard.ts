// Around `delete-user`: a search before it, because the plan may have seen a list that was cut without a word, or a task
// pinned since; and one after it, for what was pinned in between. Nothing is removed while an open task is pinned.

import { isFinished } from '../../model/record.ts';
import { openPins, pinNames, taskName } from '../../model/pinned-tasks.ts';
import type { PinnedTask } from '../../model/state.ts';
import type { ApplyContext } from './context.ts';
import { applyRecord } from './record.ts';
import type { RecordChange, UserChange } from '../change.ts';
import type { Settlement } from '../settlement.ts';
import { searchPins } from '../observe/search-pins.ts';
import type { PinSearch } from '../observe/search-pins.ts';
import { comesTrue } from './comes-true.ts';
import { failed, skippedBecause } from '../settlement.ts';

const openIn = ({ pins }: PinSearch): readonly PinnedTask[] => pins.tasks.filter(({ task }) => !isFinished(task));

/** Null when no open task is pinned to the person any more; else how the removal ends, unsent. */
export async function stopWherePinned(change: UserChange, context: ApplyContext): Promise<Settlement | null> {
  const look = (): Promise<PinSearch> => searchPins(context.service, context.campaigns, change.loginUserId);
  let seen = await look();
  const isClear = (): boolean => seen.problem === null && seen.pins.unread.length === 0 && openIn(seen).length === 0;
  // What this run has just written may show late; where it wrote nothing there is nothing to wait for.
  if (!isClear() && seen.problem === null && change.after.length > 0) {
    await comesTrue(context.sleep, async () => {
      seen = await look();
      return isClear();
    });
  }
  if (seen.problem !== null) return failed(change, seen.problem);
  const open = openIn(seen);
  if (open.length > 0) {
    const text = `${openPins(open.length)} to this user that the plan did not settle (${pinNames(open.map(taskName))}); not removed`;
    return skippedBecause(change, 'offboard-blocked', text);
  }
  if (seen.pins.unread.length === 0) return null;
  const message = `which tasks are pinned could not be read in full in ${seen.pins.unread.join(', ')}; not removed`;
  return failed(change, { code: 'unreadable', message, stopsRun: false });
}

/** The second search: what was pinned between the first and the removal is said, not hidden. */
export async function strandedNote(change: UserChange, context: ApplyContext): Promise<string | null> {
  const seen = await searchPins(context.service, context.campaigns, change.loginUserId);
  const open = openIn(seen);
  if (open.length > 0) return `${openPins(open.length)} to the removed user still (${pinNames(open.map(taskName))})`;
  if (seen.pins.unread.length > 0)
    return `whether tasks are still pinned could not be read in ${seen.pins.unread.join(', ')}`;
  if (change.after.length === 0) return null;
  return `no task is pinned any more (searched again: ${seen.pins.searched.join(', ')})`;
}

/** A record that is let go and was pinned to a leaver: first the pin, then the record of it, which sends nothing. */
export async function applyRelease(change: RecordChange, context: ApplyContext): Promise<Settlement> {
  const pinned = await applyRecord({ ...change, action: 'update' }, context);
  if (pinned.kind !== 'applied') return { ...pinned, change };
  await applyRecord({ ...change, writes: [] }, context);
  return { ...pinned, change };
}
