// Whether recorded state is older than what the service shows (diff/unrecorded).

import { expect, test } from 'vitest';

import { unrecordedIn } from '../../src/core/reconcile/diff/unrecorded.ts';
import { markerOf } from '../../src/core/reconcile/marker.ts';
import {
  LINEAGE,
  NOW,
  aCampaign,
  aRecord,
  desiredState,
  recordedRecord,
  recordedState,
  seenRecord,
  taskOf,
} from '../support/values.ts';

const [recorded, ours, added] = ['C-1', 'C-2', 'C-3'].map((clientId) => aRecord({ clientId }));
if (!recorded || !ours || !added) throw new Error('three are needed');

const asked = (...desired: (typeof ours)[]): ReturnType<typeof unrecordedIn> =>
  unrecordedIn({
    desired: desiredState(recorded, ...desired),
    recorded: recordedState(recordedRecord(recorded)),
    observed: { records: new Map(), extras: new Map([[ours.address, taskOf(ours)]]) },
    lineage: LINEAGE,
    now: NOW,
  });

test('a customer whom this Pulumi stack had, and who carries the marker of another one, was handed over with who was called', () => {
  const marker = markerOf('elsewhere.prod', { campaignName: ours.campaign.campaignName, clientId: ours.clientId });
  const items = taskOf(ours).items.map((item) => (item.key === 'musterStack' ? { ...item, value: marker } : item));
  const theirs = taskOf(ours, { items });
  const facts = {
    desired: desiredState(recorded, ours, added),
    recorded: recordedState(recordedRecord(recorded)),
    observed: { records: new Map([[ours.address, seenRecord(theirs)]]), extras: new Map() },
    lineage: LINEAGE,
    now: NOW,
  };
  expect(unrecordedIn(facts)).toBeNull();
  const applied = new Set([ours.address]);
  expect(unrecordedIn({ ...facts, applied })).toMatchObject({ stacks: ['elsewhere.prod'] });
});

test('the marker of another stack that the service cuts says that it knows who was called, as far as its name is whole', () => {
  const marker = markerOf('elsewhere.prod', { campaignName: ours.campaign.campaignName, clientId: ours.clientId });
  const found = (value: string): ReturnType<typeof unrecordedIn> => {
    const items = taskOf(ours).items.map((item) => (item.key === 'musterStack' ? { ...item, value } : item));
    return unrecordedIn({
      desired: desiredState(ours, added),
      recorded: recordedState(),
      observed: { records: new Map([[ours.address, seenRecord(taskOf(ours, { items }))]]), extras: new Map() },
      lineage: LINEAGE,
      now: NOW,
    });
  };
  expect(found(marker.slice(0, 30))).toMatchObject({ stacks: ['elsewhere.prod'] });
  expect(found(marker.slice(0, 10))).toBeNull();
  const ofAnother = markerOf('elsewhere.prod', { campaignName: ours.campaign.campaignName, clientId: 'C-77' });
  expect(found(ofAnother.slice(0, 30))).toBeNull();
});

test('a customer of ours that a plan of a part does not ask for, but sees, is nobody new', () => {
  expect(asked(ours)).toBeNull();
  expect(asked(ours, added)).toMatchObject({ older: [ours.campaign.campaignName] });
});

test('what an apply let go of last keeps its marker, and is no sign of an older state once it is declared again', () => {
  const facts = {
    desired: desiredState(ours),
    recorded: recordedState(),
    observed: { records: new Map([[ours.address, seenRecord(taskOf(ours))]]), extras: new Map() },
    lineage: LINEAGE,
    now: NOW,
  };
  expect(unrecordedIn(facts)).toMatchObject({ campaigns: [ours.campaign.campaignName] });
  expect(unrecordedIn({ ...facts, letGo: new Set([ours.address]) })).toBeNull();
});

test('that somebody was let go is no recorded state: where nothing else is, it lies elsewhere', () => {
  const back = aRecord({ clientId: 'C-9' });
  const released = { consumed: { how: 'released', at: NOW } } as const;
  const facts = {
    desired: desiredState(back, added),
    recorded: recordedState(recordedRecord(back, released)),
    kept: recordedState(),
    observed: { records: new Map(), extras: new Map([[ours.address, taskOf(ours)]]) },
    lineage: LINEAGE,
    now: NOW,
  };
  expect(unrecordedIn(facts)).toMatchObject({ campaigns: [ours.campaign.campaignName], isAll: true });
});

test('what an apply was about to move here, and nothing recorded its arrival, is no sign of an older state', () => {
  const from = aRecord({ clientId: ours.clientId, campaign: aCampaign({ campaignName: 'Before', marker: false }) });
  const facts = {
    desired: desiredState(ours, added),
    recorded: recordedState(recordedRecord(from, { marker: null })),
    observed: { records: new Map([[ours.address, seenRecord(taskOf(ours))]]), extras: new Map() },
    lineage: LINEAGE,
    now: NOW,
  };
  const { campaignName } = ours.campaign;
  expect(unrecordedIn(facts)).toMatchObject({ campaigns: [campaignName] });
  expect(unrecordedIn({ ...facts, begun: new Set([ours.address]) })).toBeNull();
  // Declared there still, it is another customer that an apply was about to add here.
  const both = { ...facts, desired: desiredState(ours, added, from), begun: new Set([ours.address]) };
  expect(unrecordedIn(both)).toMatchObject({ campaigns: [campaignName] });
});

test('a task whose very marker is recorded where its customer went, and that others moved back, is no sign of an older state', () => {
  const away = aRecord({ clientId: ours.clientId, campaign: aCampaign({ campaignName: 'Away' }) });
  const marker = markerOf(LINEAGE.stack, { campaignName: ours.campaign.campaignName, clientId: ours.clientId });
  const facts = (known: string | null): Parameters<typeof unrecordedIn>[0] => ({
    desired: desiredState(recorded, ours, added),
    recorded: recordedState(recordedRecord(recorded), recordedRecord(away, { marker: known })),
    observed: {
      records: new Map([[ours.address, seenRecord(taskOf(ours, { items: [{ key: 'musterStack', value: marker }] }))]]),
      extras: new Map(),
    },
    lineage: LINEAGE,
    now: NOW,
  });
  expect(unrecordedIn(facts(null))).toMatchObject({ older: [ours.campaign.campaignName] });
  expect(unrecordedIn(facts(marker))).toBeNull();
});

test('what an apply let go of last, and others carried to another campaign, is no sign of a lost state there', () => {
  const there = aRecord({ clientId: ours.clientId, campaign: aCampaign({ campaignName: 'Winter' }) });
  const facts = {
    desired: desiredState(added),
    recorded: recordedState(),
    observed: { records: new Map(), extras: new Map([[there.address, taskOf(ours)]]) },
    lineage: LINEAGE,
    now: NOW,
  };
  expect(unrecordedIn(facts)).toMatchObject({ campaigns: ['Winter'] });
  expect(unrecordedIn({ ...facts, letGo: new Set([ours.address]) })).toBeNull();
  expect(unrecordedIn({ ...facts, letGo: new Set([recorded.address]) })).toMatchObject({ campaigns: ['Winter'] });
});
