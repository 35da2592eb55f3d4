// Classes for TypeScript programs: one person, one pinned task. Arguments carry the interface documents' own names; what
// is personal (names, e-mails, data items) is a secret in the stack from the first moment on.
//
// What stands in the stack as provider is one constant line that requires this package's handlers from the folder of the
// program: an upgrade changes no state, and refresh and destroy never run old code. It takes the place of what the SDK
// would serialise (docs/decisions/0003-pulumi-door.md).

import * as pulumi from '@pulumi/pulumi';

import type { DataValue } from '../src/desired/define.ts';
import { PACKAGE_NAME } from '../src/model/package.ts';
import { RECORD_FIELDS } from '../src/model/record-fields.ts';
import type { PinnedRecordArgs, RecordSetArgs, UserArgs } from './arguments.ts';
import { dataText, PERSONAL } from './inputs.ts';
import { ORDER } from './order.ts';
import { OUTPUT_NAMES, SECRET_OUTPUTS } from './receipts.ts';

export type { PinnedRecordArgs, RecordSetArgs, UserArgs };

const SECRETS = [...PERSONAL, ORDER];
type HandlersName = keyof typeof FAMILIES;
/** Names that providers/handlers.ts exports. */
const FAMILIES = { userHandlers: 'user', recordHandlers: 'record', setHandlers: 'set' } as const;

const provider = (handlers: HandlersName): string =>
  `exports.handler = () => require("node:module").createRequire(process.cwd() + "/")("${PACKAGE_NAME}/providers").${handlers}`;

const USER_TYPE = 'pulumi-nodejs:dynamic/muster:User';
const RECORD_TYPE = 'pulumi-nodejs:dynamic/muster:PinnedRecord';
const SET_TYPE = 'pulumi-nodejs:dynamic/muster:RecordSet';

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
function properties(handlers: HandlersName, args: object): pulumi.Inputs {
  const all: pulumi.Inputs = { __provider: provider(handlers) };
  for (const name of OUTPUT_NAMES[FAMILIES[handlers]]) all[name] = undefined;
  for (const [name, value] of Object.entries(args) as [string, pulumi.Input<unknown>][]) {
    if (value !== undefined) all[name] = SECRETS.includes(name) ? pulumi.secret(value) : value;
  }
  return all;
}

function secretly(options: pulumi.CustomResourceOptions): pulumi.CustomResourceOptions {
  return { ...options, additionalSecretOutputs: [...(options.additionalSecretOutputs ?? []), ...SECRET_OUTPUTS] };
}

function dataOf(data: Readonly<Record<string, DataValue>>): string {
  return dataText(RECORD_FIELDS.data.form.fromInput(data) ?? []);
}
