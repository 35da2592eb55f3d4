// The order in which Pulumi's engine works: steps are found one after the other in the order of the program, a resource after those it
// depends on; so many are carried out beside each other; after an error nothing new begins, unless it was told to go on. What the program does not register is deleted
// last, against the order of dependence, and not at all after an error.

import type { Resource, Wanted } from '../../../support/pulumi-stack.ts';
import { removeOne, stepOf } from './steps.ts';
import type { Operation, StepParts } from './steps.ts';

export interface Update extends StepParts {
  readonly operations: Operation[];
  /** Names of resources that it found to be as they should be. */
  readonly same: Set<string>;
  /** What `check` refused, or a handler said in `diff`. */
  readonly refusals: string[];
  /** Steps beside each other. */
  readonly parallel: number;
  /** `--continue-on-error`: only what depends on an error waits, and the deletes. */
  readonly goesOn: boolean;
  readonly signal: AbortSignal;
}

export async function carryOut(update: Update, wanted: readonly Wanted[]): Promise<void> {
  const { stack } = update;
  const leaving = new Set(stack.resources.keys());
  const [lane, pool] = [openPool(1), openPool(update.parallel)];
  const registered = new Map<string, Promise<boolean>>();
  for (const each of wanted) {
    for (const name of [each.name, each.movedFrom]) if (name !== null) leaving.delete(name);
    const before = each.dependsOn.map((name) => registered.get(name) ?? Promise.resolve(true));
    const done = Promise.all(before).then(async (all) => {
      if (all.includes(false) || isOver(update)) return false;
      const step = await lane(() => foundStep(update, each));
      if (step.kind === 'same') update.same.add(each.name);
      if (step.kind !== 'write') return step.kind === 'same';
      return pool(async () => isOver(update) || noted(update, await step.run()));
    });
    registered.set(each.name, done);
  }
  await Promise.all(registered.values());
  if (!update.signal.aborted && !hasFailed(update)) await removeAll(update, leaving);
}

const hasFailed = ({ operations, refusals }: Pick<Update, 'operations' | 'refusals'>): boolean =>
  refusals.length > 0 || operations.some(({ failure }) => failure !== null);

async function foundStep(update: Update, wanted: Wanted): Promise<Awaited<ReturnType<typeof stepOf>>> {
  try {
    const step = await stepOf(update, wanted);
    if (step.kind === 'refused') update.refusals.push(...step.failures);
    return step;
  } catch (error) {
    update.refusals.push(error instanceof Error ? error.message : String(error));
    return { kind: 'refused', failures: [] };
  }
}

function noted({ operations }: Update, operation: Operation): boolean {
  operations.push(operation);
  return operation.failure === null;
}

function isOver(update: Update): boolean {
  return update.signal.aborted || (!update.goesOn && hasFailed(update));
}

/** What was replaced, and what nobody registers any more. */
async function removeAll(update: Update, leaving: ReadonlySet<string>): Promise<void> {
  const { stack } = update;
  const pool = openPool(update.parallel);
  const all: Leaving[] = [
    ...stack.replaced.map((resource) => ({
      resource,
      gone: () => void stack.replaced.splice(stack.replaced.indexOf(resource), 1),
    })),
    ...[...stack.resources.values()]
      .filter(({ name }) => leaving.has(name))
      .map((resource) => ({ resource, gone: () => void stack.resources.delete(resource.name) })),
  ].toReversed();
  const done = new Map<Resource, Promise<boolean>>();
  for (const { resource, gone } of all) {
    const dependants = all.filter((each) => each.resource.dependsOn.includes(resource.name));
    const before = dependants.map((each) => done.get(each.resource) ?? Promise.resolve(true));
    const work = Promise.all(before).then((ended) =>
      pool(async () => {
        if (ended.includes(false) || isOver(update)) return false;
        return noted(update, await removeOne(update, resource, gone));
      }),
    );
    done.set(resource, work);
  }
  await Promise.all(done.values());
}

interface Leaving {
  readonly resource: Resource;
  readonly gone: () => void;
}

/** So many beside each other; the others wait in their order. */
function openPool(size: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = size;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
