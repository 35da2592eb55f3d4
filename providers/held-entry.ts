// A Pulumi resource may get another name in the program, and keeps its object: it names, as its alias, the entry of the state that holds
// that object. One resource of a stack owns an object, whatever it is called. The engine then renames that entry: nothing is created or
// deleted, with `--target` too.
//
// The state is read through the engine's own function for stack references: no second command, the right backend also in
// Automation API programs, and secrets are opened.

import * as pulumi from '@pulumi/pulumi';

import { clientIdOf, recordAddress, userAddress } from '../src/core/model/address.ts';
import type { Address } from '../src/core/model/address.ts';
import { readRows } from './declaration.ts';
import { child, nameOf } from './stack-export.ts';

/** A resource as its constructor knows it. */
export interface ConstructedResource {
  readonly type: string;
  readonly name: string;
  readonly parent: pulumi.Resource | undefined;
}

/** What a resource declares, or an entry holds: `target` as the program gave it, undefined for the default. */
export interface HeldObjects {
  readonly target?: string | undefined;
  readonly addresses: readonly Address[];
}

interface Entry extends HeldObjects {
  readonly urn: pulumi.URN;
  readonly type: string;
}

interface ProgramRun {
  readonly entries: Promise<readonly Entry[]>;
  readonly constructed: ConstructedResource[];
  /** Target and address of an object -> the resources that declare it, in their order. */
  readonly claims: Map<string, readonly ConstructedResource[]>;
  readonly declares: Map<ConstructedResource, readonly string[]>;
  /** Target and clientId -> target and address of each record of it that a resource declares. */
  readonly sameClient: Map<string, Set<string>>;
}

/** One for each run of a program: a process of the Automation API may run several. */
const runs = new WeakMap<pulumi.Resource, ProgramRun>();

/**
 * URN of the entry that `resource` continues; its own where there is none, or where a preview does not know `held` yet.
 * Throws where another resource declares one of its objects: neither of the two is registered then.
 */
export async function heldEntry(resource: ConstructedResource, held: pulumi.Output<HeldObjects>): Promise<pulumi.URN> {
  const run = currentRun();
  if (run === null) return urnOf(resource);
  run.constructed.push(resource);
  const keys = keysOf(await knownValue(held));
  for (const key of keys) claim(key, resource, run);
  run.declares.set(resource, keys);
  const [own, entries] = await Promise.all([urnOf(resource), run.entries]);
  await refuseRivals(resource, keys, run);
  if (entries.some(({ urn }) => urn === own)) return own;
  const left = entries.flatMap((entry) => (successorOf(entry, run) === resource ? [entry.urn] : []));
  return left.toSorted()[0] ?? own;
}

function claim(key: string, resource: ConstructedResource, { claims, sameClient }: ProgramRun): void {
  claims.set(key, [...(claims.get(key) ?? []), resource]);
  if (clientIdOf(addressIn(key)) === '') return;
  const client = clientKeyOf(key);
  sameClient.set(client, (sameClient.get(client) ?? new Set()).add(key));
}

/**
 * What other resources declare of what the entry of `resource` holds, and of its clientIds in other campaigns, which it may remember: as an
 * input for `check` (order.ts), for with `--target` the engine checks only one of the two, and without it one before the other. Undefined
 * where there is nothing, which is the rule.
 */
export async function declaredElsewhere(
  resource: ConstructedResource,
  continued: Promise<pulumi.URN>,
): Promise<string | undefined> {
  const run = currentRun();
  if (run === null) return undefined;
  // What is refused there is said there.
  const [urn, entries] = await Promise.all([continued.catch(() => null), run.entries]);
  const held = keysOf(entries.find((each) => each.urn === urn) ?? null);
  const elsewhere = (run.declares.get(resource) ?? []).flatMap((key) => [
    ...(run.sameClient.get(clientKeyOf(key)) ?? []),
  ]);
  const found = [...new Set([...held, ...elsewhere])].map(async (key) => {
    const rival = run.claims.get(key)?.find((other) => other !== resource);
    return rival === undefined ? [] : [[addressIn(key), await urnOf(rival)] as const];
  });
  const others = (await Promise.all(found)).flat();
  return others.length === 0 ? undefined : JSON.stringify(others);
}

async function refuseRivals(
  resource: ConstructedResource,
  keys: readonly string[],
  { claims }: ProgramRun,
): Promise<void> {
  for (const key of keys) {
    const rival = claims.get(key)?.find((other) => other !== resource);
    if (rival === undefined) continue;
    const [own, other] = await Promise.all([urnOf(resource), urnOf(rival)]);
    const text = `${addressIn(key)} is declared twice, by ${own} and by ${other}; an object has one owner in a stack: remove one of them`;
    // The engine shows the stack of what a registration throws.
    throw Object.assign(new pulumi.RunError(text), { stack: text });
  }
}

/**
 * The resource that goes on with an entry: the one that declares the first of its objects which still is declared. Null
 * where the entry may have a resource of its own: two aliases of one entry are an error of the engine.
 */
function successorOf(entry: Entry, { constructed, claims }: ProgramRun): ConstructedResource | null {
  const claimants = keysOf(entry).flatMap((key) => claims.get(key) ?? []);
  const successor = claimants.find(({ type }) => type === entry.type);
  const isTaken = constructed.some(
    (other) => other !== successor && other.type === entry.type && other.name === nameOf(entry.urn),
  );
  return isTaken ? null : (successor ?? null);
}

/** In the order of the addresses. */
function keysOf(held: HeldObjects | null): string[] {
  const { target, addresses = [] } = held ?? {};
  return addresses.toSorted().map((address) => keyOf(target, address));
}

function keyOf(target: string | undefined, address: Address): string {
  return `${target ?? ''}\n${address}`;
}

function addressIn(key: string): Address {
  return key.slice(key.indexOf('\n') + 1);
}

/** Equal for one clientId of a target, whatever the campaign. */
function clientKeyOf(key: string): string {
  return keyOf(key.slice(0, key.indexOf('\n')), clientIdOf(addressIn(key)));
}

export async function urnOf({ name, type, parent }: ConstructedResource): Promise<pulumi.URN> {
  const urn = pulumi.createUrn(name, type, parent);
  return new Promise((resolve) => urn.apply(resolve));
}

/** Null outside of a stack: in a unit test with mocks. */
function currentRun(): ProgramRun | null {
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined) return null;
  const run = runs.get(stack) ?? openRun(readEntries());
  runs.set(stack, run);
  return run;
}

function openRun(entries: Promise<readonly Entry[]>): ProgramRun {
  return { entries, constructed: [], claims: new Map(), declares: new Map(), sameClient: new Map() };
}

/** `<organization>/<project>/<name>`: by this the command finds it whatever is selected. */
export function ownStack(): string {
  return [pulumi.getOrganization(), pulumi.getProject(), pulumi.getStack()].join('/');
}

/** As the last update left them, without those that wait for their deletion. */
async function readEntries(): Promise<readonly Entry[]> {
  const answer: unknown = await pulumi.runtime.invoke('pulumi:pulumi:readStackResourceOutputs', {
    stackName: ownStack(),
  });
  const resources = child(answer, 'outputs');
  if (typeof resources !== 'object' || resources === null) return [];
  return Object.entries(resources).flatMap(([urn, resource]) => {
    const [type, outputs] = [child(resource, 'type'), child(resource, 'outputs')];
    const addresses = addressesIn(outputs);
    if (typeof type !== 'string' || addresses.length === 0) return [];
    return [{ urn, type, target: textOf(outputs, 'target') ?? undefined, addresses }];
  });
}

function addressesIn(outputs: unknown): Address[] {
  const [loginUserId, campaignName] = [textOf(outputs, 'loginUserId'), textOf(outputs, 'campaignName')];
  const [clientId, records] = [textOf(outputs, 'clientId'), textOf(outputs, 'records')];
  if (loginUserId !== null) return [userAddress(loginUserId)];
  if (campaignName === null) return [];
  const clientIds = clientId === null ? readRows(records ?? '[]').map((row) => row.clientId) : [clientId];
  return [...clientIds].map((each) => recordAddress(campaignName, each));
}

function textOf(properties: unknown, name: string): string | null {
  const value = child(properties, name);
  return typeof value === 'string' ? value : null;
}

/** Null where a preview does not know the value yet: `apply` is never called then. */
export async function knownValue<T>(output: pulumi.Output<T>): Promise<T | null> {
  const isKnown: unknown = 'isKnown' in output ? await output.isKnown : true;
  return isKnown === false ? null : new Promise((resolve) => output.apply(resolve));
}
