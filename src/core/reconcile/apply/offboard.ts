// Around `delete-user`: a search before it, because the plan may have seen a list that was cut without a word, or a task
// pinned since; and one after it, for what was pinned in between. Nothing is removed while an open task is pinned.
//
// The search comes after the record writes of the same run. Example: C-3 was deleted while it was pinned to ben, and is added again in the
// run that removes ben. Whether the service gives the old task back, pin and all, is an open point (add-after-delete).

import { isFinished } from '../../model/record.ts';
import { openPins, pinNames, taskName } from '../../model/pinned-tasks.ts';
import type { PinnedTask } from '../../model/state.ts';
import type { RemovalAnswer, Turn } from '../../service/service.ts';
import type { ApplyContext } from './context.ts';
import { applyRecord } from './record.ts';
import type { RecordChange, UserChange } from '../change.ts';
import type { Note, Settlement } from '../settlement.ts';
import { successorOf } from '../request-parts.ts';
import { searchPins } from '../observe/search-pins.ts';
import type { PinSearch } from '../observe/search-pins.ts';
import { comesTrue } from './comes-true.ts';
import { write } from './write.ts';
import type { Write, Written } from './write.ts';
import { failed, skippedBecause } from '../settlement.ts';

const openIn = ({ pins }: PinSearch): readonly PinnedTask[] => pins.tasks.filter(({ task }) => !isFinished(task));

const BLOCKED = 'offboard-blocked';

/** The removal, once no open task is pinned to the person; else how it ends, unsent. */
export async function unpinned(
  change: UserChange,
  context: ApplyContext,
  removal: Write<RemovalAnswer>,
): Promise<Written<RemovalAnswer>> {
  const { sleep, writesBeside } = context;
  await writesBeside?.();
  let written = await write(change, context, removal);
  // What this run has just written may show late; where it wrote nothing there is nothing to wait for.
  const isPinned = (): boolean =>
    'ended' in written && written.ended.kind === 'skipped' && written.ended.problem.code === BLOCKED;
  if (!isPinned() || (change.after.length === 0 && writesBeside === undefined)) return written;
  await comesTrue(sleep, async () => {
    await writesBeside?.();
    written = await write(change, context, removal);
    return !isPinned();
  });
  return written;
}

/** Null when no open task is pinned to the person any more. Campaign by campaign: a turn asks one thing after the other. */
export async function unlessPinned(change: UserChange, context: ApplyContext, turn: Turn): Promise<Settlement | null> {
  const seen = await searchPins(turn, context.campaigns, change.loginUserId);
  if (seen.problem !== null) return failed(change, seen.problem);
  const open = openIn(seen);
  if (open.length > 0) {
    const text = `${openPins(open.length)} to this user that the plan did not settle (${pinNames(open.map(taskName))}); not removed`;
    return skippedBecause(change, BLOCKED, text);
  }
  if (seen.pins.unread.length === 0) return unlessLost(change, context, turn);
  const message = `which customers are pinned could not be read in full in ${seen.pins.unread.join(', ')}; not removed`;
  return failed(change, { code: 'unreadable', message, stopsRun: false });
}

/** Null where whoever took over the tasks is there, or has none. */
async function unlessLost(change: UserChange, { campaigns }: ApplyContext, turn: Turn): Promise<Settlement | null> {
  const successor = successorOf(change);
  if (successor === null) return null;
  const seen = await turn.queryUser(successor);
  if (seen.kind !== 'done') return failed(change, seen.problem);
  if (seen.value.service !== 'absent') return null;
  const left = await searchPins(turn, campaigns, successor);
  if (left.problem !== null) return failed(change, left.problem);
  const open = openIn(left);
  if (open.length === 0 && left.pins.unread.length === 0) return null;
  const text = `${successor}, who takes over the tasks, is no longer in the service (${pinNames(open.map(taskName))}); not removed`;
  return skippedBecause(change, BLOCKED, text);
}

/** The second search: what was pinned between the first and the removal is said, not hidden. */
export async function strandedNotes(change: UserChange, context: ApplyContext): Promise<readonly Note[]> {
  const seen = await searchPins(context.service, context.campaigns, change.loginUserId);
  const open = openIn(seen);
  if (open.length > 0) return [{ kind: 'pins-left', tasks: open.map(taskName) }];
  if (seen.pins.unread.length > 0) return [{ kind: 'pins-unread', campaigns: seen.pins.unread }];
  return change.after.length === 0 ? [] : [{ kind: 'no-pins', campaigns: seen.pins.searched }];
}

/** A record that is let go and was pinned to a leaver: first the pin, then the record of it, which sends nothing. */
export async function applyRelease(change: RecordChange, context: ApplyContext): Promise<Settlement> {
  const pinned = await applyRecord({ ...change, action: 'update' }, context);
  if (pinned.kind !== 'applied') return { ...pinned, change };
  await applyRecord({ ...change, writes: [] }, context);
  return { ...pinned, change };
}
