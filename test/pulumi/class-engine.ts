// Pulumi's engine in short (support/pulumi-stack.ts) for a program of classes: what it registers is checked, compared and written, one
// after the other or side by side; what it does not register is deleted last.

import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

import { openChecks } from '../../providers/check.ts';
import { findPlace, openContext } from '../../providers/context.ts';
import type { Properties } from '../../providers/declaration.ts';
import {
  emptyStack,
  exportText,
  handlersOf,
  nextStep,
  refreshAll,
  remove,
  save,
  STACK,
  urnOf,
} from '../support/pulumi-stack.ts';
import type { HandlersByKind, Killed, Resource, Wanted } from '../support/pulumi-stack.ts';
import { teamProject } from '../support/named-project.ts';
import { withSandbox } from '../support/sandbox.ts';
import type { OwnSandbox } from '../support/sandbox.ts';

const KINDS = { User: 'user', PinnedRecord: 'record', RecordSet: 'set' } as const;

/** One resource as its class registers it. */
export interface Registered {
  readonly kind: keyof typeof KINDS;
  readonly name: string;
  readonly args: Properties;
}

interface Options {
  /** Muster's word, as MUSTER_ALLOW has it. */
  readonly allow?: string;
  readonly refresh?: boolean;
  /** Check and diff, and nothing more. */
  readonly preview?: boolean;
  /** PULUMI_SKIP_CHECKPOINTS. */
  readonly isUnsaved?: boolean;
  /** The engine dies at the first write. */
  readonly killed?: NonNullable<Killed>;
  /** Writes start without waiting for those before, and so do deletes. */
  readonly parallel?: boolean;
}

export interface ClassUpdate {
  readonly operations: readonly string[];
  readonly errors: readonly string[];
  /** What the provider says beside its answers, which the engine shows. */
  readonly said: readonly string[];
  /** Writing requests. */
  readonly writes: number;
}

export interface ClassEngine {
  readonly sandbox: OwnSandbox;
  readonly entries: ReadonlyMap<string, Resource>;
  /** What the provider says to the person who looks at the last update. */
  readonly said: readonly string[];
  up(resources: readonly Registered[], options?: Options): Promise<ClassUpdate>;
  refresh(): Promise<void>;
  /** As `pulumi stack import` puts it back. */
  set(entry: Resource): void;
  /** `pulumi refresh --clear-pending-creates`. */
  clearPendingCreates(): void;
}

export async function classEngine(clock: () => number = Date.now): Promise<ClassEngine> {
  const sandbox = await withSandbox();
  const folder = teamProject(sandbox);
  const stack = emptyStack(clock);
  const said: string[] = [];
  const begin = ({ allow = '', isUnsaved = false }: Options = {}): HandlersByKind => {
    const exportStack = (): Promise<string> => Promise.resolve(exportText(stack));
    const tell = (line: string): void => void said.push(line);
    const provider = openContext(folder, { findPlace, clock, sleep, openChecks, exportStack, tell, isUnsaved });
    onTestFinished(() => provider.close());
    const handlers = handlersOf(provider);
    const get = (key: string): string | undefined => (key === 'muster:allow' ? allow : undefined);
    handlers.user.configure({ config: { get } });
    return handlers;
  };
  const refreshed = async (handlers: HandlersByKind): Promise<void> => {
    const [failure] = await refreshAll(stack, handlers);
    if (failure !== undefined) throw new Error(failure);
  };
  const up = async (resources: readonly Registered[], options: Options = {}): Promise<ClassUpdate> => {
    const { refresh = false, preview = false, killed = null, parallel = false } = options;
    said.splice(0);
    const handlers = begin(options);
    const [operations, errors]: [string[], string[]] = [[], []];
    if (refresh) await refreshed(handlers);
    await sandbox.control.resetCounters();
    const ended = async (): Promise<ClassUpdate> => {
      const { writes } = await sandbox.control.counters();
      return { operations, errors, said: [...said], writes };
    };
    const underWay: Promise<void>[] = [];
    for (const resource of resources) {
      const step = await nextStep(stack, handlers, wantedOf(resource));
      if (step.kind === 'refused') {
        errors.push(...step.failures);
        continue;
      }
      if (step.kind === 'same') {
        if (!preview) step.keep();
        continue;
      }
      operations.push(`${step.kind} ${resource.name}`);
      if (preview) continue;
      const written = step
        .write(killed)
        .then((outcome) => void errors.push(...(outcome?.failure ? [outcome.failure] : [])));
      underWay.push(written);
      if (!parallel) await written;
      if (killed !== null) return ended();
    }
    await Promise.all(underWay);
    // After an error nothing is deleted; what was replaced waits for the next update.
    if (errors.length > 0 || preview) return ended();
    const removed = async (resource: Resource, done: () => void): Promise<void> => {
      const failure = await remove(handlers, resource);
      if (failure === null) done();
      else errors.push(failure);
    };
    for (const each of [...stack.replaced])
      await removed(each, () => stack.replaced.splice(stack.replaced.indexOf(each), 1));
    const left = [...stack.resources.values()].filter(({ name }) => resources.every((each) => each.name !== name));
    const deletes: Promise<void>[] = [];
    for (const each of left) {
      operations.push(`deleting ${each.name}`);
      save(stack);
      deletes.push(removed(each, () => stack.resources.delete(each.name)));
      if (!parallel) await deletes.at(-1);
    }
    await Promise.all(deletes);
    return ended();
  };
  const refresh = async (): Promise<void> => {
    await refreshed(begin());
    save(stack);
  };
  const clearPendingCreates = (): void => {
    stack.pending = [];
  };
  const set = (entry: Resource): void => void stack.resources.set(entry.name, entry);
  return { sandbox, entries: stack.resources, said, up, refresh, set, clearPendingCreates };
}

function wantedOf({ kind: className, name, args }: Registered): Wanted {
  const kind = KINDS[className];
  const given = { ...args, __owner: urnOf({ kind, name }), __stack: STACK };
  return { name, kind, given, movedFrom: null, dependsOn: [] };
}
