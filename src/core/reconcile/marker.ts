// The ownership marker: one hidden data item on each managed record. It says whose record it is, makes bulk reads possible and
// survives the loss of recorded state.
//
//   callcenter.prod/01011101010000111100c3f9a01bc
//   stack           bits                | check
//                                       c: we made it, a: adopted
//
// The bits are the first 20 of SHA-256(clientId), so a search for the prefix `<stack>/01` reads one shard of four, and a
// shard that turns out to be too large is split by one more bit. No number of shards is stored anywhere. The check names the
// campaign and the clientId: a marker that was copied onto another record, or came along when a campaign was exported and
// imported, does not fit and proves nothing.
//
//   <stack>/        all          records <= 800: 1 search
//   <stack>/0  /1   halves       <= 1,600: 2 searches          N records: at most N / 400 searches
//   <stack>/00 ...  quarters     <= 3,200: 4 searches

import { hash } from 'node:crypto';

import type { Lineage } from '../model/identity.ts';

const BITS = 20;
const CHECK_LENGTH = 8;
/** A shard is planned for at most this many records, well below the search limit of 1,000. */
const SHARD_RECORDS = 800;

/**
 * The letter behind the bits says whether we made the record: adopted ones are released, not deleted, even after recorded
 * state was lost. A marker that is cut proves nothing, and counts as adopted.
 */
const LETTERS = { created: 'c', adopted: 'a' } as const;
type Provenance = keyof typeof LETTERS;

/** What a marker must fit. */
export interface MarkedRecord {
  readonly campaignName: string;
  readonly clientId: string;
}

export function markerOf(stack: string, record: MarkedRecord, provenance: Provenance = 'created'): string {
  return `${markerStart(stack, record.clientId, provenance)}${checkOf(record)}`;
}

/** As an earlier version wrote it: of any campaign. It proves a record only where it is recorded. */
export function markerStart(stack: string, clientId: string, provenance: Provenance): string {
  return `${stack}/${markerBits(clientId)}${LETTERS[provenance]}`;
}

/** The 20 bits that place a record: every shard is one prefix of them. */
export function markerBits(clientId: string): string {
  // In one call: a plan asks this of every record.
  const digest = Number.parseInt(hash('sha256', clientId, 'hex').slice(0, BITS / 4), 16);
  return digest.toString(2).padStart(BITS, '0');
}

function checkOf({ campaignName, clientId }: MarkedRecord): string {
  return hash('sha256', JSON.stringify([campaignName, clientId]), 'hex').slice(0, CHECK_LENGTH);
}

/** What a marker of ours says about who made the record. */
export function provenanceIn(marker: string): Provenance {
  return marker.charAt(marker.indexOf('/') + 1 + BITS) === LETTERS.created ? 'created' : 'adopted';
}

/**
 * What a marker says of the record it stands on:
 *
 * - `ours`: it names a stack of ours, this campaign and this clientId.
 * - `other-record`: it names a stack of ours, and another record.
 * - `other-stack`: another stack manages the record.
 * - `cut`: the beginning of what ours would be; it may be ours.
 * - `none`: there is no marker.
 */
export type MarkerClaim = 'ours' | 'other-record' | 'other-stack' | 'cut' | 'none';

export function markerClaim(lineage: Lineage, marker: string | null, record: MarkedRecord): MarkerClaim {
  if (marker === null || marker === '') return 'none';
  const whole = stacksOf(lineage).flatMap((stack) => [
    markerOf(stack, record, 'created'),
    markerOf(stack, record, 'adopted'),
  ]);
  if (whole.includes(marker)) return 'ours';
  if (whole.some((each) => each.startsWith(marker))) return 'cut';
  return isMarkerOf(lineage, marker) ? 'other-record' : 'other-stack';
}

/** Whether it names a stack of ours, whatever record it was made for. */
export function isMarkerOf(lineage: Lineage, marker: string | null): boolean {
  return stacksOf(lineage).some((stack) => marker?.startsWith(`${stack}/`) ?? false);
}

/** This stack, and those whose records it takes over. */
export function stacksOf({ stack, former }: Lineage): string[] {
  return [stack, ...former];
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
