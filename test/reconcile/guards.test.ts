import { describe, expect, test } from 'vitest';

import { ERRORS } from '../../src/core/model/errors.ts';
import type { ErrorCode } from '../../src/core/model/errors.ts';
import { backgroundOf } from '../../src/cli/explain/background.ts';
import type { OpenIntent } from '../../src/core/model/state.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { diff } from '../../src/core/reconcile/diff/diff.ts';
import { takePart } from '../../src/core/reconcile/plan/approval.ts';
import { stopOnGuards } from '../../src/core/reconcile/plan/guards.ts';
import { facts, planOf, touched } from '../support/plans.ts';
import type { Facts } from '../support/plans.ts';
import {
  LINEAGE,
  NOW,
  aCampaign,
  aLeaver,
  aRecord,
  aUser,
  digest,
  observedState,
  recordedRecord,
  recordedState,
  recordedUser,
  seenRecord,
  seenUser,
  taskOf,
} from '../support/values.ts';
import { guardErrorWith } from '../../src/core/report/words/why-guard.ts';

const guardError = guardErrorWith('--allow ');
const ana = aUser();
const people = (count: number) =>
  Array.from({ length: count }, (_, at) => aUser({ loginUserId: `u${at}@example.com` }));
const codes = (plan: Plan): string[] => plan.guards.map(({ code, passed }) => `${code}${passed ? ' passed' : ''}`);
const words = (plan: Plan): (string | null)[] => plan.guards.map(({ pass }) => pass);

test('every guard has an exit code, an advice and a background to explain it', () => {
  const guards = Object.keys(ERRORS).filter((code) => code.startsWith('guard-')) as ErrorCode[];
  expect(guards).toHaveLength(16);
  expect(guards.filter((code) => ERRORS[code].exit !== 14 || backgroundOf(code) === '')).toEqual([]);
});

describe('deletes', () => {
  const both = people(4).map((user) => aUser({ ...user, createInBackend: true }));
  const plan = planOf(facts([ana, ...both], [ana]));

  test('are counted by kind, with those in the backing instance said', () => {
    expect(plan.guards).toMatchObject([{ code: 'guard-deletes', pass: 'deletes=4', passed: false }]);
    expect(plan.guards[0]).toMatchObject({ users: 4, inBackend: 4, records: 0 });
  });

  test('say which list of customers has fewer rows than before', () => {
    const list = Array.from({ length: 6 }, (_, at) => aRecord({ clientId: `C-${at}` }));
    const [left, gone] = [list.slice(0, 2), list.slice(2)];
    expect(planOf(facts(list, left)).guards[0]).toMatchObject({
      code: 'guard-deletes',
      records: gone.length,
      shrunk: [{ file: left[0]?.source.file, had: 6, has: 2 }],
    });
  });

  test('say which of the rows that are gone were finished before', () => {
    const list = Array.from({ length: 7 }, (_, at) => aRecord({ clientId: `C-${at}` }));
    const [left, over] = [
      list.slice(0, 2),
      recordedRecord(aRecord({ clientId: 'C-6' }), { consumed: { how: 'COMPLETED', at: NOW } }),
    ];
    const given = facts(list, left);
    const recorded = recordedState(...given.recorded.objects.values(), over);
    expect(planOf({ ...given, recorded }).guards[0]).toMatchObject({
      records: 4,
      shrunk: [{ finished: [over.address] }],
    });
  });

  test('are passed by the exact number only', () => {
    const allowing = (deletes: number): string[] => codes(planOf(facts([ana, ...both], [ana]), { allow: { deletes } }));
    expect([3, 4, 5].map((count) => allowing(count)[0])).toEqual([
      'guard-deletes',
      'guard-deletes passed',
      'guard-deletes',
    ]);
  });

  test('say that the number given does not fit', () => {
    const plan = planOf(facts([ana, ...both], [ana]), { allow: { deletes: 3 } });
    expect(() => stopOnGuards(plan, guardError)).toThrow('you allowed 3, the plan has 4; pass: --allow deletes=4');
  });

  test('a number allowed for a guard that is not met is a warning', () => {
    const allow = { deletes: 4, overwrite: 2 };
    expect(planOf(facts([ana, ...both], [ana]), { allow }).warnings).toMatchObject([
      { code: 'allow-not-needed', guard: 'overwrite', allowed: 2 },
    ]);
  });

  test('meet the limit that muster.yaml has now, for objects that did not change since', () => {
    const given = facts([ana, ...people(4)], [ana]);
    expect(codes(planOf(given, { policy: { deletes: { count: 4, percent: 100 } } }))).toEqual([]);
    expect(codes(planOf(given, { policy: { deletes: { count: 0, percent: 100 } } }))).toEqual(['guard-deletes']);
  });

  test('do not stop the part that adds', () => {
    const more = planOf(facts([ana, ...people(4)], [ana, aUser({ loginUserId: 'new@example.com' })]));
    expect(codes(more)).toEqual(['guard-deletes']);
    expect(() => stopOnGuards(more, guardError)).toThrow('deletes=4');
    expect(() => stopOnGuards(takePart(more, 'additions'), guardError)).not.toThrow();
    expect(() => stopOnGuards(takePart(more, 'removals'), guardError)).toThrow('deletes=4');
  });
});

test('what a file declares that no pattern matches is removed by its number only, in each part', () => {
  const given = facts([ana, ...people(2)], [ana]);
  const unread = [{ file: 'sales.yml', addresses: new Set(['user:u1@example.com', 'user:x']) }];
  const desired = { ...given.desired, unread };
  const plan = planOf({ ...given, desired });
  expect(plan.guards).toMatchObject([
    { code: 'guard-unread-files', files: [{ file: 'sales.yml', lost: ['user:u1@example.com'] }] },
  ]);
  expect(() => stopOnGuards(takePart(plan, 'removals'), guardError)).toThrow('--allow unread-files=1');
  expect(codes(planOf({ ...given, desired }, { allow: { 'unread-files': 1 } }))).toEqual(['guard-unread-files passed']);
});

describe('deletes of one file', () => {
  const other = aCampaign({ campaignName: 'Other', source: { file: 'b.yaml', line: 1, column: 1 } });
  const inOther = ['X-1', 'X-2', 'X-3'].map((clientId) => aRecord({ campaign: other, clientId }));
  const kept = aRecord({ campaign: other, clientId: 'X-9' });
  const left = aLeaver({ loginUserId: 'u0@example.com', source: { file: 'a.yaml', line: 1, column: 1 } });
  const given = facts([ana, kept, ...inOther, ...people(3)], [ana, kept, left]);
  const limited = (perFile: number, allow = {}): Plan =>
    planOf(given, { policy: { deletes: { count: 9, percent: 100, perFile } }, allow });

  test('have no limit unless muster.yaml gives one', () => {
    expect(codes(planOf(given, { policy: { deletes: { count: 9, percent: 100 } } }))).toEqual([]);
  });

  test('count for the file of the line, of the campaign, or for none', () => {
    const files = [
      { file: 'b.yaml', lost: ['1', '2', '3'].map((id) => `record:Other/X-${id}`) },
      { file: 'a.yaml', lost: ['user:u0@example.com'] },
      { file: null, lost: ['user:u1@example.com', 'user:u2@example.com'] },
    ];
    expect(limited(0).guards).toMatchObject([{ code: 'guard-file-deletes', files, limit: 0 }]);
    expect(words(limited(2))).toEqual(['file-deletes=3']);
    expect(codes(limited(3))).toEqual([]);
    expect(codes(limited(2, { 'file-deletes': 3 }))).toEqual(['guard-file-deletes passed']);
  });
});

describe('one object under two names', () => {
  const upper = aUser({ loginUserId: 'Ana@example.com' });
  const free = { policy: { deletes: { count: 9, percent: 100 } } };

  test.each<[string, Facts]>([
    ['created and deleted', facts([upper], [ana])],
    ['created and released', facts([aUser({ ...upper, onRemove: 'release' })], [ana])],
    [
      'replaced and deleted',
      facts([upper, ana], [aUser({ profile: { ...ana.profile, lastName: 'Other' }, onProfileChange: 'replace' })]),
    ],
    [
      'created and replaced',
      facts([upper], [ana, { ...upper, profile: { ...upper.profile, lastName: 'Other' }, onProfileChange: 'replace' }]),
    ],
  ])('%s stops, and no word passes it', (_name, given) => {
    const plan = planOf(given, free);
    expect(plan.guards).toMatchObject([{ code: 'guard-same-object', pass: null, passed: false }]);
  });

  test('is not what a replace alone is', () => {
    const other = { ...ana, profile: { ...ana.profile, lastName: 'Other' }, onProfileChange: 'replace' as const };
    expect(codes(planOf(facts([ana], [other]), free))).toEqual([]);
  });

  test('stops each of its parts too', () => {
    const given = facts([upper], [ana]);
    const plan = planOf(given, free);
    for (const part of ['additions', 'removals'] as const) {
      expect(codes(takePart(plan, part))).toEqual(['guard-same-object']);
    }
  });

  test('of which the other is declared outside of the scope, or made already, stops too', () => {
    const narrowed = facts([upper], []);
    expect(codes(planOf(narrowed, { ...free, declared: { users: [ana], records: [] } }))).toEqual([
      'guard-same-object',
    ]);
    expect(codes(planOf(facts([upper, ana], [ana]), free))).toEqual(['guard-same-object']);
    const gone = [aLeaver({ loginUserId: ana.loginUserId })];
    expect(codes(planOf(narrowed, { ...free, declared: { users: gone, records: [] } }))).toEqual([]);
  });

  test('of which the old one is already gone is no rename', () => {
    const given = facts(
      [upper, aUser({ loginUserId: 'x@example.com' })],
      [ana, aUser({ loginUserId: 'x@example.com' })],
    );
    const users = new Map(given.observed.users).set(upper.address, seenUser('absent', 'absent'));
    expect(codes(planOf({ ...given, observed: { ...given.observed, users } }, free))).toEqual([]);
  });
});

describe('the first run', () => {
  const adopted = aLeaver({ adopt: true });
  const seen = (): Facts => ({
    ...facts([], [aUser({ loginUserId: 'new@example.com' }), adopted]),
    observed: observedState({
      users: new Map([
        ['user:new@example.com', seenUser('absent', 'absent')],
        [adopted.address, seenUser('present')],
      ]),
    }),
  });

  test('takes no user away where none was recorded', () => {
    expect(planOf(seen()).guards).toMatchObject([{ code: 'guard-first-run', pass: 'first-run=1', passed: false }]);
    expect(codes(planOf(seen(), { allow: { 'first-run': 1 } }))).toEqual(['guard-first-run passed']);
    expect(codes(takePart(planOf(seen()), 'additions'))).toEqual([]);
  });

  test('is over once one was recorded, in or out of the scope of this run', () => {
    const known = recordedState(recordedUser(aUser({ loginUserId: 'other@example.com' })));
    expect(codes(planOf(seen(), { managed: known }))).toEqual([]);
  });

  test('takes away what an earlier run was about to make when it was cut off, and nothing that it was about to take away', () => {
    const intent = { id: 'i-1', address: adopted.address, fromCampaign: null, at: NOW - 60_000 };
    const after = (open: Pick<OpenIntent, 'action' | 'proposed'>): string[] =>
      codes(planOf(seen(), { managed: { ...recordedState(), openIntents: [{ ...intent, ...open }] } }));
    expect(after({ action: 'create', proposed: recordedUser(aUser({ loginUserId: adopted.loginUserId })) })).toEqual(
      [],
    );
    expect(after({ action: 'delete', proposed: null })).toEqual(['guard-first-run']);
  });

  test('finishes no record of a campaign of which none was recorded', () => {
    const done = aRecord({ ensure: 'completed', adopt: true });
    const given = facts([ana], [ana, done]);
    const records = new Map([[done.address, seenRecord(taskOf(done))]]);
    const plan = planOf({ ...given, observed: { ...given.observed, records } });
    expect(plan.guards).toMatchObject([{ code: 'guard-first-run', pass: 'first-run=1' }]);
    expect(plan.guards[0]).toMatchObject({ groups: [{ kind: 'record', campaignName: 'Summer Renewals' }] });
    const ours = recordedState(recordedRecord(aRecord({ clientId: 'C-9' })));
    expect(codes(planOf({ ...given, observed: { ...given.observed, records } }, { managed: ours }))).toEqual([]);
  });
});

describe('a value that was changed outside', () => {
  const was = aRecord({ skillQueue: 'gold' });
  const change = (wanted: Partial<typeof was>, seen: Parameters<typeof touched>[2]): Facts =>
    touched(facts([ana, was], [ana, { ...was, ...wanted }]), was, seen);

  test('and in Git to another one stops, with the field named and the value not', () => {
    const plan = planOf(change({ skillQueue: 'silver' }, { skillQueue: 'bronze' }));
    expect(plan.guards).toMatchObject([{ code: 'guard-overwrite', pass: 'overwrite=1', passed: false }]);
    expect(plan.guards[0]).toMatchObject({
      objects: [{ address: 'record:Summer Renewals/C-1', fields: ['skillQueue'] }],
    });
    expect(plan.changes).toMatchObject([{ changedOutside: { putBack: [], overwritten: ['skillQueue'] } }]);
    const allowed = planOf(change({ skillQueue: 'silver' }, { skillQueue: 'bronze' }), { allow: { overwrite: 1 } });
    expect(codes(allowed)).toEqual(['guard-overwrite passed']);
  });

  test('only outside is put back, said and not stopped', () => {
    const plan = planOf(change({}, { skillQueue: 'bronze' }));
    expect(codes(plan)).toEqual([]);
    expect(plan.changes).toMatchObject([{ changedOutside: { putBack: ['skillQueue'], overwritten: [] } }]);
  });

  test('only in Git is an ordinary update', () => {
    const plan = planOf(change({ skillQueue: 'silver' }, {}));
    expect(codes(plan)).toEqual([]);
    expect(plan.changes).toHaveLength(1);
    expect(plan.changes[0]).not.toHaveProperty('changedOutside');
  });

  test('and in Git to the same one is nothing to do', () => {
    expect(planOf(change({ skillQueue: 'silver' }, { skillQueue: 'silver' })).changes).toEqual([]);
  });

  test('by the platform never stops: a lapsed pin, a zone that is not shown', () => {
    const pinned = aRecord({ preferredAgent: 'ana@example.com' });
    const moved = facts([ana, pinned], [ana, { ...pinned, preferredAgent: 'ben@example.com' }]);
    const gone = (minutes: number): Facts =>
      touched(moved, pinned, { preferredAgent: null, createdTime: NOW - minutes * 60_000 });
    expect(codes(planOf(gone(30)))).toEqual([]);
    expect(codes(planOf(gone(29)))).toEqual(['guard-overwrite']);
    const zoned = aRecord({ timeZone: 'Europe/Madrid' });
    const items = taskOf(zoned).items.filter(({ key }) => key !== 'ItemTimeZone');
    const other = facts([ana, zoned], [ana, { ...zoned, timeZone: 'Europe/Lisbon' }]);
    expect(codes(planOf(touched(other, zoned, { items })))).toEqual([]);
  });
});

describe('what a run that was cut off may have added', () => {
  const given = facts([ana], [ana, aRecord({ clientId: 'C-1' }), aRecord({ clientId: 'C-2' })]);
  const found = diff({ ...given, lineage: LINEAGE, digest, now: NOW });
  const cause = { kind: 'interrupted' } as const;
  const changes = found.changes.map((each) => (each.kind === 'record' ? { ...each, cause } : each));
  const plan = (allow: Readonly<Record<string, number>> = {}): Plan =>
    planOf(given, { diff: { ...found, changes }, allow });

  test('is one decision for all, by the exact number, and belongs to what finishes an earlier run', () => {
    expect(plan().guards).toMatchObject([{ code: 'guard-interrupted', pass: 'interrupted=2', passed: false }]);
    const allowed = [1, 2, 3].map((interrupted) => codes(plan({ interrupted }))[0]);
    expect(allowed).toEqual(['guard-interrupted', 'guard-interrupted passed', 'guard-interrupted']);
    expect(plan().approval.changes.map(({ part }) => part)).toEqual(['repairs', 'repairs']);
  });
});

test('files of an earlier commit need a word also where all that they do is put back what was changed outside', () => {
  const was = aRecord({ skillQueue: 'gold' });
  const given = touched(facts([ana, was], [ana, was]), was, { skillQueue: 'bronze' });
  const version = { commit: 'a'.repeat(40), tree: 'b'.repeat(40), committedAt: NOW };
  const olderFiles = { how: 'behind', now: version, last: { ...version, run: 'pipeline 7', at: NOW } } as const;
  const plan = planOf(given, { olderFiles });
  expect(plan.changes).toMatchObject([{ origin: 'outside' }]);
  expect(plan.guards).toMatchObject([{ code: 'guard-older-files', pass: 'older-files=1' }]);
  expect(codes(planOf(facts([ana, was], [ana, was]), { olderFiles }))).toEqual([]);
});

describe('the budget', () => {
  const given = facts([ana], [ana, aUser({ loginUserId: 'new@example.com' })]);

  test('counts reading and applying together, and names both', () => {
    const { requests } = planOf(given);
    const total = requests.observed + requests.apply;
    expect(codes(planOf(given, { maxRequests: total }))).toEqual([]);
    const over = planOf(given, { maxRequests: total - 1 });
    expect(over.guards).toMatchObject([{ code: 'guard-requests', pass: null, passed: false }]);
    expect(over.guards[0]).toMatchObject({ total: 3, observed: 2, reads: 0, writes: 1, limit: 2 });
  });

  test('does not stop where nothing is to do', () => {
    expect(codes(planOf(facts([ana], [ana]), { maxRequests: 1 }))).toEqual([]);
  });
});
