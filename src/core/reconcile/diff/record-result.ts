// What comes of comparing one record: a change, or what is to be said of it.

import { undeclaredCampaign } from '../../model/record.ts';
import type { DesiredRecord, ObservedTask, RecordedRecord } from '../../model/record.ts';
import { BY_NAME } from '../request-parts.ts';
import type { FieldChange, RecordCause, RecordChange } from '../change.ts';
import { recordVerdict } from '../verdict.ts';
import type { RecordReason, Verdict } from '../verdict.ts';
import { compareRecord } from './compare-record.ts';
import { lostItems } from './copies.ts';
import { fieldChange, fieldOfItem, recordFields } from '../fields.ts';
import type { TaskOwner } from '../owner.ts';
import { markerFor, nameOf, queueNameIn } from './record-facts.ts';
import type { RecordFacts } from './record-facts.ts';

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
  const marker = markerFor(facts, desired, task);
  const recorded = facts.recorded ?? facts.from?.recorded ?? null;
  const differs = task === null ? [] : compareRecord({ ...facts, recorded, desired, task, marker }).fields;
  return recordChange(facts, {
    action,
    cause: { kind: 'reissue', reason: desired.reissue },
    writes: ['addOrUpdateCampaignRecord', ...reopen],
    fields: [fieldChange('workedState', task?.workedState ?? 'gone', 'NOTWORKED'), ...differs],
    marker,
  });
}

/**
 * Before a customer of ours who is gone here is let go, or another task taken over in that place: whether the task stands open in another
 * campaign, or may, where nothing stands here.
 */
export function openElsewhere(facts: RecordFacts): RecordDiff | null {
  const { elsewhere, mayBeElsewhere = false, observed } = facts;
  if (elsewhere?.isOpen) return sayOfRecord(facts, { kind: 'moved-elsewhere', campaignName: elsewhere.campaignName });
  return mayBeElsewhere && observed?.tasks.length === 0 ? sayOfRecord(facts, { kind: 'unread-elsewhere' }) : null;
}

export function notOurs(
  facts: RecordFacts,
  owner: Exclude<TaskOwner, { readonly kind: 'ours' }>,
  wanted: 'present' | 'absent',
): RecordDiff {
  if (owner.kind === 'other-stack') return sayOfRecord(facts, { kind: 'managed-elsewhere', stack: owner.stack });
  const { because } = owner;
  if (because !== 'unmarked') return sayOfRecord(facts, { kind: 'other-record', because, wanted });
  return sayOfRecord(facts, { kind: 'not-ours', side: 'service', wanted });
}

/** What others stored and the move here lost. */
export function lostFields(facts: RecordFacts, task: ObservedTask): FieldChange[] {
  const lost = facts.copy === null ? [] : lostItems(facts.copy, task);
  return lost.map(({ key, value }) => fieldChange(fieldOfItem(key), null, value));
}
