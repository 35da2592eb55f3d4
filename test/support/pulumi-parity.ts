// A plan as operations of Pulumi's engine: what the event log of an `up` must show, no more, no less. Pure.

import type { StackState } from '../../providers/stack.ts';
import { unapproved } from '../../src/core/reconcile/plan/approval.ts';
import type { Address } from '../../src/core/model/address.ts';
import type { DesiredState } from '../../src/core/model/state.ts';
import type { Change } from '../../src/core/reconcile/change.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { isSetName, layoutOf } from '../../src/program/layout.ts';

export interface Planned {
  readonly plan: Plan;
  /** As the program read it. */
  readonly stack: StackState;
  /** Names of the resources that the program registers. */
  readonly registered: ReadonlySet<string>;
  /** Address of a record -> name of the set that answers for it, before or after. */
  readonly sets: ReadonlyMap<Address, string>;
  /** What the program says beside the plan (src/program/without-request.ts). */
  readonly takenIn: readonly string[];
  readonly recordedOnly: readonly string[];
}

export function setsOf({
  desired,
  plan,
  stack,
}: Pick<Planned, 'plan' | 'stack'> & { desired: DesiredState }): Planned['sets'] {
  const changes = new Map(plan.changes.map((change) => [change.address, change]));
  const sets = [...stack.holders.values()].filter(({ name }) => isSetName(name));
  const before = sets.flatMap((set) =>
    [...set.receipts.keys(), ...set.openIntents.map(({ address }) => address)].map((key) => [key, set.name] as const),
  );
  return new Map([...before, ...layoutOf({ desired, stack, changes, held: new Set() }).homes]);
}

/** `create user:ana@example.com`, in order of their names. */
export function operationsOf(planned: Planned): string[] {
  const left = unapproved(planned.plan.approval);
  const approved = planned.plan.changes.filter(({ address }) => !left.has(address));
  const changes = approved.flatMap((change) => operationsFor(change, planned));
  const taken = planned.takenIn.map((name) => `create ${name}`);
  const noted = planned.recordedOnly.map((name) => `update ${name}`);
  return [...new Set([...changes, ...taken, ...noted])].toSorted();
}

/** Where a record moves out of a set, or into one, the resource that it leaves has an operation too. */
function operationsFor(change: Change, planned: Planned): string[] {
  const source = change.kind === 'record' ? (change.from?.address ?? null) : null;
  if (source === null) return [operationOf(change, planned)];
  const [from, to] = [holderOf(source, planned), planned.sets.get(change.address)];
  if (from === to) return [operationOf(change, planned)];
  if (from !== null && to !== undefined) return [setOperation(from, planned), setOperation(to, planned)];
  if (from !== null) return [setOperation(from, planned), `create ${change.address}`];
  return to === undefined ? [operationOf(change, planned)] : [setOperation(to, planned), `delete ${source}`];
}

/** The set that holds the receipt of it. */
function holderOf(address: Address, { stack }: Planned): string | null {
  const sets = [...stack.holders.values()].filter(({ name }) => isSetName(name));
  return sets.find(({ receipts }) => receipts.has(address))?.name ?? null;
}

/** Replace is one update of the engine: between the delete and the create nothing else may happen to the stack. */
function operationOf(change: Change, { stack, registered, sets }: Planned): string {
  const set = sets.get(change.address);
  if (set !== undefined) return setOperation(set, { stack, registered });
  // The create of a user without an answer that came to nothing leaves the stack with the refresh.
  const held = stack.holders.get(change.address);
  const isUnsettled = held?.recorded.length === 0 && held.openIntents.length > 0;
  const known = held?.isPending === false && (change.kind === 'record' || !isUnsettled);
  switch (change.action) {
    case 'create':
    case 'adopt':
      return `${known ? 'update' : 'create'} ${change.address}`;
    case 'restore':
    case 'update':
    case 'replace':
    case 'move':
      return `update ${change.address}`;
    case 'delete':
      // A leaver whose declaration says more than the record of it is registered as absent.
      if (registered.has(change.address)) return `${known ? 'update' : 'create'} ${change.address}`;
      return `delete ${change.address}`;
    case 'forget':
      // What was used up is remembered: its resource stays.
      return `${registered.has(change.address) ? 'update' : 'delete'} ${change.address}`;
    default:
      return change.action satisfies never;
  }
}

/** All changes of its records are one operation. */
function setOperation(name: string, { stack, registered }: Pick<Planned, 'stack' | 'registered'>): string {
  if (!registered.has(name)) return `delete ${name}`;
  return `${stack.holders.get(name)?.isPending === false ? 'update' : 'create'} ${name}`;
}
