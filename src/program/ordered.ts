// A planned change as an order for the handlers.

import { pinMoveOf } from '../engine.ts';
import { sightOf } from '../../providers/order.ts';
import type { OrderedChange } from '../../providers/order.ts';
import type { Change } from '../reconcile/change.ts';

export function orderedChange(change: Change): OrderedChange {
  const pin = change.kind === 'record' ? pinMoveOf(change) : null;
  const { address, action, desired } = change;
  return { address, action, before: sightOf(change), declared: desired !== null, ...(pin && { pin }) };
}
