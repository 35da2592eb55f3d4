// Who moved a field (mover.ts), as a class of a report: the same in a plan and in drift. And what shows that a task is not the one that
// was recorded.

import { isRecord } from '../../model/address.ts';
import type { RecordedState } from '../../model/state.ts';
import { markerIn } from '../../model/record.ts';
import type { DesiredRecord, ObservedTask, RecordedRecord } from '../../model/record.ts';
import type { DriftClass } from '../../model/drift-classes.ts';
import type { Change, FieldChange } from '../change.ts';
import type { FindingField } from '../finding.ts';
import { isClearable, showsSometimes } from '../../model/record-fields.ts';
import { contentOf, fieldChange, observedFields, recordFields } from '../fields.ts';
import { moverOf, MOVERS } from '../mover.ts';
import { isOther } from '../owner.ts';
import type { Mover, MoverFacts } from '../mover.ts';

export type LastRecorded = Pick<MoverFacts, 'digest' | 'now'> & { readonly recorded: RecordedState };

/** Of a change: beside what was last recorded of the object, where it was recorded. */
export function factsOf(change: Change, { recorded, digest, now }: LastRecorded): MoverFacts {
  const task = isRecord(change) ? (change.from?.observed ?? change.observed)?.tasks[0] : undefined;
  const address = change.recorded?.address ?? change.address;
  return { recorded: recorded.objects.get(address), task: task ?? null, digest, now };
}

export function classOfField(change: FieldChange, facts: MoverFacts): (typeof MOVERS)[Mover]['class'] {
  return MOVERS[moverOf(change, facts)].class;
}

export function withClass(change: FieldChange, facts: MoverFacts): FindingField {
  return { ...change, class: classOfField(change, facts) };
}

/** Of several classes the one that needs a person most. */
export function worst(classes: readonly DriftClass[]): DriftClass {
  const ranked: readonly DriftClass[] = ['conflict', 'drift', 'pending', 'converged', 'platform'];
  return ranked.find((candidate) => classes.includes(candidate)) ?? 'pending';
}

/** Fields that the file and the service show alike, and that our record still knows by another value. */
export function convergedFields(
  desired: DesiredRecord,
  task: ObservedTask,
  facts: Pick<MoverFacts, 'recorded' | 'digest'>,
): FindingField[] {
  const { recorded, digest } = facts;
  if (!recorded) return [];
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

export function lostMarker(task: ObservedTask): boolean {
  return markerIn(task) === null;
}
