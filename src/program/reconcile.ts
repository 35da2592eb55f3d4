// A desired state as a Pulumi program: read the own stack, plan, say the plan, stop on guards before anything is
// registered, register in waves. The same core path as the command's; only applying is the engine's, object by object.

import * as pulumi from '@pulumi/pulumi';

import { ToolError } from '../model/errors.ts';
import type { DesiredInput } from '../desired/define.ts';
import { readDesiredInput } from '../desired/load.ts';
import { copiesFolder, digestWith, openCopies, planWith, stackName, stopOnGuards } from '../engine.ts';
import { loadProfile } from '../desired/profile.ts';
import type { Memory, Run, Survey } from '../engine.ts';
import { clock, digestKeyOf, findPlace } from '../../providers/office.ts';
import type { ReadConfig } from '../../providers/office.ts';
import type { StackState } from '../../providers/state.ts';
import type { Plan } from '../reconcile/change.ts';
import { readAllow } from './allow.ts';
import { readLimits } from './approval.ts';
import { registerAll } from './register.ts';
import { leftOut, registrationsOf } from './registration.ts';
import { declaredOnly, resumed } from './cut-off.ts';
import { errorText, planText } from './say.ts';
import { readOwnStack } from './stack-export.ts';

export interface ReconcileOptions {
  /** Name in muster.yaml. Default: `muster:target`, MUSTER_TARGET, or the only target. */
  readonly target?: string;
}

/** Registers what the declarations ask for. Rejects with a short message, before anything is registered. */
export async function reconcile(desired: DesiredInput, options: ReconcileOptions = {}): Promise<void> {
  await reconcileWith((_project, target) => Promise.resolve(readDesiredInput(desired, target)), options);
}

type Load = (project: Run['project'], target: Run['target']) => Promise<Run['desired']>;

export async function reconcileWith(load: Load, options: ReconcileOptions = {}): Promise<void> {
  try {
    await reconcileOrThrow(load, options);
  } catch (error) {
    if (error instanceof ToolError) throw new pulumi.RunError(errorText(error));
    throw error;
  }
}

async function reconcileOrThrow(load: Load, options: ReconcileOptions): Promise<void> {
  const config = readConfig();
  const place = await findPlace({ folder: process.cwd(), config, name: options.target ?? null });
  const [desired, exported, profile] = await Promise.all([
    load(place.project, place.target),
    readOwnStack(digestWith(digestKeyOf(stackName(place)))),
    loadProfile(place.project, place.target.name),
  ]);
  refuseOtherTarget(exported, place.target.name);
  const { stack, undeclared } = declaredOnly(exported, desired);
  const isPreview = pulumi.runtime.isDryRun();
  const limits = await readLimits(config, process.env, place.project.directory);
  const run: Run = {
    ...place,
    desired,
    only: null,
    ...limits,
    allow: readAllow(config('muster:allow') ?? process.env['MUSTER_ALLOW'] ?? ''),
    lockTimeoutMs: 0,
    clock,
    profile,
    onProgress: () => undefined,
  };
  const startedAt = run.clock();
  const store = await openCopies(copiesFolder(run));
  const digestKey = digestKeyOf(stackName(run));
  const inSets = [...stack.sets.values()].flatMap(({ copies }) => copies);
  const memory = { recorded: stack.recorded, copies: [...inSets, ...store.copies()], digestKey };
  const { plan, finishedCopies, campaigns } = await surveyed(run, memory, isPreview);
  const at = run.clock();
  await pulumi.log.info(planText(plan, { at, durationMs: at - startedAt }));
  if (!isPreview) {
    // Before anything is registered: the engine's own stop comes too late, what is registered is carried out.
    stopOnGuards(plan, 'MUSTER_ALLOW=');
    await Promise.all(finishedCopies.map(store.dropCopy));
  }
  const facts = { desired, plan, stack, campaigns: campaigns.map(({ campaignName }) => campaignName) };
  const registrations = registrationsOf(facts);
  await sayResumed(resumed(registrations, facts));
  await registerAll(registrations, run.target.name);
  await sayOpen(plan, [...beyondStack(plan, leftOut(facts)), ...undeclared.map(cutOffText)], isPreview);
}

/** Only an update is held to the approved plan: where another one is due, a preview shows that, and it may be approved. */
async function surveyed(run: Run, memory: Memory, isPreview: boolean): Promise<Survey> {
  try {
    return await planWith(run, memory);
  } catch (error) {
    if (!isPreview || !(error instanceof ToolError) || error.code !== 'plan-stale') throw error;
    const { approval: _stale, ...free } = run;
    return planWith(free, memory);
  }
}

async function sayResumed(names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const lines = names.map((name) => `  ${name}`).join('\n');
  await pulumi.log.info(`Made by an update that was cut off, taken into the stack without a request:\n${lines}`);
}

/** What was left out ends `up` with an error, after the rest was done; a preview only says it. */
async function sayOpen(plan: Plan, beyond: readonly string[], isPreview: boolean): Promise<void> {
  const open = plan.verdicts.filter(({ class: kind }) => kind === 'decision' || kind === 'unreadable');
  const lines = [...open.map(({ address, text }) => `${address} ${text}`), ...beyond];
  if (lines.length === 0) return;
  const text = `Left out, each needs a decision or a reading:\n${lines.map((line) => `  ${line}`).join('\n')}`;
  await (isPreview ? pulumi.log.warn(text) : pulumi.log.error(text));
}

/** What no handler of one object carries out. Of pins: the person stays, and what to do first is named, task by task. */
function beyondStack({ changes }: Plan, out: ReadonlySet<string>): string[] {
  return changes.flatMap((change) => {
    const { kind, address, after } = change;
    if (!out.has(address)) return [];
    if (kind === 'record')
      return change.from === null || change.pin !== null ? [] : [moveText(address, change.from.address)];
    const tasks = after.filter((other) => out.has(other));
    const named = tasks.slice(0, MOST_NAMES).join(', ');
    const more = tasks.length > MOST_NAMES ? ` and ${tasks.length - MOST_NAMES} more` : '';
    const words = 'worked, or not declared in this stack; pin them to others in the service, then run again';
    return [`${address} is not removed: pinned to it are ${named}${more}, ${words}`];
  });
}

function moveText(address: string, from: string): string {
  return `${address} is not moved here: an update that was cut off had made ${from}, and the stack does not hold it yet; put it back there, run once, then move it`;
}

function cutOffText(address: string): string {
  return `${address} may have been made by an update that was cut off, and no file names it any more: put its line back and run again to take it in, or look for it in the service; \`pulumi refresh --clear-pending-creates\` ends this note`;
}

const MOST_NAMES = 5;

/** One stack is one target: what was recorded about one environment says nothing about another. */
function refuseOtherTarget({ resources, sets }: StackState, name: string): void {
  const other = [...resources.values(), ...sets.values()]
    .map(({ inputs }) => inputs['target'])
    .find((target) => target !== name);
  if (typeof other !== 'string') return;
  throw new ToolError('other-target', { message: `this stack records target ${other}, not ${name}` });
}

function readConfig(): ReadConfig {
  const config = new pulumi.Config('muster');
  return (key) => config.get(key.slice('muster:'.length)) ?? null;
}
