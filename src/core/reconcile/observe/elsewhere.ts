// Looks in other campaigns for a record that is gone from its own: in those without markers, and in those of other partitions, which no
// search by marker of this run shows. Reads only. By id in each of them, and only where a declared record of ours is gone here and something
// follows from that:
//
//   the file says          | gone here, what would follow
//   a new `reissue`        | the customer is called again
//   `ensure: absent`       | nobody answers for the customer any more
//   `adopt: true`          | another task, which stands in its place, is taken over
//
// Price: one request or two for each such record and campaign. A line that is dropped is not asked for so: a list that ends would cost
// too much.

import { isRecord, recordAddress } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import { isAdded } from '../../model/record.ts';
import type { Campaign, DesiredRecord, ObservedRecord, RecordedRecord } from '../../model/record.ts';
import type { Clock, DesiredState, RecordedState } from '../../model/state.ts';
import type { ServiceReader } from '../../service/service.ts';
import { isAnother } from '../owner.ts';
import { isNewReason } from '../reasons.ts';
import { knownCampaigns } from './addresses.ts';
import { observeRecord } from './one.ts';
import { forEachParallel } from './parallel.ts';

interface Question {
  readonly reader: ServiceReader;
  readonly desired: DesiredState;
  readonly recorded: RecordedState;
  readonly clock: Clock;
  readonly pinCampaigns?: readonly Campaign[];
}

/** By the address at which it was asked for. */
export async function readElsewhere(
  { reader, desired, recorded, clock, pinCampaigns }: Question,
  observed: ReadonlyMap<Address, ObservedRecord>,
): Promise<ReadonlyMap<Address, ObservedRecord>> {
  const beside = desired.others?.campaigns ?? [];
  const known = pinCampaigns ?? [...knownCampaigns(desired, recorded), ...beside];
  const isBeside = new Set(beside.map(({ campaignName }) => campaignName));
  const left = new Map([...recorded.objects.values()].filter(isRecord).map((each) => [each.clientId, each]));
  const places = new Map<Address, { readonly campaign: Campaign; readonly clientId: string }>();
  for (const record of desired.records) {
    const own = recorded.objects.get(record.address) ?? left.get(record.clientId);
    if (!isRecord(own) || !dependsOn(record, own, observed.get(own.address))) continue;
    for (const campaign of known) {
      const isSearched = campaign.marker && own.marker !== null && !isBeside.has(campaign.campaignName);
      const address = recordAddress(campaign.campaignName, own.clientId);
      if (!isSearched && !observed.has(address) && !recorded.objects.has(address))
        places.set(address, { campaign, clientId: own.clientId });
    }
  }
  const found = new Map<Address, ObservedRecord>();
  await forEachParallel([...places], async ([address, { campaign, clientId }]) => {
    found.set(address, await observeRecord(reader, { campaign, clientId, clock, known: undefined }));
  });
  return found;
}

/** Whether something follows from its being gone. What is used up and gone is not observed. */
function dependsOn(desired: DesiredRecord, own: RecordedRecord, seen: ObservedRecord | undefined): boolean {
  const tasks = seen?.tasks ?? [];
  if (seen?.presence === 'unknown') return false;
  // Of a record without an id and a marker the data alone tell which task it is.
  const isBare = own.previewRecordId === '' && own.marker === null;
  if (desired.adopt && tasks.length > 0 && (isBare || tasks.every((task) => isAnother(own, task)))) return true;
  if (tasks.some((task) => !isAnother(own, task))) return false;
  if (desired.ensure === 'absent') return own.consumed === null;
  return isAdded(desired.ensure) && isNewReason(desired.reissue, own);
}
