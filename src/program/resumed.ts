// What an update that was cut off had made already. The engine calls create again for it, and the handler sends nothing:
// no change of the plan, and yet an operation that the user sees. So it is said beside the plan. Pure.

import { desiredRecords } from '../../providers/set-inputs.ts';
import { newsOf } from '../../providers/set-observe.ts';
import type { StackState } from '../../providers/state.ts';
import type { Address } from '../model/address.ts';
import type { Plan } from '../reconcile/change.ts';
import type { Registration } from './registration.ts';

interface Facts {
  readonly plan: Pick<Plan, 'changes'>;
  readonly stack: Pick<StackState, 'pending' | 'sets'>;
}

/** Names of resources: addresses of people and records, and sets. */
export function resumed(registrations: readonly Registration[], { plan, stack }: Facts): string[] {
  const changed = new Set(plan.changes.map(({ address }) => address));
  const isPlanned = (registration: Registration): boolean => addressesOf(registration).some((one) => changed.has(one));
  return registrations
    .filter(({ address }) => stack.pending.has(address) || stack.sets.get(address)?.isPending === true)
    .filter((registration) => !isPlanned(registration))
    .map(({ address }) => address);
}

function addressesOf({ address, kind, inputs }: Registration): Address[] {
  return kind === 'set' ? desiredRecords(newsOf(inputs)).map((record) => record.address) : [address];
}
