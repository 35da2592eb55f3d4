// What desired files say, as desired state: types, defaults, merging, order, sources.

import { expect, test } from 'vitest';

import { load, loadFiles, projectFolder } from './project-folder.ts';

const FULL = `users:
  - loginUserId: ana@example.com
    firstName: NO
    lastName: 00123
    userTemplateName: 12345678901234567890
    createInBackend: true
    behaviorIfInBackend: ALLOW
    secondaryEmailAddr: ana@example.org
    onRemove: delete
    offboard: {reassignTo: ben@example.com}
  - {loginUserId: old@example.com, ensure: absent}
campaigns:
  - campaignName: Summer
    clientIdFieldName: CustomerId
    defaults: {skillQueue: renewals, timeZone: Europe/Madrid, preferredAgent: ana@example.com, hidden: [score, no]}
    records:
      - clientId: 00123
        nextEarliestWorkTime: 2026-12-01T09:00:00+01:00
        data:
          phone: +34911234567
          "2": two
          score: {value: 007, displayOrder: 1}
          "1": one
        highlight: ALL
      - {clientId: C-2, preferredAgent: "", ensure: completed, reissue: again, whenWorked: remove, adopt: true}
`;

test('texts stay as they were written, whatever they look like', async () => {
  const { users, records } = await loadFiles({ 'desired/a.yaml': FULL });
  expect(users[0]).toMatchObject({
    profile: { firstName: 'NO', lastName: '00123', userTemplateName: '12345678901234567890' },
  });
  expect(records[0]).toMatchObject({ clientId: '00123', address: 'record:Summer/00123' });
  expect(records[0]?.data.map(({ value }) => value).toSorted()).toEqual(['+34911234567', '007', 'one', 'two']);
});

test('a user is complete, with defaults and the place of its declaration', async () => {
  const { users } = await loadFiles({ 'desired/a.yaml': FULL });
  expect(users).toEqual([
    {
      kind: 'user',
      address: 'user:ana@example.com',
      source: { file: 'desired/a.yaml', line: 2, column: 5 },
      loginUserId: 'ana@example.com',
      ensure: 'present',
      adopt: false,
      onRemove: 'delete',
      offboard: { reassignTo: 'ben@example.com' },
      profile: {
        firstName: 'NO',
        lastName: '00123',
        userTemplateName: '12345678901234567890',
        secondaryEmailAddr: 'ana@example.org',
      },
      createInBackend: true,
      behaviorIfInBackend: 'ALLOW',
      onProfileChange: 'keep',
    },
    {
      kind: 'user',
      address: 'user:old@example.com',
      source: { file: 'desired/a.yaml', line: 11, column: 5 },
      loginUserId: 'old@example.com',
      ensure: 'absent',
      adopt: false,
      offboard: 'block',
    },
  ]);
});

test('a record takes what it does not say from the defaults of its campaign', async () => {
  const { records, campaigns } = await loadFiles({ 'desired/a.yaml': FULL });
  expect(campaigns).toEqual([
    {
      campaignName: 'Summer',
      clientIdFieldName: 'CustomerId',
      manage: 'each',
      marker: true,
      intake: false,
      source: { file: 'desired/a.yaml', line: 13, column: 5 },
    },
  ]);
  expect(records[0]).toMatchObject({
    preferredAgent: 'ana@example.com',
    nextEarliestWorkTime: Date.UTC(2026, 11, 1, 8),
    skillQueue: 'renewals',
    timeZone: 'Europe/Madrid',
    highlight: 'ALL',
    hidden: ['score'],
    whenWorked: 'keep',
    reissue: '',
    adopt: false,
    ensure: 'present',
    campaign: campaigns[0],
    source: { file: 'desired/a.yaml', line: 17, column: 9 },
  });
  expect(records[1]).toMatchObject({
    preferredAgent: '',
    ensure: 'completed',
    reissue: 'again',
    whenWorked: 'remove',
    adopt: true,
    data: [],
    hidden: [],
  });
});

test('items are numbered in file order around the numbers that are given, number-like keys included', async () => {
  const { records } = await loadFiles({ 'desired/a.yaml': FULL });
  expect(records[0]?.data.map(({ key, displayOrder }) => `${displayOrder} ${key}`)).toEqual([
    '1 score',
    '2 phone',
    '3 2',
    '4 1',
  ]);
});

test('a campaign in several files adds up its records and shares settings given once', async () => {
  const { campaigns, records, files } = await loadFiles({
    'desired/b.yaml': 'campaigns: [{campaignName: S, defaults: {timeZone: UTC}, records: [{clientId: B}]}]',
    'desired/a.json':
      '{"campaigns": [{"campaignName": "S", "adopt": true, "marker": false, "records": [{"clientId": "A"}]}]}',
    'desired/c.yaml': 'campaigns: [{campaignName: S, marker: false}]',
  });
  expect(campaigns).toMatchObject([{ campaignName: 'S', marker: false, source: { file: 'desired/a.json' } }]);
  expect(records.map(({ clientId, timeZone, adopt }) => [clientId, timeZone, adopt])).toEqual([
    ['A', 'UTC', true],
    ['B', 'UTC', true],
  ]);
  expect(files).toEqual(['desired/a.json', 'desired/b.yaml', 'desired/c.yaml']);
});

test('files are found once each, in order, and never in node_modules, .git or .muster', async () => {
  const user = (name: string): string => `users: [{loginUserId: ${name}, ensure: absent}]`;
  const folder = await projectFolder({
    'muster.yaml': 'name: n\ndesired: ["**/*.yaml", "a.yaml"]\ntargets: {sandbox: {sandbox: true}}\n',
    'Pulumi.yaml': 'name: x',
    'Pulumi.prod.yaml': 'config: {}',
    'b/b.yaml': user('b'),
    'a.yaml': user('a'),
    'node_modules/x/x.yaml': user('x'),
    'b/node_modules/x.yaml': user('x'),
    '.muster/y.yaml': user('y'),
    '.git/z.yaml': user('z'),
  });
  expect((await load(folder)).files).toEqual(['a.yaml', 'b/b.yaml']);
});

test('a byte order mark and Windows line ends change nothing', async () => {
  const { users } = await loadFiles({
    'desired/a.yaml': '\ufeffusers:\r\n  - loginUserId: a\r\n    ensure: absent\r\n',
  });
  expect(users).toMatchObject([{ loginUserId: 'a', source: { line: 2, column: 5 } }]);
});

test('JSON with tabs, escapes and surrogate pairs says the same as YAML', async () => {
  const json = '{\n\t"users": [\n\t\t{"loginUserId": "\\ud83d\\ude00\\u00e9\\/", "ensure": "absent"}\n\t]\n}\n';
  const { users } = await loadFiles({ 'desired/a.json': json });
  expect(users).toMatchObject([{ loginUserId: '\u{1f600}\u00e9/', source: { line: 3, column: 3 } }]);
});

test('a file may name its schema for editors', async () => {
  const json = '{"$schema": "./x.json", "users": [{"loginUserId": "a", "ensure": "absent"}]}';
  expect((await loadFiles({ 'desired/a.json': json })).users).toHaveLength(1);
});
