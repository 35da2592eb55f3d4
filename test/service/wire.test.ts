// Decoding of answers: what fits becomes the model, what does not becomes null.

import { describe, expect, it } from 'vitest';
import { decodePreviewAnswer, decodeTasks, decodeUserAnswer, saysNoRecord } from '../../src/core/service/wire.ts';
import { campaignAnswer, wireTask } from './wire-samples.ts';

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
    ['has an item without a value', { previewRecordData: [{ key: 'a' }] }],
    ['has an item whose value is a number', { previewRecordData: [{ key: 'a', value: 7 }] }],
    ['has an item whose place is no number', { previewRecordData: [{ key: 'a', value: 'x', displayOrder: '1' }] }],
    ['has a work code without a value', { workCodes: [{ key: 'Result' }] }],
    ['has a work code without a key', { workCodes: [{ value: 'Sold' }] }],
    ['has a work code whose value is a number', { workCodes: [{ key: 'Result', value: 1 }] }],
    ['has a clientId that is missing', { clientId: undefined }],
    ['has no state', { workedState: undefined }],
    ['has no attempts', { workAttempts: undefined }],
    ['has no property for its data', { previewRecordData: undefined }],
    ['has an id that is a number', { previewRecordID: 7 }],
    ['has a last update that is no time', { lastUpdatedTime: 'yesterday' }],
    ['has a next time that is no time', { nextEarliestWorkTime: 'tomorrow' }],
  ])('is refused with the whole list when it %s', (_name, changes) => {
    const odd: unknown = JSON.parse(JSON.stringify(wireTask(changes)));
    expect(decodeTasks([wireTask({}), odd])).toBeNull();
  });
});

it.each(['NOTWORKED', 'WORKED', 'COMPLETED', 'REMOVED'])('a task may be %s', (workedState) => {
  expect(decodeTasks([wireTask({ workedState })])?.[0]?.workedState).toBe(workedState);
});

describe('a campaign answer', () => {
  it('echoes the envelope and says what came of it', () => {
    const whole = campaignAnswer('SUCCESS');
    expect(decodePreviewAnswer(whole)).toEqual(whole);
    const parts = ['platform', 'companyCode', 'environment', 'region', 'campaignName', 'previewResult'];
    for (const part of parts) {
      const left = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== part));
      expect(decodePreviewAnswer(left)).toBeNull();
      expect(decodePreviewAnswer({ ...whole, [part]: 7 })).toBeNull();
    }
    expect(decodePreviewAnswer({ ...whole, previewResult: { error: null } })).toBeNull();
    expect(decodePreviewAnswer({ ...whole, previewResult: { previewResultStatus: 7 } })).toBeNull();
    expect(decodePreviewAnswer({ ...whole, previewResult: { previewResultStatus: 'SUCCESS', error: 7 } })).toBeNull();
  });

  it('says that there is no record wherever the word stands, but in what it echoes', () => {
    expect(saysNoRecord({ status: ' NORECORDFOUND ' })).toBe(true);
    const echoed = ['platform', 'companyCode', 'environment', 'region', 'campaignName', 'previewRecordClientData'];
    for (const name of echoed) expect(saysNoRecord({ [name]: 'NORECORDFOUND' })).toBe(false);
    for (const json of [null, 'NORECORDFOUND', 7, {}, { previewResult: null }, { previewResult: 'x' }])
      expect(saysNoRecord(json)).toBe(false);
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
