// Whom a reading asks for besides those who are declared or recorded, and who is asked for no more.

import { expect, test } from 'vitest';

import { loginsToAsk } from '../../src/core/reconcile/observe/addresses.ts';
import { observe } from '../../src/core/reconcile/observe/observe.ts';
import { readerOf } from '../support/edits.ts';
import { facts } from '../support/plans.ts';
import {
  LINEAGE,
  NOW,
  aCampaign,
  aRecord,
  aUser,
  desiredState,
  recordedRecord,
  recordedState,
  recordedUser,
  taskOf,
} from '../support/values.ts';

const ana = aUser();
const successor = 'not-managed@example.com';

test('the successor of a leaver is asked for, also of one who was removed and may be there again', () => {
  const { desired } = facts([], []);
  const leaver = recordedUser(ana, { offboard: { reassignTo: successor } });
  const removed = new Map([[leaver.address, { ...leaver, removedAt: 1 }]]);
  expect(loginsToAsk(desired, recordedState(leaver)).agents).toEqual([successor]);
  expect(loginsToAsk(desired, { ...recordedState(), removed }).agents).toEqual([successor]);
});

test.each([
  ['a reading has shown, is asked for no more', 'p-C-1', undefined],
  ['no reading has ever shown, is asked for again: those that found it gone may have lagged', '', 'present'],
])('a declared record that counts as called and gone, and that %s', async (_title, previewRecordId, presence) => {
  const record = aRecord({ campaign: aCampaign({ marker: false }) });
  const gone = { how: 'gone', at: NOW } as const;
  const { records } = await observe({
    reader: readerOf({ users: new Map(), tasks: new Map([['Summer Renewals', [taskOf(record)]]]) }),
    desired: desiredState(record),
    recorded: recordedState(recordedRecord(record, { previewRecordId, consumed: gone })),
    lineage: LINEAGE,
    clock: () => NOW,
    onProgress: () => undefined,
  });
  expect(records.get(record.address)?.presence).toBe(presence);
});
