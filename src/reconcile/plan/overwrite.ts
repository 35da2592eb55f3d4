// What was changed in the service since it was last written. Where Git moved to another value too, writing would overwrite
// somebody's decision unseen: a guard. Where only the service moved, the plan puts it back and says so.

import type { Change } from '../change.ts';
import type { Guard, Plan } from '../plan-value.ts';
import { amount, passable } from './guard-removals.ts';
import type { PlanInput } from './input.ts';
import { movedOutside, originOf } from './origin.ts';
import type { LastWritten } from './origin.ts';

const SHOWN = 5;

export function overwrites({ changes }: Pick<Plan, 'changes'>, input: PlanInput): Guard | null {
  const found = changes.flatMap((change) => {
    const fields = movedOutside(change, 'conflict', input);
    return fields.length === 0 ? [] : [`${change.address} (${fields.join(', ')})`];
  });
  if (found.length === 0) return null;
  const more = found.length > SHOWN ? `, and ${found.length - SHOWN} more` : '';
  const text = `${amount(found.length, 'object')} changed outside and in Git to different values would be overwritten: ${found.slice(0, SHOWN).join(', ')}${more}`;
  return passable({ code: 'guard-overwrite', word: 'overwrite', count: found.length, text }, input.allow);
}

/** The change with where it comes from, and the names of what others changed. */
export function withOrigin(change: Change, memory: LastWritten): Change {
  const origin = originOf(change, memory);
  if (change.kind !== 'record') return { ...change, origin };
  const putBack = movedOutside(change, 'drift', memory);
  const overwritten = movedOutside(change, 'conflict', memory);
  if (putBack.length === 0 && overwritten.length === 0) return { ...change, origin };
  return { ...change, origin, changedOutside: { putBack, overwritten } };
}
