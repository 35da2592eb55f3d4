// What a stack knows of a removal that its handler refused, and of whom it let go (engine/begun-removals.ts).

import { expect, test } from 'vitest';

import { withContested, withUnseenOthers } from '../../src/core/engine/begun-removals.ts';
import { recordAddress } from '../../src/core/model/address.ts';
import { readRuns, textOfRuns, withOthers, withRun } from '../../src/core/model/applied.ts';
import type { AppliedRun } from '../../src/core/model/applied.ts';
import type { DesiredState, Action } from '../../src/core/model/state.ts';
import { isNewReason, reasonsOf } from '../../src/core/reconcile/reasons.ts';
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
} from '../support/values.ts';

const user = aUser({ createInBackend: true });
const known = recordedUser(user, { connectUserId: 'c-1' });
const record = aRecord({ clientId: 'C-1' });
const begun = (action: Action, address = user.address): AppliedRun => ({
  ...{ generation: 1, run: 'r', at: NOW, files: null, approved: null, fingerprints: {}, desired: 'd', binds: 'b' },
  changes: [{ address, action, digest: 'x', isBegun: true }],
});

const otherSeenAt = (
  seen: ReturnType<typeof seenUser>,
  applied: readonly AppliedRun[],
  desired = desiredState(),
): unknown => {
  const observed = observedState({ users: new Map([[user.address, seen]]) });
  const { recorded } = withUnseenOthers({ desired, recorded: recordedState(known) }, observed, { applied });
  return Reflect.get(recorded.objects.get(user.address) ?? {}, 'otherSeenAt');
};

test('who was to be removed, is there, and shows the recorded account no more may be another', () => {
  const bare = seenUser('present', 'absent');
  expect(otherSeenAt(bare, [begun('delete')])).toBe(NOW);
  expect(otherSeenAt(bare, [])).toBeUndefined();
  expect(otherSeenAt(bare, [begun('create'), begun('delete')])).toBeUndefined();
  expect(otherSeenAt(bare, [begun('delete')], desiredState(user))).toBeUndefined();
  expect(otherSeenAt(seenUser('present', 'present', 'c-1'), [begun('delete')])).toBeUndefined();
  expect(otherSeenAt(seenUser('absent', 'absent'), [begun('delete')])).toBeUndefined();
});

test('who was to be removed, and is there, is no other where that side is not shown, unless another was seen', () => {
  const silent = seenUser('present', 'unknown');
  expect(otherSeenAt(silent, [begun('delete')])).toBeUndefined();
  expect(otherSeenAt({ ...silent, unproven: '"DELETING"' }, [begun('delete')])).toBe(NOW);
  const at = known.recordedAt + 1;
  expect(otherSeenAt(silent, withOthers([begun('delete')], [[user.address, at]]))).toBe(at);
});

test('in whose place another account was seen may be another, until something is recorded anew', () => {
  const bare = seenUser('present', 'absent');
  const quiet = { ...begun('create'), changes: [] };
  const seenAt = (at: number): readonly AppliedRun[] => withOthers([quiet], [[user.address, at]]);
  expect(otherSeenAt(bare, seenAt(known.recordedAt + 1))).toBe(known.recordedAt + 1);
  expect(otherSeenAt(bare, withRun(quiet, seenAt(known.recordedAt + 1), true))).toBe(known.recordedAt + 1);
  expect(otherSeenAt(bare, seenAt(known.recordedAt))).toBeUndefined();
  expect(otherSeenAt(seenUser('present', 'present', 'c-1'), seenAt(known.recordedAt + 1))).toBeUndefined();
});

test('a record whose delete, or move, was begun, and is recorded still, is read with what stands beside it', () => {
  const isContested = (applied: readonly AppliedRun[], desired = desiredState()): unknown => {
    const { recorded } = withContested({ desired, recorded: recordedState(recordedRecord(record)) }, { applied });
    return Reflect.get(recorded.objects.get(record.address) ?? {}, 'contested');
  };
  const there = recordAddress('Autumn', record.clientId);
  expect(isContested([begun('delete', record.address)])).toBe(true);
  expect(isContested([begun('move', there)])).toBe(true);
  expect(isContested([begun('move', there)], desiredState(record))).toBeUndefined();
  expect(isContested([begun('move', recordAddress('Autumn', 'C-other'))])).toBeUndefined();
  expect(isContested([])).toBeUndefined();
  expect(isContested([begun('update', record.address), begun('delete', record.address)])).toBeUndefined();
  expect(isContested([begun('delete', record.address)], desiredState(record))).toBeUndefined();
});

const recordedAs = (
  desired: DesiredState,
  seen = seenRecord(),
  applied = [begun('forget', record.address)],
): ReturnType<typeof recordedState>['objects'] => {
  const observed = observedState({ records: new Map([[record.address, seen]]) });
  return withUnseenOthers({ desired, recorded: recordedState() }, observed, { applied }).recorded.objects;
};

test('who was let go, is not there any more and is declared again, is used up', () => {
  const released = { consumed: { how: 'released', at: NOW } };
  expect(recordedAs(desiredState(record)).get(record.address)).toMatchObject(released);
  expect(recordedAs(desiredState(record), seenRecord(), []).size).toBe(0);
  expect(recordedAs(desiredState(record), seenRecord(), [begun('delete', record.address)]).size).toBe(0);
  expect(recordedAs(desiredState(), seenRecord()).size).toBe(0);
  // The task stands there: it is taken over like any other.
  expect(recordedAs(desiredState(record), seenRecord(taskOf(record))).size).toBe(0);
});

test('who was let go stays so whatever was begun with the record since, which would be recorded had it been done', () => {
  const since = [begun('adopt', record.address), begun('forget', record.address)];
  expect(recordedAs(desiredState(record), seenRecord(), since).size).toBe(1);
});

test('who was let go stays so after a hundred plans, and after thousands of changes, until a delete', () => {
  const next = (count: number, run: AppliedRun, before: readonly AppliedRun[]): readonly AppliedRun[] =>
    count === 0 ? before : next(count - 1, run, withRun(run, before, true));
  const other = begun('update', aRecord({ clientId: 'C-2' }).address);
  const many = { ...other, changes: Array.from({ length: 3000 }, () => other.changes ?? []).flat() };
  const first = [begun('forget', record.address)];
  for (const applied of [next(250, other, first), next(3, many, first)]) {
    const stored = readRuns(textOfRuns(applied)) ?? [];
    expect(recordedAs(desiredState(record), seenRecord(), [...stored]).size).toBe(1);
    const removed = next(250, other, withRun(begun('delete', record.address), stored, true));
    expect(recordedAs(desiredState(record), seenRecord(), [...removed]).size).toBe(0);
    expect(removed[0]?.letGo).toBeUndefined();
  }
  expect(next(250, begun('forget'), [begun('forget')])[0]?.letGo).toBeUndefined();
});

test('whose task stands where it was let go, or who is recorded under the line of now, is not used up', () => {
  const elsewhere = aRecord({ clientId: 'C-1', campaign: aCampaign({ campaignName: 'Winter' }) });
  const applied = [begun('forget', record.address)];
  const recordedAt = (own: ReturnType<typeof recordedState>, extras = new Map()): readonly unknown[] => [
    ...withUnseenOthers({ desired: desiredState(elsewhere), recorded: own }, observedState({ extras }), {
      applied,
    }).recorded.objects.keys(),
  ];
  expect(recordedAt(recordedState())).toEqual([record.address]);
  expect(recordedAt(recordedState(), new Map([[record.address, taskOf(record)]]))).toEqual([]);
  expect(recordedAt(recordedState(recordedRecord(elsewhere)))).toEqual([elsewhere.address]);
});

test('who was let go stays used up in another campaign, and under another spelling', () => {
  const elsewhere = aRecord({ clientId: 'c-1', campaign: aCampaign({ campaignName: 'Winter' }) });
  expect([...recordedAs(desiredState(elsewhere)).keys()]).toEqual([record.address]);
});

test('a reason that the line of who was let go gives may have been used: only another one calls again', () => {
  const again = aRecord({ clientId: 'C-1', reissue: 'one' });
  expect(recordedAs(desiredState(again)).get(again.address)).toMatchObject({ reissue: 'one' });
});

test('where a plan noted which reasons were used, any other one calls again, also under another spelling', () => {
  const noted = recordedRecord(record, { reissue: 'two', usedReasons: ['0123456789abcdef'] });
  const run = begun('forget', record.address);
  const changes = (run.changes ?? []).map((each) => ({ ...each, ...reasonsOf([noted])(record.address) }));
  const later = (count: number, before: readonly AppliedRun[]): readonly AppliedRun[] =>
    count === 0 ? before : later(count - 1, withRun(begun('update'), before, true));
  for (const count of [0, 150]) {
    const applied = [...(readRuns(textOfRuns(later(count, [{ ...run, changes }]))) ?? [])];
    const near = recordedAs(desiredState(aRecord({ clientId: 'c-1', reissue: 'one' })), seenRecord(), applied);
    const known = near.get(record.address);
    if (known?.kind !== 'record') throw new Error('it is recorded');
    expect([isNewReason('one', known), isNewReason('Two', known)]).toEqual([true, false]);
    expect(known.usedReasons).toContain('0123456789abcdef');
  }
});
