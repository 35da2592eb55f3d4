// Whether the intake files of a campaign call their id column what the campaign declares (preview campaign interface,
// addOrUpdateCampaignRecord rule 6). Only a task that is not ours can tell: ours carry the name we sent, or none at all
// after an update (rule 5 may drop the item), so they prove nothing either way. Pure.

import type { DesiredState, ObservedState } from '../../model/state.ts';
import type { Warning } from '../warning.ts';

export function idFieldWarnings({
  desired,
  observed,
}: {
  readonly desired: DesiredState;
  readonly observed: ObservedState;
}): Warning[] {
  return desired.campaigns.flatMap((campaign) => {
    const task = observed.strangers?.get(campaign.campaignName);
    const { clientIdFieldName, campaignName, source } = campaign;
    if (task === undefined || task.items.length === 0) return [];
    const { clientId, items } = task;
    if (items.some(({ key, value }) => key === clientIdFieldName && value === clientId)) return [];
    const heldUnder = items.find(({ value }) => value === clientId)?.key ?? null;
    return [{ code: 'id-field-differs', campaignName, clientIdFieldName, clientId, heldUnder, address: null, source }];
  });
}
