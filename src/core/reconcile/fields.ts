// How desired, recorded and observed values of each field are compared, by the tables of model/user-fields.ts and
// model/record-fields.ts. Diff, drift and the recorded digests all read this file, so that no field is treated in two ways.

import type { Digest } from '../model/state.ts';
import type { DataItem, DesiredRecord, ObservedTask, RecordContent, RecordedRecord } from '../model/record.ts';
import { namesWhere, namesWith } from '../model/fields.ts';
import { isPersonal } from '../model/personal.ts';
import { decodeItems, shownValue } from '../model/record.ts';
import { COMPARED_FIELDS, RECORD_FIELDS } from '../model/record-fields.ts';
import type { Target } from '../model/target.ts';
import type { DesiredPresentUser } from '../model/user.ts';
import { USER_FIELDS } from '../model/user-fields.ts';
import type { FieldChange } from './change.ts';

export function fieldChange(field: string, before: unknown, after: unknown): FieldChange {
  const privacy = isPersonal(field) ? 'personal' : 'public';
  return { field, privacy, before: before ?? null, after: after ?? null };
}

const USER_COMPARED = namesWith(USER_FIELDS, 'comparedWith');

/** What is compared of a user, in the order of the table: the profile, and what was asked for at creation. */
export function userFields(desired: DesiredPresentUser): Map<string, unknown> {
  const all: object = { ...desired, ...desired.profile };
  const values = USER_COMPARED.map((name): [string, unknown] => [name, Reflect.get(all, name)]);
  return new Map(values.filter(([, value]) => value !== undefined));
}

/** What a target of this identity takes no notice of. Its digest is recorded all the same: a target may become another. */
export function ignoredFields(identity: Target['identity'] = 'directory'): readonly string[] {
  return namesWhere(USER_FIELDS, { ignoredWith: identity });
}

/** Digest of each of them as sent: the only memory of values the service never shows. */
export function userDigests(desired: DesiredPresentUser, digest: Digest): Record<string, string> {
  return Object.fromEntries([...userFields(desired)].map(([name, value]) => [name, digest(value)]));
}

/** Field path -> value of everything the file says about a record. Undefined values are left out: not managed. */
export function recordFields(desired: DesiredRecord): Map<string, unknown> {
  const fields = itemFields(desired.data);
  for (const name of COMPARED_FIELDS) putComparable(fields, name, desired[name]);
  return fields;
}

/** `stuck`: fields that the file names no more and no call clears; what was sent of them stays recorded. */
export function recordDigests(
  desired: DesiredRecord,
  digest: Digest,
  before?: { readonly recorded: Pick<RecordedRecord, 'digests'> | null; readonly stuck: readonly string[] },
): Record<string, string> {
  const sent = before?.recorded?.digests ?? {};
  const digests: Record<string, string> = {};
  for (const field of before?.stuck ?? []) if (sent[field] !== undefined) digests[field] = sent[field];
  for (const [field, value] of recordFields(desired)) digests[field] = digest(value);
  return digests;
}

/** What was shown for a value says nothing about another one. */
export function shownStill(
  recorded: Pick<RecordedRecord, 'digests' | 'shown'> | null,
  digests: RecordedRecord['digests'],
): Pick<RecordedRecord, 'shown'> {
  const entries = Object.entries(recorded?.shown ?? {}).filter(
    ([field]) => recorded?.digests[field] === digests[field],
  );
  return entries.length === 0 ? {} : { shown: Object.fromEntries(entries) };
}

/** The same field paths as recordFields, as the service shows them. */
export function observedFields(task: ObservedTask, content: RecordContent): Map<string, unknown> {
  const fields = itemFields(content.data);
  for (const name of COMPARED_FIELDS) putComparable(fields, name, shownValue(task, content, name));
  return fields;
}

function itemFields(items: readonly DataItem[]): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const item of items) fields.set(`data.${item.key}`, itemValue(item));
  return fields;
}

/** A list without entries is as good as none. The order of its keys says nothing. */
function putComparable(fields: Map<string, unknown>, name: string, value: unknown): void {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return;
  fields.set(name, Array.isArray(value) ? value.toSorted().join('|') : value);
}

/**
 * Without a marker the data say whose a task is: another one under the same clientId holds other data. Where no data item
 * was sent, nothing is proven.
 */
export function showsSentData(task: ObservedTask, recorded: SentData, digest: Digest): boolean {
  const shown = sentDataShown(task, recorded, digest);
  return shown.length > 0 && shown.every((isShown) => isShown);
}

/** It holds other data in every item that was sent. */
export function showsNoSentData(task: ObservedTask, recorded: SentData, digest: Digest): boolean {
  const shown = sentDataShown(task, recorded, digest);
  return shown.length > 0 && !shown.includes(true);
}

type SentData = Pick<RecordedRecord, 'clientIdFieldName' | 'digests'>;

/** Of each data item that was sent. */
function sentDataShown(task: ObservedTask, { clientIdFieldName, digests }: SentData, digest: Digest): boolean[] {
  const shown = observedFields(task, contentOf(task, clientIdFieldName));
  const sent = Object.entries(digests).filter(([field]) => field.startsWith('data.'));
  return sent.map(([field, value]) => digest(shown.get(field) ?? null) === value);
}

const ITEM_FIELDS = namesWith(RECORD_FIELDS, 'item');

/** Field path of a stored item: the specially named ones have a name of their own. */
export function fieldOfItem(key: string): string {
  return ITEM_FIELDS.find((name) => RECORD_FIELDS[name].item === key) ?? `data.${key}`;
}

export function contentOf(task: ObservedTask, clientIdFieldName: string): RecordContent {
  return decodeItems(task.items, clientIdFieldName);
}

/** Text and place of an item in one comparable value: a changed order is a change. */
function itemValue(item: DataItem): string {
  return `${item.displayOrder ?? 0} ${item.value}`;
}
