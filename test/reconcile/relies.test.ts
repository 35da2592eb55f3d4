// Which open points a plan relied on, from its changes alone, and whether the answer was measured.

import { describe, expect, test } from 'vitest';

import { updateProfile } from '../../src/model/profile.ts';
import type { PointId } from '../../src/model/open-points.ts';
import type { ServiceProfile } from '../../src/model/profile.ts';
import type { Relied } from '../../src/reconcile/plan-value.ts';
import type { ObservedTask } from '../../src/model/record.ts';
import type { ObservedState } from '../../src/model/state.ts';
import { planOf } from '../support/plans.ts';
import type { Facts } from '../support/plans.ts';
import {
  aCampaign,
  aRecord,
  aUser,
  desiredState,
  NOW,
  observedState,
  recordedRecord,
  recordedState,
  recordedUser,
  seenRecord,
  seenUser,
  taskOf,
  UNREAD,
} from '../support/values.ts';

type States = Partial<Facts>;

function relied(states: States, profile: ServiceProfile | null = null): readonly Relied[] {
  const given = { desired: desiredState(), recorded: recordedState(), observed: observedState(), ...states };
  return planOf(given, { policy: { deletes: { count: 99, percent: 100 } }, removesAll: true, profile }).relies;
}

const ids = (states: States): PointId[] => relied(states).map(({ id }) => id);
const seen = (address: string, ...tasks: readonly ObservedTask[]): ObservedState =>
  observedState({ records: new Map([[address, seenRecord(...tasks)]]) });

const plain = aCampaign({ marker: false });
const record = aRecord({ campaign: plain });
const pinned = aRecord({ campaign: plain, preferredAgent: 'ana@example.com' });
const changed = aRecord({ campaign: plain, skillQueue: 'gold' });
const user = aUser();
const both = aUser({ createInBackend: true });
const users = (address: string, ...seenAs: Parameters<typeof seenUser>): ObservedState =>
  observedState({ users: new Map([[address, seenUser(...seenAs)]]) });

describe('a plan relied on', () => {
  const rows: readonly (readonly [string, States, readonly PointId[]])[] = [
    ['nothing, when nothing is declared', {}, []],
    ['absence, when a record is added', { desired: desiredState(record), observed: seen(record.address) }, ['S1']],
    [
      'absence and the clock of a pin',
      { desired: desiredState(pinned), observed: seen(pinned.address) },
      ['S1', 'S24'],
    ],
    [
      'bulk reading, in a campaign with markers',
      { desired: desiredState(aRecord()), observed: seen(record.address) },
      ['S1', 'S4', 'S22.case'],
    ],
    [
      'what an update does to the rest of a record',
      {
        desired: desiredState(changed),
        recorded: recordedState(recordedRecord(record)),
        observed: seen(record.address, taskOf(record)),
      },
      ['S10', 'S23', 'S26'],
    ],
    [
      'what a delete leaves behind',
      { recorded: recordedState(recordedRecord(record)), observed: seen(record.address, taskOf(record)) },
      ['S5'],
    ],
    [
      'absence, when a record is forgotten as gone',
      { recorded: recordedState(recordedRecord(record)), observed: seen(record.address) },
      ['S1'],
    ],
    [
      'an unread record: most often an absence that was not told',
      { desired: desiredState(record), observed: observedState({ records: new Map([[record.address, UNREAD]]) }) },
      ['S1'],
    ],
    [
      'the word for a user who exists',
      { desired: desiredState(user), observed: users(user.address, 'absent') },
      ['S12'],
    ],
    [
      'backendStatus too, when the backing instance is written',
      { desired: desiredState(both), observed: users(both.address, 'absent', 'absent') },
      ['S12', 'S15', 'S25'],
    ],
    [
      'what a deleted user blocks, and lists of pinned tasks that are whole',
      {
        recorded: recordedState(recordedUser(user)),
        observed: {
          ...users(user.address, 'present'),
          pins: new Map([[user.loginUserId, { tasks: [], searched: [], unread: [], requests: 0 }]]),
        },
      },
      ['S4', 'S14'],
    ],
  ];
  test.each(rows)('%s', (_title, states, expected) => {
    expect(ids(states)).toEqual(expected);
  });

  test('what a transfer takes along', () => {
    const spring = aCampaign({ campaignName: 'Spring', marker: false });
    const before = aRecord({ campaign: spring });
    const observed = observedState({
      records: new Map([
        [record.address, seenRecord()],
        [before.address, seenRecord(taskOf(before))],
      ]),
    });
    const moved = { desired: desiredState(record), recorded: recordedState(recordedRecord(before)), observed };
    expect(ids(moved)).toEqual(expect.arrayContaining(['S1', 'S7', 'S8', 'S9']));
  });
});

function measuredAs(id: PointId, answer: string): ServiceProfile {
  const found = { target: 'sandbox', at: NOW, how: 'probe' } as const;
  return updateProfile(null, found, [{ id, answer, evidence: 'seen' }]);
}

describe('an answer', () => {
  const adding = { desired: desiredState(record), observed: seen(record.address) };

  test('is assumed without a profile, and where the profile does not know it', () => {
    const assumed = { id: 'S1', how: 'assumed', at: null, caution: null };
    expect(relied(adding)).toMatchObject([assumed]);
    expect(relied(adding, measuredAs('S2', 'AND'))).toMatchObject([assumed]);
  });

  test('is stated where a person wrote it into the profile', () => {
    const profile = measuredAs('S1', 'error');
    const S1 = { ...profile.points.S1, how: 'stated' } as const;
    const [first] = relied(adding, { ...profile, points: { ...profile.points, S1 } });
    expect(first).toMatchObject({ id: 'S1', how: 'stated', answer: 'error', at: profile.at });
  });

  test('is measured on a day', () => {
    const day = new Date(NOW).toISOString().slice(0, 10);
    expect(relied(adding, measuredAs('S1', 'error'))).toMatchObject([
      { id: 'S1', how: 'measured', answer: 'error', at: day, caution: null },
    ]);
  });

  test('that lets nothing be concluded is said in words', () => {
    expect(relied(adding, measuredAs('S1', 'FAILED+text'))[0]?.caution).toMatch(/nothing can be concluded/u);
  });

  test('that would have worked records delivered again is said only where one is overwritten', () => {
    const replacing = aRecord({ campaign: plain, skillQueue: 'gold', whenWorked: 'replace' });
    const states = (attempts: number): States => ({
      desired: desiredState(replacing),
      recorded: recordedState(recordedRecord(record)),
      observed: seen(record.address, taskOf(record, { workAttempts: attempts })),
    });
    const caution = (attempts: number): string | null | undefined =>
      relied(states(attempts), measuredAs('S10', 'resets')).find(({ id }) => id === 'S10')?.caution;
    expect(caution(1)).toMatch(/delivered again/u);
    expect(caution(0)).toBeNull();
  });
});
