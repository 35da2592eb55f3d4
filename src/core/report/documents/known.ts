// What is declared, recorded and seen of one object: named values, and a task with every field that a search shows ("Task / record"). Personal
// values are masked unless they were asked for; of data items all but the specially named ones are personal, which say how a task is
// delivered and shown.

import { isRecord, isUser, type SourcePosition, recordAddress, type Address } from '../../model/address.ts';
import { isPersonal, PERSONAL_FIELDS } from '../../model/personal.ts';
import { RECORD_FIELDS } from '../../model/record-fields.ts';
import type { DesiredRecord, RecordedRecord, DataItem, ObservedTask } from '../../model/record.ts';
import { isFinished, pinLapsesAt, RESERVED_DATA_KEYS } from '../../model/record.ts';
import { USER_FIELDS } from '../../model/user-fields.ts';
import type { DesiredUser, RecordedUser } from '../../model/user.ts';
import { iso } from '../words/head.ts';
import { attempts } from '../words/words.ts';
import { namesWhere, type NamesWhere } from '../../model/fields.ts';
import { TASK_FIELDS, type TaskOf, type TaskValues } from '../../model/task-fields.ts';
import type { KnownObject, Standing } from '../../reconcile/looked-up.ts';

export interface NamedValue {
  readonly name: string;
  /** Null where there is none, and where it is masked. */
  readonly value: string | null;
  /** A personal value that is not shown. */
  readonly masked: boolean;
}

interface DeclaredFacts {
  readonly source: SourcePosition;
  readonly values: readonly NamedValue[];
}

interface RecordedFacts {
  readonly recordedAt: string;
  /** When it was removed, or seen gone: then this is what is remembered. */
  readonly removedAt: string | null;
  readonly values: readonly NamedValue[];
  /** Names of the fields that were sent; values are kept as digests only. */
  readonly fields: readonly string[];
}

export interface KnownFacts {
  readonly declared: DeclaredFacts | null;
  readonly recorded: RecordedFacts | null;
  /** Writes that an earlier run left open. */
  readonly open: readonly { readonly action: string; readonly at: string }[];
  /** Since when a full copy of a record on the way is kept. */
  readonly copySince: string | null;
}

export function knownFacts(
  { desired, recorded, openIntents, copySince }: KnownObject,
  showValues: boolean,
): KnownFacts {
  return {
    declared: desired && { source: desired.source, values: declaredValues(desired, showValues) },
    recorded: recorded && recordedFacts(recorded),
    open: openIntents.map(({ action, at }) => ({ action, at: iso(at) })),
    copySince: copySince === null ? null : iso(copySince),
  };
}

function namedValue(name: string, value: unknown, masked = false): NamedValue {
  if (value === null || value === undefined || value === '') return { name, value: null, masked: false };
  if (masked) return { name, value: null, masked };
  return { name, value: typeof value === 'string' ? value : JSON.stringify(value), masked };
}

/** Names that the address says already. */
const IN_ADDRESS: readonly string[] = ['loginUserId', 'clientId'];

function declaredValues(desired: DesiredUser | DesiredRecord, showValues: boolean): NamedValue[] {
  const values: Readonly<Record<string, unknown>> =
    isUser(desired) && desired.ensure === 'present' ? { ...desired, ...desired.profile } : { ...desired };
  const names = Object.keys(isUser(desired) ? USER_FIELDS : RECORD_FIELDS);
  const plain = names
    .filter((name) => !IN_ADDRESS.includes(name) && name !== 'data' && isSaid(values[name]))
    .map((name) => namedValue(name, readable(name, values[name]), isPersonal(name) && !showValues));
  if (isUser(desired)) return plain;
  return [...plain, ...desired.data.map(({ key, value }) => namedValue(`data.${key}`, value, !showValues))];
}

/** What the file leaves to its default says nothing. */
function isSaid(value: unknown): boolean {
  return value !== undefined && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function readable(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([key, each]) => `${key} ${String(each)}`)
      .join(', ');
  }
  return name.endsWith('Time') && typeof value === 'number' ? iso(value) : value;
}

function recordedFacts(recorded: RecordedUser | RecordedRecord): RecordedFacts {
  const values = isUser(recorded) ? userValues(recorded) : recordValues(recorded);
  return {
    recordedAt: iso(recorded.recordedAt),
    removedAt: recorded.removedAt === undefined ? null : iso(recorded.removedAt),
    values: values.filter(({ value }) => value !== null),
    fields: Object.keys(recorded.digests).toSorted(),
  };
}

function userValues({ provenance, connectUserId, onRemove, offboard, ...times }: RecordedUser): NamedValue[] {
  const { restoreFailedAt, otherSeenAt, foundAt, backendAskedAt } = times;
  return [
    namedValue('provenance', provenance.service),
    namedValue('second system', provenance.backend === 'none' ? null : provenance.backend),
    namedValue('connectUserId', connectUserId),
    namedValue('onRemove', onRemove),
    namedValue('offboard', readable('offboard', offboard)),
    namedValue('restore not done', restoreFailedAt === undefined ? null : iso(restoreFailedAt)),
    namedValue('another account seen', otherSeenAt === undefined ? null : iso(otherSeenAt)),
    namedValue('found after an unanswered create', foundAt === undefined ? null : iso(foundAt)),
    namedValue('backing removal asked for', backendAskedAt === undefined ? null : iso(backendAskedAt)),
  ];
}

function recordValues(recorded: RecordedRecord): NamedValue[] {
  const { provenance, previewRecordId, preferredAgent, marker, worked, consumed, reissue, shown } = recorded;
  return [
    namedValue('provenance', provenance),
    namedValue('previewRecordId', previewRecordId),
    namedValue('preferredAgent', preferredAgent),
    namedValue('work seen', `${worked.state}, ${attempts(worked.attempts)}`),
    namedValue('finished', consumed && `${consumed.how}, ${iso(consumed.at)}`),
    namedValue('reissue', reissue),
    namedValue('marker', marker),
    namedValue('shown otherwise than sent', shown && Object.keys(shown).toSorted().join(', ')),
  ];
}

/** What a file declares of a person that is personal. */
export function personalValues(desired: DesiredUser | DesiredRecord | null): string[] {
  if (desired === null) return [];
  if (isRecord(desired)) return desired.data.map(({ value }) => value).filter((value) => value !== '');
  if (desired.ensure === 'absent') return [];
  const profile: Readonly<Record<string, unknown>> = { ...desired.profile };
  return PERSONAL_FIELDS.flatMap((name) => {
    const value = profile[name];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
}

/** Letter case plays no part: a text may quote a name in another. */
export function withoutValues(text: string, values: readonly string[]): string {
  return values.reduce((shown, value) => {
    const pattern = new RegExp(value.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`), 'giu');
    return shown.replaceAll(pattern, '(masked)');
  }, text);
}

interface ReportItem {
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
  /** Whose clocks a reader sees its times on; null: of UTC. The values themselves are of no zone. */
  readonly zone: string | null;
  /** Whether it is recorded as ours. */
  readonly recorded: boolean;
}

export function standingOf({ desired, recorded }: Pick<KnownObject, 'desired' | 'recorded'>): Standing {
  const zone = isRecord(desired) ? desired.timeZone || null : null;
  return { source: desired?.source ?? null, zone, recorded: recorded !== null && recorded.removedAt === undefined };
}

interface TaskPlace {
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
    zone: standing.zone,
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
