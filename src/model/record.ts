// A campaign task (record), as declared, as recorded and as observed (preview campaign interface, "Task / record").

import type { Address, SourcePosition } from './address.ts';
import type { Problem } from './outcome.ts';
import { PIN_LAPSE_MS } from './time.ts';
import type { Presence } from './user.ts';

export type WorkedState = 'NOTWORKED' | 'WORKED' | 'COMPLETED' | 'REMOVED';

/** Preview campaign interface, "Data item". displayOrder is greater than zero when given. */
export interface DataItem {
  readonly key: string;
  readonly value: string;
  readonly displayOrder?: number;
}

export interface Campaign {
  readonly campaignName: string;
  /** Key under which the service stores clientId in the data; never sent as an item, never drift. Default `Id`. */
  readonly clientIdFieldName: string;
  readonly manage: 'each' | 'set';
  /** Whether managed records carry the hidden ownership item that makes bulk reads possible. */
  readonly marker: boolean;
  /** Intake files feed this campaign too: foreign records are normal, twins are possible. */
  readonly intake: boolean;
  readonly source: SourcePosition;
}

/**
 * A campaign that no file declares, known by its name and by a record of it. Whether intake files feed it is not known, so
 * twins are looked for; markers are searched for only where a record of it carries one.
 */
export function undeclaredCampaign(
  campaignName: string,
  recorded: Pick<RecordedRecord, 'clientIdFieldName' | 'marker'> | null = null,
): Campaign {
  return {
    campaignName,
    clientIdFieldName: recorded?.clientIdFieldName ?? 'Id',
    manage: 'each',
    marker: recorded !== null && recorded.marker !== null,
    intake: true,
    source: { file: '(recorded)', line: 1, column: 1 },
  };
}

export type WhenWorked = 'keep' | 'replace' | 'remove';

export interface DesiredRecord {
  readonly kind: 'record';
  readonly address: Address;
  readonly source: SourcePosition;
  readonly campaign: Campaign;
  readonly clientId: string;
  readonly ensure: 'present' | 'absent' | 'completed' | 'removed';
  /** Undefined: not managed here (or cleared, when we set it before). Empty text: must have none. */
  readonly preferredAgent?: string;
  /** Epoch milliseconds, UTC. */
  readonly nextEarliestWorkTime?: number;
  readonly skillQueue?: string;
  /** IANA time zone name. */
  readonly timeZone?: string;
  /** In display order; every item has its displayOrder resolved. */
  readonly data: readonly Required<DataItem>[];
  readonly highlight: readonly string[] | 'ALL';
  readonly hidden: readonly string[];
  readonly whenWorked: WhenWorked;
  /** A reason to add again a record that was already consumed; empty when there is none. */
  readonly reissue: string;
  /** May take over a record that exists and is not ours. */
  readonly adopt: boolean;
}

/** One task as the service shows it, with times as epoch milliseconds and empty values as null. */
export interface ObservedTask {
  readonly previewRecordId: string;
  readonly clientId: string;
  readonly preferredAgent: string | null;
  readonly skillQueue: string | null;
  readonly createdTime: number | null;
  readonly lastUpdatedTime: number | null;
  readonly nextEarliestWorkTime: number | null;
  readonly workedState: WorkedState;
  readonly workAttempts: number;
  readonly lastAttemptAgent: string | null;
  readonly lastAttemptTime: number | null;
  readonly workCodes: readonly { readonly key: string; readonly value: string }[];
  /** Everything in previewRecordData, specially named keys included, as stored. */
  readonly items: readonly DataItem[];
}

/**
 * What is known about one clientId in one campaign. `absent` only from an explicit answer about that key;
 * more than one task is a twin and refuses all writes for the key (R17).
 */
export interface ObservedRecord {
  readonly presence: Presence;
  readonly tasks: readonly ObservedTask[];
  readonly observedAt: number;
  readonly problem: Problem | null;
}

/** Evidence that a record was used up: worked to its end, or gone after it was worked. */
export interface Consumed {
  readonly how: 'COMPLETED' | 'REMOVED' | 'gone';
  readonly at: number;
}

/** What we last did for a record. Values are digests: data items are not kept. */
export interface RecordedRecord {
  readonly kind: 'record';
  readonly address: Address;
  readonly campaignName: string;
  readonly clientId: string;
  readonly clientIdFieldName: string;
  readonly provenance: 'created' | 'adopted';
  readonly previewRecordId: string;
  /** Value of the marker item we sent, or null. */
  readonly marker: string | null;
  /** Field path (see fields.ts) -> keyed digest of the value sent. */
  readonly digests: Readonly<Record<string, string>>;
  readonly consumed: Consumed | null;
  /** The reissue reason last acted on. */
  readonly reissue: string;
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
}

/** Data key of the ownership marker; its value is `<stack>/<shard>`. */
export const MARKER_KEY = 'musterStack';

/** Data keys with a meaning of their own (interface document, "Specially named data keys"); not allowed in `data`. */
export const RESERVED_DATA_KEYS = ['Highlight', 'Hidden', 'SkillQueue', 'ItemTimeZone', MARKER_KEY] as const;

/** A task's items taken apart: plain data in display order, and each special item under its own name. */
export interface RecordContent {
  readonly data: readonly DataItem[];
  readonly highlight: readonly string[] | 'ALL';
  /** Hidden keys without the marker's. */
  readonly hidden: readonly string[];
  readonly marker: string | null;
  readonly skillQueue: string | null;
  readonly timeZone: string | null;
}

/** Takes stored items apart. The item under `clientIdFieldName` is left out: it appears by itself (rule 4). */
export function decodeItems(items: readonly DataItem[], clientIdFieldName: string): RecordContent {
  const special = (key: string): string | null => items.find((item) => item.key === key)?.value || null;
  const isPlain = (item: DataItem): boolean =>
    item.key !== clientIdFieldName && !(RESERVED_DATA_KEYS as readonly string[]).includes(item.key);
  const highlight = special('Highlight');
  return {
    data: items.filter(isPlain).toSorted((a, b) => (a.displayOrder ?? 0) - (b.displayOrder ?? 0)),
    highlight: highlight === 'ALL' ? 'ALL' : splitKeys(highlight),
    hidden: splitKeys(special('Hidden')).filter((key) => key !== MARKER_KEY),
    marker: special(MARKER_KEY),
    skillQueue: special('SkillQueue'),
    timeZone: special('ItemTimeZone'),
  };
}

/** The full set of items for addOrUpdateCampaignRecord: an update replaces everything (rule 5). */
export function encodeItems(content: RecordContent): DataItem[] {
  const hidden = content.marker === null ? content.hidden : [MARKER_KEY, ...content.hidden];
  const highlight = content.highlight === 'ALL' ? 'ALL' : content.highlight.join('|');
  const specials: readonly (readonly [string, string | null])[] = [
    ['SkillQueue', content.skillQueue],
    ['ItemTimeZone', content.timeZone],
    ['Highlight', highlight],
    ['Hidden', hidden.join('|')],
    [MARKER_KEY, content.marker],
  ];
  return [...content.data, ...specials.flatMap(([key, value]) => (value ? [{ key, value }] : []))];
}

function splitKeys(list: string | null): string[] {
  return list ? list.split('|').filter((key) => key !== '') : [];
}

/** Used up: nobody will be called through this task any more. */
export function isFinished(task: ObservedTask): boolean {
  return task.workedState === 'COMPLETED' || task.workedState === 'REMOVED';
}

/**
 * When a pin the task has is cleared by the platform, epoch milliseconds: half an hour after it became deliverable
 * (interface document, "Preferred-agent rule").
 */
export function pinLapsesAt(task: Pick<ObservedTask, 'createdTime' | 'nextEarliestWorkTime'>): number {
  return Math.max(task.createdTime ?? 0, task.nextEarliestWorkTime ?? 0) + PIN_LAPSE_MS;
}

/** An agent has touched it: not to be overwritten, deleted or reset without consent. */
export function isWorked(task: ObservedTask): boolean {
  return task.workAttempts > 0 || task.workedState !== 'NOTWORKED';
}
