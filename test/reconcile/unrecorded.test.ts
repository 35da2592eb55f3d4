// Whether recorded state is older than what the service shows (diff/unrecorded).

import { expect, test } from 'vitest';

import { unrecordedIn } from '../../src/core/reconcile/diff/unrecorded.ts';
import { LINEAGE, NOW, aRecord, desiredState, recordedRecord, recordedState, taskOf } from '../support/values.ts';

const [recorded, ours, added] = ['C-1', 'C-2', 'C-3'].map((clientId) => aRecord({ clientId }));
if (!recorded || !ours || !added) throw new Error('three are needed');

const asked = (...desired: (typeof ours)[]): ReturnType<typeof unrecordedIn> =>
  unrecordedIn({
    desired: desiredState(recorded, ...desired),
    recorded: recordedState(recordedRecord(recorded)),
    observed: { records: new Map(), extras: new Map([[ours.address, taskOf(ours)]]) },
    lineage: LINEAGE,
    now: NOW,
  });

test('a customer of ours that a plan of a part does not ask for, but sees, is nobody new', () => {
  expect(asked(ours)).toBeNull();
  expect(asked(ours, added)).toMatchObject({ older: [ours.campaign.campaignName] });
});
