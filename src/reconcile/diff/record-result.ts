// The result of comparing one record, and how its parts are put together.

import type { ErrorCode } from '../../model/errors.ts';
import { parseAddress, recordAddress } from '../../model/address.ts';
import type { Campaign, DesiredRecord, ObservedRecord, ObservedTask, RecordedRecord } from '../../model/record.ts';
import type { Digest } from '../../model/state.ts';
import type { FieldChange, RecordChange, Verdict } from '../change.ts';
import { lostItems } from './copies.ts';
import type { MoveCopy } from './copies.ts';
import { contentOf, fieldChange, fieldOfItem, recordFields } from '../fields.ts';
import { isMarkerOf, markerOf, otherStackIn, provenanceIn } from '../marker.ts';

export interface RecordFacts {
  readonly desired: DesiredRecord | null;
  readonly recorded: RecordedRecord | null;
  /** Null when it was not asked because it is known to be used up and gone. */
  readonly observed: ObservedRecord | null;
  /** Where Git moved the record from: recorded there, no longer declared there. */
  readonly from: { readonly recorded: RecordedRecord; readonly observed: ObservedRecord | null } | null;
  /** What was kept of it when it moved here, until it stands here whole. */
  readonly copy: MoveCopy | null;
  /** Another campaign in which a task with our marker and this clientId was seen. */
  readonly elsewhere: string | null;
  /** Whether it may stand in another campaign that could not be read as a whole. */
  readonly mayBeElsewhere?: boolean;
  readonly stack: string;
  readonly digest: Digest;
  readonly now: number;
}

export interface RecordDiff {
  readonly change: RecordChange | null;
  readonly verdict: Verdict | null;
  /** What to record without any request: evidence of work, or values that turned out equal. */
  readonly note: RecordedRecord | null;
}

export function recordChange(
  facts: RecordFacts,
  parts: Pick<RecordChange, 'action' | 'reason' | 'writes' | 'fields' | 'marker'>,
): RecordDiff {
  const { desired, observed, from } = facts;
  const recorded = facts.recorded ?? from?.recorded ?? null;
  const move = parts.action === 'move' && from !== null;
  const resent = parts.writes.includes('addOrUpdateCampaignRecord') ? sentBefore(facts, parts.fields) : [];
  const change: RecordChange = {
    ...identity(facts),
    ...parts,
    kind: 'record',
    desired,
    recorded,
    observed,
    from: move ? { address: from.recorded.address, observed: from.observed } : null,
    pin: null,
    after: [],
    ...(facts.copy === null || parts.writes.length === 0 ? {} : { copy: facts.copy }),
    ...(resent.length === 0 ? {} : { resent }),
  };
  return { change, verdict: null, note: null };
}

function sentBefore({ recorded, digest }: RecordFacts, fields: readonly FieldChange[]): string[] {
  const sent = recorded?.digests ?? {};
  return fields.flatMap(({ field, after }) => (after !== null && sent[field] === digest(after) ? [field] : []));
}

export function say(facts: RecordFacts, verdict: Pick<Verdict, 'class' | 'code' | 'text' | 'fields'>): RecordDiff {
  return { change: null, verdict: { ...verdict, ...identity(facts), kind: 'record' }, note: null };
}

export function decision(facts: RecordFacts, code: ErrorCode, text: string): RecordDiff {
  return say(facts, { class: 'decision', code, text, fields: [] });
}

export function movedElsewhere(facts: RecordFacts, campaignName: string): RecordDiff {
  return decision(facts, 'moved-elsewhere', `was moved to campaign ${campaignName} by somebody else; not added again`);
}

export function create(facts: RecordFacts, desired: DesiredRecord, reason: string): RecordDiff {
  const fields = [...recordFields(desired)].map(([field, value]) => fieldChange(field, null, value));
  return recordChange(facts, {
    action: 'create',
    reason,
    writes: ['addOrUpdateCampaignRecord'],
    fields,
    marker: markerFor(facts, desired, null),
  });
}

export function consumed(
  facts: RecordFacts,
  recorded: RecordedRecord | null,
  how: ObservedTask['workedState'] | 'gone',
): RecordDiff {
  const text = how === 'gone' ? 'worked and gone: consumed, left alone' : `${how}: consumed, left alone`;
  const verdict: Pick<Verdict, 'class' | 'code' | 'text' | 'fields'> = {
    class: 'consumed',
    code: null,
    text,
    fields: [],
  };
  const note =
    recorded !== null && recorded.consumed === null && how !== 'NOTWORKED' && how !== 'WORKED'
      ? { ...recorded, consumed: { how, at: facts.now } }
      : null;
  return { ...say(facts, verdict), note };
}

export function unreadable(facts: RecordFacts, observed: ObservedRecord): RecordDiff {
  const code: ErrorCode = observed.problem?.code ?? 'unreadable';
  return say(facts, { class: 'unreadable', code, text: observed.problem?.message ?? 'could not be read', fields: [] });
}

/** Two stacks that answer for one task would take it from each other at every run, whatever the file says. */
export function managedElsewhere(facts: RecordFacts, task: ObservedTask, campaign: Campaign): RecordDiff | null {
  const other = otherStackIn(facts.stack, contentOf(task, campaign.clientIdFieldName).marker);
  return other === null
    ? null
    : decision(facts, 'managed-elsewhere', `carries the marker of ${other}, which manages it`);
}

/** Where it may stand is not known, so it is not added. */
export function unreadElsewhere(facts: RecordFacts): RecordDiff {
  const text = 'is not here, and whether it stands in another campaign could not be read';
  return say(facts, { class: 'unreadable', code: 'unreadable', text, fields: [] });
}

/** What others stored and the move here lost. */
export function lostFields(facts: RecordFacts, task: ObservedTask): FieldChange[] {
  const lost = facts.copy === null ? [] : lostItems(facts.copy, task);
  return lost.map(({ key, value }) => fieldChange(fieldOfItem(key), null, value));
}

/** The marker the record should carry: as recorded, as the task says of itself, or by how we come to it now. */
export function markerFor(facts: RecordFacts, desired: DesiredRecord, task: ObservedTask | null): string | null {
  if (!desired.campaign.marker) return null;
  const recorded = facts.recorded ?? facts.from?.recorded ?? null;
  const seen = task && contentOf(task, desired.campaign.clientIdFieldName).marker;
  const own = seen !== null && isMarkerOf(facts.stack, seen) ? provenanceIn(seen) : null;
  const provenance = recorded?.provenance ?? own ?? (task === null ? 'created' : 'adopted');
  return markerOf(facts.stack, desired.clientId, provenance);
}

export function isReissued(desired: DesiredRecord, recorded: RecordedRecord): boolean {
  return desired.reissue !== '' && desired.reissue !== recorded.reissue;
}

export function wasWorked(recorded: RecordedRecord): boolean {
  return recorded.consumed !== null || recorded.worked.attempts > 0 || recorded.worked.state !== 'NOTWORKED';
}

function identity(facts: RecordFacts): Pick<RecordChange, 'address' | 'source'> {
  const { desired, recorded } = facts;
  const address = desired?.address ?? recorded?.address ?? recordAddress('', '');
  return { address, source: desired?.source ?? null };
}

/** The campaign a change writes to: as declared, or rebuilt from the record of it. */
export function campaignOf(change: RecordChange): Campaign {
  if (change.desired !== null) return change.desired.campaign;
  const parsed = parseAddress(change.address);
  return {
    campaignName: parsed?.kind === 'record' ? parsed.campaignName : '',
    clientIdFieldName: change.recorded?.clientIdFieldName ?? 'Id',
    manage: 'each',
    marker: change.recorded?.marker !== null,
    // Not declared, so not known: twins are looked for.
    intake: true,
    source: change.source ?? { file: '(recorded)', line: 1, column: 1 },
  };
}

/** `1 attempt`, `2 attempts`. */
export function attempts({ workAttempts }: ObservedTask): string {
  return `${workAttempts} attempt${workAttempts === 1 ? '' : 's'}`;
}
