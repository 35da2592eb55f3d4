// Whose the task is that stands under a clientId. One word is not believed: a clientId anybody may use, a marker may be copied, a
// record may be about a task that was deleted and added again.
//
//   recorded here | previewRecordId | marker              | the task is
//   -             | -               | ours                | ours
//   -             | -               | other stack         | that stack's
//   -             | -               | anything else       | foreign: `adopt: true` may take it
//   yes           | -               | other stack         | that stack's
//   yes           | as recorded     | anything else       | ours: the very task, whatever became of its items
//   yes           | another         | anything else       | foreign: deleted and added again, a copy, or another tenant's
//   yes           | none recorded   | as recorded, ours   | ours
//   yes           | none recorded   | other record        | foreign: a copy of another record was put there
//   yes           | none recorded   | none, cut           | ours where no marker was sent, or what was sent was cut, and it was not made
//                 |                 |                     | later than what is recorded; else foreign
//
//   moved here, and a copy kept   | ours where it may be what came: with the marker of the copy, or without one and without data that the
//                                 | copy has not, so that it may have lost them on the way
//   used up, let go or not        | recorded all the same: a copy of it that carries its marker is another task
//   neither marker nor id known   | foreign where it holds other data in every item that was sent
//
//   ours: its marker fits stack, campaign and clientId. Example: `W-1` of the campaign Welcome is exported and imported as Summer.
//   The task of Summer carries the marker of Welcome, which does not fit there: it is nobody's until somebody says `adopt: true`.

import { CLOCK_SKEW_MS } from '../model/age.ts';
import type { Lineage } from '../model/identity.ts';
import { decodeItems, isSameTask, markerIn, stackIn } from '../model/record.ts';
import type { ObservedTask, RecordedRecord } from '../model/record.ts';
import type { Digest } from '../model/state.ts';
import type { MoveCopy } from './change.ts';
import { showsNoSentData } from './fields.ts';
import { isMarkerOf, markerClaim } from './marker.ts';

/** `other-stack`: by name of its markers. `foreign`: nobody's we know. */
export type TaskOwner =
  | { readonly kind: 'ours' }
  | { readonly kind: 'other-stack'; readonly stack: string }
  | { readonly kind: 'foreign'; readonly because: 'unmarked' | 'other-record' | 'remade' };

const OURS: TaskOwner = { kind: 'ours' };
const REMADE: TaskOwner = { kind: 'foreign', because: 'remade' };

export interface OwnerFacts {
  readonly lineage: Lineage;
  readonly campaignName: string;
  /** What is recorded of this very record, also as used up; null for nothing. */
  readonly recorded: RecordedRecord | null;
  /** Epoch milliseconds. */
  readonly now: number;
  /** What is recorded of it in the campaign that it comes from: its marker comes along. */
  readonly from?: RecordedRecord | null;
  /** What was kept of it when a transfer here left. */
  readonly copy?: Pick<MoveCopy, 'task'> | null;
  /** Missing: the data say nothing. */
  readonly digest?: Digest;
}

export function ownerOf(task: ObservedTask, facts: OwnerFacts): TaskOwner {
  const { from, recorded, lineage, campaignName, digest } = facts;
  const marker = markerIn(task);
  const isRecorded = marker !== null && (marker === recorded?.marker || marker === from?.marker);
  const claim = isRecorded ? 'ours' : markerClaim(lineage, marker, { campaignName, clientId: task.clientId });
  if (claim === 'other-stack') return { kind: 'other-stack', stack: stackIn(marker ?? '') };
  const isBare = recorded !== null && recorded.previewRecordId === '' && recorded.marker === null;
  if (isBare && digest !== undefined && showsNoSentData(task, recorded, digest)) return REMADE;
  if (recorded !== null && recorded.previewRecordId !== '') {
    return isOther(recorded, task, facts.now) ? REMADE : OURS;
  }
  if (recorded === null && from && facts.copy && mayHaveCome(task, facts.copy)) return OURS;
  switch (claim) {
    case 'ours':
      return OURS;
    case 'other-record':
      return { kind: 'foreign', because: 'other-record' };
    case 'cut':
    case 'none':
      return recorded === null ? { kind: 'foreign', because: 'unmarked' } : byMarker(task, recorded, facts.now);
    default:
      return claim satisfies never;
  }
}

/**
 * Whether it may be the task that was copied before its transfer: by its id, whatever became of its items; else a service may lose data
 * on the way, or cut them, and adds none.
 */
export function mayHaveCome(task: ObservedTask, copy: Pick<MoveCopy, 'task'>): boolean {
  if (isSameTask(copy.task, task)) return true;
  const [marker, sent] = [markerIn(task), markerIn(copy.task)];
  if (marker !== null) return sent?.startsWith(marker) ?? false;
  const before = new Map(copy.task.items.map(({ key, value }) => [key, value]));
  // The campaigns may call the id item differently.
  const { data } = decodeItems(task.items, '');
  return data.every(({ key, value }) => value === task.clientId || (before.get(key)?.startsWith(value) ?? false));
}

/** Whether it carries a marker of ours where one was sent: without, an intake file may have put its own task in the place of ours. */
export function isMarkedStill(
  task: ObservedTask,
  { marker }: Pick<RecordedRecord, 'marker'>,
  lineage: Lineage,
): boolean {
  return marker === null || isMarkerOf(lineage, markerIn(task));
}

/** Whether its marker alone says that it is ours. */
export function isMarkedOurs(task: ObservedTask, campaignName: string, lineage: Lineage): boolean {
  return markerClaim(lineage, markerIn(task), { campaignName, clientId: task.clientId }) === 'ours';
}

/** No id is known of it: what became of the marker is all there is. */
function byMarker(task: ObservedTask, recorded: RecordedRecord, now: number): TaskOwner {
  const marker = markerIn(task);
  const wasCut = marker !== null && (recorded.marker?.startsWith(marker) ?? false);
  return (recorded.marker !== null && !wasCut) || isOther(recorded, task, now) ? REMADE : OURS;
}

/** Not the recorded task: by its id, or by the marker that was sent, where no reading has told the id yet. Ours may stand beside it. */
export function isAnother(recorded: RecordedRecord, task: ObservedTask): boolean {
  const { previewRecordId, marker } = recorded;
  if (previewRecordId !== '') return !isSameTask(recorded, task);
  return marker !== null && marker !== markerIn(task);
}

/**
 * Another task than the recorded one. Where no id tells, times do; not of a task that the service made later than our clock says now:
 * that clock was behind when we recorded, too, or is now.
 */
export function isOther(recorded: RecordedRecord, task: ObservedTask, now: number): boolean {
  if (recorded.previewRecordId !== '') return !isSameTask(recorded, task);
  const created = task.createdTime ?? 0;
  return recorded.recordedAt > 0 && created <= now && created > recorded.recordedAt + CLOCK_SKEW_MS;
}
