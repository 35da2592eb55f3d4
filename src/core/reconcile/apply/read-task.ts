// The task of a change, as it is now. Reads only.

import type { Outcome } from '../../model/outcome.ts';
import { isDeleted, markerIn } from '../../model/record.ts';
import type { ObservedTask, RecordedRecord } from '../../model/record.ts';
import type { ServiceReader } from '../../service/service.ts';
import type { RecordChange } from '../change.ts';
import { findNamed } from '../observe/named.ts';
import type { ApplyContext } from './context.ts';
import type { GoneEffect } from './write.ts';

/** Null where there is not exactly one; `unread` where no answer came. `known`: as findNamed says it. */
export async function taskNow(
  change: RecordChange,
  service: ServiceReader,
  known?: string,
): Promise<ObservedTask | 'unread' | null> {
  const seen = await findNamed(change, service, known);
  if (seen.kind !== 'done') return 'unread';
  return seen.value.length === 1 ? (seen.value[0] ?? null) : null;
}

/** The same, where nothing is concluded from what cannot be read. */
export async function taskOrNone(...asked: Parameters<typeof taskNow>): Promise<ObservedTask | null> {
  const task = await taskNow(...asked);
  return task === 'unread' ? null : task;
}

/** What was written is shown, and so tells its previewRecordId: another id is another task (owner.ts). Without our marker it tells nothing. */
export function withId(recorded: RecordedRecord, seen: ObservedTask | null): RecordedRecord {
  if (seen === null || recorded.previewRecordId !== '' || markerIn(seen) !== recorded.marker) return recorded;
  return { ...recorded, previewRecordId: seen.previewRecordId };
}

/** What a delete is held against. That no other had its clientId was seen before the write. */
export function goneTask(change: RecordChange, { service }: Pick<ApplyContext, 'service'>): GoneEffect['isGone'] {
  return async () =>
    isDeletedIn(await findNamed({ ...change, campaign: { ...change.campaign, intake: false } }, service));
}

export function isDeletedIn(seen: Outcome<readonly ObservedTask[]>): Outcome<boolean> {
  return seen.kind === 'done' ? { kind: 'done', value: seen.value.every(isDeleted) } : seen;
}
