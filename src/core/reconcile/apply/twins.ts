// A twin of the named task is deleted: read by its own previewRecordId, sent by it, and read again. What was to be merged must be
// seen on the named task first.

import { isDeleted } from '../../model/record.ts';
import type { RecordChange, TwinRemoval } from '../change.ts';
import { lostItems } from '../diff/copies.ts';
import { findNamed } from '../observe/named.ts';
import type { Turn } from '../../service/service.ts';
import { applied, failed, skippedBecause, unresolved } from '../settlement.ts';
import type { Settlement } from '../settlement.ts';
import { comesTrue } from './comes-true.ts';
import type { ApplyContext } from './context.ts';
import { locatingOf } from './locating.ts';
import { isDeletedIn } from './read-task.ts';
import { whatMoved } from './what-moved.ts';
import { write } from './write.ts';
import type { Write } from './write.ts';

/** The twin that the write at this position deletes; null where it is about the task itself. */
export function twinAt({ writes, removals = [] }: RecordChange, position: number): TwinRemoval | null {
  const isDelete = (operation: string): boolean => operation === 'deleteRecordFromCampaign';
  if (!isDelete(writes[position] ?? '')) return null;
  return removals[writes.slice(0, position).filter(isDelete).length] ?? null;
}

/** `look`: the reading of the named task before it, where this is the first write. */
export async function deleteTwin(
  change: RecordChange,
  context: ApplyContext,
  { twin, intent, look }: Pick<Write<unknown>, 'intent' | 'look'> & { readonly twin: TwinRemoval },
): Promise<Settlement> {
  const { campaign, clientId } = change;
  const { task, merges } = twin;
  const { previewRecordId } = task;
  if (merges && !(await comesTrue(context.sleep, () => isMerged(change, context, twin)))) {
    return unresolved(
      change,
      `what ${previewRecordId} has is not shown by the named task yet: ${previewRecordId} stays`,
    );
  }
  const { personal = [] } = locatingOf(change, task);
  const written = await write(change, context, {
    ...(intent && { intent }),
    look: async (turn) => (await look(turn)) ?? lookAtTwin(change, turn, twin),
    send: (turn) => turn.deleteRecord(campaign, clientId, { previewRecordId, personal }),
    effect: {
      isGone: async () => isDeletedIn(await context.service.findTask(campaign, previewRecordId)),
      operation: 'deleteRecordFromCampaign',
      unseen: `what became of its duplicate ${previewRecordId} cannot be seen`,
    },
  });
  if ('ended' in written) return written.ended;
  return written.outcome.kind === 'done' ? applied(change) : applied(change, { kind: 'answer-lost' });
}

async function lookAtTwin(change: RecordChange, turn: Turn, { task }: TwinRemoval): Promise<Settlement | null> {
  const { previewRecordId } = task;
  const fresh = await turn.findTask(change.campaign, previewRecordId);
  if (fresh.kind !== 'done') return failed(change, fresh.problem);
  if (fresh.value.every(isDeleted)) return applied(change, { kind: 'twin-gone', previewRecordId });
  const moved = whatMoved({ observed: { tasks: [task] } }, fresh.value);
  return moved === null ? null : skippedBecause(change, 'moved', `its duplicate ${previewRecordId}: ${moved}`);
}

/** Whether the named task shows everything that is taken over, with the very value: SUCCESS may have been said of a part. */
async function isMerged(change: RecordChange, { service }: ApplyContext, twin: TwinRemoval): Promise<boolean> {
  if (change.copy === undefined) return true;
  const seen = await findNamed(change, service);
  const task = seen.kind === 'done' ? seen.value[0] : undefined;
  if (task === undefined || lostItems(change.copy, task).length > 0) return false;
  const { foreign, task: copied } = change.copy;
  const [sent, shown] = [copied, task].map(({ items }) => new Map(items.map(({ key, value }) => [key, value])));
  const isList = (key: string): boolean => key === 'Hidden' || key === 'Highlight';
  const taken = twin.task.items.filter(({ key, value }) => foreign.includes(key) && sent?.get(key) === value);
  return taken.every(({ key, value }) => isList(key) || shown?.get(key) === value);
}
