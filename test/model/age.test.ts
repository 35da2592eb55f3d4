import { describe, expect, test } from 'vitest';

import { isSurelyYounger, laterThan } from '../../src/core/model/age.ts';

const NOW = Date.UTC(2026, 2, 2, 9, 30);
const MINUTE = 60_000;

describe('whether something is surely younger than two minutes', () => {
  test.each([
    ['just now', 0, true],
    ['a minute ago', -MINUTE, true],
    ['at the limit', -2 * MINUTE, true],
    ['a moment before the limit', -2 * MINUTE - 1, false],
    ['a millisecond ahead: the clock was set back', 1, false],
    ['an hour ahead', 60 * MINUTE, false],
  ])('%s', (_title, offset, expected) => {
    expect(isSurelyYounger({ then: NOW + offset, now: NOW }, 2 * MINUTE)).toBe(expected);
  });
});

describe('the time of what replaces something', () => {
  test.each([
    ['nothing', undefined, NOW],
    ['something earlier', NOW - MINUTE, NOW],
    ['something of this millisecond', NOW, NOW + 1],
    ['something recorded by a clock that was ahead', NOW + MINUTE, NOW + MINUTE + 1],
  ])('%s', (_title, before, expected) => {
    expect(laterThan(before, NOW)).toBe(expected);
  });
});
