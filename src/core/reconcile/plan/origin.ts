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
import type { ChangeOrigin } from '../../model/parts.ts';
import type { Change, RecordChange, UserChange } from '../change.ts';
import { classOfField, factsOf } from '../diff/three-way.ts';
import type { LastRecorded } from '../diff/three-way.ts';

export interface LastWritten extends LastRecorded {
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
  const isOwned = change.recorded !== null && change.recorded.consumed === null;
  // What was let go, and is wanted again, the file asks for, whatever became of it meanwhile.
  if (action !== 'update' || cause.kind !== 'differs' || !isOwned) return 'git';
  const facts = factsOf(change, memory);
  const found = new Set(fields.map((field) => classOfField(field, facts)));
  if (found.has('pending') || found.has('conflict')) return 'git';
  if (found.has('drift')) return 'outside';
  return found.has('platform') ? 'lapsed' : 'git';
}

/** Names of the fields that others moved to what the class says; none where nobody's decision is lost. */
export function movedOutside(change: Change, wanted: 'drift' | 'conflict', memory: LastWritten): string[] {
  if (!isRecord(change) || change.writes.length === 0 || change.recorded === null) return [];
  const facts = factsOf(change, memory);
  const moved = change.fields.filter((field) => field.field !== 'marker' && classOfField(field, facts) === wanted);
  return moved.map(({ field }) => field);
}
