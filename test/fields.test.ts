// A field that a file may say arrives: every property of schemas/desired.schema.json has a row in a field table, stands in the
// desired state, comes back from a stack, and leaves on the wire, through the command and through Pulumi. The schema is read
// here, so that a property which is only there is named by a test.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';

import { desiredRecord, desiredUser, recordInputs, userInputs } from '../providers/declaration.ts';
import type { CampaignInput, DesiredInput, RecordInput, UserInput } from '../src/core/desired/declarations/define.ts';
import { readDesiredInput } from '../src/core/desired/project/load.ts';
import { readSchema } from '../src/core/desired/text/schema-file.ts';
import type { SchemaNode } from '../src/core/desired/text/schema.ts';
import { CAMPAIGN_FIELDS } from '../src/core/model/campaign-fields.ts';
import type { CampaignFields } from '../src/core/model/campaign-fields.ts';
import { namesWhere } from '../src/core/model/fields.ts';
import type { Field, NamesWhere, Table } from '../src/core/model/fields.ts';
import { RECORD_FIELDS } from '../src/core/model/record-fields.ts';
import type { RecordFields } from '../src/core/model/record-fields.ts';
import type { DesiredState } from '../src/core/model/state.ts';
import { USER_FIELDS } from '../src/core/model/user-fields.ts';
import { EMAIL_PATTERN } from '../src/core/model/value-rules.ts';
import type { UserFields } from '../src/core/model/user-fields.ts';
import { DATABASE_FILE } from '../src/sandbox/world/store.ts';
import { loadFiles } from './desired/project-folder.ts';
import { smallEngine } from './pulumi/small-engine.ts';
import { BARE_TARGET } from './support/sandbox.ts';
import type { TestSandbox } from './support/sandbox.ts';
import { SENT } from './support/memory-sandbox.ts';
import { scenario } from './support/scenario.ts';

/** Rules that no request carries, and the test that shows what muster does by each. The compiler asks for new ones. */
const SHOWN_BY_USERS = {
  adopt: 'lifecycle/adoption.test.ts',
  ensure: 'lifecycle/users.test.ts',
  offboard: 'lifecycle/offboarding.test.ts',
  onProfileChange: 'lifecycle/people-harm.test.ts',
  onRemove: 'lifecycle/adoption.test.ts',
} as const satisfies Record<NamesWhere<UserFields, { sent: null }>, string>;
const SHOWN_BY_RECORDS = {
  adopt: 'lifecycle/records-harm.test.ts',
  clientId: 'fields.test.ts',
  ensure: 'lifecycle/states.test.ts',
  previewRecordId: 'lifecycle/twins.test.ts',
  reissue: 'lifecycle/work.test.ts',
  twins: 'lifecycle/twins.test.ts',
  whenWorked: 'lifecycle/work.test.ts',
} as const satisfies Record<NamesWhere<RecordFields, { owner: null }>, string>;
const SHOWN_BY_CAMPAIGNS = {
  campaignName: 'fields.test.ts',
  clientIdFieldName: 'fields.test.ts',
  intake: 'lifecycle/intake.test.ts',
  manage: 'pulumi/sets.test.ts',
  marker: 'lifecycle/readings.test.ts',
  region: 'lifecycle/region.test.ts',
} as const satisfies Record<keyof CampaignFields, string>;

/** Properties of a campaign that are about its records: their own properties are tried below. */
const CONTAINERS = ['adopt', 'defaults', 'records', 'recordsFrom'];

interface Property extends SchemaNode {
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly pattern?: string;
}

const SCHEMA = JSON.parse(readSchema('desired')) as SchemaNode;

function propertiesOf(definition: string): Readonly<Record<string, Property>> {
  return SCHEMA.definitions?.[definition]?.properties ?? {};
}

const DATA = { Name: 'Maria Lopez', phone: '+34911234567', score: { value: '7', displayOrder: 9 } };

/** Where the schema does not say enough to make one up. */
const GIVEN: Readonly<Record<string, unknown>> = {
  offboard: { reassignTo: 'ben@example.com' },
  preferredAgent: 'ana@example.com',
  twins: { 'R-7': 'remove' },
  nextEarliestWorkTime: '2031-05-06T07:08:09.010Z',
  timeZone: 'Pacific/Chatham',
  data: DATA,
  highlight: ['Name'],
  hidden: ['score'],
  loginUserId: 'ana@example.com',
};

/** A value that is not the default and that nothing else has. Throws for a property of a form not known here. */
function distinctive(name: string, property: Property): unknown {
  const { type, pattern, enum: words } = property;
  if (name in GIVEN) return GIVEN[name];
  if (words !== undefined) return words.findLast((word) => word !== property.default);
  if (type === 'boolean') return property.default !== true;
  if (type === 'string') return pattern === EMAIL_PATTERN ? `${name}@example.com` : `the ${name}`;
  throw new Error(`${name}: expected a value in GIVEN, for the schema does not say how one looks`);
}

function distinctives(definition: string, but: readonly string[] = []): Record<string, unknown> {
  const named = Object.entries(propertiesOf(definition)).filter(([name]) => !but.includes(name));
  return Object.fromEntries(named.map(([name, property]) => [name, distinctive(name, property)]));
}

function read(input: unknown): DesiredState {
  return readDesiredInput(input as DesiredInput, BARE_TARGET);
}

function flat(value: object | undefined): Record<string, unknown> {
  return { ...value, ...(value !== undefined && 'profile' in value ? (value.profile as object) : {}) };
}

/** The value of a file as the desired state has it. */
function wanted(row: Field | undefined, value: unknown): unknown {
  return row?.form.fromInput(value as never);
}

describe.each([
  ['user', USER_FIELDS, []],
  ['record', RECORD_FIELDS, []],
  ['campaign', CAMPAIGN_FIELDS, CONTAINERS],
] as const)('the schema of a %s', (definition, table: Table, but) => {
  const properties = Object.entries(propertiesOf(definition)).filter(
    ([name]) => !(but as readonly string[]).includes(name),
  );

  test('has the fields of the table, and no other', () => {
    expect(properties.map(([name]) => name).toSorted()).toEqual(Object.keys(table).toSorted());
  });

  test('says the same defaults', () => {
    for (const [name, property] of properties) {
      if ('default' in property) expect([name, property.default]).toEqual([name, table[name]?.default]);
    }
  });

  test('asks for what the table requires', () => {
    const { required = [], else: other } = SCHEMA.definitions?.[definition] ?? {};
    const needed = namesWhere(table, { required: true });
    expect([...required, ...(other?.required ?? [])].toSorted()).toEqual([...needed].toSorted());
  });
});

test('defaults of a campaign and columns of a CSV file are the fields that the table says', () => {
  expect(Object.keys(propertiesOf('defaults')).toSorted()).toEqual(
    namesWhere(RECORD_FIELDS, { shared: true }).toSorted(),
  );
  const columns = propertiesOf('recordsFrom')['columns']?.properties ?? {};
  expect(Object.keys(columns).toSorted()).toEqual(namesWhere(RECORD_FIELDS, { column: true }).toSorted());
  const cells = propertiesOf('usersFrom')['columns']?.properties ?? {};
  expect(Object.keys(cells).toSorted()).toEqual(namesWhere(USER_FIELDS, { cell: true }).toSorted());
});

test.each(Object.entries({ ...SHOWN_BY_USERS, ...SHOWN_BY_RECORDS, ...SHOWN_BY_CAMPAIGNS }))(
  'the rule %s is shown by a test: %s',
  (name, file) => {
    const path = join(import.meta.dirname, file);
    expect(existsSync(path)).toBe(true);
    expect(readFileSync(path, 'utf8')).toContain(name);
  },
);

describe('a file and a stack', () => {
  const ANA = { loginUserId: 'ana@example.com', firstName: 'A', lastName: 'R', userTemplateName: 'T' };

  test.each(Object.entries(propertiesOf('user')))('carry %s of a user', (name, property) => {
    const value = distinctive(name, property);
    const [user] = read({ users: [{ ...ANA, createInBackend: true, [name]: value }] }).users;
    const row = USER_FIELDS[name as keyof UserFields];
    expect(flat(user)).toHaveProperty([name], wanted(row, value));
    expect(flat(user && desiredUser(userInputs(user)))).toHaveProperty([name], wanted(row, value));
  });

  test.each(Object.entries(propertiesOf('record')))('carry %s of a record', (name, property) => {
    const value = distinctive(name, property);
    const named = name === 'twins' ? { previewRecordId: 'R-2' } : {};
    const [record] = read({
      campaigns: [{ campaignName: 'S', records: [{ clientId: 'C', data: DATA, ...named, [name]: value }] }],
    }).records;
    const row = RECORD_FIELDS[name as keyof RecordFields];
    expect(record).toHaveProperty([name], wanted(row, value));
    expect(record && desiredRecord(recordInputs(record))).toHaveProperty([name], wanted(row, value));
  });

  test.each(Object.entries(propertiesOf('defaults')))('carry %s of the defaults of a campaign', (name, property) => {
    const value = distinctive(name, property);
    const campaign = { campaignName: 'S', defaults: { [name]: value }, records: [{ clientId: 'C', data: DATA }] };
    const [record] = read({ campaigns: [campaign] }).records;
    expect(record).toHaveProperty([name], wanted(RECORD_FIELDS[name as keyof RecordFields], value));
  });

  const settings = Object.entries(propertiesOf('campaign')).filter(([name]) => name in CAMPAIGN_FIELDS);
  test.each(settings)('carry %s of a campaign', (name, property) => {
    const value = distinctive(name, property);
    const input = { campaignName: 'S', records: [{ clientId: 'C' }], [name]: value };
    const [record] = read({ campaigns: [input] }).records;
    expect(record?.campaign).toHaveProperty([name], value);
    // How many records a resource holds is said by the resource.
    const isInput = CAMPAIGN_FIELDS[name as keyof CampaignFields].input;
    if (isInput) expect(record && desiredRecord(recordInputs(record)).campaign).toHaveProperty([name], value);
  });

  test('carry `adopt` of a campaign to its records', () => {
    const [record] = read({ campaigns: [{ campaignName: 'S', adopt: true, records: [{ clientId: 'C' }] }] }).records;
    expect(record?.adopt).toBe(true);
  });

  test('carry every column of a CSV file', async () => {
    const columns = Object.keys(propertiesOf('recordsFrom')['columns']?.properties ?? {}).filter(
      (name) => name !== 'data',
    );
    const cells = columns.map((name) => String(distinctive(name, propertiesOf('record')[name] ?? {})));
    const named = { ...Object.fromEntries(columns.map((name) => [name, name])), data: { Name: 'Who' } };
    const asks = { campaigns: [{ campaignName: 'S', recordsFrom: { file: '../tasks/s.csv', columns: named } }] };
    const csv = `${[...columns, 'Who'].join(',')}\n${[...cells, 'Maria'].join(',')}`;
    const [record] = (await loadFiles({ 'desired/a.json': JSON.stringify(asks), 'tasks/s.csv': csv })).records;
    for (const [index, name] of columns.entries()) {
      expect(record).toHaveProperty([name], wanted(RECORD_FIELDS[name as keyof RecordFields], cells[index]));
    }
    expect(record?.data).toEqual([{ key: 'Name', value: 'Maria', displayOrder: 1 }]);
  });

  test('carry every column of a CSV file of people', async () => {
    const columns = Object.keys(propertiesOf('usersFrom')['columns']?.properties ?? {}).filter(
      (name) => name !== 'ensure',
    );
    const values = columns.map((name) => distinctive(name, propertiesOf('user')[name] ?? {}));
    const asks = {
      usersFrom: { file: '../people/p.csv', columns: Object.fromEntries(columns.map((name) => [name, name])) },
    };
    const csv = `${columns.join(',')}\n${values.join(',')}`;
    const [user] = (await loadFiles({ 'desired/a.json': JSON.stringify(asks), 'people/p.csv': csv })).users;
    for (const [index, name] of columns.entries()) expect(flat(user)).toHaveProperty([name], values[index]);
  });
});

interface Request {
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Bodies as they leave this process, by whichever door. */
function requestsOf(): readonly Request[] {
  const seen: Request[] = [];
  const note = (message: unknown): void => {
    const { request } = message as { readonly request: { readonly path: string; readonly body: Buffer } };
    if (!Buffer.isBuffer(request.body)) return;
    const body = JSON.parse(request.body.toString()) as Request['body'];
    seen.push({ operation: request.path.split('/').at(-1) ?? '', body });
  };
  for (const name of ['undici:request:create', SENT]) {
    subscribe(name, note);
    onTestFinished(() => void unsubscribe(name, note));
  }
  return seen;
}

function bodyOf(requests: readonly Request[], operation: string): Request['body'] {
  return requests.find((request) => request.operation === operation)?.body ?? {};
}

const RULES_OF_USERS = Object.keys(SHOWN_BY_USERS);
const RULES_OF_RECORDS = Object.keys(SHOWN_BY_RECORDS).filter((name) => name !== 'clientId');

const USER = distinctives('user', RULES_OF_USERS) as unknown as UserInput;
const RECORD = distinctives('record', RULES_OF_RECORDS) as unknown as RecordInput;

function declared(campaignName: string, manage: 'each' | 'set'): DesiredInput {
  const other = campaignName === 'Summer' ? 'Winter' : 'Summer';
  const settings = { clientIdFieldName: 'CustomerId', manage };
  const campaigns: CampaignInput[] = [
    { ...settings, campaignName, records: [RECORD] },
    { ...settings, campaignName: other, records: [{ clientId: `in ${other}` }] },
  ];
  return { users: [USER], campaigns };
}

interface Door {
  readonly sandbox: Pick<TestSandbox, 'directory'>;
  apply(desired: DesiredInput): Promise<unknown>;
}

const DOORS: readonly (readonly [string, 'each' | 'set', () => Promise<Door>])[] = [
  ['the command', 'each', scenario],
  ['Pulumi, a resource for each', 'each', pulumi],
  ['Pulumi, sets of records', 'set', pulumi],
];

async function pulumi(): Promise<Door> {
  const engine = await smallEngine();
  const apply = async (desired: DesiredInput): Promise<void> => expect((await engine.up(desired)).errors).toEqual([]);
  return { sandbox: engine.sandbox, apply };
}

describe.each(DOORS)('through %s', (_door, manage, open) => {
  test('every property leaves on the wire, and the sandbox keeps it', async () => {
    const door = await open();
    const requests = requestsOf();
    await door.apply(declared('Summer', manage));
    expectUser(bodyOf(requests, 'add-user'));
    const put = requests.find(({ body }) => body['clientId'] === RECORD.clientId && 'previewRecordData' in body);
    expectRecord(put?.body ?? {});
    expectKept(door.sandbox.directory);
  });

  test('a move carries what the transfer can', async () => {
    const door = await open();
    await door.apply(declared('Summer', manage));
    const requests = requestsOf();
    await door.apply(declared('Winter', manage));
    const body = bodyOf(requests, 'transferCampaignRecord');
    // The very task, as it was just read: with its id the clientId is ignored.
    expect(body).toMatchObject({ campaignName: 'Summer', transferToCampaign: 'Winter' });
    expect(body).toHaveProperty('previewRecordId', expect.stringMatching(/^R-\d+$/u));
    for (const [name, row] of Object.entries(RECORD_FIELDS)) {
      if (row.route === null) continue;
      // Of the queue its name, which is known: the task shows it for the code that was sent.
      expect(body).toHaveProperty([row.route], wanted(row, distinctives('record')[name]));
    }
  });
});

function expectUser(body: Request['body']): void {
  for (const [name, value] of Object.entries(USER)) {
    const { sent } = USER_FIELDS[name as keyof UserFields];
    expect([name, sent === null ? undefined : body[sent]]).toEqual([name, value]);
  }
}

function expectRecord(body: Request['body']): void {
  expect(body).toMatchObject({ clientId: RECORD.clientId, campaignName: 'Summer', clientIdFieldName: 'CustomerId' });
  const items = body['previewRecordData'] as readonly { readonly key: string; readonly value: string }[];
  const keys = items.map(({ key }) => key);
  for (const [name, value] of Object.entries(RECORD)) {
    const row = RECORD_FIELDS[name as keyof RecordFields];
    const item = items.find(({ key }) => key === row.item);
    if (name === 'clientId') continue;
    if (name === 'data') expect(keys).toEqual(expect.arrayContaining(Object.keys(DATA)));
    else if (row.property !== null) expect(body).toHaveProperty([row.property], wanted(row, value));
    // The marker is hidden, too.
    else expect([name, item?.value.split('|')]).toEqual([name, expect.arrayContaining([value].flat())]);
  }
}

/** The service shows nothing of a profile: read in a copy of what the sandbox keeps, which lets nobody else in. */
function expectKept(directory: string): void {
  const copy = mkdtempSync(join(tmpdir(), 'muster-kept-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  for (const ending of ['', '-wal']) {
    copyFileSync(join(directory, `${DATABASE_FILE}${ending}`), join(copy, `${DATABASE_FILE}${ending}`));
  }
  const database = new DatabaseSync(join(copy, DATABASE_FILE));
  const row = database.prepare('SELECT profile FROM users WHERE login = ?').get(USER.loginUserId);
  database.close();
  const profile = namesWhere(USER_FIELDS, { of: 'profile' }).map((name) => [USER_FIELDS[name].sent, USER[name]]);
  expect(JSON.parse(String(row?.['profile']))).toEqual(Object.fromEntries(profile));
}
