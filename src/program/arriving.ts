// Recorded state goes from a ledger to a Pulumi stack (`muster state hand-over`): what to register for it. One resource for each recorded
// object, or its place in a set, with the receipt in its order. The plan's changes are left for the next run, so no handler sends anything.
// What the stack holds already, from a try that was cut off, stays as it is.

import { handedOver, rekeyingFor } from '../core/engine/hand-over.ts';
import type { Memory } from '../core/engine/ledger-home.ts';
import type { Run } from '../core/engine/run.ts';
import { declarationOf } from '../../providers/declaration.ts';
import { STACK_DIGEST_KEY, NOTHING } from '../../providers/receipts.ts';
import type { Holder, HolderName, StackState } from '../../providers/stack.ts';
import type { Address } from '../core/model/address.ts';
import { isUser } from '../core/model/address.ts';
import type { RecordedObject } from '../core/model/state.ts';
import { registrationsOf } from './registration.ts';
import type { Registration } from './ordered.ts';
import { keptInputs } from './sets.ts';

/** `run`: of the ledger. Reads the service. */
export async function arriving(run: Run, exported: StackState, memory: Memory): Promise<Registration[]> {
  const { plan, campaigns, rekey } = await rekeyingFor(run, memory, STACK_DIGEST_KEY);
  const all = handedOver(memory.recorded).map((object) => rekey.object(object));
  const missing = all.filter(({ address }) => !exported.recorded.objects.has(address));
  const receipts = new Map(missing.map((object) => [object.address, object]));
  const searched = campaigns.map(({ campaignName }) => campaignName);
  const stack = withArriving(exported, receipts);
  const facts = { desired: run.desired, plan: { ...plan, changes: [], verdicts: [] }, stack, campaigns: searched };
  return registrationsOf(facts).map((each) => withReceipts(each, receipts));
}

export type Arrivals = ReadonlyMap<Address, RecordedObject>;

/** As if the create of a resource for each of them had been cut off: the engine makes it now. */
export function withArriving(stack: StackState, receipts: Arrivals): StackState {
  const arrivals = [...receipts.values()].map(arrivingHolder);
  // Of one that a try which was cut off was making the engine knows the name alone.
  const there = [...stack.holders].filter(([name, { isPending }]) => !(isPending && receipts.has(name)));
  const holders = new Map<HolderName, Holder>([...arrivals.map((each) => [each.name, each] as const), ...there]);
  const objects = new Map([...receipts, ...stack.recorded.objects]);
  return { ...stack, holders, recorded: { ...stack.recorded, objects } };
}

function arrivingHolder(object: RecordedObject): Holder {
  const family = object.kind;
  const inputs = isUser(object) ? { loginUserId: object.loginUserId } : keptInputs(object);
  const declaration = declarationOf(family, inputs);
  const { address: name } = object;
  const held = {
    recorded: [object],
    receipts: new Map([[name, object]]),
    superseded: new Set<Address>(),
    maybeSent: [],
  };
  return {
    ...NOTHING,
    ...held,
    name,
    owner: declaration.owner,
    inputs,
    declaration,
    isLeaving: false,
    isPending: true,
  };
}

export function withReceipts(registration: Registration, receipts: Arrivals): Registration {
  const { address, order } = registration;
  const receives = [address, ...order.inherits].flatMap((each) => receipts.get(each) ?? []);
  return {
    ...registration,
    order: { ...order, receives, inherits: order.inherits.filter((each) => !receipts.has(each)) },
  };
}
