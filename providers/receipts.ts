// What a resource keeps beside its declaration, whatever its type: a receipt for each object, writes whose answer was lost, copies
// of records on the way, and of what was last seen only what differs. One compressed text, and a secret, because what was seen may
// hold data items. What another version wrote is refused.

import { createHash } from 'node:crypto';

import type { Address } from '../src/core/model/address.ts';
import { ToolError } from '../src/core/model/errors.ts';
import type { Identity } from '../src/core/model/identity.ts';
import type { ObservedRecord, RecordedRecord } from '../src/core/model/record.ts';
import type { Digest, OpenIntent, RecordedObject } from '../src/core/model/state.ts';
import type { ObservedUser } from '../src/core/model/user.ts';
import { digestWith } from '../src/core/engine/parts.ts';
import type { SavedCopy } from '../src/core/engine/parts.ts';
import { damaged, packed, textIn, unpacked } from './declaration.ts';
import type { Family, Properties } from './declaration.ts';
import { packReceipt, unpackReceipt } from './packed-receipt.ts';
import type { WritePacking } from './packed-receipt.ts';

export interface Receipts {
  /** What they speak of; null where nothing was written yet. */
  readonly identity: Identity | null;
  readonly recorded: readonly RecordedObject[];
  /** Writes that left and were not answered. */
  readonly openIntents: readonly OpenIntent[];
  readonly copies: readonly SavedCopy[];
  /** Receipts of other resources that this one took over: theirs no longer count, until they are forgotten there. */
  readonly taken: readonly TakenReceipt[];
  /** Of what was last seen, the objects that differ or need saying; null when nothing was read since the last write. */
  readonly observed: ObservedObjects | null;
}

export type ObservedObjects = ReadonlyMap<Address, ObservedUser | ObservedRecord>;

export interface TakenReceipt {
  readonly address: Address;
  /** Epoch milliseconds; with the address it names one receipt. */
  readonly recordedAt: number;
}

export const NOTHING: Receipts = {
  identity: null,
  recorded: [],
  openIntents: [],
  copies: [],
  taken: [],
  observed: null,
};

/** What receipts are about, each once. Receipts of nothing are about nothing. */
export function identitiesIn(all: Iterable<Receipts>): Identity[] {
  const named = [...all].flatMap(({ identity, recorded, openIntents }) =>
    identity === null || (recorded.length === 0 && openIntents.length === 0) ? [] : [identity],
  );
  return [...new Map(named.map((identity) => [JSON.stringify(identity), identity])).values()];
}

/** Written with every resource, so that a later version can read what this one wrote. The first was never released. */
const SCHEMA_VERSION = 3;

/** The `previewRecordId` that is declared: the output of that name says which task was seen. */
const DECLARED_ID = '__declaredRecordId';
/** Outputs that are no inputs. */
const KEPT = ['__schemaVersion', '__receipts', DECLARED_ID] as const;
const SHOWN_OF_OBJECT = [
  'presence',
  'backendPresence',
  'connectUserId',
  'previewRecordId',
  'workedState',
  'workAttempts',
];
export const OUTPUT_NAMES: Readonly<Record<Family, readonly string[]>> = {
  user: [...KEPT, 'drift', ...SHOWN_OF_OBJECT],
  record: [...KEPT, 'drift', ...SHOWN_OF_OBJECT],
  set: [...KEPT, 'drift', 'recordCount', 'consumedCount'],
};
export const SECRET_OUTPUTS = ['__receipts'];

/** The declaration that the properties were made with: inputs, or what `heldProperties` made of them. */
export function inputsIn(family: Family, properties: Properties): Record<string, unknown> {
  const id = properties['__schemaVersion'] === undefined ? properties['previewRecordId'] : properties[DECLARED_ID];
  const own = Object.entries(properties).filter(([name]) => !OUTPUT_NAMES[family].includes(name));
  return { ...Object.fromEntries(own), ...(id !== undefined && { previewRecordId: id }) };
}

/** What a resource holds: its declaration, and what was recorded and seen. */
export function heldProperties({ previewRecordId: id, ...inputs }: Properties, outputs: Properties): Properties {
  return { ...inputs, ...(id !== undefined && { [DECLARED_ID]: id }), ...outputs };
}

/**
 * Digests in a stack need no secret of their own: what they are digests of stands in the same stack as inputs, and both are encrypted
 * there. One key for all: a project, a target or a stack that gets another name has the same digests, and classes without a program too.
 */
export const STACK_DIGEST_KEY: Uint8Array = createHash('sha256').update('muster digests in stacks').digest();

export const stackDigest: Digest = digestWith(STACK_DIGEST_KEY);

/** `properties`: all of a resource. Throws as readReceipts. */
export function receiptsOf(properties: Properties): Receipts {
  return readReceipts(properties, textIn(properties, 'campaignName'));
}

/**
 * `campaignName`: of the resource; null for a user. Throws `internal` for what muster did not write, or another version wrote. Of what
 * was never written nothing is kept.
 */
export function readReceipts(properties: Properties, campaignName: string | null): Receipts {
  const { __schemaVersion: schemaVersion } = properties;
  if (schemaVersion === undefined && !('recorded' in properties)) return NOTHING;
  if (schemaVersion !== SCHEMA_VERSION) throw otherVersion(schemaVersion);
  const text = textIn(properties, '__receipts');
  const written: unknown = text === null ? null : JSON.parse(unpacked(text));
  if (!isWritten(written)) throw damaged();
  const { identity, users = [], records = [], fields = [] } = written;
  const { intents = [], copies = [], taken = [], observed } = written;
  const packing = { stack: identity.stack, campaignName, fields };
  return {
    identity,
    recorded: [...users, ...records.map((each) => unpackReceipt(each, packing))],
    openIntents: intents,
    copies,
    taken,
    observed: observed === undefined ? null : new Map(observed),
  };
}

function otherVersion(version: unknown): ToolError {
  const isNewer = typeof version === 'number' && version > SCHEMA_VERSION;
  const [when, wayOn] = isNewer
    ? ['by a newer muster', 'update this one']
    : ['before the first release', 'scripts/renew-pilot-state.ts of the sources renews it'];
  const message = `the stack was written ${when} (state schema ${JSON.stringify(version) ?? 'unnamed'}); ${wayOn}`;
  return new ToolError('internal', { message });
}

export function writeReceipts(
  receipts: Omit<Receipts, 'identity'>,
  { identity, campaignName }: WritePacking,
): Record<string, unknown> {
  const { openIntents: intents, copies, taken, observed } = receipts;
  const ordered = receipts.recorded.toSorted((a, b) => (a.address < b.address ? -1 : 1));
  const users = ordered.filter((object) => object.kind === 'user');
  const fields: string[] = [];
  const packing = { stack: identity.stack, campaignName, fields };
  const records = recordsIn(ordered).map((object) => packReceipt(object, packing));
  const lists = { users, records, intents, copies, taken, fields };
  const given = Object.entries(lists).filter(([, list]) => list.length > 0);
  const written = { identity, ...Object.fromEntries(given), ...(observed && { observed: [...observed] }) };
  return { __schemaVersion: SCHEMA_VERSION, __receipts: packed(JSON.stringify(written)) };
}

export function recordsIn(objects: Iterable<RecordedObject>): RecordedRecord[] {
  return [...objects].flatMap((object) => (object.kind === 'record' ? [object] : []));
}

/** Of these nothing is known before the first reading. */
const KNOWN_BY_READING = ['previewRecordId', 'backendPresence'];

/** What a reading shows where no program can ask for more: the first refresh after an `up` changes nothing. */
export function withoutReadOnly(outputs: Properties): Properties {
  return Object.fromEntries(Object.entries(outputs).filter(([name]) => !KNOWN_BY_READING.includes(name)));
}

/** For people and programs: what `pulumi stack` and other resources may read. `seen`: everything that was just read. */
export function shownOutputs(
  family: Family,
  { recorded }: Pick<Receipts, 'recorded'>,
  seen: ObservedObjects,
): Properties {
  if (family === 'set') {
    const records = recordsIn(recorded);
    return { recordCount: records.length, consumedCount: records.filter(({ consumed }) => consumed !== null).length };
  }
  const [receipt] = recorded;
  // One that stays in the campaign of before is shown as it stands there.
  const observed = seen.get(receipt?.address ?? '') ?? [...seen.values()][0];
  if (observed !== undefined) return 'service' in observed ? shownUser(observed) : shownRecord(observed);
  if (receipt === undefined) return {};
  if (receipt.kind === 'user') return shownUser({ service: 'present', backend: undefined, ...receipt });
  const { previewRecordId, worked } = receipt;
  const id = previewRecordId === '' ? {} : { previewRecordId };
  return { presence: 'present', ...id, workedState: worked.state, workAttempts: worked.attempts };
}

function shownUser(user: {
  readonly service: string;
  readonly backend: string | undefined;
  readonly connectUserId: string | null;
}): Properties {
  const { service, backend, connectUserId } = user;
  return {
    presence: service,
    ...(backend !== undefined && { backendPresence: backend }),
    ...(connectUserId !== null && { connectUserId }),
  };
}

function shownRecord({ presence, tasks: [task] }: ObservedRecord): Properties {
  if (task === undefined) return { presence };
  const { previewRecordId, workedState, workAttempts } = task;
  return { presence, previewRecordId, workedState, workAttempts };
}

interface StoredReceipts {
  readonly identity: Identity;
  readonly users?: readonly RecordedObject[];
  readonly records?: readonly unknown[];
  /** Lists of field paths that receipts point to. */
  readonly fields?: string[];
  readonly intents?: readonly OpenIntent[];
  readonly copies?: readonly SavedCopy[];
  readonly taken?: readonly TakenReceipt[];
  readonly observed?: readonly (readonly [Address, ObservedUser | ObservedRecord])[];
}

function isWritten(value: unknown): value is StoredReceipts {
  if (typeof value !== 'object' || value === null || !('identity' in value)) return false;
  const { identity, ...lists } = value;
  return isIdentity(identity) && Object.values(lists).every(Array.isArray);
}

function isIdentity(value: unknown): value is Identity {
  return typeof value === 'object' && value !== null && 'tenant' in value && 'stack' in value;
}
