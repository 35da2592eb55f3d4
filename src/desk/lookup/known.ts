// What files and recorded state know of one object or campaign. Pure.

import type { KnownObject, Memory, Standing } from '../../core/face.ts';
import type { Address } from '../../core/model/address.ts';
import { isRecord, parseAddress } from '../../core/model/address.ts';
import { pick } from '../../core/model/fields.ts';
import { undeclaredCampaign } from '../../core/model/record.ts';
import { didYouMean } from '../../core/model/suggest.ts';
import type { Campaign } from '../../core/model/record.ts';
import type { DesiredState, RecordedObject } from '../../core/model/state.ts';

export interface Sources {
  readonly desired: DesiredState | null;
  readonly memory: Memory | null;
}

export function knownOf(address: Address, { desired, memory }: Sources): KnownObject {
  const declared = [...(desired?.users ?? []), ...(desired?.records ?? [])];
  return {
    desired: declared.find((each) => each.address === address) ?? null,
    recorded: recordedAt(address, memory),
    openIntents: memory?.recorded.openIntents.filter((each) => each.address === address) ?? [],
    copySince: memory?.copies?.find((each) => each.address === address)?.savedAt ?? null,
  };
}

function recordedAt(address: Address, memory: Memory | null): RecordedObject | null {
  return memory?.recorded.objects.get(address) ?? memory?.recorded.removed?.get(address) ?? null;
}

export function standingsOf(
  addresses: readonly Address[],
  { desired, memory }: Sources,
): ReadonlyMap<Address, Standing> {
  const declared = new Map(desired?.records.map((each) => [each.address, each]));
  const objects = memory?.recorded.objects;
  return new Map(
    addresses.map((address) => [
      address,
      {
        source: declared.get(address)?.source ?? null,
        zone: declared.get(address)?.timeZone || null,
        recorded: objects?.has(address) ?? false,
      },
    ]),
  );
}

/** Every address that is declared, recorded, remembered or left open. */
export function knownAddresses({ desired, memory }: Sources): readonly Address[] {
  const declared = [...(desired?.users ?? []), ...(desired?.records ?? [])].map(({ address }) => address);
  const recorded = memory?.recorded;
  const open = recorded?.openIntents.map(({ address }) => address) ?? [];
  const kept = [...(recorded?.objects.keys() ?? []), ...(recorded?.removed?.keys() ?? [])];
  return [...new Set([...declared, ...kept, ...open])];
}

function knownCampaignNames(sources: Sources): readonly string[] {
  const recorded = knownAddresses(sources).flatMap((address) => {
    const parsed = parseAddress(address);
    return isRecord(parsed) ? [parsed.campaignName] : [];
  });
  return [...new Set([...(sources.desired?.campaigns ?? []).map(({ campaignName }) => campaignName), ...recorded])];
}

/** Null for a campaign that is declared or recorded; else what nobody here knows, with the nearest name. */
export function campaignHint(campaignName: string, sources: Sources): string | null {
  const names = knownCampaignNames(sources);
  if (names.includes(campaignName)) return null;
  const near = didYouMean(campaignName, names);
  return `No file declares the campaign ${campaignName}, and nothing is recorded of it${near === '' ? '.' : near}`;
}

/** The key under which the service stores clientId: as declared, as recorded, else the default of the document. */
export function idKeyOf(campaignName: string, sources: Sources): string {
  return campaignOf(campaignName, sources).clientIdFieldName;
}

export function regionOf(campaignName: string, sources: Sources): Pick<Campaign, 'region'> {
  return pick(campaignOf(campaignName, sources), ['region']);
}

function campaignOf(campaignName: string, { desired, memory }: Sources): Campaign {
  const declared = desired?.campaigns.find((each) => each.campaignName === campaignName);
  if (declared !== undefined) return declared;
  for (const object of memory?.recorded.objects.values() ?? []) {
    if (isRecord(object) && object.campaignName === campaignName) return undeclaredCampaign(campaignName, object);
  }
  return undeclaredCampaign(campaignName);
}
