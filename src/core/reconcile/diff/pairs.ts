// Pair first, judge after: every record that is declared, recorded, or remembered and there, with all that is known of it. What becomes
// of each is judged in diff.ts. Pure.

import { isRecord } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import { isFinished, isSameTask } from '../../model/record.ts';
import type { DesiredRecord, ObservedTask, RecordedRecord } from '../../model/record.ts';
import type { RecordedObject } from '../../model/state.ts';
import type { MoveCopy } from '../change.ts';
import { isAnother } from '../owner.ts';
import { withCall } from '../reasons.ts';
import type { DiffInput } from './input.ts';
import { findBeside, findComing, findElsewhere, findMoves, isItByName, isItStill, unreadElsewhere } from './moves.ts';
import type { Elsewhere, Moves } from './moves.ts';
import type { OtherHolder, RecordFacts } from './record-facts.ts';
import { seenTask, stillThere } from './removed.ts';
import type { SpellingCheck } from './spelled.ts';

export interface Pair {
  /** Desired, recorded and observed. */
  readonly facts: RecordFacts;
  /** Nobody can tell from where it comes, or where it goes. */
  readonly isUnclear: boolean;
  /** Only remembered, since it was removed. */
  readonly isRemembered: boolean;
  /** Declared, or recorded and not used up: it counts where nothing is to be said of it, too. */
  readonly isManaged: boolean;
  /** What is recorded of it is to be noted: another spelling may be forgotten, and so may what was removed. */
  readonly isNews: boolean;
}

interface Indexes {
  readonly desired: ReadonlyMap<Address, DesiredRecord>;
  readonly recorded: ReadonlyMap<Address, RecordedRecord>;
  readonly moves: Moves;
  /** clientId -> tasks of ours that nothing declares or records where they stand. */
  readonly elsewhere: ReadonlyMap<string, readonly Elsewhere[]>;
  /** clientId -> tasks that stand beside another record. */
  readonly beside: ReadonlyMap<string, readonly Elsewhere[]>;
  /** clientIds of creates that may still be carried out where nobody declares them any more. */
  readonly mayCome: ReadonlySet<string>;
  /** clientIds of which another campaign said nothing. */
  readonly unread: ReadonlySet<string>;
  readonly spelled: SpellingCheck;
}

/** By address; what is only remembered comes last. */
export function pairRecords(input: DiffInput, spelled: SpellingCheck): Pair[] {
  const desired = new Map(input.desired.records.map((record) => [record.address, record]));
  const before = recordedOf(input, 'record');
  const recorded = new Map([...before].map(([address, object]) => [address, spelled.withUsed(object)]));
  const moves = findMoves(desired, recorded, input);
  const seen = { elsewhere: findElsewhere(input), beside: findBeside(input) };
  const places = { ...seen, unread: unreadElsewhere(input), mayCome: findComing(input) };
  const indexes = { desired, recorded, moves, ...places, spelled };
  const addresses = [...new Set([...desired.keys(), ...recorded.keys()])].toSorted();
  const managed = addresses.filter((address) => !moves.sources.has(address) && !spelled.held.has(address));
  return [
    ...managed.map((address): Pair => {
      const facts = factsOf(input, address, indexes);
      return {
        facts,
        isUnclear: moves.unclear.has(address),
        isRemembered: false,
        isManaged: facts.desired !== null || facts.recorded?.consumed === null,
        isNews: facts.recorded !== null && facts.recorded !== before.get(address),
      };
    }),
    ...rememberedPairs(input, indexes),
  ];
}

function rememberedPairs(input: DiffInput, indexes: Indexes): Pair[] {
  return [...(input.recorded.removed ?? [])].flatMap(([address, object]): Pair[] => {
    if (!isRecord(object) || indexes.desired.has(address)) return [];
    if (input.desired.others?.holders.has(address)) return [];
    const task = input.observed.extras.get(address);
    const seen = { recorded: object, observed: task === undefined ? null : seenTask(task, input.now) };
    const facts = { ...factsOf(input, address, indexes), ...seen };
    return [{ facts, isUnclear: false, isRemembered: true, isManaged: false, isNews: false }];
  });
}

function factsOf(input: DiffInput, address: Address, indexes: Indexes): RecordFacts {
  const desired = indexes.desired.get(address) ?? null;
  const source = indexes.moves.byTarget.get(address) ?? null;
  const { observed, lineage, digest, now, verifyRemovedMs, queueNameIsCode = false } = input;
  const former = input.recorded.removed?.get(address);
  const isAgain = desired !== null && source === null && isRecord(former);
  const there = isAgain ? stillThere(former, observed.records.get(address)) : null;
  const resetFrom = input.resets?.get(address) ?? null;
  const known = indexes.recorded.get(address) ?? there;
  const recorded = known && (resetFrom === null ? withReset(known, observed) : withCall(known));
  return {
    desired,
    recorded,
    ...(isRecord(former) && { former: indexes.spelled.withUsed(former) }),
    observed: observed.records.get(address) ?? null,
    from: source && { recorded: withReset(source, observed), observed: observed.records.get(source.address) ?? null },
    copy: copyOf(input, address, source),
    resetFrom,
    partition: otherHolder(input, address),
    ...elsewhereOf(input, { desired, own: recorded ?? source ?? (isRecord(former) ? former : null) }, indexes),
    lineage,
    digest,
    now,
    queueNameIsCode,
    ...(verifyRemovedMs !== undefined && { verifyRemovedMs }),
  };
}

/** Under one reading of the document an update sets the attempts back, and no reason asked for that: the customer was called all the same. */
function withReset(recorded: RecordedRecord, { records }: DiffInput['observed']): RecordedRecord {
  const task = records.get(recorded.address)?.tasks.find((each) => isSameTask(recorded, each));
  return task !== undefined && task.workAttempts < recorded.worked.attempts ? withCall(recorded) : recorded;
}

function elsewhereOf(
  input: DiffInput,
  { desired, own }: { readonly own: RecordedRecord | null } & Pick<RecordFacts, 'desired'>,
  { elsewhere, beside, mayCome, unread }: Indexes,
): Pick<RecordFacts, 'elsewhere' | 'mayBeElsewhere'> {
  const { clientId = '', campaignName } = desired === null ? (own ?? {}) : { ...desired, ...desired.campaign };
  const places = elsewhere.get(clientId) ?? [];
  // Who is only remembered is asked about there.
  const strayed = own?.removedAt === undefined ? (beside.get(clientId) ?? []) : [];
  const isAway = (each: Elsewhere): boolean => ![campaignName, own?.campaignName].includes(each.campaignName);
  const isThere = (task: ObservedTask): boolean =>
    own?.removedAt === undefined
      ? own !== null && isItStill(own, task, input)
      : !isFinished(task) && isSameTask(own, task);
  const open =
    places.find(({ task }) => isThere(task)) ??
    strayed.find((each) => own !== null && isAway(each) && isItByName(own, each.task));
  // Another one that is at its end there tells nothing of this one.
  const isOld = (task: ObservedTask): boolean => own !== null && isFinished(task) && isAnother(own, task);
  const place = open ?? places.findLast(({ task }) => !isOld(task));
  return {
    elsewhere: place === undefined ? null : { campaignName: place.campaignName, isOpen: open !== undefined },
    mayBeElsewhere:
      [...(input.observed.unread ?? [])].some((name) => name !== campaignName) ||
      unread.has(clientId) ||
      (desired !== null && mayCome.has(clientId)),
  };
}

/** Kept under the address it moves to; after a change of mind in the file, under the one it moves from. */
function copyOf({ copies }: DiffInput, address: Address, source: RecordedRecord | null): MoveCopy | null {
  return copies?.get(address) ?? (source && copies?.get(source.address)) ?? null;
}

/** The partition that declares an object, where it is another one. */
export function otherHolder({ desired: { others }, observed }: DiffInput, address: Address): OtherHolder | undefined {
  const name = others?.holders.get(address);
  const user = observed.users.get(address);
  const isGone = user?.service === 'absent' && user.backend !== 'present';
  // Asked there to be absent, and gone: nothing is left to hand over, and that one forgets it, too.
  if (isGone && others?.leavers.has(address) === true) return undefined;
  return name === undefined ? undefined : { name, hasTaken: others?.recorded?.get(address)?.partition === name };
}

export function recordedOf<K extends RecordedObject['kind']>(
  input: DiffInput,
  kind: K,
): Map<Address, Extract<RecordedObject, { kind: K }>> {
  const isKind = (object: RecordedObject): object is Extract<RecordedObject, { kind: K }> => object.kind === kind;
  return new Map([...input.recorded.objects.values()].filter(isKind).map((object) => [object.address, object]));
}
