import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isMarkerOf, markerOf, shardPrefixes, splitShard } from '../../src/reconcile/marker.ts';

test('every record is in exactly one shard, whatever the number of shards', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 60_000 }), (clientId, records) => {
      const marker = markerOf('s', clientId);
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
      const marker = markerOf('s', `C-${id}`);
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

test('a marker belongs to its own stack only', () => {
  expect(isMarkerOf('a', markerOf('a', 'C-1'))).toBe(true);
  expect(isMarkerOf('a', markerOf('ab', 'C-1'))).toBe(false);
  expect(isMarkerOf('a', null)).toBe(false);
});
