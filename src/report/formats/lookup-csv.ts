// Tasks of `muster search` and `muster get record` as a table for spreadsheets: a column for each field that the service shows.
// Data items are personal and have none.

import { namesWhere } from '../../model/fields.ts';
import { PUBLIC_TASK_FIELDS, TASK_FIELDS } from '../../model/task-fields.ts';
import type { JsonReport } from '../json/json-report.ts';
import { pairText } from '../words/words.ts';
import type { ReportTask } from '../documents/task.ts';

const LISTS = namesWhere(TASK_FIELDS, { kind: 'pairs' });
const FIELDS = PUBLIC_TASK_FIELDS.filter((name) => TASK_FIELDS[name].kind !== 'pairs').flatMap((name) =>
  name === 'preferredAgent' ? [name, 'pinLapsesAt' as const] : [name],
);
const VALUES = [...FIELDS, 'recorded', ...LISTS] as const;

export const TASK_COLUMNS = ['project', 'target', 'row', 'campaignName', ...VALUES, 'file', 'line'];

export function taskRows({ project, target, tasks }: JsonReport): (string | number | null)[][] {
  return tasks.map((task) => [
    project,
    target?.name ?? null,
    'task',
    task.campaignName,
    ...VALUES.map((name) => cell(task[name])),
    task.declared?.file ?? null,
    task.declared?.line ?? null,
  ]);
}

function cell(value: ReportTask[(typeof VALUES)[number]]): string | number | null {
  if (typeof value === 'object' && value !== null) return pairText(value);
  return typeof value === 'boolean' ? String(value) : value;
}
