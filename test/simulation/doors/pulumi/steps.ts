// What Pulumi's engine does with one resource: check, diff, then create, update or replace; delete; refresh. Each write is listed in the
// file of the stack before its handler is called, and taken out with what became of it. A replacement creates first: what it replaces is
// deleted last, as muster's handlers never ask for the other order.

import type { HandlersByKind, Resource, Wanted } from '../../../support/pulumi-stack.ts';
import { called, messageOf } from '../../../support/pulumi-stack.ts';
import type { Checkpoints } from './state.ts';

export interface Operation {
  readonly action: 'create' | 'update' | 'replace' | 'delete';
  readonly name: string;
  readonly movedFrom: string | null;
  /** What was thrown; null when it succeeded. */
  readonly failure: string | null;
}

export interface StepParts extends Checkpoints {
  readonly handlers: HandlersByKind;
}

export type Step =
  | { readonly kind: 'refused'; readonly failures: readonly string[] }
  | { readonly kind: 'same' }
  | { readonly kind: 'write'; readonly run: () => Promise<Operation> };

/** Check and diff. What is the same keeps its outputs, with the inputs of now. */
export async function stepOf({ stack, save, handlers }: StepParts, wanted: Wanted): Promise<Step> {
  const { name, kind, given, movedFrom, dependsOn } = wanted;
  const own = handlers[kind];
  const old = (movedFrom === null ? undefined : stack.resources.get(movedFrom)) ?? stack.resources.get(name);
  const { inputs, failures } = await own.check(old?.inputs ?? {}, given);
  if (failures.length > 0) return { kind: 'refused', failures: failures.map(({ reason }) => reason) };
  const diff = old && (await own.diff(old.id, old.outputs, inputs, old.inputs));
  // Where the provider leaves the answer out, the engine compares the inputs (step_generator.go, DIFF_UNKNOWN).
  const isChanged = diff?.changes ?? JSON.stringify(old?.inputs) !== JSON.stringify(inputs);
  const put = (resource: Omit<Resource, 'name'>, under: string): void => {
    if (movedFrom !== null && under !== movedFrom) stack.resources.delete(movedFrom);
    stack.resources.set(under, { ...resource, name: under });
  };
  if (old !== undefined && !isChanged && !old.isFailed) {
    put({ ...old, inputs, dependsOn }, name);
    return { kind: 'same' };
  }
  const updated = diff?.replaces === undefined ? old : undefined;
  const type = updated === undefined ? 'creating' : 'updating';
  const run = async (): Promise<Operation> => {
    const listed = { type, name, kind, inputs, modified: old?.modified } as const;
    stack.pending = [...stack.pending, listed];
    await save();
    const { kept, failure } = await called(own, updated, inputs);
    stack.pending = stack.pending.filter((each) => each !== listed);
    // What a failed update had done is kept under the old name, with the new inputs.
    const under = kept?.isFailed === true && movedFrom !== null ? movedFrom : name;
    if (kept) put({ kind, inputs, dependsOn, modified: String(stack.revision + 1), ...kept }, under);
    if (kept && old !== undefined && updated === undefined) stack.replaced.push(old);
    await save();
    const action = old === undefined ? 'create' : updated === undefined ? 'replace' : 'update';
    return { action, name, movedFrom, failure };
  };
  return { kind: 'write', run };
}

/** `gone`: what the engine forgets once the handler has answered. */
export async function removeOne(parts: StepParts, resource: Resource, gone: () => void): Promise<Operation> {
  const { stack, save, handlers } = parts;
  const { name, kind, id, inputs, outputs, modified } = resource;
  const listed = { type: 'deleting', name, kind, inputs, modified } as const;
  stack.pending = [...stack.pending, listed];
  await save();
  const failure = await handlers[kind].delete(id, outputs).then(() => null, messageOf);
  stack.pending = stack.pending.filter((each) => each !== listed);
  if (failure === null) gone();
  await save();
  return { action: 'delete', name, movedFrom: null, failure };
}
