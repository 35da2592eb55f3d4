// Stored bodies -> recorded objects. Promises the model's types field by field (a field added to the model is a compile
// error here, and asks for a new SCHEMA_VERSION); refuses unknown kinds and words.

import { REGIONS } from '../model/region.ts';
import type { Consumed, RecordedRecord, WorkedState } from '../model/record.ts';
import type { Action, OpenIntent, RecordedObject } from '../model/state.ts';
import type { Offboard, OnRemove, RecordedUser } from '../model/user.ts';
import type { Kind } from '../model/address.ts';
import { fieldsOf, parseJson } from './fields.ts';
import type { Fields, WordTable } from './fields.ts';
import { elapsedMs } from './uptime.ts';
import type { Uptime } from './uptime.ts';

const KINDS: WordTable<Kind> = { user: true, record: true };
const ACTIONS: WordTable<Action> = {
  create: true,
  restore: true,
  update: true,
  replace: true,
  delete: true,
  adopt: true,
  forget: true,
  move: true,
};
const WORKED_STATES: WordTable<WorkedState> = { NOTWORKED: true, WORKED: true, COMPLETED: true, REMOVED: true };
const CONSUMED_BY: WordTable<Consumed['how']> = { COMPLETED: true, REMOVED: true, gone: true, released: true };
const ON_REMOVE: WordTable<OnRemove> = { release: true, keep: true, delete: true, 'delete-with-backend': true };
const OFFBOARD: WordTable<Extract<Offboard, string>> = { clear: true, block: true };
const INTENT_OUTCOMES: WordTable<'recorded' | 'removed' | 'left'> = { recorded: true, removed: true, left: true };
const MADE: WordTable<'created' | 'adopted'> = { created: true, adopted: true };
const MADE_OR_NONE: WordTable<'created' | 'adopted' | 'none'> = { ...MADE, none: true };

/** A row of `objects`. Throws `ledger-damaged`. */
export function readObject(row: unknown): RecordedObject {
  const columns = fieldsOf(row, 'objects');
  const place = `object ${columns.text('address')}`;
  return recordedObject(parseJson(columns.text('body'), place), place);
}

/** A row of `intents`. Throws `ledger-damaged`. */
function readIntent(row: unknown): OpenIntent {
  const id = fieldsOf(row, 'intents').text('id');
  const place = `intent ${id}`;
  const columns = fieldsOf(row, place);
  const proposed = columns.textOrNull('proposed');
  return {
    id,
    address: columns.text('address'),
    action: columns.oneOf('action', ACTIONS),
    fromCampaign: columns.textOrNull('from_campaign'),
    at: columns.number('at'),
    proposed: proposed === null ? null : recordedObject(parseJson(proposed, place), place),
  };
}

/** The same, with its age by the count of this machine where it is one of this start of it. */
export function readOpenIntent(row: unknown, now: Uptime): OpenIntent {
  const intent = readIntent(row);
  const columns = fieldsOf(row, `intent ${intent.id}`);
  const elapsed = elapsedMs({ boot: columns.text('boot'), ms: columns.number('uptime_ms') }, now);
  return elapsed === undefined ? intent : { ...intent, elapsedMs: elapsed };
}

/** An intent and how it ended: `left` means that recorded state stayed as it was. */
export interface PastIntent extends OpenIntent {
  /** Null while it is open. */
  readonly outcome: 'recorded' | 'removed' | 'left' | null;
  /** Epoch milliseconds; null while it is open. */
  readonly closedAt: number | null;
}

/** A row of `intents`, ended or not. Throws `ledger-damaged`. */
export function readPastIntent(row: unknown): PastIntent {
  const intent = readIntent(row);
  const columns = fieldsOf(row, `intent ${intent.id}`);
  if (columns.value('closed_at') === null) return { ...intent, outcome: null, closedAt: null };
  return { ...intent, outcome: columns.oneOf('outcome', INTENT_OUTCOMES), closedAt: columns.number('closed_at') };
}

function recordedObject(body: unknown, place: string): RecordedObject {
  const fields = fieldsOf(body, place);
  const kind = fields.oneOf('kind', KINDS);
  switch (kind) {
    case 'user':
      return recordedUser(fields);
    case 'record':
      return recordedRecord(fields);
    default:
      return kind satisfies never;
  }
}

function recordedUser(fields: Fields): RecordedUser {
  const provenance = fields.object('provenance');
  return {
    kind: 'user',
    address: fields.text('address'),
    loginUserId: fields.text('loginUserId'),
    provenance: { service: provenance.oneOf('service', MADE), backend: provenance.oneOf('backend', MADE_OR_NONE) },
    connectUserId: fields.textOrNull('connectUserId'),
    digests: fields.texts('digests'),
    onRemove: fields.value('onRemove') === null ? null : fields.oneOf('onRemove', ON_REMOVE),
    offboard: offboard(fields),
    recordedAt: fields.number('recordedAt'),
    ...removedAt(fields),
    ...(fields.value('restoreFailedAt') === undefined ? {} : { restoreFailedAt: fields.number('restoreFailedAt') }),
    ...(fields.value('otherSeenAt') === undefined ? {} : { otherSeenAt: fields.number('otherSeenAt') }),
    ...(fields.value('foundAt') === undefined ? {} : { foundAt: fields.number('foundAt') }),
    ...(fields.value('backendAskedAt') === undefined ? {} : { backendAskedAt: fields.number('backendAskedAt') }),
  };
}

function offboard(fields: Fields): Offboard {
  if (typeof fields.value('offboard') === 'string') return fields.oneOf('offboard', OFFBOARD);
  return { reassignTo: fields.object('offboard').text('reassignTo') };
}

function recordedRecord(fields: Fields): RecordedRecord {
  return {
    kind: 'record',
    address: fields.text('address'),
    campaignName: fields.text('campaignName'),
    clientId: fields.text('clientId'),
    clientIdFieldName: fields.text('clientIdFieldName'),
    ...(fields.value('region') === undefined ? {} : { region: fields.oneOf('region', REGIONS) }),
    provenance: fields.oneOf('provenance', MADE),
    previewRecordId: fields.text('previewRecordId'),
    marker: fields.textOrNull('marker'),
    digests: fields.texts('digests'),
    consumed: fields.value('consumed') === null ? null : consumed(fields.object('consumed')),
    reissue: fields.text('reissue'),
    ...(fields.value('usedReasons') === undefined ? {} : { usedReasons: fields.list('usedReasons') }),
    worked: workSeen(fields.object('worked')),
    preferredAgent: fields.textOrNull('preferredAgent'),
    recordedAt: fields.number('recordedAt'),
    ...(fields.value('shown') === undefined ? {} : { shown: fields.texts('shown') }),
    ...removedAt(fields),
    ...(fields.value('contested') === undefined ? {} : { contested: true as const }),
  };
}

function removedAt(fields: Fields): Pick<RecordedRecord, 'removedAt'> {
  return fields.value('removedAt') === undefined ? {} : { removedAt: fields.number('removedAt') };
}

function workSeen(fields: Fields): RecordedRecord['worked'] {
  const seen = { state: fields.oneOf('state', WORKED_STATES), attempts: fields.number('attempts') };
  return fields.value('lastAttemptTime') === undefined
    ? seen
    : { ...seen, lastAttemptTime: fields.number('lastAttemptTime') };
}

function consumed(fields: Fields): Consumed {
  return { how: fields.oneOf('how', CONSUMED_BY), at: fields.number('at') };
}
