// Every field of a task that a search shows, one row each, in the order in which people read them (preview campaign
// interface, "Task / record"). The type of an observed task, the schema and the decoding of an answer, the JSON report, the
// table for spreadsheets and the lines in the terminal follow from it, so that a field cannot be read and then not shown.

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
}

export const TASK_FIELDS = {
  // Spelled in two ways (S21).
  previewRecordId: { wire: ['previewRecordID', 'previewRecordId'], kind: 'id' },
  clientId: { wire: ['clientId'], kind: 'text' },
  workedState: { wire: ['workedState'], kind: 'state' },
  workAttempts: { wire: ['workAttempts'], kind: 'count' },
  lastAttemptAgent: { wire: ['lastAttemptAgent'], kind: 'textOrNone' },
  lastAttemptTime: { wire: ['lastAttemptTime'], kind: 'time' },
  workCodes: { wire: ['workCodes'], kind: 'pairs' },
  preferredAgent: { wire: ['preferredAgent'], kind: 'textOrNone' },
  skillQueue: { wire: ['skillQueue'], kind: 'textOrNone' },
  createdTime: { wire: ['createdTime'], kind: 'time' },
  lastUpdatedTime: { wire: ['lastUpdatedTime'], kind: 'time' },
  nextEarliestWorkTime: { wire: ['nextEarliestWorkTime'], kind: 'time' },
  /** Everything in previewRecordData, specially named keys included, as stored. */
  items: { wire: ['previewRecordData'], kind: 'items' },
} as const satisfies Readonly<Record<string, TaskField>>;

type TaskFields = typeof TASK_FIELDS;

/** The fields as values of their kinds; a report has values of its own for some kinds. */
export type TaskOf<Values extends Readonly<Record<keyof TaskValues, unknown>>> = {
  readonly [K in keyof TaskFields]: Values[TaskFields[K]['kind']];
};

/** One task as the service shows it, with empty values as null. */
export type ObservedTask = TaskOf<TaskValues>;

/** All but the personal ones, which a report shows by rules of their own. */
export const PUBLIC_TASK_FIELDS = (Object.keys(TASK_FIELDS) as (keyof TaskFields)[]).filter((name) => name !== 'items');
