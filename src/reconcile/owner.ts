// Whose the task is that stands under a clientId. One word is not believed: a clientId anybody may use, a marker may be copied, a
// record may be about a task that was deleted and added again.
//
//   recorded here | marker        | previewRecordId     | the task is
//   -             | ours          | -                   | ours
//   -             | other stack   | -                   | that stack's
//   -             | anything else | -                   | foreign: `adopt: true` may take it
//   yes           | as recorded   | -                   | ours
//   yes           | ours          | -                   | ours
//   yes           | other stack   | -                   | that stack's
//   yes           | other record  | -                   | foreign: a copy of another record was put there
//   yes           | none, cut     | as recorded         | ours
//   yes           | none, cut     | another             | foreign: deleted and added again, or another tenant's
//   yes           | none, cut     | none recorded       | ours where no marker was sent, or what was sent was cut; else foreign
//
//   ours: its marker fits stack, campaign and clientId. Example: `W-1` of the campaign Welcome is exported and imported as Summer.
//   The task of Summer carries the marker of Welcome, which does not fit there: it is nobody's until somebody says `adopt: true`.

import type { Lineage } from '../model/identity.ts';
import { markerIn } from '../model/record.ts';
import type { ObservedTask, RecordedRecord } from '../model/record.ts';
import { markerClaim, stackIn } from './marker.ts';

/** `other-stack`: by name of its markers. `foreign`: nobody's we know. */
export type TaskOwner =
  | { readonly kind: 'ours' }
  | { readonly kind: 'other-stack'; readonly stack: string }
  | { readonly kind: 'foreign'; readonly because: 'unmarked' | 'other-record' | 'remade' };

const OURS: TaskOwner = { kind: 'ours' };

export interface OwnerFacts {
  readonly lineage: Lineage;
  readonly campaignName: string;
  readonly clientIdFieldName: string;
  /** What is recorded of this very record; null for nothing that is still ours. */
  readonly recorded: RecordedRecord | null;
  /** What is recorded of it in the campaign that it comes from: its marker comes along. */
  readonly from?: RecordedRecord | null;
}

export function ownerOf(task: ObservedTask, facts: OwnerFacts): TaskOwner {
  const { recorded, from, lineage, campaignName } = facts;
  const marker = markerIn(task);
  if (marker !== null && (marker === recorded?.marker || marker === from?.marker)) return OURS;
  const claim = markerClaim(lineage, marker, { campaignName, clientId: task.clientId });
  switch (claim) {
    case 'ours':
      return OURS;
    case 'other-stack':
      return { kind: 'other-stack', stack: stackIn(marker ?? '') };
    case 'other-record':
      return { kind: 'foreign', because: 'other-record' };
    case 'cut':
    case 'none':
      return recorded === null ? { kind: 'foreign', because: 'unmarked' } : byRecord(task, recorded, marker);
    default:
      return claim satisfies never;
  }
}

/** The marker says nothing: only that it is the very task that was recorded makes it ours. */
function byRecord(task: ObservedTask, recorded: RecordedRecord, marker: string | null): TaskOwner {
  const { previewRecordId } = recorded;
  if (previewRecordId !== '') {
    return previewRecordId === task.previewRecordId ? OURS : { kind: 'foreign', because: 'remade' };
  }
  const wasCut = marker !== null && (recorded.marker?.startsWith(marker) ?? false);
  if (recorded.marker !== null && !wasCut) return { kind: 'foreign', because: 'remade' };
  return OURS;
}
