// One plan in parts, so that a reviewer decides about each by itself (model/parts.ts). Pure.
//
//   removals   delete (of a twin, too), replace, letting go of what is still there, a pin taken from somebody, `ensure: completed | removed`,
//              reissue: it may call a customer again
//   restores   a restore that policy guards
//   repairs    a change that no file asks for (origin.ts)
//   additions  the rest
//
// What is tied to a change by the order of the plan, in either direction, belongs to its part; the first named part wins. So no
// change of one part ever waits for a change of another. Example: a record leaves Grace for Amara, whom this plan creates: both
// changes are removals, and the create says which change it goes with. A restore that is drawn into the removals waits for none of them, and
// stands among the restores, too: who gets access back is decided apart.

import { isRecord, isUser } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import { CHANGE_PARTS, isOfFiles } from '../../model/parts.ts';
import type { ChangePart } from '../../model/parts.ts';
import type { Policy } from '../../model/target.ts';
import type { Change } from '../change.ts';
import { guardedRestores } from './restore.ts';

export interface PartPlace {
  readonly part: ChangePart;
  /** The change beside it that draws it into this part; null where its own nature does. */
  readonly tiedTo: Address | null;
  /** Waits for nothing, so it can be approved with the restores, too. */
  readonly isApart: boolean;
}

export function partsOf(changes: readonly Change[], restore: Policy['restore']): ReadonlyMap<Address, PartPlace> {
  const ties = tiesOf(changes);
  const guarded = new Map(guardedRestores(changes, restore).map(({ address, after }) => [address, after.length === 0]));
  const own = Map.groupBy(changes, (change) => natureOf(change, guarded));
  const placed = new Map<Address, PartPlace>();
  for (const part of CHANGE_PARTS) {
    const seeds = (own.get(part) ?? []).map(({ address }) => address).filter((address) => !placed.has(address));
    for (const address of seeds) placed.set(address, { part, tiedTo: null, isApart: false });
    for (const [address, tiedTo] of reached(seeds, { ties, placed }))
      placed.set(address, { part, tiedTo, isApart: guarded.get(address) ?? false });
  }
  return placed;
}

interface Net {
  readonly ties: ReadonlyMap<Address, readonly Address[]>;
  /** In a part already: not looked at again. */
  readonly placed: ReadonlyMap<Address, PartPlace>;
}

/** Everything that hangs together with the seeds, each with the neighbour from which it was reached. */
function reached(seeds: readonly Address[], { ties, placed }: Net): ReadonlyMap<Address, Address> {
  const found = new Map<Address, Address>();
  const walked = new Set(seeds);
  // A set is walked with what is added to it on the way.
  for (const address of walked) {
    for (const other of ties.get(address) ?? []) {
      if (placed.has(other) || walked.has(other)) continue;
      walked.add(other);
      found.set(other, address);
    }
  }
  return found;
}

function tiesOf(changes: readonly Change[]): ReadonlyMap<Address, readonly Address[]> {
  const ties = new Map<Address, Address[]>(changes.map(({ address }) => [address, []]));
  for (const { address, after } of changes) {
    for (const before of after.filter((each) => ties.has(each))) {
      ties.get(address)?.push(before);
      ties.get(before)?.push(address);
    }
  }
  return ties;
}

function natureOf(change: Change, guarded: ReadonlyMap<Address, boolean>): ChangePart {
  if (takesAway(change)) return 'removals';
  if (guarded.has(change.address)) return 'restores';
  return isOfFiles(change.origin ?? 'git') ? 'additions' : 'repairs';
}

/** Whether the change by itself ends something, takes it from somebody, or may call a customer again. */
function takesAway(change: Change): boolean {
  if (change.action === 'forget') return !isGone(change);
  return endsOrReopens(change) || (isRecord(change) && takesPin(change));
}

/** What that decision is about is the work that was done so far. */
export function endsOrReopens(change: Change): boolean {
  if (change.action === 'delete' || change.action === 'replace') return true;
  return isRecord(change) && (setsState(change) || isReissue(change) || removesTwins(change));
}

/** Tasks beside the named one are deleted. */
export function removesTwins(change: Change): boolean {
  return isRecord(change) && (change.removals?.length ?? 0) > 0;
}

/** `ensure: completed | removed` and reissue are the two ways in which a file sets a state. */
export function setsState(change: Change): boolean {
  return change.fields.some(({ field }) => field === 'workedState');
}

export function isGone(change: Change): boolean {
  if (isUser(change)) return change.observed?.service === 'absent';
  return change.observed === null || change.observed.presence === 'absent';
}

/** A create of what was recorded before: a plain one is recorded nowhere. */
function isReissue(change: Change): boolean {
  return isRecord(change) && change.action === 'create' && change.recorded !== null;
}

/** Somebody loses the record: it goes to another person, or to nobody. */
function takesPin({ fields, writes }: Change): boolean {
  const pin = fields.find(({ field }) => field === 'preferredAgent');
  return writes.length > 0 && pin !== undefined && typeof pin.before === 'string' && pin.before !== '';
}
