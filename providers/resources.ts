// Classes for TypeScript programs: one person, one pinned task. Arguments carry the interface documents' own names; what
// is personal (names, e-mails, data items) is a secret in the stack from the first moment on.
//
// What stands in the stack as provider is one constant line that requires this package's handlers from the folder of the
// program: an upgrade changes no state, and refresh and destroy never run old code. It takes the place of what the SDK
// would serialise (docs/decisions/0003-pulumi-resources.md).

import * as pulumi from '@pulumi/pulumi';

import type { DataValue } from '../src/desired/define.ts';
import { recordAddress, userAddress } from '../src/model/address.ts';
import { PACKAGE_NAME } from '../src/model/package.ts';
import { RECORD_FIELDS } from '../src/model/record-fields.ts';
import type { PinnedRecordArgs, RecordSetArgs, UserArgs } from './arguments.ts';
import type { Deep } from './deep-input.ts';
import { declaredElsewhere, heldEntry, ownStack, urnOf } from './held-entry.ts';
import type { Held } from './held-entry.ts';
import { dataText, PERSONAL } from './inputs.ts';
import { ELSEWHERE, ORDER } from './order.ts';
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
    const all = ensure === undefined ? declared : { ...declared, ensure: leaver };
    const { inputs, owned } = constructed({ type: USER_TYPE, name, options }, personOf(args));
    super(USER_TYPE, name, properties('userHandlers', { ...all, ...inputs }), owned);
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
    const row = pulumi.output(args.clientId).apply((clientId) => [{ clientId }]);
    const { inputs, owned } = constructed({ type: RECORD_TYPE, name, options }, rowsOf(args, row));
    super(RECORD_TYPE, name, properties('recordHandlers', { ...declared, ...items, ...inputs }), owned);
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
    const { inputs, owned } = constructed({ type: SET_TYPE, name, options }, rowsOf(args, records));
    super(SET_TYPE, name, properties('setHandlers', { ...declared, records: text, ...inputs }), owned);
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

interface Constructing {
  readonly type: string;
  readonly name: string;
  readonly options: pulumi.CustomResourceOptions;
}

interface Constructed {
  /** Beside what is declared (BESIDE). As promises: a resource does not wait for the component it stands in. */
  readonly inputs: {
    readonly owner: Promise<pulumi.URN>;
    readonly stack: string;
    readonly import: string | undefined;
    readonly [ELSEWHERE]: Promise<string | undefined>;
  };
  readonly owned: pulumi.CustomResourceOptions;
}

/**
 * What a class says beside its arguments. Throws where the options would take its object away, before anything is registered.
 * `import` is not for the engine, which calls no code of a dynamic provider for it: the handlers take over what is there.
 */
function constructed({ type, name, options }: Constructing, held: pulumi.Output<Held>): Constructed {
  refuseOptions({ type, name, options });
  const { import: imported, aliases = [], ...others } = options;
  const resource = { type, name, parent: options.parent };
  const entry = heldEntry(resource, held);
  const owned = secretly({ ...others, aliases: [...aliases, entry] });
  const elsewhere = declaredElsewhere(resource, entry);
  return { inputs: { owner: urnOf(resource), stack: ownStack(), import: imported, [ELSEWHERE]: elsewhere }, owned };
}

function refuseOptions({ type, name, options }: Constructing): void {
  const { provider, parent, replaceOnChanges, deleteBeforeReplace, deletedWith } = options;
  const refuse = (option: string, why: string): never => {
    throw new pulumi.RunError(`${type.slice(type.lastIndexOf(':') + 1)} ${name}: ${option}: ${why}`);
  };
  if (provider !== undefined || parent?.getProvider(type) !== undefined)
    refuse('provider', 'all resources of muster share the default provider, which sees that an object has one owner');
  if (replaceOnChanges !== undefined && replaceOnChanges.length > 0)
    refuse('replaceOnChanges', 'every field is changed in place; leave it out');
  if (deleteBeforeReplace === true)
    refuse('deleteBeforeReplace', 'the object would be lost before it is declared again; leave it out');
  if (deletedWith !== undefined)
    refuse('deletedWith', 'the object would stay in the service and nobody would answer for it; leave it out');
}

function personOf({ target, loginUserId }: UserArgs): pulumi.Output<Held> {
  return pulumi
    .all([target, loginUserId])
    .apply(([place, login]) => ({ target: place, addresses: [userAddress(login)] }));
}

function rowsOf(
  { target, campaignName }: Pick<RecordSetArgs, 'target' | 'campaignName'>,
  rows: pulumi.Input<readonly pulumi.Input<Deep<{ readonly clientId: string }>>[]>,
): pulumi.Output<Held> {
  return pulumi.all([target, campaignName, rows]).apply(([place, campaign, records]) => ({
    target: place,
    addresses: records.map(({ clientId }) => recordAddress(campaign, clientId)),
  }));
}

function secretly(options: pulumi.CustomResourceOptions): pulumi.CustomResourceOptions {
  return { ...options, additionalSecretOutputs: [...(options.additionalSecretOutputs ?? []), ...SECRET_OUTPUTS] };
}

function dataOf(data: Readonly<Record<string, DataValue>>): string {
  return dataText(RECORD_FIELDS.data.form.fromInput(data) ?? []);
}
