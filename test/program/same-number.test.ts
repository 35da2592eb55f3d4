// One customer under several ids, in resources of the native provider that no plan sees together.

import { expect, test } from 'vitest';

import type { SameNumberPolicy } from '../../src/core/model/target.ts';
import { openSameNumberCheck } from '../../src/program/native/same-number.ts';

type Check = (owner: string, clientId: string, phone: string) => readonly string[];

/** A process with this policy, and what it says to a person. */
function checking(sameNumber?: SameNumberPolicy): { readonly check: Check; readonly lines: readonly string[] } {
  const lines: string[] = [];
  const twice = openSameNumberCheck();
  const policy = { deletes: { percent: 10, count: 3 }, ...(sameNumber && { sameNumber }) };
  const check: Check = (owner, clientId, phone) => {
    const data = JSON.stringify([
      ['Name', 'Maria', 0],
      ['phone', phone, 0],
    ]);
    const inputs = { __owner: owner, __stack: 'team/dev', target: 'test', campaignName: 'Summer', clientId, data };
    return twice('record', inputs, { policy, tell: (line) => void lines.push(line) });
  };
  return { check, lines };
}

test('a second id of one customer is said once in a process, and refused where the policy blocks it', () => {
  const [warning, blocking, off] = [checking(), checking('block'), checking('off')];
  for (const { check } of [warning, off])
    for (const [owner, id] of [
      ['one', 'C-1'],
      ['two', 'C-2'],
      ['three', 'C-3'],
      ['three', 'C-3'],
    ] as const)
      expect(check(owner, id, '+34911234567')).toEqual([]);
  expect(warning.lines).toEqual([
    expect.stringMatching(
      /^\[same-number\] record:Summer\/C-1: .* 2 times; so of record:Summer\/C-2\. No other one is named/u,
    ),
  ]);
  expect(off.lines).toEqual([]);
  expect(blocking.check('one', 'C-1', '+34911234567')).toEqual([]);
  expect(blocking.check('two', 'C-2', '+34911234567')).toEqual([expect.stringContaining('stand under 2 ids')]);
  expect(blocking.lines).toEqual([]);
});

test('a resource is not held beside what it declared before', () => {
  const { check } = checking('block');
  expect(check('one', 'C-1', '+34911234567')).toEqual([]);
  expect(check('one', 'C-9', '+34911234567')).toEqual([]);
  expect(check('one', 'C-9', '+34911234568')).toEqual([]);
  expect(check('two', 'C-2', '+34911234567')).toEqual([]);
  expect(check('three', 'C-3', '+34911234568')).toEqual([expect.stringContaining('stand under 2 ids')]);
});
