// A stack of Pulumi in short, and what its engine does to one resource: check, compare, create, update, refresh, delete. Programs
// (pulumi-engine.ts) and classes (pulumi/class-engine.ts) register through it. As measured with the real command, it lists a write
// before it calls the handler, goes on listing a `creating` that was cut off, and drops every other operation when it saves for the
// first time. The real command has tests of its own.

import type { Properties } from '../../providers/declaration.ts';
import { APPLIED_TYPE } from '../../providers/stack-export.ts';
import { createHandlers } from '../../providers/handlers.ts';
import type { Handlers } from '../../providers/handlers.ts';

const TYPES = { user: 'User', record: 'PinnedRecord', set: 'RecordSet' } as const;
export type Kind = keyof typeof TYPES;
/** The engine hands the inputs of before to a comparison, too. */
export type EngineHandlers = Omit<Handlers, 'diff'> & {
  readonly diff: (...given: [...Parameters<Handlers['diff']>, oldInputs: Properties]) => ReturnType<Handlers['diff']>;
};
export type HandlersByKind = Readonly<Record<Kind, EngineHandlers>>;

const PROJECT = 'team';

/** As the program names it; `project`: what Pulumi.yaml is called. */
export const stackIn = (project = PROJECT): string => `organization/${project}/dev`;

export const STACK = stackIn();

export interface Resource {
  readonly name: string;
  readonly kind: Kind;
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
  /** Names of resources that are deleted after it. */
  readonly dependsOn: readonly string[];
  /** Its last operation ended with an error that kept what was done: it is updated whatever diff says. */
  readonly isFailed: boolean;
  readonly modified: string;
}

interface PendingWrite {
  readonly type: 'creating' | 'updating' | 'deleting';
  readonly name: string;
  readonly kind: Kind;
  readonly inputs: Properties;
  /** Of the resource that it updates. */
  readonly modified: string | undefined;
}

export interface StackDouble {
  readonly resources: Map<string, Resource>;
  /** By others of the same name, and not deleted yet. */
  readonly replaced: Resource[];
  pending: readonly PendingWrite[];
  /** What applies did, by the name of the component that keeps it. */
  readonly applied: Map<string, string>;
  /** Epoch milliseconds. */
  savedAt: number;
  /** Counts writes, as the times that the engine notes do. */
  revision: number;
  readonly clock: () => number;
  /** What Pulumi.yaml is called, where it has another name by now. */
  readonly project?: string;
  /** Its resources are of the native provider. */
  readonly isNative?: true;
}

export function emptyStack(clock: () => number): StackDouble {
  return { resources: new Map(), replaced: [], pending: [], applied: new Map(), savedAt: clock(), revision: 0, clock };
}

export function handlersOf(provider: Parameters<typeof createHandlers>[1]): HandlersByKind {
  return {
    user: createHandlers('user', provider),
    record: createHandlers('record', provider),
    set: createHandlers('set', provider),
  };
}

/** The engine saves the stack before each write, and at the latest when an update ends. */
export function save(stack: StackDouble): void {
  stack.pending = stack.pending.filter(({ type }) => type === 'creating');
  stack.savedAt = stack.clock();
  stack.revision += 1;
}

export function urnOf(
  { kind, name }: Pick<Resource, 'kind' | 'name'>,
  { project = PROJECT, isNative }: Place = {},
): string {
  return `urn:pulumi:dev::${project}::${typeOf(kind, isNative)}::${name}`;
}

export interface Place {
  readonly project?: string | undefined;
  readonly isNative?: true | undefined;
}

/** Exported, the new project put into its URNs, and imported under it, as docs/state.md says. */
export function broughtTo(stack: StackDouble, project: string): StackDouble {
  const { project: before = PROJECT, resources, replaced, pending, ...rest } = stack;
  const brought = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replaceAll(`urn:pulumi:dev::${before}::`, `urn:pulumi:dev::${project}::`)) as T;
  const held = new Map([...resources].map(([name, each]) => [name, brought(each)] as const));
  return { ...rest, resources: held, replaced: brought(replaced), pending: brought(pending), project };
}

function typeOf(kind: Kind, isNative = false): string {
  return `${isNative ? 'muster:index' : 'pulumi-nodejs:dynamic/muster'}:${TYPES[kind]}`;
}

/** As `pulumi stack export --show-secrets` prints it. */
export function exportText({ resources, replaced, pending, applied, savedAt, ...place }: StackDouble): string {
  const { project = PROJECT, isNative } = place;
  const shown = ({ kind, inputs, modified, ...each }: Omit<PendingWrite, 'type'>): object => ({
    ...{ urn: urnOf({ kind, ...each }, place), type: typeOf(kind, isNative), inputs },
    ...(modified !== undefined && { modified }),
  });
  const entries = [...resources.values(), ...replaced].map((each) => ({
    ...shown(each),
    outputs: each.outputs,
    ...(replaced.includes(each) && { delete: true }),
  }));
  const components = [...applied].map(([name, runs]) => ({
    urn: `urn:pulumi:dev::${project}::${APPLIED_TYPE}::${name}`,
    ...{ type: APPLIED_TYPE, inputs: {}, outputs: { runs } },
  }));
  const operations = pending.map(({ type, ...each }) => ({ type, resource: shown(each) }));
  const manifest = { time: new Date(savedAt).toISOString() };
  return JSON.stringify({
    deployment: { manifest, resources: [...components, ...entries], pending_operations: operations },
  });
}

export interface Wanted extends Pick<Resource, 'name' | 'kind' | 'dependsOn'> {
  /** What the program registers. */
  readonly given: Properties;
  /** Its name until now, where it has another from now on. */
  readonly movedFrom: string | null;
}

export interface Outcome {
  /** What the stack says from now on; null: what it said before. */
  readonly kept: Pick<Resource, 'id' | 'outputs' | 'isFailed'> | null;
  /** What was thrown; null when it succeeded. */
  readonly failure: string | null;
}

/** Where the process of the engine ends within a write: before its handler did anything, or when it had done all and nobody heard. */
export type Killed = 'before' | 'after' | null;

export type Step =
  | { readonly kind: 'refused'; readonly failures: readonly string[] }
  /** What is the same keeps its outputs, with the inputs of now. */
  | { readonly kind: 'same'; readonly keep: () => void }
  /** `write`: null where the engine was killed. */
  | { readonly kind: 'creating' | 'updating'; readonly write: (killed: Killed) => Promise<Outcome | null> };

/** Check and diff. */
export async function nextStep(stack: StackDouble, all: HandlersByKind, wanted: Wanted): Promise<Step> {
  const { name, kind, given, movedFrom, dependsOn } = wanted;
  const handlers = all[kind];
  const old = (movedFrom === null ? undefined : stack.resources.get(movedFrom)) ?? stack.resources.get(name);
  const { inputs, failures } = await handlers.check(old?.inputs ?? {}, given);
  if (failures.length > 0) return { kind: 'refused', failures: failures.map(({ reason }) => reason) };
  const diff = old && (await handlers.diff(old.id, old.outputs, inputs, old.inputs));
  // Where the provider leaves the answer out, the engine compares the inputs (step_generator.go, DIFF_UNKNOWN).
  const isChanged = diff?.changes ?? JSON.stringify(old?.inputs) !== JSON.stringify(inputs);
  const put = (resource: Omit<Resource, 'name'>, under: string): void => {
    if (movedFrom !== null && under !== movedFrom) stack.resources.delete(movedFrom);
    stack.resources.set(under, { ...resource, name: under });
  };
  if (old !== undefined && !isChanged && !old.isFailed)
    return { kind: 'same', keep: () => put({ ...old, inputs, dependsOn }, name) };
  const updated = diff?.replaces === undefined ? old : undefined;
  const type = updated === undefined ? 'creating' : 'updating';
  const write = async (killed: Killed): Promise<Outcome | null> => {
    save(stack);
    const listed: PendingWrite = { type, name, kind, inputs, modified: old?.modified };
    stack.pending = [...stack.pending, listed];
    if (killed === 'before') return null;
    const outcome = await called(handlers, updated, inputs);
    if (killed === 'after') return null;
    stack.pending = stack.pending.filter((each) => each !== listed);
    stack.revision += 1;
    // What a failed update had done is kept under the old name, with the new inputs.
    const under = outcome.kept?.isFailed === true && movedFrom !== null ? movedFrom : name;
    if (outcome.kept) put({ kind, inputs, dependsOn, modified: String(stack.revision), ...outcome.kept }, under);
    if (outcome.kept && old !== undefined && updated === undefined) stack.replaced.push(old);
    return outcome;
  };
  return { kind: type, write };
}

/** One write of a handler, and what the engine keeps of it. */
export async function called(
  handlers: EngineHandlers,
  old: Resource | undefined,
  inputs: Properties,
): Promise<Outcome> {
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

/** What was read is kept, whatever became of the others: the messages of those that failed. */
export async function refreshAll(stack: StackDouble, handlers: HandlersByKind): Promise<string[]> {
  const failures: string[] = [];
  const read = async ({ name, kind, id, inputs, outputs }: Resource): Promise<void> => {
    const answer = await handlers[kind].read(id, outputs);
    if (answer.id === undefined) {
      stack.resources.delete(name);
      return;
    }
    // To show what differs: with the inputs of the last update in the place of what a program declares.
    await handlers[kind].diff(id, answer.props, inputs, answer.inputs);
    const now = stack.resources.get(name);
    if (now) stack.resources.set(name, { ...now, inputs: answer.inputs, outputs: answer.props, isFailed: false });
  };
  await Promise.all(
    [...stack.resources.values()].map((each) => read(each).catch((error) => void failures.push(messageOf(error)))),
  );
  return failures;
}

/** Null when it succeeded. */
export async function remove(handlers: HandlersByKind, { kind, id, outputs }: Resource): Promise<string | null> {
  return handlers[kind].delete(id, outputs).then(() => null, messageOf);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
