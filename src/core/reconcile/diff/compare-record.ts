// One task beside its declaration: which fields differ, which of them the platform may move, and what to send.
// Git owns data, queue and zone. preferredAgent and nextEarliestWorkTime are Git's until first delivery: a pin that
// lapsed after 30 deliverable minutes is expected decay, not drift. What is sent is judged as it will stand after the write: with a
// new time a pin waits for its agent anew, and goes along. Items we never sent are foreign and are preserved.

import { namesWith } from '../../model/fields.ts';
import type { NamesWith } from '../../model/fields.ts';
import { encodeItems, itemContent } from '../../model/record.ts';
import type { DataItem, DesiredRecord, ObservedTask, RecordedRecord } from '../../model/record.ts';
import { isClearable, isShownByName, RECORD_FIELDS } from '../../model/record-fields.ts';
import type { RecordFields } from '../../model/record-fields.ts';
import type { Digest } from '../../model/state.ts';
import type { RecordProperties } from '../../service/service.ts';
import type { FieldChange } from '../change.ts';
import { contentOf, fieldChange, observedFields, recordFields } from '../fields.ts';
import { isPinOver, moverOf, MOVERS } from '../mover.ts';
import type { Mover } from '../mover.ts';

export interface Comparison {
  /** Differences that a write would settle. */
  readonly fields: readonly FieldChange[];
  /** Differences that the platform's own rules explain. */
  readonly platform: readonly FieldChange[];
  /** Differences that stayed although the value was sent twice. */
  readonly kept: readonly FieldChange[];
}

export interface CompareFacts {
  readonly desired: DesiredRecord;
  readonly recorded: RecordedRecord | null;
  readonly task: ObservedTask;
  /** Marker the record should carry, or null where the campaign has none. */
  readonly marker: string | null;
  readonly digest: Digest;
  readonly now: number;
  /** Where a write was just sent: the task it was sent over, null where it added one. */
  readonly sentOver?: ObservedTask | null;
  /** The declared time is sent whether it differs or not: WORKED needs one. */
  readonly isTimed?: boolean;
}

export function compareRecord(facts: CompareFacts): Comparison {
  const content = contentOf(facts.task, facts.desired.campaign.clientIdFieldName);
  const wanted = recordFields(facts.desired);
  const shown = observedFields(facts.task, content);
  const moved = [...wanted].flatMap(([field, value]): Moved[] => {
    const seen = shown.get(field) ?? null;
    if (seen === value || hasArrived(facts, field, value)) return [];
    const change = fieldChange(field, seen, value);
    return [{ change, mover: moverOf(change, facts) }];
  });
  const holds = pinHolds(facts, moved);
  const by = (isWanted: (each: Moved) => boolean): FieldChange[] => moved.filter(isWanted).map(({ change }) => change);
  const fields = by((each) => MOVERS[each.mover].isWritten || (each.mover === 'platform' && holds(each)));
  const platform = by((each) => each.mover === 'platform' && !holds(each));
  const kept = by(({ mover }) => mover === 'service');
  fields.push(...fieldsToDrop(facts, wanted, shown));
  if (facts.marker !== null && content.marker !== facts.marker && !isCutMarker(facts, content.marker)) {
    fields.push(fieldChange('marker', content.marker, facts.marker));
  }
  return { fields, platform, kept };
}

interface Moved {
  readonly change: FieldChange;
  readonly mover: Mover;
}

/** Of a pin that the platform ended: whether it would hold, sent with the time that the task is given. */
function pinHolds({ desired, task, now, isTimed }: CompareFacts, moved: readonly Moved[]): (each: Moved) => boolean {
  const isGiven =
    isTimed === true ||
    moved.some(({ change, mover }) => change.field === 'nextEarliestWorkTime' && MOVERS[mover].isWritten);
  const time = isGiven ? desired.nextEarliestWorkTime : undefined;
  const after = { ...task, nextEarliestWorkTime: time ?? task.nextEarliestWorkTime };
  return ({ change }) => change.field === 'preferredAgent' && !isPinOver(after, now);
}

/**
 * A code that was just sent is shown by a name not known before. The item proves that it arrived, where item or name are not
 * those that were there before it was sent; where no item is shown, another name than before does.
 */
function hasArrived({ desired, task, sentOver }: CompareFacts, field: string, value: unknown): boolean {
  if (sentOver === undefined || !isShownByName(field)) return false;
  const stored = (seen: ObservedTask): unknown => contentOf(seen, desired.campaign.clientIdFieldName).skillQueue;
  const item = stored(task);
  if (item !== value && item !== null) return false;
  if (sentOver === null || sentOver.skillQueue !== task.skillQueue) return true;
  return item !== null && stored(sentOver) !== value;
}

/** A service that cuts long values cuts the marker that we sent, too; what is left of it still says whose record it is. */
function isCutMarker({ marker, recorded, sentOver }: CompareFacts, shown: string | null): boolean {
  if (marker === null || shown === null || (sentOver === undefined && recorded?.marker !== marker)) return false;
  return marker.startsWith(shown) && shown.length > marker.lastIndexOf('/');
}

/** Fields we set before and the file no longer names. What no call can clear (a time) stays. */
function fieldsToDrop(
  facts: CompareFacts,
  wanted: ReadonlyMap<string, unknown>,
  shown: ReadonlyMap<string, unknown>,
): FieldChange[] {
  const ours = facts.recorded?.digests ?? {};
  const dropped: FieldChange[] = [];
  for (const [field, seen] of shown) {
    if (wanted.has(field) || ours[field] === undefined || !isClearable(field)) continue;
    if (seen === null || seen === '' || isDefaultByName(facts, field)) continue;
    const isOurs = [ours[field], facts.recorded?.shown?.[field]].includes(facts.digest(seen));
    if (isOurs || field.startsWith('data.')) dropped.push(fieldChange(field, seen, null));
  }
  return dropped;
}

/** After a write without a code the name is that of the campaign's default queue, also where that is the queue it was in. */
function isDefaultByName({ desired, task, sentOver }: CompareFacts, field: string): boolean {
  if (sentOver === undefined || !isShownByName(field)) return false;
  return contentOf(task, desired.campaign.clientIdFieldName).skillQueue === null;
}

/**
 * The full set of items to send: everything declared, plus what others stored (an update replaces all, rule 5). As stored:
 * the queue that a search shows is a name, and SkillQueue takes a code.
 */
export function itemsToSend(
  facts: Omit<CompareFacts, 'task' | 'digest' | 'now' | 'sentOver'> & { task: ObservedTask | null },
): DataItem[] {
  const { desired, marker, task } = facts;
  const declared = itemContent((name) => desired[name] ?? null);
  if (task === null) return encodeItems({ ...declared, data: desired.data, marker });
  const seen = contentOf(task, desired.campaign.clientIdFieldName);
  const ours = facts.recorded?.digests ?? {};
  const isForeign = (field: string): boolean => ours[field] === undefined;
  const keys = new Set(desired.data.map((item) => item.key));
  const preserved = seen.data.filter((item) => !keys.has(item.key) && isForeign(`data.${item.key}`));
  return encodeItems({
    ...itemContent((name) => (isNone(declared[name]) && isForeign(name) ? seen[name] : declared[name])),
    data: [...desired.data, ...preserved],
    marker: marker ?? seen.marker,
  });
}

function isNone(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/**
 * Properties to send with an update (the pin, the time): what changes is set, everything else is said again as it was just
 * read, so that an update neither re-pins a lapsed task nor drops somebody's pin.
 */
export function propertiesToSend(fields: readonly FieldChange[], task: ObservedTask): RecordProperties {
  return propertiesOf((name) => {
    const change = fields.find((candidate) => candidate.field === name);
    return change === undefined || (change.after === null && !isClearable(name)) ? task[name] : change.after;
  });
}

/** Those of a task that is added. */
export function declaredProperties(desired: DesiredRecord): RecordProperties {
  return propertiesOf((name) => desired[name]);
}

const PROPERTIES = namesWith(RECORD_FIELDS, 'property');

/** Nothing, and the word for nothing, are left out: only the status call can take a value away. */
function propertiesOf(valueOf: (name: NamesWith<RecordFields, 'property'>) => unknown): RecordProperties {
  const given = PROPERTIES.map((name): [string, unknown] => [name, valueOf(name)]);
  const values = given.filter(([, value]) => (value ?? '') !== '');
  return Object.fromEntries(values);
}

/** Whether the change takes a pin away: only the status call can say that. */
export function clearsPin(fields: readonly FieldChange[]): boolean {
  const pin = fields.find((candidate) => candidate.field === 'preferredAgent');
  return pin !== undefined && (pin.after === null || pin.after === '');
}
