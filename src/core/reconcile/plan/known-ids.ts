// The ids that were ours before this plan, and what became of each: finished, in no file any more, or still open. Pure.

import { isRecord, isUser, parseAddress } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import { isFinished as isDone } from '../../model/record.ts';
import type { RecordedRecord } from '../../model/record.ts';
import type { RecordedObject } from '../../model/state.ts';
import { addsUser, isLetGoFinished } from '../change.ts';
import type { Change } from '../change.ts';
import type { GuardedId } from '../guard.ts';
import { heldElsewhere } from '../held-elsewhere.ts';
import type { PlanInput } from './input.ts';

export type Known = RecordedObject | Pick<RecordedRecord, 'kind' | 'address' | 'campaignName' | 'clientId'>;

export const fileOf = ({ source }: Pick<Change, 'source'>): string | null => source?.file ?? null;

export const isNew = (change: Change): boolean =>
  isUser(change)
    ? addsUser(change) && change.recorded === null
    : change.action === 'create' && change.recorded === null;

export const idOf = (object: Change | Known): string => (isUser(object) ? object.loginUserId : object.clientId);

/** Ids of two campaigns are two lists. */
export const listOf = (object: Change | Known): string => {
  if (isUser(object)) return 'users';
  return `record ${'campaign' in object ? object.campaign.campaignName : object.campaignName}`;
};

/** Recorded, left open by a run that was cut off, be it beside the scope of this one, or recorded by another partition. */
function knownObjects({ managed, recorded, desired }: PlanInput): RecordedObject[] {
  const declared = new Set(desired.records.map(({ address }) => address));
  const beside = managed.openIntents.filter(({ address }) => !declared.has(address));
  const open = [...beside, ...recorded.openIntents].flatMap(({ proposed }) => proposed ?? []);
  const elsewhere = [...heldElsewhere(desired).values()].map(({ object }) => object);
  const all = [...elsewhere, ...open, ...managed.objects.values(), ...recorded.objects.values()];
  return [...new Map(all.map((object) => [object.address, object])).values()];
}

export function finishedIn(input: PlanInput): (address: Address) => boolean {
  const said = input.diff.verdicts.flatMap((each) => (each.class === 'consumed' ? each.address : []));
  const known = knownObjects(input).filter((object) => isRecord(object) && object.consumed !== null);
  const finished = new Set([
    ...said,
    ...[...known, ...input.diff.changes.filter(isLetGoFinished)].map(({ address }) => address),
  ]);
  return (address) => finished.has(address);
}

/** What becomes of the task that one may be. */
export function staysAs(input: PlanInput): (other: Address | null) => GuardedId['stays'] {
  const isFinished = finishedIn(input);
  const letGo = input.diff.changes.flatMap((each) => (each.action === 'forget' ? [each.address] : []));
  const worked = input.diff.verdicts.flatMap((each) => (each.reason.kind === 'worked' ? [each.address] : []));
  const open = new Set([...letGo, ...worked]);
  // Its line is gone: nothing was recorded of how it ended since, and the service shows it.
  const isShownFinished = (address: Address): boolean =>
    input.observed.records.get(address)?.tasks.some(isDone) === true;
  return (other) => {
    if (other === null) return null;
    if (isFinished(other) || isShownFinished(other)) return 'finished';
    return open.has(other) ? 'open' : null;
  };
}

/** Declared by a file, be it one of another partition. */
export function declaredIn({ declared, desired }: PlanInput): (address: Address) => boolean {
  const staying = new Set([
    ...declared.users.flatMap(({ ensure, address }) => (ensure === 'present' ? address : [])),
    ...declared.records.map(({ address }) => address),
    ...(desired.others?.holders.keys() ?? []),
  ]);
  return (address) => staying.has(address);
}

/** Finished, declared by no file any more, or gone, so that nobody knows whether they were called. */
export function leftOver(input: PlanInput): Known[] {
  const { observed } = input;
  const [isDeclared, isFinished] = [declaredIn(input), finishedIn(input)];
  const gone = new Set(
    input.diff.verdicts.flatMap((each) => (each.reason.kind === 'gone-unclear' ? each.address : [])),
  );
  // A first run has nothing recorded of what our markers, or those of a former name, show.
  const shown = [...gone, ...observed.extras.keys(), ...(observed.foreign?.keys() ?? [])].flatMap(
    (address): Known[] => {
      const parsed = parseAddress(address);
      return isRecord(parsed) ? [{ ...parsed, address }] : [];
    },
  );
  const isLeft = (address: Address): boolean => !isDeclared(address) || isFinished(address) || gone.has(address);
  return [...shown, ...knownObjects(input)].filter(({ address }) => isLeft(address));
}
