import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';

import { digestWith } from '../../src/core/state/digest.ts';

const key = new Uint8Array(32).fill(7);
const digest = digestWith(key);

test('a digest is the first 16 hex digits of HMAC-SHA-256 over canonical JSON', () => {
  const expected = createHmac('sha256', key).update('{"a":[1,"é"],"b":null}').digest('hex').slice(0, 16);
  expect(digest({ b: null, a: [1, 'é'] })).toBe(expected);
});

test('the order of keys does not matter, the order of a list does', () => {
  expect(digest({ a: 1, b: { c: 2, d: 3 } })).toBe(digest({ b: { d: 3, c: 2 }, a: 1 }));
  expect(digest([1, 2])).not.toBe(digest([2, 1]));
});

test('a missing value digests like null, and neither like the empty text', () => {
  expect(digest(undefined)).toBe(digest(null));
  expect(digest('')).not.toBe(digest(null));
});

test('a text and the number it looks like have different digests', () => {
  expect(digest('1')).not.toBe(digest(1));
});

test('another key gives another digest for the same value', () => {
  expect(digestWith(new Uint8Array(32).fill(8))('+34911234567')).not.toBe(digest('+34911234567'));
});

test('what JSON cannot say is refused', () => {
  expect(() => digest(Number.NaN)).toThrow('NaN');
});
