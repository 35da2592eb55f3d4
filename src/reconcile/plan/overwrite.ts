// What was changed in the service since it was last written. Where Git moved to another value too, writing would overwrite
// somebody's decision unseen: a guard. Where only the service moved, the plan puts it back and says so.

import { isWorked } from '../../model/record.ts';
import { showsSometimes } from '../../model/record-fields.ts';
import type { ObservedTask } from '../../model/record.ts';
import type { Digest, RecordedState } from '../../model/state.ts';
import type { Change, FieldChange, Guard, Plan } from '../change.ts';
import { classOfField } from '../diff/three-way.ts';
import { amount, passable } from './guard-removals.ts';
import type { PlanInput } from './plan.ts';

const SHOWN = 5;

export interface Memory {
  readonly recorded: RecordedState;
  readonly digest: Digest;
  readonly now: number;
}

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

/** The change with a reason that names what others changed. */
export function withReason(change: Change, memory: Memory): Change {
  const put = movedOutside(change, 'drift', memory);
  const lost = movedOutside(change, 'conflict', memory);
  const parts = [
    change.reason,
    put.length === 0 ? '' : `changed outside, put back: ${put.join(', ')}`,
    lost.length === 0 ? '' : `changed outside and in Git: ${lost.join(', ')}`,
  ];
  return { ...change, reason: parts.filter((part) => part !== '').join('; ') };
}

function movedOutside(change: Change, wanted: 'drift' | 'conflict', { recorded, digest, now }: Memory): string[] {
  if (change.kind !== 'record' || change.writes.length === 0 || change.recorded === null) return [];
  const last = recorded.objects.get(change.recorded.address);
  const moved = change.fields.filter((field) => field.field !== 'marker' && !isPlatforms(field, change));
  const facts = { recorded: last, task: taskOf(change) ?? null, digest, now };
  return moved.filter((field) => classOfField(field, facts) === wanted).map(({ field }) => field);
}

/** A lapsed pin, a time moved by delivery, a zone that answers do not show: nobody's decision is lost. */
function isPlatforms({ field, before }: FieldChange, change: Extract<Change, { kind: 'record' }>): boolean {
  if (field === 'preferredAgent') return before === null || before === '';
  if (showsSometimes(field)) return before === null;
  const task = taskOf(change);
  return field === 'nextEarliestWorkTime' && task !== undefined && isWorked(task);
}

function taskOf({ from, observed }: Extract<Change, { kind: 'record' }>): ObservedTask | undefined {
  return (from?.observed ?? observed)?.tasks[0];
}
