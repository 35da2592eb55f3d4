// What one answer proves of the backing instance: every row of the table in service/backing-side.ts.

import { describe, expect, test } from 'vitest';

import { isGoneFromBackend } from '../../src/core/model/user.ts';
import { backingSide } from '../../src/core/service/backing-side.ts';

type Word = string | null | undefined;

function read(result: string, word: Word, connectUserId: string | null = null) {
  const said = word === undefined ? {} : { backendStatus: word };
  return backingSide({ result, message: 'm', ...said, connectUserId }, { values: [], ids: ['ana@example.com'] });
}

describe('a documented answer proves', () => {
  test.each([
    ['NOT_FOUND', 'EXISTS', 'b-1', { backend: 'present', connectUserId: 'b-1' }],
    ['SUCCESS', 'EXISTS', null, { backend: 'present', connectUserId: null }],
    ['NOT_FOUND', 'NOT_FOUND', null, { backend: 'absent', connectUserId: null }],
    ['NOT_FOUND', null, null, { backend: 'unknown', connectUserId: null, neither: true }],
    ['SUCCESS', null, null, { backend: 'unknown', connectUserId: null }],
    ['NOT_FOUND', undefined, null, { backend: 'unknown', connectUserId: null }],
    ['NOT_FOUND', 'NOT_FOUND', '', { backend: 'absent', connectUserId: null }],
  ] as const)('%s with backendStatus %j and connectUserId %j', (result, word, id, expected) => {
    expect(read(result, word, id)).toEqual(expected);
  });
});

describe('every other answer is not proven, and its word is quoted', () => {
  test.each<[Word, string]>([
    ['ACTIVE', '"ACTIVE"'],
    ['DISABLED', '"DISABLED"'],
    ['exists', '"exists"'],
    ['EXISTS ', '"EXISTS "'],
    ['not_found', '"not_found"'],
    ['', '""'],
    ['null', '"null"'],
    ['a "word"', String.raw`"a \"word\""`],
    ['red\u001b[31m', String.raw`"red\u001b[31m"`],
    ['under\u202e', String.raw`"under\u202e"`],
  ])('%j', (word, unproven) => {
    for (const id of [null, 'b-1']) {
      for (const result of ['SUCCESS', 'NOT_FOUND']) {
        expect(read(result, word, id)).toEqual({ backend: 'unknown', connectUserId: id, unproven });
      }
    }
  });

  test.each<[Word, string]>([
    [null, 'null'],
    [undefined, 'missing'],
    ['NOT_FOUND', '"NOT_FOUND"'],
  ])('a connectUserId beside %j', (word, unproven) => {
    expect(read('NOT_FOUND', word, 'b-1')).toEqual({ backend: 'unknown', connectUserId: 'b-1', unproven });
  });

  test('a long word is cut, and an address of somebody else in it is masked', () => {
    const { unproven = '' } = read('NOT_FOUND', `held by eva@example.com ${'x'.repeat(500)}`);
    expect([...unproven]).toHaveLength(40);
    expect(unproven).toMatch(/^"held by \*\*\* x+…$/u);
  });
});

test('gone is what a documented word says, and null for what it does not', () => {
  expect(isGoneFromBackend(read('NOT_FOUND', 'EXISTS', 'b-1'))).toBe(false);
  expect(isGoneFromBackend(read('NOT_FOUND', 'NOT_FOUND'))).toBe(true);
  expect(isGoneFromBackend(read('NOT_FOUND', null))).toBe(true);
  for (const word of [undefined, 'GONE']) expect(isGoneFromBackend(read('NOT_FOUND', word))).toBeNull();
});
