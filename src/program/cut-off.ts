// What an update that was cut off had made, or had been about to make. Pure.
//
//   declared      the engine calls create again, and the handler takes it in (without-request.ts).
//   not declared  nothing in the stack stands for it, so no update can remove it. The plan does not promise that; a person
//                 is told where to look.

import { isClass } from '../../providers/declaration.ts';
import type { Stack, StackState } from '../../providers/stack.ts';
import { clientIdOf } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import type { DesiredState } from '../model/state.ts';

/** The stack as the plan may use it, and what is left out of it because no file names it any more. */
export function declaredOnly<State extends Pick<StackState, 'holders' | 'recorded'>>(
  stack: State,
  desired: Pick<DesiredState, 'users' | 'records'>,
): { readonly stack: State; readonly undeclared: readonly Address[] } {
  const declared = new Set([...desired.users, ...desired.records].map(({ address }) => address));
  const all = [...stack.holders.values()];
  const sent = all.flatMap((holder) =>
    holder.sent.flatMap(({ action, address }) => (action === 'create' ? address : [])),
  );
  const pending = all.flatMap(({ name, isPending, declaration }) =>
    isPending && declaration.family !== 'set' ? [name] : [],
  );
  // Declared in another campaign by now, it is no stray: added there too, the customer would be called from both.
  const clientIds = new Set(desired.records.map(({ clientId }) => clientId));
  const isStray = (address: Address): boolean => !declared.has(address) && !clientIds.has(clientIdOf(address) ?? '');
  const undeclared = new Set([...pending, ...sent].filter(isStray));
  const openIntents = stack.recorded.openIntents.filter(({ address }) => !undeclared.has(address));
  const gone = new Set(pending.filter((address) => !declared.has(address)));
  const holders = new Map([...stack.holders].filter(([name]) => !gone.has(name)));
  return { stack: { ...stack, holders, recorded: { ...stack.recorded, openIntents } }, undeclared: [...undeclared] };
}

/** The same of creates of classes: no class of the program is theirs, and no entry of the stack. */
export function strayInClasses(
  writes: Stack['writes'],
  known: readonly { readonly owner: string }[],
  held: ReadonlySet<Address>,
): readonly Address[] {
  const owners = new Set(known.map(({ owner }) => owner));
  const clientIds = new Set([...held].map(clientIdOf).filter((clientId) => clientId !== ''));
  const sent = writes.flatMap(({ inputs, owner, intents }) => (isClass(inputs) && !owners.has(owner) ? intents : []));
  const stray = sent.filter(({ address }) => !held.has(address) && !clientIds.has(clientIdOf(address)));
  return [...new Set(stray.map(({ address }) => address))];
}

export function cutOffText(address: Address): string {
  return `${address} may have been made by an update that was cut off, and nothing declares it any more: put its line back and run again to take it in, or look for it in the service; \`pulumi refresh --clear-pending-creates\` ends this note`;
}
