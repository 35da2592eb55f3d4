// A campaign of which nothing is recorded, and whose name is nearly that of one that is known: in another case, or where the service refuses
// every question about its records. No call says whether a campaign exists, so it is a hint. Pure.

import { isRecord } from '../../model/address.ts';
import { folded } from '../../model/spelling.ts';
import type { ObservedState } from '../../model/state.ts';
import { nearest } from '../../model/suggest.ts';
import type { Warning } from '../warning.ts';
import type { Scope } from './scope.ts';

type Facts = Scope & { readonly observed: ObservedState };

export function nearCampaigns({ desired, recorded, observed }: Facts): Warning[] {
  const known = new Set([...recorded.objects.values()].flatMap((each) => (isRecord(each) ? each.campaignName : [])));
  const records = Map.groupBy(desired.records, ({ campaign }) => campaign.campaignName);
  const isRefused = (name: string): boolean =>
    records.get(name)?.every(({ address }) => observed.records.get(address)?.problem?.code === 'unreadable') ?? false;
  const answered = [...records.keys()].filter((name) => !isRefused(name));
  return desired.campaigns.flatMap(({ campaignName: name, source }) => {
    const near = known.has(name) ? null : nearest(name, [...known, ...answered.filter((other) => other !== name)]);
    if (near === null || (folded(near) !== folded(name) && !isRefused(name))) return [];
    const more = isRefused(name) ? ', and the service refuses it' : '';
    const message = `campaign ${name}: nothing is recorded of it${more}; did you mean ${near}?`;
    return [{ code: 'similar-id', message, address: null, source } as const];
  });
}
