// One record as it is declared, recorded and observed, and what is asked of that: whose its task is, which marker it carries, whether it was
// worked.

import { isSameTask, markerIn, stackIn, undeclaredCampaign } from '../../model/record.ts';
import type { Lineage } from '../../model/identity.ts';
import type { DesiredRecord, ObservedRecord, ObservedTask, RecordedRecord, WorkedState } from '../../model/record.ts';
import type { Digest } from '../../model/state.ts';
import type { MoveCopy, RecordChange } from '../change.ts';
import { markerClaim, markerOf, provenanceIn } from '../marker.ts';
import { isAnother, ownerOf } from '../owner.ts';
import type { TaskOwner } from '../owner.ts';
import { isNewReason } from '../reasons.ts';

export interface RecordFacts {
  readonly desired: DesiredRecord | null;
  readonly recorded: RecordedRecord | null;
  /** What is remembered of it since it was removed, or recorded of a twin: of that only the reasons count that were used. */
  readonly former?: RecordedRecord;
  /** Null when it was not asked because it is known to be used up and gone. */
  readonly observed: ObservedRecord | null;
  /** Where Git moved the record from: recorded there, no longer declared there. */
  readonly from: { readonly recorded: RecordedRecord; readonly observed: ObservedRecord | null } | null;
  /** What was kept of it when it moved here, until it stands here whole. */
  readonly copy: MoveCopy | null;
  /** The state that the task had before an update that was cut off, and is not in any more. */
  readonly resetFrom?: WorkedState | null;
  /** What is recorded of a twin of the named task: it stays recorded where only this one goes. */
  readonly besideRecorded?: RecordedRecord;
  /** Another campaign in which a task of ours with this clientId was seen. `isOpen`: the recorded task itself, and it is open. */
  readonly elsewhere: { readonly campaignName: string; readonly isOpen: boolean } | null;
  /** Whether it may stand in another campaign that could not be read. */
  readonly mayBeElsewhere?: boolean;
  readonly partition?: OtherHolder | undefined;
  readonly lineage: Lineage;
  readonly digest: Digest;
  readonly now: number;
  /** For how long what was removed is looked at; missing: the default. */
  readonly verifyRemovedMs?: number;
  readonly queueNameIsCode?: boolean;
}

/** The other partition of the target that declares an object, and whether it has taken over what is recorded here. */
export interface OtherHolder {
  readonly name: string;
  readonly hasTaken: boolean;
}

/**
 * The name of the declared queue: its code, where the two are known to be one; else the name that the task showed when that code was
 * sent, which is recorded. Null where nothing tells.
 */
export function queueNameIn({ desired, queueNameIsCode = false, digest, ...facts }: RecordFacts): string | null {
  const code = desired?.skillQueue;
  if (code === undefined || queueNameIsCode) return code ?? null;
  const recorded = facts.recorded ?? facts.from?.recorded ?? null;
  const name = (facts.observed?.tasks[0] ?? facts.from?.observed?.tasks[0])?.skillQueue ?? null;
  if (name === null || recorded?.digests['skillQueue'] !== digest(code)) return null;
  return name === code || recorded.shown?.['skillQueue'] === digest(name) ? name : null;
}

/** Whose the task is that was seen under the address of the facts. What we deleted, and is shown still, is ours by its id. */
export function ownerIn(facts: RecordFacts, task: ObservedTask): TaskOwner {
  const { campaignName } = nameOf(facts).campaign;
  const { former } = facts;
  const isDeleted = former?.removedAt !== undefined && isSameTask(former, task);
  const recorded = facts.recorded ?? (isDeleted ? former : null);
  return ownerOf(task, { ...facts, campaignName, recorded, from: facts.from?.recorded ?? null });
}

/** Two stacks that answer for one task would take it from each other at every run, whatever the file says. */
export function isLeftAlone(
  owner: TaskOwner,
  { adopt }: DesiredRecord,
): owner is Exclude<TaskOwner, { readonly kind: 'ours' }> {
  return owner.kind === 'other-stack' || (owner.kind === 'foreign' && !adopt);
}

/**
 * Another task stands in the place of the recorded one, or where it was to move: who takes it over did not make it, whatever marker was
 * copied to it. What is remembered of the customer stays.
 */
export function takenOver(facts: RecordFacts): RecordFacts {
  const { recorded, from } = facts;
  const adopted = (each: RecordedRecord): RecordedRecord => ({ ...each, provenance: 'adopted' });
  return {
    ...facts,
    from: from && { ...from, recorded: adopted(from.recorded) },
    recorded: recorded && adopted(recorded),
  };
}

/**
 * The marker the record should carry. One that is recorded is not written anew because its record moved, or because an earlier
 * version wrote it; one of a former stack is.
 */
export function markerFor(facts: RecordFacts, desired: DesiredRecord, task: ObservedTask | null): string | null {
  if (!desired.campaign.marker) return null;
  const recorded = facts.recorded ?? facts.from?.recorded ?? null;
  const seen = task && markerIn(task);
  const kept = recorded?.marker ?? null;
  const { stack } = facts.lineage;
  const names = [stack, ...(facts.lineage.homes ?? [])];
  const isKept = kept !== null && names.includes(stackIn(kept)) && provenanceIn(kept) === recorded?.provenance;
  if (isKept && seen === kept) return kept;
  const record = { campaignName: desired.campaign.campaignName, clientId: desired.clientId };
  // A copy of what we deleted carries our marker, and was not made by us.
  const isCopy = task !== null && facts.former?.removedAt !== undefined && isAnother(facts.former, task);
  const isOurs = seen !== null && !isCopy && markerClaim(facts.lineage, seen, record) === 'ours';
  const own = isOurs ? provenanceIn(seen) : null;
  const provenance = recorded?.provenance ?? own ?? (task === null ? 'created' : 'adopted');
  const full = markerOf(stack, record, provenance);
  return seen !== full && isKept ? kept : full;
}

export function isReissued(desired: DesiredRecord, recorded: RecordedRecord): boolean {
  return isNewReason(desired.reissue, recorded);
}

export function nameOf({
  desired,
  recorded,
}: RecordFacts): Pick<RecordChange, 'address' | 'campaign' | 'clientId' | 'source'> {
  if (desired !== null) {
    const { address, campaign, clientId, source } = desired;
    return { address, campaign, clientId, source };
  }
  if (recorded === null) throw new Error('a record that is neither declared nor recorded has no difference');
  const { address, campaignName, clientId } = recorded;
  return { address, campaign: undeclaredCampaign(campaignName, recorded), clientId, source: null };
}
