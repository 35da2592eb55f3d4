// Tasks of `muster search` and `muster get record` as a table for spreadsheets: a column for each field that the service shows.
// Data items are personal and have none.

import type { JsonReport } from '../json-report.ts';
import type { ReportTask } from './task.ts';

const FIELDS = [
  'previewRecordId',
  'clientId',
  'workedState',
  'workAttempts',
  'lastAttemptAgent',
  'lastAttemptTime',
  'preferredAgent',
  'pinLapsesAt',
  'skillQueue',
  'createdTime',
  'lastUpdatedTime',
  'nextEarliestWorkTime',
  'recorded',
] as const satisfies readonly (keyof ReportTask)[];

export const TASK_COLUMNS = ['project', 'target', 'campaignName', ...FIELDS, 'workCodes', 'file', 'line'];

export function taskRows({ project, target, tasks }: JsonReport): (string | number | null)[][] {
  return tasks.map((task) => [
    project,
    target?.name ?? null,
    task.campaignName,
    ...FIELDS.map((name) => (typeof task[name] === 'boolean' ? String(task[name]) : task[name])),
    task.workCodes.map(({ key, value }) => `${key}: ${value}`).join('; '),
    task.declared?.file ?? null,
    task.declared?.line ?? null,
  ]);
}
