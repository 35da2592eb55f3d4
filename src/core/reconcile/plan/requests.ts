// How many requests applying sends, exact apart from retries: each change sends what apply/ says, no more. Where
// only a refusal calls for the second half of a create, that half is counted too. Pure.

import { isRecord, isUser } from '../../model/address.ts';
import type { ObservedState } from '../../model/state.ts';
import type { Change, RecordChange, UserChange } from '../change.ts';
import {
  addsTask,
  BY_NAME,
  keptQueue,
  looksBack,
  mayReset,
  sentQueue,
  stateAsked,
  successorOf,
  TRANSFERRED,
} from '../request-parts.ts';
import { shardPrefixes } from '../marker.ts';
import { readCost } from '../observe/requests.ts';

export interface Requests {
  readonly reads: number;
  readonly writes: number;
}

/** What a transfer settles itself: only other fields are put back by a write of their own. */
const CARRIED: ReadonlySet<string> = new Set(['campaignName', 'workedState', ...TRANSFERRED]);

/**
 * `observed` says what searching the pins of a leaver takes: that is done before and after the removal. `held`: records of a
 * campaign that are answered for.
 */
export function requestsFor(
  changes: readonly Change[],
  observed: Pick<ObservedState, 'pins'>,
  held: (campaignName: string) => number,
): Requests {
  let [reads, writes] = [0, 0];
  for (const change of changes) {
    const one = requestsOf(change, observed);
    reads += one.reads;
    writes += one.writes;
  }
  return { reads: reads + queueReads(changes) + looksForCreated(changes, held), writes };
}

/** Once more at the end of a run, by marker; one by one where that is less. */
function looksForCreated(changes: readonly Change[], held: (campaignName: string) => number): number {
  const created = changes.flatMap((change) =>
    isRecord(change) && addsTask(change) && change.marker !== null ? [change.campaign.campaignName] : [],
  );
  const byCampaign = [...Map.groupBy(created, (campaignName) => campaignName)];
  return byCampaign.reduce((sum, [name, own]) => sum + looksFor(own.length, held(name) + own.length), 0);
}

/** How many requests it takes to look for so many new records, where the campaign then holds `held` of ours. */
export function looksFor(created: number, held: number): number {
  return Math.min(created, shardPrefixes('', held).length);
}

/** What a run reads to learn about queues: each code by its first record, each undeclared queue of a campaign likewise. */
function queueReads(changes: readonly Change[]): number {
  const asked = new Map<string, number>();
  for (const change of changes) {
    if (isUser(change)) continue;
    const task = (change.from?.observed ?? change.observed)?.tasks[0];
    // What a move puts back is read anyway.
    const isRead = looksBack(change) || change.writes.includes('transferCampaignRecord');
    const code = isRead ? null : sentQueue(change);
    const first = [code, task === undefined ? null : keptQueue(change, task)].filter((key) => key !== null);
    for (const key of first) asked.set(key, asked.get(key) ?? readCost(change.campaign, change.observed?.tasks));
  }
  return [...asked.values()].reduce((sum, reads) => sum + reads, 0);
}

function requestsOf(change: Change, { pins }: Pick<ObservedState, 'pins'>): Requests {
  const writes = change.writes.length;
  // What was seen gone is read a second time before it is let go.
  if (writes === 0) return { reads: change.cause.kind === 'already-gone' ? 1 : 0, writes };
  if (isUser(change)) {
    const leaves = change.action === 'delete' && change.cause.kind !== 'backend-only';
    const search = leaves ? pins.get(change.loginUserId)?.requests : 0;
    const removal = change.writes.includes('delete-user') ? 2 : 0;
    const others = (joins(change) ? 2 : 0) + (leaves && successorOf(change) !== null ? 1 : 0);
    return { reads: removal + others + 2 * (search ?? 0), writes };
  }
  return change.action === 'move' && change.writes.includes('transferCampaignRecord')
    ? requestsOfMove(change)
    : requestsOfRecord(change);
}

/** Whoever may join an account in the backing instance looks right before, and after: no id comes. */
function joins({ writes, desired, behaviorIfInBackend }: UserChange): boolean {
  const isMadeThere = desired?.ensure === 'present' && desired.createInBackend;
  return isMadeThere && writes.includes('add-user') && behaviorIfInBackend !== 'FAIL';
}

/** Read before the first write, between two, after a status or a queue was set, after a delete, and after what is not sure to stay. */
function requestsOfRecord(change: RecordChange): Requests {
  const writes = change.writes.length;
  const readBack = change.writes.filter((write) => BY_NAME.has(write)).length;
  const more = (looksBack(change) ? 1 : 0) + (mayReset(change) ? 1 : 0);
  // A delete is looked at by one request, whatever the campaign.
  const removal = change.writes.includes('deleteRecordFromCampaign') ? 1 : 0;
  // A named task is read by its own id; each twin that is deleted is read before and after.
  const isNamed = change.desired?.previewRecordId !== undefined;
  const cost = isNamed ? 1 : readCost(change.campaign, change.observed?.tasks);
  // What it is set to may be shown like a task that was deleted, beside which another is looked for.
  const after = isNamed || stateAsked(change) !== 'REMOVED' ? cost : readCost({ intake: true });
  const twins = (change.removals?.length ?? 0) * 2;
  return { reads: cost * (1 + (writes - 1) + more) + after * readBack + (twins > 0 ? twins : removal), writes };
}

/** Both campaigns before and after; the one it leaves is always asked for twins. What is put back is read before and after. */
function requestsOfMove(change: RecordChange): Requests {
  const target = readCost(change.campaign, change.observed?.tasks);
  const reads = 2 * (target + readCost(change.from?.campaign ?? { intake: true }));
  const putsBack = change.fields.some(({ field }) => !CARRIED.has(field));
  const kept = mayReset(change) ? target : 0;
  // Read before and after, like what is put back.
  const sets = stateAsked(change) === undefined ? 0 : 1;
  const writes = 1 + (putsBack ? 1 : 0) + sets;
  return { reads: reads + 2 * target * (writes - 1) + (putsBack ? kept : 0), writes };
}
