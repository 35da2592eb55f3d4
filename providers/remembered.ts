// What a write of a class remembers without a declaration of its own, so that nobody is called twice: a class has no plan that keeps it.
//
//   the record                                    what is kept                      what is sent, and said
//   was worked in the campaign it should leave    its receipt, in the new owner     nothing; said
//   used up, ours, and new to the stack           a receipt                         nothing
//   leaves a set, and was worked or is gone       its receipt, as used up           nothing; said
//   leaves a set otherwise                        nothing: a delete comes last      nothing here
//
// Example: C-1 leaves a set of three while an agent talks to the customer. Pulumi replaces the set; the new one keeps the receipt of
// C-1, the old one forgets it. Its line, put back next week, finds the receipt, and the customer is not called again.

import type { Compared } from '../src/engine.ts';
import { clientIdOf } from '../src/model/address.ts';
import { decodeItems } from '../src/model/record.ts';
import type { ObservedState, RecordedObject } from '../src/model/state.ts';
import type { Change, RecordChange } from '../src/reconcile/change.ts';
import { whyVerdict } from '../src/report/words/why-verdict.ts';
import type { Declaration } from './declaration.ts';
import type { Receipts } from './kept.ts';
import { listOf } from './refusals.ts';
import { recordsIn } from './receipts.ts';

export const LET_GO = 'worked, or gone, and let go without a request';

/** Of what has no declaration only what is let go is carried out; nothing is deleted here. With what is used up and new to the stack. */
export function mayCarryOut(
  { changes, verdicts, recorded }: Compared,
  { records, rows }: Declaration,
  observed: ObservedState,
): Change[] {
  const known = new Set([...recorded.objects.keys()].map(clientIdOf));
  const usedUp = new Set(verdicts.flatMap((verdict) => (verdict.class === 'consumed' ? [verdict.address] : [])));
  const found = records.flatMap((desired): RecordChange[] => {
    const { address, campaign, clientId, source } = desired;
    const seen = observed.records.get(address) ?? null;
    const task = seen?.tasks[0];
    if (task === undefined || !usedUp.has(address) || known.has(clientId)) return [];
    const { marker } = decodeItems(task.items, campaign.clientIdFieldName);
    const names = { kind: 'record', action: 'adopt', address, campaign, clientId, source, marker } as const;
    const states = { desired, recorded: null, observed: seen, from: null } as const;
    return [{ ...names, ...states, cause: { kind: 'own-marker' }, writes: [], fields: [], after: [], pin: null }];
  });
  return [...changes.filter(({ address, action }) => rows.has(address) || action === 'forget'), ...found];
}

/** Of a set that is replaced, without those rows that leave it and were not worked: the delete that comes last removes them. */
export function withoutLeaving(receipts: Receipts, kept: Receipts, { rows }: Declaration): Receipts {
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
export function linesAbout(compared: Compared, receipts: Receipts, declaration: Declaration): string[] {
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
