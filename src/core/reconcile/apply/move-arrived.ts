// A move without a transfer: the record stands in its new campaign already, or is used up, and a reason adds it there.

import { isSameTask } from '../../model/record.ts';
import type { Campaign, ObservedTask, RecordedRecord } from '../../model/record.ts';
import { findKnown } from '../observe/one.ts';
import { standing } from '../observe/standing.ts';
import { addsTask } from '../request-parts.ts';
import type { RecordChange } from '../change.ts';
import { failed, skippedBecause } from '../settlement.ts';
import type { Settlement } from '../settlement.ts';
import type { ApplyContext } from './context.ts';
import { applyRecord } from './record.ts';
import { whatMoved } from './what-moved.ts';

export interface Move {
  readonly from: Campaign;
  readonly to: Campaign;
  readonly clientId: string;
  readonly sourceAddress: string;
}

/**
 * The record already stands in its new campaign: only the bookkeeping and what was lost are left. Or it is used up, and a reason adds it
 * there.
 */
export async function settleArrived(change: RecordChange, context: ApplyContext, move: Move): Promise<Settlement> {
  const isAdded = addsTask(change);
  const moved = isAdded ? await unlessAsSeen(change, context, move) : null;
  if (moved !== null) return moved;
  const settlement = await applyRecord({ ...change, action: isAdded ? 'create' : 'adopt' }, context);
  if (settlement.kind === 'applied')
    await context.recorder.record(move.sourceAddress, isAdded ? usedUpThere(change, context) : null);
  return { ...settlement, change };
}

/** What is shown there at its end stays remembered, as if its line had gone. */
function usedUpThere({ recorded, from }: RecordChange, { clock, forgetsRemoved }: ApplyContext): RecordedRecord | null {
  const state = from?.observed?.tasks[0]?.workedState;
  if (recorded === null || forgetsRemoved === true || (state !== 'COMPLETED' && state !== 'REMOVED')) return null;
  return { ...recorded, consumed: recorded.consumed ?? { how: state, at: clock() } };
}

/** Opened again where it was, it is not added beside that. */
async function unlessAsSeen(change: RecordChange, { service }: ApplyContext, move: Move): Promise<Settlement | null> {
  const observed = change.from?.observed ?? null;
  const [seen] = observed?.tasks ?? [];
  const source = await findKnown(service, { ...inSource(move), known: seen?.previewRecordId });
  if (source.kind !== 'done') return failed(change, source.problem);
  // What others put beside it is theirs, and does not hide it once it is REMOVED.
  const own = seen
    ? source.value.filter((task) => isSameTask(seen, task))
    : standing(source.value, undefined).filter((task) => isIt(change, task));
  const moved = whatMoved({ observed }, own);
  return moved === null ? null : skippedBecause(change, 'moved', moved);
}

const isIt = ({ recorded }: RecordChange, task: ObservedTask): boolean =>
  recorded !== null && isSameTask(recorded, task);

export function inSource({ from, clientId }: Move): Pick<RecordChange, 'campaign' | 'clientId'> {
  return { campaign: from, clientId };
}
