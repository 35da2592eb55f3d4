// What the first state schema kept, read so that old stacks open: a receipt a property for single resources, lists for sets.

import { recordAddress } from '../src/model/address.ts';
import type { Address } from '../src/model/address.ts';
import type { ObservedRecord, RecordedRecord } from '../src/model/record.ts';
import type { OpenIntent, RecordedObject } from '../src/model/state.ts';
import type { ObservedUser } from '../src/model/user.ts';
import type { SavedCopy } from '../src/engine.ts';
import { shortened, unansweredCreate } from '../src/engine.ts';
import { damaged, declarationOf, objectsOf } from './declaration.ts';
import type { Family, Properties } from './declaration.ts';
import type { Packing } from './packed-receipt.ts';
import type { Receipts, Taken } from './kept.ts';

interface Written {
  readonly properties: Properties;
  /** The declaration that stands beside it. */
  readonly inputs: Properties;
}

export function readFirstVersion(family: Family, written: Written, packing: Packing): Receipts {
  return family === 'set' ? readSet(written.properties) : readSingle(family, written, packing);
}

function readSet(properties: Properties): Receipts {
  const observed = properties['observed'];
  return {
    identity: null,
    recorded: listIn(properties['recorded'], isPacked).map((receipt) => ({
      kind: 'record',
      address: recordAddress(receipt.campaignName, receipt.clientId),
      ...receipt,
      digests: shortened(receipt.digests),
    })),
    openIntents: listIn(properties['intents'], isIntent).map(withShortDigests),
    copies: listIn(properties['copies'], isCopy),
    taken: listIn(properties['taken'], isTaken),
    observed: observed === undefined ? null : new Map(listIn(observed, isSeen)),
  };
}

function readSingle(family: Family, { properties, inputs }: Written, { digest }: Packing): Receipts {
  const recorded = parsed(properties['recorded'], isRecorded);
  const seen = parsed(properties['observed'], isObservation);
  const since = properties['unsettledAt'];
  // Where it does not say when, it was long ago: nothing is concluded from its age then.
  const at = typeof since === 'number' ? since : 0;
  const isOpen = properties['unsettled'] === true && recorded === null;
  const declared = isOpen ? objectsOf(declarationOf(family, inputs)) : [];
  const address = recorded?.address ?? '';
  const read = seen?.user ?? seen?.record ?? null;
  return {
    identity: null,
    recorded: recorded === null ? [] : [{ ...recorded, digests: shortened(recorded.digests) }],
    openIntents: declared.flatMap((object) => unansweredCreate(object, digest, at)),
    copies: [],
    taken: [],
    observed: read === null || recorded === null ? null : new Map([[address, read]]),
  };
}

function withShortDigests(intent: OpenIntent): OpenIntent {
  const { proposed } = intent;
  return proposed === null ? intent : { ...intent, proposed: { ...proposed, digests: shortened(proposed.digests) } };
}

type PackedReceipt = Omit<RecordedRecord, 'kind' | 'address'>;

function parsed<T>(text: unknown, fits: (value: unknown) => value is T): T | null {
  if (text === undefined) return null;
  const value: unknown = typeof text === 'string' ? JSON.parse(text) : null;
  if (fits(value)) return value;
  throw damaged();
}

function listIn<T>(text: unknown, fits: (value: unknown) => value is T): readonly T[] {
  if (text === undefined) return [];
  const values: unknown = typeof text === 'string' ? JSON.parse(text) : null;
  if (Array.isArray(values) && values.every(fits)) return values;
  throw damaged();
}

function isRecorded(value: unknown): value is RecordedObject {
  if (!isObject(value) || !('kind' in value) || !('digests' in value)) return false;
  return value.kind === 'user' ? 'loginUserId' in value && 'provenance' in value : 'clientId' in value;
}

interface Observation {
  readonly user: ObservedUser | null;
  readonly record: ObservedRecord | null;
}

function isObservation(value: unknown): value is Observation {
  return isObject(value) && 'user' in value && 'record' in value;
}

function isPacked(value: unknown): value is PackedReceipt {
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
