// One task in the terminal, every field that the service shows; and several as a table, or one below the other where that is
// too wide.

import { PUBLIC_TASK_FIELDS, TASK_FIELDS } from '../../model/task-fields.ts';
import { section, type Layout } from '../layout.ts';
import { moment } from '../words.ts';
import { factLines, MASKED, pairText, standing, tableLines, type Column, type Fact } from './lines.ts';
import type { ReportTask } from './task.ts';

/** `at`: when the report was made. */
export function taskLines(
  task: ReportTask,
  title: string,
  { at, layout }: { readonly at: string; readonly layout: Layout },
): string[] {
  const facts: Fact[] = [
    ...PUBLIC_TASK_FIELDS.map((name) => ({ name, text: name === 'preferredAgent' ? pin(task, at) : said(task, name) })),
    ...task.items.map(({ key, value, displayOrder, masked }) => ({
      name: `item${displayOrder === null ? '' : ` ${displayOrder}`}`,
      text: `${key}: ${masked ? MASKED : (value ?? '')}`,
    })),
  ];
  return factLines({ title, facts }, layout);
}

export function hasMasked(tasks: readonly ReportTask[]): boolean {
  return tasks.some(({ items }) => items.some(({ masked }) => masked));
}

function said(task: ReportTask, name: (typeof PUBLIC_TASK_FIELDS)[number]): string {
  const value = task[name];
  if (value === null) return 'none';
  if (typeof value === 'object') return pairText(value) || 'none';
  const isTime = TASK_FIELDS[name].kind === 'time';
  return isTime ? String(value).replace('T', ' ').replace('Z', ' UTC') : String(value);
}

/** The service clears it half an hour after the task became deliverable ("Preferred-agent rule"). */
function pin({ preferredAgent, pinLapsesAt }: ReportTask, at: string): string {
  if (preferredAgent === null) return 'none';
  if (pinLapsesAt === null) return preferredAgent;
  const isOver = Date.parse(pinLapsesAt) <= Date.parse(at);
  return `${preferredAgent}; ${isOver ? 'should have lapsed' : 'lapses'} ${moment(pinLapsesAt)} unless delivered`;
}

const NONE = '-';

/** Columns that say nothing of any task are left out. */
export function taskTable(tasks: readonly ReportTask[], layout: Layout): string[] {
  if (tasks.length === 0) return [];
  const column = (head: string, cell: (task: ReportTask) => string): Column => ({ head, cells: tasks.map(cell) });
  const table = [
    column('clientId', ({ clientId }) => clientId),
    column('workedState', ({ workedState }) => workedState),
    column('attempts', ({ workAttempts }) => String(workAttempts)),
    column('skillQueue', ({ skillQueue }) => skillQueue ?? NONE),
    column('preferredAgent', ({ preferredAgent }) => preferredAgent ?? NONE),
    column('earliest', ({ nextEarliestWorkTime }) =>
      nextEarliestWorkTime === null ? NONE : moment(nextEarliestWorkTime),
    ),
    column('declared', ({ declared, recorded }) => standing(declared, recorded)),
    column('previewRecordId', ({ previewRecordId }) => previewRecordId),
  ];
  const said = table.filter(({ cells }) => cells.some((cell) => cell !== NONE));
  const lines = tableLines(said, layout) ?? tableLines(said.slice(0, -1), layout);
  return lines === null ? rows(tasks, layout) : [...lines, ''];
}

/** Too wide for columns: one task after the other. */
function rows(tasks: readonly ReportTask[], layout: Layout): string[] {
  const title = 'Tasks';
  return section(
    {
      title,
      rows: tasks.map((task) => ({
        symbol: '=',
        subject: task.clientId,
        detail: detail(task),
        place: standing(task.declared, task.recorded),
        notes: [],
      })),
    },
    layout,
  );
}

function detail({
  workedState,
  workAttempts,
  skillQueue,
  preferredAgent,
  nextEarliestWorkTime,
  previewRecordId,
}: ReportTask): string {
  return [
    workedState,
    `${workAttempts} ${workAttempts === 1 ? 'attempt' : 'attempts'}`,
    ...(skillQueue === null ? [] : [`queue ${skillQueue}`]),
    ...(preferredAgent === null ? [] : [`pinned to ${preferredAgent}`]),
    ...(nextEarliestWorkTime === null ? [] : [`from ${moment(nextEarliestWorkTime)}`]),
    previewRecordId,
  ].join(', ');
}
