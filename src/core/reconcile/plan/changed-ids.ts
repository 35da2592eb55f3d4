// Whether rows of the files still mean whom they meant: a list that was saved by a spreadsheet, sorted by one column, or numbered anew,
// would call people a second time under what looks like a new id, or give one what was meant for another. One question a file. Pure; the
// whole plan is looked at, whatever part is applied.
//
//   asked about                                                                                | how
//   a new id that a spreadsheet makes of one that is finished, is gone, or in no file any more | zeros, exponent …
//   an id that gets the customer of another one (same-customer.ts)                             | same-data, other-number …
//   a column or a file that changed places (changed-places.ts)                                 | absences, pins, lists
//
//   Example   C-0 was called. A row is put in front of the list, and each customer waits under the next id: C-1 gets who C-0 was.

import { isRecord } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import { openSavedIds } from '../../model/saved-id.ts';
import type { GuardedId, GuardedIds } from '../guard.ts';
import { heldElsewhere } from '../held-elsewhere.ts';
import type { Verdict } from '../verdict.ts';
import { changedPlaces } from './changed-places.ts';
import { passedBy } from './guard-removals.ts';
import type { PlanInput } from './input.ts';
import { fileOf, idOf, isNew, leftOver, listOf, staysAs } from './known-ids.ts';
import { digestsOf, numberKeys, sameCustomers } from './same-customer.ts';
import type { Asked } from './same-customer.ts';

export function changedIds(input: PlanInput): GuardedIds | null {
  // Of one that is both, the spelling is said: it shows what happened.
  const customers = new Map<Address, readonly Asked[]>([
    ...sameCustomers(input).map((each) => [each.change.address, [each]] as const),
    ...Map.groupBy(respelled(input), ({ change }) => change.address),
  ]);
  const asked = [...[...customers.values()].flat(), ...changedPlaces(input)];
  if (asked.length === 0) return null;
  const stays = staysAs(input);
  const groups = Map.groupBy(asked, ({ change, how }) => JSON.stringify([fileOf(change), change.kind, how]));
  const files = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const ids = group.map(({ change: { address }, other }) => ({ address, other, stays: stays(other) }));
    const lost = first.how.startsWith('other-') ? lostOf(ids, input) : [];
    return [
      { file: fileOf(first.change), kind: first.change.kind, how: first.how, ids, ...(lost.length > 0 && { lost }) },
    ];
  });
  const { size } = new Set(asked.map(({ change }) => change.address));
  return { code: 'guard-ids', ...passedBy('ids', size, input.allow), files };
}

function respelled(input: PlanInput): Asked[] {
  const fresh = Map.groupBy(input.diff.changes.filter(isNew), listOf);
  const known = Map.groupBy(fresh.size === 0 ? [] : leftOver(input), listOf);
  return [...fresh].flatMap(([list, changes]) => {
    const objects = known.get(list) ?? [];
    if (objects.length === 0) return [];
    const byId = new Map(objects.map((object) => [idOf(object), object.address]));
    const savedOf = openSavedIds([...byId.keys()]);
    return changes.flatMap((change) => {
      return savedOf(idOf(change)).map(({ id, as }) => ({ change, how: as, other: byId.get(id) ?? null }));
    });
  });
}

const ANY_LIST = '';

/** Whose customer is afterwards in no row, or only in rows of tasks that are finished or left as they are. */
function lostOf(ids: readonly GuardedId[], { declared, desired, diff, managed, digest }: PlanInput): Address[] {
  const changed = new Set(diff.changes.map(({ address }) => address));
  const goesOn = (each: Verdict): boolean => each.class === 'platform' || each.class === 'assumed';
  const left = new Set(
    diff.verdicts.flatMap((each) => (goesOn(each) || changed.has(each.address) ? [] : each.address)),
  );
  // In whatever campaign, or partition.
  const elsewhere = [...heldElsewhere(desired).values()].map(({ object }) => object).filter(isRecord);
  const held = new Set([
    ...declared.records.flatMap((record) =>
      left.has(record.address) ? [] : numberKeys(ANY_LIST, digestsOf(record, digest)),
    ),
    ...elsewhere.flatMap(({ consumed, digests }) => (consumed === null ? numberKeys(ANY_LIST, digests) : [])),
  ]);
  return ids.flatMap(({ address }) => {
    const before = managed.objects.get(address);
    const keys = isRecord(before) ? numberKeys(ANY_LIST, before.digests) : [];
    return keys.length === 0 || keys.some((key) => held.has(key)) ? [] : [address];
  });
}
