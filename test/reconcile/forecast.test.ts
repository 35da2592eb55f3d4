// When records become deliverable, in whose local hours, and what a plan warns of.

import { describe, expect, test } from 'vitest';

import type { DesiredRecord, ObservedTask } from '../../src/core/model/record.ts';
import type { Policy } from '../../src/core/model/target.ts';
import type { Change, RecordChange, UserChange } from '../../src/core/reconcile/change.ts';
import { fieldChange } from '../../src/core/reconcile/fields.ts';
import { forecast } from '../../src/core/reconcile/plan/forecast.ts';
import { warningsOf } from '../../src/core/reconcile/plan/warnings.ts';
import type { Warning } from '../../src/core/reconcile/warning.ts';
import {
  aCampaign,
  aRecord,
  aUser,
  desiredState,
  NOW,
  observedState,
  recordedState,
  seenRecord,
  taskOf,
  target,
} from '../support/values.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ANA = 'ana@example.com';
const WINTER = { address: 'record:Winter/C-1', campaign: aCampaign({ campaignName: 'Winter' }) };

function changeOf(desired: DesiredRecord, parts: Partial<RecordChange> = {}): RecordChange {
  return {
    kind: 'record',
    address: desired.address,
    campaign: desired.campaign,
    clientId: desired.clientId,
    action: 'create',
    cause: { kind: 'declared' },
    source: desired.source,
    fields: [],
    writes: ['addOrUpdateCampaignRecord'],
    after: [],
    desired,
    recorded: null,
    observed: seenRecord(),
    marker: null,
    from: null,
    pin: null,
    ...parts,
  };
}

/** An update of a task that stands already. */
function updateOf(desired: DesiredRecord, task: Partial<ObservedTask>, parts: Partial<RecordChange>): RecordChange {
  return changeOf(desired, { action: 'update', observed: seenRecord(taskOf(desired, task)), ...parts });
}

const at = (ms: number, parts: Partial<DesiredRecord> = {}): DesiredRecord =>
  aRecord({ nextEarliestWorkTime: NOW + ms, ...parts });
const policy: Policy = { deletes: { count: 3, percent: 10 } };
const warned = (changes: readonly Change[], parts: Partial<Policy> = {}): string[] =>
  warningsOf(changes, {
    desired: desiredState(),
    observed: observedState(),
    recorded: recordedState(),
    policy: { ...policy, ...parts },
    target: target(),
    now: NOW,
  })
    // These updates name no zone, which is a warning of its own (lifecycle/letter.test.ts).
    .filter(({ code }) => code !== 'zone-not-kept')
    .map(({ code, address }) => `${code} ${address ?? ''}`);

describe('a forecast', () => {
  test('names hours as the clocks of each record show them, and the first and last minute in them', () => {
    // NOW is 09:00 UTC: in Kolkata 14:30, so ten minutes later falls in the hour from 14:00 there.
    const changes = [
      changeOf(at(10 * MINUTE, { clientId: 'C-1', timeZone: 'Asia/Kolkata', skillQueue: 'gold' })),
      changeOf(at(10 * MINUTE, { clientId: 'C-2', timeZone: 'Europe/Madrid', skillQueue: 'gold' })),
      changeOf(at(50 * MINUTE, { clientId: 'C-3', timeZone: 'Europe/Madrid', skillQueue: 'gold' })),
      changeOf(at(-HOUR, { clientId: 'C-4', timeZone: 'Europe/Madrid' })),
      changeOf(at(3 * HOUR, { clientId: 'C-5' })),
    ];
    const { later, ...rest } = forecast(changes, NOW);
    expect(later.map(({ tasks: _, ...each }) => each)).toEqual([
      { hour: NOW - 30 * MINUTE, from: NOW + 10 * MINUTE, to: NOW + 10 * MINUTE, zone: 'Asia/Kolkata', records: 1 },
      { hour: NOW, from: NOW + 10 * MINUTE, to: NOW + 50 * MINUTE, zone: 'Europe/Madrid', records: 2 },
      { hour: NOW + 3 * HOUR, from: NOW + 3 * HOUR, to: NOW + 3 * HOUR, zone: null, records: 1 },
    ]);
    const tasksAtOnce = [{ address: 'record:Summer Renewals/C-4', agent: null }];
    expect(rest).toEqual({ deliverableAtOnce: 1, tasksAtOnce, pinned: 0, defaultQueue: 2, defaultZone: 1 });
  });

  test('names the records of one time where there are up to six, and none of more', () => {
    const some = (count: number): RecordChange[] =>
      Array.from({ length: count }, (_, index) => changeOf(at(HOUR, { clientId: `C-${index}` })));
    const named = (count: number): number => forecast(some(count), NOW).later[0]?.tasks.length ?? -1;
    expect([1, 6, 7].map(named)).toEqual([1, 6, 0]);
  });

  test('counts moves, corrections of adopted records, reissues and new times and pins, and nothing else', () => {
    const record = aRecord();
    const moved = changeOf(record, {
      action: 'move',
      writes: ['transferCampaignRecord'],
      from: { ...WINTER, observed: seenRecord(taskOf(record, { preferredAgent: ANA })) },
    });
    const counted = [
      moved,
      updateOf(record, {}, { action: 'adopt' }),
      updateOf(
        record,
        { workedState: 'COMPLETED' },
        { fields: [fieldChange('workedState', 'COMPLETED', 'NOTWORKED')] },
      ),
      updateOf(record, {}, { fields: [fieldChange('nextEarliestWorkTime', null, NOW + HOUR)] }),
      updateOf(record, {}, { fields: [fieldChange('preferredAgent', '', ANA)], pin: ANA }),
    ];
    const silent = [
      updateOf(record, {}, { fields: [fieldChange('skillQueue', 'a', 'b')] }),
      updateOf(record, {}, { action: 'delete', writes: ['deleteRecordFromCampaign'] }),
      updateOf(record, {}, { action: 'forget', writes: [] }),
      updateOf(
        aRecord({ ensure: 'completed' }),
        {},
        { fields: [fieldChange('workedState', 'NOTWORKED', 'COMPLETED')] },
      ),
    ];
    expect(forecast([...counted, ...silent], NOW)).toMatchObject({
      deliverableAtOnce: 4,
      later: [{ hour: NOW + HOUR, records: 1 }],
      pinned: 2,
    });
  });

  test('keeps the time a moved record has already', () => {
    const record = aRecord();
    const observed = seenRecord(taskOf(record, { nextEarliestWorkTime: NOW + HOUR }));
    const move = changeOf(record, { action: 'move', from: { ...WINTER, observed } });
    expect(forecast([move], NOW)).toMatchObject({ deliverableAtOnce: 0, later: [{ hour: NOW + HOUR, records: 1 }] });
  });
});

describe('a warning', () => {
  test('is given for an earliest time that has passed, and for no other', () => {
    expect(warned([changeOf(at(-MINUTE))])).toEqual(['time-in-past record:Summer Renewals/C-1']);
    expect(warned([changeOf(at(MINUTE))])).toEqual([]);
    expect(warned([changeOf(aRecord())])).toEqual([]);
  });

  test('is the graver one where a pin goes with a time more than half an hour ago', () => {
    const pinned = { preferredAgent: ANA };
    expect(warned([changeOf(at(-30 * MINUTE, pinned))])).toEqual(['pin-lapses-early record:Summer Renewals/C-1']);
    expect(warned([changeOf(at(-29 * MINUTE, pinned))])).toEqual(['time-in-past record:Summer Renewals/C-1']);
  });

  test.each([
    [31, 31, ['pin-lapses-early record:Summer Renewals/C-1']],
    [29, 29, []],
    [90, -10, []],
  ])('of a new pin on a record made %i minutes ago and deliverable %i minutes ago', (made, since, expected) => {
    const task = { createdTime: NOW - made * MINUTE, nextEarliestWorkTime: NOW - since * MINUTE };
    const fields = [fieldChange('preferredAgent', '', ANA)];
    expect(warned([updateOf(aRecord({ preferredAgent: ANA }), task, { fields })])).toEqual(expected);
    expect(warned([updateOf(aRecord(), task, { fields, pin: ANA })])).toEqual(expected);
  });

  test('is not given for a pin that an update only says again', () => {
    const old = { createdTime: NOW - 5 * HOUR, preferredAgent: ANA };
    const fields = [fieldChange('nextEarliestWorkTime', null, NOW + HOUR)];
    expect(warned([updateOf(aRecord({ preferredAgent: ANA }), old, { fields })])).toEqual([]);
  });

  test('counts the pins of one agent in any 30 minutes, not by the clock', () => {
    const pins = (...minutes: number[]): Change[] =>
      minutes.map((minute, index) => changeOf(at(minute * MINUTE, { clientId: `C-${index}`, preferredAgent: ANA })));
    expect(warned(pins(50, 55, 60, 65, 79))).toEqual([`pins-crowded user:${ANA}`]);
    expect(warned(pins(50, 55, 60, 65, 80))).toEqual([]);
    expect(warned(pins(50, 55, 60, 65, 80), { pinsPerWindow: 3 })).toEqual([`pins-crowded user:${ANA}`]);
    expect(warned([...pins(50, 55, 60), changeOf(at(HOUR, { preferredAgent: 'ben@example.com' }))])).toEqual([]);
  });

  test('counts customers who are pinned to that agent already, and stay so, beside those of the plan', () => {
    const standing = [50, 55, 60, 65].map((minute, index) =>
      aRecord({ clientId: `S-${index}`, preferredAgent: ANA, nextEarliestWorkTime: NOW + minute * MINUTE }),
    );
    const records = new Map(standing.map((each) => [each.address, seenRecord(taskOf(each))]));
    const facts = {
      desired: desiredState(...standing),
      observed: observedState({ records }),
      recorded: recordedState(),
      policy,
      target: target(),
      now: NOW,
    };
    const fresh = (minute: number): Change[] => [
      changeOf(at(minute * MINUTE, { clientId: 'C-1', preferredAgent: ANA })),
    ];
    expect(warningsOf(fresh(79), facts).map(({ code }) => code)).toEqual(['pins-crowded']);
    expect(warningsOf(fresh(100), facts)).toEqual([]);
  });

  test('notes a pin on somebody whom the same plan creates', () => {
    const ana = aUser();
    const created: UserChange = {
      ...changeOf(aRecord()),
      kind: 'user',
      address: ana.address,
      loginUserId: ana.loginUserId,
      cause: { kind: 'declared', computed: 'FAIL' },
      action: 'create',
      desired: ana,
      recorded: null,
      observed: null,
      behaviorIfInBackend: 'FAIL',
      deleteInBackend: false,
      provenance: null,
    };
    expect(warned([created, changeOf(at(HOUR, { preferredAgent: ANA }))])).toEqual([`pin-on-new-agent user:${ANA}`]);
    expect(warned([created])).toEqual([]);
  });

  test('of several rows of a list is told where this plan changes one of them, and not for others', () => {
    const [first, second, third] = ['C-1', 'C-2', 'C-3'].map((clientId) => aRecord({ clientId }));
    if (!first || !second || !third) throw new Error('three are needed');
    const { source } = first;
    const alike = [{ source: second.source, address: second.address }];
    const found = { code: 'damaged-name', message: 'm', source, line: null, address: first.address, alike } as const;
    const desired = { ...desiredState(first, second, third), warnings: [found] };
    const facts = {
      desired,
      observed: observedState(),
      recorded: recordedState(),
      policy,
      target: { identity: 'directory' as const },
      now: NOW,
    };
    const told = (record: DesiredRecord): unknown[] =>
      warningsOf([changeOf(record)], facts).flatMap(({ code, address }) => (code === 'damaged-name' ? address : []));
    expect([first, second, third].map(told)).toEqual([[first.address], [second.address], []]);
  });

  test('about the id column names the campaign, and is silent about tasks that fit', () => {
    const campaign = aCampaign({ intake: true, clientIdFieldName: 'CustomerId' });
    const desired = desiredState(aRecord({ campaign }));
    const warnings = (key: string): Warning[] => {
      const task = { ...taskOf(aRecord({ clientId: 'X-1' })), items: [{ key, value: 'X-1' }] };
      const observed = observedState({ strangers: new Map([[campaign.campaignName, task]]) });
      return warningsOf([], { desired, observed, recorded: recordedState(), policy, target: target(), now: NOW });
    };
    expect(warnings('CustomerId')).toEqual([]);
    expect(warnings('KundenNr')).toEqual([
      {
        code: 'id-field-differs',
        campaignName: 'Summer Renewals',
        clientIdFieldName: 'CustomerId',
        clientId: 'X-1',
        heldUnder: 'KundenNr',
        address: null,
        source: campaign.source,
      },
    ]);
  });
});
