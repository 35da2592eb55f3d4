// A record and its campaign as files and stacks say them <-> the desired ones. Both ways follow the tables of fields
// (model/record-fields.ts, model/campaign-fields.ts).

import { recordAddress } from '../../model/address.ts';
import type { SourcePosition } from '../../model/address.ts';
import { CAMPAIGN_FIELDS } from '../../model/campaign-fields.ts';
import type { CampaignFields } from '../../model/campaign-fields.ts';
import { namesWhere, fieldsFrom, inputOf } from '../../model/fields.ts';
import type { DesiredFields, NamesWhere, InputFields } from '../../model/fields.ts';
import type { Campaign, DataItem, DesiredRecord } from '../../model/record.ts';
import { RECORD_FIELDS } from '../../model/record-fields.ts';
import type { RecordFields } from '../../model/record-fields.ts';
import type { CampaignSettings, RecordInput } from './define.ts';

const BUT_DATA = namesWhere(RECORD_FIELDS, {}).filter((name) => name !== 'data');
const CAMPAIGN = namesWhere(CAMPAIGN_FIELDS, {});

/** Settings of a campaign that resources of its records carry. */
export const CAMPAIGN_INPUTS = namesWhere(CAMPAIGN_FIELDS, { input: true });

export type CampaignInputs = InputFields<CampaignFields, NamesWhere<CampaignFields, { input: true }>>;

/** The data items are handed in: an object puts number-like keys first, and the order of the file is display order. */
export function fieldsOf(input: RecordInput, data: readonly Required<DataItem>[]): DesiredFields<RecordFields> {
  return { ...fieldsFrom(RECORD_FIELDS, BUT_DATA, input), data };
}

interface RecordContext {
  readonly campaign: Campaign;
  readonly source: SourcePosition;
  /** Where the agent stands, where one is named there. */
  readonly agentSource?: SourcePosition | null;
}

export function recordFrom(fields: DesiredFields<RecordFields>, context: RecordContext): DesiredRecord {
  const { campaign, source, agentSource = null } = context;
  return {
    ...fields,
    kind: 'record',
    address: recordAddress(campaign.campaignName, fields.clientId),
    source,
    campaign,
    ...(agentSource !== null && { agentSource }),
  };
}

export function campaignFrom(settings: CampaignSettings, source: SourcePosition): Campaign {
  return { ...fieldsFrom(CAMPAIGN_FIELDS, CAMPAIGN, settings), source };
}

/** What is as by default is left out. */
export function campaignInput(campaign: Campaign): CampaignInputs {
  return inputOf(CAMPAIGN_FIELDS, CAMPAIGN_INPUTS, campaign);
}
