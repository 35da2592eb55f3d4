import { describe, expect, test } from 'vitest';

import type { DesiredRecord, ObservedRecord } from '../../src/model/record.ts';
import type { IgnoreRule } from '../../src/model/state.ts';
import type { DriftResult } from '../../src/reconcile/change.ts';
import { diff } from '../../src/reconcile/diff.ts';
import { detectDrift } from '../../src/reconcile/drift.ts';
import {
  NOW,
  STACK,
  UNREAD,
  aRecord,
  aUser,
  desiredState,
  digest,
  observedState,
  recordedRecord,
  recordedState,
  recordedUser,
  seenRecord,
  seenUser,
  taskOf,
} from '../support/values.ts';

interface Sides {
  readonly desired: DesiredRecord;
  readonly recorded: DesiredRecord | null;
  readonly observed: ObservedRecord;
  readonly ignore?: readonly IgnoreRule[];
}

function driftOf({ desired, recorded, observed, ignore = [] }: Sides): DriftResult {
  const ana = aUser();
  const input = {
    desired: desiredState(desired, ana),
    recorded: recordedState(recordedUser(ana), ...(recorded ? [recordedRecord(recorded)] : [])),
    observed: observedState({
      users: new Map([[ana.address, seenUser('present')]]),
      records: new Map([[desired.address, observed]]),
    }),
    digest,
    now: NOW,
  };
  const target = { name: 'sandbox', region: 'us-east-1', companyCode: 'example', environment: 'sandbox' };
  return detectDrift({ ...input, target, project: 'contact-centre', diff: diff({ ...input, stack: STACK }), ignore });
}

const before = aRecord({ skillQueue: 'silver' });
const gold = aRecord({ skillQueue: 'gold' });
const bronze = taskOf(aRecord({ skillQueue: 'bronze' }));
const classes = (sides: Sides): string[] => driftOf(sides).findings.map((finding) => finding.class);

describe('a difference', () => {
  test('that Git made is pending', () => {
    expect(classes({ desired: gold, recorded: before, observed: seenRecord(taskOf(before)) })).toEqual(['pending']);
  });
  test('that the service made is drift', () => {
    expect(classes({ desired: before, recorded: before, observed: seenRecord(bronze) })).toEqual(['drift']);
  });
  test('that both made differently is a conflict', () => {
    expect(classes({ desired: gold, recorded: before, observed: seenRecord(bronze) })).toEqual(['conflict']);
  });
  test('that both made alike is none', () => {
    expect(classes({ desired: gold, recorded: before, observed: seenRecord(taskOf(gold)) })).toEqual([]);
  });
});

describe('a record', () => {
  test('that vanished is missing, and one that was completed is consumed', () => {
    expect(classes({ desired: before, recorded: before, observed: seenRecord() })).toEqual(['missing']);
    const done = taskOf(before, { workedState: 'COMPLETED' });
    expect(classes({ desired: before, recorded: before, observed: seenRecord(done) })).toEqual(['consumed']);
  });
  test('that could not be read is never called missing', () => {
    expect(classes({ desired: before, recorded: before, observed: UNREAD })).toEqual(['unreadable']);
  });
  test('declared and not yet there is pending', () => {
    expect(classes({ desired: before, recorded: null, observed: seenRecord() })).toEqual(['pending']);
  });
});

describe('an ignore rule', () => {
  const rule = {
    address: 'record:*',
    property: 'skillQueue',
    class: 'drift',
    reason: 'pilot',
    owner: 'ops',
    expires: NOW + 1,
  };
  const sides = { desired: before, recorded: before, observed: seenRecord(bronze) };
  test('silences what it names until it expires', () => {
    expect(classes({ ...sides, ignore: [rule] })).toEqual([]);
    expect(classes({ ...sides, ignore: [{ ...rule, expires: NOW }] })).toEqual(['drift']);
    expect(classes({ ...sides, ignore: [{ ...rule, property: 'timeZone' }] })).toEqual(['drift']);
  });
});

test('coverage tells what of a person can be verified: presence and nothing else', () => {
  const { verified } = driftOf({ desired: before, recorded: before, observed: seenRecord(taskOf(before)) });
  expect(verified.user).toEqual({ verified: 1, declared: 4 });
  expect(verified.record.verified).toBe(verified.record.declared);
});
