// Where a change comes from: does the file ask for it, or is it a repair? A reviewer of a pull request answers for the first
// only, so a change counts as a repair only where no field of it is Git's. Pure.
//
//   outside  somebody removed or changed it in the service, and this puts it back
//   lapsed   the platform moved it by its own rules (a pin, a time), and this sets it again
//   retry    an earlier run of ours began it, and this finishes it
//   earlier  of `--since`: the file asks for it as it did at that commit, and it was never applied
//   git      everything else
//
// Example: the queue was changed in the service, and the file has another pin: git, and `changedOutside` names the queue.

import { isRecord, isUser, userAddress } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import { isWorked } from '../../model/record.ts';
import { showsSometimes } from '../../model/record-fields.ts';
import type { ObservedTask } from '../../model/record.ts';
import type { Digest, RecordedState } from '../../model/state.ts';
import type { ChangeOrigin } from '../../model/parts.ts';
import type { Change, FieldChange, RecordChange, UserChange } from '../change.ts';
import { classOfField } from '../diff/three-way.ts';

export interface LastWritten {
  readonly recorded: RecordedState;
  readonly digest: Digest;
  readonly now: number;
  /** Of `--since`: declarations that the request changes. Absent: nobody can tell. */
  readonly changed?: ReadonlySet<Address>;
}

export function originOf(change: Change, memory: LastWritten): ChangeOrigin {
  const origin = isUser(change) ? originOfUser(change) : originOfRecord(change, memory);
  return origin === 'git' && isEarlier(change, memory.changed) ? 'earlier' : origin;
}

/** A task that a leaver's removal needs is asked for by the leaver's line. */
function isEarlier({ address, cause }: Change, changed: LastWritten['changed']): boolean {
  const asking = cause.kind === 'offboarding' ? userAddress(cause.loginUserId) : address;
  return changed !== undefined && !changed.has(asking) && !changed.has(address);
}

function originOfUser({ cause, recorded }: UserChange): ChangeOrigin {
  if (cause.kind === 'gone') return 'outside';
  if (cause.kind === 'one-sided') return recorded?.provenance.backend === 'created' ? 'outside' : 'git';
  return cause.kind === 'still-there' ? 'retry' : 'git';
}

const BEGUN_BEFORE: ReadonlySet<RecordChange['cause']['kind']> = new Set([
  'interrupted',
  'own-marker',
  'lost-on-move',
  'reset-by-update',
  'still-there',
]);

function originOfRecord(change: RecordChange, memory: LastWritten): ChangeOrigin {
  const { action, cause, fields } = change;
  if (BEGUN_BEFORE.has(cause.kind)) return 'retry';
  if (action !== 'update' || cause.kind !== 'differs' || change.recorded === null) return 'git';
  const found = new Set(fields.map((field) => originOfField(field, change, memory)));
  if (found.has('git')) return 'git';
  if (found.has('outside')) return 'outside';
  return found.has('lapsed') ? 'lapsed' : 'git';
}

function originOfField(field: FieldChange, change: RecordChange, memory: LastWritten): ChangeOrigin {
  const moved = lastClassOf(field, change, memory);
  if (moved === 'platform') return 'lapsed';
  if (moved !== 'drift') return 'git';
  return isPlatforms(field, change) ? 'lapsed' : 'outside';
}

/** By the three-way rule, beside what was last recorded of the object. */
function lastClassOf(
  field: FieldChange,
  change: RecordChange,
  { recorded, digest, now }: LastWritten,
): ReturnType<typeof classOfField> {
  const last = change.recorded === null ? undefined : recorded.objects.get(change.recorded.address);
  return classOfField(field, { recorded: last, task: taskOf(change) ?? null, digest, now });
}

/** Names of the fields that others moved to what the class says; none where nobody's decision is lost. */
export function movedOutside(change: Change, wanted: 'drift' | 'conflict', memory: LastWritten): string[] {
  if (!isRecord(change) || change.writes.length === 0 || change.recorded === null) return [];
  const moved = change.fields.filter((field) => field.field !== 'marker' && !isPlatforms(field, change));
  return moved.filter((field) => lastClassOf(field, change, memory) === wanted).map(({ field }) => field);
}

/** A lapsed pin, a time moved by delivery, a zone that answers do not show. */
function isPlatforms({ field, before }: FieldChange, change: RecordChange): boolean {
  if (field === 'preferredAgent') return before === null || before === '';
  if (showsSometimes(field)) return before === null;
  const task = taskOf(change);
  return field === 'nextEarliestWorkTime' && task !== undefined && isWorked(task);
}

function taskOf({ from, observed }: RecordChange): ObservedTask | undefined {
  return (from?.observed ?? observed)?.tasks[0];
}
