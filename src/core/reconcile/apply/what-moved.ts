// Whether a task is still as the plan saw it.

import { isDeepStrictEqual } from 'node:util';

import { isSameTask } from '../../model/record.ts';
import type { ObservedRecord, ObservedTask } from '../../model/record.ts';
import { PLANNED_FIELDS } from '../../model/task-fields.ts';

/** Null when the record is as the plan saw it; otherwise what is different, in words. */
export function whatMoved(
  { observed }: { readonly observed: Pick<ObservedRecord, 'tasks'> | null },
  fresh: readonly ObservedTask[],
): string | null {
  const planned = observed?.tasks[0];
  const [task, twin] = fresh;
  if (task !== undefined && twin !== undefined) {
    return `the clientId stands twice in the campaign: ${task.previewRecordId} and ${twin.previewRecordId}`;
  }
  if (planned === undefined) return task === undefined ? null : 'appeared between the plan and the write';
  if (task === undefined) return 'disappeared between the plan and the write';
  if (!isSameTask(planned, task))
    return `${task.previewRecordId} stands there, and the plan saw ${planned.previewRecordId}`;
  const moved = PLANNED_FIELDS.filter((field) => !isDeepStrictEqual(planned[field], task[field])).map((field) =>
    field === 'items' ? 'data' : field,
  );
  return moved.length === 0 ? null : `${moved.join(', ')} changed between the plan and the write`;
}
