// Three-way for one field: the file, our own record of what was last sent, and what the service shows. "Last" is always our
// digest, never a value read later: or the first refresh would erase the evidence.
//
//   file moved | service moved | class
//   yes        | no            | pending
//   no         | yes           | drift, or platform where its own rules explain it
//   yes        | yes, equal    | converged
//   yes        | yes, other    | conflict

import { isRecord } from '../../model/address.ts';
import type { RecordedObject } from '../../model/state.ts';
import type { Digest } from '../../model/state.ts';
import { CLOCK_SKEW_MS } from '../../model/age.ts';
import { MARKER_KEY, pinLapsesAt } from '../../model/record.ts';
import type { DesiredRecord, ObservedTask, RecordedRecord } from '../../model/record.ts';
import type { DriftClass } from '../../model/drift-classes.ts';
import type { FieldChange } from '../change.ts';
import type { FindingField } from '../finding.ts';
import { isClearable, showsSometimes } from '../../model/record-fields.ts';
import { contentOf, fieldChange, observedFields, recordFields } from '../fields.ts';

export interface FieldFacts {
  readonly recorded: RecordedObject | undefined;
  /** Null where nothing of it is shown (users). */
  readonly task: ObservedTask | null;
  readonly digest: Digest;
  readonly now: number;
}

export function withClass(change: FieldChange, facts: FieldFacts): FindingField {
  return { ...change, class: classOfField(change, facts) };
}

export function classOfField(change: FieldChange, facts: FieldFacts): DriftClass {
  const { field, before, after } = change;
  if (field === 'marker') return 'drift';
  const last = facts.recorded?.digests[field];
  const gitMoved = last !== (after === null ? undefined : facts.digest(after));
  const seen = before === null ? undefined : facts.digest(before);
  const isAsSent = last === seen || (seen !== undefined && shownFor(field, facts) === seen);
  const serviceMoved = !isAsSent && !isDecay(change, facts);
  if (!gitMoved) return serviceMoved ? 'drift' : 'platform';
  // Never sent before: what stands there is a default of the service, unless it is an item somebody added.
  if (last === undefined)
    return field.startsWith('data.') && before !== null && facts.recorded ? 'conflict' : 'pending';
  return serviceMoved ? 'conflict' : 'pending';
}

/** What the service showed for the value that was last sent. */
function shownFor(field: string, { recorded }: FieldFacts): string | undefined {
  return isRecord(recorded) ? recorded.shown?.[field] : undefined;
}

/** A pin that is gone after 30 deliverable minutes was cleared by the platform's own rule. */
function isDecay({ field, before }: FieldChange, { task, now }: FieldFacts): boolean {
  return field === 'preferredAgent' && (before === '' || before === null) && task !== null && now >= pinLapsesAt(task);
}

/** Of several classes the one that needs a person most. */
export function worst(classes: readonly DriftClass[]): DriftClass {
  const ranked: readonly DriftClass[] = ['conflict', 'drift', 'pending', 'converged', 'platform'];
  return ranked.find((candidate) => classes.includes(candidate)) ?? 'pending';
}

/** Fields that the file and the service show alike, and that our record still knows by another value. */
export function convergedFields(desired: DesiredRecord, task: ObservedTask, facts: FieldFacts): FindingField[] {
  const { recorded, digest } = facts;
  if (recorded === undefined) return [];
  const wanted = recordFields(desired);
  const shown = observedFields(task, contentOf(task, desired.campaign.clientIdFieldName));
  const names = new Set([...wanted.keys(), ...Object.keys(recorded.digests)]);
  return [...names].flatMap((field) => {
    const [value, seen] = [wanted.get(field) ?? null, shown.get(field) || null];
    const last = recorded.digests[field];
    const alike = (value === '' ? null : value) === seen;
    if (!alike || last === (value === null ? undefined : digest(value))) return [];
    if (last === undefined && !field.startsWith('data.')) return [];
    // A zone that is not shown, a time that cannot be taken back: equal by silence is not equal.
    if (seen === null && (showsSometimes(field) || !isClearable(field))) return [];
    return [{ ...fieldChange(field, seen, value), class: 'converged' as const }];
  });
}

/** Another task than the one we made, and without our marker: deleted and added again. */
export function isRemade(recorded: RecordedRecord, task: ObservedTask, now: number): boolean {
  return lostMarker(task) && isOther(recorded, task, now);
}

/**
 * Another task than the recorded one. Where no id tells, times do; not of a task that the service made later than our clock says now:
 * that clock was behind when we recorded, too, or is now.
 */
export function isOther(recorded: RecordedRecord, task: ObservedTask, now: number): boolean {
  if (recorded.previewRecordId !== '') return recorded.previewRecordId !== task.previewRecordId;
  const created = task.createdTime ?? 0;
  return recorded.recordedAt > 0 && created <= now && created > recorded.recordedAt + CLOCK_SKEW_MS;
}

export function lostMarker(task: ObservedTask): boolean {
  return !task.items.some((item) => item.key === MARKER_KEY && item.value !== '');
}
