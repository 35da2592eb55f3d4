// Where a record comes from, and where else its customer may stand. Pure.

import { clientIdOf, isRecord, parseAddress } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import { goesOn, isDeleted, isFinished, markerIn } from '../../model/record.ts';
import type { DesiredRecord, RecordedRecord } from '../../model/record.ts';
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

/**
 * clientId -> campaign in which a task with our marker stands although nothing declares or records it there. That of a record which is
 * used up, shown there as REMOVED, stands nowhere: others carried it, and it is nobody's to answer for.
 */
export function findElsewhere({ observed, recorded }: DiffInput): Map<string, string> {
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

export function findComing({ desired, recorded, whole }: DiffInput): Set<string> {
  const declared = new Set((whole ?? { desired }).desired.records.map(({ address }) => address));
  const creates = recorded.openIntents.filter(({ action }) => action === 'create');
  return new Set(creates.flatMap(({ address }) => (declared.has(address) ? [] : [clientIdOf(address)])));
}
