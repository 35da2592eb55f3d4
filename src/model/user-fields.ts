// Every field of a user, one row each. Whatever names fields reads this table: types, checks of required values, the body of
// add-user, what is personal, what is compared, columns of a roster, Pulumi arguments. A new field is a row here, a
// property in schemas/desired.schema.json, and the sandbox.

import { FLAG, plain, TEXT } from './fields.ts';
import type { Field } from './fields.ts';

export type OnRemove = 'release' | 'keep' | 'delete' | 'delete-with-backend';
export type Offboard = 'clear' | 'block' | { readonly reassignTo: string };

interface UserField extends Field {
  /**
   * Where it stands in the desired state: `any` user; a user who is to be `present`; in the `profile`, which the service
   * stores at creation and never shows again.
   */
  readonly of: 'any' | 'present' | 'profile';
  /** Property of add-user (user provisioning interface); null for what muster alone acts on. */
  readonly sent: string | null;
  /** Shown by `presence` in the backing instance; else only our digest of what was `sent` can say that it changed. */
  readonly comparedWith: 'sent' | 'presence' | null;
  /** Targets of this identity take no notice of it: no value of it is a difference there. */
  readonly ignoredWith?: 'saml';
  /** A column of that name in a list of people (`muster adopt users`). */
  readonly column: boolean;
  /** A column of a CSV file may hold it (`usersFrom`). */
  readonly cell: boolean;
}

const PROFILE = { form: TEXT, of: 'profile', comparedWith: 'sent', column: true, cell: true } as const;
const CREATION = {
  of: 'present',
  required: false,
  personal: false,
  comparedWith: null,
  column: false,
  cell: true,
} as const;
const RULE = { ...CREATION, sent: null } as const;

export const USER_FIELDS = {
  /** Case-sensitive. Another value is another person. */
  loginUserId: { ...CREATION, form: TEXT, of: 'any', required: true, sent: 'loginUserId', column: true },
  firstName: { ...PROFILE, required: true, personal: true, sent: 'firstName' },
  lastName: { ...PROFILE, required: true, personal: true, sent: 'lastName' },
  /** Name of a user template that exists in the service; used at creation. */
  userTemplateName: { ...PROFILE, required: true, personal: false, sent: 'userTemplateName' },
  /** Needed for targets with `identity: directory`; ignored with SAML. */
  primaryEmailAddr: {
    ...{ ...PROFILE, required: 'directory', personal: true },
    ...{ sent: 'primaryEmailAddr', ignoredWith: 'saml' },
  },
  secondaryEmailAddr: { ...PROFILE, required: false, personal: true, sent: 'secondaryEmailAddr' },
  /** Create the person in the backing instance too. Default false. */
  createInBackend: { ...CREATION, form: FLAG, default: false, sent: 'createInBackend', comparedWith: 'presence' },
  /** Only with createInBackend. Default: computed from what is observed. */
  behaviorIfInBackend: { ...CREATION, form: plain<'FAIL' | 'ALLOW'>(), sent: 'behaviorIfInBackend' },
  /** `replace`: a changed profile deletes and creates again; there is no update call. Default `keep`. */
  onProfileChange: { ...RULE, form: plain<'keep' | 'replace'>(), default: 'keep' },
  /** May take over a person who exists and is not recorded as ours. Default false. */
  adopt: { ...RULE, form: FLAG, of: 'any', default: false },
  /** Default: what was adopted is released, what was created is deleted. Of a row of a CSV file: always `keep`. */
  onRemove: { ...RULE, form: plain<OnRemove>(), of: 'any', cell: false },
  /** What becomes of tasks pinned to the person. Default `block`. */
  offboard: { ...RULE, form: plain<Offboard>(), of: 'any', default: 'block', cell: false },
  /** `absent`: a leaver, for whom loginUserId is enough. Default `present`. */
  ensure: { ...RULE, form: plain<'present' | 'absent'>(), of: 'any', default: 'present' },
} as const satisfies Readonly<Record<string, UserField>>;

export type UserFields = typeof USER_FIELDS;
