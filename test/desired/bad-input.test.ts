// Every offline row of "bad input gets a clear error": code, place, what was expected and given, the line itself.

import { expect, test } from 'vitest';

import { errorOf, loadFiles, projectFolder } from './project-folder.ts';
import type { Files } from './project-folder.ts';
import { loadProject } from '../../src/core/desired/project/project.ts';

interface Row {
  readonly title: string;
  /** Text of desired/a.yaml, or several files. */
  readonly files: string | Files;
  /** `code file:line:column`. */
  readonly place: string;
  readonly says: RegExp;
}

const user = (extra: string): string => `users:
  - loginUserId: ana@example.com
    firstName: Ana
    lastName: Ruiz
    userTemplateName: Agents
${extra}`;

const record = (extra: string): string => `campaigns:
  - campaignName: Summer
    records:
      - clientId: C-1
${extra}`;

const directory = `name: n
desired: ["desired/**/*"]
targets:
  main:
    {host: cc.example.com, platform: P, companyCode: c, environment: e, identity: directory,
     apiKey: {secretName: s, secretsRegion: eu-central-1}}
`;

const rows: readonly Row[] = [
  {
    title: 'an unknown key, with the nearest known one',
    files: user('    creatInBackend: true'),
    place: 'unknown-key desired/a.yaml:6:5',
    says: /users\[0\]: this key is not known here; did you mean "createInBackend"\?/,
  },
  {
    title: 'an unknown key at the top, with the known ones',
    files: 'people: []',
    place: 'unknown-key desired/a.yaml:1:1',
    says: /this key is not known here; expected one of usersFrom, users, campaigns/,
  },
  {
    title: 'a missing key',
    files: 'users:\n  - loginUserId: a@example.com\n    firstName: A\n    lastName: B\n',
    place: 'missing-key desired/a.yaml:2:5',
    says: /users\[0\]: expected the key "userTemplateName"; it is missing/,
  },
  {
    title: 'a word that is neither true nor false',
    files: user('    adopt: yes'),
    place: 'wrong-type desired/a.yaml:6:12',
    says: /users\[0\]\.adopt: expected true or false; given text of 3 characters$/,
  },
  {
    title: 'true in quotes where true is wanted',
    files: user('    adopt: "true"'),
    place: 'wrong-type desired/a.yaml:6:12',
    says: /expected true or false; given text of 4 characters$/,
  },
  {
    title: 'a mapping where text is wanted, without its content',
    files: user('    onRemove: {Maria: x}'),
    place: 'wrong-type desired/a.yaml:6:15',
    says: /users\[0\]\.onRemove: expected one of release, keep, delete, delete-with-backend; given a mapping$/,
  },
  {
    title: 'a choice that does not exist',
    files: user('    offboard: hand-over'),
    place: 'wrong-type desired/a.yaml:6:15',
    says: /users\[0\]\.offboard: expected one of clear, block; given text of 9 characters$/,
  },
  {
    title: 'a list where a choice or a mapping is wanted',
    files: user('    offboard: [clear]'),
    place: 'wrong-type desired/a.yaml:6:15',
    says: /expected clear, block or \{reassignTo: loginUserId\}; given a list/,
  },
  {
    title: 'a value left empty where text is wanted',
    files: record('        preferredAgent:'),
    place: 'wrong-type desired/a.yaml:5:24',
    says: /preferredAgent: expected text; given nothing \(write "" for empty text\)/,
  },
  {
    title: 'a wrong e-mail address, without repeating it',
    files: user('    secondaryEmailAddr: Maria'),
    place: 'wrong-type desired/a.yaml:6:25',
    says: /secondaryEmailAddr: expected an e-mail address; given text of 5 characters$/,
  },
  {
    title: 'a number in JSON where text is wanted',
    files: { 'desired/a.json': '{"campaigns": [{"campaignName": "S",\n "records": [{"clientId": 17}]}]}' },
    place: 'wrong-type desired/a.json:2:27',
    says: /campaigns\[0\]\.records\[0\]\.clientId: expected text; given a number, which may have lost digits: quote it/,
  },
  {
    title: 'the same user twice, naming the other place',
    files: { 'desired/a.yaml': user(''), 'desired/b.yaml': `# two\n${user('')}` },
    place: 'duplicate-user desired/b.yaml:3:18',
    says: /users\[0\]\.loginUserId: expected each user once; the same one is declared at desired\/a\.yaml:2, too$/,
  },
  {
    title: 'two users that differ only in case and Unicode form',
    files: 'users:\n  - {loginUserId: "jos\u00e9", ensure: absent}\n  - {loginUserId: "JOSE\u0301", ensure: absent}\n',
    place: 'duplicate-user desired/a.yaml:3:19',
    says: /one that differs only in case or Unicode form is declared at desired\/a\.yaml:2, too$/,
  },
  {
    title: 'the same clientId twice in one campaign, across files',
    files: { 'desired/a.yaml': record(''), 'desired/b.yaml': record('') },
    place: 'duplicate-record desired/b.yaml:4:19',
    says: /clientId: expected each clientId once in a campaign; the same one is declared at desired\/a\.yaml:4, too$/,
  },
  {
    title: 'one campaign with two settings, naming the other place',
    files: {
      'desired/a.yaml': 'campaigns: [{campaignName: S, intake: true}]',
      'desired/b.yaml': 'campaigns: [{campaignName: S, intake: false}]',
    },
    place: 'duplicate-campaign desired/b.yaml:1:39',
    says: /campaigns\[0\]\.intake: expected the same value as at desired\/a\.yaml:1; given another one$/,
  },
  {
    title: 'a data key equal to clientIdFieldName',
    files: record('        data: {Id: x}'),
    place: 'client-id-in-data desired/a.yaml:5:16',
    says: /data\.Id: expected any other key; the service stores clientId under this one itself/,
  },
  {
    title: 'a reserved data key',
    files: record('        data: {SkillQueue: gold}'),
    place: 'reserved-data-key desired/a.yaml:5:16',
    says: /data\.SkillQueue: expected a key without a meaning of its own/,
  },
  {
    title: 'a phone number that is not E.164, without repeating it',
    files: record('        data: {mobilePhone: 0612 345}'),
    place: 'phone-not-e164 desired/a.yaml:5:29',
    says: /data\.mobilePhone: expected a number like \+34911234567; given text of 8 characters without the plus sign/,
  },
  {
    title: 'a link that is no URL',
    files: record('        data:\n          crm_link: crm.example.com'),
    place: 'link-not-url desired/a.yaml:6:21',
    says: /data\.crm_link: expected a URL such as https:\/\/crm\.example\.com; given text without a scheme/,
  },
  {
    title: 'a button with a blank in its URL',
    files: record('        data: {go_button: "https://crm.example.com/a b"}'),
    place: 'link-not-url desired/a.yaml:5:27',
    says: /text that starts with https:, and has blanks or no host/,
  },
  {
    title: 'an unknown time zone',
    files: record('        timeZone: Europe/Madird'),
    place: 'unknown-time-zone desired/a.yaml:5:19',
    says: /timeZone: expected an IANA time zone name such as Europe\/Madrid; given Europe\/Madird; did you mean Europe\/Madrid\?$/,
  },
  {
    title: 'a time without a zone',
    files: record('        nextEarliestWorkTime: 2026-12-01T09:00:00'),
    place: 'time-without-zone desired/a.yaml:5:31',
    says: /expected a time like 2026-12-01T09:00:00\+01:00; given text of 19 characters$/,
  },
  {
    title: 'a default that no record could use',
    files: 'campaigns:\n  - campaignName: S\n    defaults: {timeZone: Mars}',
    place: 'unknown-time-zone desired/a.yaml:3:26',
    says: /campaigns\[0\]\.defaults\.timeZone: .*given text of 4 characters$/,
  },
  {
    title: 'behaviorIfInBackend without createInBackend',
    files: user('    behaviorIfInBackend: ALLOW'),
    place: 'behavior-without-create desired/a.yaml:6:26',
    says: /expected createInBackend: true; given createInBackend left out/,
  },
  {
    title: 'a linked directory without primaryEmailAddr',
    files: { 'muster.yaml': directory, 'desired/a.yaml': user('') },
    place: 'primary-email-needed desired/a.yaml:2:5',
    says: /users\[0\]: expected primaryEmailAddr, target main says identity: directory; it is missing/,
  },
  {
    title: 'a user where the environment keeps its own',
    files: { 'muster.yaml': directory.replace('directory', 'internal'), 'desired/a.yaml': user('') },
    place: 'users-unsupported desired/a.yaml:2:5',
    says: /users\[0\]: expected no users, target main says identity: internal; given one/,
  },
  {
    title: 'a pin to a leaver',
    files: `users: [{loginUserId: old, ensure: absent}]\n${record('        preferredAgent: old')}`,
    place: 'pinned-to-leaver desired/a.yaml:6:25',
    says: /preferredAgent: expected a user who stays; given one who is declared absent; .*repin --from old --to LOGIN$/,
  },
  {
    title: 'tasks handed over to a leaver',
    files:
      'users:\n  - {loginUserId: a, ensure: absent, offboard: {reassignTo: b}}\n  - {loginUserId: b, ensure: absent}\n',
    place: 'reassign-to-leaver desired/a.yaml:2:48',
    says: /offboard\.reassignTo: expected a user who stays; given one who is declared absent$/,
  },
  {
    title: 'tasks handed over to the leaver',
    files: 'users:\n  - {loginUserId: a, ensure: absent, offboard: {reassignTo: a}}\n',
    place: 'reassign-to-leaver desired/a.yaml:2:48',
    says: /given the same user/,
  },
  {
    title: 'a highlight of something that is not there',
    files: record('        data: {a: x}\n        highlight: [a, b]'),
    place: 'unknown-item desired/a.yaml:6:24',
    says: /highlight\[1\]: expected a key of data; given text of 1 character, which data does not have; did you mean a\?$/,
  },
  {
    title: 'a key that stands twice',
    files: user('    firstName: Eva'),
    place: 'duplicate-key desired/a.yaml:6:5',
    says: /expected each key once; this one stands here again$/,
  },
  {
    title: 'a file of comments only',
    files: '# nothing\n',
    place: 'empty-file desired/a.yaml:1:1',
    says: /expected `users`, `usersFrom` or `campaigns`; the file declares none/,
  },
  {
    title: 'an empty list',
    files: 'campaigns:\n  - campaignName: S\n    records: []\n',
    place: 'empty-list desired/a.yaml:3:14',
    says: /campaigns\[0\]\.records: expected at least one entry; given none/,
  },
  {
    title: 'broken YAML, without repeating what stands there',
    files: 'users:\n  - loginUserId: "Maria\n',
    place: 'syntax desired/a.yaml:3:1',
    says: /expected valid YAML: Missing closing "quote$/,
  },
  {
    title: 'broken JSON',
    files: { 'desired/a.json': '{"users":\n [1,]}' },
    place: 'syntax desired/a.json:2:5',
    says: /expected valid JSON: a value/,
  },
  {
    title: 'a second YAML document',
    files: `${user('')}---\nusers: []\n`,
    place: 'syntax desired/a.yaml:6:1',
    says: /expected one document in a file; a second one starts here/,
  },
  {
    title: 'a tag',
    files: user('    adopt: !!bool true'),
    place: 'tags-refused desired/a.yaml:6:12',
    says: /^expected a value without a tag; given a tagged one$/,
  },
  {
    title: 'a tag that changes nothing, on a key',
    files: record('        data: {!!str Name: x}'),
    place: 'tags-refused desired/a.yaml:5:16',
    says: /without a tag/,
  },
  {
    title: 'a time out of range in the defaults of a campaign',
    files: 'campaigns:\n  - campaignName: S\n    defaults: {nextEarliestWorkTime: "1969-01-01T00:00:00Z"}',
    place: 'time-out-of-range desired/a.yaml:3:38',
    says: /campaigns\[0\]\.defaults\.nextEarliestWorkTime: .*from the year 2000 to 2100/,
  },
  {
    title: 'an alias',
    files: 'users:\n  - &a {loginUserId: x, ensure: absent}\n  - *a\n',
    place: 'aliases-refused desired/a.yaml:3:5',
    says: /expected a value; given the alias of an anchor/,
  },
];

/** The line of the file that `place` names. */
function lineAt(files: Files, place: string): string {
  const [, file = '', line = ''] = /^\S+ (\S+):(\d+):/u.exec(place) ?? [];
  return String(files[file]).split('\n')[Number(line) - 1] ?? '';
}

test.each(rows)('refused: $title', async ({ files: given, place, says }) => {
  const files = typeof given === 'string' ? { 'desired/a.yaml': given } : given;
  const line = lineAt(files, place);
  const error = await errorOf(() => loadFiles(files));
  const [finding, ...others] = error.diagnostics;
  expect(others).toEqual([]);
  expect(`${finding?.code} ${finding?.source.file}:${finding?.source.line}:${finding?.source.column}`).toBe(place);
  expect(finding?.message).toMatch(says);
  expect(finding?.line?.()?.text).toBe(line);
  // A finding as a value, an error printed by whoever catches it, holds no line at all.
  if (line) expect(JSON.stringify([finding, error.detail])).not.toContain(JSON.stringify(line).slice(1, -1));
  expect(error.code).toBe(finding?.code);
  expect(error.exit).toBe(2);
});

test('all findings of all files are reported together, in the order of files and lines', async () => {
  const files = {
    'desired/b.yaml': record('        timeZone: Mars\n        data: {phone: "1", Id: x}\n        color: red'),
    'desired/a.yaml': 'users:\n  - {loginUserId: a, ensure: gone}\n  - {loginUserId: a, ensure: absent}\n',
    'desired/c.json': '{',
  };
  const { diagnostics } = await errorOf(() => loadFiles(files));
  expect(diagnostics.map(({ code, source }) => `${code} ${source.file}:${source.line}`)).toEqual([
    'wrong-type desired/a.yaml:2',
    'duplicate-user desired/a.yaml:3',
    'unknown-time-zone desired/b.yaml:5',
    'phone-not-e164 desired/b.yaml:6',
    'client-id-in-data desired/b.yaml:6',
    'unknown-key desired/b.yaml:7',
    'syntax desired/c.json:1',
  ]);
});

test('a finding about a record carries its address', async () => {
  const { diagnostics } = await errorOf(() => loadFiles({ 'desired/a.yaml': record('        timeZone: Mars') }));
  expect(diagnostics[0]?.address).toBe('record:Summer/C-1');
});

test('a shown line is cut to 200 characters', async () => {
  const { diagnostics } = await errorOf(() => loadFiles({ 'desired/a.yaml': `people: ${'x'.repeat(500)}` }));
  expect(diagnostics[0]?.line?.()?.text).toHaveLength(200);
});

test('an undeclared preferredAgent is no offline error', async () => {
  const desired = await loadFiles({ 'desired/a.yaml': record('        preferredAgent: somebody@example.com') });
  expect(desired.records[0]?.preferredAgent).toBe('somebody@example.com');
});

test('the same clientId in two campaigns is allowed: campaigns may share customers', async () => {
  const files = { 'desired/a.yaml': record(''), 'desired/b.yaml': record('').replace('Summer', 'Winter') };
  expect((await loadFiles(files)).records.map(({ address }) => address)).toEqual([
    'record:Summer/C-1',
    'record:Winter/C-1',
  ]);
});

test('a folder without muster.yaml is no project', async () => {
  const folder = await projectFolder({});
  const error = await errorOf(() => loadProject(`${folder}/desired`));
  expect(error.code).toBe('no-project');
});
