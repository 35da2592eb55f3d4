// Pulumi's engine in short (pulumi-stack.ts) for a program that reconciles desired state: resources are refreshed, then the program
// reads the stack as it was before that, plans and registers; what it does not register is deleted last.

import { openContext } from '../../providers/context.ts';
import type { Surroundings } from '../../providers/context.ts';
import { ORDER, orderText } from '../../providers/order.ts';
import { openChecks } from '../../providers/check.ts';
import type { Checks } from '../../providers/check.ts';
import { readStack } from '../../providers/stack.ts';
import type { StackState } from '../../providers/stack.ts';
import type { Address } from '../../src/core/model/address.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import type { DesiredState } from '../../src/core/model/state.ts';
import { textOfRuns } from '../../src/core/model/applied.ts';
import type { Run } from '../../src/core/engine/run.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { prepare } from '../../src/program/prepare.ts';
import type { PreparedPlan } from '../../src/program/prepare.ts';
import { interruptedHolders } from '../../src/program/cut-off.ts';
import type { Registration } from '../../src/program/ordered.ts';
import { guardErrorWith } from '../../src/core/report/words/why-guard.ts';
import { emptyStack, exportText, handlersOf, nextStep, refreshAll, remove, save, STACK } from './pulumi-stack.ts';
import type { HandlersByKind, Killed, Outcome, Resource, StackDouble, Step } from './pulumi-stack.ts';

export interface Operation {
  readonly action: 'create' | 'update' | 'delete';
  readonly name: string;
  /** Name it had before. */
  readonly movedFrom: string | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** What was thrown; null when it succeeded. */
  readonly failure: string | null;
  /** Whether the engine keeps what a failed operation had done. */
  readonly isKept: boolean;
}

export interface Update extends Pick<PreparedPlan, 'plan' | 'leftOut' | 'takenIn' | 'recordedOnly'> {
  readonly operations: readonly Operation[];
  /** The stack that the program read. */
  readonly before: StackState;
  /** Names of resources that the program registered. */
  readonly registered: ReadonlySet<string>;
}

export interface UpdateOptions {
  readonly desired: DesiredState;
  readonly allow?: Run['allow'];
  readonly approval?: Run['approval'];
  /** As MUSTER_FIRST_APPLY and PULUMI_SKIP_CHECKPOINTS say it. */
  readonly said?: Pick<Run, 'isFirstApply' | 'isUnsaved'>;
  /** What the stacks of other partitions record. */
  readonly others?: Run['others'];
  /** Whether a refresh comes first. Default true. */
  readonly reads?: boolean;
  /** Operations after which the run is cut off. */
  readonly stopAfter?: number;
  /** Killed within the first operation: before its handler did anything, or after it had done all and nobody heard. */
  readonly killed?: 'before' | 'after';
  /** Between the plan and everything that follows from it. */
  readonly planned?: (plan: Plan) => Promise<void>;
  /** The project as it is now, where it was moved or pointed elsewhere since. */
  readonly at?: Partial<Pick<Run, 'project' | 'target'>>;
  /** Cancels the update. */
  readonly signal?: AbortSignal;
}

export type Previewed = Pick<PreparedPlan, 'plan' | 'leftOut'> & {
  /** `update record:Summer/C-1`, in the order of the engine. */
  readonly operations: readonly string[];
};

export interface PulumiEngine {
  readonly stack: Map<string, Resource>;
  /** As `pulumi stack export --show-secrets` would be read now. */
  readonly exported: () => StackState;
  /** Rejects with `pulumi-failed` when the refresh fails: nothing is planned then. */
  readonly up: (options: UpdateOptions) => Promise<Update>;
  /** As `pulumi preview`: the stack stays as it is. Rejects as `up`. */
  readonly preview: (options: Pick<UpdateOptions, 'desired' | 'reads' | 'allow'>) => Promise<Previewed>;
  /** As `pulumi destroy`: runs no program. Gives the messages of deletes that failed. */
  readonly destroy: (options?: Pick<UpdateOptions, 'reads'>) => Promise<string[]>;
  /** Resources that a refresh outside a program shows as changed. */
  readonly refresh: () => Promise<string[]>;
}

export interface EngineOptions extends Pick<Run, 'project' | 'target'> {
  readonly time: Pick<Surroundings, 'clock' | 'sleep'>;
}

type Place = Pick<Run, 'project' | 'target'>;

export function openPulumiEngine({ project, target, time }: EngineOptions): PulumiEngine {
  const stack = emptyStack(time.clock);
  const home = { project, target };
  const exported = (): StackState => readStack(exportText(stack));
  const withHandlers = async <T>(
    work: (handlers: HandlersByKind) => Promise<T>,
    { place = home, signal }: { readonly place?: Place; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<T> => {
    const findPlace = (): Promise<EngineOptions> => Promise.resolve({ ...place, time });
    const exportStack = (): Promise<string> => Promise.resolve(exportText(stack));
    const own = { findPlace, openChecks: sharedChecks, exportStack, ...(signal && { cancelled: signal }) };
    const provider = openContext(place.project.directory, { ...time, ...own });
    try {
      return await work(handlersOf(provider));
    } finally {
      await provider.close();
    }
  };
  const runOf = (options: UpdateOptions): Run => {
    const { desired, allow = {}, approval, others } = options;
    const own = { only: null, guardError: guardErrorWith('MUSTER_ALLOW='), lockTimeoutMs: 0, clock: time.clock };
    const told = { ...options.said, ...(approval && { approval }), ...(others && { others }) };
    return { ...home, ...options.at, desired, allow, ...own, onProgress: () => undefined, ...told };
  };
  const preview: PulumiEngine['preview'] = ({ reads = true, ...options }) =>
    withHandlers(async (handlers) => {
      const copy = { ...stack, resources: new Map(stack.resources) };
      if (reads) await refreshed(copy, handlers);
      const { plan, leftOut, registrations } = await prepare(runOf(options), exported(), true);
      const operations: Operation[] = [];
      const update = { stack: copy, handlers, operations, target: target.name, stopAfter: Infinity, killed: null };
      return { plan, leftOut, operations: await shownSteps(update, registrations) };
    });
  const up = async (options: UpdateOptions): Promise<Update> => {
    const { planned, reads = true, stopAfter = Infinity, killed = null, signal } = options;
    const place = { ...home, ...options.at };
    const run = runOf(options);
    const before = exported();
    return withHandlers(
      async (handlers) => {
        if (reads) await refreshed(stack, handlers);
        const parts = { stack, handlers, operations: [], target: target.name };
        const update = { ...parts, stopAfter, killed, signal };
        const begun = async (): Promise<PreparedPlan> => {
          const prepared = await prepare(run, before, false);
          await planned?.(prepared.plan);
          await prepared.begin();
          stack.applied.set(place.target.name, textOfRuns(prepared.applied));
          return prepared;
        };
        const prepared = await begun().catch(async (error: unknown) => {
          save(stack);
          const kept = { ...parts, stopAfter: Infinity, killed: null };
          for (const registration of interruptedHolders(before)) await write(kept, registration);
          throw error;
        });
        save(stack);
        const { registrations, begin: _begun, ...said } = prepared;
        const registered = new Set(registrations.map(({ address }) => address));
        await carryOut(update, registrations);
        return { ...said, operations: update.operations, before, registered };
      },
      { place, signal },
    );
  };
  const refresh = (): Promise<string[]> =>
    withHandlers(async (handlers) => {
      const changed: string[] = [];
      for (const { name, kind, id, inputs, outputs } of stack.resources.values()) {
        const answer = await handlers[kind].read(id, outputs);
        if (answer.id === undefined || (await handlers[kind].diff(id, answer.props, inputs, answer.inputs)).changes)
          changed.push(name);
      }
      return changed;
    });
  const destroy: PulumiEngine['destroy'] = ({ reads = true } = {}) =>
    withHandlers(async (handlers) => {
      if (reads) await refreshed(stack, handlers);
      const operations: Operation[] = [];
      const parts = { stack, handlers, operations, target: target.name, stopAfter: Infinity, killed: null };
      await removeAll(parts, new Set(stack.resources.keys()));
      return operations.flatMap(({ failure }) => failure ?? []);
    });
  return { stack: stack.resources, exported: () => exported(), up, preview, destroy, refresh };
}

let checks: Checks | null = null;

/** The rules of one process: compiling them for each of a thousand updates would cost more than the updates. */
function sharedChecks(): Checks {
  checks ??= openChecks();
  return checks;
}

interface UnderWay {
  readonly stack: StackDouble;
  readonly handlers: HandlersByKind;
  readonly operations: Operation[];
  readonly target: string;
  readonly stopAfter: number;
  readonly killed: Killed;
  readonly signal?: AbortSignal | undefined;
}

async function refreshed(stack: StackDouble, handlers: HandlersByKind): Promise<void> {
  const unread = await refreshAll(stack, handlers);
  if (unread.length > 0) throw new ToolError('pulumi-failed', { message: `the refresh failed: ${unread.join('; ')}` });
}

function isOver({ operations, stopAfter, killed, signal }: UnderWay): boolean {
  if (signal?.aborted) return true;
  const isKilled = killed !== null && operations.some(({ action }) => action !== 'delete');
  return operations.length >= stopAfter || isKilled;
}

async function carryOut(update: UnderWay, registrations: readonly Registration[]): Promise<void> {
  const { stack, operations } = update;
  const leaving = new Set(stack.resources.keys());
  const failed = new Set<string>();
  for (const registration of registrations) {
    if (isOver(update)) return;
    const { address, movedFrom, dependsOn } = registration;
    for (const name of [address, movedFrom]) if (name !== null) leaving.delete(name);
    if (dependsOn.some((other) => failed.has(other))) failed.add(address);
    else await write(update, registration);
    if (operations.some(({ name, failure }) => name === address && failure !== null)) failed.add(address);
  }
  // Deletes come last, and not at all after an error.
  if (failed.size === 0) await removeAll(update, leaving);
}

async function removeAll(update: UnderWay, leaving: ReadonlySet<string>): Promise<void> {
  const { stack, handlers, operations } = update;
  for (const name of inOrderOfDeletion(leaving, stack.resources)) {
    if (isOver(update)) return;
    const startedAt = stack.clock();
    const failure = await remove(handlers, stack.resources.get(name)!);
    if (failure === null) stack.resources.delete(name);
    const times = { startedAt, endedAt: stack.clock() };
    operations.push({ action: 'delete', name, movedFrom: null, ...times, failure, isKept: false });
    if (failure !== null) return;
  }
}

/** What something depends on is deleted after it. */
function inOrderOfDeletion(leaving: ReadonlySet<string>, resources: ReadonlyMap<string, Resource>): string[] {
  const order: string[] = [];
  const left = new Set(leaving);
  while (left.size > 0) {
    const needed = new Set([...left].flatMap((name) => resources.get(name)?.dependsOn ?? []));
    const free = [...left].filter((name) => !needed.has(name));
    if (free.length === 0) throw new Error(`resources depend on each other: ${[...left].join(', ')}`);
    for (const name of free) left.delete(name);
    order.push(...free);
  }
  return order;
}

function stepOf(
  { stack, handlers, target }: Pick<UnderWay, 'stack' | 'handlers' | 'target'>,
  { address: name, kind, inputs, order, movedFrom, dependsOn }: Registration,
): Promise<Step> {
  const isThere = [name, movedFrom].some((each) => each !== null && stack.resources.has(each));
  const text = orderText({ ...order, stack: isThere || order.inherits.length > 0 ? STACK : '' });
  const given = { ...inputs, target, [ORDER]: text };
  return nextStep(stack, handlers, { name, kind, given, movedFrom, dependsOn });
}

/** What a preview says: nothing is written, and what follows from a write is not seen. */
async function shownSteps(update: UnderWay, registrations: readonly Registration[]): Promise<string[]> {
  const leaving = new Set(update.stack.resources.keys());
  const shown: string[] = [];
  for (const registration of registrations) {
    const { address, movedFrom } = registration;
    for (const name of [address, movedFrom]) if (name !== null) leaving.delete(name);
    const { kind } = await stepOf(update, registration);
    if (kind !== 'same') shown.push(`${WORDS[kind]} ${address}`);
  }
  return [...shown, ...[...leaving].toSorted().map((name) => `delete ${name}`)];
}

const WORDS = { creating: 'create', updating: 'update', refused: 'refuse' } as const;

async function write(
  { stack, handlers, operations, target, killed }: UnderWay,
  registration: Registration,
): Promise<void> {
  const { address: name, movedFrom } = registration;
  const step = await stepOf({ stack, handlers, target }, registration);
  if (step.kind === 'refused') throw new ToolError('pulumi-failed', { message: JSON.stringify(step.failures) });
  if (step.kind === 'same') {
    step.keep();
    return;
  }
  const startedAt = stack.clock();
  const outcome = await step.write(killed);
  const action = step.kind === 'creating' ? 'create' : 'update';
  operations.push({ action, name, movedFrom, startedAt, endedAt: stack.clock(), ...toldOf(outcome) });
}

function toldOf(outcome: Outcome | null): Pick<Operation, 'failure' | 'isKept'> {
  return { failure: outcome?.failure ?? null, isKept: outcome?.kept?.isFailed === true };
}

/** The resources that operations are about. */
export function namesOf(update: Pick<Update, 'operations'>): Address[] {
  return update.operations.map(({ action, name }) => `${action} ${name}`);
}
