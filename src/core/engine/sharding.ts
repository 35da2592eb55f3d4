// Which shard of a set campaign a record belongs to. Pure. A shard is named by leading bits of SHA-256(clientId), the same
// bits its marker carries (reconcile/marker.ts), so that one search reads one shard.
//
//   made with at most 450 records a shard on average; kept until they are 900, so growth below a factor of two moves
//   nothing; then every shard is split into prefixes of itself, and the receipts are handed over (docs/record-sets.md)

import { markerBits } from '../reconcile/marker.ts';

const ROOM_WHEN_MADE = 450;
const ROOM = 900;
/** Shards with fewer records than this on average are joined. */
const TOO_EMPTY = 32;

/** How many leading bits name a shard. `before`: of the shards there are, null where there are none. */
export function shardDepth(records: number, before: number | null): number {
  const average = before === null ? Infinity : records / 2 ** before;
  if (before !== null && average <= ROOM && (before === 0 || average >= TOO_EMPTY)) return before;
  return Math.max(0, Math.ceil(Math.log2(Math.max(records, 1) / ROOM_WHEN_MADE)));
}

export function shardOf(clientId: string, depth: number): string {
  return markerBits(clientId).slice(0, depth);
}
