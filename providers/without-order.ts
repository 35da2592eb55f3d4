// What a write of a class may do. The plan of its program (src/program/class-plan.ts) may have come too early for it, and its handler sees
// one resource, so two things are refused before anything is sent.
//
// The option `import`: what is there is taken over as with `adopt: true`, and nothing is made. The engine has no part in it: its own
// import and `pulumi import` call no code of a dynamic provider.
//
// A restore: a handler cannot know how many people an update would restore. It is refused unless one of these speaks for it:
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
import { textIn } from './declaration.ts';
import type { Declaration, Properties } from './declaration.ts';
import type { Refusal } from './refusals.ts';

/** The same, with consent to take over what is there where `import` stands beside it. */
export function importing(declaration: Declaration, news: Properties): Declaration {
  if (textIn(news, 'import') === null) return declaration;
  return {
    ...declaration,
    users: declaration.users.map((user) => (user.ensure === 'present' ? { ...user, adopt: true } : user)),
    records: declaration.records.map((record) => ({ ...record, adopt: true })),
  };
}

/** Of an import, what would be made because it is not there. */
export function notThere(changes: readonly Change[], news: Properties): Refusal[] {
  if (textIn(news, 'import') === null) return [];
  const message = 'is not there to be imported; leave `import` out to make it';
  return changes.flatMap(({ address, action }): Refusal[] =>
    action === 'create' || action === 'restore' ? [{ address, code: 'needs-decision', message }] : [],
  );
}

/** What is wrong with the id that is given as `import`; null where nothing is. */
export function otherImport({ id }: Declaration, news: Properties): string | null {
  const given = textIn(news, 'import');
  return given === null || given === id ? null : `import: ${given} is another object; this resource declares ${id}`;
}

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
  const message = `somebody removed this user outside, and no plan of this program has counted it; ${WAY_OUT}`;
  const spent = limit === 0 ? message : `restores=${limit} was allowed and is used up; ${message}`;
  return {
    refused: (changes) =>
      guardedRestores(changes, policy).flatMap(({ address }): Refusal[] =>
        mayGive(address) ? [] : [{ address, code: 'guard-restores', message: spent }],
      ),
  };
}

const WAY_OUT = 'take the user out of the program, or allow it with MUSTER_ALLOW=restores=N for at most N people';
