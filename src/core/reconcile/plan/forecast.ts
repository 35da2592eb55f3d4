// When the records a plan writes become deliverable, to whom they are pinned, and in whose local time. Pure; the time of
// the plan is handed in. Preview campaign interface: "nextEarliestWorkTimeUTC", "Preferred-agent rule", ItemTimeZone.

import { isRecord } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import { goesOn } from '../../model/record.ts';
import type { Campaign, ObservedTask } from '../../model/record.ts';
import type { Change, RecordChange } from '../change.ts';
import type { Forecast, TaskOfAgent } from '../plan-value.ts';
import { contentOf } from '../fields.ts';

/** One record whose delivery the plan decides: added, moved, taken over, added again, or given another time or pin. */
export interface Delivery {
  readonly address: Address;
  readonly change: RecordChange;
  /** The earliest time it will have (epoch milliseconds); null for none. */
  readonly time: number | null;
  /** Whether the plan sets that time; otherwise it stays what it was. */
  readonly setsTime: boolean;
  /** loginUserId it will be pinned to; null for nobody. */
  readonly agent: string | null;
  readonly setsPin: boolean;
  /** The task as it stands; null for a record that is added. */
  readonly task: ObservedTask | null;
  /** Null: the campaign's default is used, which no call shows. */
  readonly zone: string | null;
  readonly queue: string | null;
}

const MINUTE = 60 * 1000;

export function deliveries(changes: readonly Change[]): Delivery[] {
  return changes.flatMap((change) => (isRecord(change) && decides(change) ? [deliveryOf(change)] : []));
}

function decides(change: RecordChange): boolean {
  const { action, writes, desired } = change;
  if (writes.length === 0 || action === 'delete' || action === 'forget') return false;
  if (desired !== null && !goesOn(desired.ensure)) return false;
  if (action !== 'update') return true;
  return isReissue(change) || pinAfter(change) !== undefined || after(change, 'nextEarliestWorkTime') !== undefined;
}

function deliveryOf(change: RecordChange): Delivery {
  return change.action === 'create' || isReissue(change) ? newDelivery(change) : changedDelivery(change);
}

/** Everything as declared: nothing of a task that stood before counts. */
function newDelivery(change: RecordChange): Delivery {
  const { address, desired } = change;
  return {
    address,
    change,
    task: null,
    time: desired?.nextEarliestWorkTime ?? null,
    setsTime: true,
    agent: desired?.preferredAgent || null,
    setsPin: true,
    zone: desired?.timeZone ?? null,
    queue: desired?.skillQueue ?? null,
  };
}

/** What the change says, and else what the task shows. */
function changedDelivery(change: RecordChange): Delivery {
  const { address, desired } = change;
  const task = change.from?.observed?.tasks[0] ?? change.observed?.tasks[0] ?? null;
  const [wanted, pin] = [after(change, 'nextEarliestWorkTime'), pinAfter(change)];
  const time = typeof wanted === 'number' ? wanted : undefined;
  return {
    address,
    change,
    task,
    time: time ?? task?.nextEarliestWorkTime ?? null,
    setsTime: time !== undefined,
    agent: (pin ?? task?.preferredAgent) || null,
    setsPin: pin !== undefined,
    zone: desired?.timeZone ?? shownZone(task, change.campaign),
    queue: desired?.skillQueue ?? task?.skillQueue ?? null,
  };
}

function shownZone(task: ObservedTask | null, { clientIdFieldName }: Campaign): string | null {
  return task && contentOf(task, clientIdFieldName).timeZone;
}

function isReissue(change: RecordChange): boolean {
  return after(change, 'workedState') === 'NOTWORKED' || change.cause.kind === 'reissue';
}

/** Undefined where the plan does not touch the pin; empty text where it clears it. */
function pinAfter(change: RecordChange): string | undefined {
  const field = after(change, 'preferredAgent');
  const pin = change.pin ?? (field === null ? '' : field);
  return typeof pin === 'string' ? pin : undefined;
}

function after(change: RecordChange, name: string): string | number | null | undefined {
  const field = change.fields.find((candidate) => candidate.field === name);
  if (field === undefined) return undefined;
  return typeof field.after === 'string' || typeof field.after === 'number' ? field.after : null;
}

export function forecast(changes: readonly Change[], now: number): Forecast {
  const all = deliveries(changes);
  const hourOf = localHours();
  const hours = all.flatMap(({ address, agent, time, zone }) =>
    time !== null && time > now ? [{ hour: hourOf(time, zone), address, agent, time, zone }] : [],
  );
  const atOnce = all.filter(({ time }) => time === null || time <= now);
  const groups = [...Map.groupBy(hours, ({ hour, zone }) => `${hour} ${zone ?? ''}`).values()];
  return {
    deliverableAtOnce: atOnce.length,
    tasksAtOnce: few(atOnce, FEW_AT_ONCE),
    later: groups
      .flatMap((group) => {
        const [first] = group;
        if (first === undefined) return [];
        const times = group.map(({ time }) => time).toSorted((a, b) => a - b);
        const [from = first.time, to = first.time] = [times[0], times.at(-1)];
        return [{ hour: first.hour, from, to, zone: first.zone, records: group.length, tasks: few(group) }];
      })
      .toSorted((a, b) => a.hour - b.hour || (a.zone ?? '').localeCompare(b.zone ?? '', 'en')),
    pinned: all.filter(({ agent }) => agent !== null).length,
    defaultQueue: all.filter(({ queue }) => queue === null).length,
    defaultZone: all.filter(({ zone }) => zone === null).length,
  };
}

/** A reader can hold them; more would hide the times. */
const FEW = 6;
/** Nobody has time to look these up. */
const FEW_AT_ONCE = 20;

function few(records: readonly TaskOfAgent[], most = FEW): TaskOfAgent[] {
  return records.length > most ? [] : records.map(({ address, agent }) => ({ address, agent }));
}

/** Start of the hour as clocks of the zone show it; UTC where the zone is not known. One formatter a zone. */
function localHours(): (instant: number, zone: string | null) => number {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (instant, zone) => {
    const timeZone = zone ?? 'UTC';
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, minute: 'numeric' });
    formats.set(timeZone, format);
    return Math.floor(instant / MINUTE) * MINUTE - Number(format.format(instant)) * MINUTE;
  };
}
