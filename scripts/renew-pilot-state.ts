// Rewrites what pilots have from before the first release into the present state schema, for one stack:
//
//   pulumi stack export --show-secrets > old.json
//   node scripts/renew-pilot-state.ts FOLDER TARGET < old.json > new.json      FOLDER: of muster.yaml
//   pulumi stack import --file new.json
//
//   the export has                              becomes
//   schema 1: lists as properties               receipts, with digests of 16 digits; what was seen last is read again
//   schema 1, 2: digests by the name of the     digests as every stack has them, of what is declared
//   stack
//   receipts that name no tenant and no stack   receipts of this target, and of the stack `<project>.<stack of the target>`
//   properties that are neither declared        are left out
//   nor kept any more
//
// The next `pulumi up` refuses that stack by name (`other-stack`) until the target has it in `formerStacks`.

import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { declarationOf, objectsOf, packed, textIn, unpacked } from '../providers/declaration.ts';
import type { Declaration, Family, Properties } from '../providers/declaration.ts';
import type { TakenReceipt } from '../providers/receipts.ts';
import { withPresentNames } from '../providers/native-form.ts';
import { inputsIn, stackDigest, writeReceipts } from '../providers/receipts.ts';
import { child, FAMILIES, isResource, list, revealed, SECRET } from '../providers/stack-export.ts';
import { findPlace } from '../providers/context.ts';
import { unansweredCreate } from '../src/core/engine/interrupted.ts';
import { identityOf, stackName } from '../src/core/engine/lineage.ts';
import { recordFields, userFields } from '../src/core/reconcile/fields.ts';
import { recordAddress } from '../src/core/model/address.ts';
import type { Identity } from '../src/core/model/identity.ts';
import type { Digest, OpenIntent, RecordedObject } from '../src/core/model/state.ts';
import type { SavedCopy } from '../src/core/state/recorder.ts';
import { digestWith } from '../src/core/state/digest.ts';

const FORMER = (
  'recorded observed unsettled unsettledAt intents copies taken claim sent hold planned handover pin forgets leaving stale ' +
  'supersedes kept pins claims sweep'
).split(' ');
const DIGEST_LENGTH = 16;

export interface Renewing {
  /** What the receipts speak of from now on. */
  readonly identity: Identity;
  /** As they were made: by the name of the stack. */
  readonly former: Digest;
}

/** Takes and gives what `pulumi stack export --show-secrets` prints. */
export function renewedExport(exported: string, renewing: Renewing): string {
  const whole: unknown = JSON.parse(exported);
  const deployment = child(whole, 'deployment');
  const operations = list(deployment, 'pending_operations').map((each) => ({
    ...given(each),
    resource: renewed(child(each, 'resource'), renewing),
  }));
  const resources = list(deployment, 'resources').map((each) => renewed(each, renewing));
  const changed = { ...given(deployment), resources, pending_operations: operations };
  return JSON.stringify({ ...given(whole), deployment: changed });
}

function given(value: unknown): Properties {
  return typeof value === 'object' ? { ...value } : {};
}

function renewed(resource: unknown, renewing: Renewing): unknown {
  const plain = revealed(resource);
  const family = isResource(plain) ? FAMILIES.get(plain.type) : undefined;
  if (family === undefined || !isResource(resource) || !isResource(plain)) return resource;
  const { inputs = {}, outputs = {} } = resource;
  const properties = withPresentNames({ ...plain.inputs, ...plain.outputs });
  const declaration = declarationOf(family, withoutFormer(inputsIn(family, properties)));
  const kept = packed(redigested(unpacked(receiptsOf(family, properties, renewing)), declaration, renewing));
  const secret = { [SECRET[0]]: SECRET[1], plaintext: JSON.stringify(kept) };
  const isWritten = Object.keys(plain.outputs ?? {}).length > 0;
  return {
    ...resource,
    inputs: withoutFormer(withPresentNames(inputs)),
    ...(isWritten && {
      outputs: { ...withoutFormer(withPresentNames(outputs)), __schemaVersion: 3, __receipts: secret },
    }),
  };
}

function withoutFormer(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !FORMER.includes(name)));
}

/** The text of the output `__receipts`. */
function receiptsOf(family: Family, properties: Properties, { identity, former }: Renewing): string {
  const text = textIn(properties, '__receipts');
  if (text !== null) return packed(withIdentity(unpacked(text), identity));
  const declaration = declarationOf(family, withoutFormer(inputsIn(family, properties)));
  const recorded = listIn<RecordedObject>(properties['recorded']).map(withName);
  const openIntents = [...listIn<OpenIntent>(properties['intents']), ...unanswered(declaration, properties, former)];
  const [copies, taken] = [listIn<SavedCopy>(properties['copies']), listIn<TakenReceipt>(properties['taken'])];
  const packing = { identity, campaignName: declaration.campaign?.campaignName ?? null };
  return String(writeReceipts({ recorded, openIntents, copies, taken, observed: null }, packing)['__receipts']);
}

/** Of each value that is declared here; a digest of anything else shows as a difference, which nothing tells. */
function redigested(text: string, { users, records }: Declaration, { former }: Renewing): string {
  const people = users.filter((each) => each.ensure === 'present');
  const values = [...people.map(userFields), ...records.map(recordFields)].flatMap((fields) => [...fields.values()]);
  const again = new Map(values.map((value) => [former(value), stackDigest(value)]));
  return text.replace(/[0-9a-f]{16}/gu, (digest) => again.get(digest) ?? digest);
}

export function formerDigest(stack: string): Digest {
  return digestWith(createHash('sha256').update(`muster digests of ${stack}`).digest());
}

/** Markers of that time named no campaign (packed-receipt.ts, `m`). */
function withIdentity(text: string, identity: Identity): string {
  const written: unknown = JSON.parse(text);
  if (typeof child(written, 'identity') === 'object') return text;
  const records = list(written, 'records').map((each) => ({ m: 1, ...given(each) }));
  return JSON.stringify({ ...given(written), identity, ...(records.length > 0 && { records }) });
}

/** A single object, or a list, as this schema wrote it; digests as they are compared now. */
function listIn<T>(text: unknown): T[] {
  const value: unknown = typeof text === 'string' ? JSON.parse(text, shortDigests) : [];
  return [value].flat() as T[];
}

function shortDigests(key: string, value: unknown): unknown {
  if (key !== 'digests') return value;
  const entries = Object.entries(given(value));
  return Object.fromEntries(entries.map(([field, digest]) => [field, String(digest).slice(0, DIGEST_LENGTH)]));
}

/** Receipts of a set were records without kind and address. */
function withName(object: RecordedObject): RecordedObject {
  if (object.kind === 'user') return object;
  return { ...object, kind: 'record', address: recordAddress(object.campaignName, object.clientId) };
}

/** Of a single object. Where it does not say when, it was long ago: nothing is concluded from its age then. */
function unanswered(declaration: Declaration, properties: Properties, digest: Digest): OpenIntent[] {
  const { unsettled, unsettledAt: at, recorded } = properties;
  if (unsettled !== true || recorded !== undefined) return [];
  return objectsOf(declaration).flatMap((each) => unansweredCreate(each, digest, typeof at === 'number' ? at : 0));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = '.', name = null] = process.argv.slice(2);
  const place = await findPlace({ folder, config: () => null, name });
  process.stdout.write(
    renewedExport(await text(process.stdin), { identity: identityOf(place), former: formerDigest(stackName(place)) }),
  );
}
