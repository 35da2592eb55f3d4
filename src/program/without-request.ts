// Pulumi's table shows an operation also where the plan has no change, because only something is recorded: the program names these below
// the plan. Pure.
//
//   takenIn        an interrupted update had made it: the engine calls create again, and the handler takes it in
//   recordedOnly   the files now say what already stands in the service, or what may not be sent: the stack records what they say;
//                  or a set lets go of the full copy of a record that moved here

import { declarationOf, objectsOf } from '../../providers/declaration.ts';
import type { UsedReasons } from '../../providers/order.ts';
import type { StackEntry, StackState } from '../../providers/stack.ts';
import { isRecord } from '../core/model/address.ts';
import type { Address } from '../core/model/address.ts';
import type { RecordedObject } from '../core/model/state.ts';
import type { Plan } from '../core/reconcile/plan-value.ts';
import type { Registration } from './ordered.ts';

interface Facts {
  readonly plan: Pick<Plan, 'changes'>;
  readonly stack: Pick<StackState, 'holders'>;
  readonly recordedOnly: ReadonlySet<Address>;
}

/** Names of resources: addresses of people and records, and sets. */
export function takenIn(registrations: readonly Registration[], facts: Omit<Facts, 'recordedOnly'>): string[] {
  return unplanned(
    registrations.filter((each) => isTakenIn(each, facts)),
    facts.plan,
  );
}

/** With an order to record something, and no change in the plan. */
export function recordedOnly(registrations: readonly Registration[], facts: Omit<Facts, 'recordedOnly'>): string[] {
  const recording = registrations.filter((each) => each.order.recordedOnly.length > 0 && !isTakenIn(each, facts));
  return unplanned(recording, facts.plan);
}

function isTakenIn({ address }: Registration, { stack }: Pick<Facts, 'stack'>): boolean {
  return stack.holders.get(address)?.isPending === true;
}

/**
 * Recorded objects for which the declaration counts from now on, although nothing is sent: other values than were sent, and a
 * reason to call again that came too early, and is used up. What a reading alone shows is recorded by a refresh.
 */
export function declarationsNoted(notes: readonly RecordedObject[], { recorded }: StackState): ReadonlySet<Address> {
  const known = notes.filter(({ address }) => recorded.objects.has(address));
  const changed = known.filter((note) => declaredIn(note) !== declaredIn(recorded.objects.get(note.address)));
  return new Set(changed.map(({ address }) => address));
}

/** Of records that the stack holds: reasons that another spelling has used, which is all that the plan notes of them. */
export function reasonsNoted(
  notes: readonly RecordedObject[],
  { objects }: Pick<StackState['recorded'], 'objects'>,
): UsedReasons[] {
  return notes.flatMap((note): UsedReasons[] => {
    const known = objects.get(note.address);
    if (!isRecord(note) || !isRecord(known) || note.reissue !== known.reissue) return [];
    const { usedReasons = [] } = note;
    return usedReasons.length > (known.usedReasons?.length ?? 0) ? [[note.address, usedReasons]] : [];
  });
}

/** Who was let go, and is recorded by the plans of earlier updates alone: from now on by who declares that customer. */
export function heldByNone(
  { objects }: StackState['recorded'],
  entries: readonly Pick<StackEntry, 'recorded'>[],
): RecordedObject[] {
  const held = new Set(entries.flatMap((entry) => entry.recorded.map(({ address }) => address)));
  return [...objects.values()].filter((each) => isRecord(each) && each.consumed !== null && !held.has(each.address));
}

/** Whatever the order of the digests: an older state may hold them in another one. */
function declaredIn(object: RecordedObject | undefined): string {
  const { digests = {}, ...rest } = object ?? {};
  const reissue = 'reissue' in rest ? rest.reissue : null;
  return JSON.stringify([Object.entries(digests).toSorted(([a], [b]) => (a < b ? -1 : 1)), reissue]);
}

/** Asked last: what a set declares is unpacked for it. */
function unplanned(registrations: readonly Registration[], { changes }: Pick<Plan, 'changes'>): string[] {
  const changed = new Set(changes.map(({ address }) => address));
  const isPlanned = ({ kind, inputs }: Registration): boolean =>
    objectsOf(declarationOf(kind, inputs)).some(({ address }) => changed.has(address));
  return registrations.flatMap((each) => (isPlanned(each) ? [] : each.address));
}
