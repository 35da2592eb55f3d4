// Classes for TypeScript programs: one person, one pinned task. Arguments carry the interface documents' own names; what
// is personal (names, e-mails, data items) is a secret in the stack from the first moment on.
//
// What stands in the stack as provider is one constant line that requires this package's handlers from the folder of the
// program: an upgrade changes no state, and refresh and destroy never run old code. It takes the place of what the SDK
// would serialise (docs/decisions/0003-pulumi-door.md).

import * as pulumi from '@pulumi/pulumi';

import type { DataValue, RecordInput } from '../src/desired/define.ts';
import { PACKAGE_NAME } from '../src/model/package.ts';
import type { OnRemove } from '../src/model/user.ts';
import type { WhenWorked } from '../src/model/record.ts';
import { PERSONAL } from './inputs.ts';
import { OUTPUT_NAMES } from './outputs.ts';
import { SET_OUTPUT_NAMES } from './set-receipts.ts';

const provider = (handlers: string): string =>
  `exports.handler = () => require("node:module").createRequire(process.cwd() + "/")("${PACKAGE_NAME}/providers").${handlers}`;

const USER_TYPE = 'pulumi-nodejs:dynamic/muster:User';
const RECORD_TYPE = 'pulumi-nodejs:dynamic/muster:PinnedRecord';
const SET_TYPE = 'pulumi-nodejs:dynamic/muster:RecordSet';
const SECRET_OUTPUTS = ['recorded', 'observed', 'intents', 'copies'];

interface CommonArgs {
  /** Name of a target in muster.yaml. Default: `muster:target` of the stack, MUSTER_TARGET, or the only target. */
  readonly target?: pulumi.Input<string>;
  /** May take over an object that exists and is not ours. Default false. */
  readonly adopt?: pulumi.Input<boolean>;
}

/** User provisioning interface, "add-user". There is no update call: see onProfileChange. */
export interface UserArgs extends CommonArgs {
  /** Case-sensitive. Another value is another person. */
  readonly loginUserId: pulumi.Input<string>;
  readonly firstName?: pulumi.Input<string>;
  readonly lastName?: pulumi.Input<string>;
  readonly userTemplateName?: pulumi.Input<string>;
  /** Needed for targets with `identity: directory`; ignored with SAML. */
  readonly primaryEmailAddr?: pulumi.Input<string>;
  readonly secondaryEmailAddr?: pulumi.Input<string>;
  /** Create the person in the backing instance too. Default false. */
  readonly createInBackend?: pulumi.Input<boolean>;
  /** Only with createInBackend. Default: FAIL for a new person, ALLOW where taking over is allowed. */
  readonly behaviorIfInBackend?: pulumi.Input<'FAIL' | 'ALLOW'>;
  /** Default: what was adopted is released, what was created is deleted. */
  readonly onRemove?: pulumi.Input<OnRemove>;
  /** `replace`: a changed profile deletes and creates again. Default `keep`. */
  readonly onProfileChange?: pulumi.Input<'keep' | 'replace'>;
  /** What becomes of tasks pinned to the person. Default `block`. */
  readonly offboard?: pulumi.Input<'clear' | 'block' | { readonly reassignTo: string }>;
  /** `absent`: a leaver. Default: present. */
  readonly ensure?: pulumi.Input<'present' | 'absent'>;
}

/** Preview campaign interface, "Task / record". */
export interface PinnedRecordArgs extends CommonArgs {
  /** Case-sensitive. Another value is one transfer, not delete and add. */
  readonly campaignName: pulumi.Input<string>;
  /** Key under which the service stores clientId in the data. Default `Id`. */
  readonly clientIdFieldName?: pulumi.Input<string>;
  /** Hidden ownership item. Default true. */
  readonly marker?: pulumi.Input<boolean>;
  /** Intake files feed the campaign too. Default false. */
  readonly intake?: pulumi.Input<boolean>;
  /** Unique in the campaign. Another value is another record. */
  readonly clientId: pulumi.Input<string>;
  /** loginUserId; empty text: must have none. */
  readonly preferredAgent?: pulumi.Input<string>;
  /** `2026-12-01T09:00:00+01:00`: a zone or an offset is required. */
  readonly nextEarliestWorkTime?: pulumi.Input<string>;
  readonly skillQueue?: pulumi.Input<string>;
  /** IANA time zone name. */
  readonly timeZone?: pulumi.Input<string>;
  /** In display order. */
  readonly data?: pulumi.Input<Readonly<Record<string, pulumi.Input<DataValue>>>>;
  readonly highlight?: pulumi.Input<'ALL' | readonly string[]>;
  readonly hidden?: pulumi.Input<readonly string[]>;
  /** What happens to a task an agent has touched. Default `keep`. */
  readonly whenWorked?: pulumi.Input<WhenWorked>;
  /** A reason to add again a record that was consumed. */
  readonly reissue?: pulumi.Input<string>;
  readonly ensure?: pulumi.Input<'present' | 'absent' | 'completed' | 'removed'>;
}

/** Records of one campaign, in the words of desired files. */
export interface RecordSetArgs extends Pick<
  PinnedRecordArgs,
  'campaignName' | 'clientIdFieldName' | 'marker' | 'intake' | 'target'
> {
  /** A clientId stands in one set only. At most some 500 belong into one; `reconcile` makes shards by itself. */
  readonly records: pulumi.Input<readonly pulumi.Input<RecordInput>[]>;
}

export class User extends pulumi.CustomResource {
  declare readonly loginUserId: pulumi.Output<string>;
  /** In the service: `present`, `absent` or `unknown`, as last seen. */
  declare readonly presence: pulumi.Output<string>;
  /** In the backing instance, as last seen; `unknown` where the service does not say. */
  declare readonly backendPresence: pulumi.Output<string | undefined>;
  declare readonly connectUserId: pulumi.Output<string | undefined>;

  constructor(name: string, args: UserArgs, options: pulumi.CustomResourceOptions = {}) {
    const { ensure, ...declared } = args;
    const leaver = pulumi.output(ensure).apply((wanted) => (wanted === 'absent' ? wanted : undefined));
    super(
      USER_TYPE,
      name,
      properties('userHandlers', ensure === undefined ? declared : { ...declared, ensure: leaver }),
      secretly(options),
    );
  }
}

export class PinnedRecord extends pulumi.CustomResource {
  declare readonly campaignName: pulumi.Output<string>;
  declare readonly clientId: pulumi.Output<string>;
  declare readonly presence: pulumi.Output<string>;
  declare readonly previewRecordId: pulumi.Output<string | undefined>;
  declare readonly workedState: pulumi.Output<string | undefined>;
  declare readonly workAttempts: pulumi.Output<number | undefined>;

  constructor(name: string, args: PinnedRecordArgs, options: pulumi.CustomResourceOptions = {}) {
    const { data, ...declared } = args;
    const items = data === undefined ? {} : { data: pulumi.output(data).apply(dataOf) };
    super(RECORD_TYPE, name, properties('recordHandlers', { ...declared, ...items }), secretly(options));
  }
}

/** Many records of one campaign as one resource, each with a receipt of its own in the state. */
export class RecordSet extends pulumi.CustomResource {
  declare readonly campaignName: pulumi.Output<string>;
  /** Records that have a receipt, the consumed ones among them. */
  declare readonly recordCount: pulumi.Output<number>;
  declare readonly consumedCount: pulumi.Output<number>;
  /** Which records differ, by clientId and field, as last seen; undefined where none does. */
  declare readonly drift: pulumi.Output<string | undefined>;

  constructor(name: string, args: RecordSetArgs, options: pulumi.CustomResourceOptions = {}) {
    const { records, ...declared } = args;
    const text = pulumi.output(records).apply((rows) => JSON.stringify(rows));
    super(SET_TYPE, name, properties('setHandlers', { ...declared, records: text }), secretly(options));
  }
}

const TYPES = {
  user: [USER_TYPE, 'userHandlers'],
  record: [RECORD_TYPE, 'recordHandlers'],
  set: [SET_TYPE, 'setHandlers'],
} as const;

/** Registers inputs that are checked already, as they stand in the stack. */
export class RegisteredObject extends pulumi.CustomResource {
  constructor(name: string, { kind, inputs }: RegisteredInputs, options: pulumi.CustomResourceOptions) {
    const [type, handlers] = TYPES[kind];
    super(type, name, properties(handlers, inputs), secretly(options));
  }
}

export interface RegisteredInputs {
  readonly kind: keyof typeof TYPES;
  readonly inputs: object;
}

/** A new object each time: the SDK keeps what it is given. Outputs are named, so that programs can read them. */
function properties(handlers: string, args: object): pulumi.Inputs {
  const all: pulumi.Inputs = { __provider: provider(handlers) };
  const outputs = handlers === 'setHandlers' ? SET_OUTPUT_NAMES : OUTPUT_NAMES;
  for (const name of outputs) all[name] = undefined;
  for (const [name, value] of Object.entries(args) as [string, pulumi.Input<unknown>][]) {
    if (value !== undefined) all[name] = PERSONAL.includes(name) ? pulumi.secret(value) : value;
  }
  return all;
}

function secretly(options: pulumi.CustomResourceOptions): pulumi.CustomResourceOptions {
  return { ...options, additionalSecretOutputs: [...(options.additionalSecretOutputs ?? []), ...SECRET_OUTPUTS] };
}

/** One text of [key, value, displayOrder], 0 where the order is that of the mapping. */
function dataOf(data: Readonly<Record<string, DataValue>>): string {
  const rows = Object.entries(data).map(([key, value]) =>
    typeof value === 'string' ? [key, value, 0] : [key, value.value, value.displayOrder ?? 0],
  );
  return JSON.stringify(rows);
}
