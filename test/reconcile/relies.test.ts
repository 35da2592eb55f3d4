// Which assumptions a plan makes, from its changes alone, and whether the answer was measured.

import { describe, expect, test } from 'vitest';

import { updateProfile } from '../../src/core/model/profile.ts';
import type { PointId } from '../../src/core/model/open-points.ts';
import type { ServiceProfile } from '../../src/core/model/profile.ts';
import type { ReliedAnswer } from '../../src/core/reconcile/plan-value.ts';
import type { ObservedTask } from '../../src/core/model/record.ts';
import type { ObservedState } from '../../src/core/model/state.ts';
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

function relied(states: States, profile: ServiceProfile | null = null): readonly ReliedAnswer[] {
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
    [
      'absence, when a record is added',
      { desired: desiredState(record), observed: seen(record.address) },
      ['no-record-answer'],
    ],
    [
      'absence alone, when a pinned record is added: of its clock either reading is planned for',
      { desired: desiredState(pinned), observed: seen(pinned.address) },
      ['no-record-answer'],
    ],
    [
      'bulk reading, in a campaign with markers',
      { desired: desiredState(aRecord()), observed: seen(record.address) },
      ['no-record-answer', 'search-ceiling'],
    ],
    [
      'what an update does to the rest of a record',
      {
        desired: desiredState(changed),
        recorded: recordedState(recordedRecord(record)),
        observed: seen(record.address, taskOf(record)),
      },
      ['update-state'],
    ],
    [
      'nothing, when a record is deleted: whatever that leaves behind is read as deleted',
      { recorded: recordedState(recordedRecord(record)), observed: seen(record.address, taskOf(record)) },
      [],
    ],
    [
      'absence, when a record is forgotten as gone',
      { recorded: recordedState(recordedRecord(record)), observed: seen(record.address) },
      ['no-record-answer'],
    ],
    [
      'an unread record: most often an absence that was not told',
      { desired: desiredState(record), observed: observedState({ records: new Map([[record.address, UNREAD]]) }) },
      ['no-record-answer'],
    ],
    [
      'what a clientId that was deleted becomes, when a recorded record is added again',
      {
        desired: desiredState({ ...record, reissue: 'asked for again' }),
        recorded: recordedState(recordedRecord(record)),
        observed: seen(record.address),
      },
      ['no-record-answer', 'add-after-delete'],
    ],
    [
      'nothing, when a user is added: any refusal is a failed change',
      { desired: desiredState(user), observed: users(user.address, 'absent') },
      [],
    ],
    [
      'nothing more, when the backing instance is written, too',
      { desired: desiredState(both), observed: users(both.address, 'absent', 'absent') },
      [],
    ],
    [
      'lists of pinned tasks that are whole, when a user is deleted',
      {
        recorded: recordedState(recordedUser(user)),
        observed: {
          ...users(user.address, 'present'),
          pins: new Map([[user.loginUserId, { tasks: [], searched: [], unread: [], requests: 0 }]]),
        },
      },
      ['search-ceiling', 'agent-id'],
    ],
  ];
  test.each(rows)('%s', (_title, states, expected) => {
    expect(ids(states)).toEqual(expected);
  });

  test('absence in the target alone, when a record is moved: what a transfer loses is put back', () => {
    const spring = aCampaign({ campaignName: 'Spring', marker: false });
    const before = aRecord({ campaign: spring });
    const observed = observedState({
      records: new Map([
        [record.address, seenRecord()],
        [before.address, seenRecord(taskOf(before))],
      ]),
    });
    const moved = { desired: desiredState(record), recorded: recordedState(recordedRecord(before)), observed };
    expect(ids(moved)).toEqual(['no-record-answer']);
  });
});

function measuredAs(id: PointId, answer: string): ServiceProfile {
  const found = { target: 'sandbox', at: NOW, how: 'probe' } as const;
  return updateProfile(null, found, [{ id, answer, evidence: 'seen' }]);
}

describe('an answer', () => {
  const adding = { desired: desiredState(record), observed: seen(record.address) };

  test('is assumed without a profile, and where the profile does not know it', () => {
    const assumed = { id: 'no-record-answer', how: 'assumed', at: null, caution: null };
    expect(relied(adding)).toMatchObject([assumed]);
    expect(relied(adding, measuredAs('combined-criteria', 'AND'))).toMatchObject([assumed]);
  });

  test('is stated where a person wrote it into the profile', () => {
    const profile = measuredAs('no-record-answer', 'error');
    const stated = { ...profile.points['no-record-answer'], how: 'stated' } as const;
    const [first] = relied(adding, { ...profile, points: { ...profile.points, 'no-record-answer': stated } });
    expect(first).toMatchObject({ id: 'no-record-answer', how: 'stated', answer: 'error', at: profile.at });
  });

  test('is measured on a day', () => {
    const day = new Date(NOW).toISOString().slice(0, 10);
    expect(relied(adding, measuredAs('no-record-answer', 'error'))).toMatchObject([
      { id: 'no-record-answer', how: 'measured', answer: 'error', at: day, caution: null },
    ]);
  });

  test('that lets nothing be concluded is said in words', () => {
    expect(relied(adding, measuredAs('no-record-answer', 'FAILED+text'))[0]?.caution).toMatch(
      /nothing can be concluded/u,
    );
  });

  test('that cuts searches is said with its number, and one that does not is no caution', () => {
    const states = { desired: desiredState(aRecord()), observed: seen(record.address) };
    const caution = (answer: string): string | null | undefined =>
      relied(states, measuredAs('search-ceiling', answer)).find(({ id }) => id === 'search-ceiling')?.caution;
    expect(caution('500')).toBe('a search is cut at 500 without a word: a list that long is taken as incomplete');
    expect([caution('none'), caution('>1000')]).toEqual([null, null]);
  });

  test('that would have worked records delivered again is said only where one is overwritten', () => {
    const replacing = aRecord({ campaign: plain, skillQueue: 'gold', whenWorked: 'replace' });
    const states = (attempts: number): States => ({
      desired: desiredState(replacing),
      recorded: recordedState(recordedRecord(record)),
      observed: seen(record.address, taskOf(record, { workAttempts: attempts })),
    });
    const caution = (attempts: number): string | null | undefined =>
      relied(states(attempts), measuredAs('update-state', 'resets')).find(({ id }) => id === 'update-state')?.caution;
    expect(caution(1)).toMatch(/called again/u);
    expect(caution(0)).toBeNull();
  });
});
