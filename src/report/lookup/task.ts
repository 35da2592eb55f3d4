// One task with every field that a search shows ("Task / record"). Values of data items are personal, but for the specially
// named ones that say how the task is delivered and shown.

import { recordAddress } from '../../model/address.ts';
import type { Address, SourcePosition } from '../../model/address.ts';
import { isFinished, pinLapsesAt, RESERVED_DATA_KEYS } from '../../model/record.ts';
import type { DataItem, ObservedTask, WorkedState } from '../../model/record.ts';
import type { Standing } from '../../lookup/known.ts';
import { iso } from '../head.ts';

export interface ReportItem {
  readonly key: string;
  /** Null where it is masked. */
  readonly value: string | null;
  readonly displayOrder: number | null;
  readonly masked: boolean;
}

/** Times are ISO 8601 in UTC; null where the service shows none. */
export interface ReportTask {
  readonly address: Address;
  readonly campaignName: string;
  readonly previewRecordId: string;
  readonly clientId: string;
  readonly workedState: WorkedState;
  readonly workAttempts: number;
  readonly lastAttemptAgent: string | null;
  readonly lastAttemptTime: string | null;
  readonly workCodes: readonly { readonly key: string; readonly value: string }[];
  readonly preferredAgent: string | null;
  /** When the service clears that preference; null where there is none, or the task is finished. */
  readonly pinLapsesAt: string | null;
  readonly skillQueue: string | null;
  readonly createdTime: string | null;
  readonly lastUpdatedTime: string | null;
  readonly nextEarliestWorkTime: string | null;
  /** `previewRecordData`. */
  readonly items: readonly ReportItem[];
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
  const { previewRecordId, clientId, workedState, workAttempts, lastAttemptAgent, workCodes, preferredAgent } = task;
  const pinned = preferredAgent !== null && !isFinished(task);
  return {
    address: recordAddress(campaignName, clientId),
    campaignName,
    ...{ previewRecordId, clientId, workedState, workAttempts, lastAttemptAgent, workCodes, preferredAgent },
    lastAttemptTime: time(task.lastAttemptTime),
    pinLapsesAt: pinned ? iso(pinLapsesAt(task)) : null,
    skillQueue: task.skillQueue,
    createdTime: time(task.createdTime),
    lastUpdatedTime: time(task.lastUpdatedTime),
    nextEarliestWorkTime: time(task.nextEarliestWorkTime),
    items: task.items.map((item) => reportItem(item, showValues || isOpen(item.key, clientIdFieldName))),
    declared: standing.source,
    recorded: standing.recorded,
  };
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

const time = (instant: number | null): string | null => (instant === null ? null : iso(instant));
