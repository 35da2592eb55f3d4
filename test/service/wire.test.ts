// Decoding of answers: what fits becomes the model, what does not becomes null.

import { describe, expect, it } from 'vitest';
import { decodeTasks, decodeUserAnswer } from '../../src/service/wire.ts';
import { wireTask } from './wire-samples.ts';

describe('a task', () => {
  it('is decoded with times as moments in UTC and empty values as null', () => {
    expect(decodeTasks([wireTask({ preferredAgent: 'ana', lastAttemptAgent: '' })])).toEqual([
      {
        previewRecordId: 'P-1',
        clientId: 'C-1',
        preferredAgent: 'ana',
        skillQueue: 'renewals',
        createdTime: Date.UTC(2026, 2, 1, 10),
        lastUpdatedTime: Date.UTC(2026, 2, 1, 10),
        nextEarliestWorkTime: null,
        workedState: 'NOTWORKED',
        workAttempts: 0,
        lastAttemptAgent: null,
        lastAttemptTime: null,
        workCodes: [],
        items: [{ key: 'CustomerId', value: 'C-1', displayOrder: 1 }],
      },
    ]);
  });

  it('is read under both spellings of its id, and under both at once when they agree', () => {
    const other = wireTask({ previewRecordID: undefined, previewRecordId: 'P-9' });
    expect(decodeTasks([JSON.parse(JSON.stringify(other))])?.[0]?.previewRecordId).toBe('P-9');
    expect(decodeTasks([wireTask({ previewRecordId: 'P-1' })])?.[0]?.previewRecordId).toBe('P-1');
    expect(decodeTasks([wireTask({ previewRecordId: 'P-2' })])).toBeNull();
  });

  it('keeps work codes, items without an order, and lets unlisted properties through', () => {
    const workCodes = [{ key: 'Result', value: 'Sold' }];
    const previewRecordData = [
      { key: 'a', value: null },
      { key: 'b', value: 'x', displayOrder: null },
    ];
    const tasks = decodeTasks([wireTask({ workCodes, previewRecordData, later: { added: true } })]);
    expect(tasks?.[0]).toMatchObject({
      workCodes,
      items: [
        { key: 'a', value: '' },
        { key: 'b', value: 'x' },
      ],
    });
    expect(tasks?.[0]?.items.some((item) => 'displayOrder' in item)).toBe(false);
  });

  it.each([
    ['has no id', { previewRecordID: undefined }],
    ['has an empty id', { previewRecordID: '' }],
    ['has no clientId', { clientId: null }],
    ['has an unknown state', { workedState: 'SLEEPING' }],
    ['has attempts that are no count', { workAttempts: '1' }],
    ['has a time that is none', { lastAttemptTime: 'yesterday' }],
    ['has a time with a zone', { createdTime: '2026-03-01T10:00:00Z' }],
    ['has a next time that is a number', { nextEarliestWorkTime: 1 }],
    ['has no data', { previewRecordData: null }],
    ['has an item without a key', { previewRecordData: [{ value: 'x' }] }],
  ])('is refused with the whole list when it %s', (_name, changes) => {
    const odd: unknown = JSON.parse(JSON.stringify(wireTask(changes)));
    expect(decodeTasks([wireTask({}), odd])).toBeNull();
  });
});

describe('a user answer', () => {
  it('needs result and message', () => {
    expect(decodeUserAnswer({ result: 'SUCCESS', message: '' })).not.toBeNull();
    for (const json of [{ result: 'SUCCESS' }, { message: '' }, { result: 1, message: '' }, null, 'x', []]) {
      expect(decodeUserAnswer(json)).toBeNull();
    }
  });
});
