// Whether somebody can take over the tasks of a leaver: a person who stays and is there, or is made by the same plan.

import { isUser, userAddress } from '../../model/address.ts';
import type { Presence, RecordedUser } from '../../model/user.ts';
import { addsUser } from '../change.ts';
import type { Change } from '../change.ts';
import type { SuccessorProblem } from '../verdict.ts';
import type { DiffInput } from './input.ts';

/** Null when they can. `users`: the planned changes of people. */
export function successorProblem(
  input: DiffInput,
  users: readonly Change[],
  loginUserId: string,
): SuccessorProblem | null {
  const planned = users.find((change) => isUser(change) && change.loginUserId === loginUserId);
  if (planned !== undefined && (addsUser(planned) || planned.action === 'replace')) return null;
  if (planned?.action === 'delete' || leaves(input, loginUserId)) return 'leaves';
  return PROBLEMS[presenceOf(input, loginUserId)];
}

const PROBLEMS = { present: null, absent: 'unknown', unknown: 'unreadable' } as const;

/** Declared absent, or no longer declared: out of scope no change says so, and the record of the person is read. */
function leaves({ desired, recorded, whole }: DiffInput, loginUserId: string): boolean {
  const address = userAddress(loginUserId);
  const declared = (whole?.desired ?? desired).users.find((user) => user.address === address);
  if (declared !== undefined) return declared.ensure === 'absent';
  const known = (whole?.recorded ?? recorded).objects.get(address);
  return isUser(known) && !staysUndeclared(known);
}

function presenceOf({ observed }: DiffInput, loginUserId: string): Presence {
  const seen = observed.users.get(userAddress(loginUserId)) ?? observed.agents.get(loginUserId);
  return seen?.service ?? 'unknown';
}

/** Their line may go without them. */
function staysUndeclared({ onRemove, provenance }: RecordedUser): boolean {
  return onRemove === 'release' || onRemove === 'keep' || (onRemove === null && provenance.service === 'adopted');
}
