import { describe, expect, test } from 'vitest';

import type { RecordedRecord } from '../../src/core/model/record.ts';
import { changedKeys, copyToKeep, finishedCopies, lostItems } from '../../src/core/reconcile/diff/copies.ts';
import { aRecord, recordedRecord, seenRecord, taskOf } from '../support/values.ts';

const record = aRecord();
const including = (...items: { key: string; value: string }[]): ReturnType<typeof taskOf> =>
  taskOf(record, { items: [...taskOf(record).items, ...items] });
const copy = { task: including({ key: 'Note', value: 'called before' }), foreign: ['Note'] };
const whole = including({ key: 'Note', value: 'called before' });
const cut = including({ key: 'Note', value: 'called' });
const none = { desired: null, recorded: null };

const sent = (field: string): RecordedRecord => {
  const recorded = recordedRecord(record);
  return { ...recorded, digests: { ...recorded.digests, [field]: 'sent' } };
};
const finished = (task: typeof whole, recorded: RecordedRecord | null, declared = [record]): number => {
  const states = { objects: new Map(recorded === null ? [] : [[record.address, recorded]]), openIntents: [] };
  const observed = { records: new Map([[record.address, seenRecord(task)]]) };
  const seen = { users: new Map(), agents: new Map(), extras: new Map(), pins: new Map(), ...observed };
  return finishedCopies(new Map([[record.address, copy]]), {
    desired: { records: declared },
    recorded: states,
    observed: { ...seen, coverage: { asked: 1, answered: 1 }, requests: 1 },
  }).length;
};

describe('an item of others that shows another value than the copy', () => {
  test('is named, and does not count as lost: what stands there is not overwritten', () => {
    expect([changedKeys(copy, cut, none), lostItems(copy, cut)]).toEqual([['Note'], []]);
    expect(changedKeys(copy, whole, none)).toEqual([]);
  });

  test('keeps the copy, unless we sent that item ourselves since', () => {
    expect(finished(whole, recordedRecord(record))).toBe(1);
    expect(finished(cut, recordedRecord(record))).toBe(0);
    expect(finished(cut, sent('data.Note'))).toBe(1);
  });

  test('keeps the copy of what is declared and not recorded yet: it arrives; what nobody declares is nobody’s', () => {
    expect([finished(cut, null), finished(cut, null, [])]).toEqual([0, 1]);
  });

  test('is not named where the file declares it by now', () => {
    const declared = aRecord({ data: [...record.data, { key: 'Note', value: 'ours', displayOrder: 9 }] });
    expect(changedKeys(copy, cut, { desired: declared, recorded: null })).toEqual([]);
  });

  test('is kept as it was through another move', () => {
    expect(copyToKeep(cut, ['Note'], copy).task.items).toContainEqual({ key: 'Note', value: 'called before' });
  });
});

test('lists of keys are no values: what is hidden besides is no change', () => {
  const before = { task: including({ key: 'Hidden', value: 'Score' }), foreign: ['Hidden'] };
  expect(changedKeys(before, including({ key: 'Hidden', value: 'musterStack|Score' }), none)).toEqual([]);
});
