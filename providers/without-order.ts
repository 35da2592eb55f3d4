// What a write of a class does of its own accord: its order says what becomes of what it declares, and nothing of what has no declaration
// any more. What needs a word is counted by the plan, or in allowance.ts.
//
// The option `import`: what is there is taken over as with `adopt: true`, and nothing is made. The engine has no part in it: its own
// import and `pulumi import` call no code of a dynamic provider.
//
// So that nobody is called twice:
//
//   the record                                    what is kept                      what is sent, and said
//   was worked in the campaign it should leave    its receipt, in the new owner     nothing; said
//   leaves a set, and was worked or is gone       its receipt, as used up           nothing; said
//   leaves a set otherwise                        nothing: a delete comes last      nothing here
//
// Example: C-1 leaves a set of three while an agent talks to the customer. Pulumi replaces the set; the new one keeps the receipt of
// C-1, the old one forgets it. Its line, put back next week, finds the receipt, and the customer is not called again.

import type { PartDiff } from '../src/core/engine/pass.ts';
import { clientIdOf } from '../src/core/model/address.ts';
import type { RecordedObject } from '../src/core/model/state.ts';
import type { Change } from '../src/core/reconcile/change.ts';
import { whyVerdict } from '../src/core/report/words/why-verdict.ts';
import { isUnshown } from './check.ts';
import { textIn } from './declaration.ts';
import type { Declaration, Properties } from './declaration.ts';
import type { WriteCase } from './inherited.ts';
import type { Receipts } from './receipts.ts';
import { listOf } from './refusals.ts';
import type { Refusal } from './refusals.ts';
import { recordsIn } from './receipts.ts';

/** The same, with consent to take over what is there where `import` stands beside it. */
export function importing(declaration: Declaration, news: Properties): Declaration {
  if (textIn(news, 'import') === null) return declaration;
  return {
    ...declaration,
    users: declaration.users.map((user) => (user.ensure === 'present' ? { ...user, adopt: true } : user)),
    records: declaration.records.map((record) => ({ ...record, adopt: true })),
  };
}

/** What cannot be made: of an import what is not there, and who is declared without names, because an import showed none. */
export function notMade(changes: readonly Change[], { olds, news }: Pick<WriteCase, 'olds' | 'news'>): Refusal[] {
  const isImport = olds === null && textIn(news, 'import') !== null;
  if (!isImport && !isUnshown(news)) return [];
  const message = isImport ? 'is not there to be imported; leave `import` out to make it' : UNNAMED;
  return changes.flatMap(({ address, action }): Refusal[] =>
    action === 'create' || action === 'restore' || action === 'replace'
      ? [{ address, code: 'needs-decision', message }]
      : [],
  );
}

const UNNAMED = 'is not there, and cannot be made without firstName, lastName and userTemplateName; declare them';

/** What is wrong with the id that is given as `import`; null where nothing is. */
export function otherImport({ id }: Pick<Declaration, 'id'>, news: Properties): string | null {
  const given = textIn(news, 'import');
  return given === null || given === id ? null : `import: ${given} is another object; this resource declares ${id}`;
}

export const LET_GO = 'worked, or gone, and let go without a request';

/** Of what has no declaration only what is let go is carried out; nothing is deleted here. */
export function mayCarryOut({ changes }: PartDiff, { rows }: Declaration): Change[] {
  return changes.filter(({ address, action }) => rows.has(address) || action === 'forget');
}

/** Of a set that is replaced, without those rows that leave it and were not worked: the delete that comes last removes them. */
export function withoutRowsToDelete(receipts: Receipts, kept: Receipts, { rows }: Declaration): Receipts {
  const before = new Set(kept.recorded.map(({ address }) => address));
  const wanted = new Set([...rows.keys()].map(clientIdOf));
  const stays = (object: RecordedObject): boolean =>
    object.kind !== 'record' ||
    !before.has(object.address) ||
    wanted.has(clientIdOf(object.address)) ||
    object.consumed !== null;
  return { ...receipts, recorded: receipts.recorded.filter(stays) };
}

/** What a person should hear of it. */
export function linesAbout(compared: PartDiff, receipts: Receipts, declaration: Declaration): string[] {
  const held = recordsIn(receipts.recorded);
  const said = new Map(compared.verdicts.map((verdict) => [verdict.address, verdict]));
  const staying = [...declaration.rows.keys()].flatMap((address) => {
    const verdict = said.get(address);
    const from = held.find((each) => each.address !== address && each.clientId === clientIdOf(address));
    if (from === undefined || (verdict?.class !== 'consumed' && verdict?.class !== 'kept')) return [];
    return [`${address}: not moved from ${from.campaignName}: ${whyVerdict(verdict)}`];
  });
  const forgotten = new Set(compared.changes.flatMap(({ action, address }) => (action === 'forget' ? [address] : [])));
  const leaving = held.flatMap(({ address }) => (forgotten.has(address) ? [address] : []));
  return [...staying, ...(leaving.length === 0 ? [] : [`${listOf(leaving)}: ${LET_GO}, and remembered here`])];
}
