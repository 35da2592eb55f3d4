// One task with every field that a search shows ("Task / record"). Values of data items are personal, but for the specially
// named ones that say how the task is delivered and shown.

import { recordAddress } from '../../model/address.ts';
import type { Address, SourcePosition } from '../../model/address.ts';
import { namesWhere } from '../../model/fields.ts';
import type { NamesWhere } from '../../model/fields.ts';
import { isFinished, pinLapsesAt, RESERVED_DATA_KEYS } from '../../model/record.ts';
import type { DataItem, ObservedTask } from '../../model/record.ts';
import { TASK_FIELDS } from '../../model/task-fields.ts';
import type { TaskOf, TaskValues } from '../../model/task-fields.ts';
import type { Standing } from '../../lookup/known.ts';
import { iso } from '../words/head.ts';

export interface ReportItem {
  readonly key: string;
  /** Null where it is masked. */
  readonly value: string | null;
  readonly displayOrder: number | null;
  readonly masked: boolean;
}

/** Times are ISO 8601 in UTC. */
interface ReportedValues extends Omit<TaskValues, 'time' | 'items'> {
  readonly time: string | null;
  readonly items: readonly ReportItem[];
}

export interface ReportTask extends TaskOf<ReportedValues> {
  readonly address: Address;
  readonly campaignName: string;
  /** When the service clears preferredAgent; null where there is none, or the task is finished. */
  readonly pinLapsesAt: string | null;
  /** Where a file declares it. */
  readonly declared: SourcePosition | null;
  /** Whether it is recorded as ours. */
  readonly recorded: boolean;
}

export interface TaskPlace {
  readonly campaignName: string;
  readonly clientIdFieldName: string;
  readonly showValues: boolean;
  readonly standing: Standing;
}

export function reportTask(
  task: ObservedTask,
  { campaignName, clientIdFieldName, showValues, standing }: TaskPlace,
): ReportTask {
  const isPinned = task.preferredAgent !== null && !isFinished(task);
  return {
    address: recordAddress(campaignName, task.clientId),
    campaignName,
    ...task,
    ...timesOf(task),
    pinLapsesAt: isPinned ? iso(pinLapsesAt(task)) : null,
    items: task.items.map((item) => reportItem(item, showValues || isOpen(item.key, clientIdFieldName))),
    declared: standing.source,
    recorded: standing.recorded,
  };
}

type Time = NamesWhere<typeof TASK_FIELDS, { kind: 'time' }>;
const TIMES = namesWhere(TASK_FIELDS, { kind: 'time' });

export function timesOf(task: ObservedTask): Readonly<Record<Time, string | null>> {
  const times = TIMES.map((name) => [name, task[name] === null ? null : iso(task[name])]);
  return Object.fromEntries(times) as Record<Time, string | null>;
}

/** Keys whose values say nothing about a customer that the rest of the report does not say. */
export function isOpen(key: string, clientIdFieldName: string): boolean {
  return key === clientIdFieldName || RESERVED_DATA_KEYS.includes(key);
}

function reportItem(
  { key, value, displayOrder = null }: Required<Pick<DataItem, 'key' | 'value'>> & { displayOrder?: number | null },
  shown: boolean,
): ReportItem {
  return { key, value: shown ? value : null, displayOrder, masked: !shown };
}
