// What the properties of a resource declare: one user, one record, or the records of one set. A single object is a set of one: whatever a
// resource is, it has declarations by address, an id for the engine, and an owner. The properties carry the interface documents' own field
// names, defaults left out. Both directions are pure and lose nothing but the place in the file.
//
// The records of a set are one compressed text: the engine's cost grows with the number of properties, and its memory with
// the bytes of a stack, of which it writes a copy after each operation.

import { deflateRawSync, inflateRawSync } from 'node:zlib';

import type { UserInput } from '../src/core/desired/declarations/define.ts';
import {
  CAMPAIGN_INPUTS,
  campaignFrom,
  campaignInput,
  recordFrom,
} from '../src/core/desired/declarations/record-input.ts';
import type { CampaignInputs } from '../src/core/desired/declarations/record-input.ts';
import { userFrom, userInput } from '../src/core/desired/declarations/user-input.ts';
import { recordAddress, userAddress } from '../src/core/model/address.ts';
import type { Address, SourcePosition } from '../src/core/model/address.ts';
import { ToolError } from '../src/core/model/errors.ts';
import { fieldsFrom, inputOf, namesWhere } from '../src/core/model/fields.ts';
import type { Form, InputFields } from '../src/core/model/fields.ts';
import { PERSONAL_FIELDS } from '../src/core/model/personal.ts';
import type { Campaign, DataItem, DesiredRecord } from '../src/core/model/record.ts';
import { RECORD_FIELDS } from '../src/core/model/record-fields.ts';
import type { DesiredState } from '../src/core/model/state.ts';
import type { DesiredUser } from '../src/core/model/user.ts';

export type Properties = Readonly<Record<string, unknown>>;

/** Which of the three resource types. */
export type Family = 'user' | 'record' | 'set';

/** The property of a single object that names it for ever: another value is another object. */
export const IDENTITY = { user: 'loginUserId', record: 'clientId', set: null } as const satisfies Record<
  Family,
  string | null
>;

const OF_CAMPAIGN: readonly string[] = CAMPAIGN_INPUTS;

/**
 * Beside the declaration: name of the target in muster.yaml; of a class its URN (`__owner`) and `<organization>/<project>/<name>`
 * of its stack, and the id given as `import`; of a desired state `<project>/<name>` of its stack (`__home`); campaigns that are searched for pins before a user is removed. Never compared; kept, because a destroy runs no
 * program.
 */
export const BESIDE = ['__provider', 'target', '__owner', '__stack', '__home', 'import', '__campaigns'] as const;

/** In a stack the data are one text, because the engine's cost grows with the number of properties. */
const DATA_TEXT: Form<string, readonly Required<DataItem>[]> = { fromInput: dataItems, toInput: dataText };
const STACK_FIELDS = { ...RECORD_FIELDS, data: { ...RECORD_FIELDS.data, form: DATA_TEXT } } as const;
const RECORD = namesWhere(STACK_FIELDS, {});

export interface RecordInputs extends CampaignInputs, InputFields<typeof STACK_FIELDS> {}

/** Properties that hold what is personal: secrets in the stack, never in a message. */
export const PERSONAL: readonly string[] = [...PERSONAL_FIELDS, 'records'];

/** A resource has no line in a desired file. */
const SOURCE: SourcePosition = { file: '(program)', line: 1, column: 1 };

export function userInputs(user: DesiredUser): UserInput {
  return userInput(user);
}

export function desiredUser(inputs: UserInput): DesiredUser {
  return userFrom(inputs, SOURCE);
}

export function recordInputs(record: DesiredRecord): RecordInputs {
  return { ...campaignInput(record.campaign), ...inputOf(STACK_FIELDS, RECORD, record) };
}

export function desiredRecord(inputs: RecordInputs): DesiredRecord {
  const fields = fieldsFrom(STACK_FIELDS, RECORD, inputs);
  return recordFrom(fields, { campaign: campaignFrom(inputs, SOURCE), source: SOURCE });
}

/** JSON: list of [key, value, displayOrder]. */
export function dataText(items: readonly DataItem[]): string {
  return JSON.stringify(items.map((item) => [item.key, item.value, item.displayOrder ?? 0]));
}

export function dataItems(text: string): Required<DataItem>[] {
  const rows: unknown = JSON.parse(text);
  if (!Array.isArray(rows)) throw damaged('data is no list');
  return rows.map((row: unknown) => {
    const [key, value, displayOrder] = listOf(row);
    if (typeof key !== 'string' || typeof value !== 'string' || typeof displayOrder !== 'number') {
      throw damaged('an item of data has another form');
    }
    return { key, value, displayOrder };
  });
}

/** The parts of a row; none when it is no list. */
export function listOf(row: unknown): readonly unknown[] {
  return Array.isArray(row) ? row : [];
}

/** What a record has beside its campaign. */
export type RecordRow = Omit<RecordInputs, keyof CampaignInputs>;

export interface SetInputs extends CampaignInputs {
  /** Leading bits of SHA-256(clientId) that its records share; left out for the whole campaign. */
  readonly shard?: string;
  /** Rows of records without what the campaign says, ordered by clientId (packRows). */
  readonly records: string;
}

export interface Names {
  readonly family: Family;
  /** Under which the engine keeps it. */
  readonly id: string;
  /** Under which it answers for its objects (registry.ts). */
  readonly owner: string;
}

export interface Declaration extends Names {
  readonly users: readonly DesiredUser[];
  readonly records: readonly DesiredRecord[];
  /** Of a record or a set, also of one that has no rows. */
  readonly campaign: Campaign | null;
  /** Leading bits of the markers read in one search; null for a single object. */
  readonly shard: string | null;
  /** Address -> text of what is declared of it: equal texts declare the same. */
  readonly rows: ReadonlyMap<Address, string>;
}

/** Throws `internal` when the stack holds something that muster did not write. */
export function declarationOf(family: Family, properties: Properties): Declaration {
  const names = namesOf(family, properties);
  switch (family) {
    case 'user': {
      const user = desiredUser(fitting(properties, isUser));
      const rows = new Map([[user.address, rowText(properties)]]);
      return { ...names, users: [user], records: [], campaign: null, shard: null, rows };
    }
    case 'record': {
      const record = desiredRecord(fitting(properties, isRecord));
      const rows = new Map([[record.address, rowText(properties)]]);
      return { ...names, users: [], records: [record], campaign: record.campaign, shard: null, rows };
    }
    case 'set': {
      const inputs = fitting(properties, isSet);
      const campaign = campaignFrom(inputs, SOURCE);
      const shared = campaignInput(campaign);
      const rows = readRows(inputs.records);
      const records = rows.map((row) => ({ ...desiredRecord({ ...shared, ...row }), campaign }));
      const texts = rows.map((row) => [recordAddress(inputs.campaignName, row.clientId), JSON.stringify(row)] as const);
      return { ...names, users: [], records, campaign, shard: inputs.shard ?? '', rows: new Map(texts) };
    }
    default:
      return family satisfies never;
  }
}

export function namesOf(family: Family, properties: Properties): Names {
  return { family, id: idOf(family, properties), owner: ownerOf(family, properties) };
}

/** Of what is declared nothing but the addresses and the loginUserIds, those of pins included. Throws as declarationOf. */
export function namedIn(
  family: Family,
  properties: Properties,
): { readonly addresses: readonly Address[]; readonly people: readonly string[] } {
  if (family === 'user') {
    const { loginUserId } = fitting(properties, isUser);
    return { addresses: [userAddress(loginUserId)], people: [loginUserId] };
  }
  const { campaignName } = properties;
  const rows = family === 'record' ? [fitting(properties, isRecord)] : readRows(fitting(properties, isSet).records);
  const addresses = rows.map(({ clientId }) => recordAddress(String(campaignName), clientId));
  return { addresses, people: rows.flatMap((row) => textIn(row, 'preferredAgent') || []) };
}

/** Of a class, and not of a desired state, whose program says by orders what is handed over. */
export function isClass(properties: Properties): boolean {
  return textIn(properties, '__owner') !== null;
}

export function objectsOf({ users, records }: Pick<Declaration, 'users' | 'records'>): (DesiredUser | DesiredRecord)[] {
  return [...users, ...records];
}

/** A desired state with these objects in it; `fits` says which. */
export function desiredPart(
  { users, records, campaign }: Declaration,
  fits: (address: Address) => boolean = () => true,
): DesiredState {
  return {
    users: users.filter(({ address }) => fits(address)),
    records: records.filter(({ address }) => fits(address)),
    campaigns: campaign === null ? [] : [campaign],
    files: [],
    content: '',
  };
}

function idOf(family: Family, properties: Properties): string {
  const identity = IDENTITY[family];
  if (identity !== null) return String(properties[identity]);
  const { campaignName, shard = '' } = fitting(properties, isSet);
  return setId(campaignName, shard);
}

/** A class says it; what a desired state registers is named after its object, or after the set. */
export function ownerOf(family: Family, properties: Properties): string {
  const said = textIn(properties, '__owner');
  if (said !== null) return said;
  if (family === 'user') return userAddress(String(properties['loginUserId']));
  if (family === 'record') return recordAddress(String(properties['campaignName']), String(properties['clientId']));
  return `set:${idOf(family, properties)}`;
}

/** The id under which the engine keeps a set: `Summer Renewals/01`, or `/all` for a campaign that is one shard. */
function setId(campaignName: string, shard: string): string {
  return `${campaignName.replaceAll('%', '%25').replaceAll('/', '%2F')}/${shard === '' ? 'all' : shard}`;
}

/** Name of the resource that a desired state registers for a set. */
export function setName(campaignName: string, shard: string): string {
  return `set:${setId(campaignName, shard)}`;
}

export function setInputs(campaign: Campaign, shard: string, records: readonly DesiredRecord[]): SetInputs {
  return {
    ...campaignInput(campaign),
    ...(shard !== '' && { shard }),
    records: packRows(records.map(rowOf)),
  };
}

function rowOf(record: DesiredRecord): RecordRow {
  const all = Object.entries(recordInputs(record)).filter(([name]) => !OF_CAMPAIGN.includes(name));
  return { clientId: record.clientId, ...Object.fromEntries(all) };
}

export function packRows(rows: readonly RecordRow[]): string {
  return packed(JSON.stringify(rows.toSorted((a, b) => (a.clientId < b.clientId ? -1 : 1))));
}

/** Takes what packRows wrote, and the plain JSON of programs. */
export function readRows(text: string): RecordRow[] {
  const rows: unknown = JSON.parse(unpacked(text));
  if (Array.isArray(rows) && rows.every(isRow)) return rows;
  throw damaged();
}

const PACKED = 'deflate:';

/** Compressed, in characters that JSON keeps as they are. */
export function packed(text: string): string {
  return `${PACKED}${deflateRawSync(text, { level: 9 }).toString('base64')}`;
}

export function unpacked(text: string): string {
  if (!text.startsWith(PACKED)) return text;
  return inflateRawSync(Buffer.from(text.slice(PACKED.length), 'base64')).toString('utf8');
}

export function textIn(properties: Properties, name: string): string | null {
  const value = properties[name];
  return typeof value === 'string' ? value : null;
}

/** What a single object declares: without what stands beside it, whatever the order of the properties. */
function rowText(properties: Properties): string {
  const beside: readonly string[] = BESIDE;
  const declared = Object.entries(properties).filter(([name]) => !beside.includes(name));
  return JSON.stringify(declared.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function fitting<T>(properties: Properties, fits: (value: Properties) => value is Properties & T): Properties & T {
  if (fits(properties)) return properties;
  throw damaged();
}

/** Checked inputs carry nothing else (check.ts): the identity tells them from strangers. */
function isUser(properties: Properties): properties is Properties & UserInput {
  return typeof properties['loginUserId'] === 'string';
}

function isRecord(properties: Properties): properties is Properties & RecordInputs {
  return typeof properties['clientId'] === 'string' && typeof properties['campaignName'] === 'string';
}

function isSet(properties: Properties): properties is Properties & SetInputs {
  return typeof properties['campaignName'] === 'string' && typeof properties['records'] === 'string';
}

function isRow(row: unknown): row is RecordRow {
  return typeof row === 'object' && row !== null && 'clientId' in row && typeof row.clientId === 'string';
}

export function damaged(message = 'the stack holds a resource that muster did not write'): ToolError {
  return new ToolError('internal', { message });
}
