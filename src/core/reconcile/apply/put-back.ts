// What an update may take from a task although no file asks for it: the state in which an agent left it, and the queue in which it
// stood. Whether it does is not shown by the document. Where it did, one status call puts back what was read before the update.
//
//   of a task that was                               looked at             put back
//   worked, and the file asks for no state           for two minutes       its state, so that nobody is called again
//   in a queue that no file declares (keptQueue)     once for each queue   its queue, by the name it is shown by

import { isSameTask } from '../../model/record.ts';
import type { ObservedTask } from '../../model/record.ts';
import type { ServiceReader } from '../../service/service.ts';
import { keptQueue, stateAsked, timeWith } from '../request-parts.ts';
import type { RecordChange } from '../change.ts';
import { findNamed } from '../observe/named.ts';
import { applied, unresolved } from '../settlement.ts';
import type { Note, Settlement } from '../settlement.ts';
import { comesTrue, PATIENT_MS } from './comes-true.ts';
import type { ApplyContext } from './context.ts';
import { locatingOf } from './locating.ts';
import { taskNow } from './read-task.ts';
import { write } from './write.ts';

interface Updated {
  readonly context: ApplyContext;
  /** As it was read before the update. */
  readonly task: ObservedTask | null;
}

/** Null where there was nothing to put back. */
export async function putBack(change: RecordChange, updated: Updated): Promise<Settlement | null> {
  return (await keepWork(change, updated)) ?? keepQueue(change, updated);
}

/** A write on a task that an agent has worked, where the file asks for no state. */
export function mayReset(change: RecordChange, task: ObservedTask | null): task is ObservedTask {
  return task !== null && task.workedState !== 'NOTWORKED' && stateAsked(change) === undefined;
}

async function keepWork(change: RecordChange, { context, task }: Updated): Promise<Settlement | null> {
  if (!mayReset(change, task)) return null;
  // A reading that shows nothing new may be older than the write.
  const isNew = async (): Promise<boolean> => {
    const seen = await findNamed(change, context.service, task.previewRecordId);
    return seen.kind === 'done' && JSON.stringify(seen.value) !== JSON.stringify([task]);
  };
  await comesTrue(context.sleep, isNew, PATIENT_MS);
  const { workedState: state } = task;
  return setAgain(change, context, {
    task,
    sent: {},
    isLost: (now) => isSameTask(now, task) && now.workedState === 'NOTWORKED',
    none: 'stays',
    pauses: PATIENT_MS,
    unread: `whether the update reset the customer from ${state} cannot be read`,
    lost: `the update reset the customer from ${state}, and it could not be put back`,
    note: { kind: 'state-put-back', state },
  });
}

async function keepQueue(change: RecordChange, { context, task }: Updated): Promise<Settlement | null> {
  const key = task === null ? null : keptQueue(change, task);
  if (task === null || key === null) return null;
  const { skillQueue } = task;
  // A task that an agent took since is not written any more: it counts as left in place.
  const isLost = (now: ObservedTask): boolean =>
    isSameTask(now, task) &&
    now.workAttempts <= task.workAttempts &&
    now.workedState === task.workedState &&
    now.skillQueue !== skillQueue;
  const rule: Rule = { task, isLost, none: 'unread' };
  if (await context.queues.stays(key, async () => (await placeNow(change, context.service, rule)) === 'stays'))
    return null;
  return setAgain(change, context, {
    ...rule,
    sent: skillQueue === null ? {} : { skillQueue },
    unread: 'whether the update left the queue of the record cannot be read',
    lost: 'the update took the record out of its undeclared queue, and it could not be put back',
    note: { kind: 'queue-put-back' },
  });
}

type Place = 'stays' | 'lost' | 'unread';

interface Rule {
  /** As it was read before the update: after a move another one than the plan saw. */
  readonly task: ObservedTask;
  readonly isLost: (now: ObservedTask) => boolean;
  /** Where there is not exactly one task any more. */
  readonly none: Place;
}

async function placeNow(change: RecordChange, service: ServiceReader, { task, isLost, none }: Rule): Promise<Place> {
  const now = await taskNow(change, service, task.previewRecordId);
  if (now === 'unread' || now === null) return now ?? none;
  return isLost(now) ? 'lost' : 'stays';
}

interface Again extends Rule {
  /** Beside the state that it had. */
  readonly sent: { readonly skillQueue?: string };
  readonly pauses?: readonly number[];
  readonly unread: string;
  readonly lost: string;
  readonly note: Note;
}

/** Null where it stands as it stood. */
async function setAgain(change: RecordChange, context: ApplyContext, again: Again): Promise<Settlement | null> {
  const { task, sent, pauses, unread, lost, note } = again;
  const { campaign, clientId } = change;
  const { workedState: state } = task;
  const time = timeWith(state, change, { task, now: context.clock() });
  const as = { campaign, clientId, state, ...sent, ...time, ...locatingOf(change, task) };
  let stays = false;
  const written = await write(change, context, {
    look: async (turn) => {
      const place = await placeNow(change, turn, again);
      stays = place === 'stays';
      return place === 'lost' ? null : unresolved(change, unread);
    },
    send: (turn) => turn.setRecordStatus(as),
    effect: {
      isShown: async () => (await placeNow(change, context.service, again)) === 'stays',
      always: true,
      unseen: lost,
      ...(pauses && { pauses }),
    },
  });
  if ('outcome' in written) return applied(change, note);
  if (stays) return null;
  return written.refused === null ? written.ended : unresolved(change, `${lost} (${written.refused.message})`);
}
