// The handlers, called as Pulumi's engine calls them (support/pulumi-engine.ts): the real command has tests of its own.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { copiesFolder } from '../../src/core/engine/run.ts';
import { parseAddress } from '../../src/core/model/address.ts';
import type { Address } from '../../src/core/model/address.ts';
import { ERRORS } from '../../src/core/model/errors.ts';
import type { ErrorCode } from '../../src/core/model/errors.ts';
import type { Problem } from '../../src/core/model/outcome.ts';
import type { DesiredState } from '../../src/core/model/state.ts';
import type { Change } from '../../src/core/reconcile/change.ts';
import type { Settlement } from '../../src/core/reconcile/settlement.ts';
import { declarationOf, objectsOf } from '../../providers/declaration.ts';
import { inputsIn, readReceipts } from '../../providers/receipts.ts';
import type { Receipts } from '../../providers/kept.ts';
import { openPulumiEngine } from '../support/pulumi-engine.ts';
import type { Operation, PulumiEngine, Update } from '../support/pulumi-engine.ts';
import type { Resource } from '../support/pulumi-stack.ts';
import { operationsOf, setsOf } from '../support/pulumi-parity.ts';
import { useAnyCredentials } from '../support/sandbox.ts';
import type { OpenDoor } from './door.ts';
import type { Intent } from './history.ts';
import type { CopyBody } from './ledger-door.ts';
import type { Case } from './run-matrix.ts';
import type { StackProfile } from './switch-values.ts';

type PulumiVariant = Pick<StackProfile, 'manage' | 'refresh'>;

export function stackCases(profiles: readonly StackProfile[]): Case[] {
  return profiles.map((profile) => ({ profile, openDoor: pulumiDoor(profile) }));
}

function pulumiDoor(variant: PulumiVariant): OpenDoor {
  return async (options) => {
    const { project, target, clock, sleep } = options;
    useAnyCredentials();
    const engine = openPulumiEngine({ project, target, time: { clock, sleep } });
    const journal: Intent[] = [];
    const folder = copiesFolder({ project, target });
    return {
      handsOver: true,
      killsItself: true,
      run: async ({ desired: declared, allow, planned, at, signal, killed = false }) => {
        const desired = inSets(declared, variant);
        const heldBefore = addressesIn(engine.stack);
        const failedBefore = new Set([...engine.stack].flatMap(([name, { isFailed }]) => (isFailed ? [name] : [])));
        const ending = { ...(at && { at }), ...(signal && { signal }), ...(killed && { killed: 'after' as const }) };
        const update = await engine.up({ desired, allow, planned, reads: variant.refresh === 'yes', ...ending });
        const held = [heldBefore, addressesIn(engine.stack), ...(killed ? [plannedIn(update, desired)] : [])];
        journal.push(...intentsOf(update, held));
        const settlements = settlementsOf(update, desired, engine);
        // Without a refresh the engine compares declarations: what is written anew is an update, whether or not there is anything to do.
        const leftOut = update.plan.changes.flatMap(({ address }) => (isLeftOut(address, update) ? [address] : []));
        const unlike = unlikePlan(update, desired, failedBefore);
        return {
          settlements,
          leftOut,
          unlike: variant.refresh === 'yes' ? unlike : unlike.filter((each) => each.endsWith('not done')),
        };
      },
      recorded: async () => {
        const { recorded } = engine.exported();
        return JSON.stringify([...recorded.objects].toSorted(([a], [b]) => (a < b ? -1 : 1)));
      },
      copies: () => {
        const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
        const bodies = names.map(
          (name) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { body: CopyBody }).body,
        );
        return new Map(bodies.map(({ task }) => [task.clientId, task.items]));
      },
      journal: async () => journal,
      keep: () => {
        const kept = [...engine.stack];
        return () => {
          engine.stack.clear();
          for (const [name, resource] of kept) engine.stack.set(name, resource);
        };
      },
      takeLockAway: null,
      texts: () => [['stack', JSON.stringify([...engine.stack])]],
      close: () => undefined,
    };
  };
}

function inSets(desired: DesiredState, { manage }: PulumiVariant): DesiredState {
  if (manage === 'each') return desired;
  const [first] = desired.campaigns;
  const campaigns = new Map(
    desired.campaigns.map((campaign) => {
      const isSet = manage === 'set' || campaign === first;
      return [campaign.campaignName, isSet ? { ...campaign, manage: 'set' as const } : campaign];
    }),
  );
  const records = desired.records.map((record) => ({
    ...record,
    campaign: campaigns.get(record.campaign.campaignName) ?? record.campaign,
  }));
  return { ...desired, campaigns: [...campaigns.values()], records };
}

type Held = ReadonlyMap<string, readonly Address[]>;

/** Name of a resource -> what it answers for. */
function addressesIn(stack: ReadonlyMap<string, Resource>): Held {
  return new Map([...stack].map(([name, { kind, outputs }]) => [name, kind === 'set' ? recordsOf(outputs) : [name]]));
}

/** What a set would have answered for, of which nothing was kept. */
function plannedIn({ plan, before: stack }: Update, desired: DesiredState): Held {
  const homes = [...setsOf({ desired, plan, stack })];
  return new Map(
    [...Map.groupBy(homes, ([, name]) => name)].map(([name, each]) => [name, each.map(([address]) => address)]),
  );
}

function recordsOf(outputs: Resource['outputs']): Address[] {
  const declared = objectsOf(declarationOf('set', inputsIn('set', outputs)));
  return [...declared, ...receiptsIn(outputs).recorded].map(({ address }) => address);
}

function receiptsIn(outputs: Resource['outputs']): Receipts {
  const campaignName = typeof outputs['campaignName'] === 'string' ? outputs['campaignName'] : null;
  return readReceipts(outputs, campaignName);
}

/** The engine's pending operations: one is open from before its handler is called until its answer is kept. */
function intentsOf({ operations, plan }: Update, held: readonly Held[]): Intent[] {
  return operations.flatMap(({ name, movedFrom, startedAt: at, endedAt: closedAt }) => {
    const addresses = new Set(
      [name, movedFrom ?? name].flatMap((each) => held.flatMap((one) => one.get(each) ?? each)),
    );
    return [...addresses].map((address) => {
      const change = plan.changes.find((each) => each.address === address);
      const from = change?.kind === 'record' ? (change.from?.address ?? null) : null;
      const parsed = from === null ? null : parseAddress(from);
      return { address, fromCampaign: parsed?.kind === 'record' ? parsed.campaignName : null, at, closedAt };
    });
  });
}

function isLeftOut(address: Address, { leftOut }: Update): boolean {
  return leftOut.some((line) => line.startsWith(`${address} `) || line.includes(` ${address},`));
}

/** The plan's changes beside the engine's operations. After an error deletes wait, and what ended with one is updated. */
function unlikePlan(update: Update, desired: DesiredState, failedBefore: ReadonlySet<string>): string[] {
  const { before: stack, operations, plan } = update;
  const changes = plan.changes.filter(({ address }) => !isLeftOut(address, update));
  const sets = setsOf({ desired, plan, stack });
  const expected = new Set(operationsOf({ ...update, plan: { ...plan, changes }, stack, sets }));
  const done = operations.map(({ action, name }) => `${action} ${name}`);
  const isHeldBack = operations.some(({ failure }) => failure !== null);
  const extra = operations.filter(({ action, name }) => !expected.has(`${action} ${name}`) && !failedBefore.has(name));
  // A create whose answer was lost may have left a resource: creating again is an update of it.
  const isAgain = (name: string): boolean => {
    const [action, address = ''] = name.split(/ (.*)/su);
    return action === 'create' && failedBefore.has(address) && done.includes(`update ${address}`);
  };
  const missing = isHeldBack ? [] : [...expected].filter((name) => !done.includes(name) && !isAgain(name));
  return [
    ...extra.map(({ action, name }) => `${action} ${name} was done and not planned`),
    ...missing.map((name) => `${name} was planned and not done`),
  ];
}

/** What became of each planned change, in the words of the other door. */
function settlementsOf(update: Update, desired: DesiredState, { stack }: PulumiEngine): Settlement[] {
  const sets = setsOf({ desired, plan: update.plan, stack: update.before });
  return update.plan.changes.map((change): Settlement => {
    const name = sets.get(change.address) ?? change.address;
    const operation = update.operations.find((each) => each.name === name || each.movedFrom === name);
    if (operation === undefined)
      return { change, kind: 'skipped', problem: problemOf('dependency-failed', 'not reached') };
    const message = failureOf(change, operation);
    if (message === null) return { change, kind: 'applied', notes: [] };
    const code = codeIn(message);
    const isOpen = code === 'lost-answer' || isUnsettled(change, stack.get(name));
    return { change, kind: isOpen ? 'unresolved' : 'failed', problem: problemOf(code, message) };
  });
}

/** A set says what happened to each of its records in a line. */
function failureOf(change: Change, { name, failure }: Operation): string | null {
  if (failure === null || !name.startsWith('set:')) return failure;
  return failure.split('\n').find((line) => line.includes(`${change.address}: `)) ?? null;
}

function isUnsettled({ address }: Change, resource: Resource | undefined): boolean {
  if (resource === undefined) return false;
  return receiptsIn(resource.outputs).openIntents.some((intent) => intent.address === address);
}

function codeIn(message: string): ErrorCode {
  const code = /\[([a-z-]+)\]/u.exec(message)?.[1] ?? '';
  return Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : 'pulumi-failed';
}

function problemOf(code: ErrorCode, message: string): Problem {
  return { code, message, stopsRun: false };
}
