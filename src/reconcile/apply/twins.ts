// A twin of the named task is deleted: read by its own previewRecordId, sent by it, and read again. What was to be merged must be
// seen on the named task first.

import type { Outcome } from '../../model/outcome.ts';
import type { Turn } from '../../service/service.ts';
import type { RecordChange, TwinRemoval } from '../change.ts';
import { lostItems } from '../diff/copies.ts';
import type { Settlement } from '../settlement.ts';
import { applied, failed, skippedBecause, unresolved } from '../settlement.ts';
import { comesTrue, saidTwice } from './comes-true.ts';
import type { ApplyContext } from './context.ts';
import { because, locatingOf } from './locating.ts';
import { findNamed } from '../observe/named.ts';
import { whatMoved } from './what-moved.ts';
import { isDeleted, unlessGone } from './seen-gone.ts';
import type { Look } from './seen-gone.ts';

/** The twin that the write at this position deletes; null where it is about the task itself. */
export function twinAt({ writes, removals = [] }: RecordChange, position: number): TwinRemoval | null {
  const isDelete = (operation: string): boolean => operation === 'deleteRecordFromCampaign';
  if (!isDelete(writes[position] ?? '')) return null;
  return removals[writes.slice(0, position).filter(isDelete).length] ?? null;
}

/** Null when what was to be merged is seen on the named task. */
export async function unlessMerged(
  change: RecordChange,
  context: ApplyContext,
  twin: TwinRemoval,
): Promise<Settlement | null> {
  const { previewRecordId } = twin.task;
  if (!twin.merges || (await comesTrue(context.sleep, () => isMerged(change, context, twin)))) return null;
  return unresolved(change, `what ${previewRecordId} has is not shown by the named task yet: ${previewRecordId} stays`);
}

/** The reading of the twin, and its delete. */
export async function sendTwin(
  change: RecordChange,
  turn: Turn,
  { task }: TwinRemoval,
): Promise<Settlement | { readonly outcome: Outcome<unknown> }> {
  const { campaign, clientId } = change;
  const { previewRecordId } = task;
  const fresh = await turn.findTask(campaign, previewRecordId);
  if (fresh.kind !== 'done') return failed(change, fresh.problem);
  if (isDeleted(fresh.value[0])) return applied(change, { kind: 'twin-gone', previewRecordId });
  const moved = whatMoved({ observed: { tasks: [task] } }, fresh.value);
  if (moved !== null) return skippedBecause(change, 'moved', `its twin ${previewRecordId}: ${moved}`);
  const { personal = [] } = locatingOf(change, task);
  return { outcome: await turn.deleteRecord(campaign, clientId, { previewRecordId, personal }) };
}

/** What became of the delete, by its answer and by reading. */
export async function settleTwin(
  change: RecordChange,
  context: ApplyContext,
  { twin, outcome }: { readonly twin: TwinRemoval; readonly outcome: Outcome<unknown> },
): Promise<Settlement> {
  const { previewRecordId } = twin.task;
  if (outcome.kind === 'not-done') return failed(change, outcome.problem);
  const look = lookAtTwin(change, context, previewRecordId);
  if (outcome.kind === 'done') return (await unlessGone(change, context, look)) ?? applied(change);
  const isGone = async (): Promise<boolean> => {
    const seen = await look.isGone();
    return seen.kind === 'done' && seen.value;
  };
  if (!(await comesTrue(context.sleep, saidTwice(isGone))))
    return unresolved(change, `what became of its twin ${previewRecordId} cannot be seen${because(outcome)}`);
  return applied(change, { kind: 'answer-lost' });
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

function lookAtTwin({ campaign }: RecordChange, { service }: ApplyContext, previewRecordId: string): Look {
  return {
    isGone: async () => {
      const seen = await service.findTask(campaign, previewRecordId);
      return seen.kind === 'done' ? { kind: 'done', value: isDeleted(seen.value[0]) } : seen;
    },
    operation: 'deleteRecordFromCampaign',
  };
}
