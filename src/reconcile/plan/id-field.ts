// Whether the intake files of a campaign call their id column what the campaign declares (preview campaign interface,
// addOrUpdateCampaignRecord rule 6). Only a task that is not ours can tell: ours carry the name we sent, or none at all
// after an update (rule 5 may drop the item), so they prove nothing either way. Pure.

import type { DesiredState, ObservedState } from '../../model/state.ts';
import type { Warning } from '../plan-value.ts';

export function idFieldWarnings({
  desired,
  observed,
}: {
  readonly desired: DesiredState;
  readonly observed: ObservedState;
}): Warning[] {
  return desired.campaigns.flatMap((campaign) => {
    const task = observed.strangers?.get(campaign.campaignName);
    const { clientIdFieldName, campaignName } = campaign;
    if (task === undefined || task.items.length === 0) return [];
    if (task.items.some(({ key, value }) => key === clientIdFieldName && value === task.clientId)) return [];
    const holder = task.items.find(({ value }) => value === task.clientId)?.key;
    const where = holder === undefined ? 'under no key' : `under ${holder}`;
    const text = `${campaignName} declares clientIdFieldName ${clientIdFieldName}; its task ${task.clientId}, which is not ours, holds its id ${where}`;
    return [{ code: 'id-field-differs', text, address: null, source: campaign.source }];
  });
}
