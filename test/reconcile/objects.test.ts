// A change says what it is about: the person, or the campaign and the clientId, declared or not.

import { describe, expect, test } from 'vitest';

import { undeclaredCampaign } from '../../src/core/model/record.ts';
import type { DesiredRecord } from '../../src/core/model/record.ts';
import type { ObservedState, RecordedObject } from '../../src/core/model/state.ts';
import type { Change } from '../../src/core/reconcile/change.ts';
import { diff } from '../../src/core/reconcile/diff/diff.ts';
import * as values from '../support/values.ts';

const summer = values.aCampaign({ campaignName: 'Summer', clientIdFieldName: 'Key' });
const winter = values.aCampaign({ campaignName: 'Winter/2026' });
const record = values.aRecord({ campaign: summer });

function changes(
  desired: readonly DesiredRecord[],
  recorded: readonly RecordedObject[],
  observed: Partial<ObservedState>,
): readonly Change[] {
  const facts = {
    desired: values.desiredState(...desired),
    recorded: values.recordedState(...recorded),
    observed: values.observedState(observed),
  };
  return diff({ ...facts, lineage: values.LINEAGE, digest: values.digest, now: values.NOW }).changes;
}

describe('a campaign that no file declares', () => {
  test('has the id column and the markers of a record of it, and is looked through for twins', () => {
    const { marker } = values.recordedRecord(record);
    expect(undeclaredCampaign('Summer', { clientIdFieldName: 'Key', marker })).toMatchObject({
      campaignName: 'Summer',
      clientIdFieldName: 'Key',
      marker: true,
      intake: true,
    });
    expect(undeclaredCampaign('Summer', { clientIdFieldName: 'Key', marker: null }).marker).toBe(false);
  });

  test('of which only the name is known has no markers to search for', () => {
    expect(undeclaredCampaign('Summer')).toMatchObject({ clientIdFieldName: 'Id', marker: false, intake: true });
  });
});

describe('a change names its object', () => {
  test('that is no longer declared: as it is recorded', () => {
    const observed = { records: new Map([[record.address, values.seenRecord(values.taskOf(record))]]) };
    expect(changes([], [values.recordedRecord(record)], observed)).toMatchObject([
      {
        action: 'delete',
        cause: { kind: 'undeclared' },
        clientId: 'C-1',
        campaign: { campaignName: 'Summer', clientIdFieldName: 'Key' },
      },
    ]);
  });

  test('that moves: where it goes, as declared, and where it comes from, as recorded', () => {
    const moved = values.aRecord({ campaign: winter });
    const observed = {
      records: new Map([
        [record.address, values.seenRecord(values.taskOf(record))],
        [moved.address, values.seenRecord()],
      ]),
    };
    expect(changes([moved], [values.recordedRecord(record)], observed)).toMatchObject([
      {
        action: 'move',
        clientId: 'C-1',
        campaign: winter,
        from: { address: record.address, campaign: { campaignName: 'Summer', clientIdFieldName: 'Key', intake: true } },
      },
    ]);
  });

  test('that is a person who leaves, and the task taken from that person, recorded or not', () => {
    const leaver = values.aUser({ offboard: 'clear' });
    const task = values.taskOf(record, { preferredAgent: leaver.loginUserId });
    const pins = { tasks: [{ campaignName: 'Summer', task }], searched: ['Summer'], unread: [], requests: 1 };
    const observed = {
      users: new Map([[leaver.address, values.seenUser('present')]]),
      pins: new Map([[leaver.loginUserId, pins]]),
    };
    const { loginUserId } = leaver;
    expect(changes([], [values.recordedUser(leaver)], observed)).toMatchObject([
      { kind: 'user', action: 'delete', loginUserId },
      {
        kind: 'record',
        clientId: 'C-1',
        campaign: { campaignName: 'Summer' },
        cause: { kind: 'offboarding', loginUserId },
      },
    ]);
  });
});
