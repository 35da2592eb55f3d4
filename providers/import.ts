// The option `import` of a class: what is there is taken over as with `adopt: true`, and nothing is made. The engine has no part
// in it: its own import and `pulumi import` call no code of a dynamic provider.

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
