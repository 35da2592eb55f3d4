// An object that a class of the program declared, and its desired files declare by now, changes its resource. Pure. The plan sees it as it
// sees any object: with our marker, or by `adopt: true`, it is taken over and the class's entry forgets it. What the plan leaves alone
// nobody would hold: the engine would delete the entry, and with it an object that is declared.

import { declarationOf } from '../../providers/declaration.ts';
import type { StackState } from '../../providers/stack.ts';
import { ToolError } from '../core/model/errors.ts';
import type { Address } from '../core/model/address.ts';
import type { DesiredState } from '../core/model/state.ts';
import type { Plan } from '../core/reconcile/plan-value.ts';
import type { Registration } from './ordered.ts';

interface Facts {
  readonly desired: DesiredState;
  readonly plan: Plan;
  readonly stack: StackState;
}

/** Throws `conflict` for the first that is declared, held by a class, and not registered. */
export function refuseLosing({ desired, plan, stack }: Facts, registrations: readonly Registration[]): void {
  const registered = new Set(registrations.flatMap(addressesIn));
  const usedUp = new Set(plan.verdicts.flatMap((each) => (each.class === 'consumed' ? [each.address] : [])));
  for (const { address, ensure } of [...desired.users, ...desired.records]) {
    const name = stack.inClasses.get(address);
    if (name === undefined || ensure === 'absent' || registered.has(address) || usedUp.has(address)) continue;
    const message = `${address}: ${name}, a resource of a class in this stack, holds it, and it cannot be taken over as it stands; without that resource it would be removed`;
    throw new ToolError('conflict', { message, address });
  }
}

function addressesIn({ kind, address, inputs }: Registration): Address[] {
  return kind === 'set' ? [...declarationOf('set', inputs).rows.keys()] : [address];
}
