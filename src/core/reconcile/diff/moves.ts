// Records that change their campaign: where each comes from, and where else its customer may stand. Pure.

import { clientIdOf, isRecord, parseAddress } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import { goesOn, isDeleted, isFinished, isSameTask, markerIn } from '../../model/record.ts';
import type { DesiredRecord, ObservedRecord, ObservedTask, RecordedRecord } from '../../model/record.ts';
import { showsSentData } from '../fields.ts';
import { isAnother } from '../owner.ts';
import type { DiffInput } from './input.ts';

export interface Moves {
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
export function findMoves(
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

export interface Elsewhere {
  readonly campaignName: string;
  readonly task: ObservedTask;
}

/**
 * clientId -> where a task of ours stands although nothing declares or records it there. That of a record which is used up, shown there
 * as REMOVED, stands nowhere: others carried it, and it is nobody's to answer for.
 */
export function findElsewhere(input: DiffInput): Map<string, Elsewhere[]> {
  const all = [...input.recorded.objects.values()].filter(isRecord);
  const usedUp = new Set<string | null>(
    all.flatMap(({ consumed, marker }) => (consumed === null ? [] : (marker ?? []))),
  );
  const isOver = (task: ObservedTask): boolean => isDeleted(task) && usedUp.has(markerIn(task));
  const marked = [...input.observed.extras].filter(([, task]) => !isOver(task));
  const byId = Map.groupBy(all, ({ clientId }) => clientId);
  const asked = askedElsewhere(input).flatMap(([address, { tasks }]) => {
    const own = byId.get(clientIdOf(address)) ?? [];
    const task = tasks.find((each) => own.some((recorded) => isItStill(recorded, each, input)));
    return task === undefined ? [] : [[address, task] as const];
  });
  const found = [...asked, ...marked].flatMap(([address, task]) => {
    const parsed = parseAddress(address);
    return isRecord(parsed) ? [{ clientId: parsed.clientId, campaignName: parsed.campaignName, task }] : [];
  });
  return Map.groupBy(found, ({ clientId }) => clientId);
}

/** clientId -> tasks that stand where another one is recorded. Where a line alone names the place, that line answers for what stands there. */
export function findBeside({ observed, recorded, whole }: DiffInput): Map<string, Elsewhere[]> {
  const { objects } = whole?.recorded ?? recorded;
  const found = [...observed.records].flatMap(([address, { tasks }]) => {
    const own = objects.get(address);
    if (!isRecord(own)) return [];
    const { clientId, campaignName } = own;
    return tasks.filter((task) => isAnother(own, task)).map((task) => ({ clientId, campaignName, task }));
  });
  return Map.groupBy(found, ({ clientId }) => clientId);
}

/** clientIds that may stand where they were asked for by id, because that was not answered. */
export function unreadElsewhere(input: DiffInput): Set<string> {
  const unread = askedElsewhere(input).filter(([, { presence }]) => presence === 'unknown');
  return new Set(unread.map(([address]) => clientIdOf(address)));
}

/** What is declared or recorded there, by whomever, is another record. */
function askedElsewhere({
  observed,
  desired,
  recorded,
  whole = { desired, recorded },
}: DiffInput): [Address, ObservedRecord][] {
  const declared = new Set(whole.desired.records.map(({ address }) => address));
  const { holders, recorded: held } = desired.others ?? {};
  const isKnown = (address: Address): boolean =>
    declared.has(address) ||
    whole.recorded.objects.has(address) ||
    holders?.has(address) ||
    held?.has(address) ||
    false;
  return [...(observed.elsewhere ?? [])].filter(([address]) => !isKnown(address));
}

/** Open, and the recorded task itself: by its id, by its marker, or by all data that were sent. */
export function isItStill(
  recorded: RecordedRecord,
  task: ObservedTask,
  { digest }: Pick<DiffInput, 'digest'>,
): boolean {
  return isItByName(recorded, task) || (!isFinished(task) && showsSentData(task, recorded, digest));
}

/** The same, where another record of the customer holds the same data. */
export function isItByName(recorded: RecordedRecord, task: ObservedTask): boolean {
  const isMarked = recorded.marker !== null && markerIn(task) === recorded.marker;
  return !isFinished(task) && (isMarked || isSameTask(recorded, task));
}

export function findComing({ desired, recorded, whole }: DiffInput): Set<string> {
  const declared = new Set((whole ?? { desired }).desired.records.map(({ address }) => address));
  const creates = recorded.openIntents.filter(({ action }) => action === 'create');
  return new Set(creates.flatMap(({ address }) => (declared.has(address) ? [] : [clientIdOf(address)])));
}
