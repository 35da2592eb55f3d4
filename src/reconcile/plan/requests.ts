// How many requests applying sends, exact apart from retries: each change sends what apply/ says, no more. Where
// only a refusal calls for the second half of a create, that half is counted too. Pure.

import { namesWith } from '../../model/fields.ts';
import { RECORD_FIELDS } from '../../model/record-fields.ts';
import type { ObservedState } from '../../model/state.ts';
import type { Change, RecordChange } from '../change.ts';
import { looksBack, mayReset } from '../asked.ts';
import { readCost } from '../observe/requests.ts';

export interface Requests {
  readonly reads: number;
  readonly writes: number;
}

/** Fields that a transfer carries itself: only others are put back by a write of their own. */
const CARRIED: ReadonlySet<string> = new Set(['campaignName', ...namesWith(RECORD_FIELDS, 'route')]);

/** `observed` says what searching the pins of a leaver takes: that is done before and after the removal. */
export function requestsFor(changes: readonly Change[], observed: Pick<ObservedState, 'pins'>): Requests {
  let [reads, writes] = [0, 0];
  for (const change of changes) {
    const one = requestsOf(change, observed);
    reads += one.reads;
    writes += one.writes;
  }
  return { reads, writes };
}

function requestsOf(change: Change, { pins }: Pick<ObservedState, 'pins'>): Requests {
  const writes = change.writes.length;
  // What was seen gone is read a second time before it is let go.
  if (writes === 0) return { reads: change.cause.kind === 'already-gone' ? 1 : 0, writes };
  if (change.kind === 'user') {
    const leaves = change.action === 'delete' && change.cause.kind !== 'backend-only';
    const search = leaves ? pins.get(change.loginUserId)?.requests : 0;
    const join = change.behaviorIfInBackend === 'FAIL-then-ALLOW' ? 1 : 0;
    const looks = change.writes.includes('delete-user') ? 2 : join;
    return { reads: looks + 2 * (search ?? 0), writes };
  }
  return change.writes.includes('transferCampaignRecord') ? requestsOfMove(change) : requestsOfRecord(change);
}

/** Read before the first write, between two, after a status was set, after a delete, and after what is not sure to stay. */
function requestsOfRecord(change: RecordChange): Requests {
  const writes = change.writes.length;
  const readBack = change.writes.filter((write) => write === 'changeCampaignRecordStatus').length;
  const more = (looksBack(change) ? 1 : 0) + (mayReset(change) ? 1 : 0);
  // A delete is looked at by one request, whatever the campaign.
  const removal = change.writes.includes('deleteRecordFromCampaign') ? 1 : 0;
  return { reads: readCost(change.campaign) * (1 + readBack + (writes - 1) + more) + removal, writes };
}

/** Both campaigns before and after; the one it leaves is always asked for twins. What is put back is read once more. */
function requestsOfMove(change: RecordChange): Requests {
  const target = readCost(change.campaign);
  const reads = 2 * (target + readCost(change.from?.campaign ?? { intake: true }));
  const putsBack = change.fields.some(({ field }) => !CARRIED.has(field));
  const kept = mayReset(change) ? target : 0;
  return putsBack ? { reads: reads + target + kept, writes: 2 } : { reads, writes: 1 };
}
