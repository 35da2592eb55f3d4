// Every field of a task that a search shows, one row each, in the order in which people read them (preview campaign
// interface, "Task / record"). The type of an observed task, the schema and the decoding of an answer, the JSON report, the
// table for spreadsheets and the lines in the terminal follow from it, so that a field cannot be read and then not shown.

import { namesWhere } from './fields.ts';
import type { DataItem } from './record-fields.ts';

export type WorkedState = 'NOTWORKED' | 'WORKED' | 'COMPLETED' | 'REMOVED';

/** What a field of each kind holds: times as epoch milliseconds, and null where the service shows none. */
export interface TaskValues {
  readonly id: string;
  readonly text: string;
  readonly textOrNone: string | null;
  readonly time: number | null;
  readonly count: number;
  readonly state: WorkedState;
  readonly pairs: readonly { readonly key: string; readonly value: string }[];
  /** Personal, but for the specially named ones. The values of all other kinds are shown to everybody. */
  readonly items: readonly DataItem[];
}

export interface TaskField {
  /** Its keys on the wire: each is a spelling of the same value. */
  readonly wire: readonly string[];
  readonly kind: keyof TaskValues;
  /** Whether a write that was planned is held back where a reading shows it otherwise than the plan did. */
  readonly planned: boolean;
}

export const TASK_FIELDS = {
  // Spelled in two ways (S21).
  previewRecordId: { wire: ['previewRecordID', 'previewRecordId'], kind: 'id', planned: true },
  clientId: { wire: ['clientId'], kind: 'text', planned: true },
  workedState: { wire: ['workedState'], kind: 'state', planned: true },
  workAttempts: { wire: ['workAttempts'], kind: 'count', planned: true },
  lastAttemptAgent: { wire: ['lastAttemptAgent'], kind: 'textOrNone', planned: false },
  lastAttemptTime: { wire: ['lastAttemptTime'], kind: 'time', planned: true },
  workCodes: { wire: ['workCodes'], kind: 'pairs', planned: false },
  preferredAgent: { wire: ['preferredAgent'], kind: 'textOrNone', planned: true },
  skillQueue: { wire: ['skillQueue'], kind: 'textOrNone', planned: true },
  createdTime: { wire: ['createdTime'], kind: 'time', planned: false },
  lastUpdatedTime: { wire: ['lastUpdatedTime'], kind: 'time', planned: true },
  nextEarliestWorkTime: { wire: ['nextEarliestWorkTime'], kind: 'time', planned: true },
  /** Everything in previewRecordData, specially named keys included, as stored. */
  items: { wire: ['previewRecordData'], kind: 'items', planned: true },
} as const satisfies Readonly<Record<string, TaskField>>;

type TaskFields = typeof TASK_FIELDS;

/** The fields as values of their kinds; a report has values of its own for some kinds. */
export type TaskOf<Values extends Readonly<Record<keyof TaskValues, unknown>>> = {
  readonly [K in keyof TaskFields]: Values[TaskFields[K]['kind']];
};

/** One task as the service shows it, with empty values as null. */
export type ObservedTask = TaskOf<TaskValues>;

/** Still as the plan saw it: equal in these. createdTime goes with the id, an agent and work codes with an attempt. */
export const PLANNED_FIELDS = namesWhere(TASK_FIELDS, { planned: true });

/** All but the personal ones, which a report shows by rules of their own. */
export const PUBLIC_TASK_FIELDS = (Object.keys(TASK_FIELDS) as (keyof TaskFields)[]).filter((name) => name !== 'items');
