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

import { isRecord } from '../../model/address.ts';
import type { Change } from '../change.ts';
import type { GuardedCount } from '../guard.ts';
import type { Plan } from '../plan-value.ts';
import { passedBy } from './guard-removals.ts';
import type { PlanInput } from './input.ts';

export function isInterrupted(change: Change): boolean {
  return isRecord(change) && change.cause.kind === 'interrupted';
}

export function interrupted({ changes }: Pick<Plan, 'changes'>, { allow }: PlanInput): GuardedCount | null {
  const count = changes.filter(isInterrupted).length;
  return count === 0 ? null : { code: 'guard-interrupted', ...passedBy('interrupted', count, allow) };
}
