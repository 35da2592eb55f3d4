// Every setting of a campaign that stays with it, one row each: types, what files may say, and Pulumi arguments derive from it.
// `adopt` and `defaults` of a campaign are no settings of their own: they are values for its records (record-fields.ts).

import { FLAG, plain, TEXT } from './fields.ts';
import type { Field } from './fields.ts';
import type { Region } from './region.ts';

interface CampaignField extends Field {
  /** Whether a Pulumi resource carries it; how many records a resource holds is said by the resource itself. */
  readonly input: boolean;
}

const SETTING = { required: false, personal: false, input: true } as const;

export const CAMPAIGN_FIELDS = {
  /** Case-sensitive campaign name. */
  campaignName: { ...SETTING, form: TEXT, required: true },
  /**
   * Key under which the service stores clientId in the data; must equal the first column of the intake files. Default
   * Id.
   */
  clientIdFieldName: { ...SETTING, form: TEXT, default: 'Id' },
  /**
   * each: one Pulumi resource per record. set: one Pulumi resource per set of at most 900 records, for large
   * campaigns; each record is still planned, written and recorded by itself. With a ledger (`state: ledger`) both are
   * the same. Default each.
   */
  manage: { ...SETTING, form: plain<'each' | 'set'>(), default: 'each', input: false },
  /**
   * Let every managed record carry one hidden item that marks it as ours and makes bulk reads possible. Default true.
   */
  marker: { ...SETTING, form: FLAG, default: true },
  /** Cloud region where the campaign resides, sent with its requests. Default: the region of the target. */
  region: { ...SETTING, form: plain<Region>() },
  /** Intake files feed this campaign too: records that are not declared are normal. Default false. */
  intake: { ...SETTING, form: FLAG, default: false },
} as const satisfies Readonly<Record<string, CampaignField>>;

export type CampaignFields = typeof CAMPAIGN_FIELDS;
