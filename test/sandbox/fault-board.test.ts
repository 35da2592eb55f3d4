// Which requests a fault strikes: by operation, key, ordinal, count, turn and chance.

import { describe, expect, test } from 'vitest';
import { createFaultBoard } from '../../src/sandbox/messages/faults.ts';
import type { Fault, FaultBoard, StruckRequest } from '../../src/sandbox/messages/faults.ts';

const READ: StruckRequest = { operation: 'query-existence', kind: 'read', key: 'ana@example.com', content: 'a' };

function boardOf(...faults: readonly Partial<Fault>[]): FaultBoard {
  const board = createFaultBoard();
  for (const fault of faults) board.arm({ operation: '*', kind: 'status', ...fault });
  return board;
}

/** One letter a request: x where it was struck. */
function strikes(board: FaultBoard, count: number, request: Partial<StruckRequest> = {}): string {
  return Array.from({ length: count }, () => (board.strike({ ...READ, ...request }) === null ? '.' : 'x')).join('');
}

describe('the operation', () => {
  const requests: readonly (readonly [string, Partial<StruckRequest>])[] = [
    ['read', {}],
    ['write', { operation: 'add-user', kind: 'write' }],
    ['secret', { operation: 'GetSecretValue', kind: 'secret' }],
  ];

  test.each([
    ['*', 'read write'],
    ['read', 'read'],
    ['write', 'write'],
    ['query-existence', 'read'],
    ['add-user', 'write'],
    ['GetSecretValue', 'secret'],
    ['secret', ''],
    ['searchPreviewCampaign', ''],
  ])('%s concerns: %s', (operation, concerned) => {
    const struck = requests.filter(([, request]) => strikes(boardOf({ operation }), 1, request) === 'x');
    expect(struck.map(([name]) => name).join(' ')).toBe(concerned);
  });
});

test('a fault with a key concerns the requests about it alone, and counts no others', () => {
  const board = boardOf({ key: 'ana@example.com', ordinal: 2 });
  expect(strikes(board, 3, { key: 'ben@example.com' })).toBe('...');
  expect(strikes(board, 3)).toBe('.x.');
});

test.each([
  [{}, 'x......'],
  [{ ordinal: 3 }, '..x....'],
  [{ count: 3 }, 'xxx....'],
  [{ ordinal: 2, count: 2 }, '.xx....'],
  [{ count: 'always' as const }, 'xxxxxxx'],
  [{ ordinal: 4, count: 'always' as const }, '...xxxx'],
  [{ every: 2, count: 'always' as const }, 'x.x.x.x'],
  [{ every: 3, ordinal: 2, count: 'always' as const }, '.x..x..'],
  [{ every: 2, count: 2 }, 'x.x....'],
])('%o strikes %s', (fault, expected) => {
  expect(strikes(boardOf(fault), 7)).toBe(expected);
});

test('every n-th is counted for each question by itself, all others together', () => {
  const board = boardOf({ every: 2, count: 'always' });
  const turns = ['a', 'b', 'a', 'b', 'b'].map((content) => strikes(board, 1, { content })).join('');
  expect(turns).toBe('xx..x');
  const together = boardOf({ ordinal: 2 });
  expect(['a', 'b', 'a'].map((content) => strikes(together, 1, { content })).join('')).toBe('.x.');
});

test('of several faults the one that was set first strikes, and each of them counts by itself until one does', () => {
  const board = boardOf({ kind: 'garbage', ordinal: 2 }, { kind: 'truncated', count: 2 });
  const kinds = Array.from({ length: 4 }, () => board.strike(READ)?.kind ?? 'none');
  expect(kinds).toEqual(['truncated', 'garbage', 'truncated', 'none']);
  board.clear();
  expect(board.strike(READ)).toBeNull();
});

describe('a probability', () => {
  const struckOf = (fault: Partial<Fault>, count = 2000): number =>
    strikes(boardOf(fault), count).replaceAll('.', '').length;

  test.each([
    [0.1, 150, 250],
    [0.5, 900, 1100],
    [0.9, 1750, 1850],
  ])('of %d strikes about so many, without end', (probability, least, most) => {
    const struck = struckOf({ probability, seed: 7 });
    expect(struck).toBeGreaterThan(least);
    expect(struck).toBeLessThan(most);
  });

  test('of 1 is certain, of 0 never', () => {
    expect(struckOf({ probability: 1, count: 'always', seed: 1 }, 50)).toBe(50);
    expect(struckOf({ probability: 0, seed: 1 }, 50)).toBe(0);
  });

  test('with a count ends after so many', () => {
    expect(struckOf({ probability: 0.5, seed: 7, count: 3 })).toBe(3);
  });

  test('with a seed strikes the same requests on every machine', () => {
    const pattern = strikes(boardOf({ probability: 0.5, seed: 7 }), 40);
    expect(pattern).toBe('xx...xxx..xx..xxx.x.x.xxxx..x........xxx');
    expect(strikes(boardOf({ probability: 0.5, seed: 8 }), 40)).not.toBe(pattern);
    expect(strikes(boardOf({ probability: 0.5, seed: 4_294_967_303 }), 40)).toBe(pattern);
  });

  test('without a seed strikes others in each run', () => {
    const patterns = Array.from({ length: 4 }, () => strikes(boardOf({ probability: 0.5 }), 40));
    expect(new Set(patterns).size).toBeGreaterThan(1);
  });
});
