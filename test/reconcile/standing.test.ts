// What a task that is shown as REMOVED is: it may be one that was deleted.

import { describe, expect, test } from 'vitest';

import type { ObservedTask } from '../../src/core/model/record.ts';
import { givesWay, standing, withoutDeleted } from '../../src/core/reconcile/observe/standing.ts';
import { aRecord, recordedRecord, seenRecord, taskOf } from '../support/values.ts';

const desired = aRecord();
const open = taskOf(desired, { previewRecordId: 'R-1' });
const removed = (previewRecordId: string, more: Partial<ObservedTask> = {}): ObservedTask =>
  taskOf(desired, { previewRecordId, workedState: 'REMOVED', items: [], ...more });

describe('a task that is shown as REMOVED', () => {
  test('is no duplicate of another one', () => {
    expect(standing([removed('R-0'), open], undefined)).toEqual([open]);
  });

  test('is the record where it is alone', () => {
    expect(standing([removed('R-0')], 'R-1')).toEqual([removed('R-0')]);
  });

  test('among others like it is the recorded one, else the one that was worked', () => {
    const worked = removed('R-2', { workAttempts: 1 });
    expect(standing([removed('R-0'), worked], 'R-0')).toEqual([removed('R-0')]);
    expect(standing([removed('R-0'), worked], 'R-9')).toEqual([worked]);
  });

  test('holds no record that comes there, and stays known beside it', () => {
    const recorded = recordedRecord(desired, { previewRecordId: 'R-1' });
    const coming = { recorded, observed: seenRecord(open), isAsked: false, isFree: () => true };
    const seen = withoutDeleted(seenRecord(removed('R-0')), { known: undefined, coming });
    expect(seen).toMatchObject({ presence: 'absent', tasks: [] });
  });

  test('of others is theirs, and a transfer does not take its place unless the file says so', () => {
    const recorded = recordedRecord(desired, { previewRecordId: 'R-1' });
    const coming = { recorded, observed: seenRecord(open), isAsked: false, isFree: () => false };
    const seen = seenRecord(removed('R-0'));
    expect(withoutDeleted(seen, { known: undefined, coming })).toBe(seen);
    const said = { desired: { adopt: false }, former: undefined, stacks: ['shop.prod'] };
    const marked = (value: string): ObservedTask => removed('R-0', { items: [{ key: 'musterStack', value }] });
    expect(givesWay(removed('R-0'), said)).toBe(false);
    expect(givesWay(removed('R-0'), { ...said, desired: { adopt: true } })).toBe(true);
    expect(givesWay(removed('R-0'), { ...said, former: { ...recorded, previewRecordId: 'R-0' } })).toBe(true);
    expect(givesWay(marked('shop.prod/0c'), said)).toBe(true);
    expect(givesWay(marked('other.prod/0c'), { ...said, desired: { adopt: true } })).toBe(false);
  });

  test('may be what an open transfer brought, where nothing stands in the old campaign', () => {
    const recorded = recordedRecord(desired, { previewRecordId: 'R-1' });
    const coming = { recorded, observed: seenRecord(), isAsked: true, isFree: () => false };
    const seen = seenRecord(removed('R-0'));
    expect(withoutDeleted(seen, { known: undefined, coming })).toBe(seen);
  });
});
