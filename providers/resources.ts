// Classes for TypeScript programs: one person, one pinned task. Arguments carry the interface documents' own names; what
// is personal (names, e-mails, data items) is a secret in the stack from the first moment on.
//
// What stands in the stack as provider is one constant line that requires this package's handlers from the folder of the
// program: an upgrade changes no state, and refresh and destroy never run old code. It takes the place of what the SDK
// would serialise (contributing/decisions/0003-pulumi-resources.md).

import * as pulumi from '@pulumi/pulumi';

import { recordAddress, userAddress } from '../src/core/model/address.ts';
import { PACKAGE_NAME } from '../src/core/model/package.ts';
import type { Presence } from '../src/core/model/user.ts';
import type { WorkedState } from '../src/core/model/record.ts';
import { READABLE } from './arguments.ts';
import type { AbsentUserArgs, PinnedRecordArgs, PresentUserArgs, RecordSetArgs, UserArgs, Deep } from './arguments.ts';
import { continuesNatively, refuseInConstructor, planned, repeats } from './class-run.ts';
import type { ConstructorCall } from './class-run.ts';
import { PERSONAL } from './declaration.ts';
import type { Family, Properties } from './declaration.ts';
import { declaredElsewhere, heldEntry, ownStack, urnOf } from './held-entry.ts';
import type { HeldObjects } from './held-entry.ts';
import { ELSEWHERE, ORDER } from './order.ts';
import { OUTPUT_NAMES, SECRET_OUTPUTS } from './receipts.ts';
import { child, list } from './stack-export.ts';

export type { AbsentUserArgs, PinnedRecordArgs, PresentUserArgs, RecordSetArgs, UserArgs };

const SECRETS = [...PERSONAL, ORDER];

/** Names that providers/handlers.ts exports. */
const provider = (family: Family): string =>
  `exports.handler = () => require("node:module").createRequire(process.cwd() + "/")("${PACKAGE_NAME}/providers").${family}Handlers`;

const TYPES: Readonly<Record<Family, string>> = {
  user: 'pulumi-nodejs:dynamic/muster:User',
  record: 'pulumi-nodejs:dynamic/muster:PinnedRecord',
  set: 'pulumi-nodejs:dynamic/muster:RecordSet',
};

/** The same resource of the native provider (docs/native-provider.md), which `plugins` of Pulumi.yaml names. */
const nativeType = (family: Family): string => TYPES[family].replace(/^.*(?=:)/u, 'muster:index');

export interface ClassOptions extends pulumi.CustomResourceOptions {
  /** A resource of the native provider (docs/native-provider.md). Another value keeps the entry of the stack, and sends nothing. */
  readonly native?: boolean;
}

/**
 * A person with access to the service, or one who has none any more. Removing the resource removes the access, unless
 * `onRemove: 'keep'` says otherwise.
 *
 * @example
 * const ana = new User('ana', {
 *   loginUserId: 'ana.ruiz@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents',
 * });
 * new User('ben', { loginUserId: 'ben@example.com', ensure: 'absent', offboard: { reassignTo: ana.loginUserId } });
 */
export class User extends pulumi.CustomResource {
  declare readonly loginUserId: pulumi.Output<string>;
  declare readonly userTemplateName: pulumi.Output<string | undefined>;
  /** In the service, as last seen. */
  declare readonly presence: pulumi.Output<Presence>;
  /** In the second system, as last seen; `unknown` where the service does not say. */
  declare readonly backendPresence: pulumi.Output<Presence | undefined>;
  /** Id in the second system; undefined where the person is not there. */
  declare readonly connectUserId: pulumi.Output<string | undefined>;
  /** Which fields differ, as last seen; undefined where none does. */
  declare readonly drift: pulumi.Output<string | undefined>;

  constructor(name: string, args: UserArgs, options: ClassOptions = {}) {
    super(...constructed({ family: 'user', name, args, options }, personOf));
    repeats(this, args);
  }
}

/**
 * A task of a preview campaign, pinned to one agent. The service clears the pin after half an hour in which the task could
 * have been delivered; an agent who works it uses it up, and it is not added again.
 *
 * @example
 * new PinnedRecord('maria', {
 *   campaignName: 'Summer Renewals', clientId: 'C-1001', preferredAgent: ana.loginUserId, skillQueue: 'renewals',
 *   data: { Name: 'Maria Lopez', phone: '+34911234567' },
 * });
 */
export class PinnedRecord extends pulumi.CustomResource {
  declare readonly campaignName: pulumi.Output<string>;
  declare readonly clientId: pulumi.Output<string>;
  /** As declared; the service may have cleared it since. */
  declare readonly preferredAgent: pulumi.Output<string | undefined>;
  /** As declared; undefined leaves the campaign's default queue. */
  declare readonly skillQueue: pulumi.Output<string | undefined>;
  /** In the campaign, as last seen. */
  declare readonly presence: pulumi.Output<Presence>;
  /** Id that the service gave the task, as last seen. */
  declare readonly previewRecordId: pulumi.Output<string | undefined>;
  /** As last seen; undefined where the task is not there. */
  declare readonly workedState: pulumi.Output<WorkedState | undefined>;
  /** How often an agent worked it, as last seen. */
  declare readonly workAttempts: pulumi.Output<number | undefined>;
  /** Which fields differ, as last seen; undefined where none does. */
  declare readonly drift: pulumi.Output<string | undefined>;

  constructor(name: string, args: PinnedRecordArgs, options: ClassOptions = {}) {
    super(...constructed({ family: 'record', name, args, options }, (given) => rowsOf(given, [given])));
    repeats(this, args);
  }
}

/** Many records of one campaign as one resource, each with a receipt of its own in the state. */
export class RecordSet extends pulumi.CustomResource {
  declare readonly campaignName: pulumi.Output<string>;
  /** Customers of the set that are in the state, the finished ones among them. */
  declare readonly recordCount: pulumi.Output<number>;
  /** Those that are finished; none of them is added again by itself. */
  declare readonly consumedCount: pulumi.Output<number>;
  /** Which records differ, by clientId and field, as last seen; undefined where none does. */
  declare readonly drift: pulumi.Output<string | undefined>;

  constructor(name: string, args: RecordSetArgs, options: ClassOptions = {}) {
    super(...constructed({ family: 'set', name, args, options }, (given) => rowsOf(given, given.records)));
    repeats(this, args);
  }
}

/** Registers inputs that are checked already, as they stand in the stack. */
export class RegisteredObject extends pulumi.CustomResource {
  constructor(name: string, { kind, inputs }: RegisteredInputs, options: pulumi.CustomResourceOptions) {
    super(TYPES[kind], name, properties(kind, inputs), secretly(options));
  }
}

export interface RegisteredInputs {
  readonly kind: 'user' | 'record' | 'set';
  readonly inputs: object;
}

/** A new object each time: the SDK keeps what it is given. Outputs are named, so that programs can read them. */
function properties(family: Family, args: object): pulumi.Inputs {
  const all: pulumi.Inputs = { __provider: provider(family) };
  for (const name of [...OUTPUT_NAMES[family], ...READABLE[family]]) all[name] = undefined;
  for (const [name, value] of Object.entries(args) as [string, pulumi.Input<unknown>][]) {
    if (value !== undefined) all[name] = SECRETS.includes(name) ? pulumi.secret(value) : value;
  }
  return all;
}

type Registration = readonly [type: string, name: string, inputs: pulumi.Inputs, options: pulumi.CustomResourceOptions];

/** What a class registers. Throws what is refused before anything is (class-run.ts). */
function constructed<A extends object>(
  given: ConstructorCall<A> & { readonly options: ClassOptions },
  heldOf: (args: A) => pulumi.Output<HeldObjects>,
): Registration {
  const { native = false, aliases = [], ...options } = given.options;
  const { family } = given;
  // Whichever provider it was registered with before, it goes on with its entry.
  const call = {
    ...given,
    options: { ...options, aliases: [...aliases, { type: native ? TYPES[family] : nativeType(family) }] },
  };
  return native ? nativeOf(call, heldOf) : dynamicOf(call, heldOf);
}

/** No plan of the program has it: its provider counts (refusals.ts), and takes every option of Pulumi. */
function nativeOf<A extends object>(
  { family, name, args, options }: ConstructorCall<A>,
  heldOf: (args: A) => pulumi.Output<HeldObjects>,
): Registration {
  const type = nativeType(family);
  refuseInConstructor({ family, name, args, options: {} }, type);
  if (child(args, 'target') !== undefined) throw new pulumi.RunError(`${name}: target: is that of the provider`);
  const mapped = inForm(args, 'records', (rows) => byClientId(name, rows));
  const { aliases = [], parent } = options;
  const former = { type: TYPES[family], name, parent };
  const held = heldOf(args);
  continuesNatively({ urn: urnOf(former), held });
  const outputs = [...OUTPUT_NAMES[family], ...READABLE[family]].map((each) => [each, undefined] as const);
  const inputs = { ...Object.fromEntries(outputs), ...args, ...mapped };
  return [type, name, inputs, { ...options, aliases: [...aliases, heldEntry(former, held)] }];
}

/** What is no list is for `check` to refuse. */
function byClientId(name: string, rows: unknown): unknown {
  if (!Array.isArray(rows)) return rows;
  const ids = rows.map((row) => String(child(row, 'clientId')));
  const last = new Map(ids.map((id, at) => [id, at]));
  const twice = ids.find((id, at) => last.get(id) !== at);
  if (twice !== undefined) throw new pulumi.RunError(`RecordSet ${name}: records: ${twice} stands twice`);
  return Object.fromEntries(rows.map((row: object, at) => [ids[at], { ...row, clientId: undefined }]));
}

/**
 * What a class says beside its arguments (BESIDE), as promises: a resource does not wait for the component it stands in.
 * `import` is not for the engine, which calls no code of a dynamic provider for it: the handlers take over what is there.
 */
function dynamicOf<A extends object>(
  given: ConstructorCall<A>,
  heldOf: (args: A) => pulumi.Output<HeldObjects>,
): Registration {
  const { family, name, args, options } = given;
  const type = TYPES[family];
  refuseInConstructor(given, type);
  const { import: imported, aliases = [], ...others } = options;
  const resource = { type, name, parent: options.parent };
  const entry = heldEntry(resource, heldOf(args));
  const elsewhere = declaredElsewhere(resource, entry);
  const urn = urnOf(resource);
  const plan = planned({ ...given, type, urn });
  const beside = {
    __owner: urn,
    __stack: ownStack(),
    import: imported,
    [ELSEWHERE]: elsewhere,
    // Rejects where nothing may be registered.
    [ORDER]: plan.then(async (known) => known?.orders.get(await urn) ?? undefined),
  };
  const inputs = { ...args, ...asText(args, 'data'), ...asText(args, 'records'), ...beside };
  return [type, name, properties(family, inputs), secretly({ ...others, aliases: [...aliases, entry] })];
}

const TEXTS = { data: itemsText, records: (rows: unknown) => JSON.stringify(rows ?? null) };

/** What stands in the stack as one text. */
function asText(args: object, name: 'data' | 'records'): pulumi.Inputs {
  return inForm(args, name, TEXTS[name]);
}

function inForm(args: object, name: string, form: (given: unknown) => unknown): pulumi.Inputs {
  const given: unknown = Reflect.get(args, name);
  return given === undefined ? {} : { [name]: pulumi.output(given).apply(form) };
}

/** @internal Arguments without outputs, as `check` gets them. */
export function checkedAs(args: Properties): Properties {
  const given = Object.entries(args).filter(([name, value]) => value !== undefined || name === 'records');
  const text = (name: string, value: unknown): unknown =>
    name === 'data' || name === 'records' ? TEXTS[name](value) : value;
  return Object.fromEntries(given.map(([name, value]) => [name, text(name, value)]));
}

function personOf({ target, loginUserId }: UserArgs): pulumi.Output<HeldObjects> {
  const all = pulumi.all([target, loginUserId]);
  return all.apply(([place, login]) => ({ target: place, addresses: texts([login]).map(userAddress) }));
}

function rowsOf(
  { target, campaignName }: Pick<RecordSetArgs, 'target' | 'campaignName'>,
  rows: pulumi.Input<readonly pulumi.Input<Deep<{ readonly clientId: string }>>[]>,
): pulumi.Output<HeldObjects> {
  return pulumi.all([target, campaignName, rows]).apply(([place, campaign, records]) => {
    const ids = texts(list({ records }, 'records').map((row) => child(row, 'clientId')));
    return { target: place, addresses: texts([campaign]).flatMap((each) => ids.map((id) => recordAddress(each, id))) };
  });
}

/** An output may hold anything: what has no name is for `check` to refuse. */
function texts(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === 'string');
}

function secretly(options: pulumi.CustomResourceOptions): pulumi.CustomResourceOptions {
  return { ...options, additionalSecretOutputs: [...(options.additionalSecretOutputs ?? []), ...SECRET_OUTPUTS] };
}

/** As given, so that `check` sees it; an item without a value is one that is refused. */
function itemsText(data: unknown): string {
  return JSON.stringify(data ?? null, (key, value: unknown) => value ?? (key === 'displayOrder' ? value : null));
}
