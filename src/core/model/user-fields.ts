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
  /** Login id, case-sensitive; with SAML usually an e-mail address. Identifies the user. */
  loginUserId: { ...CREATION, form: TEXT, of: 'any', required: true, sent: 'loginUserId', column: true },
  /** First name. Stored by the service at creation and never shown again. */
  firstName: { ...PROFILE, required: true, personal: true, sent: 'firstName' },
  /** Last name. Stored by the service at creation and never shown again. */
  lastName: { ...PROFILE, required: true, personal: true, sent: 'lastName' },
  /** Name of the user template used on creation; it must exist in the service. */
  userTemplateName: { ...PROFILE, required: true, personal: false, sent: 'userTemplateName' },
  /** Ignored with SAML; required where the target says identity: directory. */
  primaryEmailAddr: {
    ...{ ...PROFILE, required: 'directory', personal: true },
    ...{ sent: 'primaryEmailAddr', ignoredWith: 'saml' },
  },
  /** Used for notifications only. */
  secondaryEmailAddr: { ...PROFILE, required: false, personal: true, sent: 'secondaryEmailAddr' },
  /** Create the user in the second system too. Default false. */
  createInBackend: { ...CREATION, form: FLAG, default: false, sent: 'createInBackend', comparedWith: 'presence' },
  /**
   * Only with createInBackend: true. FAIL: refuse when the user already exists in the second system; where that is
   * seen, the plan sends nothing and asks. ALLOW: go on. Computed from what is observed when left out.
   */
  behaviorIfInBackend: { ...CREATION, form: plain<'FAIL' | 'ALLOW'>(), sent: 'behaviorIfInBackend' },
  /**
   * There is no update call for users. keep: report the change as not applied. replace: delete and create again,
   * guarded; of an adopted user only with onRemove: delete or delete-with-backend. Default keep.
   */
  onProfileChange: { ...RULE, form: plain<'keep' | 'replace'>(), default: 'keep' },
  /** Import: may take over a user that already exists. Default false. */
  adopt: { ...RULE, form: FLAG, of: 'any', default: false },
  /**
   * What removing the declaration does. release: stop managing, no request. keep: nothing, until a line says ensure: absent;
   * the plan names the user. Default: release what was adopted, delete what was created.
   */
  onRemove: { ...RULE, form: plain<OnRemove>(), of: 'any', cell: false },
  /** What happens to the tasks pinned to this user before the user is removed. Default block. */
  offboard: { ...RULE, form: plain<Offboard>(), of: 'any', default: 'block', cell: false },
  /** present, or absent for a leaver: verified on both sides at every run. Default present. */
  ensure: { ...RULE, form: plain<'present' | 'absent'>(), of: 'any', default: 'present' },
} as const satisfies Readonly<Record<string, UserField>>;

export type UserFields = typeof USER_FIELDS;
