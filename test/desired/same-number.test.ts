// One customer under several ids, in declarations that come one after the other.

import { expect, test } from 'vitest';

import { openSameNumberCheck } from '../../src/core/desired/declarations/same-number.ts';
import type { SameNumberPolicy } from '../../src/core/model/target.ts';
import { aCampaign, aRecord } from '../support/values.ts';

type Check = (owner: string, clientId: string, phone: string) => readonly string[];

/** A process with this policy, and what it says to a person. */
function checking(sameNumber?: SameNumberPolicy): { readonly check: Check; readonly lines: readonly string[] } {
  const lines: string[] = [];
  const twice = openSameNumberCheck();
  const policy = { deletes: { percent: 10, count: 3 }, ...(sameNumber && { sameNumber }) };
  const check: Check = (owner, clientId, phone) => {
    const data = [
      { key: 'Name', value: 'Maria', displayOrder: 0 },
      { key: 'phone', value: phone, displayOrder: 0 },
    ];
    const record = aRecord({ campaign: aCampaign({ campaignName: 'Summer' }), clientId, data });
    return twice({ owner, records: [record] }, { policy, tell: (line) => void lines.push(line) });
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
