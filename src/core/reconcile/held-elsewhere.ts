// Records that move between partitions, the parts of a target that have a state each: who was called, who owns, and what a guard counts
// is about the whole target, so what all of them record is one memory. Pure.
//
//   declared here, not recorded here, and another partition  | then
//   records it                                               | taken over as it is recorded there; what follows comes in the next run
//   waits for the answer to a write of it                    | a decision: that partition first
//   records its clientId in a campaign that declares it no more  | used up: used up here; else a decision: that partition first
//
//   recorded here, declared in another partition             | let go once that one records it; until then it stays recorded
//
//   Example   C-1 was called in Summer (partition south) and cleared away. Its line goes to Winter (partition north). Without this rule
//   north, which has never heard of C-1, calls the customer again.

import { isRecord, isUser } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import type { DesiredRecord, RecordedRecord } from '../model/record.ts';
import type { DesiredState, HeldElsewhere, RecordedObject, RecordedState } from '../model/state.ts';
import { isNewReason } from './reasons.ts';

type Held = ReadonlyMap<Address, HeldElsewhere>;
const NONE: Held = new Map();

export function heldElsewhere({ others }: Pick<DesiredState, 'others'>): Held {
  return others?.recorded ?? NONE;
}

/** Whether what is planned here may depend on what other partitions record. */
export function asksOthers({ users, records, others }: DesiredState, { objects, openIntents }: RecordedState): boolean {
  if (others === undefined) return false;
  const declared = new Map([...users, ...records].map(({ address, ensure }) => [address, ensure]));
  const leaves = (object: RecordedObject): boolean => {
    const ensure = declared.get(object.address);
    if (ensure !== undefined && ensure !== 'absent') return false;
    const isUsedUp = isRecord(object) && object.consumed !== null;
    return !isUsedUp || (ensure === undefined && others.holders.has(object.address));
  };
  return (
    openIntents.length > 0 ||
    [...declared.keys()].some((each) => !objects.has(each)) ||
    [...objects.values()].some(leaves)
  );
}

/** What another partition records of an object that is declared here; the later word of several. */
export function takenOver(desired: DesiredState, { objects }: RecordedState): Held {
  const held = heldElsewhere(desired);
  const declared = held.size === 0 ? [] : [...desired.users, ...desired.records];
  return new Map(
    declared.flatMap(({ address }) => {
      const found = held.get(address);
      return found === undefined || found.isOpen || objects.has(address) ? [] : [[address, found] as const];
    }),
  );
}

/** What another partition records of the customer of a record, by clientId; what is declared where it is recorded is another record. */
export function customersElsewhere(desired: DesiredState): (record: DesiredRecord) => HeldElsewhere | null {
  const declared = new Set(desired.records.map(({ address }) => address));
  const held = heldElsewhere(desired);
  const isLeft = ({ object: { address } }: HeldElsewhere): boolean =>
    !(declared.has(address) || desired.others?.holders.has(address));
  const left = [...held.values()].filter((each) => isRecord(each.object) && isLeft(each));
  const byId = Map.groupBy(left, ({ object }) => (isRecord(object) ? object.clientId : ''));
  return ({ address, clientId, reissue }) => {
    const all = [held.get(address) ?? [], byId.get(clientId) ?? []].flat();
    const open = all.find(({ object, isOpen }) => isOpen || (isRecord(object) && object.consumed === null));
    const ended = all.find(({ object }) => isRecord(object) && !isNewReason(reissue, object));
    return open ?? ended ?? null;
  };
}

/** What the other partitions will remove by the same files: a guard counts it, too. */
export function removedElsewhere(desired: Pick<DesiredState, 'users' | 'records' | 'others'>): RecordedObject[] {
  const declared = new Set([...desired.users, ...desired.records].map(({ address }) => address));
  return [...heldElsewhere(desired).values()].flatMap(({ object }) => {
    if (desired.others?.leavers.has(object.address) === true)
      return isRecord(object) && isWorked(object) ? [] : [object];
    const isDeclared = declared.has(object.address) || desired.others?.holders.has(object.address) === true;
    return isDeclared || !goesBySilence(object) ? [] : [object];
  });
}

function goesBySilence(object: RecordedObject): boolean {
  if (isUser(object)) {
    const isKept = object.onRemove === 'release' || object.onRemove === 'keep';
    return !isKept && (object.provenance.service === 'created' || object.onRemove !== null);
  }
  return object.provenance === 'created' && !isWorked(object);
}

/** Then it stays, whatever a file says. */
function isWorked({ consumed, worked }: RecordedRecord): boolean {
  return consumed !== null || worked.attempts > 0;
}
