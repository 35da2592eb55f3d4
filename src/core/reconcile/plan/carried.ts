// What a request sends beside the fields that change: an update replaces all items, and a status is said again as it was
// just read. A plan names all of it. Not named: clientId, campaign and marker, which say only whose record it is. Pure.

import { isRecord } from '../../model/address.ts';
import type { ObservedTask } from '../../model/record.ts';
import { MARKER_KEY } from '../../model/record.ts';
import type { CarriedField, Change, RecordChange } from '../change.ts';
import { keptQueue, stateAsked } from '../request-parts.ts';
import { itemsToSend, propertiesToSend } from '../diff/compare-record.ts';
import { fieldOfItem, recordFields } from '../fields.ts';

/** The change with the names of what goes along. */
export function withCarried(change: Change): Change {
  if (!isRecord(change)) return change;
  const carried = carriedBy(change);
  return carried.length === 0 ? change : { ...change, carried };
}

function carriedBy(change: RecordChange): CarriedField[] {
  const task = (change.from?.observed ?? change.observed)?.tasks[0];
  if (task === undefined) return [];
  const changed = new Set(change.fields.map(({ field }) => field));
  const declared = new Set(change.desired === null ? [] : recordFields(change.desired).keys());
  const names = [...ofUpdate(change, task), ...ofStatus(change, task)].filter((field) => !changed.has(field));
  return [...new Set(names)].map((field) => ({ field, declared: declared.has(field) }));
}

function ofUpdate(change: RecordChange, task: ObservedTask): string[] {
  const { desired, recorded, marker, fields, writes, action } = change;
  const moves = action === 'move' && writes.includes('transferCampaignRecord');
  const properties = Object.keys(propertiesToSend(fields, task));
  if (desired === null || !writes.includes('addOrUpdateCampaignRecord')) return moves ? properties : [];
  const items = itemsToSend({ desired, recorded, task, marker }).filter(
    ({ key, value }) => key !== MARKER_KEY && !(key === 'Hidden' && value === MARKER_KEY),
  );
  // A queue that the update might move is put back by its name.
  const queue = keptQueue(change, task) === null ? [] : ['skillQueue'];
  return [...items.map(({ key }) => fieldOfItem(key)), ...properties, ...queue];
}

/** A status call sets a state: the one just read, and with WORKED a time. */
function ofStatus(change: RecordChange, { workedState }: ObservedTask): string[] {
  if (!change.writes.includes('changeCampaignRecordStatus') || stateAsked(change) !== undefined) return [];
  return workedState === 'WORKED' ? ['workedState', 'nextEarliestWorkTime'] : ['workedState'];
}
