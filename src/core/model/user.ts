// A person's access, as declared, as recorded and as observed (user provisioning interface, "User").

import type { Address, SourcePosition } from './address.ts';
import type { DesiredFields, NamesWhere } from './fields.ts';
import type { Problem } from './outcome.ts';
import type { Offboard, OnRemove, UserFields } from './user-fields.ts';

export type { Offboard, OnRemove };

/** `unknown` is an answer of its own: not asked, not readable, or not observable. It never means absent. */
export type Presence = 'present' | 'absent' | 'unknown';

/** The request properties of add-user that the service stores and never shows again. */
export type UserProfile = DesiredFields<UserFields, NamesWhere<UserFields, { of: 'profile' }>>;

interface DesiredUserBase extends DesiredFields<UserFields, NamesWhere<UserFields, { of: 'any' }>> {
  readonly kind: 'user';
  readonly address: Address;
  readonly source: SourcePosition;
}

export interface DesiredPresentUser
  extends DesiredUserBase, DesiredFields<UserFields, NamesWhere<UserFields, { of: 'present' }>> {
  readonly ensure: 'present';
  readonly profile: UserProfile;
}

export interface DesiredAbsentUser extends DesiredUserBase {
  readonly ensure: 'absent';
}

export type DesiredUser = DesiredPresentUser | DesiredAbsentUser;

/** Who made each side; `none` where that side does not exist because of us. */
export interface UserProvenance {
  readonly service: 'created' | 'adopted';
  readonly backend: 'created' | 'adopted' | 'none';
}

/** What we last did for a user. Values are digests: names and e-mails are not kept. */
export interface RecordedUser {
  readonly kind: 'user';
  readonly address: Address;
  readonly loginUserId: string;
  readonly provenance: UserProvenance;
  readonly connectUserId: string | null;
  /** Field name of UserProfile, `createInBackend` -> keyed digest of the value sent. */
  readonly digests: Readonly<Record<string, string>>;
  readonly onRemove: OnRemove | null;
  readonly offboard: Offboard;
  /** Epoch milliseconds. */
  readonly recordedAt: number;
  /** When it was removed, or seen gone (epoch milliseconds): then this is what is remembered of it (RecordedState.removed). */
  readonly removedAt?: number;
  /** When a restore was tried and not done (epoch milliseconds): whoever is there later was made by somebody else. */
  readonly restoreFailedAt?: number;
  /** When another account was seen in its place (epoch milliseconds): an account without an id is that one from then on. */
  readonly otherSeenAt?: number;
  /** When it was found after a create of ours that was not answered (epoch milliseconds): probably ours, which nobody can prove. */
  readonly foundAt?: number;
  /** When delete-user was sent for the account in the backing instance alone, and left it there (epoch milliseconds). */
  readonly backendAskedAt?: number;
}

/** What one answer proves of the backing instance (service/backing-side.ts). */
export interface BackingSide {
  /** `unknown`: not shown, or not proven; never "not in the backing instance". */
  readonly backend: Presence;
  readonly connectUserId: string | null;
  /** The answer says that neither side has the user, which counts where the environment reports the backing side. */
  readonly neither?: true;
  /** backendStatus as it came, quoted, where the answer fits no documented one: nothing is concluded from it. */
  readonly unproven?: string;
}

/** Null: not shown, or not proven. `neither` is for who knows that the environment reports the backing side. */
export function isGoneFromBackend({ backend, neither }: BackingSide): boolean | null {
  return backend === 'unknown' && neither !== true ? null : backend !== 'present';
}

/** Users who answered SUCCESS in this run. Without one, NOT_FOUND may mean the wrong tenant: no absence counts. */
export function knownUsers({ users, agents }: SeenPeople): ObservedUser[] {
  return [...users.values(), ...agents.values()].filter(({ service }) => service === 'present');
}

export function sawKnownUser(seen: SeenPeople): boolean {
  return knownUsers(seen).length > 0;
}

interface SeenPeople {
  readonly users: ReadonlyMap<string, ObservedUser>;
  readonly agents: ReadonlyMap<string, ObservedUser>;
}

/** Two independent answers of query-existence and the id in the backing instance. */
export interface ObservedUser extends BackingSide {
  readonly service: Presence;
  readonly observedAt: number;
  readonly problem: Problem | null;
  /** A spelling that differs in case was answered NOT_FOUND beside this one: here case counts. */
  readonly isCased?: true;
}
