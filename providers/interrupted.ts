// Creates of records that an update which was cut off may have sent already (cut-off.ts), of a class. A class has no plan whose guard
// counts them, and its handler sees one resource. Pure but for the count.
//
// Premise: absence does not tell a record that was never sent from one that was sent, worked and cleared away.
//
//   the record is now        carried out                                              refused
//   seen, and ours           taken over, without a request                            no
//   unreadable               nothing                                                  no: said as what could not be read
//   absent, never allowed    nothing                                                  yes: `guard-interrupted`, with the number
//   absent, N was allowed    all of the resource, where they fit into what is left    those of a resource that does not fit: all of it
//
// N is `interrupted=N` in MUSTER_ALLOW or muster:allow: the most records of one update. A program stops on the exact number; of a
// class no handler knows the sum. What is refused stays remembered in the receipts of the resource, also where a person has the
// engine clear its list: `pulumi refresh` asks whether the resource is there, and of a customer who was called the right answer is no.
//
// With PULUMI_SKIP_CHECKPOINTS an update that is cut off leaves nothing to remember, so every record that a class would add counts like
// one that is absent, against `unsaved=N` (`guard-unsaved`).
//
// Example: a RecordSet of 500 is killed; 120 are seen. With interrupted=380 the other 380 are added, with 379 none of them.

import type { PassableGuard } from '../src/model/allow.ts';
import type { Address } from '../src/model/address.ts';
import { callsSomebody } from '../src/engine.ts';
import type { Change } from '../src/reconcile/change.ts';
import type { Refusal } from './refusals.ts';

export interface Interrupted {
  /** Those of the changes of one resource that nothing speaks for. One record counts once, however often the engine asks. */
  refused(changes: readonly Change[]): Refusal[];
}

export function openInterrupted(allow: Readonly<Record<string, number>>, isUnsaved = false): Interrupted {
  const cutOff = counted('interrupted', allow['interrupted'] ?? 0);
  const unsaved = counted('unsaved', allow['unsaved'] ?? 0);
  return {
    refused: (changes) => {
      const asked = cutOff(changes.filter(({ kind, cause }) => kind === 'record' && cause.kind === 'interrupted'));
      return asked.length > 0 || !isUnsaved ? asked : unsaved(changes.filter(callsSomebody));
    },
  };
}

const WHY = {
  interrupted: 'may have been added already by an update that was cut off, and worked and cleared away since',
  unsaved:
    'would be added with PULUMI_SKIP_CHECKPOINTS: an update that is killed leaves no word of it, and the next would add it again',
};
const FIRST = {
  interrupted: 'look whether the customer was called; take out who was, or',
  unsaved: 'run without that variable, or, where nobody can be called through the target,',
};

function counted(guard: PassableGuard & keyof typeof WHY, limit: number): Interrupted['refused'] {
  const given = new Set<Address>();
  return (changes) => {
    const added = changes.filter(({ address }) => !given.has(address));
    if (given.size + added.length <= limit) {
      for (const { address } of added) given.add(address);
      return [];
    }
    const used = limit === 0 ? '' : `${guard}=${limit} was allowed, ${given.size} of them are used; `;
    const whole =
      added.length === 1 ? 'this record' : `all ${added.length.toLocaleString('en')} records of this resource`;
    const message = `${WHY[guard]}; ${used}${FIRST[guard]} add ${whole} with MUSTER_ALLOW=${guard}=${added.length}`;
    return added.map(({ address }): Refusal => ({ address, code: `guard-${guard}`, message }));
  };
}
