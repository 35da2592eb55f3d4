// The queue of a record around a write. Terms: SkillQueue takes the code of a queue; a search shows a name, and
// changeCampaignRecordStatus takes that name (preview campaign interface). Whether the two are one text is open (queue-name).
// Premise: an update replaces all items, and without SkillQueue the campaign's default queue is used. So no name is ever sent
// as a code, and a queue that nobody declared is still there after the update.
//
//   the file says  | stored SkillQueue        | the update sends  | after it
//   a code         | any, or none shown       | the code          | its name is read once a run, and recorded with it
//   none           | the code we sent before  | none              | the campaign's default queue, as the plan says
//   none           | a code others stored     | that code         | another name is shown: put back by the one it had
//   none           | none                     | none              | another name is shown: put back by the one it had
//
// Example: the file says `gold`, searches show `Gold customers`. The first record with `gold` is read after its write; all
// of them are recorded with that name, and a drift report shows nothing until a search shows another one.

import type { ObservedTask, RecordedRecord } from '../../model/record.ts';
import type { ServiceReader } from '../../service/service.ts';
import type { RecordChange } from '../change.ts';
import type { Settlement } from '../settlement.ts';
import type { ApplyContext } from './context.ts';
import { RECORD_FIELDS } from '../../model/record-fields.ts';
import { keptQueue, sentQueue } from '../asked.ts';
import { findNamed } from '../observe/named.ts';
import { applied, unresolved } from '../settlement.ts';
import { comesTrue } from './comes-true.ts';
import { because, locatingOf } from './locating.ts';

/** What is recorded, with the name that the code sent is shown by. `after`: a reading made since the write, where there is one. */
export async function withQueueName(
  recorded: RecordedRecord,
  change: RecordChange,
  { context, after }: { readonly context: ApplyContext; readonly after: ObservedTask | null },
): Promise<RecordedRecord> {
  const code = sentQueue(change);
  if (code === null) return recorded;
  const { queues, digest } = context;
  const name = await queues.nameOf(code, () => readName(change, context, after));
  if (name === null || name === code) return recorded;
  return { ...recorded, shown: { ...recorded.shown, skillQueue: digest(name) } };
}

/**
 * A reading that shows the code as it was sent says what it is called: an earlier state may still be shown for a moment. Where no item
 * is shown at all, another name than before the write does, or the one that stays.
 */
async function readName(
  change: RecordChange,
  context: ApplyContext,
  after: ObservedTask | null,
): Promise<string | null> {
  let task = after ?? (await readOne(change, context));
  if (task === null) return null;
  const before = change.observed?.tasks[0]?.skillQueue;
  const codeOf = ({ items }: ObservedTask): string | null =>
    items.find(({ key }) => key === RECORD_FIELDS.skillQueue.item)?.value ?? null;
  const tells = (seen: ObservedTask): boolean =>
    codeOf(seen) === change.desired?.skillQueue || (codeOf(seen) === null && seen.skillQueue !== before);
  if (!tells(task)) {
    await comesTrue(context.sleep, async () => {
      task = await readOne(change, context);
      return task === null || tells(task);
    });
  }
  return task !== null && (tells(task) || codeOf(task) === null) ? task.skillQueue : null;
}

async function readOne(
  change: RecordChange,
  { service }: { readonly service: ServiceReader },
): Promise<ObservedTask | null> {
  const seen = await findNamed(change, service);
  return seen.kind === 'done' && seen.value.length === 1 ? (seen.value[0] ?? null) : null;
}

type Place = 'stays' | 'moved' | 'unread';

/** Puts an undeclared queue back by its name where an update took it away. Null when there was nothing to put back. */
export async function keepQueue(
  change: RecordChange,
  { context, task }: { readonly context: ApplyContext; readonly task: ObservedTask | null },
): Promise<Settlement | null> {
  const key = task === null ? null : keptQueue(change, task);
  if (task === null || key === null) return null;
  let place: Place | null = null;
  const look = async (): Promise<Place> => (place = await placeNow(change, context.service, task));
  if (await context.queues.stays(key, async () => (await look()) === 'stays')) return null;
  return place === 'stays' ? null : putBack(change, context, task);
}

async function putBack(change: RecordChange, context: ApplyContext, task: ObservedTask): Promise<Settlement | null> {
  const { campaign, clientId } = change;
  const { workedState: state, skillQueue, nextEarliestWorkTime } = task;
  const time = state === 'WORKED' ? { nextEarliestWorkTime: nextEarliestWorkTime ?? context.clock() } : {};
  const wanted = { campaign, clientId, state, ...(skillQueue && { skillQueue }), ...time };
  const set = await context.service.turn(async (turn) => {
    const place = await placeNow(change, turn, task);
    return place === 'moved' ? turn.setRecordStatus({ ...wanted, ...locatingOf(change, task) }) : place;
  });
  if (set === 'stays') return null;
  if (set === 'unread') return unresolved(change, 'whether the update left the queue of the record cannot be read');
  const isBack = await comesTrue(
    context.sleep,
    async () => (await placeNow(change, context.service, task)) === 'stays',
  );
  if (isBack) return applied(change, { kind: 'queue-put-back' });
  const text = 'the update took the record out of its undeclared queue, and it could not be put back';
  return unresolved(change, text + because(set));
}

/** A task that an agent took since is not written any more: it counts as left in place. */
async function placeNow(change: RecordChange, service: ServiceReader, before: ObservedTask): Promise<Place> {
  const task = await readOne(change, { service });
  if (task === null) return 'unread';
  const isTaken = task.workAttempts > before.workAttempts || task.workedState !== before.workedState;
  return isTaken || task.skillQueue === before.skillQueue ? 'stays' : 'moved';
}
