// The field table: for every field its privacy, and how desired, recorded and observed values of it are compared.
// Diff, drift, redaction and the recorded digests all read this file, so that no field is treated in two ways.

import type { Digest } from '../model/state.ts';
import type { DataItem, DesiredRecord, ObservedTask, RecordContent, RecordedRecord } from '../model/record.ts';
import { decodeItems } from '../model/record.ts';
import type { DesiredPresentUser } from '../model/user.ts';
import type { FieldChange, Privacy } from './change.ts';

const PERSONAL = new Set(['firstName', 'lastName', 'primaryEmailAddr', 'secondaryEmailAddr']);

function privacyOf(field: string): Privacy {
  return field.startsWith('data.') || PERSONAL.has(field) ? 'personal' : 'public';
}

export function fieldChange(field: string, before: unknown, after: unknown): FieldChange {
  return { field, privacy: privacyOf(field), before: before ?? null, after: after ?? null };
}

/** Digest of each profile field as sent: the only memory of values the service never shows. */
export function userDigests(desired: DesiredPresentUser, digest: Digest): Record<string, string> {
  const fields: [string, unknown][] = [
    ...Object.entries(desired.profile),
    ['createInBackend', desired.createInBackend],
  ];
  return Object.fromEntries(
    fields.filter(([, value]) => value !== undefined).map(([key, value]) => [key, digest(value)]),
  );
}

/** Field path -> value of everything the file says about a record. Undefined values are left out: not managed. */
export function recordFields(desired: DesiredRecord): Map<string, unknown> {
  const fields = new Map<string, unknown>(desired.data.map((item) => [`data.${item.key}`, itemValue(item)]));
  const put = (field: string, value: unknown): void => void (value === undefined || fields.set(field, value));
  put('skillQueue', desired.skillQueue);
  put('timeZone', desired.timeZone);
  put('preferredAgent', desired.preferredAgent);
  put('nextEarliestWorkTime', desired.nextEarliestWorkTime);
  if (desired.highlight.length > 0) put('highlight', keyList(desired.highlight));
  if (desired.hidden.length > 0) put('hidden', keyList(desired.hidden));
  return fields;
}

export function recordDigests(desired: DesiredRecord, digest: Digest): Record<string, string> {
  return Object.fromEntries([...recordFields(desired)].map(([field, value]) => [field, digest(value)]));
}

/** The same field paths as recordFields, as the service shows them. */
export function observedFields(task: ObservedTask, content: RecordContent): Map<string, unknown> {
  const fields = new Map<string, unknown>(content.data.map((item) => [`data.${item.key}`, itemValue(item)]));
  fields.set('skillQueue', task.skillQueue ?? content.skillQueue);
  fields.set('timeZone', content.timeZone);
  fields.set('preferredAgent', task.preferredAgent ?? '');
  fields.set('nextEarliestWorkTime', task.nextEarliestWorkTime);
  if (content.highlight.length > 0) fields.set('highlight', keyList(content.highlight));
  if (content.hidden.length > 0) fields.set('hidden', keyList(content.hidden));
  return fields;
}

/**
 * Without a marker the data say whose a task is: another one under the same clientId holds other data. Where no data item
 * was sent, nothing is proven.
 */
export function showsSentData(
  task: ObservedTask,
  { clientIdFieldName, digests }: Pick<RecordedRecord, 'clientIdFieldName' | 'digests'>,
  digest: Digest,
): boolean {
  const shown = observedFields(task, contentOf(task, clientIdFieldName));
  const sent = Object.entries(digests).filter(([field]) => field.startsWith('data.'));
  return sent.length > 0 && sent.every(([field, value]) => digest(shown.get(field) ?? null) === value);
}

/** Field path of a stored item: the specially named ones have a name of their own. */
export function fieldOfItem(key: string): string {
  const special: Readonly<Record<string, string>> = {
    Highlight: 'highlight',
    Hidden: 'hidden',
    SkillQueue: 'skillQueue',
    ItemTimeZone: 'timeZone',
  };
  return special[key] ?? `data.${key}`;
}

export function contentOf(task: ObservedTask, clientIdFieldName: string): RecordContent {
  return decodeItems(task.items, clientIdFieldName);
}

/** Text and place of an item in one comparable value: a changed order is a change. */
function itemValue(item: DataItem): string {
  return `${item.displayOrder ?? 0} ${item.value}`;
}

function keyList(keys: readonly string[] | 'ALL'): string {
  return keys === 'ALL' ? 'ALL' : keys.toSorted().join('|');
}
