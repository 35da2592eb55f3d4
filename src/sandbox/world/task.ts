// One stored task and how it looks in an answer (preview campaign interface, "Task / record").

import type { DataItem, WorkedState } from '../../core/model/record.ts';
import { formatServiceTime, PIN_LAPSE_MS } from '../../core/model/time.ts';
import { queueName } from './switches.ts';
import type { Switches } from './switches.ts';

export type StoredItem = Required<DataItem>;

/** `removed`: deleted but shown (S5 removed-visible); `hidden`: deleted, kept and never shown. */
export type Visibility = 'shown' | 'removed' | 'hidden';

export interface Task {
  readonly id: number;
  readonly campaignName: string;
  readonly clientId: string;
  /** Null: never set; empty: cleared. */
  readonly preferredAgent: string | null;
  /** When the preference is cleared if no agent works the task; null when there is none or the task is not waiting. */
  readonly pinLapsesAt: number | null;
  /** Its code. */
  readonly skillQueue: string;
  readonly timeZone: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly earliestAt: number | null;
  readonly state: WorkedState;
  /** Worked by an agent (workAttempts). */
  readonly attempts: number;
  /** Brought to an agent, worked or not (sys_worked_attempts, lastAttemptTime). */
  readonly deliveries: number;
  readonly lastAgent: string | null;
  readonly lastAt: number | null;
  readonly workCodes: readonly WorkCode[];
  readonly visibility: Visibility;
  readonly items: readonly StoredItem[];
}

/** Of a task that was added and not touched since. */
export const UNTOUCHED = {
  preferredAgent: null,
  pinLapsesAt: null,
  earliestAt: null,
  state: 'NOTWORKED',
  attempts: 0,
  deliveries: 0,
  lastAgent: null,
  lastAt: null,
  workCodes: [],
  visibility: 'shown',
} as const satisfies Partial<Task>;

export interface WorkCode {
  readonly key: string;
  readonly value: string;
}

/** A task as search returns it. */
export interface WireTask {
  readonly previewRecordID: string;
  readonly clientId: string;
  readonly preferredAgent: string | null;
  readonly skillQueue: string | null;
  readonly createdTime: string;
  readonly lastUpdatedTime: string;
  readonly nextEarliestWorkTime: string | null;
  readonly workedState: WorkedState;
  readonly workAttempts: number;
  readonly lastAttemptAgent: string | null;
  readonly lastAttemptTime: string | null;
  readonly workCodes?: readonly WorkCode[];
  readonly previewRecordData: readonly StoredItem[];
}

const WORKED_STATES: readonly WorkedState[] = ['NOTWORKED', 'WORKED', 'COMPLETED', 'REMOVED'];

export function isWorkedState(value: unknown): value is WorkedState {
  return WORKED_STATES.some((state) => state === value);
}

export function recordIdOf(id: number): string {
  return `R-${id}`;
}

/** NaN, which is the id of no task, when the text is not a record id of ours. */
export function parseRecordId(recordId: string): number {
  return Number(/^R-([1-9]\d{0,14})$/u.exec(recordId)?.[1]);
}

export function toWire(task: Task, switches: Pick<Switches, 'S28' | 'S29' | 'itemsNotShown'>): WireTask {
  const { S28: none, S29, itemsNotShown } = switches;
  return {
    previewRecordID: recordIdOf(task.id),
    clientId: task.clientId,
    preferredAgent: showNone(task.preferredAgent, none),
    skillQueue: S29 === 'not-shown' ? showNone(null, none) : queueName(task.skillQueue, switches),
    createdTime: formatServiceTime(task.createdAt),
    lastUpdatedTime: formatServiceTime(task.updatedAt),
    nextEarliestWorkTime: task.earliestAt === null ? null : formatServiceTime(task.earliestAt),
    workedState: task.state,
    workAttempts: task.attempts,
    lastAttemptAgent: showNone(task.lastAgent, none),
    lastAttemptTime: showNone(task.lastAt === null ? null : formatServiceTime(task.lastAt), none),
    ...(task.workCodes.length > 0 ? { workCodes: task.workCodes } : {}),
    previewRecordData: task.items.filter(({ key }) => !itemsNotShown.includes(key)),
  };
}

/**
 * Sets a preference (null or empty: none) and starts its 30-minute clock at the later of `since` and the earliest time.
 * Only a task that waits for delivery has a clock.
 */
export function withPin(task: Task, preferredAgent: string | null, since: number): Task {
  const waits = task.state === 'NOTWORKED' || task.state === 'WORKED';
  const deliverableAt = Math.max(since, task.earliestAt ?? 0);
  return { ...task, preferredAgent, pinLapsesAt: preferredAgent && waits ? deliverableAt + PIN_LAPSE_MS : null };
}

/** A change that names neither an agent nor a time leaves a clock as it runs. */
export function withRouting(
  task: Task,
  given: { readonly agent: string | undefined; readonly isTimed: boolean; readonly since: number },
): Task {
  const { agent, isTimed, since } = given;
  const next = withPin(task, agent ?? task.preferredAgent, since);
  const isRunning = agent === undefined && !isTimed && task.pinLapsesAt !== null && next.pinLapsesAt !== null;
  return isRunning ? { ...next, pinLapsesAt: task.pinLapsesAt } : next;
}

/** Every item gets a displayOrder: as given, else the smallest number still free, in the order of the list. */
export function numberItems(items: readonly DataItem[]): StoredItem[] {
  const taken = new Set(items.map((item) => item.displayOrder));
  let free = 0;
  const nextFree = (): number => {
    do free += 1;
    while (taken.has(free));
    return free;
  };
  return items.map(({ key, value, displayOrder }) => ({ key, value, displayOrder: displayOrder ?? nextFree() }));
}

function showNone(value: string | null, none: Switches['S28']): string | null {
  if (value !== null && value !== '') return value;
  if (none === 'both') return value;
  return none === 'null' ? null : '';
}
