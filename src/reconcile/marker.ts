// The ownership marker: one hidden data item `<stack>/<bits>` on each managed record. It says whose record it is, makes
// bulk reads possible and survives the loss of recorded state.
//
// The bits are the first 20 of SHA-256(clientId), so a search for the prefix `<stack>/01` reads one shard of four, and a
// shard that turns out to be too large is split by one more bit. No number of shards is stored anywhere.
//
//   <stack>/        all          records <= 800: 1 search
//   <stack>/0  /1   halves       <= 1,600: 2 searches          N records: at most N / 400 searches
//   <stack>/00 ...  quarters     <= 3,200: 4 searches

import { createHash } from 'node:crypto';

const BITS = 20;
/** A shard is planned for at most this many records, well below the search limit of 1,000. */
const SHARD_RECORDS = 800;

/**
 * The end of a marker says whether we made the record: adopted ones are released, not deleted, even after recorded state
 * was lost. A marker whose end is missing (a service that cuts values) proves nothing, and counts as adopted.
 */
const ENDS = { created: 'c', adopted: 'a' } as const;

export function markerOf(stack: string, clientId: string, provenance: 'created' | 'adopted' = 'created'): string {
  return `${stack}/${markerBits(clientId)}${ENDS[provenance]}`;
}

/** The 20 bits that place a record: every shard is one prefix of them. */
export function markerBits(clientId: string): string {
  const bits = createHash('sha256').update(clientId, 'utf8').digest().readUIntBE(0, 3).toString(2).padStart(24, '0');
  return bits.slice(0, BITS);
}

/** What a marker of ours says about who made the record. */
export function provenanceIn(marker: string): 'created' | 'adopted' {
  return marker.endsWith(ENDS.created) ? 'created' : 'adopted';
}

export function isMarkerOf(stack: string, marker: string | null): boolean {
  return marker?.startsWith(`${stack}/`) ?? false;
}

/**
 * Name of another stack that a marker says the record is managed by; null for ours, and for one that a service cut so short
 * that it may be ours.
 */
export function otherStackIn(stack: string, marker: string | null): string | null {
  if (marker === null || isMarkerOf(stack, marker) || stack.startsWith(marker)) return null;
  return marker.split('/')[0] ?? null;
}

/** Prefixes that together cover every record of the stack, sized for `records` of them. */
export function shardPrefixes(stack: string, records: number): string[] {
  let prefixes = [`${stack}/`];
  while (records / prefixes.length > SHARD_RECORDS) prefixes = prefixes.flatMap(halves);
  return prefixes;
}

/** The two halves of a shard whose answer was too large to be complete; none when it cannot be split further. */
export function splitShard(prefix: string): string[] {
  const bits = prefix.slice(prefix.lastIndexOf('/') + 1);
  return bits.length < BITS ? halves(prefix) : [];
}

function halves(prefix: string): string[] {
  return [`${prefix}0`, `${prefix}1`];
}
