// A campaign task (record), as declared, as recorded and as observed (preview campaign interface, "Task / record").

import type { Address, SourcePosition } from './address.ts';
import type { CampaignFields } from './campaign-fields.ts';
import type { DesiredFields, DesiredValue, NamesWith } from './fields.ts';
import { namesWith } from './fields.ts';
import type { Problem } from './outcome.ts';
import { RECORD_FIELDS } from './record-fields.ts';
import type { ComparedField, DataItem, RecordFields } from './record-fields.ts';
import type { ObservedTask, WorkedState } from './task-fields.ts';
import { DELIVERED_MS, PIN_LAPSE_MS } from './time.ts';
import type { Region } from './region.ts';
import type { Presence } from './user.ts';

export type { DataItem, ObservedTask, WorkedState };

export interface Campaign extends DesiredFields<CampaignFields> {
  readonly source: SourcePosition;
}

/**
 * A campaign that no file declares, known by its name and by a record of it. Whether intake files feed it is not known, so
 * twins are looked for; markers are searched for only where a record of it carries one.
 */
export function undeclaredCampaign(
  campaignName: string,
  recorded: Pick<RecordedRecord, 'clientIdFieldName' | 'marker' | 'region'> | null = null,
): Campaign {
  return {
    campaignName,
    clientIdFieldName: recorded?.clientIdFieldName ?? 'Id',
    manage: 'each',
    marker: recorded !== null && recorded.marker !== null,
    ...(recorded?.region && { region: recorded.region }),
    intake: true,
    source: { file: '(recorded)', line: 1, column: 1 },
  };
}

export interface DesiredRecord extends DesiredFields<RecordFields> {
  readonly kind: 'record';
  readonly address: Address;
  readonly source: SourcePosition;
  /** Where the record itself names its preferredAgent. */
  readonly agentSource?: SourcePosition;
  readonly campaign: Campaign;
}

/**
 * What is known about one clientId in one campaign. `absent` only from an explicit answer about that key, or proved in bulk where only a
 * create follows (contributing/decisions/0019-absence-in-bulk.md);
 * more than one task is a twin and refuses all writes for the key, unless the file names one of them.
 */
export interface ObservedRecord {
  readonly presence: Presence;
  readonly tasks: readonly ObservedTask[];
  readonly observedAt: number;
  readonly problem: Problem | null;
  /** Of what could not be read to the end: what was shown until then. */
  readonly shown?: readonly ObservedTask[];
  /** Where the file names the task that is meant: tasks of the same clientId beside it, by previewRecordId. */
  readonly others?: readonly ObservedTask[];
}

/**
 * Evidence that a record was used up: worked to its end, gone after it was worked, or deleted by us then. `released`: let go while it
 * stood there, because an agent had it.
 */
export interface Consumed {
  readonly how: 'COMPLETED' | 'REMOVED' | 'gone' | 'released';
  readonly at: number;
}

/** What we last did for a record. Values are digests: data items are not kept. */
export interface RecordedRecord {
  readonly kind: 'record';
  readonly address: Address;
  readonly campaignName: string;
  readonly clientId: string;
  readonly clientIdFieldName: string;
  /** Of its campaign, where that has one of its own. */
  readonly region?: Region;
  readonly provenance: 'created' | 'adopted';
  readonly previewRecordId: string;
  /** Value of the marker item we sent, or null. */
  readonly marker: string | null;
  /** Field path (see fields.ts) -> keyed digest of the value sent. */
  readonly digests: Readonly<Record<string, string>>;
  readonly consumed: Consumed | null;
  /** The reissue reason last used; empty where there was none. */
  readonly reissue: string;
  /** Digests of those before it (reconcile/reasons.ts). Missing: none. */
  readonly usedReasons?: readonly string[];
  /** Work seen at the last observation or write: evidence for "gone after it was worked". */
  readonly worked: {
    readonly state: WorkedState;
    readonly attempts: number;
    /** As read before a write, in the service's own clock: whether somebody worked it since shows by comparing. */
    readonly lastAttemptTime?: number;
  };
  readonly preferredAgent: string | null;
  /** Epoch milliseconds. */
  readonly recordedAt: number;
  /** Field path -> digest of what the service went on showing although another value was sent twice (it cut it, say). */
  readonly shown?: Readonly<Record<string, string>>;
  /** As RecordedUser.removedAt. */
  readonly removedAt?: number;
  /** A write found it otherwise than its plan: until it is as declared, it is read by itself as a write reads it, with its twins. */
  readonly contested?: true;
}

/** Data key of the ownership marker; its value is `<stack>/<shard>`. */
export const MARKER_KEY = 'musterStack';

export type ItemField = NamesWith<RecordFields, 'item'>;
const ITEM_FIELDS = namesWith(RECORD_FIELDS, 'item');

/** Data keys with a meaning of their own (interface document, "Specially named data keys"); not allowed in `data`. */
export const RESERVED_DATA_KEYS: readonly string[] = [
  ...ITEM_FIELDS.map((name) => RECORD_FIELDS[name].item),
  MARKER_KEY,
];

/** A field that has no value is null; a list is empty. */
type ItemContent = {
  readonly [K in ItemField]: RecordFields[K] extends { readonly default: readonly unknown[] }
    ? DesiredValue<RecordFields[K]>
    : DesiredValue<RecordFields[K]> | null;
};

/** A task's items taken apart: plain data in display order, and each special item under the name of its field. */
export interface RecordContent extends ItemContent {
  readonly data: readonly DataItem[];
  readonly marker: string | null;
}

/** Takes stored items apart. The item under `clientIdFieldName` is left out: it appears by itself (rule 4). */
export function decodeItems(items: readonly DataItem[], clientIdFieldName: string): RecordContent {
  const special = (key: string): string | null => items.find((item) => item.key === key)?.value || null;
  const isPlain = (item: DataItem): boolean => item.key !== clientIdFieldName && !RESERVED_DATA_KEYS.includes(item.key);
  const content = itemContent((name) => decodeItem(name, special));
  return {
    ...content,
    data: items.filter(isPlain).toSorted((a, b) => (a.displayOrder ?? 0) - (b.displayOrder ?? 0)),
    // The marker is hidden by muster itself: no file names it.
    hidden: content.hidden.filter((key) => key !== MARKER_KEY),
    marker: special(MARKER_KEY),
  };
}

/** The marker that a task carries, whoever wrote it; null for none. */
export function markerIn({ items }: Pick<ObservedTask, 'items'>): string | null {
  return items.find(({ key }) => key === MARKER_KEY)?.value || null;
}

/** Name of the stack that a marker says the record is managed by. */
export function stackIn(marker: string): string {
  return marker.split('/')[0] ?? '';
}

/** A value for each special item. */
export function itemContent(valueOf: (name: ItemField) => ItemContent[ItemField]): ItemContent {
  return Object.fromEntries(ITEM_FIELDS.map((name) => [name, valueOf(name)])) as ItemContent;
}

function decodeItem(name: ItemField, special: (key: string) => string | null): ItemContent[ItemField] {
  const row = RECORD_FIELDS[name];
  const value = special(row.item);
  if (value !== null) return row.form.decode(value);
  return 'default' in row ? row.default : null;
}

/** The full set of items for addOrUpdateCampaignRecord: an update replaces everything (rule 5). */
export function encodeItems(content: RecordContent): DataItem[] {
  const hidden = content.marker === null ? content.hidden : [MARKER_KEY, ...content.hidden];
  const whole = { ...content, hidden };
  const specials = ITEM_FIELDS.map((name) => [RECORD_FIELDS[name].item, encodeItem(name, whole[name])] as const);
  const all = [...specials, [MARKER_KEY, content.marker] as const];
  return [...content.data, ...all.flatMap(([key, value]) => (value ? [{ key, value }] : []))];
}

function encodeItem(name: ItemField, value: ItemContent[ItemField]): string {
  const { encode }: { readonly encode: (desired: never) => string } = RECORD_FIELDS[name].form;
  return value === null ? '' : encode(value as never);
}

/** What a task shows of a field; null, an empty list, or what files say for "must have none" where it shows nothing. */
export function shownValue<Name extends ComparedField>(
  task: ObservedTask,
  content: RecordContent,
  name: Name,
): ShownFields[Name] | '' | null {
  const [ofTask, ofItems]: [Partial<ShownFields>, Partial<ShownFields>] = [task, content];
  return ofTask[name] ?? ofItems[name] ?? RECORD_FIELDS[name].none;
}

/** Does not compile for a field that neither a task nor its items show. */
type ShownFields = Pick<ObservedTask & RecordContent, ComparedField>;

/** The state of a task that each of these values asks for. */
export const STATE_OF = { completed: 'COMPLETED', removed: 'REMOVED', worked: 'WORKED', open: 'NOTWORKED' } as const;

/** Whether the file wants an object that goes on, of users and records alike: not gone, and not at its end. */
export function goesOn(ensure: DesiredRecord['ensure']): boolean {
  return ensure === 'present' || ensure === 'open' || ensure === 'worked';
}

/** Whether it is added where there is none. A state other than NOTWORKED can only be set on a task that is there. */
export function isAdded(ensure: DesiredRecord['ensure']): boolean {
  return ensure === 'present' || ensure === 'open';
}

type WithTaskId = Pick<ObservedTask, 'previewRecordId'>;

/** The very task, by the id that the service gave it: a clientId anybody may use again. Not so of a record whose id no reading has told. */
export function isSameTask(one: WithTaskId | null | undefined, other: WithTaskId): boolean {
  return one?.previewRecordId === other.previewRecordId;
}

/** Set to REMOVED, or deleted and still shown: the document does not tell them apart. */
export function isDeleted(task: ObservedTask): boolean {
  return task.workedState === 'REMOVED';
}

/** Used up: nobody will be called through this task any more. */
export function isFinished(task: ObservedTask): boolean {
  return task.workedState === 'COMPLETED' || isDeleted(task);
}

/**
 * When a pin the task has is cleared by the platform, epoch milliseconds: half an hour after it became deliverable
 * (interface document, "Preferred-agent rule").
 */
export function pinLapsesAt(task: Pick<ObservedTask, 'createdTime' | 'nextEarliestWorkTime'>): number {
  return Math.max(task.createdTime ?? 0, task.nextEarliestWorkTime ?? 0) + PIN_LAPSE_MS;
}

/** Worked, or on the screen of an agent, as far as the time of its last delivery tells ("time last delivered to an agent"). */
export function isTaken(task: ObservedTask, now: number): boolean {
  return isWorked(task) || (task.lastAttemptTime !== null && now - task.lastAttemptTime < DELIVERED_MS);
}

/** Whether it was seen worked, or brought to an agent: its customer may have been called. */
export function wasTouched({ state, attempts, lastAttemptTime }: RecordedRecord['worked']): boolean {
  return attempts > 0 || state !== 'NOTWORKED' || lastAttemptTime !== undefined;
}

/** Used up, or its customer may have been called. */
export function wasWorked({ consumed: end, worked }: Pick<RecordedRecord, 'consumed' | 'worked'>): boolean {
  return end !== null || wasTouched(worked);
}

/** An agent has touched it: not to be overwritten, deleted or reset without consent. */
export function isWorked(task: ObservedTask): boolean {
  return task.workAttempts > 0 || task.workedState !== 'NOTWORKED';
}
