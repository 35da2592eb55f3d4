// Operations that a user sees although the plan has no change for them, because nothing is sent: they are said beside the
// plan. Pure.
//
//   resumed    an update that was cut off had made it: the engine calls create again, and the handler takes it in
//   followed   the files now say what already stands in the service, or what may not be sent: the stack records what they say

import { desiredRecords, readRows } from '../../providers/set-inputs.ts';
import { newsOf } from '../../providers/set-observe.ts';
import type { StackState } from '../../providers/state.ts';
import type { Address } from '../model/address.ts';
import type { RecordedObject } from '../model/state.ts';
import type { Plan } from '../reconcile/plan-value.ts';
import type { Registration } from './registration.ts';

interface Facts {
  readonly plan: Pick<Plan, 'changes'>;
  readonly stack: Pick<StackState, 'pending' | 'sets'>;
  readonly followed: ReadonlySet<Address>;
}

/** Names of resources: addresses of people and records, and sets. */
export function resumed(registrations: readonly Registration[], { plan, stack }: Omit<Facts, 'followed'>): string[] {
  return unplanned(registrations, plan)
    .filter(({ address }) => stack.pending.has(address) || stack.sets.get(address)?.isPending === true)
    .map(({ address }) => address);
}

export function followed(registrations: readonly Registration[], { plan, stack, ...facts }: Facts): string[] {
  const isFollowed = (registration: Registration): boolean =>
    rowsChanged(registration, stack) || addressesOf(registration).some((address) => facts.followed.has(address));
  const before = new Set(resumed(registrations, { plan, stack }));
  const names = unplanned(registrations, plan).filter(isFollowed);
  return names.flatMap(({ address }) => (before.has(address) ? [] : [address]));
}

/** A row that came or changed is written into the stack, whatever there is to do with its record. */
export function rowsChanged(
  { address, inputs }: Pick<Registration, 'address' | 'inputs'>,
  { sets }: Pick<StackState, 'sets'>,
): boolean {
  const known = sets.get(address);
  if (known === undefined || known.isPending) return false;
  const before = readRows(known.inputs.records);
  const rows = readRows(String(inputs['records']));
  return [...rows.values()].some((row) => JSON.stringify(before.get(row.clientId)) !== JSON.stringify(row));
}

/**
 * Recorded objects for which the declaration counts from now on, although nothing is sent: other values than were sent, and a
 * reason to call again that came too early, and is used up. What a reading alone shows is recorded by a refresh.
 */
export function followedIn(notes: readonly RecordedObject[], { recorded }: StackState): ReadonlySet<Address> {
  const known = notes.filter(({ address }) => recorded.objects.has(address));
  const changed = known.filter((note) => declaredIn(note) !== declaredIn(recorded.objects.get(note.address)));
  return new Set(changed.map(({ address }) => address));
}

function declaredIn(object: RecordedObject | undefined): string {
  return JSON.stringify([object?.digests, object?.kind === 'record' ? object.reissue : null]);
}

function unplanned(registrations: readonly Registration[], { changes }: Pick<Plan, 'changes'>): Registration[] {
  const changed = new Set(changes.map(({ address }) => address));
  return registrations.filter((registration) => !addressesOf(registration).some((one) => changed.has(one)));
}

function addressesOf({ address, kind, inputs }: Registration): Address[] {
  return kind === 'set' ? desiredRecords(newsOf(inputs)).map((record) => record.address) : [address];
}
