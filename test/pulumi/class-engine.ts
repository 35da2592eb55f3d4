// Pulumi's engine in short for resources of the classes: check, diff, then one write after the other, and what is not registered is
// deleted last. As measured with the real command, it lists a write before it calls the handler, goes on listing a `creating` that was
// cut off, and drops every other operation when it saves for the first time.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

import { openChecks } from '../../providers/check.ts';
import { findPlace, openContext } from '../../providers/context.ts';
import type { Properties } from '../../providers/declaration.ts';
import { createHandlers } from '../../providers/handlers.ts';
import type { Handlers } from '../../providers/handlers.ts';
import { UnfinishedError } from '../../providers/refusals.ts';
import { withSandbox } from '../support/sandbox.ts';
import type { OwnSandbox } from '../support/sandbox.ts';

const TYPES = { User: 'user', PinnedRecord: 'record', RecordSet: 'set' } as const;

/** One resource as its class registers it. */
export interface Registered {
  readonly kind: keyof typeof TYPES;
  readonly name: string;
  readonly args: Properties;
}

interface Entry extends Registered {
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
  readonly isFailed: boolean;
  readonly modified: string;
}

interface Operation {
  readonly type: 'creating' | 'updating';
  readonly kind: Registered['kind'];
  readonly name: string;
  readonly inputs: Properties;
  readonly modified?: string;
}

interface Options {
  /** Muster's word, as MUSTER_ALLOW has it. */
  readonly allow?: string;
  readonly refresh?: boolean;
  /** Check and diff, and nothing more. */
  readonly preview?: boolean;
  /** PULUMI_SKIP_CHECKPOINTS. */
  readonly isUnsaved?: boolean;
  /** The engine dies at the first write: before its requests, or when its handler has answered. */
  readonly killed?: 'before' | 'after';
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
  readonly entries: ReadonlyMap<string, Entry>;
  /** What the provider says to the person who looks at the last update. */
  readonly said: readonly string[];
  up(resources: readonly Registered[], options?: Options): Promise<ClassUpdate>;
  refresh(): Promise<void>;
  /** As `pulumi stack import` puts it back. */
  set(entry: Entry): void;
  /** `pulumi refresh --clear-pending-creates`. */
  clearPendingCreates(): void;
}

const STACK = 'organization/team/dev';

export async function classEngine(clock: () => number = Date.now): Promise<ClassEngine> {
  const sandbox = await withSandbox();
  const folder = projectOf(sandbox);
  const entries = new Map<string, Entry>();
  const condemned: Entry[] = [];
  const said: string[] = [];
  let pending: Operation[] = [];
  let time = 0;
  let savedAt = clock();
  const save = (): void => {
    pending = pending.filter(({ type }) => type === 'creating');
    time += 1;
    savedAt = clock();
  };
  const process = ({ allow = '', isUnsaved = false }: Options = {}): Record<Registered['kind'], Handlers> => {
    const exportStack = (): Promise<string> =>
      Promise.resolve(exportText([...entries.values()], condemned, { pending, at: savedAt }));
    const tell = (line: string): void => void said.push(line);
    const provider = openContext(folder, { findPlace, clock, sleep, openChecks, exportStack, tell, isUnsaved });
    onTestFinished(() => provider.close());
    const handlers = (kind: Registered['kind']): Handlers => createHandlers(TYPES[kind], provider);
    const all = { User: handlers('User'), PinnedRecord: handlers('PinnedRecord'), RecordSet: handlers('RecordSet') };
    const get = (key: string): string | undefined => (key === 'muster:allow' ? allow : undefined);
    all.User.configure({ config: { get } });
    return all;
  };
  const refreshed = async (handlers: Record<Registered['kind'], Handlers>): Promise<void> => {
    const read = [...entries.values()].map(async (entry) => {
      const { kind, id, inputs } = entry;
      const answer = await handlers[kind].read(id, entry.outputs);
      // To show what differs: with the inputs of the last update in the place of what a program declares.
      if (answer.id !== undefined) await handlers[kind].diff(id, answer.props, inputs);
      return [entry, answer] as const;
    });
    for (const [entry, answer] of await Promise.all(read)) {
      if (answer.id === undefined) entries.delete(entry.name);
      else entries.set(entry.name, { ...entry, outputs: answer.props, inputs: answer.inputs, isFailed: false });
    }
  };
  const up = async (resources: readonly Registered[], options: Options = {}): Promise<ClassUpdate> => {
    said.splice(0);
    const handlers = process(options);
    const [operations, errors]: [string[], string[]] = [[], []];
    if (options.refresh === true) await refreshed(handlers);
    await sandbox.control.resetCounters();
    const ended = async (): Promise<ClassUpdate> => {
      const { writes } = await sandbox.control.counters();
      return { operations, errors, said: [...said], writes };
    };
    const writes: Promise<void>[] = [];
    for (const resource of resources) {
      const { kind, name, args } = resource;
      const given = { ...args, owner: urnOf(resource), stack: STACK };
      const { inputs, failures } = await handlers[kind].check({}, given);
      errors.push(...failures.map(({ reason }) => reason));
      if (failures.length > 0) continue;
      const entry = entries.get(name);
      const diff = entry && (await handlers[kind].diff(entry.id, entry.outputs, inputs));
      // Where the provider leaves the answer out, the engine compares the inputs (step_generator.go, DIFF_UNKNOWN).
      const isChanged = diff?.changes ?? JSON.stringify(entry?.inputs) !== JSON.stringify(inputs);
      if (entry !== undefined && !isChanged && !entry.isFailed) {
        // What is the same keeps its outputs, with the inputs of now.
        if (options.preview !== true) entries.set(name, { ...entry, inputs });
        continue;
      }
      const isCreate = entry === undefined || diff?.replaces !== undefined;
      const type = isCreate ? 'creating' : 'updating';
      if (options.preview === true) {
        operations.push(`${type} ${name}`);
        continue;
      }
      save();
      const operation: Operation = { type, kind, name, inputs, ...(entry && { modified: entry.modified }) };
      pending.push(operation);
      operations.push(`${type} ${name}`);
      if (options.killed === 'before') return ended();
      const answer = isCreate
        ? handlers[kind].create(inputs)
        : handlers[kind].update(entry.id, entry.outputs, inputs).then(({ outs }) => ({ id: entry.id, outs }));
      const settle = async (): Promise<void> => {
        const result = await answer.catch((error: unknown) => (error instanceof Error ? error : new Error('failed')));
        if (options.killed === 'after') return;
        pending = pending.filter((each) => each !== operation);
        time += 1;
        if (result instanceof Error) errors.push(result.message);
        const kept = result instanceof UnfinishedError ? { id: result.id, outs: result.properties } : result;
        if (kept instanceof Error) return;
        const isFailed = result instanceof Error;
        entries.set(name, { ...resource, ...kept, inputs, outputs: kept.outs, isFailed, modified: String(time) });
        if (entry !== undefined && isCreate) condemned.push(entry);
      };
      writes.push(settle());
      if (options.parallel !== true) await writes.at(-1);
      if (options.killed === 'after') return ended();
    }
    await Promise.all(writes);
    // After an error nothing is deleted; what was replaced waits for the next update.
    if (errors.length > 0 || options.preview === true) return ended();
    const remove = async ({ kind, id, outputs }: Entry, done: () => void): Promise<void> => {
      await handlers[kind].delete(id, outputs).then(done, (error: unknown) => void errors.push(String(error)));
    };
    for (const entry of [...condemned]) await remove(entry, () => condemned.splice(condemned.indexOf(entry), 1));
    const left = [...entries.values()].filter(({ name }) => !resources.some((resource) => resource.name === name));
    const deletes: Promise<void>[] = [];
    for (const entry of left) {
      operations.push(`deleting ${entry.name}`);
      save();
      deletes.push(remove(entry, () => entries.delete(entry.name)));
      if (options.parallel !== true) await deletes.at(-1);
    }
    await Promise.all(deletes);
    return ended();
  };
  const refresh = async (): Promise<void> => {
    await refreshed(process());
    save();
  };
  const clearPendingCreates = (): void => {
    pending = [];
  };
  const set = (entry: Entry): void => void entries.set(entry.name, entry);
  return { sandbox, entries, said, up, refresh, set, clearPendingCreates };
}

function urnOf({ kind, name }: Pick<Registered, 'kind' | 'name'>): string {
  return `urn:pulumi:dev::team::${typeOf(kind)}::${name}`;
}

function typeOf(kind: Registered['kind']): string {
  return `pulumi-nodejs:dynamic/muster:${kind}`;
}

interface Unfinished {
  readonly pending: readonly Operation[];
  readonly at: number;
}

function exportText(entries: readonly Entry[], condemned: readonly Entry[], { pending, at }: Unfinished): string {
  const shown = (each: Pick<Entry, 'kind' | 'name' | 'inputs'>): object => ({
    ...{ urn: urnOf(each), type: typeOf(each.kind), inputs: each.inputs },
  });
  const resources = [...entries, ...condemned].map((entry) => ({
    ...shown(entry),
    outputs: entry.outputs,
    modified: entry.modified,
    ...(condemned.includes(entry) && { delete: true }),
  }));
  const operations = pending.map(({ type, modified, ...each }) => ({
    type,
    resource: { ...shown(each), ...(modified !== undefined && { modified }) },
  }));
  const manifest = { time: new Date(at).toISOString() };
  return JSON.stringify({ deployment: { manifest, resources, pending_operations: operations } });
}

function projectOf({ target }: OwnSandbox): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-classes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { host, port, platform, companyCode, environment, apiKey, ca = '' } = target;
  writeFileSync(join(folder, 'ca.pem'), ca);
  const targets = { test: { host, port, platform, companyCode, environment, apiKey, caFile: 'ca.pem' } };
  writeFileSync(join(folder, 'muster.yaml'), JSON.stringify({ name: 'team', desired: ['none.json'], targets }));
  return folder;
}
