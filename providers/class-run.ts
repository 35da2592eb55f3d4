// One run of a program of the classes. What it declares is held until it has declared everything: then it is planned as a whole, said, and
// stopped on guards (src/program/class-plan.ts), and only then the engine hears of the first resource. A program says nowhere that it
// has ended; what ends it for Pulumi's SDK ends it here:
//
//   started by the command               Node has nothing left to do (`beforeExit`), which is when the SDK ends the program, too
//   a function of the Automation API     its process goes on: nothing new was declared for three seconds
//
// A class that is constructed later is not held. What a class takes from another one is known before that one is registered, where it is
// an argument of it (`ana.loginUserId`); anything else the engine has to answer first.

import * as pulumi from '@pulumi/pulumi';
import { ResourceMonitorClient } from '@pulumi/pulumi/proto/resource_grpc_pb.js';

import { MACHINE, pause } from '../src/machine.ts';
import type { Address } from '../src/model/address.ts';
import type { ConstructorCall } from './class-refusals.ts';

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
  /** PLANNED */
  readonly removals: string;
  /** URN of a class -> its ORDER; one that is in no plan has none. */
  readonly orders: ReadonlyMap<pulumi.URN, string>;
}

interface ClassRun {
  readonly classes: DeclaredClass[];
  readonly repeated: WeakMap<object, unknown>;
  /** Rejects where nothing may be registered. */
  readonly planned: Promise<ProgramPlan | undefined>;
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
  return run?.planned;
}

/** Which outputs of a class repeat an argument. */
export function repeats(resource: pulumi.Resource, args: object): void {
  const run = openClassRun();
  for (const [name, given] of Object.entries(args)) {
    const output: unknown = Reflect.get(resource, name);
    if (pulumi.Output.isInstance(output)) run?.repeated.set(output, given);
  }
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
  const repeated = new WeakMap<object, unknown>();
  const argumentOf = (output: unknown): unknown =>
    typeof output === 'object' && output !== null && repeated.has(output) ? repeated.get(output) : output;
  const plan = async (): Promise<ProgramPlan | undefined> => {
    await declaredAll(() => classes.length);
    const program = { classes: [...classes], argumentOf, besideDesired: run.besideDesired };
    for (const planner of planners) return planner(program).catch(endRun);
    return undefined;
  };
  const run: ClassRun = { classes, repeated, planned: plan(), besideDesired: null };
  runs.set(stack, run);
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

const FAILED = 'nothing of muster was registered: the program ended with an error before it had declared everything';
const LOOK_MS = 250;
const QUIET_MS = 3000;
/** As the language host of the command sets it. */
const BY_COMMAND = 'PULUMI_NODEJS_STACK';

function isByCommand(): boolean {
  return process.env[BY_COMMAND] !== undefined;
}

async function declaredAll(count: () => number): Promise<void> {
  if (isByCommand()) {
    const failures: unknown[] = [];
    for (const event of ['unhandledRejection', 'uncaughtException'])
      process.once(event, (error) => failures.push(error));
    await new Promise((resolve) => process.once('beforeExit', resolve));
    if (failures.length > 0) throw Object.assign(new pulumi.RunError(FAILED), { stack: FAILED });
    return;
  }
  let before = -1;
  for (let quiet = 0; quiet < QUIET_MS; quiet = count() === before ? quiet + LOOK_MS : 0) {
    before = count();
    await pause(MACHINE, LOOK_MS);
  }
}
