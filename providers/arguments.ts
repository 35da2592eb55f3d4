// Arguments of the resource classes: the fields of the tables, each of which may come from another resource. What a field
// means stands beside its row (src/core/model/user-fields.ts, record-fields.ts, campaign-fields.ts).

import type { Input } from '@pulumi/pulumi';

import type { DataValue, RecordInput } from '../src/core/desired/declarations/define.ts';
import { CAMPAIGN_INPUTS } from '../src/core/desired/declarations/record-input.ts';
import type { CampaignInputs } from '../src/core/desired/declarations/record-input.ts';
import type { InputFields } from '../src/core/model/fields.ts';
import { RECORD_FIELDS } from '../src/core/model/record-fields.ts';
import { USER_FIELDS } from '../src/core/model/user-fields.ts';

interface CommonArgs {
  /** Name of a target in muster.yaml. Default: `muster:target` of the stack, MUSTER_TARGET, or the only target. */
  readonly target?: Input<string>;
}

type Arguments<T> = { readonly [K in keyof T]: Input<Deep<Exclude<T[K], undefined>>> };

/** User provisioning interface, "add-user". */
export type UserArgs = PresentUserArgs | AbsentUserArgs;

/** What the service requires of a person is required here; `ensure` may come from another resource. */
export interface PresentUserArgs extends CommonArgs, Arguments<InputFields<typeof USER_FIELDS>> {}

/** A leaver: loginUserId is enough. */
export interface AbsentUserArgs extends CommonArgs, Arguments<Partial<InputFields<typeof USER_FIELDS>>> {
  /** Login id, case-sensitive; with SAML usually an e-mail address. Identifies the user. */
  readonly loginUserId: Input<string>;
  /** present, or absent for a leaver: verified on both sides at every run. Default present. */
  readonly ensure: Input<'absent'>;
}

/** Preview campaign interface, "Task / record". */
export interface PinnedRecordArgs
  extends
    CommonArgs,
    Arguments<CampaignInputs>,
    Arguments<InputFields<typeof RECORD_FIELDS, Exclude<keyof typeof RECORD_FIELDS, 'data'>>> {
  /**
   * Data items shown to the agent, in display order. Name is the banner; a key containing phone must be E.164; keys ending in
   * _link or _button must be URLs.
   */
  readonly data?: Input<Readonly<Record<string, Input<Deep<DataValue>>>>>;
}

/** Records of one campaign, in the words of desired files. */
export interface RecordSetArgs extends CommonArgs, Arguments<CampaignInputs> {
  /** A clientId stands in one set only. At most some 500 belong into one; `reconcile` makes shards by itself. */
  readonly records: Input<readonly Input<Deep<RecordInput>>[]>;
}

/** By family; written out, because this file is public and what the handlers know is not. */
type Names = Readonly<Record<'user' | 'record' | 'set', readonly string[]>>;

/** Inputs that are nobody's secret and useful to other resources: outputs, too, undefined where they were not given. */
export const READABLE: Names = {
  user: ['userTemplateName'],
  record: ['preferredAgent', 'skillQueue'],
  set: [],
};

/** Their names, for programs without types. */
export const ARGUMENTS: Names = {
  user: ['target', ...Object.keys(USER_FIELDS)],
  record: ['target', ...CAMPAIGN_INPUTS, ...Object.keys(RECORD_FIELDS)],
  set: ['target', ...CAMPAIGN_INPUTS, 'records'],
};
/** Those without which there is no object. */
export const REQUIRED: readonly string[] = ['loginUserId', 'campaignName', 'clientId', 'records'];
/** Those that stand in the stack as lists and mappings: Pulumi can tell their parts. `data` and `records` are one text. */
export const PARTED: readonly string[] = ['offboard', 'highlight', 'hidden', 'twins'];

/** The same shape with an Input at every place in it. */
export type Deep<T> = T extends string | number | boolean | undefined
  ? T
  : { readonly [Name in keyof T]: Input<Deep<T[Name]>> };
