// Every setting of a campaign that stays with it, one row each: types, what files may say, and Pulumi arguments derive from it.
// `adopt` and `defaults` of a campaign are no settings of their own: they are values for its records (record-fields.ts).

import { FLAG, plain, TEXT } from './fields.ts';
import type { Field } from './fields.ts';

interface CampaignField extends Field {
  /** Whether a Pulumi resource carries it; how many records a resource holds is said by the resource itself. */
  readonly input: boolean;
}

const SETTING = { required: false, personal: false, input: true } as const;

export const CAMPAIGN_FIELDS = {
  /** Case-sensitive. Another value on a record is one transfer, not delete and add. */
  campaignName: { ...SETTING, form: TEXT, required: true },
  /** Key under which the service stores clientId in the data; never sent as an item, never drift. Default `Id`. */
  clientIdFieldName: { ...SETTING, form: TEXT, default: 'Id' },
  /** One resource per record, or per shard of records. Default `each`. */
  manage: { ...SETTING, form: plain<'each' | 'set'>(), default: 'each', input: false },
  /** Whether managed records carry the hidden ownership item that makes bulk reads possible. Default true. */
  marker: { ...SETTING, form: FLAG, default: true },
  /** Intake files feed this campaign too: foreign records are normal, twins are possible. Default false. */
  intake: { ...SETTING, form: FLAG, default: false },
} as const satisfies Readonly<Record<string, CampaignField>>;

export type CampaignFields = typeof CAMPAIGN_FIELDS;
