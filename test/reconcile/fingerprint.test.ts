import { describe, expect, test } from 'vitest';

import { eachPart } from '../../src/core/model/parts.ts';
import type { DesiredRecord } from '../../src/core/model/record.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import type { PlanInput } from '../../src/core/reconcile/plan/input.ts';
import { digestWith } from '../../src/core/state/digest.ts';
import { facts, planOf, touched } from '../support/plans.ts';
import type { Facts } from '../support/plans.ts';
import {
  NOW,
  aCampaign,
  aLeaver,
  aRecord,
  aUser,
  recordedRecord,
  seenRecord,
  target,
  taskOf,
} from '../support/values.ts';

const ana = aUser();
const ben = aUser({ loginUserId: 'ben@example.com' });
const item = (value: string) => [{ key: 'Name', value, displayOrder: 1 }];
const was = aRecord({ data: item('Maria'), skillQueue: 'gold' });
const wanted = aRecord({ data: item('Marta'), skillQueue: 'gold' });
const still = aRecord({ clientId: 'C-9' });
const base = facts([ana, was, still], [ana, wanted, still, ben]);
const whole = (given: Facts, parts?: Partial<PlanInput>): string => planOf(given, parts).fingerprint.whole;
const known = whole(base);

function withItems(...values: readonly string[]): Facts {
  const { items } = taskOf(was);
  const foreign = values.map((value, index) => ({ key: `Note${index}`, value, displayOrder: 50 + index }));
  return touched(base, was, { items: [...items, ...foreign] });
}

describe('a fingerprint', () => {
  test('is 64 hexadecimal digits of the whole plan and of each part that has changes', () => {
    expect(known).toMatch(/^[0-9a-f]{64}$/u);
    expect(planOf(base).fingerprint.additions).toMatch(/^[0-9a-f]{64}$/u);
    expect(planOf(base).fingerprint.removals).toBeNull();
    expect(planOf(base).fingerprint.additions).not.toBe(known);
    expect(planOf(facts([ana, ben], [ana])).fingerprint.additions).toBeNull();
    expect(planOf(facts([ana], [ana])).fingerprint).toMatchObject(eachPart(() => null));
  });

  const changed: readonly (readonly [string, () => string])[] = [
    ['another environment', () => whole(base, { target: target({ environment: 'prod' }) })],
    ['another host', () => whole(base, { target: target({ sandbox: false, host: 'cc.example.com' }) })],
    ['another project', () => whole(base, { project: 'other' })],
    ['other desired files', () => whole({ ...base, desired: { ...base.desired, content: 'c1' } })],
    ['one change more', () => whole(facts([ana, was, still], [ana, wanted, still, ben, aRecord({ clientId: 'C-2' })]))],
    ['one change less', () => whole(facts([ana, was, still], [ana, wanted, still]))],
    [
      'another desired value of a person',
      () => whole(facts([ana, was, still], [ana, aRecord({ data: item('Mona'), skillQueue: 'gold' }), still, ben])),
    ],
    [
      'another field',
      () => whole(facts([ana, was, still], [ana, aRecord({ data: item('Marta'), skillQueue: 'silver' }), still, ben])),
    ],
    ['another value seen before', () => whole(touched(base, aRecord({ data: item('Moved'), skillQueue: 'gold' }), {}))],
    ['another queue seen', () => whole(touched(base, was, { skillQueue: 'bronze' }))],
    ['an item of others that would be carried along', () => whole(withItems('theirs'))],
    [
      'another value of such an item',
      () => (whole(withItems('theirs')) === whole(withItems('ours')) ? known : 'other'),
    ],
    ['a task made anew under the same clientId', () => whole(touched(base, was, { previewRecordId: 'p-new' }))],
    ['another key', () => whole(base, { digest: digestWith(new Uint8Array(32).fill(8)) })],
  ];
  test.each(changed)('is another one with %s', (_name, of) => {
    expect(of()).not.toBe(known);
  });

  const same: readonly (readonly [string, () => string])[] = [
    ['another time of the run', () => whole(base, { now: NOW + 60_000 })],
    [
      'files in another order',
      () =>
        whole({
          ...base,
          desired: {
            ...base.desired,
            records: base.desired.records.toReversed(),
            users: base.desired.users.toReversed(),
          },
        }),
    ],
    [
      'changes in another order',
      () => {
        const { diff, ...rest } = inputOf(base);
        return whole(rest, { diff: { ...diff, changes: diff.changes.toReversed() } });
      },
    ],
    [
      'other texts',
      () => {
        const { diff, ...rest } = inputOf(base);
        return whole(rest, {
          diff: { ...diff, changes: diff.changes.map((change) => ({ ...change, cause: { kind: 'adopt' } as const })) },
        });
      },
    ],
    [
      'declarations on other lines',
      () =>
        whole(
          facts([ana, was, still], [ana, { ...wanted, source: { file: 'b.yaml', line: 90, column: 1 } }, still, ben]),
        ),
    ],
    [
      'an object more that does not change',
      () => {
        const more = aRecord({ clientId: 'C-8' });
        return whole(facts([ana, was, still, more], [ana, wanted, still, ben, more]));
      },
    ],
    [
      'what the platform moves in the task',
      () =>
        whole(
          touched(base, was, {
            lastUpdatedTime: NOW,
            createdTime: NOW - 1,
            preferredAgent: 'x@example.com',
            nextEarliestWorkTime: NOW,
          }),
        ),
    ],
    ['another port of the sandbox', () => whole(base, { target: target({ port: 12_345 }) })],
    [
      'other limits and passed guards',
      () => whole(base, { policy: { deletes: { count: 0, percent: 0 } }, allow: { deletes: 3 }, maxRequests: 1 }),
    ],
  ];
  test.each(same)('is the same with %s', (_name, of) => {
    expect(of()).toBe(known);
  });

  test('holds no value of a person, in no form that a dictionary finds', () => {
    const { approval, fingerprint } = planOf(base);
    const said = JSON.stringify({ ...approval, parts: null, fingerprint });
    for (const value of ['Maria', 'Marta', 'Ruiz']) expect(said).not.toContain(value);
    const mine = digestWith(new Uint8Array(32).fill(8));
    expect(planOf(base, { digest: mine }).approval.changes[0]?.digest).not.toBe(approval.changes[0]?.digest);
  });
});

function inputOf(given: Facts): Facts & { diff: PlanInput['diff'] } {
  const { changes, verdicts } = planOf(given);
  return { ...given, diff: { changes, verdicts, notes: [], unchanged: 0, offboarding: { searched: [], leavers: [] } } };
}

function partsOf(plan: Plan): string[] {
  return plan.approval.changes.map(({ part, action, address }) => `${part} ${action} ${address}`);
}

describe('the two parts', () => {
  const pinned = (agent: string, clientId = 'C-1'): DesiredRecord => aRecord({ clientId, preferredAgent: agent });

  test('creates and updates are additions; deletes and releases are removals', () => {
    const given = facts([ana, was, still], [ana, wanted, ben]);
    expect(partsOf(planOf(given))).toEqual([
      'additions create user:ben@example.com',
      'additions update record:Summer Renewals/C-1',
      'removals delete record:Summer Renewals/C-9',
    ]);
  });

  test('what is already gone is let go as an addition: nothing is taken away', () => {
    const given = facts([ana, was], [ana]);
    const records = new Map([[was.address, seenRecord()]]);
    expect(partsOf(planOf({ ...given, observed: { ...given.observed, records } }))).toEqual([
      `additions forget ${was.address}`,
    ]);
  });

  test('a release of what is still there is not', () => {
    const given = facts([ana, aUser({ ...ben, onRemove: 'release' })], [ana]);
    expect(partsOf(planOf(given))).toEqual(['removals forget user:ben@example.com']);
  });

  test('a state that the file sets is a removal: completed, removed, reissued', () => {
    const set = planOf(facts([ana, was], [ana, { ...was, ensure: 'completed' }]));
    expect(partsOf(set)).toEqual([`removals update ${was.address}`]);
    const again = facts([ana, was], [ana, { ...was, reissue: 'asked for' }]);
    const worked = touched(again, was, { workedState: 'COMPLETED', workAttempts: 1 });
    expect(partsOf(planOf(worked))).toEqual([`removals update ${was.address}`]);
  });

  test('a record that is added again in another campaign is a removal, too', () => {
    const other = aRecord({ campaign: aCampaign({ campaignName: 'Other' }), reissue: 'asked for' });
    const given = facts([ana, was], [ana, other]);
    const objects = new Map(given.recorded.objects);
    objects.set(was.address, recordedRecord(was, { worked: { state: 'WORKED', attempts: 1 } }));
    const records = new Map([...given.observed.records, [was.address, seenRecord()] as const]);
    const gone: Facts = {
      ...given,
      recorded: { ...given.recorded, objects },
      observed: { ...given.observed, records },
    };
    expect(partsOf(planOf(gone))).toEqual([`removals move ${other.address}`]);
  });

  test('a record that waits for a replaced user goes with it, one that waits for a new user does not', () => {
    const replaced = aUser({ profile: { ...ana.profile, lastName: 'Other' }, onProfileChange: 'replace' });
    const given = facts([ana], [replaced, ben, pinned(ana.loginUserId), pinned(ben.loginUserId, 'C-2')]);
    expect(partsOf(planOf(given))).toEqual([
      'removals replace user:ana@example.com',
      'additions create user:ben@example.com',
      'removals create record:Summer Renewals/C-1',
      'additions create record:Summer Renewals/C-2',
    ]);
  });

  test('keep their fingerprint when the other one was applied', () => {
    const both = planOf(facts([ana, still], [ana, ben])).fingerprint;
    expect(planOf(facts([ana, ben, still], [ana, ben])).fingerprint.removals).toBe(both.removals);
    expect(planOf(facts([ana], [ana, ben])).fingerprint.additions).toBe(both.additions);
    expect(both.whole).not.toBe(both.additions);
  });

  test('a leaver is a removal', () => {
    const given = facts([ana, ben], [ana, aLeaver({ loginUserId: ben.loginUserId })]);
    expect(partsOf(planOf(given))).toEqual(['removals delete user:ben@example.com']);
  });
});
