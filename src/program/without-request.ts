// Operations in Pulumi's table although the plan has no change for them, because nothing is sent: the program names them below the
// plan. Pure.
//
//   takenIn        an interrupted update had made it: the engine calls create again, and the handler takes it in
//   recordedOnly   the files now say what already stands in the service, or what may not be sent: the stack records what they say;
//                  or a set lets go of the full copy of a record that moved here

import { declarationOf, objectsOf } from '../../providers/declaration.ts';
import type { StackState } from '../../providers/stack.ts';
import type { Address } from '../model/address.ts';
import type { RecordedObject } from '../model/state.ts';
import type { Plan } from '../reconcile/plan-value.ts';
import type { Registration } from './ordered.ts';

interface Facts {
  readonly plan: Pick<Plan, 'changes'>;
  readonly stack: Pick<StackState, 'holders'>;
  readonly recordedOnly: ReadonlySet<Address>;
}

/** Names of resources: addresses of people and records, and sets. */
export function takenIn(
  registrations: readonly Registration[],
  { plan, stack }: Omit<Facts, 'recordedOnly'>,
): string[] {
  return unplanned(registrations, plan)
    .filter(({ address }) => stack.holders.get(address)?.isPending === true)
    .map(({ address }) => address);
}

/** With an order to record something, and no change in the plan. */
export function recordedOnly(
  registrations: readonly Registration[],
  { plan, stack }: Omit<Facts, 'recordedOnly'>,
): string[] {
  const before = new Set(takenIn(registrations, { plan, stack }));
  const isRecording = ({ order }: Registration): boolean => order.records.length > 0;
  const names = unplanned(registrations, plan).filter(isRecording);
  return names.flatMap(({ address }) => (before.has(address) ? [] : [address]));
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

/** Whatever the order of the digests: an older state may hold them in another one. */
function declaredIn(object: RecordedObject | undefined): string {
  const { digests = {}, ...rest } = object ?? {};
  const reissue = 'reissue' in rest ? rest.reissue : null;
  return JSON.stringify([Object.entries(digests).toSorted(([a], [b]) => (a < b ? -1 : 1)), reissue]);
}

function unplanned(registrations: readonly Registration[], { changes }: Pick<Plan, 'changes'>): Registration[] {
  const changed = new Set(changes.map(({ address }) => address));
  return registrations.filter((registration) => !addressesOf(registration).some((one) => changed.has(one)));
}

function addressesOf({ kind, inputs }: Registration): Address[] {
  return objectsOf(declarationOf(kind, inputs)).map(({ address }) => address);
}
