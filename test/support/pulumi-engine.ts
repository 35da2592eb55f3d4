// Pulumi's engine in short, for handlers in this process: resources are refreshed, then the program reads the stack as it was
// before that, plans and registers; what it registers is checked, compared, written in order, and what it does not is deleted
// last. The real command has tests of its own.

import { createHandlers } from '../../providers/handlers.ts';
import type { Handlers } from '../../providers/handlers.ts';
import { digestKeyOf, openContext } from '../../providers/context.ts';
import type { Surroundings } from '../../providers/context.ts';
import { ORDER, orderText } from '../../providers/order.ts';
import { openChecks } from '../../providers/check.ts';
import type { Checks } from '../../providers/check.ts';
import type { Properties } from '../../providers/declaration.ts';
import { readStack } from '../../providers/stack.ts';
import type { StackState } from '../../providers/stack.ts';
import type { Address } from '../../src/model/address.ts';
import { ToolError } from '../../src/model/errors.ts';
import type { DesiredState } from '../../src/model/state.ts';
import { digestWith } from '../../src/state/digest.ts';
import { stackName } from '../../src/engine/lineage.ts';
import type { Run } from '../../src/engine/run.ts';
import type { Plan } from '../../src/reconcile/plan-value.ts';
import { prepare } from '../../src/program/prepare.ts';
import type { PreparedPlan } from '../../src/program/prepare.ts';
import { interruptedHolders } from '../../src/program/keep-interrupted.ts';
import type { Registration } from '../../src/program/ordered.ts';
import { guardErrorWith } from '../../src/report/words/why-guard.ts';

const TYPES = { user: 'User', record: 'PinnedRecord', set: 'RecordSet' } as const;
type Kind = keyof typeof TYPES;

/** As the program names it. */
const STACK = 'organization/team/dev';

export interface Resource {
  readonly kind: Kind;
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
  /** Names of resources that are deleted after it. */
  readonly dependsOn: readonly string[];
  /** Its last operation ended with an error that kept what was done: it is updated whatever diff says. */
  readonly isFailed: boolean;
}

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

export interface PulumiEngine {
  readonly stack: Map<string, Resource>;
  /** As `pulumi stack export --show-secrets` would be read now. */
  readonly exported: () => StackState;
  /** Rejects with `pulumi-failed` when the refresh fails: nothing is planned then. */
  readonly up: (options: UpdateOptions) => Promise<Update>;
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
  const stack = new Map<string, Resource>();
  const pending: Pending = { writes: [], at: time.clock() };
  const home = { project, target };
  const exported = (place: Place = home): StackState => {
    const name = stackName(place);
    return readStack(exportText(stack, pending), { digest: digestWith(digestKeyOf(name)) });
  };
  const withHandlers = async <T>(
    work: (handlers: Record<Kind, Handlers>) => Promise<T>,
    { place = home, signal }: { readonly place?: Place; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<T> => {
    const findPlace = (): Promise<EngineOptions> => Promise.resolve({ ...place, time });
    const exportStack = (): Promise<string> => Promise.resolve(exportText(stack, pending));
    const own = { findPlace, openChecks: sharedChecks, exportStack, ...(signal && { cancelled: signal }) };
    const provider = openContext(place.project.directory, { ...time, ...own });
    try {
      return await work({
        user: createHandlers('user', provider),
        record: createHandlers('record', provider),
        set: createHandlers('set', provider),
      });
    } finally {
      await provider.close();
    }
  };
  const up = async (options: UpdateOptions): Promise<Update> => {
    const { desired, allow = {}, approval, planned, reads = true, stopAfter = Infinity, killed, signal } = options;
    const place = { ...home, ...options.at };
    const guardError = guardErrorWith('MUSTER_ALLOW=');
    const own = { only: null, guardError, lockTimeoutMs: 0, clock: time.clock, onProgress: () => undefined };
    const run: Run = { ...place, desired, allow, ...own, ...options.said, ...(approval !== undefined && { approval }) };
    const before = exported(place);
    return withHandlers(
      async (handlers) => {
        if (reads) await refreshAll(stack, handlers);
        const parts = { stack, pending, handlers, clock: time.clock, operations: [] };
        const update = { ...parts, stopAfter, killed: killed ?? null, signal };
        const begun = async (): Promise<PreparedPlan> => {
          const prepared = await prepare(run, before, false);
          await planned?.(prepared.plan);
          await prepared.begin();
          return prepared;
        };
        const prepared = await begun().catch(async (error: unknown) => {
          saved(pending, time.clock());
          const kept = { ...parts, stopAfter: Infinity, killed: null };
          for (const registration of interruptedHolders(before)) await write(kept, registration, target.name);
          throw error;
        });
        saved(pending, time.clock());
        const { registrations, begin: _begun, ...said } = prepared;
        const registered = new Set(registrations.map(({ address }) => address));
        await carryOut(update, registrations, target.name);
        return { ...said, operations: update.operations, before, registered };
      },
      { place, signal },
    );
  };
  const refresh = (): Promise<string[]> =>
    withHandlers(async (handlers) => {
      const changed: string[] = [];
      for (const [name, { kind, id, inputs, outputs }] of stack) {
        const answer = await handlers[kind].read(id, outputs);
        if (answer.id === undefined || (await handlers[kind].diff(id, answer.props, inputs)).changes)
          changed.push(name);
      }
      return changed;
    });
  const destroy: PulumiEngine['destroy'] = ({ reads = true } = {}) =>
    withHandlers(async (handlers) => {
      if (reads) await refreshAll(stack, handlers);
      const operations: Operation[] = [];
      const parts = { stack, pending, handlers, clock: time.clock, operations, stopAfter: Infinity, killed: null };
      await removeAll(parts, new Set(stack.keys()));
      return operations.flatMap(({ failure }) => failure ?? []);
    });
  return { stack, exported: () => exported(), up, destroy, refresh };
}

let checks: Checks | null = null;

/** The rules of one process: compiling them for each of a thousand updates would cost more than the updates. */
function sharedChecks(): Checks {
  checks ??= openChecks();
  return checks;
}

interface Pending {
  /** Writes that were cut off, in order. */
  readonly writes: {
    readonly type: 'creating' | 'updating';
    readonly name: string;
    readonly kind: Kind;
    readonly inputs: Properties;
  }[];
  /** When the stack was written last: epoch milliseconds. */
  at: number;
}

function exportText(stack: ReadonlyMap<string, Resource>, pending: Pending): string {
  const named = (name: string, kind: Kind): object => {
    const type = `pulumi-nodejs:dynamic/muster:${TYPES[kind]}`;
    return { urn: `urn:pulumi:dev::team::${type}::${name}`, type };
  };
  const resources = [...stack].map(([name, { kind, inputs, outputs }]) => ({ ...named(name, kind), inputs, outputs }));
  const operations = pending.writes.map(({ type, name, kind, inputs }) => ({
    type,
    resource: { ...named(name, kind), inputs },
  }));
  const manifest = { time: new Date(pending.at).toISOString() };
  return JSON.stringify({ deployment: { manifest, resources, pending_operations: operations } });
}

/** The engine saves the stack at the latest when an update ends: it goes on listing creates that were cut off, and nothing else. */
function saved(pending: Pending, at: number): void {
  const creates = pending.writes.filter(({ type }) => type === 'creating');
  pending.writes.splice(0, Infinity, ...creates);
  pending.at = at;
}

interface UnderWay {
  readonly stack: Map<string, Resource>;
  readonly pending: Pending;
  readonly handlers: Record<Kind, Handlers>;
  readonly clock: () => number;
  readonly operations: Operation[];
  readonly stopAfter: number;
  readonly killed: 'before' | 'after' | null;
  readonly signal?: AbortSignal | undefined;
}

/** What was read is kept, whatever became of the others. */
async function refreshAll(stack: Map<string, Resource>, handlers: Record<Kind, Handlers>): Promise<void> {
  const unread: string[] = [];
  for (const [name, resource] of [...stack]) {
    try {
      const answer = await handlers[resource.kind].read(resource.id, resource.outputs);
      if (answer.id === undefined) stack.delete(name);
      else stack.set(name, { ...resource, inputs: answer.inputs, outputs: answer.props, isFailed: false });
    } catch (error) {
      unread.push(messageOf(error));
    }
  }
  if (unread.length > 0) throw new ToolError('pulumi-failed', { message: `the refresh failed: ${unread.join('; ')}` });
}

function isOver({ operations, stopAfter, killed, signal }: UnderWay): boolean {
  if (signal?.aborted) return true;
  const isKilled = killed !== null && operations.some(({ action }) => action !== 'delete');
  return operations.length >= stopAfter || isKilled;
}

async function carryOut(update: UnderWay, registrations: readonly Registration[], target: string): Promise<void> {
  const { stack, operations } = update;
  const leaving = new Set(stack.keys());
  const failed = new Set<string>();
  for (const registration of registrations) {
    if (isOver(update)) return;
    const { address, movedFrom, dependsOn } = registration;
    for (const name of [address, movedFrom]) if (name !== null) leaving.delete(name);
    if (dependsOn.some((other) => failed.has(other))) failed.add(address);
    else await write(update, registration, target);
    if (operations.some(({ name, failure }) => name === address && failure !== null)) failed.add(address);
  }
  // Deletes come last, and not at all after an error.
  if (failed.size === 0) await removeAll(update, leaving);
}

async function removeAll(update: UnderWay, leaving: ReadonlySet<string>): Promise<void> {
  for (const name of inOrderOfDeletion(leaving, update.stack)) {
    if (isOver(update)) return;
    await remove(update, name);
    if (update.operations.at(-1)?.failure !== null) return;
  }
}

/** What something depends on is deleted after it. */
function inOrderOfDeletion(leaving: ReadonlySet<string>, stack: ReadonlyMap<string, Resource>): string[] {
  const order: string[] = [];
  const left = new Set(leaving);
  while (left.size > 0) {
    const needed = new Set([...left].flatMap((name) => stack.get(name)?.dependsOn ?? []));
    const free = [...left].filter((name) => !needed.has(name));
    if (free.length === 0) throw new Error(`resources depend on each other: ${[...left].join(', ')}`);
    for (const name of free) left.delete(name);
    order.push(...free);
  }
  return order;
}

async function remove({ stack, handlers, clock, operations }: UnderWay, name: string): Promise<void> {
  const { kind, id, outputs } = stack.get(name)!;
  const startedAt = clock();
  const failure = await handlers[kind].delete(id, outputs).then(() => null, messageOf);
  if (failure === null) stack.delete(name);
  operations.push({ action: 'delete', name, movedFrom: null, startedAt, endedAt: clock(), failure, isKept: false });
}

async function write(update: UnderWay, registration: Registration, target: string): Promise<void> {
  const { stack, pending, operations, killed, clock } = update;
  const { address: name, kind, inputs: given, order, movedFrom, dependsOn } = registration;
  const renamed = movedFrom === null ? undefined : stack.get(movedFrom);
  const handlers = update.handlers[kind];
  const old = renamed ?? stack.get(name);
  // Under its old name until something of it is kept under the new one.
  const keep = (resource: Resource): void => {
    if (movedFrom !== null) stack.delete(movedFrom);
    stack.set(name, resource);
  };
  const text = orderText({ ...order, stack: old !== undefined || order.remembers.length > 0 ? STACK : '' });
  const { inputs, failures } = await handlers.check(old?.inputs ?? {}, { ...given, target, [ORDER]: text });
  if (failures.length > 0) throw new ToolError('pulumi-failed', { message: JSON.stringify(failures) });
  if (old !== undefined && !old.isFailed && !(await handlers.diff(old.id, old.outputs, inputs)).changes) {
    keep({ ...old, inputs, dependsOn });
    return;
  }
  if (killed !== null) pending.writes.push({ type: old === undefined ? 'creating' : 'updating', name, kind, inputs });
  pending.at = clock();
  const startedAt = clock();
  const after = killed === 'before' ? null : await called(handlers, old, inputs);
  // What a failed update had done is kept under the old name, with the new inputs.
  const isRenamedLate = movedFrom !== null && after?.kept?.isFailed === true;
  if (killed === null && after?.kept && isRenamedLate) stack.set(movedFrom, { kind, inputs, dependsOn, ...after.kept });
  else if (killed === null && after?.kept) keep({ kind, inputs, dependsOn, ...after.kept });
  const failure = after?.failure ?? null;
  const action = old === undefined ? 'create' : 'update';
  const isKept = after?.kept?.isFailed === true;
  operations.push({ action, name, movedFrom, startedAt, endedAt: clock(), failure, isKept });
}

interface Called {
  /** What the stack says from now on; null: what it said before. */
  readonly kept: Pick<Resource, 'id' | 'outputs' | 'isFailed'> | null;
  readonly failure: string | null;
}

async function called(handlers: Handlers, old: Resource | undefined, inputs: Properties): Promise<Called> {
  try {
    const done =
      old === undefined
        ? await handlers.create(inputs)
        : { id: old.id, ...(await handlers.update(old.id, old.outputs, inputs)) };
    return { kept: { id: done.id, outputs: done.outs, isFailed: false }, failure: null };
  } catch (error) {
    const { id, properties } = error as { readonly id?: string; readonly properties?: Properties };
    const isKept = id !== undefined && properties !== undefined;
    return { kept: isKept ? { id, outputs: properties, isFailed: true } : null, failure: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The resources that operations are about. */
export function namesOf(update: Pick<Update, 'operations'>): Address[] {
  return update.operations.map(({ action, name }) => `${action} ${name}`);
}
