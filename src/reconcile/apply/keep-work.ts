// What an agent did with a task stays, whatever an update does to it.

import type { ObservedTask, WorkedState } from '../../model/record.ts';
import type { ServiceReader } from '../../service/service.ts';
import { stateAsked } from '../asked.ts';
import type { RecordChange } from '../change.ts';
import { findNamed } from '../observe/named.ts';
import { applied, unresolved } from '../settlement.ts';
import type { Settlement } from '../settlement.ts';
import { comesTrue, PATIENT_MS } from './comes-true.ts';
import type { ApplyContext } from './context.ts';
import { because, locatingOf } from './locating.ts';

interface Read {
  /** As it was read before the write. */
  readonly task: ObservedTask | null;
}

/** A write on a task that an agent has worked, where the file asks for no state. */
export function mayReset(change: RecordChange, { task }: Read): boolean {
  return task !== null && task.workedState !== 'NOTWORKED' && stateAsked(change) === undefined;
}

/**
 * Whether an update resets state and attempts is not shown by the document. Where it did, the task of an agent is put
 * back to the state it was read in, so that nobody is called again. Null when there was nothing to put back.
 */
export async function keepWork(
  change: RecordChange,
  { context, task }: Read & { readonly context: ApplyContext },
): Promise<Settlement | null> {
  if (task === null || !mayReset(change, { task })) return null;
  const { campaign, clientId } = change;
  // A reading that shows nothing new may be older than the write.
  const isNew = async (): Promise<boolean> => {
    const seen = await findNamed(change, context.service);
    return seen.kind === 'done' && JSON.stringify(seen.value) !== JSON.stringify([task]);
  };
  await comesTrue(context.sleep, isNew, PATIENT_MS);
  const read = async (reader: ServiceReader): Promise<WorkedState | 'unread' | null> => {
    const seen = await findNamed(change, reader);
    if (seen.kind !== 'done') return 'unread';
    return seen.value.length === 1 ? (seen.value[0]?.workedState ?? null) : null;
  };
  const time =
    task.workedState === 'WORKED' ? { nextEarliestWorkTime: task.nextEarliestWorkTime ?? context.clock() } : {};
  const located = locatingOf(change, task);
  const set = await context.service.turn(async (turn) => {
    const state = await read(turn);
    if (state !== 'NOTWORKED') return state;
    return turn.setRecordStatus({ campaign, clientId, state: task.workedState, ...time, ...located });
  });
  if (set === 'unread') {
    return unresolved(change, `whether the update reset the task from ${task.workedState} cannot be read`);
  }
  if (set === null || typeof set === 'string') return null;
  const isRestored = async (): Promise<boolean> =>
    !['NOTWORKED', 'unread'].includes((await read(context.service)) ?? '');
  const isBack = await comesTrue(context.sleep, isRestored, PATIENT_MS);
  if (!isBack) {
    const text = `the update reset the task from ${task.workedState}, and it could not be put back${because(set)}`;
    return unresolved(change, text);
  }
  return applied(change, { kind: 'state-put-back', state: task.workedState });
}
