// One run of a program of the classes. What it declares is held until it has declared everything: then it is planned as a whole, said, and
// stopped on guards (src/program/class-plan.ts), and only then the engine hears of the first resource. A program says nowhere that it
// has ended; what ends it for Pulumi's SDK ends it here:
//
//   started by the command               Node has nothing left to do (`beforeExit`), which is when the SDK ends the program, too
//   a function of the Automation API     its process goes on: nothing new was declared for three seconds
//
// What a class takes from another one is known before that one is registered, where it is an argument of it (`ana.loginUserId`); anything
// else the engine has to answer first. Such a class, and one that is constructed later, is late: it is held until again nothing else goes
// on, and planned with all that is late by then.
//
// What a class refuses in its constructor, before that, is said in one line with its type and its name: arguments that it does not have,
// arguments without a value, options that would take its object away, and parts of properties that Pulumi cannot leave alone. What comes
// only from an output, or from a transform, is for `check`.

import * as pulumi from '@pulumi/pulumi';
import { ResourceMonitorClient } from '@pulumi/pulumi/proto/resource_grpc_pb.js';

import { MACHINE, pause } from '../src/core/machine.ts';
import type { Address } from '../src/core/model/address.ts';
import type { Change } from '../src/core/reconcile/change.ts';
import { keyWords } from '../src/core/desired/text/masked.ts';
import { didYouMean } from '../src/core/model/suggest.ts';
import { ARGUMENTS, PARTED, REQUIRED } from './arguments.ts';
import type { Family, Properties } from './declaration.ts';
import type { HeldObjects } from './held-entry.ts';

/** In the order of the program. */
export interface DeclaredClass extends ConstructorCall {
  readonly type: string;
  readonly urn: Promise<pulumi.URN>;
}

export interface ClassProgram {
  readonly classes: readonly DeclaredClass[];
  /** The argument that an output of a class repeats, and the output itself where it is none. */
  readonly argumentOf: (output: unknown) => unknown;
  /** Null where no `reconcile` ran in it. */
  readonly besideDesired: BesideDesired | null;
  /** Null for the first plan of a program. */
  readonly before: ProgramPlan | null;
  /** Classes whose entries go on with the native provider. */
  readonly native: readonly NativeClass[];
}

export interface NativeClass {
  /** Of the class that it was. */
  readonly urn: Promise<pulumi.URN>;
  /** What it declares, under whatever name. */
  readonly held: pulumi.Output<HeldObjects>;
}

/** What `reconcile` plans by itself in the same program. */
interface BesideDesired {
  /** Name in muster.yaml. */
  readonly target: string;
  readonly declares: ReadonlySet<Address>;
  /** Whether the stack held anything of classes before. */
  readonly holdsClasses: boolean;
}

/** What `check` is told of the plan of a program (order.ts). */
export interface ProgramPlan {
  /** URN of a class that is planned by now -> its ORDER; null for one that a preview cannot know. */
  readonly orders: ReadonlyMap<pulumi.URN, string | null>;
  /** URN of one that is late -> resolves when its arguments are known. */
  readonly late: ReadonlyMap<pulumi.URN, Promise<unknown>>;
  /** Name of a target -> what its plans are about so far. */
  readonly planned: ReadonlyMap<string, PlannedPart>;
  /** Export of the stack, before anything was registered. */
  readonly text: string;
}

export interface PlannedPart {
  readonly within: ReadonlySet<Address>;
  readonly changes: readonly Change[];
}

interface ClassRun {
  readonly classes: DeclaredClass[];
  readonly native: NativeClass[];
  readonly repeated: WeakMap<object, unknown>;
  /** The next plan, made when nothing else goes on. Rejects where nothing may be registered. */
  readonly next: () => Promise<ProgramPlan | undefined>;
  besideDesired: ClassProgram['besideDesired'];
}

/** One for each run of a program: a process of the Automation API may run several. */
const runs = new WeakMap<pulumi.Resource, ClassRun>();

/** Rejects where nothing may be registered. */
type PlanProgram = (program: ClassProgram) => Promise<ProgramPlan>;

/** One, handed in by what exports the classes (src/index.ts): planning is above this room. */
const planners = new Set<PlanProgram>();

/** Plans each program from now on, and the one that is running, also without a class: one that declares none any more removes everything. */
export function planEachProgram(plan: PlanProgram): void {
  planners.add(plan);
  openClassRun();
}

/** Resolves when this class may be registered. Outside of a stack, in a unit test with mocks, at once. */
export async function planned(declared: DeclaredClass): Promise<ProgramPlan | undefined> {
  const run = openClassRun();
  run?.classes.push(declared);
  for (;;) {
    const plan = await run?.next();
    const urn = await declared.urn;
    if (plan === undefined || plan.orders.has(urn)) return plan;
    await plan.late.get(urn);
  }
}

/** Which outputs of a class repeat an argument. */
export function repeats(resource: pulumi.Resource, args: object): void {
  const run = openClassRun();
  for (const [name, given] of Object.entries(args)) {
    const output: unknown = Reflect.get(resource, name);
    if (pulumi.Output.isInstance(output)) run?.repeated.set(output, given);
  }
}

/** It is registered with the native provider, and no plan says that it leaves. */
export function continuesNatively(native: NativeClass): void {
  openClassRun()?.native.push(native);
}

/** `reconcile` plans what it declares. */
export function noteDesired(beside: BesideDesired): void {
  const stack = pulumi.runtime.getStackResource();
  const run = stack && runs.get(stack);
  if (run !== undefined) run.besideDesired = beside;
}

/** Null outside of a stack. */
function openClassRun(): ClassRun | null {
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined) return null;
  const known = runs.get(stack);
  if (known !== undefined) return known;
  const classes: DeclaredClass[] = [];
  const native: NativeClass[] = [];
  const repeated = new WeakMap<object, unknown>();
  const argumentOf = (output: unknown): unknown =>
    typeof output === 'object' && output !== null && repeated.has(output) ? repeated.get(output) : output;
  const planAfter = async (last: Promise<ProgramPlan | undefined> | null): Promise<ProgramPlan | undefined> => {
    const before = (await last) ?? null;
    await declaredAll(() => classes.length, before === null ? 'nothing' : 'nothing that is late');
    isOpen = false;
    const program = { classes: [...classes], native, argumentOf, besideDesired: run.besideDesired, before };
    for (const planner of planners) return planner(program).catch(endRun);
    return undefined;
  };
  let isOpen = true;
  let plan: Promise<ProgramPlan | undefined> | null = null;
  const next = (): Promise<ProgramPlan | undefined> => {
    if (plan !== null && isOpen) return plan;
    isOpen = true;
    return (plan = planAfter(plan));
  };
  const run: ClassRun = { classes, native, repeated, next, besideDesired: null };
  runs.set(stack, run);
  void next();
  return run;
}

/**
 * A function of the Automation API that has returned is over for the SDK, whatever becomes of its registrations: it would tell the engine
 * so, which then deletes what was not registered. Without a connection it cannot, and its update fails.
 */
function endRun(error: unknown): never {
  const monitor = pulumi.runtime.getMonitor();
  if (!isByCommand() && monitor instanceof ResourceMonitorClient) monitor.close();
  throw error;
}

const LOOK_MS = 250;
const QUIET_MS = 3000;
/** As the language host of the command sets it. */
const BY_COMMAND = 'PULUMI_NODEJS_STACK';

function isByCommand(): boolean {
  return process.env[BY_COMMAND] !== undefined;
}

/** `what`: is not registered where the program fails before. */
async function declaredAll(count: () => number, what: string): Promise<void> {
  if (isByCommand()) {
    const failures: unknown[] = [];
    for (const event of ['unhandledRejection', 'uncaughtException'])
      process.once(event, (error) => failures.push(error));
    await new Promise((resolve) => process.once('beforeExit', resolve));
    if (failures.length === 0) return;
    const text = `${what} of muster was registered: the program ended with an error before it had declared everything`;
    throw Object.assign(new pulumi.RunError(text), { stack: text });
  }
  let before = -1;
  for (let quiet = 0; quiet < QUIET_MS; quiet = count() === before ? quiet + LOOK_MS : 0) {
    before = count();
    await pause(MACHINE, LOOK_MS);
  }
}

export interface ConstructorCall<A extends object = object> {
  readonly family: Family;
  readonly name: string;
  readonly args: A;
  readonly options: pulumi.CustomResourceOptions;
}

type Refuser = (property: string, why: string) => never;

/** Throws what Pulumi prints without a stack trace. A program without types may give no `args`. */
export function refuseInConstructor({ family, name, args, options }: ConstructorCall, type: string): void {
  const refuse: Refuser = (property, why) => {
    throw new pulumi.RunError(`${type.slice(type.lastIndexOf(':') + 1)} ${name}: ${property}: ${why}`);
  };
  refuseArguments({ ...args }, family, refuse);
  refuseOptions(options, type, refuse);
  for (const path of options.ignoreChanges ?? []) refusePath(path, family, refuse);
}

function refuseArguments(args: Properties, family: Family, refuse: Refuser): void {
  for (const [name, value] of Object.entries(args)) {
    if (value !== undefined && !ARGUMENTS[family].includes(name)) refuse(keyWords(name), unknown(name, family));
  }
  const missing = REQUIRED.find((name) => ARGUMENTS[family].includes(name) && (args[name] ?? null) === null);
  if (missing !== undefined) refuse(missing, `expected a value; given ${String(args[missing])}`);
}

/** Option of a resource -> why no class takes it; docs/classes.md says the same. */
export const REFUSED_OPTIONS = {
  provider: 'all resources of muster share the default provider, which sees that an object has one owner',
  replaceOnChanges: 'every field is changed in place; leave it out',
  deleteBeforeReplace: 'the object would be lost before it is declared again; leave it out',
  deletedWith: 'the object would stay in the service and nobody would answer for it; leave it out',
} as const satisfies Partial<Record<keyof pulumi.CustomResourceOptions, string>>;

function refuseOptions(options: pulumi.CustomResourceOptions, type: string, refuse: Refuser): void {
  const provider = options.provider ?? options.parent?.getProvider(type);
  const given: Properties = { ...options, provider };
  for (const [name, why] of Object.entries(REFUSED_OPTIONS)) {
    const value = given[name];
    if (value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)) refuse(name, why);
  }
}

/** `name` or `["name"]`, and what follows. */
const PATH = /^(?:(\w+)|\["(\w+)"\])(.*)$/su;

/** Pulumi passes over a path that leads nowhere, without a word, and what was to be left alone is written. */
function refusePath(path: string, family: Family, refuse: Refuser): void {
  const [, plain, quoted, part] = PATH.exec(path) ?? [];
  const name = plain ?? quoted ?? path;
  if (!ARGUMENTS[family].includes(name)) refuse('ignoreChanges', `${keyWords(name)}: ${unknown(name, family)}`);
  if (part === '' || PARTED.includes(name)) return;
  const whole = `Pulumi can leave only the whole of ${name} alone, and would write this part; say "${name}"`;
  refuse('ignoreChanges', name === 'records' ? `${whole}, or declare that record as a PinnedRecord` : whole);
}

function unknown(name: string, family: Family): string {
  const hint = didYouMean(name, ARGUMENTS[family]);
  return `is no argument of this class${hint || `; it has ${ARGUMENTS[family].join(', ')}`}`;
}
