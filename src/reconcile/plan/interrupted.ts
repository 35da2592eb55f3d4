// Creates of records that a run which was cut off may have sent already. Terms: an interrupted create is remembered by what says
// neither when it began nor how far it came (Pulumi's engine); the record is absent now. Premise: absence does not tell a record that
// was never sent from one that was sent, worked and cleared away. Pure.
//
//   the record is now     planned                    counts
//   seen, and ours        taken over (adopt)         no
//   unreadable            nothing; said              no
//   absent, declared      create                     once: `--allow interrupted=N` passes all of them
//
// Example: an update of 500 records is killed; 120 are seen. 380 creates wait for one word, `interrupted=380`.

import type { Change } from '../change.ts';
import type { Guard, Plan } from '../plan-value.ts';
import { amount, passable } from './guard-removals.ts';
import type { PlanInput } from './input.ts';

function isInterrupted({ kind, cause }: Change): boolean {
  return kind === 'record' && cause.kind === 'interrupted';
}

export function interrupted({ changes }: Pick<Plan, 'changes'>, { allow }: PlanInput): Guard | null {
  const count = changes.filter(isInterrupted).length;
  if (count === 0) return null;
  const text = `${amount(count, 'record')} that an update which was cut off may have added already would be added, perhaps a second time`;
  return passable({ code: 'guard-interrupted', word: 'interrupted', count, text }, allow);
}
