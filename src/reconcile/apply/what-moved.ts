// Whether a task is still as the plan saw it.

import type { ObservedTask } from '../../model/record.ts';
import type { RecordChange } from '../change.ts';

/** Null when the record is as the plan saw it; otherwise what is different, in words. */
export function whatMoved(change: Pick<RecordChange, 'observed'>, fresh: readonly ObservedTask[]): string | null {
  const planned = change.observed?.tasks[0];
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
