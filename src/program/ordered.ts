// What the program registers: the inputs of a resource and its order.

import { pinMoveOf } from '../engine.ts';
import { sightOf } from '../../providers/order.ts';
import type { Order, OrderedChange } from '../../providers/order.ts';
import type { Address } from '../model/address.ts';
import type { Change } from '../reconcile/change.ts';

export interface Registration {
  /** Logical name: the address. */
  readonly address: Address;
  readonly kind: 'user' | 'record' | 'set';
  readonly inputs: Readonly<Record<string, unknown>>;
  /** What the plan does with it in this run. */
  readonly order: Order;
  /** Address it was recorded under before. */
  readonly movedFrom: Address | null;
  /** Registered before it. */
  readonly dependsOn: readonly Address[];
}

/** A planned change as an order for the handlers. */
export function orderedChange(change: Change): OrderedChange {
  const pin = change.kind === 'record' ? pinMoveOf(change) : null;
  const { address, action, desired } = change;
  return { address, action, before: sightOf(change), declared: desired !== null, ...(pin && { pin }) };
}
