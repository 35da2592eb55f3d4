// What the engine forgets when an update begins: it goes on listing a create that was cut off, and drops an update that was. So what
// a set may have sent in an interrupted update is moved into its receipts, also where the program ends before it registers anything
// (a guard, a mistake in a file, no answer of the service). Nothing is sent for it.
//
//   interrupted       the engine remembers it              kept in the receipts by
//   create of a set   until a person clears it             the create that goes on with it
//   update of a set   until the next update saves          the next update that runs the program, whatever becomes of it

import type { StackState } from '../../providers/stack.ts';
import { asRecorded } from './registration.ts';
import type { Registration } from './ordered.ts';

/** Holders in whose update the engine was cut off, as they stand. */
export function interruptedHolders({ holders, ...stack }: StackState): Registration[] {
  const cutOff = [...holders].filter(([, { maybeSent, isPending }]) => maybeSent.length > 0 && !isPending);
  const held = asRecorded({ ...stack, holders: new Map(cutOff) });
  return held.map((each) => ({
    ...each,
    order: { ...each.order, maybeSent: holders.get(each.address)?.maybeSent ?? [] },
  }));
}
