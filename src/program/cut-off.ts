// What an update that was cut off had made, or had been about to make. Pure.
//
//   declared      the engine calls create again, and the handler takes it in (without-request.ts).
//   not declared  nothing in the stack stands for it, so no update can remove it. The plan does not promise that; a person
//                 is told where to look.
//   the same, beside declared rows of its set
//                 the create that goes on with that set removes it: the plan says so.
//   under another spelling, or in another campaign
//                 the plan decides by it: added beside it, the customer would be called twice.
//
// When the next update begins, Pulumi goes on listing a create that was cut off, and drops an update that was. So what a set may have sent
// in such an update is moved into its receipts, also where the program ends before it registers anything (a guard, a mistake in a file,
// no answer of the service). Nothing is sent for it. Of the classes: keep-classes.ts.
//
//   cut off           the engine remembers it              kept in the receipts by
//   create of a set   until a person clears it             the create that goes on with it
//   update of a set   until the next update saves          the next update that runs the program, whatever becomes of it

import { isClass } from '../../providers/declaration.ts';
import type { Holder, Stack, StackState } from '../../providers/stack.ts';
import { clientIdOf } from '../core/model/address.ts';
import type { Address } from '../core/model/address.ts';
import { letGoBy } from '../core/model/applied.ts';
import { openSavedIds } from '../core/model/saved-id.ts';
import { folded } from '../core/model/spelling.ts';
import type { DesiredState } from '../core/model/state.ts';
import type { Registration } from './ordered.ts';
import { asRecorded } from './registration.ts';
import { goesOnAsSet } from './sets.ts';

/** The stack as the plan may use it, and what is left out of it because no file names it any more. */
export function declaredOnly<State extends Pick<StackState, 'holders' | 'recorded' | 'applied'>>(
  stack: State,
  { users, records, others, campaigns }: Pick<DesiredState, 'users' | 'records' | 'others' | 'campaigns'>,
): { readonly stack: State; readonly undeclared: readonly Address[] } {
  const here = [...users, ...records].map(({ address }) => address);
  // What another partition declares by now is taken in first: that one takes over what is recorded alone.
  const declared = new Set([...here, ...(others?.holders.keys() ?? [])]);
  const isBeside = strayBeside(declared);
  // An earlier plan saw that nothing of it is left: the engine lists it still, until a person clears it.
  const letGo = new Set([...stack.applied.values()].flatMap((runs) => [...letGoBy(runs)]));
  const isHere = new Set<Address>(here);
  const isStray = (address: Address): boolean => isBeside(address) || (!isHere.has(address) && letGo.has(address));
  const all = [...stack.holders.values()];
  const isGoing = (holder: Holder): boolean =>
    goesOnAsSet(holder, campaigns) && holder.maybeSent.some(({ address }) => isHere.has(address));
  const sent = all.flatMap((holder) =>
    isGoing(holder) ? [] : holder.maybeSent.flatMap(({ action, address }) => (action === 'create' ? address : [])),
  );
  const pending = all.flatMap(({ name, isPending, declaration }) =>
    isPending && declaration.family !== 'set' ? [name] : [],
  );
  const undeclared = new Set([...pending, ...sent].filter(isStray));
  const openIntents = stack.recorded.openIntents.filter(({ address }) => !undeclared.has(address));
  const gone = new Set(pending.filter(isStray));
  const holders = new Map([...stack.holders].filter(([name]) => !gone.has(name)));
  return {
    stack: { ...stack, holders, recorded: { ...stack.recorded, openIntents } },
    undeclared: [...undeclared].filter((address) => !declared.has(address)),
  };
}

/** Neither any of these, nor the customer of one of them in another campaign, under another spelling, or as a spreadsheet saves the id. */
export function strayBeside(addresses: ReadonlySet<Address>): (address: Address) => boolean {
  const customerOf = (address: Address): string => folded(clientIdOf(address));
  const customers = new Set([...addresses].map(customerOf).filter((customer) => customer !== ''));
  const savedOf = openSavedIds([...addresses].map(clientIdOf).filter((clientId) => clientId !== ''));
  return (address) =>
    !addresses.has(address) && !customers.has(customerOf(address)) && savedOf(clientIdOf(address)).length === 0;
}

/** The same of creates of classes: no class of the program is theirs, and no entry of the stack. */
export function strayInClasses(
  writes: Stack['writes'],
  known: readonly { readonly owner: string }[],
  held: ReadonlySet<Address>,
): readonly Address[] {
  const owners = new Set(known.map(({ owner }) => owner));
  const isStray = strayBeside(held);
  const sent = writes.flatMap(({ inputs, owner, intents }) => (isClass(inputs) && !owners.has(owner) ? intents : []));
  return [...new Set(sent.map(({ address }) => address).filter(isStray))];
}

/** Holders in whose update the engine was cut off, as they stand. */
export function interruptedHolders({ holders, ...stack }: StackState): Registration[] {
  const cutOff = [...holders].filter(([, { maybeSent, isPending }]) => maybeSent.length > 0 && !isPending);
  const held = asRecorded({ ...stack, holders: new Map(cutOff) });
  return held.map((each) => ({
    ...each,
    order: { ...each.order, maybeSent: holders.get(each.address)?.maybeSent ?? [] },
  }));
}

export function cutOffText(address: Address): string {
  return `${address} may have been made by an update that was cut off, and nothing declares it any more: put its line back and run again to take it in, or look for it in the service; \`pulumi refresh --clear-pending-creates\` ends this note`;
}
