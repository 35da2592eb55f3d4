import { expect, test } from 'vitest';

import { whatMoved } from '../../src/reconcile/apply/what-moved.ts';
import { aRecord, seenRecord, taskOf } from '../support/values.ts';

test('a task that others deleted and made again just alike between plan and write is another one', () => {
  const task = taskOf(aRecord());
  const planned = { observed: seenRecord(task) };
  expect(whatMoved(planned, [task])).toBe(null);
  expect(whatMoved(planned, [{ ...task, previewRecordId: 'p-9' }])).toContain('made again');
});
