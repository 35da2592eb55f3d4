// The full copy of a record on the way from one campaign to another: what is kept of it, what it is good for, and when it
// may go. Whether data move with a transferred task is not shown by the interface document, so what others stored could be lost
// there; what we declared is in Git.
//
//   an item of others, where the record is recorded now | it is                     | the copy
//   shows the value it had                              | as it was                 | is dropped, when all items are
//   is missing                                          | put back                  | stays until it is shown
//   shows another value                                 | said, and not overwritten | stays until the record is used up
//   is declared by now, or was sent by us               | compared by its own rule  | does not wait for it
//
// Why another value is not overwritten: it was cut or changed on the way, or somebody set it since, and nothing tells which.

import { goesOn, MARKER_KEY } from '../../model/record.ts';
import type { DataItem, DesiredRecord, ObservedTask, RecordedRecord } from '../../model/record.ts';
import { clientIdOf, isRecord } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import type { DesiredState, ObservedState, RecordedState } from '../../model/state.ts';
import type { SavedCopy } from '../../state/recorder.ts';
import type { MoveCopies, MoveCopy } from '../change.ts';
import { fieldOfItem, recordFields } from '../fields.ts';

/** Which items of a task are neither declared nor were ever sent by us, specially named ones included. */
export function foreignKeys(
  task: ObservedTask,
  { desired, recorded }: { readonly desired: DesiredRecord; readonly recorded: RecordedRecord },
): string[] {
  const ids = new Set([recorded.clientIdFieldName, desired.campaign.clientIdFieldName, MARKER_KEY]);
  const declaredFields = new Set(recordFields(desired).keys());
  return task.items.flatMap(({ key, value }) => {
    // Where there are markers, a Hidden item that names nothing but the marker is our own.
    if (ids.has(key) || (key === 'Hidden' && value === MARKER_KEY)) return [];
    const field = fieldOfItem(key);
    return declaredFields.has(field) || recorded.digests[field] !== undefined ? [] : [key];
  });
}

const NO_RECORD = { desired: null, recorded: null };

/** What a record still misses from an earlier move, or shows changed, is kept on, or the next move would forget it. */
export function copyToKeep(task: ObservedTask, foreign: readonly string[], before: MoveCopy | undefined): MoveCopy {
  if (before === undefined) return { task, foreign };
  const whole = withLost(task, before);
  const changed = new Set(changedKeys(before, task, NO_RECORD));
  const earlier = before.task.items.filter(({ key }) => changed.has(key));
  const items = [...whole.items.filter(({ key }) => !changed.has(key)), ...earlier];
  return { task: { ...whole, items }, foreign: [...new Set([...foreign, ...before.foreign])] };
}

/** Items of others that did not arrive. */
export function lostItems({ task, foreign }: MoveCopy, landed: ObservedTask): DataItem[] {
  const arrived = new Map(landed.items.map((item) => [item.key, item.value]));
  return task.items.filter((item) => foreign.includes(item.key) && !hasArrived(item, arrived.get(item.key)));
}

/** Keys of items of others that show another value than in the copy, and that no file declares. */
export function changedKeys(
  { task, foreign }: MoveCopy,
  landed: ObservedTask,
  { desired, recorded }: { readonly desired: DesiredRecord | null; readonly recorded: RecordedRecord | null },
): string[] {
  const before = new Map(task.items.map((item) => [item.key, item.value]));
  const declared = new Set([
    ...(desired === null ? [] : recordFields(desired).keys()),
    ...Object.keys(recorded?.digests ?? {}),
  ]);
  const isChanged = ({ key, value }: DataItem): boolean =>
    foreign.includes(key) && !isList(key) && !declared.has(fieldOfItem(key)) && before.get(key) !== value;
  return landed.items.filter(isChanged).map(({ key }) => key);
}

function isList(key: string): boolean {
  return key === 'Hidden' || key === 'Highlight';
}

/** `Hidden` and `Highlight` are lists: what we hide ourselves does not stand for what others hid. */
function hasArrived({ key, value }: DataItem, arrived: string | undefined): boolean {
  if (arrived === undefined) return false;
  if (!isList(key)) return true;
  const shown = new Set(arrived.split('|'));
  return value.split('|').every((name) => name === MARKER_KEY || shown.has(name));
}

/** The task as it should have arrived: what stands there, and what was lost on the way. */
export function withLost(landed: ObservedTask, copy: MoveCopy): ObservedTask {
  const lost = lostItems(copy, landed);
  const keys = new Set(lost.map((item) => item.key));
  return {
    ...landed,
    items: [...landed.items.filter((item) => !keys.has(item.key)), ...lost],
  };
}

interface CopyFacts {
  readonly desired: Pick<DesiredState, 'records'>;
  readonly recorded: RecordedState;
  readonly observed: ObservedState;
}

/** Copies that are needed no more: the record arrived whole, was used up, or is nobody's any longer. What is declared and not recorded arrives. */
export function finishedCopies(copies: MoveCopies, { desired, recorded, observed }: CopyFacts): Address[] {
  const arriving = desired.records.filter(({ address, ensure }) => goesOn(ensure) && !recorded.objects.has(address));
  const open = new Set([...recorded.openIntents, ...arriving].map(({ address }) => address));
  const owners = Map.groupBy(
    [...recorded.objects.values()].filter((object) => isRecord(object) && object.consumed === null),
    (object) => (isRecord(object) ? object.clientId : ''),
  );
  // The file may have changed its mind since: the record is looked for wherever it is recorded now.
  const isWhole = (copy: MoveCopy): boolean =>
    (owners.get(copy.task.clientId) ?? []).every((owner) => {
      const [task, twin] = observed.records.get(owner.address)?.tasks ?? [];
      if (task === undefined || twin !== undefined || lostItems(copy, task).length > 0) return false;
      return isRecord(owner) && changedKeys(copy, task, { desired: null, recorded: owner }).length === 0;
    });
  return [...copies].flatMap(([address, copy]) => (!open.has(address) && isWhole(copy) ? [address] : []));
}

/** Of a run narrowed to `inside`: the copies about which it looks at everything that is recorded. */
export function copiesWithin(copies: MoveCopies, inside: RecordedState, whole: RecordedState): MoveCopies {
  const objects = [...whole.objects.values()].filter(({ address }) => !inside.objects.has(address));
  const intents = whole.openIntents.filter((intent) => !inside.openIntents.includes(intent));
  const clientIds = new Set([
    ...objects.flatMap((object) => (isRecord(object) ? [object.clientId] : [])),
    ...intents.map(({ address }) => clientIdOf(address)),
  ]);
  return new Map([...copies].filter(([, { task }]) => !clientIds.has(task.clientId)));
}

/** Saved bodies -> copies. A body of another shape is no copy of a move. */
export function readCopies(saved: readonly SavedCopy[]): MoveCopies {
  return new Map(saved.flatMap(({ address, body }) => (isMoveCopy(body) ? [[address, body] as const] : [])));
}

function isMoveCopy(body: unknown): body is MoveCopy {
  if (typeof body !== 'object' || body === null || !('task' in body) || !('foreign' in body)) return false;
  const { task } = body;
  return Array.isArray(body.foreign) && typeof task === 'object' && task !== null && 'items' in task;
}
