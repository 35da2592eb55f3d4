import { describe, expect, test } from 'vitest';

import type { AppliedRun } from '../../src/core/model/applied.ts';
import type { DesiredRecord, ObservedTask } from '../../src/core/model/record.ts';
import type { Action, RecordedObject } from '../../src/core/model/state.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { checkAgents } from '../../src/core/reconcile/plan/plan.ts';
import { planOf } from '../support/plans.ts';
import { decisions } from '../support/scenario.ts';
import {
  NOW,
  aCampaign,
  aRecord,
  aUser,
  desiredState,
  observedState,
  recordedRecord,
  recordedState,
  recordedUser,
  seenRecord,
  seenUser,
  taskOf,
} from '../support/values.ts';

describe('a plan', () => {
  const ana = aUser();
  const record = aRecord({ preferredAgent: ana.loginUserId });
  const ben = aUser({ loginUserId: 'ben@example.com' });
  const plan = planOf({
    desired: desiredState(record, ana),
    recorded: recordedState(recordedUser(ben)),
    observed: observedState({
      users: new Map([
        [ana.address, seenUser('absent')],
        [ben.address, seenUser('present')],
      ]),
      records: new Map([[record.address, seenRecord()]]),
    }),
  });

  test('creates people first, then records, and removes people last', () => {
    expect(plan.changes.map((change) => `${change.action} ${change.address}`)).toEqual([
      'create user:ana@example.com',
      'create record:Summer Renewals/C-1',
      'delete user:ben@example.com',
    ]);
  });
  test('makes a record wait for the person it is pinned to', () => {
    expect(plan.changes[1]?.after).toEqual([ana.address]);
  });
  test('counts actions and requests', () => {
    expect(plan.counts).toMatchObject({ create: 2, delete: 1, unchanged: 0 });
    // The user: added. The record: looked for, added, looked for by its marker. The leaver: looked for before and after.
    expect(plan.requests.apply).toBe(1 + 3 + 3);
  });
  test('is frozen to its leaves', () => {
    expect(plan.changes).toHaveLength(3);
    expect(unfrozen(plan, 'plan')).toEqual([]);
    expect(unfrozen(Object.freeze({ fields: [{}] }), 'change')).toEqual(['change.fields', 'change.fields.0']);
  });
  test('forecasts what can be delivered when', () => {
    const later = aRecord({ clientId: 'C-2', nextEarliestWorkTime: NOW + 90 * 60 * 1000 });
    const facts = {
      desired: desiredState(aRecord(), later),
      recorded: recordedState(),
      observed: observedState({
        records: new Map([
          [record.address, seenRecord()],
          [later.address, seenRecord()],
        ]),
      }),
    };
    expect(planOf(facts).forecast).toEqual({
      deliverableAtOnce: 1,
      tasksAtOnce: [{ address: record.address, agent: null }],
      later: [
        {
          hour: NOW + 60 * 60 * 1000,
          from: NOW + 90 * 60 * 1000,
          to: NOW + 90 * 60 * 1000,
          zone: null,
          records: 1,
          tasks: [{ address: later.address, agent: null }],
        },
      ],
      pinned: 0,
      defaultQueue: 2,
      defaultZone: 2,
    });
  });
});

describe('off-boarding', () => {
  const ana = aUser();
  const stay = aUser({ loginUserId: 'ben@example.com' });
  const pinned = (
    record: DesiredRecord,
    objects: readonly RecordedObject[],
    offboard: 'clear' | 'block' | { reassignTo: string },
    ...twins: ObservedTask[]
  ): Plan =>
    planOf({
      desired: desiredState(stay, record),
      recorded: recordedState(recordedUser(ana, { offboard }), recordedUser(stay), ...objects),
      observed: observedState({
        users: new Map([
          [ana.address, seenUser('present')],
          [stay.address, seenUser('present')],
        ]),
        records: new Map([[record.address, seenRecord(taskOf(record, { preferredAgent: ana.loginUserId }), ...twins)]]),
        pins: new Map([
          [
            ana.loginUserId,
            {
              searched: [record.campaign.campaignName],
              unread: [],
              requests: 1,
              tasks: [
                {
                  campaignName: record.campaign.campaignName,
                  task: taskOf(record, { preferredAgent: ana.loginUserId }),
                },
              ],
            },
          ],
        ]),
      }),
    });
  const record = aRecord();
  const ours = [recordedRecord(record)];

  test('blocks the removal while open tasks are pinned', () => {
    const plan = pinned(record, ours, 'block');
    expect(plan.changes).toEqual([]);
    expect(decisions(plan)).toEqual(['offboard-blocked user:ana@example.com']);
  });
  test('reassigns our tasks before the person is removed', () => {
    const plan = pinned(record, ours, { reassignTo: 'ben@example.com' });
    expect(plan.changes.map((change) => `${change.action} ${change.kind}`)).toEqual(['update record', 'delete user']);
    expect(plan.changes[1]?.after).toEqual([record.address]);
  });
  test('never writes a task that is not ours: it stops the removal', () => {
    const foreign = aRecord({ campaign: aCampaign({ marker: false }) });
    const plan = pinned(foreign, [], 'clear');
    expect(plan.changes).toEqual([]);
    expect(decisions(plan)).toContain('offboard-blocked user:ana@example.com');
  });
  test('takes the pin from neither of two tasks of a clientId, of which a person says which is meant', () => {
    const plan = pinned(record, ours, 'clear', taskOf(record, { previewRecordId: 'p-other' }));
    expect(plan.changes).toEqual([]);
    expect(decisions(plan)).toContain('offboard-blocked user:ana@example.com');
  });
});

describe('a pin to somebody whom the files let go of', () => {
  const zoe = aUser({ loginUserId: 'zoe@example.com' });
  const agentSource = { file: 'a.csv', line: 7, column: 6 };
  const record = aRecord({ preferredAgent: zoe.loginUserId, agentSource });
  const state = desiredState(record, aUser({ loginUserId: 'zoe.k@example.com' }));
  const recorded = recordedState(recordedUser(zoe));
  test('is a mistake in the file, at the cell that names the agent and with the login that is nearly declared', () => {
    const [mistake] = checkAgents(state, recorded, new Set());
    expect(mistake).toMatchObject({ code: 'undeclared-agent', address: record.address, source: agentSource });
    expect(mistake?.message).toBe(
      `${record.address}: expected a declared user in preferredAgent; given zoe@example.com, who is no longer declared and would be removed; to pin to somebody else: muster repin --from zoe@example.com --to LOGIN; did you mean zoe.k@example.com?`,
    );
  });
  test('names the file that declares the person and is not read, and advises no other agent', () => {
    const unread = [{ file: 'teams/z.yaml.txt', addresses: new Set([zoe.address]) }];
    const [mistake] = checkAgents({ ...state, unread }, recorded, new Set());
    expect(mistake?.message).toMatch(/would be removed; teams\/z\.yaml\.txt declares this person, and is not read/u);
    expect(mistake?.message).not.toContain('repin');
  });
  test('is one mistake for all who are pinned to the same person', () => {
    const more = [8, 9].map((line) =>
      aRecord({ clientId: `C-${line}`, preferredAgent: 'zoe@example.com', agentSource: { ...agentSource, line } }),
    );
    const found = checkAgents(desiredState(record, ...more), recorded, new Set());
    expect(found).toMatchObject([{ source: agentSource, alike: [{ source: { line: 8 } }, { source: { line: 9 } }] }]);
    expect(found[0]?.message).toMatch(/ --to LOGIN; so in lines 8, 9$/u);
  });
  test('is none where nothing is left to do with the record, and where nobody is let go of', () => {
    expect(checkAgents(state, recorded, new Set([record.address]))).toEqual([]);
    expect(checkAgents(state, recordedState(), new Set())).toEqual([]);
  });
});

/** Paths of the objects and lists that somebody could change. */
function unfrozen(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, each]) => unfrozen(each, `${path}.${key}`));
  return Object.isFrozen(value) ? inside : [path, ...inside];
}

const ana = aUser();
const begun = (action: Action, at: number): AppliedRun => ({
  ...{ generation: at, run: 'r', at, files: null, approved: null, fingerprints: {}, desired: 'd', binds: 'b' },
  changes: [{ address: ana.address, action, digest: 'x', isBegun: true }],
});

test('who was added by muster, and is to go, is said to be so until that is done, whatever came to nothing since', () => {
  const reversed = (...applied: readonly AppliedRun[]): unknown => {
    const observed = observedState({ users: new Map([[ana.address, seenUser('present')]]) });
    const recorded = recordedState(recordedUser(ana));
    return planOf({ desired: desiredState(), recorded, observed }, { applied }).changes[0]?.reverses;
  };
  const added = { did: 'added', at: 1, commit: null };
  expect(reversed(begun('create', 1))).toEqual(added);
  expect(reversed(begun('delete', 3), begun('delete', 2), begun('create', 1))).toEqual(added);
  expect(reversed(begun('delete', 3), begun('update', 2), begun('create', 1))).toBeUndefined();
});

test('who was removed by muster, and comes back, is said to be so until that is done, whatever came to nothing since', () => {
  const reversed = (...applied: readonly AppliedRun[]): unknown => {
    const observed = observedState({ users: new Map([[ana.address, seenUser('absent')]]) });
    return planOf({ desired: desiredState(ana), recorded: recordedState(), observed }, { applied }).changes[0]
      ?.reverses;
  };
  const removed = { did: 'removed', at: 2, commit: null };
  expect(reversed(begun('delete', 2), begun('create', 1))).toEqual(removed);
  expect(reversed(begun('create', 4), begun('create', 3), begun('delete', 2), begun('create', 1))).toEqual(removed);
  expect(reversed(begun('create', 1))).toBeUndefined();
});
