// The result of comparing one record, and how its parts are put together.

import { isWorked, markerIn, stackIn, undeclaredCampaign, wasTouched } from '../../model/record.ts';
import type { DesiredRecord, ObservedRecord, ObservedTask, RecordedRecord, WorkedState } from '../../model/record.ts';
import type { Digest } from '../../model/state.ts';
import { BY_NAME } from '../asked.ts';
import type { FieldChange, RecordCause, RecordChange } from '../change.ts';
import { recordVerdict } from '../verdict.ts';
import type { RecordReason, Verdict } from '../verdict.ts';
import { lostItems } from './copies.ts';
import type { MoveCopy } from '../change.ts';
import { fieldChange, fieldOfItem, recordFields } from '../fields.ts';
import type { Lineage } from '../../model/identity.ts';
import { markerClaim, markerOf, provenanceIn } from '../marker.ts';
import { ownerOf } from '../owner.ts';
import { isNewReason } from '../reasons.ts';
import type { TaskOwner } from '../owner.ts';

export interface RecordFacts {
  readonly desired: DesiredRecord | null;
  readonly recorded: RecordedRecord | null;
  /** What is remembered of it since it was removed: of that only the reasons count that were used. */
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
  /** Another campaign in which a task with our marker and this clientId was seen. */
  readonly elsewhere: string | null;
  /** Whether it may stand in another campaign that could not be read as a whole. */
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

export interface RecordDiff {
  readonly change: RecordChange | null;
  readonly verdict: Verdict | null;
  /** What to record without any request: evidence of work, or values that turned out equal. */
  readonly note: RecordedRecord | null;
}

export const NO_RECORD_DIFF: RecordDiff = { change: null, verdict: null, note: null };

/** Of a record that came from another campaign: what ends what is recorded there. */
const ENDS_THERE: ReadonlySet<RecordChange['action']> = new Set(['move', 'delete']);

export function recordChange(
  facts: RecordFacts,
  parts: Pick<RecordChange, 'action' | 'cause' | 'writes' | 'fields' | 'marker' | 'unapplied' | 'copy'>,
): RecordDiff {
  const { desired, observed, from } = facts;
  const recorded = facts.recorded ?? from?.recorded ?? null;
  const queueName = queueNameIn(facts);
  const resent = parts.writes.includes('addOrUpdateCampaignRecord') ? sentBefore(facts, parts.fields) : [];
  const change: RecordChange = {
    ...nameOf(facts),
    ...parts,
    kind: 'record',
    desired,
    recorded,
    observed,
    from: from !== null && ENDS_THERE.has(parts.action) ? placeOf(from) : null,
    pin: null,
    after: [],
    ...(facts.former && { former: facts.former }),
    ...(facts.copy === null || parts.writes.length === 0 ? {} : { copy: facts.copy }),
    ...(resent.length === 0 ? {} : { resent }),
    ...(queueName !== null && parts.writes.some((write) => BY_NAME.has(write)) ? { queueName } : {}),
    ...(facts.besideRecorded !== undefined && parts.action === 'delete' ? { keeps: facts.besideRecorded } : {}),
  };
  return { change, verdict: null, note: null };
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

function placeOf({ recorded, observed }: NonNullable<RecordFacts['from']>): NonNullable<RecordChange['from']> {
  return { address: recorded.address, campaign: undeclaredCampaign(recorded.campaignName, recorded), observed };
}

function sentBefore({ recorded, digest }: RecordFacts, fields: readonly FieldChange[]): string[] {
  const sent = recorded?.digests ?? {};
  return fields.flatMap(({ field, after }) => (after !== null && sent[field] === digest(after) ? [field] : []));
}

export function sayOfRecord(facts: RecordFacts, reason: RecordReason, fields: readonly FieldChange[] = []): RecordDiff {
  const { address, campaign, clientId, source } = nameOf(facts);
  const { campaignName } = campaign;
  return {
    change: null,
    verdict: recordVerdict({ address, campaignName, clientId, source }, reason, fields),
    note: null,
  };
}

export function sayOfTwins(
  facts: RecordFacts,
  tasks: readonly ObservedTask[],
  campaignName: string | null,
): RecordDiff {
  const ids = tasks.map(({ previewRecordId }) => previewRecordId).toSorted();
  return sayOfRecord(facts, { kind: 'twin', campaignName, ids });
}

export function create(
  facts: RecordFacts,
  desired: DesiredRecord,
  cause: Extract<RecordCause, { kind: 'declared' | 'reissue' }>,
): RecordDiff {
  const fields = [...recordFields(desired)].map(([field, value]) => fieldChange(field, null, value));
  return recordChange(facts, {
    action: 'create',
    cause,
    writes: ['addOrUpdateCampaignRecord'],
    fields,
    marker: markerFor(facts, desired, null),
  });
}

/** Adding a consumed record again, or opening it where it came to: only ever with a new reason in the file. */
export function reissue(
  facts: RecordFacts,
  desired: DesiredRecord,
  { task, action = 'update' }: { readonly task: ObservedTask | null; readonly action?: 'update' | 'move' },
): RecordDiff {
  const reopen = task === null ? [] : (['changeCampaignRecordStatus'] as const);
  return recordChange(facts, {
    action,
    cause: { kind: 'reissue', reason: desired.reissue },
    writes: ['addOrUpdateCampaignRecord', ...reopen],
    fields: [fieldChange('workedState', task?.workedState ?? 'gone', 'NOTWORKED')],
    marker: markerFor(facts, desired, task),
  });
}

export function consumed(
  facts: RecordFacts,
  recorded: RecordedRecord | null,
  how: ObservedTask['workedState'] | 'gone',
): RecordDiff {
  const { desired } = facts;
  const known = recorded ?? facts.from?.recorded ?? null;
  const isUsed = known !== null && desired !== null && desired.reissue !== '' && !isReissued(desired, known);
  const reason = {
    kind: 'consumed',
    how,
    ...(how === 'gone' && known !== null && !wasTouched(known.worked) && { unseen: true as const }),
    ...(isUsed && { used: desired.reissue }),
    ...(known?.consumed?.how === 'gone' && { since: known.consumed.at }),
  } as const;
  return { ...sayOfRecord(facts, reason), note: consumedNote(facts, recorded, how) };
}

/** What is recorded of a task that is used up; null where it is not, or where that is recorded already. */
export function consumedNote(
  { now, observed, from }: RecordFacts,
  recorded: RecordedRecord | null,
  how: ObservedTask['workedState'] | 'gone',
): RecordedRecord | null {
  if (recorded === null || how === 'NOTWORKED' || how === 'WORKED') return null;
  if (recorded.consumed !== null && recorded.consumed.how !== 'released') return null;
  const [task = null] = [...(observed?.tasks ?? []), ...(from?.observed?.tasks ?? [])];
  return { ...(task === null ? recorded : withWork(recorded, task)), consumed: { how, at: now } };
}

/** The work that was seen; null where it is recorded already. */
export function noteWork(recorded: RecordedRecord, task: ObservedTask): RecordedRecord | null {
  if (recorded.worked.attempts === task.workAttempts && recorded.worked.state === task.workedState) return null;
  return withWork(recorded, task);
}

export function withWork(recorded: RecordedRecord, task: ObservedTask): RecordedRecord {
  return { ...recorded, worked: workSeen(task) };
}

export function workSeen({ workedState: state, workAttempts: attempts, lastAttemptTime }: ObservedTask): Work {
  return { state, attempts, ...(lastAttemptTime !== null && { lastAttemptTime }) };
}

type Work = RecordedRecord['worked'];

/** What a verdict says of a task that an agent has touched. */
export function workOf(
  task: ObservedTask,
): Pick<Extract<RecordReason, { kind: 'worked' }>, 'attempts' | 'deliveredAt'> {
  const { workAttempts: attempts, lastAttemptTime } = task;
  return { attempts, ...(!isWorked(task) && lastAttemptTime !== null && { deliveredAt: lastAttemptTime }) };
}

/** Whose the task is that was seen under the address of the facts. */
export function ownerIn(facts: RecordFacts, task: ObservedTask): TaskOwner {
  const { campaignName } = nameOf(facts).campaign;
  return ownerOf(task, { ...facts, campaignName, from: facts.from?.recorded ?? null });
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

export function notOurs(
  facts: RecordFacts,
  owner: Exclude<TaskOwner, { readonly kind: 'ours' }>,
  wanted: 'present' | 'absent',
): RecordDiff {
  if (owner.kind === 'other-stack') return sayOfRecord(facts, { kind: 'managed-elsewhere', stack: owner.stack });
  const { because } = owner;
  if (because !== 'unmarked') return sayOfRecord(facts, { kind: 'other-record', because });
  return sayOfRecord(facts, { kind: 'not-ours', side: 'service', wanted });
}

/** What others stored and the move here lost. */
export function lostFields(facts: RecordFacts, task: ObservedTask): FieldChange[] {
  const lost = facts.copy === null ? [] : lostItems(facts.copy, task);
  return lost.map(({ key, value }) => fieldChange(fieldOfItem(key), null, value));
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
  const own = seen !== null && markerClaim(facts.lineage, seen, record) === 'ours' ? provenanceIn(seen) : null;
  const provenance = recorded?.provenance ?? own ?? (task === null ? 'created' : 'adopted');
  const full = markerOf(stack, record, provenance);
  return seen !== full && isKept ? kept : full;
}

export function isReissued(desired: DesiredRecord, recorded: RecordedRecord): boolean {
  return isNewReason(desired.reissue, recorded);
}

/** Used up, or its customer may have been called. */
export function wasWorked({ consumed: end, worked }: RecordedRecord): boolean {
  return end !== null || wasTouched(worked);
}

function nameOf({
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
