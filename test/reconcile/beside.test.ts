// A search by clientId shows one task at most: where it is another one, the task that is known, or that may come there, is asked for.

import { expect, test } from 'vitest';

import type { Campaign, ObservedTask } from '../../src/core/model/record.ts';
import { findKnown } from '../../src/core/reconcile/observe/one.ts';
import { RecordReading } from '../../src/core/reconcile/observe/records.ts';
import type { ServiceReader } from '../../src/core/service/service.ts';
import {
  aCampaign,
  aRecord,
  desiredState,
  LINEAGE,
  NOW,
  recordedRecord,
  recordedState,
  taskOf,
} from '../support/values.ts';

const desired = aRecord();
const { campaign, clientId } = desired;
const ours = taskOf(desired, { items: [] });
const other = taskOf(desired, { previewRecordId: 'p-9', items: [] });
const done = async <T>(value: T) => ({ kind: 'done', value }) as const;
const idsOf = (tasks: readonly ObservedTask[] | undefined) => tasks?.map(({ previewRecordId }) => previewRecordId);

test.each([
  [ours.previewRecordId, ['p-9', ours.previewRecordId]],
  ['p-9', ['p-9']],
  [undefined, ['p-9']],
])('where another task is shown, the known one is asked for by its own id (%s)', async (known, expected) => {
  const reader = {
    findRecord: () => done([other]),
    findTask: (_campaign: Campaign, id: string) => done([ours].filter(({ previewRecordId }) => previewRecordId === id)),
  } as Partial<ServiceReader> as ServiceReader;
  const found = await findKnown(reader, { campaign, clientId, known });
  expect(found.kind === 'done' && idsOf(found.value)).toEqual(expected);
});

test('where another task stands in the place that a record comes to, ours may stand beside it: its data are asked for, too', async () => {
  const there = aRecord({ campaign: aCampaign({ campaignName: 'Welcome Calls' }) });
  const reader = {
    searchRecords: () => done({ tasks: [], complete: true, shown: 0 }),
    findRecord: ({ campaignName, intake }: Campaign) =>
      done(campaignName === campaign.campaignName ? [] : [other, ...(intake ? [ours] : [])]),
  } as Partial<ServiceReader> as ServiceReader;
  const recorded = recordedState(recordedRecord(desired));
  const options = { reader, recorded, desired: desiredState(there), lineage: LINEAGE, clock: () => NOW };
  const reading = new RecordReading(options);
  await reading.read(() => undefined);
  expect(idsOf(reading.observed.get(there.address)?.tasks)).toEqual(['p-9', ours.previewRecordId]);
});
