// Which changes give an access back. Terms: a user was removed outside where it is recorded, declared present, and absent by an
// explicit answer; making it again gives back what somebody may have taken away on purpose. Pure.
//
//   recorded, declared, and                                   planned                  counts as a restore
//   absent in the service, whatever the backing side          restore                  once
//   absent in the backing instance, where we made that side   replace (one-sided)      once, and as a delete
//   there with another connectUserId                          decision `recreated`     no
//   never recorded, or deleted by us                          create                   no
//
// Example: two people were removed, and a third in the backing instance only: `--allow restores=3`.

import { isUser } from '../../model/address.ts';
import type { Policy } from '../../model/target.ts';
import type { Change } from '../change.ts';

export function givesBack(change: Change): boolean {
  if (!isUser(change)) return false;
  if (change.action === 'restore') return true;
  return change.cause.kind === 'one-sided' && change.recorded?.provenance.backend === 'created';
}

/** Those that a person must allow: none with `policy.restore: always`. */
export function guardedRestores(changes: readonly Change[], restore: Policy['restore']): Change[] {
  return restore === 'always' ? [] : changes.filter(givesBack);
}
