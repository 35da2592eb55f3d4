// What was changed in the service since it was last written. Where Git moved to another value too, writing would overwrite
// somebody's decision unseen: a guard. Where only the service moved, the plan puts it back and says so.

import { isRecord } from '../../model/address.ts';
import type { Change } from '../change.ts';
import type { GuardedOverwrite } from '../guard.ts';
import type { Plan } from '../plan-value.ts';
import { passedBy } from './guard-removals.ts';
import type { PlanInput } from './input.ts';
import { movedOutside, originOf } from './origin.ts';
import type { LastWritten } from './origin.ts';

export function overwrites({ changes }: Pick<Plan, 'changes'>, input: PlanInput): GuardedOverwrite | null {
  const objects = changes.flatMap((change) => {
    const fields = movedOutside(change, 'conflict', input);
    return fields.length === 0 ? [] : [{ address: change.address, fields }];
  });
  if (objects.length === 0) return null;
  return { code: 'guard-overwrite', ...passedBy('overwrite', objects.length, input.allow), objects };
}

/** The change with where it comes from, and the names of what others changed. */
export function withOrigin(change: Change, memory: LastWritten): Change {
  const origin = originOf(change, memory);
  if (!isRecord(change)) return { ...change, origin };
  const putBack = movedOutside(change, 'drift', memory);
  const overwritten = movedOutside(change, 'conflict', memory);
  if (putBack.length === 0 && overwritten.length === 0) return { ...change, origin };
  return { ...change, origin, changedOutside: { putBack, overwritten } };
}
