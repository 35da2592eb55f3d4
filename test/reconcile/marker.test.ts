import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  isMarkerOf,
  markerClaim,
  markerOf,
  markerStart,
  shardPrefixes,
  splitShard,
} from '../../src/core/reconcile/marker.ts';

test('every record is in exactly one shard, whatever the number of shards', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 60_000 }), (clientId, records) => {
      const marker = markerOf('s', { campaignName: 'Summer', clientId });
      expect(shardPrefixes('s', records).filter((prefix) => marker.startsWith(prefix))).toHaveLength(1);
    }),
  );
});

test('reading in bulk costs at most 2.5 searches per 1,000 records', () => {
  for (let records = 800; records <= 50_000; records += 100) {
    expect(shardPrefixes('s', records).length).toBeLessThanOrEqual((records * 2.5) / 1000);
  }
});

test('shards stay well below the search limit', () => {
  for (const records of [1_000, 10_000, 50_000]) {
    const prefixes = shardPrefixes('s', records);
    const sizes = prefixes.map(() => 0);
    for (let id = 0; id < records; id += 1) {
      const marker = markerOf('s', { campaignName: 'Summer', clientId: `C-${id}` });
      const index = prefixes.findIndex((prefix) => marker.startsWith(prefix));
      sizes[index] = (sizes[index] ?? 0) + 1;
    }
    expect(Math.max(...sizes)).toBeLessThan(1000);
  }
});

test('a shard splits into halves until there are no bits left', () => {
  expect(splitShard('s/01')).toEqual(['s/010', 's/011']);
  expect(splitShard(`s/${'0'.repeat(20)}`)).toEqual([]);
});

const C1 = { campaignName: 'Summer', clientId: 'C-1' };
const OWN = { stack: 'a', former: [] };

test('a marker belongs to its own stack only', () => {
  expect(isMarkerOf(OWN, markerOf('a', C1))).toBe(true);
  expect(isMarkerOf(OWN, markerOf('ab', C1))).toBe(false);
  expect(isMarkerOf(OWN, null)).toBe(false);
  expect(isMarkerOf({ stack: 'b', former: ['a'] }, markerOf('a', C1))).toBe(true);
});

test.each([
  ['made for this record', markerOf('a', C1), 'ours'],
  ['of a record taken over', markerOf('a', C1, 'adopted'), 'ours'],
  ['copied from another clientId', markerOf('a', { ...C1, clientId: 'C-2' }), 'other-record'],
  ['come along from another campaign', markerOf('a', { ...C1, campaignName: 'Winter' }), 'other-record'],
  ['of another stack', markerOf('b', C1), 'other-stack'],
  ['of another stack with a longer name', markerOf('ab', C1), 'other-stack'],
  ['that names no campaign', markerStart('a', 'C-1', 'created'), 'cut'],
  ['that names no campaign, of another clientId', markerStart('a', 'C-2', 'created'), 'other-record'],
  ['cut within the bits', 'a/01', markerOf('a', C1).startsWith('a/01') ? 'cut' : 'other-record'],
  ['cut within the name of the stack', 'a', 'cut'],
  ['with something behind it', `${markerOf('a', C1)}x`, 'other-record'],
  ['in other letters', markerOf('a', C1).toUpperCase(), 'other-stack'],
  ['that is empty', '', 'none'],
  ['that is missing', null, 'none'],
] as const)('what a marker says of C-1 of the campaign Summer: one %s', (_what, marker, claim) => {
  expect(markerClaim(OWN, marker, C1)).toBe(claim);
});

test('a marker of a former stack counts as ours', () => {
  expect(markerClaim({ stack: 'new', former: ['a'] }, markerOf('a', C1), C1)).toBe('ours');
});
