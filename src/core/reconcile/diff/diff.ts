// The one differ: desired x recorded x observed -> changes, verdicts, and what to note without a request. Pure.

import { clientIdOf, isRecord, isUser, parseAddress } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import { isListed } from '../../model/do-not-call.ts';
import { goesOn, isDeleted, isFinished, markerIn } from '../../model/record.ts';
import type { DesiredRecord, RecordedRecord } from '../../model/record.ts';
import type { HeldElsewhere, ObservedState, RecordedObject } from '../../model/state.ts';
import { sawKnownUser } from '../../model/user.ts';
import type { ObservedUser, RecordedUser } from '../../model/user.ts';
import type { Change, MoveCopy } from '../change.ts';
import type { UserVerdict, Verdict } from '../verdict.ts';
import { diffRecord } from './record.ts';
import { diffRememberedRecord, seenTask, stillThere } from './removed.ts';
import { diffUser } from './user.ts';
import { wasRecreated } from './user-result.ts';
import type { UserDiff } from './user-result.ts';
import { userVerdict } from '../verdict.ts';
import { offboard } from './offboard.ts';
import { isOlder, withoutAdvice } from './unrecorded.ts';
import type { Offboarding } from '../plan-value.ts';
import type { DiffInput } from './input.ts';
import { customersElsewhere, heldElsewhere } from '../held-elsewhere.ts';
import { consumed, NO_RECORD_DIFF, sayOfRecord } from './record-result.ts';
import type { OtherHolder, RecordDiff, RecordFacts } from './record-result.ts';
import { spelledOtherwise } from './spelled.ts';
import type { SpellingCheck } from './spelled.ts';

export interface Diff {
  readonly changes: readonly Change[];
  readonly verdicts: readonly Verdict[];
  /** To be recorded when the plan is applied; no request, not a change. */
  readonly notes: readonly RecordedObject[];
  readonly unchanged: number;
  readonly offboarding: Offboarding;
}

export function diff(input: DiffInput): Diff {
  const users = diffUsers(input);
  const records = diffRecords(input);
  const settled = offboard(input, { users: users.changes, records: records.changes, verdicts: users.verdicts });
  const sent = new Map(settled.changes.map((change) => [change.address, change]));
  const found = [...users.verdicts, ...records.verdicts.flatMap((each) => unlessSent(each, sent)), ...settled.verdicts];
  const verdicts = withoutAdvice(found, input.unrecorded ?? null);
  const said = verdicts.filter((verdict) => verdict.class !== 'assumed');
  const named = new Set([...settled.changes, ...said].map(({ address }) => address));
  return {
    changes: settled.changes,
    verdicts,
    notes: [...users.notes, ...records.notes],
    unchanged: users.seen + records.seen - named.size,
    offboarding: settled.offboarding,
  };
}

/** Whom a stack registers, and to whom its records are pinned: its deletes know of nobody else (providers/part.ts). */
function registeredIn({ desired, observed }: DiffInput): Pick<ObservedState, 'users' | 'agents'> {
  const own = new Set(desired.users.flatMap(({ address, ensure }) => (ensure === 'present' ? [address] : [])));
  const pinned = new Set(desired.records.map(({ preferredAgent }) => preferredAgent));
  return {
    users: new Map([...observed.users].filter(([address]) => own.has(address))),
    agents: new Map([...observed.agents].filter(([login]) => pinned.has(login))),
  };
}

/** What the removal of a leaver sends of a record is not left as it is. */
function unlessSent(verdict: Verdict, changes: ReadonlyMap<Address, Change>): Verdict[] {
  const change = changes.get(verdict.address);
  if (verdict.class !== 'kept' || verdict.fields.length === 0 || change === undefined) return [verdict];
  const fields = verdict.fields.filter(({ field }) => change.fields.every((each) => each.field !== field));
  return fields.length === 0 ? [] : [{ ...verdict, fields }];
}

function diffUsers(input: DiffInput): {
  changes: Change[];
  verdicts: UserVerdict[];
  notes: RecordedUser[];
  seen: number;
} {
  const desired = new Map(input.desired.users.map((user) => [user.address, user]));
  const known = new Set([...desired.keys(), ...recordedOf(input, 'user').keys()]);
  const removed = [...(input.recorded.removed?.values() ?? [])].filter(isUser);
  const remembered = new Map(removed.map((user) => [user.address, user]));
  const addresses = new Set([...known, ...remembered.keys()]);
  const knownUserSeen = sawKnownUser(input.observed);
  const witnessed = input.isOfStack === true ? sawKnownUser(registeredIn(input)) : knownUserSeen;
  const older = isOlder({ ...input, recorded: input.whole?.recorded ?? input.recorded });
  const held = heldElsewhere(input.desired);
  const results = [...addresses].toSorted().map((address): UserDiff => {
    const recorded = input.recorded.objects.get(address);
    const [wanted, other] = [desired.get(address), recorded === undefined ? held.get(address) : undefined];
    if (wanted !== undefined && other !== undefined) {
      const reason = { kind: 'other-partition', partition: other.partition, campaignName: null } as const;
      return { change: null, verdict: userVerdict(wanted, reason) };
    }
    return diffUser({
      desired: wanted ?? null,
      recorded: isUser(recorded) ? recorded : null,
      removed: remembered.get(address) ?? null,
      observed: input.observed.users.get(address) ?? null,
      partition: otherHolder(input, address),
      digest: input.digest,
      ...(input.identity && { identity: input.identity }),
      knownUserSeen: wanted?.ensure === 'present' ? knownUserSeen : witnessed,
      isOlder: older,
      isCounted: input.isCounted === true,
    });
  });
  const changes = results.flatMap((result) => result.change ?? []);
  const verdicts = results.flatMap((result) => result.verdict ?? []);
  const changed = new Map(changes.map(({ address, action }) => [address, action]));
  const notes = [...addresses].flatMap((address) => {
    const recorded = input.recorded.objects.get(address);
    const observed = input.observed.users.get(address);
    if (!isUser(recorded) || observed === undefined || observed.unproven !== undefined) return [];
    const action = changed.get(address);
    // Before a delete, too: a run that is killed after it leaves the record as it was.
    const isLasting = action === undefined ? desired.get(address)?.ensure === 'present' : action === 'delete';
    const isNoted = isLasting && observed.service === 'present';
    return withOther(recorded, observed, input.now) ?? (isNoted ? withAccount(recorded, observed) : []);
  });
  // What is only remembered counts where something is to be said of it.
  const said = new Set([...changes, ...verdicts].map(({ address }) => address));
  return { changes, verdicts, notes, seen: [...addresses].filter((each) => known.has(each) || said.has(each)).length };
}

/** Which account it is: another one may come to stand there. Not where the answer to its create was lost, which proves nothing. */
function withAccount(recorded: RecordedUser, { connectUserId }: ObservedUser): RecordedUser[] {
  if (recorded.connectUserId !== null || recorded.foundAt !== undefined) return [];
  return connectUserId === null ? [] : [{ ...recorded, connectUserId }];
}

/** That another account was seen in its place, which may lose its id again; or no longer. Null where that says nothing new. */
function withOther(recorded: RecordedUser, observed: ObservedUser, now: number): RecordedUser[] | null {
  const { otherSeenAt, ...before } = recorded;
  if (wasRecreated(recorded, observed)) return otherSeenAt === undefined ? [{ ...before, otherSeenAt: now }] : [];
  return otherSeenAt === undefined ? null : [before];
}

function diffRecords(input: DiffInput): {
  changes: Change[];
  verdicts: Verdict[];
  notes: RecordedObject[];
  seen: number;
} {
  const desired = new Map(input.desired.records.map((record) => [record.address, record]));
  const spelled = spelledOtherwise(input);
  const before = recordedOf(input, 'record');
  const recorded = new Map([...before].map(([address, object]) => [address, spelled.withUsed(object)]));
  const moves = findMoves(desired, recorded, input);
  const [elsewhere, mayCome] = [findElsewhere(input), findComing(input)];
  const customers = customersElsewhere(input.desired);
  const results: RecordDiff[] = [];
  let seen = 0;
  for (const address of [...new Set([...desired.keys(), ...recorded.keys()])].toSorted()) {
    if (moves.sources.has(address) || spelled.held.has(address)) continue;
    if (desired.has(address) || recorded.get(address)?.consumed === null) seen += 1;
    const facts = factsOf(input, address, { desired, recorded, moves, elsewhere, mayCome, spelled });
    const found = moves.unclear.has(address) ? sayOfRecord(facts, { kind: 'several-campaigns' }) : diffRecord(facts);
    const other = facts.desired && found.change?.action === 'create' ? spelled.other(facts.desired) : null;
    const held = facts.desired && facts.recorded === null && facts.from === null ? customers(facts.desired) : null;
    const spelt =
      held !== null
        ? sayOfHeld(facts, held)
        : other === null
          ? withoutListed(found, facts, input)
          : sayOfRecord(facts, { kind: 'spelled-otherwise', other });
    const result = withPinChecked(spelt, facts, input);
    // What another spelling used is kept here too: that one may be forgotten.
    const isNews = facts.recorded !== null && facts.recorded !== before.get(address) && result.change === null;
    results.push(isNews ? { ...result, note: result.note ?? facts.recorded } : result);
    // Used up and let go, and seen all the same.
    if (!desired.has(address) && isLetGo(facts) && (result.change ?? result.verdict)) seen += 1;
  }
  for (const [address, object] of input.recorded.removed ?? []) {
    const task = input.observed.extras.get(address);
    if (!isRecord(object) || task === undefined || desired.has(address)) continue;
    if (input.desired.others?.holders.has(address)) continue;
    const facts = factsOf(input, address, { desired, recorded, moves, elsewhere, mayCome, spelled });
    const result = diffRememberedRecord({ ...facts, recorded: object, observed: seenTask(task, input.now) }, task);
    results.push(result);
    if (result.change ?? result.verdict) seen += 1;
  }
  return {
    changes: results.flatMap((result) => result.change ?? []),
    verdicts: results.flatMap((result) => result.verdict ?? []),
    notes: results.flatMap((result) => result.note ?? []),
    seen,
  };
}

function otherHolder({ desired: { others } }: DiffInput, address: Address): OtherHolder | undefined {
  const name = others?.holders.get(address);
  return name === undefined ? undefined : { name, hasTaken: others?.recorded?.get(address)?.partition === name };
}

/** Of the same customer another partition knows more. */
function sayOfHeld(facts: RecordFacts, { partition, object, isOpen }: HeldElsewhere): RecordDiff {
  if (!isRecord(object)) return NO_RECORD_DIFF;
  if (!isOpen && object.consumed !== null) {
    const { how } = object.consumed;
    return consumed({ ...facts, from: { recorded: object, observed: null } }, null, how === 'released' ? 'gone' : how);
  }
  return sayOfRecord(facts, { kind: 'other-partition', partition, campaignName: object.campaignName });
}

/** Who is not to be called gets no task, and one that is open waits for a person. What ends it goes on. */
function withoutListed(found: RecordDiff, facts: RecordFacts, { doNotCall }: DiffInput): RecordDiff {
  const { desired, observed, from } = facts;
  if (doNotCall === undefined || desired === null || !goesOn(desired.ensure) || !isListed(desired, doNotCall))
    return found;
  const isOpen = [observed, from?.observed].some((seen) => seen?.tasks.some((task) => !isFinished(task)) === true);
  if (found.change === null && !(isOpen && facts.recorded !== null)) return found;
  return { ...sayOfRecord(facts, { kind: 'do-not-call', isOpen }), note: found.note };
}

/** Where more is to be said of the record, or it is used up, that comes first. */
function withPinChecked(found: RecordDiff, facts: RecordFacts, { checkPin }: DiffInput): RecordDiff {
  const { desired } = facts;
  if (found.verdict !== null || desired === null || !goesOn(desired.ensure)) return found;
  const reason = checkPin?.(desired) ?? null;
  if (reason === null) return found;
  const { agentSource: source = desired.source } = desired;
  return { ...sayOfRecord({ ...facts, desired: { ...desired, source } }, reason), note: found.note };
}

const isLetGo = ({ recorded }: RecordFacts): boolean => recorded !== null && recorded.consumed !== null;

interface RecordIndexes {
  readonly desired: ReadonlyMap<Address, DesiredRecord>;
  readonly recorded: ReadonlyMap<Address, RecordedRecord>;
  readonly moves: Moves;
  readonly elsewhere: ReadonlyMap<string, string>;
  /** clientIds of creates that may still be carried out where nobody declares them any more. */
  readonly mayCome: ReadonlySet<string>;
  readonly spelled: SpellingCheck;
}

function factsOf(input: DiffInput, address: Address, indexes: RecordIndexes): RecordFacts {
  const desired = indexes.desired.get(address) ?? null;
  const source = indexes.moves.byTarget.get(address) ?? null;
  const { observed, lineage, digest, now, verifyRemovedMs, queueNameIsCode = false } = input;
  const former = input.recorded.removed?.get(address);
  const isAgain = desired !== null && source === null && isRecord(former);
  const there = isAgain ? stillThere(former, observed.records.get(address)) : null;
  const recorded = indexes.recorded.get(address) ?? there;
  return {
    desired,
    recorded,
    ...(isRecord(former) && { former: indexes.spelled.withUsed(former) }),
    observed: observed.records.get(address) ?? null,
    from: source && { recorded: source, observed: observed.records.get(source.address) ?? null },
    copy: copyOf(input, address, source),
    resetFrom: input.resets?.get(address) ?? null,
    partition: otherHolder(input, address),
    elsewhere: indexes.elsewhere.get((desired ?? recorded)?.clientId ?? '') ?? null,
    mayBeElsewhere:
      [...(observed.unread ?? [])].some((name) => name !== desired?.campaign.campaignName) ||
      (desired !== null && indexes.mayCome.has(desired.clientId)),
    lineage,
    digest,
    now,
    queueNameIsCode,
    ...(verifyRemovedMs !== undefined && { verifyRemovedMs }),
  };
}

/** Kept under the address it moves to; after a change of mind in the file, under the one it moves from. */
function copyOf({ copies }: DiffInput, address: Address, source: RecordedRecord | null): MoveCopy | null {
  return copies?.get(address) ?? (source && copies?.get(source.address)) ?? null;
}

interface Moves {
  readonly byTarget: ReadonlyMap<Address, RecordedRecord>;
  /** Declared places of a record of which nobody can tell from where it comes, or where it goes. */
  readonly unclear: ReadonlySet<Address>;
  /** Recorded places that are no longer declared and belong to a move, clear or not: kept recorded. */
  readonly sources: ReadonlySet<Address>;
}

/**
 * Declared in B, recorded in A, no longer declared in A, not yet recorded in B: one move, if there is exactly one A. So it is where it
 * was used up in A and is declared absent there: clearing up is no reason to call again. Declared absent in B by its id, and gone from A, it came
 * there.
 */
function findMoves(
  desired: ReadonlyMap<Address, DesiredRecord>,
  recorded: ReadonlyMap<Address, RecordedRecord>,
  { observed: { records }, desired: { others } }: DiffInput,
): Moves {
  const isUsedUp = ({ consumed, address }: RecordedRecord): boolean =>
    consumed !== null || (records.get(address)?.tasks.some(isFinished) ?? false);
  const hasLeft = (record: RecordedRecord): boolean => {
    const wanted = desired.get(record.address);
    // Declared there by another partition it goes on there, and is another record.
    if (others?.holders.has(record.address)) return false;
    return wanted === undefined || (!goesOn(wanted.ensure) && isUsedUp(record));
  };
  const left = Map.groupBy([...recorded.values()].filter(hasLeft), (record) => record.clientId);
  // A transfer brought it, and left it beside another one: to go by its id, it is known by what is recorded of it where it was.
  const hasCome = ({ address, clientId, previewRecordId }: DesiredRecord): boolean =>
    previewRecordId !== undefined &&
    records.get(address)?.presence === 'present' &&
    (left.get(clientId) ?? []).every((source) => records.get(source.address)?.presence === 'absent');
  const arrived = Map.groupBy(
    [...desired.values()].filter(
      (record) => (goesOn(record.ensure) || hasCome(record)) && !recorded.has(record.address),
    ),
    (record) => record.clientId,
  );
  const byTarget = new Map<Address, RecordedRecord>();
  const unclear = new Set<Address>();
  const kept = new Set<Address>();
  for (const [clientId, targets] of arrived) {
    const sources = left.get(clientId) ?? [];
    const [target, source] = [targets[0], sources[0]];
    if (!target || !source) continue;
    for (const { address } of sources) if (!desired.has(address)) kept.add(address);
    if (targets.length === 1 && sources.length === 1) byTarget.set(target.address, source);
    else for (const { address } of targets) unclear.add(address);
  }
  return { byTarget, unclear, sources: kept };
}

/**
 * clientId -> campaign in which a task with our marker stands although nothing declares or records it there. That of a record which is
 * used up, shown there as REMOVED, stands nowhere: others carried it, and it is nobody's to answer for.
 */
function findElsewhere({ observed, recorded }: DiffInput): Map<string, string> {
  const all = [...recorded.objects.values()].filter(isRecord).filter(({ consumed }) => consumed !== null);
  const usedUp = new Set<string | null>(all.flatMap(({ marker }) => marker ?? []));
  const found = new Map<string, string>();
  for (const [address, task] of observed.extras) {
    const parsed = parseAddress(address);
    const isOver = isDeleted(task) && usedUp.has(markerIn(task));
    if (isRecord(parsed) && !isOver) found.set(parsed.clientId, parsed.campaignName);
  }
  return found;
}

function findComing({ desired, recorded, whole }: DiffInput): Set<string> {
  const declared = new Set((whole ?? { desired }).desired.records.map(({ address }) => address));
  const creates = recorded.openIntents.filter(({ action }) => action === 'create');
  return new Set(creates.flatMap(({ address }) => (declared.has(address) ? [] : [clientIdOf(address)])));
}

function recordedOf<K extends RecordedObject['kind']>(
  input: DiffInput,
  kind: K,
): Map<Address, Extract<RecordedObject, { kind: K }>> {
  const isKind = (object: RecordedObject): object is Extract<RecordedObject, { kind: K }> => object.kind === kind;
  return new Map([...input.recorded.objects.values()].filter(isKind).map((object) => [object.address, object]));
}
