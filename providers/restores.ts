// Whether a class may give access back. A class has no plan, and its handler sees one resource: it cannot know how many people an
// update would restore. So a restore is refused before anything is sent, unless one of these speaks for it:
//
//   policy.restore: always in muster.yaml           each is carried out
//   MUSTER_ALLOW / muster:allow with restores=N     the first N people of the target in this update; the next is refused
//   an order of a program                           carried out: the guard has counted it before anything was registered
//
// A program stops on the exact number; of a class the number is the most that is given back.

import { guardedRestores } from '../src/engine.ts';
import type { PassableGuard } from '../src/model/allow.ts';
import type { Address } from '../src/model/address.ts';
import type { Policy } from '../src/model/target.ts';
import type { Change } from '../src/reconcile/change.ts';
import type { Refusal } from './refusals.ts';

export interface Restores {
  /** Those of the changes that nothing speaks for. One person counts once, however often the engine asks. */
  refused(changes: readonly Change[]): Refusal[];
}

export function openRestores(policy: Policy['restore'], allow: Readonly<Record<string, number>>): Restores {
  const limit = allow['restores' satisfies PassableGuard] ?? 0;
  const given = new Set<Address>();
  const mayGive = (address: Address): boolean => {
    if (!given.has(address) && given.size >= limit) return false;
    given.add(address);
    return true;
  };
  const message = `somebody removed this user outside, and a class has no plan in which that is seen; ${WAY_OUT}`;
  const spent = limit === 0 ? message : `restores=${limit} was allowed and is used up; ${message}`;
  return {
    refused: (changes) =>
      guardedRestores(changes, policy).flatMap(({ address }): Refusal[] =>
        mayGive(address) ? [] : [{ address, code: 'guard-restores', message: spent }],
      ),
  };
}

const WAY_OUT = 'take the user out of the program, or allow it with MUSTER_ALLOW=restores=N for at most N people';
