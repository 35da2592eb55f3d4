// Where each change comes from, and which part of the plan it is approved with.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { isRecord } from '../../src/core/model/address.ts';
import type { DesiredRecord } from '../../src/core/model/record.ts';
import type { Change } from '../../src/core/reconcile/change.ts';
import { diff } from '../../src/core/reconcile/diff/diff.ts';
import { detectDrift } from '../../src/core/reconcile/drift/drift.ts';
import type { PlanInput } from '../../src/core/reconcile/plan/input.ts';
import { originOf } from '../../src/core/reconcile/plan/origin.ts';
import { facts, planOf, touched } from '../support/plans.ts';
import type { Facts } from '../support/plans.ts';
import {
  LINEAGE,
  NOW,
  aRecord,
  aUser,
  digest,
  observedState,
  recordedRecord,
  recordedState,
  seenRecord,
  taskOf,
} from '../support/values.ts';

const HOUR = 3_600_000;
const item = (value: string) => [{ key: 'Name', value, displayOrder: 1 }];
const [ana, ben] = [aUser(), aUser({ loginUserId: 'ben@example.com' })];
const was = aRecord({ data: item('Maria'), skillQueue: 'gold', preferredAgent: ana.loginUserId });
const anchor = aRecord({ clientId: 'C-9' });

const MINUTE = 60_000;
const times = fc.constantFrom(...[-120, -31, -30, -29, -1, 1, 60].map((minutes) => NOW + minutes * MINUTE));
const queues = fc.constantFrom('gold', 'silver');
const values = {
  preferredAgent: fc.constantFrom(ana.loginUserId, ben.loginUserId),
  nextEarliestWorkTime: times,
  skillQueue: queues,
  data: fc.constantFrom('Eva', 'Maria').map(item),
};
const reading = fc.record({
  before: fc.record(values, { requiredKeys: ['preferredAgent'] }),
  edit: fc.record(values, { requiredKeys: [] }),
  seen: fc.record(
    {
      preferredAgent: fc.constantFrom(null, null, 'zoe@example.com'),
      nextEarliestWorkTime: times,
      skillQueue: fc.option(queues),
      workAttempts: fc.constantFrom(0, 0, 1),
    },
    { requiredKeys: [] },
  ),
  /** The name by which the recorded queue was shown. */
  shown: fc.option(queues, { nil: undefined }),
  createdMinutes: fc.constantFrom(-180, -31, -30, -29, -1),
  whenWorked: fc.constantFrom('keep' as const, 'replace' as const),
});
const PLACE = {
  target: { name: 'sandbox', region: 'us-east-1', companyCode: 'example', environment: 'sandbox' },
  project: 'contact-centre',
  only: null,
  ignore: [],
};

function told(given: Facts, parts: Partial<PlanInput> = {}): string[] {
  const { changes, approval } = planOf(given, parts);
  const places = new Map(approval.changes.map((each) => [each.address, each]));
  return changes.map(({ address, action, origin }) => {
    const place = places.get(address);
    const tied = place?.tiedTo === null ? '' : ` with ${place?.tiedTo}`;
    return `${origin} ${action} ${address}: ${place?.part}${tied}`;
  });
}

const queue = (given: Facts, record: DesiredRecord): Facts => touched(given, record, { skillQueue: 'winback' });

describe('a change comes from', () => {
  test('the files, where a record is declared, or declared otherwise than it was', () => {
    const given = facts([ana, was], [ana, { ...was, skillQueue: 'silver' }, anchor]);
    expect(told(given)).toEqual([`git update ${was.address}: additions`, `git create ${anchor.address}: additions`]);
  });

  test('an earlier commit, where the request changes neither the object nor the leaver whom it is about', () => {
    const given = facts([ana, was], [ana, { ...was, skillQueue: 'silver' }, anchor]);
    expect(told(given, { changed: new Set([anchor.address]) })).toEqual([
      `earlier update ${was.address}: additions`,
      `git create ${anchor.address}: additions`,
    ]);
    const [update] = planOf(given).changes;
    if (update === undefined || !isRecord(update)) throw new Error('the record is updated');
    const taken: Change = { ...update, cause: { kind: 'offboarding', loginUserId: ana.loginUserId } };
    const memory = { recorded: given.recorded, digest, now: NOW };
    expect(originOf(taken, { ...memory, changed: new Set([ana.address]) })).toBe('git');
    expect(originOf(taken, { ...memory, changed: new Set([ben.address]) })).toBe('earlier');
  });

  test('outside, where only the service was changed', () => {
    expect(told(queue(facts([ana, was], [ana, was]), was))).toEqual([`outside update ${was.address}: repairs`]);
  });

  test('the files, where both were changed: whoever merges answers for it', () => {
    const given = queue(facts([ana, was], [ana, { ...was, data: item('Eva') }]), was);
    expect(told(given)).toEqual([`git update ${was.address}: additions`]);
    expect(planOf(given).changes).toMatchObject([{ changedOutside: { putBack: ['skillQueue'], overwritten: [] } }]);
  });

  test('an earlier run, where the record carries our marker and is not recorded', () => {
    const given = facts([ana, was], [ana, was]);
    const { objects } = given.recorded;
    const lost = recordedState(...[...objects.values()].filter(({ address }) => address !== was.address));
    expect(told({ ...given, recorded: lost })).toEqual([`retry adopt ${was.address}: repairs`]);
  });

  test('outside, where the pin is gone before it could lapse: the platform clears none earlier', () => {
    const later = { ...was, nextEarliestWorkTime: NOW + HOUR };
    const given = touched(facts([ana, later], [ana, later]), later, { preferredAgent: '' });
    expect(told(given)).toEqual([`outside update ${was.address}: repairs`]);
  });

  test('the platform, where an agent gave a task another time and the file says that it is replaced', () => {
    const later = { ...was, nextEarliestWorkTime: NOW + HOUR, whenWorked: 'replace' as const };
    const worked = { workedState: 'WORKED', workAttempts: 1, nextEarliestWorkTime: NOW + 2 * HOUR } as const;
    expect(told(touched(facts([ana, later], [ana, later]), later, worked))).toEqual([
      `lapsed update ${was.address}: repairs`,
    ]);
  });

  test('whom a drift report of the same reading names, field by field, by the half hour of the document', () => {
    fc.assert(
      fc.property(reading, ({ before, edit, seen, shown, ...rest }) => {
        const was = aRecord({ ...before, whenWorked: rest.whenWorked });
        const task = { ...seen, createdTime: NOW + rest.createdMinutes * MINUTE };
        const given = touched(facts([ana, was], [ana, { ...was, ...edit }]), was, task);
        const recorded = recordedRecord(was, shown && { shown: { skillQueue: digest(shown) } });
        const all = { ...given, recorded: recordedState(...given.recorded.objects.values(), recorded) };
        const found = diff({ ...all, lineage: LINEAGE, digest, now: NOW });
        const { findings } = detectDrift({ ...all, ...PLACE, diff: found, digest, now: NOW });
        const finding = findings.find(({ address }) => address === was.address);
        const { changes, verdicts } = planOf(all);
        const pin = finding?.fields.find(({ field }) => field === 'preferredAgent');
        const [observed] = all.observed.records.get(was.address)?.tasks ?? [];
        if (pin?.before === '' && edit.preferredAgent === undefined && observed?.workAttempts === 0) {
          const since = Math.max(observed.createdTime ?? 0, observed.nextEarliestWorkTime ?? 0);
          expect(pin.class).toBe(NOW - since >= 30 * MINUTE ? 'platform' : 'drift');
        }
        const classes = (wanted: string): string[] =>
          (finding?.fields ?? []).filter((each) => each.class === wanted).map(({ field }) => field);
        for (const verdict of verdicts.filter(({ address }) => address === was.address)) {
          if (verdict.reason.kind === 'platform-moved') expect(classes('platform')).toHaveLength(verdict.fields.length);
        }
        const change = changes.find(({ address }) => address === was.address);
        if (change === undefined || !isRecord(change)) return;
        const { putBack = [], overwritten = [] } = change.changedOutside ?? {};
        expect([putBack, overwritten]).toEqual([classes('drift'), classes('conflict')]);
        const isOfFile = classes('pending').length + classes('conflict').length > 0;
        const repair = classes('drift').length > 0 ? 'outside' : 'lapsed';
        expect(change.origin).toBe(isOfFile ? 'git' : repair);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a part', () => {
  test('of removals holds a record that leaves somebody for another one', () => {
    const given = facts([ana, ben, was], [ana, ben, { ...was, preferredAgent: ben.loginUserId }]);
    expect(told(given)).toEqual([`git update ${was.address}: removals`]);
  });

  test('draws in what it waits for, and says with what it goes', () => {
    const given = facts([ana, was], [ana, ben, { ...was, preferredAgent: ben.loginUserId }]);
    expect(told(given)).toEqual([
      `git create ${ben.address}: removals with ${was.address}`,
      `git update ${was.address}: removals`,
    ]);
  });

  test('of additions holds a pin given to a record that had none', () => {
    const free = { ...was, preferredAgent: '' };
    const given: Facts = {
      ...facts([ana], [ana, was]),
      recorded: recordedState(...facts([ana], []).recorded.objects.values(), recordedRecord(free)),
    };
    const observed = observedState({
      users: given.observed.users,
      records: new Map([[was.address, seenRecord(taskOf(free))]]),
    });
    expect(told({ ...given, observed })).toEqual([`git update ${was.address}: additions`]);
  });
});
