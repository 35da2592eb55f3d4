// After a delete was answered, the object is read again: the answer alone is one word. At most two more requests an object.
//
//   read again            settlement                              recorded state
//   absent                applied                                 removed
//   present, twice        failed, `still-there`                   stays; the next run plans the delete again
//   unreadable            unresolved                              the intent stays open; the next run reads first
//   not read: stopped     as answered                             removed
//
// A user who was to go from both sides is gone when neither side shows an account; what is left is named by its side.
//
// Example: delete-user answers SUCCESS and does nothing. query-existence shows the user 0 s and 4.2 s later: `still-there`.

import type { Outcome } from '../../model/outcome.ts';
import type { ObservedTask } from '../../model/record.ts';
import type { Change, RecordChange } from '../change.ts';
import type { Settlement } from '../settlement.ts';
import type { ApplyContext } from './context.ts';
import { findNamed } from '../observe/named.ts';
import { failed, skippedBecause } from '../settlement.ts';

/** As long as a lost answer is looked up (comes-true.ts), in two readings: a lagging one has this long to follow. */
const TWICE_MS = [0, 4200];
export interface Look {
  /** Whether it is absent; one request. Of a person, of each side that was to go. */
  readonly isGone: () => Promise<Outcome<boolean>>;
  /** Where the last reading showed it, in words; missing: there is but one place. */
  readonly where?: () => string;
  readonly operation: string;
}

/** Null when it is gone, or when the run was stopped before it could be read; else how the delete ends. */
export async function unlessGone(change: Change, context: ApplyContext, look: Look): Promise<Settlement | null> {
  let seen: Outcome<boolean> | null = null;
  for (const pause of TWICE_MS) {
    await context.sleep(pause);
    seen = await look.isGone();
    if (seen.kind === 'done' && seen.value) return null;
  }
  if (context.signal?.aborted === true) return null;
  if (seen === null || seen.kind === 'done') {
    const where = look.where === undefined ? '' : ` ${look.where()}`;
    const message = `${look.operation} was answered as done, and reading it again shows it still there${where}`;
    return failed(change, { code: 'still-there', message, stopsRun: false });
  }
  const message = `${look.operation} was answered as done, and it could not be read again: ${seen.problem.message}`;
  return { change, kind: 'unresolved', problem: { code: seen.problem.code, message, stopsRun: seen.problem.stopsRun } };
}

/**
 * What the plan saw gone is read a second time before it is let go: one reading may be wrong, or lag. Null when it is gone
 * both times; nothing is deleted here, because no guard has counted it.
 */
export async function unlessSeenAgain(change: Change, isGone: Look['isGone']): Promise<Settlement | null> {
  const seen = await isGone();
  if (seen.kind !== 'done') return failed(change, seen.problem);
  return seen.value
    ? null
    : skippedBecause(change, 'came-back', 'was seen gone by the plan and is there; it stays recorded');
}

export function lookAtRecord(change: RecordChange, { service }: ApplyContext): Look {
  const isGone = async (): Promise<Outcome<boolean>> => {
    // That no other had its clientId was seen before the write.
    const seen = await findNamed({ ...change, campaign: { ...change.campaign, intake: false } }, service);
    return seen.kind === 'done' ? { kind: 'done', value: isDeleted(seen.value[0]) } : seen;
  };
  return { isGone, operation: 'deleteRecordFromCampaign' };
}

/** Whether a deleted task can still be seen, as REMOVED, is not shown by the document. */
export function isDeleted(task: ObservedTask | undefined): boolean {
  return task === undefined || task.workedState === 'REMOVED';
}
