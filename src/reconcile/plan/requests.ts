// How many requests applying sends, exact apart from retries: each change sends what apply-*.ts says, no more (N18). Where
// only a refusal calls for the second half of a create, that half is counted too. Pure.

import { ToolError } from '../../model/errors.ts';
import { namesWith } from '../../model/fields.ts';
import type { Campaign } from '../../model/record.ts';
import { RECORD_FIELDS } from '../../model/record-fields.ts';
import type { ObservedState } from '../../model/state.ts';
import type { ServiceReader } from '../../service/service.ts';
import type { Change, RecordChange } from '../change.ts';
import { campaignOf } from '../diff/record-result.ts';
import { looksBack, mayReset } from '../apply/send-record.ts';

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

/** One search; two where intake files make twins possible (service/client.ts, findRecord). */
export function readCost({ intake }: Pick<Campaign, 'intake'>): number {
  return intake ? 2 : 1;
}

function requestsOf(change: Change, { pins }: Pick<ObservedState, 'pins'>): Requests {
  const writes = change.writes.length;
  if (writes === 0) return { reads: 0, writes };
  if (change.kind === 'user') {
    const search = change.action === 'delete' ? pins.get(change.address.slice('user:'.length))?.requests : 0;
    const looks = change.writes.includes('delete-user') || change.behaviorIfInBackend === 'FAIL-then-ALLOW' ? 1 : 0;
    return { reads: looks + 2 * (search ?? 0), writes };
  }
  return change.writes.includes('transferCampaignRecord') ? requestsOfMove(change) : requestsOfRecord(change);
}

/** Read before the first write, between two, after a status was set, and after what is not sure to stay. */
function requestsOfRecord(change: RecordChange): Requests {
  const writes = change.writes.length;
  const readBack = change.writes.filter((write) => write === 'changeCampaignRecordStatus').length;
  const more = (looksBack(change) ? 1 : 0) + (mayReset(change) ? 1 : 0);
  return { reads: readCost(campaignOf(change)) * (1 + readBack + (writes - 1) + more), writes };
}

/** Both campaigns before and after; the one it leaves is always asked for twins. What is put back is read once more. */
function requestsOfMove(change: RecordChange): Requests {
  const target = readCost(campaignOf(change));
  const reads = 2 * (target + readCost({ intake: true }));
  const putsBack = change.fields.some(({ field }) => !CARRIED.has(field));
  const kept = mayReset(change) ? target : 0;
  return putsBack ? { reads: reads + target + kept, writes: 2 } : { reads, writes: 1 };
}

/** The same reader, ending the run with `guard-requests` before it sends more than `limit`. */
export function withBudget(reader: ServiceReader, limit: number): ServiceReader {
  let sent = 0;
  const spend = (cost: number): void => {
    sent += cost;
    if (sent <= limit) return;
    const message = `the reading alone needs more than the ${limit} allowed; it was ended, and nothing was concluded`;
    throw new ToolError('guard-requests', { message });
  };
  return {
    queryUser: async (loginUserId) => {
      spend(1);
      return reader.queryUser(loginUserId);
    },
    findRecord: async (campaign, clientId) => {
      spend(readCost(campaign));
      return reader.findRecord(campaign, clientId);
    },
    searchRecords: async (campaign, criterion) => {
      spend(1);
      return reader.searchRecords(campaign, criterion);
    },
  };
}
