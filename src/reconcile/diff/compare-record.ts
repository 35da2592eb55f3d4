// One task beside its declaration: which fields differ, which of them the platform may move, and what to send.
// Git owns data, queue and zone. preferredAgent and nextEarliestWorkTime are Git's until first delivery: a pin that
// lapsed after 30 deliverable minutes is expected decay, not drift. Items we never sent are foreign and are preserved.

import { encodeItems, pinLapsesAt } from '../../model/record.ts';
import type { DataItem, DesiredRecord, ObservedTask, RecordContent, RecordedRecord } from '../../model/record.ts';
import type { Digest } from '../../model/state.ts';
import type { FieldChange } from '../change.ts';
import { contentOf, fieldChange, observedFields, recordFields } from '../fields.ts';

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
}

export function compareRecord(facts: CompareFacts): Comparison {
  const content = contentOf(facts.task, facts.desired.campaign.clientIdFieldName);
  const wanted = recordFields(facts.desired);
  const shown = observedFields(facts.task, content);
  const fields: FieldChange[] = [];
  const platform: FieldChange[] = [];
  const kept: FieldChange[] = [];
  for (const [field, value] of wanted) {
    const seen = shown.get(field) ?? null;
    if (seen === value) continue;
    const owner = ownerOf(facts, field, { value, seen });
    if (owner === 'git') fields.push(fieldChange(field, seen, value));
    if (owner === 'platform') platform.push(fieldChange(field, seen, value));
    if (owner === 'service') kept.push(fieldChange(field, seen, value));
  }
  fields.push(...fieldsToDrop(facts, wanted, shown));
  if (facts.marker !== null && content.marker !== facts.marker && !isCutMarker(facts, content.marker)) {
    fields.push(fieldChange('marker', content.marker, facts.marker));
  }
  return { fields, platform, kept };
}

/** A service that cuts long values cuts the marker, too; what is left of it still says whose record it is. */
function isCutMarker({ marker, recorded }: CompareFacts, shown: string | null): boolean {
  if (marker === null || shown === null || recorded?.marker !== marker) return false;
  return marker.startsWith(shown) && shown.length > marker.lastIndexOf('/');
}

/** Who may have moved a field: Git (to be written), the platform (expected), the service (keeps its own), nobody (unseen). */
function ownerOf(
  facts: CompareFacts,
  field: string,
  now: { value: unknown; seen: unknown },
): 'git' | 'platform' | 'service' | 'nobody' {
  const unchangedInGit = facts.recorded?.digests[field] === facts.digest(now.value);
  if (!unchangedInGit) return 'git';
  if (facts.recorded?.shown?.[field] === facts.digest(now.seen)) return 'service';
  if (field === 'timeZone' && now.seen === null) return 'nobody';
  if (field === 'preferredAgent' && now.seen === '' && facts.now >= pinLapsesAt(facts.task)) return 'platform';
  if (field === 'nextEarliestWorkTime' && Number(now.value) <= facts.now) return 'platform';
  return 'git';
}

/** Fields we set before and the file no longer names. A time cannot be cleared by any call, so it stays. */
function fieldsToDrop(
  facts: CompareFacts,
  wanted: ReadonlyMap<string, unknown>,
  shown: ReadonlyMap<string, unknown>,
): FieldChange[] {
  const ours = facts.recorded?.digests ?? {};
  return [...shown].flatMap(([field, seen]) => {
    if (wanted.has(field) || ours[field] === undefined || field === 'nextEarliestWorkTime') return [];
    if (seen === null || seen === '') return [];
    return ours[field] === facts.digest(seen) || field.startsWith('data.') ? [fieldChange(field, seen, null)] : [];
  });
}

/** The full set of items to send: everything declared, plus what others stored (an update replaces all, rule 5). */
export function itemsToSend(
  facts: Omit<CompareFacts, 'task' | 'digest' | 'now'> & { task: ObservedTask | null },
): DataItem[] {
  const { desired, marker } = facts;
  if (facts.task === null) return encodeItems({ ...declaredContent(desired), marker });
  const seen = contentOf(facts.task, desired.campaign.clientIdFieldName);
  const declared = declaredContent(desired);
  const ours = facts.recorded?.digests ?? {};
  const foreign = (field: string): boolean => ours[field] === undefined;
  const keys = new Set(desired.data.map((item) => item.key));
  const preserved = seen.data.filter((item) => !keys.has(item.key) && foreign(`data.${item.key}`));
  return encodeItems({
    data: [...desired.data, ...preserved],
    highlight: desired.highlight.length === 0 && foreign('highlight') ? seen.highlight : declared.highlight,
    hidden: desired.hidden.length === 0 && foreign('hidden') ? seen.hidden : declared.hidden,
    skillQueue: declared.skillQueue ?? (foreign('skillQueue') ? (facts.task.skillQueue ?? seen.skillQueue) : null),
    timeZone: declared.timeZone ?? (foreign('timeZone') ? seen.timeZone : null),
    marker: marker ?? seen.marker,
  });
}

function declaredContent(desired: DesiredRecord): Omit<RecordContent, 'marker'> {
  return {
    data: desired.data,
    highlight: desired.highlight,
    hidden: desired.hidden,
    skillQueue: desired.skillQueue ?? null,
    timeZone: desired.timeZone ?? null,
  };
}

/**
 * preferredAgent and nextEarliestWorkTime to send with an update: what changes is set, everything else is said again as
 * it was just read, so that an update neither re-pins a lapsed task nor drops somebody's pin.
 */
export function pinToSend(
  fields: readonly FieldChange[],
  task: ObservedTask,
): { preferredAgent?: string; nextEarliestWorkTime?: number } {
  const change = (field: string): FieldChange | undefined => fields.find((candidate) => candidate.field === field);
  const agent = change('preferredAgent')?.after ?? (change('preferredAgent') ? null : task.preferredAgent);
  const time = change('nextEarliestWorkTime')?.after ?? task.nextEarliestWorkTime;
  return {
    ...(typeof agent === 'string' && agent !== '' ? { preferredAgent: agent } : {}),
    ...(typeof time === 'number' ? { nextEarliestWorkTime: time } : {}),
  };
}

/** Whether the change takes a pin away: only the status call can say that. */
export function clearsPin(fields: readonly FieldChange[]): boolean {
  const pin = fields.find((candidate) => candidate.field === 'preferredAgent');
  return pin !== undefined && (pin.after === null || pin.after === '');
}
