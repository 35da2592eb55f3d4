import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { declarationOf, setInputs } from '../../providers/declaration.ts';
import { openRegistry } from '../../providers/registry.ts';
import { NOTHING, readReceipts, shownOutputs, writeReceipts } from '../../providers/receipts.ts';
import type { Receipts } from '../../providers/receipts.ts';
import { readStack } from '../../providers/stack.ts';
import { shardDepth, shardOf } from '../../src/core/engine/sharding.ts';
import { withOthers } from '../../src/core/model/applied.ts';
import type { Campaign, DesiredRecord, RecordedRecord } from '../../src/core/model/record.ts';
import { registrationsOf } from '../../src/program/registration.ts';
import type { Registration } from '../../src/program/ordered.ts';
import type { Change } from '../../src/core/reconcile/change.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { recordDigests } from '../../src/core/reconcile/fields.ts';
import { markerOf } from '../../src/core/reconcile/marker.ts';
import { NOW, aRecord, aUser, recordedRecord, recordedUser, digest, spoken } from '../support/values.ts';

const TYPE = 'pulumi-nodejs:dynamic/muster:RecordSet';
const SOURCE = { file: '(program)', line: 1, column: 1 };
const SUMMER: Campaign = { ...aRecord().campaign, campaignName: 'Summer', manage: 'set' };
const WINTER: Campaign = { ...SUMMER, campaignName: 'Winter' };

const inside = (campaign: Campaign, clientId: string, parts: Partial<DesiredRecord> = {}): DesiredRecord =>
  aRecord({ campaign, clientId, address: `record:${campaign.campaignName}/${clientId}`, ...parts });

const packing = (campaignName: string) => ({ ...spoken('team.dev'), digest, campaignName });
const OPTIONS = { ...spoken('team.dev'), digest };

function setResource(name: string, records: readonly DesiredRecord[], kept: Partial<Receipts> = {}): object {
  const [campaignName = '', shard = ''] = name.split('/');
  const campaign = { ...SUMMER, campaignName };
  const inputs = setInputs(campaign, shard === 'all' ? '' : shard, records);
  const recorded = records.map((record) => recordedRecord(record));
  const nothing = { recorded, openIntents: [], copies: [], taken: [], observed: null };
  const outputs = { ...inputs, ...writeReceipts({ ...nothing, ...kept }, packing(campaignName)) };
  return { urn: `urn:pulumi:dev::team::${TYPE}::set:${name}`, type: TYPE, inputs, outputs };
}

interface Case {
  readonly desired: readonly DesiredRecord[];
  readonly resources?: readonly object[];
  readonly cutOff?: readonly object[];
  readonly changes?: readonly Partial<Change>[];
  readonly campaigns?: readonly Campaign[];
}

function registered({ desired, resources = [], cutOff = [], changes = [], campaigns }: Case): Registration[] {
  const operations = cutOff.map((resource) => ({ type: 'updating', resource }));
  const stack = readStack(JSON.stringify({ deployment: { resources, pending_operations: operations } }), OPTIONS);
  const filled = changes.map((change) => ({
    kind: 'record',
    after: [],
    from: null,
    pin: null,
    observed: null,
    desired: null,
    recorded: null,
    cause: { kind: 'declared' },
    ...change,
  }));
  const plan = { changes: filled, verdicts: [], approval: { part: 'whole', changes: [] } } as unknown as Plan;
  const known = campaigns ?? [...new Map(desired.map(({ campaign }) => [campaign.campaignName, campaign])).values()];
  return registrationsOf({
    desired: { users: [], records: desired, campaigns: known, files: [], content: '' },
    plan,
    stack,
  });
}

const names = (list: readonly Registration[]): string[] => list.map(({ address }) => address);
const declaredIn = (registration: Registration | undefined): string[] =>
  declarationOf('set', registration?.inputs ?? {}).records.map(({ clientId }) => clientId);
const handedTo = (registration: Registration | undefined): string[] => [...(registration?.order.inherits ?? [])];

describe('shards', () => {
  test('are as many as keep 450 records in one, and stay until there are 900', () => {
    expect([0, 1, 450, 451, 900, 1800, 50_000].map((count) => shardDepth(count, null))).toEqual([0, 0, 0, 1, 1, 2, 7]);
    expect(shardDepth(900, 0)).toBe(0);
    expect(shardDepth(901, 0)).toBe(2);
  });

  test('are not renamed while a campaign grows below a factor of two, or loses two thirds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 451, max: 100_000 }),
        fc.double({ min: 0.3, max: 1.99, noNaN: true }),
        (made, factor) => {
          const depth = shardDepth(made, null);
          expect(shardDepth(Math.floor(made * factor), depth)).toBe(depth);
        },
      ),
    );
  });

  test('are the leading bits of the marker, so that one search reads one shard', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 8 }), (clientId, depth) => {
        expect(markerOf('team.dev', { campaignName: SUMMER.campaignName, clientId })).toContain(
          `team.dev/${shardOf(clientId, depth)}`,
        );
      }),
    );
  });
});

describe('inputs of a set', () => {
  test('say of each record all that was declared', () => {
    const records = [
      inside(SUMMER, 'C-1', {
        preferredAgent: '',
        skillQueue: 'gold',
        nextEarliestWorkTime: NOW,
        whenWorked: 'remove',
      }),
      inside(SUMMER, 'C-2', { ensure: 'completed', reissue: 'again', adopt: true, highlight: 'ALL', hidden: ['x'] }),
    ];
    const again = declarationOf('set', { ...setInputs(SUMMER, '01', records.toReversed()) }).records;
    const campaign = { ...SUMMER, manage: 'each', source: SOURCE };
    expect(again).toEqual(records.map((record) => ({ ...record, source: SOURCE, campaign })));
  });

  test('keep receipts as they were', () => {
    const kept: Receipts = {
      identity: packing(SUMMER.campaignName).identity,
      recorded: [
        recordedRecord(inside(SUMMER, 'C-1')),
        recordedRecord(inside(SUMMER, 'C-2'), { consumed: { how: 'gone', at: NOW } }),
      ],
      openIntents: [],
      copies: [],
      taken: [{ address: 'record:Winter/C-1', recordedAt: NOW }],
      observed: new Map(),
    };
    const written = writeReceipts(kept, packing('Summer'));
    expect(readReceipts(written, 'Summer')).toEqual(kept);
    expect(shownOutputs('set', kept, new Map())).toEqual({ recordCount: 2, consumedCount: 1 });
  });
});

describe('what is registered of a campaign with manage: set', () => {
  const C1 = inside(SUMMER, 'C-1');
  const C2 = inside(SUMMER, 'C-2');

  test('is one resource for all its records that are recorded or planned', () => {
    const found = registered({
      desired: [C1, C2, inside(SUMMER, 'C-3')],
      resources: [setResource('Summer/all', [C1])],
      changes: [{ address: C2.address, action: 'create' }],
    });
    expect(names(found)).toEqual(['set:Summer/all']);
    expect(declaredIn(found[0])).toEqual(['C-1', 'C-2']);
    expect(handedTo(found[0])).toEqual([]);
  });

  test('takes over from single records, and back, every receipt once', () => {
    const single = { ...C1, campaign: { ...SUMMER, manage: 'each' as const } };
    const inputs = { campaignName: 'Summer', clientId: 'C-1' };
    const kept = { ...NOTHING, recorded: [recordedRecord(C1)] };
    const outputs = { ...inputs, ...writeReceipts(kept, packing('Summer')) };
    const type = 'pulumi-nodejs:dynamic/muster:PinnedRecord';
    const resource = { urn: `urn:pulumi:dev::team::${type}::${C1.address}`, type, inputs, outputs };
    const toSet = registered({ desired: [C1], resources: [resource] });
    expect(names(toSet)).toEqual(['set:Summer/all']);
    expect(handedTo(toSet[0])).toEqual([C1.address]);
    const back = registered({ desired: [single], resources: [setResource('Summer/all', [C1])] });
    expect(names(back)).toEqual([C1.address]);
    expect(handedTo(back[0])).toEqual([C1.address]);
  });

  test('keeps a memory of what was used up when it becomes single records', () => {
    const used = recordedRecord(C2, { consumed: { how: 'COMPLETED', at: NOW } });
    const found = registered({
      desired: [{ ...C1, campaign: { ...SUMMER, manage: 'each' } }],
      resources: [setResource('Summer/all', [C1], { recorded: [recordedRecord(C1), used] })],
    });
    expect(names(found)).toEqual([C1.address, C2.address]);
    expect(found[1]?.order).toMatchObject({ changes: [], recordedOnly: [], inherits: [used.address] });
  });

  test('says which records move away, and stands after the set that takes them', () => {
    const moved = inside(WINTER, 'C-1');
    const found = registered({
      desired: [C2, moved],
      resources: [setResource('Summer/all', [C1, C2])],
      changes: [
        { address: moved.address, action: 'move', from: { address: C1.address, campaign: SUMMER, observed: null } },
      ],
    });
    expect(names(found)).toEqual(['set:Winter/all', 'set:Summer/all']);
    expect(handedTo(found[0])).toEqual([C1.address]);
    expect(found[1]?.dependsOn).toEqual(['set:Winter/all']);
  });

  test('orders sets that exchange records without a ring', () => {
    const [there, here] = [inside(WINTER, 'C-1'), inside(SUMMER, 'W-1')];
    const found = registered({
      desired: [there, here],
      resources: [setResource('Summer/all', [C1]), setResource('Winter/all', [inside(WINTER, 'W-1')])],
      changes: [
        { address: there.address, action: 'move', from: { address: C1.address, campaign: SUMMER, observed: null } },
        {
          address: here.address,
          action: 'move',
          from: { address: 'record:Winter/W-1', campaign: WINTER, observed: null },
        },
      ],
    });
    expect(names(found)).toEqual(['set:Winter/all', 'set:Summer/all']);
    expect(found.map(({ dependsOn }) => dependsOn)).toEqual([[], ['set:Winter/all']]);
    expect(found.map(handedTo)).toEqual([[C1.address], ['record:Winter/W-1']]);
  });

  test('counts a receipt that another set took over no more, and has it forgotten with the next update', () => {
    const moved = inside(WINTER, 'C-1');
    const { recordedAt } = recordedRecord(C1);
    const resources = [
      setResource('Summer/all', [C1, C2]),
      setResource('Winter/all', [moved], {
        recorded: [recordedRecord(moved)],
        taken: [{ address: C1.address, recordedAt }],
      }),
    ];
    const stack = readStack(JSON.stringify({ deployment: { resources } }), OPTIONS);
    expect([...stack.recorded.objects.keys()]).toEqual([C2.address, moved.address]);
    const found = registered({ desired: [C2, moved], resources });
    expect(found.map(({ order }) => order.forgets)).toEqual([[C1.address], []]);
  });

  test('hands receipts to the shards it is split into', () => {
    const records = Array.from({ length: 901 }, (_, index) => inside(SUMMER, `C-${index}`));
    const found = registered({ desired: records, resources: [setResource('Summer/all', records)] });
    expect(names(found)).toEqual(['00', '01', '10', '11'].map((shard) => `set:Summer/${shard}`));
    expect(new Set(found.flatMap(handedTo)).size).toBe(901);
    for (const shard of found) expect(handedTo(shard)).toHaveLength(declaredIn(shard).length);
  });

  test('holds what the plan leaves although its campaign is no longer declared, and not what it deletes', () => {
    const resources = [setResource('Summer/all', [C1, C2])];
    const changes = [{ address: C1.address, action: 'delete' as const }];
    const [held, ...more] = registered({ desired: [], resources, changes, campaigns: [] });
    expect(more).toEqual([]);
    expect(declaredIn(held)).toEqual([]);
    expect(held?.order.changes).toMatchObject([{ address: C1.address, action: 'delete', declared: false }]);
    const both = [...changes, { address: C2.address, action: 'delete' as const }];
    expect(registered({ desired: [], resources, changes: both, campaigns: [] })).toEqual([]);
  });

  test('claims what a killed run was writing, where no marker says whose it is', () => {
    const bare = { ...SUMMER, marker: false };
    const [one, two] = [inside(bare, 'C-1'), inside(bare, 'C-2')];
    const wanted = { ...setResource('Summer/all', [one, two]), inputs: setInputs(bare, '', [one, two]), outputs: {} };
    const held = { ...setResource('Summer/all', [one]), inputs: setInputs(bare, '', [one]) };
    const [found] = registered({ desired: [one, two], resources: [held], cutOff: [wanted] });
    const proposed = { digests: recordDigests(two, digest) };
    expect(found?.order.maybeSent).toMatchObject([{ address: two.address, interrupted: true, proposed }]);
    expect(declaredIn(found)).toEqual(['C-1', 'C-2']);
  });

  test.each([
    ['claims', 'it was cut off', '2026-11-22T11:00:00Z', 1],
    ['claims nothing', 'it was finished since', '2026-11-22T11:30:00Z', 0],
  ])('%s of what a replacement was to add, where %s', (_claims, _why, modified, count) => {
    const [one, two] = [inside(SUMMER, 'C-1'), inside(SUMMER, 'C-2')];
    const wanted = { ...setResource('Summer/all', [one, two]), outputs: {}, modified: '2026-11-22T11:00:00Z' };
    const operations = [{ type: 'creating', resource: wanted }];
    const resources = [{ ...setResource('Summer/all', [one]), modified }];
    const stack = readStack(JSON.stringify({ deployment: { resources, pending_operations: operations } }), OPTIONS);
    const [set] = stack.holders.values();
    expect(set?.maybeSent.map(({ address }) => address)).toEqual([two.address].slice(0, count));
    expect(set?.isPending).toBe(false);
  });
});

describe('who answers for an object', () => {
  const { address }: RecordedRecord = recordedRecord(aRecord());
  const empty = { searched: [], readState: () => Promise.resolve({ entries: [], cutOff: [] }) };

  test('lets a resource end without a request only when the other one holds the receipt', () => {
    const registry = openRegistry(empty);
    expect(registry.ownership('old', address)).toBe('own');
    registry.declare('new', [address]);
    expect(registry.ownership('old', address)).toBe('awaited');
    registry.hold('old', [address]);
    expect([registry.ownership('old', address), registry.ownershipOfDeleted(address)]).toEqual(['awaited', 'awaited']);
    registry.hold('new', [address]);
    expect([registry.ownership('old', address), registry.ownershipOfDeleted(address)]).toEqual(['held', 'held']);
    expect(registry.ownership('new', address)).toBe('own');
  });

  test('names the first who declared it to a second one', () => {
    const registry = openRegistry(empty);
    expect(registry.declare('one', [address])).toBeNull();
    expect(registry.declare('one', [address])).toBeNull();
    expect(registry.declare('two', ['user:ana@example.com', address])).toEqual({ address, owner: 'one' });
    expect(registry.isDeclared('user:ana@example.com')).toBe(false);
  });

  test('is, of entries of the state that hold the same, the last one that is deleted', async () => {
    const receipt = recordedRecord(aRecord());
    const entry = { ...NOTHING, recorded: [receipt], owner: 'old' };
    const registry = openRegistry({
      ...empty,
      readState: () => Promise.resolve({ entries: [entry, entry], cutOff: [] }),
    });
    registry.inStack('organization/team/dev');
    expect(await registry.letGo(address)).toBe(true);
    expect(await registry.letGo(address)).toBe(false);
    // A third one, of which the export knew nothing: the object is removed already.
    expect(await registry.letGo(address)).toBe(true);
    registry.keep(address);
    expect(await registry.letGo(address)).toBe(false);
  });

  test('says of a person who is to be removed that a plan saw another one in their place', async () => {
    const ana = recordedUser(aUser(), { connectUserId: 'c-1' });
    const run = {
      generation: 1,
      run: 'r',
      at: NOW,
      files: null,
      approved: null,
      fingerprints: {},
      desired: 'd',
      binds: 'b',
    };
    const seen = async (at: number): Promise<unknown> => {
      const noted = withOthers([{ ...run, changes: null }], [[ana.address, at]]);
      const registry = openRegistry({ ...empty, readState: async () => ({ entries: [], cutOff: [], noted }) });
      registry.inStack('organization/team/dev');
      return registry.asNoted([ana]);
    };
    expect(await seen(ana.recordedAt + 1)).toEqual([{ ...ana, otherSeenAt: ana.recordedAt + 1 }]);
    expect(await seen(ana.recordedAt)).toEqual([ana]);
  });
});
