// Whether a task is still as the plan saw it.

import type { ObservedRecord, ObservedTask } from '../../model/record.ts';

/** Null when the record is as the plan saw it; otherwise what is different, in words. */
export function whatMoved(
  { observed }: { readonly observed: Pick<ObservedRecord, 'tasks'> | null },
  fresh: readonly ObservedTask[],
): string | null {
  const planned = observed?.tasks[0];
  const [task, twin] = fresh;
  if (twin !== undefined) return 'the clientId now stands twice in the campaign';
  if (planned === undefined) return task === undefined ? null : 'appeared between the plan and the write';
  if (task === undefined) return 'disappeared between the plan and the write';
  if (planned.previewRecordId !== task.previewRecordId)
    return 'was deleted and made again between the plan and the write';
  const fields = [
    'workedState',
    'workAttempts',
    'lastAttemptTime',
    'lastUpdatedTime',
    'preferredAgent',
    'skillQueue',
    'nextEarliestWorkTime',
  ] as const;
  const moved: string[] = fields.filter((field) => planned[field] !== task[field]);
  if (JSON.stringify(planned.items) !== JSON.stringify(task.items)) moved.push('data');
  return moved.length === 0 ? null : `${moved.join(', ')} changed between the plan and the write`;
}
