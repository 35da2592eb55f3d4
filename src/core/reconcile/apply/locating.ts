// How a write names its task, and what the service must not repeat of it in a reason.

import type { ObservedTask } from '../../model/record.ts';
import { isPersonal } from '../../model/personal.ts';
import type { TaskLocator } from '../../service/service.ts';
import type { RecordChange } from '../change.ts';
import { fieldOfItem } from '../fields.ts';

/** By its own id, once it was read: of two tasks with one clientId the service does not say which it takes. */
export function locatingOf(change: Pick<RecordChange, 'desired' | 'campaign'>, task: ObservedTask | null): TaskLocator {
  const { clientIdFieldName } = change.campaign;
  const items = [...(task?.items ?? []), ...(change.desired?.data ?? [])];
  const personal = items.filter(({ key }) => key !== clientIdFieldName && isPersonal(fieldOfItem(key)));
  return {
    ...(task !== null && task.previewRecordId !== '' && { previewRecordId: task.previewRecordId }),
    personal: [...new Set(personal.map(({ value }) => value))],
  };
}

/** Of what adds a task where none has the id (rule 3): by its id only where the file names it, or where the clientId may mean a deleted one. */
export function puttingOf(change: RecordChange, task: ObservedTask | null, isBeside: boolean): TaskLocator {
  const { previewRecordId: _, ...rest } = locatingOf(change, task);
  return isBeside || change.desired?.previewRecordId !== undefined ? locatingOf(change, task) : rest;
}
