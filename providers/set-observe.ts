// read and diff of a set: what the service shows beside what was recorded, record by record. Nothing is written here.
// What is kept of a reading is only what differs or needs saying: 500 tasks as read would be most of the stack.

import { CAMPAIGN_INPUTS } from '../src/desired/record-input.ts';
import type { ManyDiff, ManyObjects } from '../src/door/many.ts';
import { leavesMemory } from '../src/engine.ts';
import { clientIdOf, recordAddress } from '../src/model/address.ts';
import type { Address } from '../src/model/address.ts';
import { ToolError } from '../src/model/errors.ts';
import type { ObservedRecord } from '../src/model/record.ts';
import type { Change } from '../src/reconcile/change.ts';
import { isUnknown } from './check.ts';
import { showDrift } from './drift-inputs.ts';
import { needsPerson, refuseOtherTarget } from './observe.ts';
import type { DiffAnswer, ReadAnswer } from './observe.ts';
import type { Desk } from './office.ts';
import type { Properties } from './outputs.ts';
import {
  campaignOfSet,
  desiredRecords,
  readHandover,
  readRows,
  readTexts,
  rowsText,
  SET_HINTS,
  setId,
} from './set-inputs.ts';
import type { RecordRow, SetInputs } from './set-inputs.ts';
import { readKeptSet, SET_OUTPUT_NAMES, writeKeptSet } from './set-receipts.ts';
import type { KeptSet } from './set-receipts.ts';

export interface SetCase {
  readonly desk: Desk;
  readonly olds: Properties;
  readonly news: Properties;
}

/** Throws when nothing could be read. What is absent stays recorded with that seen: the plan says what becomes of it. */
export async function readSet({ desk, olds }: Omit<SetCase, 'news'>): Promise<ReadAnswer> {
  const kept = readKeptSet(olds);
  const inputs = setInputsIn(olds);
  const objects = withLeaving(declaredObjects(inputs, kept), kept);
  const observed = await desk.door.observeMany(objects);
  refuseUnreadable(observed, inputs);
  const compared = desk.door.diffMany(objects, observed);
  const { changes, telling } = findingsIn(compared, objects);
  const { recorded } = compared;
  const asked = new Set(objects.recorded.map(({ address }) => address));
  const left = kept.recorded.filter(({ address }) => !asked.has(address));
  const known = new Map([...left.map((receipt) => [receipt.address, receipt] as const), ...recordsIn(recorded)]);
  const outputs = writeKeptSet({
    ...kept,
    recorded: [...known.values()],
    openIntents: recorded.openIntents,
    observed: new Map([...observed].filter(([address]) => telling.has(address))),
  });
  const id = setId(inputs.campaignName, inputs.shard ?? '');
  // In clear text, because a refresh shows outputs: clientIds and fields, no values.
  const drift = changes.length === 0 ? {} : { drift: changes.map(driftOf).join('; ') };
  return { id, props: { ...inputs, ...outputs, ...drift }, inputs: showSetDrift(inputs, changes, observed) };
}

/** Differs (update) or equal; a set is never replaced. Sends nothing to the service. */
export function diffSet({ desk, olds, news }: SetCase): DiffAnswer {
  if (isUnknown(news)) return { changes: true };
  refuseOtherTarget(olds, news);
  const kept = readKeptSet(olds);
  const [before, after] = [setInputsIn(olds), setInputsIn(news)];
  const hints = newsOf(news);
  // Hints stay in the stack's inputs: outside a program they are about a run that is over.
  const isAsked = desk.registered.has(ownerOf(after));
  desk.custody.hold(
    kept.recorded.map(({ address }) => address),
    ownerOf(after),
  );
  const changes =
    kept.openIntents.some(isTouched(after, hints)) ||
    (isAsked && (hints.pins ?? hints.sweep ?? hints.planned) !== undefined) ||
    CAMPAIGN_INPUTS.some((name) => before[name] !== after[name]) ||
    changesHands(kept, hints) ||
    rowsDiffer(before, after, kept) ||
    leavesBehind(after, kept, hints) ||
    drifted({ desk, inputs: after, kept, isTouched: isTouched(after, hints) });
  return { changes };
}

/** Whether a record is compared and written in this run. What was not approved has a row, and is kept as it is. */
export function isTouched(
  { campaignName, records }: SetInputs,
  hints: SetInputs,
): (object: { readonly address: Address }) => boolean {
  const rows = readRows(records);
  const held = [...readTexts(hints.kept)].filter((clientId) => rows.has(clientId));
  const addresses = new Set(held.map((clientId) => recordAddress(campaignName, clientId)));
  return ({ address }) => !addresses.has(address);
}

/** A receipt comes, or goes. */
function changesHands(kept: KeptSet, hints: SetInputs): boolean {
  const held = new Set(kept.recorded.map(({ address }) => address));
  const leaving = readTexts(hints.leaving);
  return (
    readHandover(hints.handover).some(({ address }) => !held.has(address)) ||
    kept.recorded.some(({ clientId }) => leaving.has(clientId))
  );
}

/**
 * A row that came or changed. One that went says so by the receipt it leaves behind; of one whose record was seen to
 * differ from its old row the core says whether there is anything to do (drifted).
 */
function rowsDiffer(before: SetInputs, after: SetInputs, kept: KeptSet): boolean {
  const held = new Set(kept.recorded.map(({ clientId }) => clientId));
  const rows = readRows(before.records);
  const isSeen = ({ clientId }: RecordRow): boolean =>
    kept.observed?.has(recordAddress(after.campaignName, clientId)) === true;
  return [...readRows(after.records).values()].some((row) => {
    const missing = !held.has(row.clientId) && (row.ensure ?? 'present') === 'present';
    return missing || (!isSeen(row) && JSON.stringify(rows.get(row.clientId)) !== JSON.stringify(row));
  });
}

/** Recorded, not declared, and nobody said that it is to be kept. What is used up is remembered. */
function leavesBehind(after: SetInputs, kept: KeptSet, hints: SetInputs): boolean {
  const rows = readRows(after.records);
  const spared = new Set([...readTexts(hints.kept), ...readTexts(hints.stale)]);
  return kept.recorded.some(
    ({ clientId, consumed }) => consumed === null && !rows.has(clientId) && !spared.has(clientId),
  );
}

interface Looking {
  readonly desk: Desk;
  readonly inputs: SetInputs;
  readonly kept: KeptSet;
  readonly isTouched: (object: { readonly address: Address }) => boolean;
}

/** Outside a program's run (a refresh) a record that needs a decision is drift, or nobody would see it. */
function drifted({ desk, inputs, kept, isTouched: touched }: Looking): boolean {
  const { observed } = kept;
  if (observed === null || observed.size === 0) return false;
  const all = declaredObjects(inputs, kept);
  const seen = (object: { readonly address: Address }): boolean => observed.has(object.address) && touched(object);
  const objects = { ...all, desired: all.desired.filter(seen), recorded: all.recorded.filter(seen) };
  const { changes, verdicts } = desk.door.diffMany(objects, observed);
  return changes.length > 0 || (!desk.registered.has(ownerOf(inputs)) && verdicts.some(needsPerson));
}

interface Findings {
  /** What a refresh shows as drift. */
  readonly changes: readonly Change[];
  /** Addresses of which more is to be kept than that they are as recorded. */
  readonly telling: ReadonlySet<Address>;
}

/** What becomes of a record without a row is the plan's word, and no drift; that it is used up a destroy must know. */
function findingsIn({ changes, verdicts }: ManyDiff, { desired, openIntents }: ManyObjects): Findings {
  const own = new Set([...desired, ...openIntents].map(({ address }) => address));
  const said = verdicts.filter((verdict) => verdict.class !== 'assumed');
  const telling = changes.filter(
    (change) => own.has(change.address) || (change.kind === 'record' && leavesMemory(change)),
  );
  return {
    changes: changes.filter(({ address }) => own.has(address)),
    telling: new Set([...telling, ...said].map(({ address }) => address)),
  };
}

/** With the receipts that have no row and are not used up: left by a plan that was not approved, say. */
function withLeaving(objects: ManyObjects, { recorded }: KeptSet): ManyObjects {
  const known = new Set(objects.recorded.map(({ address }) => address));
  const leaving = recorded.filter(({ address, consumed }) => consumed === null && !known.has(address));
  return { ...objects, recorded: [...objects.recorded, ...leaving] };
}

/** Its records and their receipts. Of what is not declared only those whose write an earlier run left open. */
function declaredObjects(inputs: SetInputs, kept: KeptSet): ManyObjects {
  const desired = desiredRecords(inputs);
  const { openIntents, copies } = kept;
  const addresses = new Set([...desired, ...openIntents].map(({ address }) => address));
  return {
    campaign: campaignOfSet(inputs),
    shard: inputs.shard ?? '',
    desired,
    recorded: kept.recorded.filter(({ address }) => addresses.has(address)),
    openIntents,
    copies,
  };
}

function recordsIn({
  objects,
}: {
  readonly objects: ReadonlyMap<Address, unknown>;
}): [Address, KeptSet['recorded'][number]][] {
  return [...objects.values()].flatMap((object) => {
    const receipt = object as KeptSet['recorded'][number];
    return receipt.kind === 'record' ? [[receipt.address, receipt]] : [];
  });
}

/** One unreadable record is said and left alone; none readable is a reading that failed. */
function refuseUnreadable(observed: ReadonlyMap<Address, ObservedRecord>, inputs: SetInputs): void {
  const problems = [...observed.values()].flatMap(({ problem }) => problem ?? []);
  const [first] = problems;
  if (first === undefined || problems.length < observed.size) return;
  throw new ToolError(first.code, { message: `${ownerOf(inputs)}: ${first.message}` });
}

/** Rows as the service shows them, where the plan calls the difference drift. */
function showSetDrift(
  inputs: SetInputs,
  changes: readonly Change[],
  observed: ReadonlyMap<Address, ObservedRecord>,
): Properties {
  if (changes.length === 0) return { ...inputs };
  const changed = new Map(changes.map((change) => [change.address, change]));
  const { campaignName, clientIdFieldName } = inputs;
  const rows = [...readRows(inputs.records).values()].map((row): RecordRow => {
    const change = changed.get(recordAddress(campaignName, row.clientId));
    if (change === undefined) return row;
    const seen = { user: null, record: observed.get(change.address) ?? null, source: null };
    const { clientIdFieldName: _field, ...shown } = showDrift(
      { ...row, ...(clientIdFieldName !== undefined && { clientIdFieldName }) },
      { changes: [change], observed: seen },
    );
    return { ...shown, clientId: row.clientId };
  });
  return { ...inputs, records: rowsText(rows) };
}

function driftOf({ address, fields }: Change): string {
  return `${clientIdOf(address)}: ${fields.map(({ field }) => field).join(', ') || 'not there'}`;
}

/** The properties without what this door adds and without hints of one run: the inputs they were made with. */
export function setInputsIn(properties: Properties): SetInputs & Properties {
  const names: readonly string[] = [...SET_OUTPUT_NAMES, ...SET_HINTS];
  return newsOf(Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name))));
}

export function newsOf(properties: Properties): SetInputs & Properties {
  if (isSet(properties)) return properties;
  throw new ToolError('internal', { message: 'the stack holds a set of records that muster did not write' });
}

/** Under which it answers for its records (custody.ts). */
export function ownerOf({ campaignName, shard = '' }: SetInputs): string {
  return setId(campaignName, shard);
}

function isSet(properties: Properties): properties is Properties & SetInputs {
  return typeof properties['campaignName'] === 'string' && typeof properties['records'] === 'string';
}
