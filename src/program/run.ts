// What every plan of a program shares, of a desired state and of the classes: its run, its report, and how its errors end it.

import * as pulumi from '@pulumi/pulumi';

import { clock, skipsCheckpoints } from '../../providers/context.ts';
import type { ReadConfig } from '../core/model/read-config.ts';
import { loadProfile } from '../core/desired/declarations/profile.ts';
import { startedBy } from '../core/engine/started-by.ts';
import type { Run } from '../core/engine/run.ts';
import { gitState } from '../core/engine/git-state.ts';
import { targetNote } from '../core/engine/proxy-note.ts';
import { watchUpdate } from '../core/engine/request-log.ts';
import { readAllow } from '../core/model/allow.ts';
import { ToolError } from '../core/model/errors.ts';
import { visible } from '../core/model/hidden.ts';
import type { PlanPart } from '../core/model/parts.ts';
import { serviceName } from '../core/model/target.ts';
import type { Plan } from '../core/reconcile/plan-value.ts';
import { guardErrorWith } from '../core/report/words/why-guard.ts';
import { readLimits } from './approval.ts';
import { openReportFiles } from './report-files.ts';
import type { ReportFiles } from './report-files.ts';
import { errorReport, errorText, planReport, planText } from './say.ts';

/** An error of muster ends the program with its words, and is its report. */
export async function asProgram<T>(work: (files: ReportFiles) => Promise<T>): Promise<T> {
  const [folder, environment] = [process.cwd(), process.env];
  const unwatch = await watchUpdate({ sender: 'program', folder, environment, clock, tell });
  try {
    const files = await openReportFiles({ folder, environment, warn: pulumi.log.warn });
    return await reporting(files, () => work(files));
  } catch (error) {
    if (error instanceof ToolError) throw runError(errorText(error));
    throw error;
  } finally {
    unwatch();
  }
}

/** Of what ends after the program the SDK shows the stack. */
export function runError(text: string): Error {
  return Object.assign(new pulumi.RunError(text), { stack: text });
}

/** In order with all else that is said; never rejects. */
function tell(line: string): void {
  void pulumi.log.warn(line);
}

/** An error that ends the program is its report. */
async function reporting<T>(files: ReportFiles, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ToolError) await files.write(errorReport(error, clock()));
    throw error;
  }
}

/** Says which proxy is used, and where muster.yaml means another stack. Throws `bad-usage` for a variable or a setting in words that muster does not know. */
export async function programRun(place: Pick<Run, 'project' | 'target'>, desired: Run['desired']): Promise<Run> {
  const config = readConfig();
  const [profile, limits] = await Promise.all([
    loadProfile(place.project, serviceName(place.target)),
    readLimits(config, process.env, place.project.directory),
  ]);
  const note = targetNote(place.target, process.env);
  for (const line of [note, otherStackNote(place.target)]) if (line !== null) await pulumi.log.warn(line);
  return {
    ...place,
    pulumi: pulumiStack(),
    desired,
    only: null,
    ...limits,
    isUnsaved: skipsCheckpoints(process.env),
    allow: readAllow(config('muster:allow') ?? process.env['MUSTER_ALLOW'] ?? ''),
    guardError: guardErrorWith('MUSTER_ALLOW='),
    ...startedBy(process.env),
    lockTimeoutMs: 0,
    clock,
    profile,
    onProgress: () => undefined,
  };
}

/** Null where muster.yaml leaves the stack out, or names this one. */
function otherStackNote({ name, stack }: Run['target']): string | null {
  const [meant, own] = [stack.slice(stack.lastIndexOf('/') + 1), pulumi.getStack()];
  if (stack === name || meant === own) return null;
  return visible(
    `This is the stack ${own}, and muster.yaml keeps the state of ${name} in the stack ${stack}: the muster command reads that one. Each knows nothing of what the other did.`,
  );
}

interface ReportedRun {
  readonly run: Run;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly files: ReportFiles;
  /** As PlanTextOptions. */
  readonly approvable?: readonly PlanPart[];
}

/** Beside Pulumi's own table, and into the files that MUSTER_OUT names. */
export async function sayPlan(plan: Plan, { run, startedAt, files, ...shown }: ReportedRun): Promise<void> {
  const git = await gitState(run.project.directory, run.desired.files);
  const at = run.clock();
  const onMerge = process.env['MUSTER_ON_MERGE'] || null;
  const saying = { at, durationMs: at - startedAt, isPreview: pulumi.runtime.isDryRun(), git, onMerge, ...shown };
  await pulumi.log.info(planText(plan, { ...saying, verbose: process.env['MUSTER_VERBOSE'] === '1' }));
  await files.write(planReport(plan, saying));
}

export function pulumiStack(): NonNullable<Run['pulumi']> {
  return { project: pulumi.getProject(), name: pulumi.getStack() };
}

export function readConfig(): ReadConfig {
  const config = new pulumi.Config('muster');
  return (key) => config.get(key.slice('muster:'.length)) ?? null;
}
