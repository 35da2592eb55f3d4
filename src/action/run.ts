// One step of the action: run the command, then show its report in the job, whatever became of the run. The step ends with the number
// of the command, so that a report that cannot be shown changes nothing.

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { readVersion } from '../core/face.ts';
import { printable, safeJson } from '../core/page.ts';
import type { ReportDocument } from '../core/page.ts';
import { failureDocument, subjectOf } from '../cli/process/failure.ts';
import { readReport } from '../cli/process/read-report.ts';
import { showInJob } from '../cli/verbs/show-in-job.ts';
import { ERRORS, ToolError } from '../core/model/errors.ts';
import type { Clock } from '../core/model/state.ts';
import { carriedState } from './carried.ts';
import type { CarriedState } from './carried.ts';
import { commandLine } from './command-line.ts';
import type { CommandLine } from './command-line.ts';
import { readInputs, withoutInputs } from './inputs.ts';
import type { Inputs } from './inputs.ts';
import { masks, runMuster, setOutputs } from './job.ts';
import type { CommandEnd } from './job.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Resolves with the exit code. */
export async function runAction(environment: Environment, clock: Clock): Promise<number> {
  print(masks(environment).map((line) => `${line}\n`));
  try {
    const inputs = readInputs(environment);
    return await runStep(inputs, environment).catch((error: unknown) =>
      leaveReport(error, inputs, { environment, clock }),
    );
  } catch (error) {
    return tell(error, environment);
  }
}

async function runStep(inputs: Inputs, environment: Environment): Promise<number> {
  const line = commandLine(inputs);
  const folder = resolve(inputs.directory ?? '.');
  // What an earlier step left must not be taken for the report of this one.
  if (line.report !== null) await rm(join(folder, line.report), { force: true });
  const state = await carriedState(inputs, folder, environment);
  if (state.remark !== null) print([noteLine(environment, 'warning', ['state', state.remark])]);
  const work = () => runMuster(line.words, environmentOf(inputs, environment), isGitHub(environment));
  const { exit, trouble } = await runCarrying(state, work);
  // A report that `publish` refused is nobody's to show.
  if (inputs.command !== 'publish' || exit !== ERRORS['report-not-believed'].exit)
    await show(line, inputs, environment);
  const paths = { 'report-path': pathOf(folder, line.report), 'html-path': pathOf(folder, line.html) };
  await setOutputs(environment, { 'exit-code': String(exit), ...paths });
  if (trouble !== null) throw trouble.error;
  return exit;
}

interface CarriedRun {
  readonly exit: number;
  readonly trouble: { readonly error: unknown } | null;
}

/** The report is shown also where recorded state could not be handed back. */
async function runCarrying(state: CarriedState, work: () => Promise<CommandEnd>): Promise<CarriedRun> {
  let exit: number;
  try {
    exit = (await work()).exit;
  } catch (error) {
    await state.end();
    throw error;
  }
  return state.end().then(
    () => ({ exit, trouble: null }),
    (error: unknown) => ({ exit, trouble: { error } }),
  );
}

interface StepContext {
  readonly environment: Environment;
  readonly clock: Clock;
}

/** What stopped the step before `muster` could say a word is a report too: the request shows it. Throws what it cannot leave. */
async function leaveReport(error: unknown, inputs: Inputs, { environment, clock }: StepContext): Promise<number> {
  const { command } = inputs;
  const line = commandLine(inputs);
  const folder = resolve(inputs.directory ?? '.');
  if (command === 'publish' || line.report === null) throw error;
  const path = join(folder, line.report);
  const at = clock();
  const about = await subjectOf(folder, inputs.target ?? null);
  const context = { version: readVersion(), command, at, durationMs: 0, only: inputs.only ?? null, options: [], about };
  const document = failureDocument(error, command, context);
  const text = safeJson(document);
  const isLeft = await writeFile(path, text, { flag: 'wx' }).then(
    () => true,
    () => false,
  );
  if (!isLeft) throw error;
  await show(line, inputs, environment);
  const { exit } = document.error;
  await setOutputs(environment, { 'exit-code': String(exit), 'report-path': pathOf(folder, line.report) });
  return exit;
}

/** Only `publish` writes on the forge. */
function environmentOf(
  { command, token, 'state-branch': branch }: Inputs,
  environment: Environment,
): Record<string, string> {
  const { GITHUB_TOKEN: _token, GH_TOKEN: _other, ...others } = withoutInputs(environment);
  // Where they are variables of the project, they are for this process too.
  const { MUSTER_STATE_BRANCH: carried, MUSTER_STATE_KEY: key, MUSTER_STATE_TOKEN: _writes, ...bare } = others;
  // Without the input the command shares the ledger itself, where it is asked to.
  const rest: Record<string, string> =
    branch === undefined && carried && key ? { ...bare, MUSTER_STATE_BRANCH: carried, MUSTER_STATE_KEY: key } : bare;
  // What the command prints is folded here, together with what it says on the way.
  const { GITHUB_ACTIONS: _job, ...plain } = rest;
  // At a terminal there would be no ledger.
  const home = branch === undefined ? {} : { MUSTER_APPLY_WITH: 'run by hand the workflow that applies, with' };
  // In a pipeline an apply without recorded state is refused.
  if (command !== 'publish') return { CI: 'true', ...home, ...plain };
  const given = token ?? environment['GITHUB_TOKEN'] ?? environment['GH_TOKEN'];
  // It has to know the job, and the annotations that it printed would be taken for text.
  return { ...rest, MUSTER_SHOWN_BY: 'action', ...(given !== undefined && { GITHUB_TOKEN: given }) };
}

/** After the command, when the runner listens again: annotations have escaped texts, whoever wrote the report. */
async function show({ shown }: CommandLine, inputs: Inputs, environment: Environment): Promise<void> {
  if (!isGitHub(environment)) return;
  const folder = resolve(inputs.directory ?? '.');
  const documents = await Promise.all(shown.map((path) => readShown(path, { folder, inputs })));
  const whole = documents.filter((document) => document !== null);
  if (whole.length === 0) return;
  const below = relative(environment['GITHUB_WORKSPACE'] ?? process.cwd(), folder);
  await showInJob(whole, {
    environment,
    folder: below.startsWith('..') ? '' : below,
    header: inputs.header ?? '',
    line: null,
    // The rest `publish` shows itself: it knows who made the reports.
    dryRun: inputs.command === 'publish',
    print: (words) => print([words]),
  });
}

/** Null where there is none; of a report that `publish` was given and cannot read it has said so. */
async function readShown(
  path: string,
  { folder, inputs }: { readonly folder: string; readonly inputs: Inputs },
): Promise<ReportDocument | null> {
  const text = await readFile(resolve(folder, path), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return readReport(text, path);
  } catch (error) {
    if (inputs.command === 'publish') return null;
    throw error;
  }
}

/** As later steps name it: below the folder of the job. */
function pathOf(folder: string, path: string | null): string {
  return path === null ? '' : join(relative(process.cwd(), folder), path);
}

async function tell(error: unknown, environment: Environment): Promise<number> {
  const known = error instanceof ToolError ? error : new ToolError('internal', { message: kindOf(error) });
  const { headline, advice, exit } = ERRORS[known.code];
  print([noteLine(environment, 'error', [known.code, `${headline} ${known.message} ${advice}`])]);
  await setOutputs(environment, { 'exit-code': String(exit), 'failure-reason': known.code });
  return exit;
}

const isGitHub = ({ GITHUB_ACTIONS }: Environment): boolean => GITHUB_ACTIONS === 'true';

type Note = readonly [title: string, text: string];

function noteLine(environment: Environment, level: 'error' | 'warning', [title, text]: Note): string {
  const words = printable(text);
  if (!isGitHub(environment)) return `muster: ${title}: ${words}\n`;
  return `::${level} title=${title}::${words.replaceAll('%', '%25')}\n`;
}

/** Its text may hold a value. */
function kindOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

function print(texts: readonly string[]): void {
  for (const text of texts) process.stdout.write(text);
}
