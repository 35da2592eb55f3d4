// Whether somebody can take over the tasks of a leaver: a person who stays and is there, or is made by the same plan.

import { userAddress } from '../../model/address.ts';
import type { RecordedUser } from '../../model/user.ts';
import type { Change } from '../change.ts';
import type { SuccessorProblem } from '../verdict.ts';
import type { DiffInput } from './input.ts';

/** Null when they can. `users`: the planned changes of people. */
export function successorProblem(
  { desired, recorded, whole, observed }: DiffInput,
  users: readonly Change[],
  loginUserId: string,
): SuccessorProblem | null {
  const address = userAddress(loginUserId);
  const planned = users.find((change) => change.address === address)?.action;
  if (planned === 'create' || planned === 'replace') return null;
  const declared = (whole?.desired ?? desired).users.find((user) => user.address === address);
  const held = (whole?.recorded ?? recorded).objects.get(address);
  // Out of scope no change is planned; whether it would be a removal is read from the record of the person.
  const wouldGo = declared === undefined && held?.kind === 'user' && !isReleased(held);
  if (declared?.ensure === 'absent' || planned === 'delete' || wouldGo) return 'leaves';
  const presence = (observed.users.get(address) ?? observed.agents.get(loginUserId))?.service ?? 'unknown';
  if (presence === 'absent') return 'unknown';
  return presence === 'present' ? null : 'unreadable';
}

function isReleased({ onRemove, provenance }: RecordedUser): boolean {
  return onRemove === 'release' || (onRemove === null && provenance.service === 'adopted');
}
