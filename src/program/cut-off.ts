// What an update that was cut off had made, or had been about to make. Pure.
//
//   declared      the engine calls create again, and the handler sends nothing: no change of the plan, and yet an operation
//                 that the user sees. So it is said beside the plan.
//   not declared  nothing in the stack stands for it, so no update can remove it. The plan does not promise that; a person
//                 is told where to look.

import { desiredRecords } from '../../providers/set-inputs.ts';
import { newsOf } from '../../providers/set-observe.ts';
import type { StackState } from '../../providers/state.ts';
import { clientIdOf } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import type { Plan } from '../reconcile/change.ts';
import type { DesiredState } from '../model/state.ts';
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

/** The stack as the plan may use it, and what is left out of it because no file names it any more. */
export function declaredOnly<State extends Pick<StackState, 'pending' | 'recorded' | 'sets'>>(
  stack: State,
  desired: Pick<DesiredState, 'users' | 'records'>,
): { readonly stack: State; readonly undeclared: readonly Address[] } {
  const declared = new Set([...desired.users, ...desired.records].map(({ address }) => address));
  const inSets = [...stack.sets.values()].flatMap(({ cutOff }) => cutOff.map(({ address }) => address));
  // Declared in another campaign by now, it is no stray: added there too, the customer would be called from both.
  const clientIds = new Set(desired.records.map(({ clientId }) => clientId));
  const isStray = (address: Address): boolean => !declared.has(address) && !clientIds.has(clientIdOf(address) ?? '');
  const undeclared = new Set([...stack.pending, ...inSets].filter(isStray));
  const openIntents = stack.recorded.openIntents.filter(({ address }) => !undeclared.has(address));
  const pending = new Set([...stack.pending].filter((address) => declared.has(address)));
  return { stack: { ...stack, pending, recorded: { ...stack.recorded, openIntents } }, undeclared: [...undeclared] };
}
