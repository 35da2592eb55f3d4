// What a set keeps beside its inputs: one receipt per record, writes whose answer was lost, copies of records on the way,
// and of what was last seen only what differs. All are texts, and secrets.

import { recordAddress } from '../src/model/address.ts';
import type { Address } from '../src/model/address.ts';
import { ToolError } from '../src/model/errors.ts';
import type { ObservedRecord, RecordedRecord } from '../src/model/record.ts';
import type { OpenIntent } from '../src/model/state.ts';
import type { SavedCopy } from '../src/door/many.ts';
import { SCHEMA_VERSION } from './outputs.ts';
import type { Properties } from './outputs.ts';

/** Names of outputs of a set that are no inputs. */
export const SET_OUTPUT_NAMES = [
  'schemaVersion',
  'recorded',
  'observed',
  'intents',
  'copies',
  'taken',
  'drift',
  'recordCount',
  'consumedCount',
] as const;

export interface KeptSet {
  readonly recorded: readonly RecordedRecord[];
  readonly openIntents: readonly OpenIntent[];
  readonly copies: readonly SavedCopy[];
  /** Receipts of other resources that this one took over: theirs no longer count, until they are forgotten there. */
  readonly taken: readonly Taken[];
  /** Of what was last seen, the records that differ or need saying; null when nothing was read since the last write. */
  readonly observed: ReadonlyMap<Address, ObservedRecord> | null;
}

export interface Taken {
  readonly address: Address;
  /** Epoch milliseconds; with the address it names one receipt. */
  readonly recordedAt: number;
}

export function readKeptSet(properties: Properties): KeptSet {
  const version = properties['schemaVersion'];
  if (version !== undefined && version !== SCHEMA_VERSION) {
    const message = `the stack was written by a newer muster (state schema ${JSON.stringify(version)}); update this one`;
    throw new ToolError('internal', { message });
  }
  const observed = properties['observed'];
  return {
    recorded: listIn(properties['recorded'], isPacked).map(unpacked),
    openIntents: listIn(properties['intents'], isIntent),
    copies: listIn(properties['copies'], isCopy),
    taken: listIn(properties['taken'], isTaken),
    observed: observed === undefined ? null : new Map(listIn(observed, isSeen)),
  };
}

export function writeKeptSet({ recorded, openIntents, copies, taken, observed }: KeptSet): Record<string, unknown> {
  const ordered = recorded.toSorted((a, b) => (a.address < b.address ? -1 : 1));
  return {
    schemaVersion: SCHEMA_VERSION,
    recorded: JSON.stringify(ordered.map(packed)),
    ...(openIntents.length > 0 && { intents: JSON.stringify(openIntents) }),
    ...(copies.length > 0 && { copies: JSON.stringify(copies) }),
    ...(taken.length > 0 && { taken: JSON.stringify(taken) }),
    ...(observed && { observed: JSON.stringify([...observed]) }),
    recordCount: recorded.length,
    consumedCount: recorded.filter(({ consumed }) => consumed !== null).length,
  };
}

/** A receipt as it is written: without what its other parts say. */
type Packed = Omit<RecordedRecord, 'kind' | 'address'>;

function packed({ kind: _kind, address: _address, ...rest }: RecordedRecord): Packed {
  return rest;
}

function unpacked(receipt: Packed): RecordedRecord {
  return { kind: 'record', address: recordAddress(receipt.campaignName, receipt.clientId), ...receipt };
}

function listIn<T>(text: unknown, fits: (value: unknown) => value is T): readonly T[] {
  if (text === undefined) return [];
  const values: unknown = typeof text === 'string' ? JSON.parse(text) : null;
  if (Array.isArray(values) && values.every(fits)) return values;
  throw new ToolError('internal', { message: 'the stack holds a set of records that muster did not write' });
}

export function isReceipt(value: unknown): value is RecordedRecord {
  return isPacked(value) && 'kind' in value && 'address' in value;
}

function isPacked(value: unknown): value is Packed {
  return isObject(value) && 'campaignName' in value && 'clientId' in value && 'digests' in value;
}

function isIntent(value: unknown): value is OpenIntent {
  return isObject(value) && 'address' in value && 'action' in value && 'proposed' in value;
}

function isCopy(value: unknown): value is SavedCopy {
  return isObject(value) && 'address' in value && 'savedAt' in value;
}

function isTaken(value: unknown): value is Taken {
  return isObject(value) && 'address' in value && 'recordedAt' in value;
}

function isSeen(value: unknown): value is readonly [Address, ObservedRecord] {
  return Array.isArray(value) && typeof value[0] === 'string' && isObject(value[1]) && 'tasks' in value[1];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
