// All users: each paired as it is declared, recorded or remembered, and observed; then judged. Pure.

import { isUser } from '../../model/address.ts';
import type { ObservedState } from '../../model/state.ts';
import { sawKnownUser } from '../../model/user.ts';
import type { ObservedUser, RecordedUser } from '../../model/user.ts';
import type { UserChange } from '../change.ts';
import { heldElsewhere } from '../held-elsewhere.ts';
import { userVerdict } from '../verdict.ts';
import type { UserVerdict } from '../verdict.ts';
import type { DiffInput } from './input.ts';
import { otherHolder, recordedOf } from './pairs.ts';
import { isOlder } from './unrecorded.ts';
import { diffUser } from './user.ts';
import { wasRecreated } from './user-result.ts';
import type { UserDiff, UserFacts } from './user-result.ts';

export function diffUsers(input: DiffInput): {
  changes: UserChange[];
  verdicts: UserVerdict[];
  notes: RecordedUser[];
  seen: number;
} {
  const held = heldElsewhere(input.desired);
  const judged = pairUsers(input).map((facts) => {
    const { desired, recorded } = facts;
    const other = desired === null || recorded !== null ? undefined : held.get(desired.address);
    const reason = other && ({ kind: 'other-partition', partition: other.partition, campaignName: null } as const);
    const found: UserDiff =
      desired === null || reason === undefined
        ? diffUser(facts)
        : { change: null, verdict: userVerdict(desired, reason) };
    return { facts, ...found };
  });
  return {
    changes: judged.flatMap(({ change }) => change ?? []),
    verdicts: judged.flatMap(({ verdict }) => verdict ?? []),
    notes: judged.flatMap(({ facts, change }) => notesOf(facts, change, input.now)),
    // What is only remembered counts where something is to be said of it.
    seen: judged.filter(({ facts, change, verdict }) => (facts.desired ?? facts.recorded ?? change ?? verdict) !== null)
      .length,
  };
}

/** By address. */
function pairUsers(input: DiffInput): UserFacts[] {
  const desired = new Map(input.desired.users.map((user) => [user.address, user]));
  const recorded = recordedOf(input, 'user');
  const removed = [...(input.recorded.removed?.values() ?? [])].filter(isUser);
  const remembered = new Map(removed.map((user) => [user.address, user]));
  const knownUserSeen = sawKnownUser(input.observed);
  const witnessed = input.isOfStack === true ? sawKnownUser(registeredIn(input)) : knownUserSeen;
  const older = isOlder({ ...input, recorded: input.whole?.recorded ?? input.recorded });
  return [...new Set([...desired.keys(), ...recorded.keys(), ...remembered.keys()])].toSorted().map((address) => {
    const wanted = desired.get(address) ?? null;
    return {
      desired: wanted,
      recorded: recorded.get(address) ?? null,
      removed: remembered.get(address) ?? null,
      observed: input.observed.users.get(address) ?? null,
      partition: otherHolder(input, address),
      digest: input.digest,
      ...(input.identity && { identity: input.identity }),
      knownUserSeen: wanted?.ensure === 'present' ? knownUserSeen : witnessed,
      isOlder: older,
      isCounted: input.isCounted === true,
    };
  });
}

/** Whom a stack registers, and to whom its records are pinned: its deletes know of nobody else (providers/part.ts). */
function registeredIn({ desired, observed }: DiffInput): Pick<ObservedState, 'users' | 'agents'> {
  const own = new Set(desired.users.flatMap(({ address, ensure }) => (ensure === 'present' ? [address] : [])));
  const pinned = new Set(desired.records.map(({ preferredAgent }) => preferredAgent));
  return {
    users: new Map([...observed.users].filter(([address]) => own.has(address))),
    agents: new Map([...observed.agents].filter(([login]) => pinned.has(login))),
  };
}

/** What is seen of a recorded user, and is no change. */
function notesOf({ desired, recorded, observed }: UserFacts, change: UserChange | null, now: number): RecordedUser[] {
  if (recorded === null || observed === null || observed.unproven !== undefined) return [];
  // Before a delete, too: a run that is killed after it leaves the record as it was.
  const isLasting = change === null ? desired?.ensure === 'present' : change.action === 'delete';
  const isNoted = isLasting && observed.service === 'present';
  return withOther(recorded, observed, now) ?? (isNoted ? withAccount(recorded, observed) : []);
}

/** Which account it is: another one may come to stand there. Not where the answer to its create was lost, which proves nothing. */
function withAccount(recorded: RecordedUser, { connectUserId }: ObservedUser): RecordedUser[] {
  if (recorded.connectUserId !== null || recorded.foundAt !== undefined) return [];
  return connectUserId === null ? [] : [{ ...recorded, connectUserId }];
}

/** That another account was seen in its place, which may lose its id again; or no longer. Null where that says nothing new. */
function withOther(recorded: RecordedUser, observed: ObservedUser, now: number): RecordedUser[] | null {
  const { otherSeenAt, ...before } = recorded;
  if (wasRecreated(recorded, observed)) return otherSeenAt === undefined ? [{ ...before, otherSeenAt: now }] : [];
  return otherSeenAt === undefined ? null : [before];
}
