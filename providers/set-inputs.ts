// Inputs of a set of records, as they stand in the stack, and the declarations they mean. The records are one text: the
// engine's cost grows with the number of properties, not with their length (design 8).

import { ToolError } from '../src/model/errors.ts';
import type { Campaign, DesiredRecord, RecordedRecord } from '../src/model/record.ts';
import { CAMPAIGN_INPUTS, campaignFrom, campaignInput } from '../src/desired/record-input.ts';
import type { CampaignInputs } from '../src/desired/record-input.ts';
import { desiredRecord, listOf, recordInputs, SOURCE } from './inputs.ts';
import type { Handing } from '../src/door/pinning.ts';
import type { RecordInputs } from './inputs.ts';
import { isReceipt } from './set-receipts.ts';

const OF_CAMPAIGN: readonly string[] = CAMPAIGN_INPUTS;

/** What a record has beside its campaign. */
export type RecordRow = Omit<RecordInputs, keyof CampaignInputs>;

export interface SetInputs extends CampaignInputs {
  /** Leading bits of SHA-256(clientId) that its records share; left out for the whole campaign. */
  readonly shard?: string;
  /** JSON: list of records without what the campaign says, ordered by clientId. */
  readonly records: string;
  readonly target?: string;
  /** JSON: receipts that another resource holds and this one takes over. For one run. */
  readonly handover?: string;
  /** JSON: clientIds whose receipts another resource takes over in this run. */
  readonly leaving?: string;
  /** JSON: clientIds whose receipts another resource took over in an earlier run: forgotten with the next update. */
  readonly stale?: string;
  /** JSON: addresses this one took over, where the other resource still has to forget them. */
  readonly supersedes?: string;
  /** JSON: clientIds recorded here that are not to be touched; one with a row keeps the row it had. */
  readonly kept?: string;
  /** JSON: clientId -> whose task it is and whom to pin it to, once (off-boarding). */
  readonly pins?: string;
  /** JSON: list of [clientId, digests of what was sent], of creates of an earlier run that were cut off. */
  readonly claims?: string;
  /** What is stale must be forgotten now. */
  readonly sweep?: 'now';
  /** There is something to do in it, or to record: its rows alone do not always show that. */
  readonly planned?: 'update';
}

/** What the program says to the handlers about one run: these never become outputs. */
export const SET_HINTS: readonly string[] = [
  'handover',
  'leaving',
  'stale',
  'supersedes',
  'kept',
  'pins',
  'claims',
  'sweep',
  'planned',
  'forgets',
];

export function setInputs(campaign: Campaign, shard: string, records: readonly DesiredRecord[]): SetInputs {
  return {
    ...campaignInput(campaign),
    ...(shard !== '' && { shard }),
    records: rowsText(records.map(rowOf)),
  };
}

function rowOf(record: DesiredRecord): RecordRow {
  const all = Object.entries(recordInputs(record)).filter(([name]) => !OF_CAMPAIGN.includes(name));
  return { clientId: record.clientId, ...Object.fromEntries(all) };
}

export function rowsText(rows: readonly RecordRow[]): string {
  return JSON.stringify(rows.toSorted((a, b) => (a.clientId < b.clientId ? -1 : 1)));
}

/** clientId -> row. Throws when the text is not one that rowsText wrote. */
export function readRows(text: string): Map<string, RecordRow> {
  const rows: unknown = JSON.parse(text);
  if (!Array.isArray(rows) || !rows.every(isRow)) throw damaged();
  return new Map(rows.map((row) => [row.clientId, row]));
}

export function campaignOfSet(inputs: SetInputs): Campaign {
  return campaignFrom(inputs, SOURCE);
}

export function desiredRecords(inputs: SetInputs): DesiredRecord[] {
  const campaign = campaignOfSet(inputs);
  const shared = campaignPart(inputs);
  return [...readRows(inputs.records).values()].map((row) => ({ ...desiredRecord({ ...shared, ...row }), campaign }));
}

/** Name of the resource: `set:Summer Renewals/01`, or `/all` for a campaign that is one shard. */
export function setName(campaignName: string, shard: string): string {
  return `set:${setId(campaignName, shard)}`;
}

/** The id under which the engine keeps it. */
export function setId(campaignName: string, shard: string): string {
  return `${campaignName.replaceAll('%', '%25').replaceAll('/', '%2F')}/${shard === '' ? 'all' : shard}`;
}

export function readTexts(text: string | undefined): ReadonlySet<string> {
  return new Set(listOf(text === undefined ? [] : JSON.parse(text)).map(String));
}

type Digests = RecordedRecord['digests'];

/** Field path -> digest of what a create that was cut off sent. */
export function readDigests(text: string): Digests {
  const digests: unknown = JSON.parse(text);
  if (isDigests(digests)) return digests;
  throw damaged();
}

/** By clientId. */
export function readClaims(text: string | undefined): ReadonlyMap<string, Digests> {
  const pairs = listOf(text === undefined ? [] : JSON.parse(text));
  if (pairs.every(isClaim)) return new Map(pairs);
  throw damaged();
}

export function readPins(text: string | undefined): ReadonlyMap<string, Handing> {
  const pins: unknown = text === undefined ? {} : JSON.parse(text);
  const pairs = Object.entries(pins ?? {});
  if (pairs.every((pair): pair is [string, Handing] => isHanding(pair[1]))) return new Map(pairs);
  throw damaged();
}

/** Of one record. */
export function readPin(text: string): Handing {
  const pin: unknown = JSON.parse(text);
  if (isHanding(pin)) return pin;
  throw damaged();
}

function isHanding(value: unknown): value is Handing {
  const { from, to } = (value ?? {}) as Partial<Handing>;
  return typeof from === 'string' && typeof to === 'string';
}

/** Receipts that are handed over; at other addresses they are of records that move here. */
export function readHandover(text: string | undefined): readonly RecordedRecord[] {
  const receipts = listOf(text === undefined ? [] : JSON.parse(text));
  if (receipts.every(isReceipt)) return receipts;
  throw damaged();
}

function campaignPart(inputs: SetInputs): CampaignInputs {
  return campaignInput(campaignOfSet(inputs));
}

function isClaim(pair: unknown): pair is readonly [string, Digests] {
  return Array.isArray(pair) && typeof pair[0] === 'string' && isDigests(pair[1]);
}

function isDigests(value: unknown): value is Digests {
  return typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string');
}

function isRow(row: unknown): row is RecordRow {
  return typeof row === 'object' && row !== null && 'clientId' in row && typeof row.clientId === 'string';
}

function damaged(): ToolError {
  return new ToolError('internal', { message: 'the stack holds a set of records that muster did not write' });
}
