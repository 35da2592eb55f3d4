// A desired state as a Pulumi program: read the own stack, prepare, say the plan, register in waves. The same core path as
// the command's; only applying is the engine's, object by object.

import * as pulumi from '@pulumi/pulumi';

import { visible } from '../core/model/hidden.ts';
import type { DesiredInput } from '../core/desired/declarations/define.ts';
import { openDesiredReader } from '../core/desired/project/load.ts';
import { lineageOf } from '../core/engine/lineage.ts';
import { recall } from '../core/engine/ledger-home.ts';
import type { Run } from '../core/engine/run.ts';
import { ToolError } from '../core/model/errors.ts';
import { findPlace } from '../../providers/context.ts';
import type { StackState } from '../../providers/stack.ts';
import type { Deep } from '../../providers/arguments.ts';
import { noteDesired } from '../../providers/class-run.ts';
import { ownStack } from '../../providers/held-entry.ts';
import { readStack } from '../../providers/stack.ts';
import { exportIfThere, exportStack, stackNames } from '../../providers/stack-export.ts';
import { registerApplied } from './applied.ts';
import { requireMonitor } from './monitor.ts';
import { resolved } from './outputs.ts';
import { arriving } from './arriving.ts';
import { interruptedHolders } from './cut-off.ts';
import { refuseFormerHome } from './former-home.ts';
import { HAND_OVER_VARIABLE, SHOWN_PLAN_VARIABLE } from './hand-over-variable.ts';
import { prepare } from './prepare.ts';
import type { PreparedPlan } from './prepare.ts';
import { registerAll } from './register.ts';
import type { ReportFiles } from './report-files.ts';
import { asProgram, programRun, pulumiStack, readConfig, sayPlan } from './run.ts';
import { asRecorded } from './registration.ts';
import { stacksBeside } from './stacks-beside.ts';

export interface ReconcileOptions {
  /** Name in muster.yaml. Default: `muster:target`, MUSTER_TARGET, or the only target. */
  readonly target?: string;
}

/**
 * Registers what the declarations ask for. Rejects with a short message, before anything is registered. Outputs of other
 * resources are waited for; a preview that does not know them yet shows what is recorded and says that the plan is missing.
 */
export async function reconcile(
  desired: pulumi.Input<Deep<DesiredInput>>,
  options: ReconcileOptions = {},
): Promise<void> {
  await reconcileWith(async ({ policy }, target) => {
    const read = await resolved(desired);
    return read.known ? openDesiredReader(policy)(read.value, target) : null;
  }, options);
}

/** Null: a preview does not know it yet. */
type Load = (project: Run['project'], target: Run['target']) => Promise<Run['desired'] | null>;

/** @internal For the programs of this package: its types are those of the core. */
export async function reconcileWith(load: Load, options: ReconcileOptions = {}): Promise<void> {
  await asProgram((files) => reconcileOrThrow(load, options, files));
}

async function reconcileOrThrow(load: Load, options: ReconcileOptions, files: ReportFiles): Promise<void> {
  requireMonitor();
  const place = await findPlace({ folder: process.cwd(), config: readConfig(), name: options.target ?? null });
  if (isHandOver()) return receiveLedger(load, place);
  const exporting = ownState(place);
  const prepared = await orKept(preparedFor(load, { place, files, exporting }), { place, exporting });
  const isPreview = pulumi.runtime.isDryRun();
  const exported = await exporting;
  const home = `${pulumi.getProject()}/${pulumi.getStack()}`;
  const registering = { target: place.target.name, exported, home };
  if (prepared === null) {
    await pulumi.log.warn(NOT_KNOWN);
    lineageOf({ ...place, pulumi: pulumiStack() }, exported.identities);
    await registerApplied(place.target.name, exported.applied.get(place.target.name) ?? []);
    await registerAll(asRecorded(exported), registering);
    return;
  }
  await sayQuiet('Made by an update that was cut off, taken into the stack without a request:', prepared.takenIn);
  await sayQuiet('Recorded as the files say it now, without a request:', prepared.recordedOnly);
  await registerApplied(place.target.name, prepared.applied);
  await registerAll(prepared.registrations, registering);
  await sayLeftOut(prepared.leftOut, isPreview);
}

/** In preview and in up that before the refresh of the same run: what the last run recorded, and creates that were cut off. */
async function ownState(place: Pick<Run, 'project' | 'target'>): Promise<StackState> {
  const stack = readStack(await exportStack(ownStack()));
  await refuseFormerHome(place, stack);
  return stack;
}

interface StackContext {
  readonly place: Pick<Run, 'project' | 'target'>;
  readonly exporting: Promise<StackState>;
}

/** What the engine forgets with this update is kept before the program ends with an error. A preview saves nothing. */
async function orKept<T>(work: Promise<T>, { place, exporting }: StackContext): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!pulumi.runtime.isDryRun()) {
      const exported = await exporting;
      await registerAll(interruptedHolders(exported), { target: place.target.name, exported, home: null });
    }
    throw error;
  }
}

/** Plans and says the plan; null where a preview does not know yet what is declared. Throws on guards. */
async function preparedFor(
  load: Load,
  { place, files, exporting }: StackContext & { readonly files: ReportFiles },
): Promise<PreparedPlan | null> {
  const [desired, exported] = await Promise.all([load(place.project, place.target), exporting]);
  const { inClasses } = exported;
  // Not known yet: whatever a class holds may be declared.
  const declared =
    desired === null ? inClasses.keys() : [...desired.users, ...desired.records].map(({ address }) => address);
  noteDesired({ target: place.target.name, declares: new Set(declared), holdsClasses: inClasses.size > 0 });
  if (desired === null) return null;
  const isPreview = pulumi.runtime.isDryRun();
  const run = { ...shownPlan(), ...(await programRun(place, desired)), ...stacksBeside(ownStack(), BACKEND) };
  const startedAt = run.clock();
  const prepared = await prepare(run, exported, isPreview);
  await sayPlan(prepared.plan, { run, startedAt, files });
  if (!isPreview) await prepared.begin();
  return prepared;
}

/** The command that runs this program has shown a plan, and holds the update to it. */
function shownPlan(): Pick<Run, 'approval'> {
  const fingerprint = process.env[SHOWN_PLAN_VARIABLE];
  return fingerprint ? { approval: { fingerprint, approved: null, allowSubset: false, maxAgeMs: null } } : {};
}

const BACKEND = { read: exportIfThere, list: stackNames };

const NOT_KNOWN =
  'What is declared takes values of other resources that are known only after they are made: this preview shows what is recorded; the update plans when it knows them, and its guards hold.';

/** Operations that the plan has no change for, because nothing is sent. */
async function sayQuiet(why: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await pulumi.log.info([why, ...names.map((name) => `  ${visible(name)}`)].join('\n'));
}

/** It ends `up` with an error, after the rest was done; a preview only says it. */
async function sayLeftOut(lines: readonly string[], isPreview: boolean): Promise<void> {
  if (lines.length === 0) return;
  const text = `Left out, each needs a decision or a reading:\n${lines.map((line) => `  ${visible(line)}`).join('\n')}`;
  await (isPreview ? pulumi.log.warn(text) : pulumi.log.error(text));
}

/** `muster state hand-over` says it to the program that it runs. */
function isHandOver(): boolean {
  return process.env[HAND_OVER_VARIABLE] === '1';
}

/** Registers what the ledger of the target records, and nothing else. */
async function receiveLedger(load: Load, place: Pick<Run, 'project' | 'target'>): Promise<void> {
  const desired = await load(place.project, place.target);
  if (desired === null) throw new ToolError('wrong-home', { message: NOT_NOW });
  const exported = readStack(await exportStack(ownStack()), { isHandOver: true });
  const { pulumi: _stack, approval: _none, ...run } = await programRun(place, desired);
  const inLedger = { ...run, target: { ...run.target, state: 'ledger' as const } };
  const memory = await recall({ ...inLedger, isHandOver: true });
  const home = `${pulumi.getProject()}/${pulumi.getStack()}`;
  const registrations = await arriving(inLedger, exported, memory);
  await registerApplied(place.target.name, memory.applied);
  await registerAll(registrations, { target: place.target.name, exported, home });
}

const NOT_NOW = 'what is declared takes values of other resources, so a ledger cannot be handed over to this program';
