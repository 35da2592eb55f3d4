// A desired state as a Pulumi program: read the own stack, prepare, say the plan, register in waves. The same core path as
// the command's; only applying is the engine's, object by object.

import { serviceName } from '../model/target.ts';
import * as pulumi from '@pulumi/pulumi';

import { readAllow } from '../model/allow.ts';
import { ToolError } from '../model/errors.ts';
import { visible } from '../model/hidden.ts';
import type { DesiredInput } from '../desired/declarations/define.ts';
import { openDesiredReader } from '../desired/project/load.ts';
import { digestWith } from '../engine/parts.ts';
import { lineageOf, stackName } from '../engine/lineage.ts';
import { gitState } from '../engine/git-state.ts';
import { targetNote } from '../engine/proxy-note.ts';
import { watchUpdate } from '../engine/request-log.ts';
import { loadProfile } from '../desired/declarations/profile.ts';
import type { Run } from '../engine/run.ts';
import { clock, digestKeyOf, findPlace, skipsCheckpoints } from '../../providers/context.ts';
import type { ReadConfig } from '../../providers/context.ts';
import type { StackState } from '../../providers/stack.ts';
import type { Deep } from '../../providers/deep-input.ts';
import { ownStack } from '../../providers/held-entry.ts';
import { readStack } from '../../providers/stack.ts';
import { exportStack } from '../../providers/stack-export.ts';
import { readLimits } from './approval.ts';
import { requireMonitor } from './monitor.ts';
import { resolved } from './outputs.ts';
import { interruptedHolders } from './keep-interrupted.ts';
import { prepare } from './prepare.ts';
import type { Prepared } from './prepare.ts';
import { registerAll } from './register.ts';
import { asRecorded } from './registration.ts';
import { openReportFiles, type ReportFiles } from './report-files.ts';
import { errorReport, errorText, planReport, planText } from './say.ts';
import { guardErrorWith } from '../report/words/why-guard.ts';

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
  await reconcileWith(async (_project, target) => {
    const read = await resolved(desired);
    return read.known ? openDesiredReader()(read.value, target) : null;
  }, options);
}

/** Null: a preview does not know it yet. */
type Load = (project: Run['project'], target: Run['target']) => Promise<Run['desired'] | null>;

/** @internal For the programs of this package: its types are those of the core. */
export async function reconcileWith(load: Load, options: ReconcileOptions = {}): Promise<void> {
  const unwatch = await watchUpdate({
    sender: 'program',
    folder: process.cwd(),
    environment: process.env,
    clock,
    tell,
  });
  try {
    const files = await openReportFiles({ folder: process.cwd(), environment: process.env, warn: pulumi.log.warn });
    await reporting(files, async () => reconcileOrThrow(load, options, files));
  } catch (error) {
    if (error instanceof ToolError) throw new pulumi.RunError(errorText(error));
    throw error;
  } finally {
    unwatch();
  }
}

/** In order with all else that is said; never rejects. */
function tell(line: string): void {
  void pulumi.log.warn(line);
}

/** An error that ends the program is its report. */
async function reporting(files: ReportFiles, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof ToolError) await files.write(errorReport(error, clock()));
    throw error;
  }
}

async function reconcileOrThrow(load: Load, options: ReconcileOptions, files: ReportFiles): Promise<void> {
  requireMonitor();
  const place = await findPlace({ folder: process.cwd(), config: readConfig(), name: options.target ?? null });
  const exporting = ownState(place);
  const prepared = await orKept(preparedFor(load, { place, files, exporting }), { place, exporting });
  const isPreview = pulumi.runtime.isDryRun();
  const exported = await exporting;
  const home = `${pulumi.getProject()}/${pulumi.getStack()}`;
  const registering = { target: place.target.name, exported, home };
  if (prepared === null) {
    await pulumi.log.warn(NOT_KNOWN);
    lineageOf({ ...place, pulumi: pulumiStack() }, exported.identities);
    await registerAll(asRecorded(exported), registering);
    return;
  }
  await sayQuiet('Made by an update that was cut off, taken into the stack without a request:', prepared.takenIn);
  await sayQuiet('Recorded as the files say it now, without a request:', prepared.recordedOnly);
  await registerAll(prepared.registrations, registering);
  await sayLeftOut(prepared.leftOut, isPreview);
}

/** In preview and in up that before the refresh of the same run: what the last run recorded, and creates that were cut off. */
async function ownState(place: Pick<Run, 'project' | 'target'>): Promise<StackState> {
  const digest = digestWith(digestKeyOf(stackName(place)));
  return readStack(await exportStack(ownStack()), { digest });
}

interface Around {
  readonly place: Pick<Run, 'project' | 'target'>;
  readonly exporting: Promise<StackState>;
}

/** What the engine forgets with this update is kept before the program ends with an error. A preview saves nothing. */
async function orKept<T>(work: Promise<T>, { place, exporting }: Around): Promise<T> {
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

function pulumiStack(): NonNullable<Run['pulumi']> {
  return { project: pulumi.getProject(), name: pulumi.getStack() };
}

/** Plans and says the plan; null where a preview does not know yet what is declared. Throws on guards. */
async function preparedFor(
  load: Load,
  { place, files, exporting }: Around & { readonly files: ReportFiles },
): Promise<Prepared | null> {
  const config = readConfig();
  const [desired, exported, profile] = await Promise.all([
    load(place.project, place.target),
    exporting,
    loadProfile(place.project, serviceName(place.target)),
  ]);
  if (desired === null) return null;
  const isPreview = pulumi.runtime.isDryRun();
  const limits = await readLimits(config, process.env, place.project.directory);
  const run: Run = {
    ...place,
    pulumi: pulumiStack(),
    desired,
    only: null,
    ...limits,
    isUnsaved: skipsCheckpoints(process.env),
    allow: readAllow(config('muster:allow') ?? process.env['MUSTER_ALLOW'] ?? ''),
    guardError: guardErrorWith('MUSTER_ALLOW='),
    lockTimeoutMs: 0,
    clock,
    profile,
    onProgress: () => undefined,
  };
  const note = targetNote(place.target, process.env);
  if (note !== null) await pulumi.log.warn(note);
  const startedAt = run.clock();
  const [prepared, git] = await Promise.all([
    prepare(run, exported, isPreview),
    gitState(place.project.directory, desired.files),
  ]);
  const at = run.clock();
  const onMerge = process.env['MUSTER_ON_MERGE'] || null;
  const saying = { at, durationMs: at - startedAt, isPreview, git, onMerge };
  await pulumi.log.info(planText(prepared.plan, { ...saying, verbose: process.env['MUSTER_VERBOSE'] === '1' }));
  await files.write(planReport(prepared.plan, saying));
  if (!isPreview) await prepared.begin();
  return prepared;
}

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

function readConfig(): ReadConfig {
  const config = new pulumi.Config('muster');
  return (key) => config.get(key.slice('muster:'.length)) ?? null;
}
