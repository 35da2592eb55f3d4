// Whom a reading asks for besides those who are declared or recorded.

import { expect, test } from 'vitest';

import { loginsToAsk } from '../../src/core/reconcile/observe/addresses.ts';
import { facts } from '../support/plans.ts';
import { aUser, recordedState, recordedUser } from '../support/values.ts';

const ana = aUser();
const successor = 'not-managed@example.com';

test('the successor of a leaver is asked for, also of one who was removed and may be there again', () => {
  const { desired } = facts([], []);
  const leaver = recordedUser(ana, { offboard: { reassignTo: successor } });
  const removed = new Map([[leaver.address, { ...leaver, removedAt: 1 }]]);
  expect(loginsToAsk(desired, recordedState(leaver)).agents).toEqual([successor]);
  expect(loginsToAsk(desired, { ...recordedState(), removed }).agents).toEqual([successor]);
});
