// The queue of a record around a write. Terms: SkillQueue takes the code of a queue; a search shows a name, and
// changeCampaignRecordStatus takes that name (preview campaign interface). Whether the two are one text is open (queue-name).
// Premise: an update replaces all items, and without SkillQueue the campaign's default queue is used. So no name is ever sent
// as a code, and a queue that nobody declared is still there after the update (put-back.ts).
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
import type { RecordChange } from '../change.ts';
import type { ApplyContext } from './context.ts';
import { RECORD_FIELDS } from '../../model/record-fields.ts';
import { sentQueue } from '../request-parts.ts';
import { comesTrue } from './comes-true.ts';
import { taskOrNone, withId } from './read-task.ts';

/** What is recorded, with the name that the code sent is shown by. `after`: a reading made since the write, where there is one. */
export async function withQueueName(
  recorded: RecordedRecord,
  change: RecordChange,
  { context, after }: { readonly context: ApplyContext; readonly after: ObservedTask | null },
): Promise<RecordedRecord> {
  const code = sentQueue(change);
  if (code === null) return recorded;
  const { queues, digest } = context;
  let seen = after;
  const name = await queues.nameOf(code, async () => {
    seen = await readQueued(change, context, after);
    return seen?.skillQueue ?? null;
  });
  const known = withId(recorded, seen);
  if (name === null || name === code) return known;
  return { ...known, shown: { ...known.shown, skillQueue: digest(name) } };
}

/**
 * A reading that shows the code as it was sent says what it is called: an earlier state may still be shown for a moment. Where no item
 * is shown at all, another name than before the write does, or the one that stays.
 */
async function readQueued(
  change: RecordChange,
  { service, sleep }: ApplyContext,
  after: ObservedTask | null,
): Promise<ObservedTask | null> {
  let task = after ?? (await taskOrNone(change, service));
  if (task === null) return null;
  const before = change.observed?.tasks[0]?.skillQueue;
  const codeOf = ({ items }: ObservedTask): string | null =>
    items.find(({ key }) => key === RECORD_FIELDS.skillQueue.item)?.value ?? null;
  const tells = (seen: ObservedTask): boolean =>
    codeOf(seen) === change.desired?.skillQueue || (codeOf(seen) === null && seen.skillQueue !== before);
  if (!tells(task)) {
    await comesTrue(sleep, async () => {
      task = await taskOrNone(change, service, after?.previewRecordId);
      return task === null || tells(task);
    });
  }
  return task !== null && (tells(task) || codeOf(task) === null) ? task : null;
}
