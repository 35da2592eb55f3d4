// One plan in two parts, so that an urgent create does not wait for a disputed delete. Pure.
//
//   destructive  delete, replace, a restore that policy guards, letting go of what is still there, `ensure: completed | removed`, reissue,
//                and everything tied to one of these by the order of the plan, in either direction
//   safe         the rest
//
// So no change of one part ever waits for a change of the other.

import type { Address } from '../../model/address.ts';
import type { Policy } from '../../model/target.ts';
import type { Change } from '../change.ts';
import { guardedRestores } from './restore.ts';

export function destructiveIn(changes: readonly Change[], restore: Policy['restore']): ReadonlySet<Address> {
  const tied = new Map<Address, Address[]>();
  const tie = (a: Address, b: Address): void => void tied.set(a, [...(tied.get(a) ?? []), b]);
  const planned = new Set(changes.map(({ address }) => address));
  for (const { address, after } of changes) {
    for (const before of after.filter((each) => planned.has(each))) {
      tie(address, before);
      tie(before, address);
    }
  }
  const found = new Set(
    [...changes.filter(takesAway), ...guardedRestores(changes, restore)].map(({ address }) => address),
  );
  // A set is walked with what is added to it on the way.
  for (const address of found) for (const other of tied.get(address) ?? []) found.add(other);
  return found;
}

/** Whether the change by itself ends something, or may call a customer again. */
function takesAway(change: Change): boolean {
  if (change.action === 'delete' || change.action === 'replace') return true;
  if (change.action === 'forget') return !isGone(change);
  return change.kind === 'record' && (setsState(change) || isReissue(change));
}

/** `ensure: completed | removed` and reissue are the two ways in which a file sets a state. */
export function setsState(change: Change): boolean {
  return change.fields.some(({ field }) => field === 'workedState');
}

export function isGone(change: Change): boolean {
  if (change.kind === 'user') return change.observed?.service === 'absent';
  return change.observed === null || change.observed.presence === 'absent';
}

/** A create of what was recorded before: a plain one is recorded nowhere. */
function isReissue(change: Change): boolean {
  return change.kind === 'record' && change.action === 'create' && change.recorded !== null;
}
