// The engine's part in short, for handlers in this process: the program registers, resources are refreshed, checked,
// compared, written in order, and what is no longer registered is deleted last. The real command has tests of its own.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

import { createHandlers, createSetHandlers } from '../../providers/handlers.ts';
import type { Handlers } from '../../providers/handlers.ts';
import { RECORD, USER } from '../../providers/kinds.ts';
import { digestKeyOf, openOffice } from '../../providers/office.ts';
import type { Properties } from '../../providers/outputs.ts';
import { readStack } from '../../providers/state.ts';
import { readDesiredInput } from '../../src/desired/load.ts';
import type { DesiredInput } from '../../src/desired/define.ts';
import { chooseTarget, loadProject } from '../../src/desired/project.ts';
import { digestWith, planWith, stackName } from '../../src/engine.ts';
import type { Part, Plan } from '../../src/reconcile/change.ts';
import { declaredOnly } from '../../src/program/cut-off.ts';
import { registrationsOf } from '../../src/program/registration.ts';
import type { Registration } from '../../src/program/registration.ts';
import { withSandbox } from '../support/sandbox.ts';
import type { TestSandbox } from '../support/sandbox.ts';

const TYPES = { user: 'User', record: 'PinnedRecord', set: 'RecordSet' } as const;
type Kind = keyof typeof TYPES;

interface Resource {
  readonly kind: Kind;
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
}

export interface Run {
  readonly operations: readonly string[];
  /** Writing requests of this run. */
  readonly writes: number;
  readonly errors: readonly string[];
  readonly plan: Plan;
}

interface UpOptions {
  /** Whether a refresh comes first. Default true. */
  readonly reads?: boolean;
  readonly stopAfter?: number;
  /** Killed within the first operation: before its handler did anything, or after it had done all and nobody heard. */
  readonly killed?: 'before' | 'after';
  /** What of the plan is approved. Default: the whole. */
  readonly part?: Part;
}

export interface SmallEngine {
  readonly sandbox: TestSandbox;
  readonly stack: Map<string, Resource>;
  up(desired: DesiredInput, options?: UpOptions): Promise<Run>;
  /** Resources that a refresh outside a program shows as changed. */
  refresh(): Promise<string[]>;
}

export async function smallEngine(): Promise<SmallEngine> {
  const sandbox = await withSandbox();
  const folder = writeProject(sandbox);
  const stack = new Map<string, Resource>();
  const pending = new Map<string, Pick<Resource, 'kind' | 'inputs'>>();
  const handlersOf = (): Record<Kind, Handlers> => {
    const office = openOffice(folder);
    onTestFinished(() => office.close());
    return {
      user: createHandlers(USER, office),
      record: createHandlers(RECORD, office),
      set: createSetHandlers(office),
    };
  };
  return {
    sandbox,
    stack,
    up: async (desired, { reads = true, stopAfter = Infinity, killed, part = 'whole' } = {}) => {
      const { plan, registrations } = await program({ desired, folder, stack, pending, part });
      await sandbox.control.resetCounters();
      const engine = {
        stack,
        pending,
        handlers: handlersOf(),
        operations: [],
        errors: [],
        stopAfter,
        ...(killed && { killed }),
      };
      if (reads) await refreshAll(engine);
      await carryOut(engine, registrations);
      const { writes } = await sandbox.control.counters();
      return { operations: engine.operations, errors: engine.errors, writes, plan };
    },
    refresh: async () => {
      const handlers = handlersOf();
      const changed: string[] = [];
      for (const [name, { kind, id, inputs, outputs }] of stack) {
        const answer = await handlers[kind].read(id, outputs);
        if (answer.id === undefined || (await handlers[kind].diff(id, answer.props, inputs)).changes)
          changed.push(name);
      }
      return changed;
    },
  };
}

function writeProject({ target }: TestSandbox): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-small-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { host, port, platform, companyCode, environment, apiKey, ca = '' } = target;
  writeFileSync(join(folder, 'ca.pem'), ca);
  const targets = {
    test: { host, port, platform, companyCode, environment, apiKey, caFile: 'ca.pem', state: 'pulumi' },
  };
  writeFileSync(join(folder, 'muster.yaml'), JSON.stringify({ name: 'team', desired: ['none.json'], targets }));
  return folder;
}

type Pending = ReadonlyMap<string, Pick<Resource, 'kind' | 'inputs'>>;

interface Programmed {
  readonly pending: Pending;
  readonly desired: DesiredInput;
  readonly folder: string;
  readonly stack: ReadonlyMap<string, Resource>;
  readonly part: Part;
}

/** src/program/reconcile.ts without Pulumi. */
async function program({
  desired: input,
  folder,
  stack,
  pending,
  part,
}: Programmed): Promise<{ plan: Plan; registrations: Registration[] }> {
  const exported = (name: string, kind: Kind): object => {
    const type = `pulumi-nodejs:dynamic/muster:${TYPES[kind]}`;
    return { urn: `urn:pulumi:dev::team::${type}::${name}`, type };
  };
  const resources = [...stack].map(([name, { kind, inputs, outputs }]) => ({
    ...exported(name, kind),
    inputs,
    outputs,
  }));
  const operations = [...pending].map(([name, { kind, inputs }]) => ({
    type: stack.has(name) ? 'updating' : 'creating',
    resource: { ...exported(name, kind), inputs },
  }));
  const project = await loadProject(folder);
  const target = chooseTarget(project, null);
  const desired = readDesiredInput(input, target);
  const common = { only: null, allow: {}, lockTimeoutMs: 0, clock: Date.now, onProgress: () => undefined };
  const run = { project, target, desired, ...common };
  const digestKey = digestKeyOf(stackName(run));
  const text = JSON.stringify({ deployment: { resources, pending_operations: operations } });
  const { stack: state } = declaredOnly(readStack(text, Date.now(), digestWith(digestKey)), desired);
  const memory = { recorded: state.recorded, digestKey };
  const { plan: whole } = await planWith(run, memory);
  const fingerprint = whole.fingerprint[part] ?? '';
  const approval = { fingerprint, approved: null, allowSubset: false, maxAgeMs: null };
  const plan = part === 'whole' ? whole : (await planWith({ ...run, approval }, memory)).plan;
  return { plan, registrations: registrationsOf({ desired, plan, stack: state }) };
}

interface Engine {
  readonly stack: Map<string, Resource>;
  readonly pending: Map<string, Pick<Resource, 'kind' | 'inputs'>>;
  readonly killed?: 'before' | 'after';
  readonly handlers: Record<Kind, Handlers>;
  readonly operations: string[];
  readonly errors: string[];
  /** Operations after which the run is cut off. */
  readonly stopAfter: number;
}

async function refreshAll({ stack, handlers }: Engine): Promise<void> {
  for (const [name, resource] of stack) {
    const answer = await handlers[resource.kind].read(resource.id, resource.outputs);
    if (answer.id === undefined) stack.delete(name);
    else stack.set(name, { ...resource, inputs: answer.inputs, outputs: answer.props });
  }
}

function isKilled({ killed, pending }: Engine): boolean {
  return killed !== undefined && pending.size > 0;
}

async function carryOut(engine: Engine, registrations: readonly Registration[]): Promise<void> {
  const { stack, operations, errors } = engine;
  const before = new Set(stack.keys());
  for (const registration of registrations) {
    if (operations.length >= engine.stopAfter || isKilled(engine)) return;
    const old = registration.movedFrom === null ? undefined : stack.get(registration.movedFrom);
    if (old !== undefined && registration.movedFrom !== null) {
      stack.delete(registration.movedFrom);
      before.delete(registration.movedFrom);
      stack.set(registration.address, old);
    }
    await write(engine, registration);
    before.delete(registration.address);
  }
  if (errors.length > 0 || isKilled(engine)) return;
  for (const name of before) {
    if (operations.length >= engine.stopAfter) return;
    const { kind, id, outputs } = stack.get(name)!;
    operations.push(`delete ${name}`);
    const gone = await engine.handlers[kind].delete(id, outputs).then(
      () => true,
      (error: Error) => (errors.push(error.message), false),
    );
    if (gone) stack.delete(name);
  }
}

async function write(engine: Engine, { address, kind, inputs: given }: Registration): Promise<void> {
  const { stack, operations, errors } = engine;
  const handlers = engine.handlers[kind];
  const old = stack.get(address);
  const { inputs, failures } = await handlers.check(old?.inputs ?? {}, { ...given, target: 'test' });
  if (failures.length > 0) throw new Error(JSON.stringify(failures));
  if (old !== undefined && !(await handlers.diff(old.id, old.outputs, inputs)).changes) {
    stack.set(address, { ...old, inputs });
    return;
  }
  operations.push(`${old === undefined ? 'create' : 'update'} ${address}`);
  engine.pending.delete(address);
  if (engine.killed !== undefined) engine.pending.set(address, { kind, inputs });
  if (engine.killed === 'before') return;
  try {
    const done =
      old === undefined
        ? await handlers.create(inputs)
        : { id: old.id, ...(await handlers.update(old.id, old.outputs, inputs)) };
    if (engine.killed === undefined) stack.set(address, { kind, id: done.id, inputs, outputs: done.outs });
  } catch (error) {
    const failed = error as Error & { readonly id?: string; readonly properties?: Properties };
    errors.push(failed.message);
    if (failed.id !== undefined && failed.properties !== undefined)
      stack.set(address, { kind, id: failed.id, inputs, outputs: failed.properties });
  }
}
