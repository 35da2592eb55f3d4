// Whether a column or a file of a list changed places: then all of one kind in a file changes at once, and each row for itself looks as if
// somebody meant it. Pure.
//
//   in one table somebody becomes absent, and somebody whom muster removed comes back  | absences
//   a file loses all its pins, three at least, of agents who stay                      | pins
//   nobody open stays in two campaigns, and their customers go from one to the other   | lists
//
//   Example   The status column of a list of people was sorted alone: who left last year has access again, and two who work lose it.

import { isRecord, isUser, userAddress } from '../../model/address.ts';
import type { Change, RecordChange } from '../change.ts';
import type { PlanInput } from './input.ts';
import { declaredIn, fileOf, finishedIn, isNew } from './known-ids.ts';
import { reversalsIn } from './reversal.ts';
import { SEVERAL } from './same-customer.ts';
import type { Asked } from './same-customer.ts';

export function changedPlaces(input: PlanInput): Asked[] {
  const asked = (how: Asked['how'], changes: readonly Change[]): Asked[] =>
    changes.map((change) => ({ change, how, other: null }));
  return [
    ...asked('absences', absences(input)),
    ...asked('pins', lostPins(input)),
    ...asked('lists', exchanged(input)),
  ];
}

function absences({ diff, applied = [] }: PlanInput): Change[] {
  const users = diff.changes.filter(isUser);
  const withReversal = reversalsIn(applied);
  const leaving = users.filter(({ action, desired }) => action === 'delete' && desired?.ensure === 'absent');
  const back = users.filter((change) => isNew(change) && withReversal(change).reverses?.did === 'removed');
  const [from, to] = [new Set(leaving.map(fileOf)), new Set(back.map(fileOf))];
  // Anywhere else somebody leaves and somebody is back.
  const isSorted = (file: string | null): boolean =>
    from.has(file) && to.has(file) && !/\.(?:ya?ml|json|m?[jt]s)$/iu.test(file ?? '');
  return [...leaving, ...back].filter((change) => isSorted(fileOf(change)));
}

function lostPins(input: PlanInput): Change[] {
  const { diff, declared, managed } = input;
  const isDeclared = declaredIn(input);
  const absent = new Set(declared.users.flatMap(({ ensure, address }) => (ensure === 'absent' ? address : [])));
  // Whose agent leaves is let go on purpose.
  const leaves = (agent: unknown): boolean => {
    const address = userAddress(String(agent));
    return absent.has(address) || (managed.objects.has(address) && !isDeclared(address));
  };
  const isLost = ({ field, before, after }: Change['fields'][number]): boolean =>
    field === 'preferredAgent' && !!before && !after && !leaves(before);
  const lost = diff.changes.filter(
    (change) => isRecord(change) && change.action === 'update' && change.fields.some(isLost),
  );
  const pinned = new Set(declared.records.flatMap(({ preferredAgent, source }) => (preferredAgent ? source.file : [])));
  const files = Map.groupBy(lost, fileOf);
  return [...files].flatMap(([file, own]) => (file === null || pinned.has(file) || own.length < SEVERAL ? [] : own));
}

function exchanged(input: PlanInput): RecordChange[] {
  const { diff, declared, managed } = input;
  const isFinished = finishedIn(input);
  const stay = new Set(
    declared.records.flatMap(({ address, campaign }) =>
      managed.objects.has(address) && !isFinished(address) ? campaign.campaignName : [],
    ),
  );
  const moves = diff.changes.filter(isRecord).flatMap((change) => {
    const from = change.from?.campaign.campaignName;
    return change.action === 'move' && from !== undefined ? [{ change, from, to: change.campaign.campaignName }] : [];
  });
  const left = new Set(moves.flatMap(({ from }) => (stay.has(from) ? [] : from)));
  const come = new Set(moves.map(({ to }) => to));
  const both = moves.filter(({ from, to }) => left.has(from) && come.has(from) && left.has(to));
  return both.length < SEVERAL ? [] : both.map(({ change }) => change);
}
