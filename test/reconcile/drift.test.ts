import { describe, expect, test } from 'vitest';

import type { DesiredRecord, ObservedRecord, RecordedRecord } from '../../src/core/model/record.ts';
import type { IgnoreRule } from '../../src/core/model/state.ts';
import type { DriftResult } from '../../src/core/reconcile/finding.ts';
import { diff } from '../../src/core/reconcile/diff/diff.ts';
import { detectDrift } from '../../src/core/reconcile/drift/drift.ts';
import { seenText } from '../../src/core/reconcile/drift/seen.ts';
import { digestWith } from '../../src/core/state/digest.ts';
import {
  NOW,
  LINEAGE,
  UNREAD,
  aCampaign,
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
  readonly only?: string;
  readonly now?: number;
  /** Instead of what `recorded` gives. */
  readonly known?: RecordedRecord;
}

function driftOf({ desired, recorded, observed, ignore = [], only, now = NOW, known }: Sides): DriftResult {
  const ana = aUser();
  const input = {
    desired: desiredState(desired, ana),
    recorded: recordedState(recordedUser(ana), ...(recorded ? [known ?? recordedRecord(recorded)] : [])),
    observed: observedState({
      users: new Map([[ana.address, seenUser('present')]]),
      records: new Map([[desired.address, observed]]),
    }),
    digest,
    now,
  };
  const target = { name: 'sandbox', region: 'us-east-1', companyCode: 'example', environment: 'sandbox' };
  return detectDrift({
    ...input,
    only: only ?? null,
    target,
    project: 'contact-centre',
    diff: diff({ ...input, lineage: LINEAGE }),
    ignore,
  });
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
  test('that both made alike is converged', () => {
    expect(classes({ desired: gold, recorded: before, observed: seenRecord(taskOf(gold)) })).toEqual(['converged']);
  });
});

describe('a record', () => {
  test('that vanished is missing, and one that was completed is consumed', () => {
    expect(classes({ desired: before, recorded: before, observed: seenRecord() })).toEqual(['missing']);
    const done = taskOf(before, { workedState: 'COMPLETED', workAttempts: 1 });
    expect(classes({ desired: before, recorded: before, observed: seenRecord(done) })).toEqual(['consumed']);
  });
  test('that could not be read is never called missing', () => {
    expect(classes({ desired: before, recorded: before, observed: UNREAD })).toEqual(['unreadable']);
  });
  test('declared and not yet there is pending', () => {
    expect(classes({ desired: before, recorded: null, observed: seenRecord() })).toEqual(['pending']);
  });
});

test.each([
  ['long after we recorded it was made again', NOW - 1000, 'recreated'],
  ['later than our clock says now is not called made again: one of two clocks is wrong', NOW + 1, 'drift'],
])('a task without our marker that the service made %s', (_title, createdTime, kind) => {
  const campaign = aCampaign({ marker: false });
  const unmarked = aRecord({ campaign, skillQueue: 'silver' });
  const task = taskOf(aRecord({ campaign, skillQueue: 'bronze' }), { createdTime });
  const known = recordedRecord(unmarked, { previewRecordId: '', recordedAt: NOW - 3_600_000 });
  expect(classes({ desired: unmarked, recorded: unmarked, known, observed: seenRecord(task) })).toEqual([kind]);
});

describe('an ignore rule', () => {
  const rule = {
    address: 'record:*',
    property: 'skillQueue',
    class: 'drift',
    reason: 'pilot',
    owner: 'ops',
    expires: NOW + 1,
    source: { file: 'muster.yaml', line: 9, column: 5 },
  };
  const sides = { desired: before, recorded: before, observed: seenRecord(bronze) };
  const silenced = (ignore: readonly IgnoreRule[], more: Partial<Sides> = {}): string[] =>
    driftOf({ ...sides, ...more, ignore }).findings.map(
      ({ class: kind, ignored }) => `${kind}${ignored === null ? '' : ` ignored by ${ignored.owner}`}`,
    );
  const states = (ignore: readonly IgnoreRule[]): string[] =>
    driftOf({ ...sides, ignore }).rules.map(({ state, findings }) => `${state} ${findings}`);

  test('silences what it names until it expires, and never makes it vanish', () => {
    expect(silenced([rule])).toEqual(['drift ignored by ops']);
    expect(silenced([{ ...rule, expires: NOW }])).toEqual(['drift']);
    expect(silenced([{ ...rule, property: 'timeZone' }])).toEqual(['drift']);
  });
  test('about one of two fields does not silence the other; two rules together do', () => {
    const both = { observed: seenRecord(taskOf(aRecord({ skillQueue: 'bronze', preferredAgent: 'ben@example.com' }))) };
    const pinned = { ...both, desired: aRecord({ skillQueue: 'silver', preferredAgent: 'ana@example.com' }) };
    const more = { ...pinned, recorded: pinned.desired };
    expect(silenced([rule], more)).toEqual(['drift']);
    expect(silenced([rule, { ...rule, property: 'preferredAgent' }], more)).toEqual(['drift ignored by ops']);
  });
  test('of a baseline silences the value that it saw, and tells another one, also in a home with another key', () => {
    const seen = (value: string): IgnoreRule => ({ ...rule, seen: seenText(digest(value), '00ff00ff00ff00ff') });
    expect(seen('bronze').seen).toMatch(/^scrypt:00ff00ff00ff00ff:[0-9a-f]{16}$/u);
    expect(silenced([seen('bronze')])).toEqual(['drift ignored by ops']);
    expect(silenced([seen('gold')])).toEqual(['drift']);
    expect(silenced([seen('gold'), seen('bronze')])).toEqual(['drift ignored by ops']);
    expect(silenced([{ ...rule, seen: seenText(digestWith(new Uint8Array(32).fill(9))('bronze'), '00') }])).toEqual([
      'drift',
    ]);
  });
  test('that expired or fits nothing is told, and one that was only out of sight is not called unused', () => {
    expect(states([rule])).toEqual(['active 1']);
    expect(states([{ ...rule, expires: NOW }])).toEqual(['expired 1']);
    expect(states([{ ...rule, address: 'user:*' }])).toEqual(['unused 0']);
    expect(driftOf({ ...sides, ignore: [{ ...rule, address: 'user:*' }], only: 'record:*' }).rules[0]?.state).toBe(
      'active',
    );
  });
  test('that had expired when something was last recorded does not silence again where the clock was set back, which is said', () => {
    const expired = { ...rule, expires: NOW - 2000 };
    expect(silenced([expired], { now: NOW - 3000 })).toEqual(['drift']);
    const back = { ...sides, ignore: [expired], now: NOW - 3_600_000 };
    const { findings, rules, remarks } = driftOf(back);
    expect([findings[0]?.ignored, rules[0]?.state]).toEqual([null, 'expired']);
    expect(remarks).toMatchObject([{ kind: 'clock-behind', now: NOW - 3_600_000 }]);
    const plain = [
      driftOf({ ...back, ignore: [] }),
      driftOf({ ...back, now: NOW - 3000 }),
      driftOf({ ...back, now: NOW }),
    ];
    expect(plain.map((each) => each.remarks)).toEqual([[], [], []]);
  });
  test('never silences what could not be read', () => {
    const every = { ...rule, address: '*', property: null, class: null };
    expect(silenced([every], { observed: UNREAD })).toEqual(['unreadable']);
  });
});

describe('coverage', () => {
  const sure = ({ verified }: DriftResult, kind: 'user' | 'record'): Record<string, string> =>
    Object.fromEntries(
      verified[kind].fields.map(({ field, ...counts }) => [
        field,
        Object.entries(counts).find(([, count]) => count > 0)?.[0] ?? '',
      ]),
    );
  const same = { desired: before, recorded: before, observed: seenRecord(taskOf(before)) };

  test('of a person: presence is verified, everything else assumed since creation', () => {
    expect(sure(driftOf(same), 'user')).toEqual({
      presence: 'verified',
      firstName: 'assumed',
      lastName: 'assumed',
      userTemplateName: 'assumed',
      createInBackend: 'assumed',
    });
  });
  test('of a record: what is shown is verified, a zone that is not shown is unverifiable', () => {
    const zoned = aRecord({ skillQueue: 'silver', timeZone: 'Europe/Madrid' });
    const task = taskOf(zoned);
    const items = task.items.filter((item) => item.key !== 'ItemTimeZone');
    const result = driftOf({ desired: zoned, recorded: zoned, observed: seenRecord({ ...task, items }) });
    const rest = { presence: 'verified', marker: 'verified', skillQueue: 'verified', 'data.Name': 'verified' };
    expect(sure(result, 'record')).toEqual({ ...rest, timeZone: 'unverifiable' });
    expect(result.verified.record).toMatchObject({ declared: 5, verified: 4, unverifiable: 1 });
  });
  test('of what could not be read: nothing is verified', () => {
    expect(driftOf({ ...same, observed: UNREAD }).verified.record).toMatchObject({ verified: 0 });
  });
});
