// A user as files and stacks say it <-> the desired user. Both ways follow the table of fields (model/user-fields.ts); only
// the place in the file is lost.

import { userAddress } from '../../model/address.ts';
import type { SourcePosition } from '../../model/address.ts';
import { namesWhere, fieldsFrom, inputOf } from '../../model/fields.ts';
import type { DesiredUser } from '../../model/user.ts';
import { USER_FIELDS } from '../../model/user-fields.ts';
import type { UserInput } from './define.ts';

const OF_ANY = namesWhere(USER_FIELDS, { of: 'any' });
const OF_PRESENT = namesWhere(USER_FIELDS, { of: 'present' });
const PROFILE = namesWhere(USER_FIELDS, { of: 'profile' });

export function userFrom(input: UserInput, source: SourcePosition): DesiredUser {
  const { loginUserId } = input;
  const shared = {
    ...fieldsFrom(USER_FIELDS, OF_ANY, input),
    kind: 'user',
    address: userAddress(loginUserId),
    source,
  } as const;
  if (input.ensure === 'absent') return { ...shared, ensure: 'absent' };
  return {
    ...shared,
    ensure: 'present',
    profile: fieldsFrom(USER_FIELDS, PROFILE, input),
    ...fieldsFrom(USER_FIELDS, OF_PRESENT, input),
  };
}

/** What is as by default is left out. */
export function userInput(user: DesiredUser): UserInput {
  const { loginUserId } = user;
  const shared = { ...inputOf(USER_FIELDS, OF_ANY, user), loginUserId };
  if (user.ensure === 'absent') return { ...shared, ensure: 'absent' };
  const { ensure: _, ...rest } = shared;
  return {
    ...rest,
    ...inputOf(USER_FIELDS, PROFILE, user.profile),
    ...inputOf(USER_FIELDS, OF_PRESENT, user),
  };
}
