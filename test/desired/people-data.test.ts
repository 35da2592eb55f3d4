import { expect, test } from 'vitest';

import { openDesiredReader } from '../../src/core/desired/project/load.ts';
import { target } from '../support/values.ts';
import { errorOf, loadFiles } from './project-folder.ts';

const MUSTER = 'name: n\ndesired: ["desired/*.{yaml,mjs}"]\ntargets: {s: {sandbox: true}}\n';
const csv = (rows: readonly string[], policy = '') => ({
  'muster.yaml': MUSTER + policy,
  'desired/a.yaml':
    'campaigns:\n- campaignName: S\n  recordsFrom: {file: list.csv, columns: {clientId: Id, data: {Name: Name, phone: Phone}}}\n',
  'desired/list.csv': `Id,Name,Phone\n${rows.join('\n')}\n`,
});
const told = async (rows: readonly string[], policy?: string): Promise<string[]> =>
  ((await loadFiles(csv(rows, policy))).warnings ?? []).map(
    ({ code, source, message }) => `${code} ${source.line}: ${message.replace(/^.*?; (?=so in)|^.*$/u, '')}`,
  );

test('rows are checked as data about people: each kind of mistake once a file, without a value', async () => {
  const odd = ['3.41525E+12,JÃ¼rgen,+34911234567', '03-Apr,#REF!,+34911234568', 'C-3,Ana Null,+34911234569'];
  expect(await told(odd)).toEqual(['damaged-name 2: so in line 3', 'id-of-spreadsheet 2: so in line 3']);
  expect(await told(['C-1,SÃO PAULO Ângela,+34911234567', 'C-2,Müller,+34911234568'])).toEqual([]);
});

test('a name is damaged by an encoding, a formula or a program', async () => {
  const damaged = [
    ...['JÃ¼rgen', 'Ä°brahim', 'Å\u00a0ime', 'È™tefan', 'Ð˜Ð²Ð°Ð½', 'ä½ å¥½', 'M?ller', 'M\ufffdller'],
    ...['#¡REF!', '#N/D', '#ЗНАЧ!', 'Err:502', 'undefined', '${first}', '{{name}}', '[object Object]', 'Ana &amp; Co'],
  ];
  const sound = ['SÃO PAULO', 'Ângela', 'Zoë', 'Nan', 'Null', 'JOSÉ’S', 'Ana & Ben', 'Iñaki', 'İbrahim', 'Ştefan'];
  const rows = [...sound, ...damaged].map((name, index) => `C-${index},${name},+3491123456${index % 10}`);
  const [said, ...others] = await told(rows, 'policy: {sameNumber: off}\n');
  expect([said, others]).toEqual([expect.stringMatching(/^damaged-name 12: so in lines 13, .* and 11 more/u), []]);
});

test('one name and number under several ids is a warning, a mistake or nothing, as the project says', async () => {
  const rows = ['A,Ana,+34911234567', 'B,ana,+34911234567', 'C,Ben,+34911234567'];
  expect(await told(rows)).toEqual(['same-number 2: so in line 3']);
  expect(await told(rows, 'policy: {sameNumber: off}\n')).toEqual([]);
  const { diagnostics } = await errorOf(() => told(rows, 'policy: {sameNumber: block}\n'));
  expect(diagnostics.map(({ code }) => code)).toEqual(['duplicate-record']);
  const wrong = await errorOf(() => told(rows, 'policy: {sameNumber: maybe}\n'));
  expect(wrong.diagnostics).toMatchObject([{ code: 'wrong-type', source: { file: 'muster.yaml', line: 4 } }]);
});

test('what a program gives to reconcile is held to the same word', () => {
  const records = ['A', 'B', 'C'].map((clientId) => ({ clientId, data: { Name: 'Ana', phone: '+34911234567' } }));
  const given = { campaigns: [{ campaignName: 'S', records }] };
  expect(openDesiredReader()(given, target()).warnings).toMatchObject([
    { code: 'same-number', message: expect.stringMatching(/; so of record:S\/B, record:S\/C$/u) as string },
  ]);
  expect(openDesiredReader({ sameNumber: 'off' })(given, target()).warnings).toEqual([]);
  expect(() => openDesiredReader({ sameNumber: 'block' })(given, target())).toThrow(/expected each customer once/u);
});

test.each([
  ['1.23456789012346E+17', true],
  ['123456789012345000', true],
  ['C-1', false],
])('%s twice: a spreadsheet may have cut it is said: %s', async (id, isCut) => {
  const { diagnostics } = await errorOf(() => told([`${id},Ana,+34911234567`, `${id},Ben,+34911234568`]));
  expect(diagnostics.map(({ code, message }) => [code, message.includes('keeps 15 digits')])).toEqual([
    ['duplicate-record', isCut],
  ]);
});

test.each([
  '#N/A',
  '#¡REF!',
  '${ADMIN}',
  '{{id}}',
  '<%= id %>',
  '%LOGIN%',
  '$ADMIN',
  'undefined',
  'null',
  'NaN',
  '[object Object]',
  'C-undefined',
])('%s is no id, in a list and from a program', async (id) => {
  const list = await errorOf(() => loadFiles(csv([`${id},Ana,+34911234567`])));
  const code = `export default { users: [{ loginUserId: ${JSON.stringify(id)}, ensure: 'absent' }] };`;
  const program = await errorOf(() => loadFiles({ 'muster.yaml': MUSTER, 'desired/a.mjs': code }));
  expect([list, program].map(({ diagnostics }) => diagnostics.map((each) => each.code))).toEqual([
    ['wrong-type'],
    ['wrong-type'],
  ]);
});

test.each(['#N/A', 'null', 'C-null'])(
  '%s in several rows is one mistake, and no id that stands there twice',
  async (id) => {
    const rows = ['A', id, id, id].map((each, index) => `${each},Ana ${index},+3491123456${index}`);
    const list = await errorOf(() => loadFiles(csv(rows)));
    expect(list.diagnostics.map(({ code, source }) => `${code} ${source.line}`)).toEqual(['wrong-type 3']);
    const user = `{loginUserId: '#N/A', ensure: absent}`;
    const files = { 'muster.yaml': MUSTER, 'desired/a.yaml': `users: [${user}, ${user}]\n` };
    const people = await errorOf(() => loadFiles(files));
    expect(people.diagnostics.map(({ code }) => code)).toEqual(['wrong-type']);
  },
);

test('of a customer null is the print of nothing', async () => {
  const { diagnostics } = await errorOf(() => told(['C-null,Ana,+34911234567']));
  expect(diagnostics.map(({ code }) => code)).toEqual(['wrong-type']);
});

test('a person may be called Null', async () => {
  const people = ['j.null@example.com', 'jdoe', 'nan.li'].map((login) => `{loginUserId: ${login}, ensure: absent}`);
  const files = { 'muster.yaml': MUSTER, 'desired/a.yaml': `users: [${people.join(', ')}]\n` };
  expect((await loadFiles(files)).users).toHaveLength(3);
});

test('rows of empty cells are no rows, however many cells there are', async () => {
  const { records } = await loadFiles(csv([',,', 'C-1,Ana,+34911234567', ' ,,', ',,', ',,,,', ' ']));
  expect(records.map(({ clientId, source }) => [clientId, source.line])).toEqual([['C-1', 3]]);
});

test('of YAML anchors is said that they are refused, and nothing that follows from it', async () => {
  const text = '.who: &who {userTemplateName: T}\nusers: [{<<: *who, loginUserId: a, firstName: A, lastName: R}]\n';
  const { diagnostics } = await errorOf(() => loadFiles({ 'muster.yaml': MUSTER, 'desired/a.yaml': text }));
  expect(diagnostics.map(({ code }) => code)).toEqual(['aliases-refused']);
});

test.each<[string, string | Uint8Array, RegExp]>([
  ['a line sep=', 'sep=;\r\nId;Name;Phone\r\n', /the line sep= of Excel: take it out, and say `delimiter: semicolon`/u],
  ['a title', 'Customers of May,,\nId,Name,Phone\nC,Ana,+34911234567\n', /the first line looks like a title/u],
  ['a title alone', 'Customers of May\nId,Name,Phone\nC,Ana,+34911234567\n', /the first line looks like a title/u],
  [
    'a workbook',
    Buffer.from('PK\u0003\u0004\u0014\u0000\u00ff', 'latin1'),
    /it is a workbook or a zip file \(Excel: Save as/u,
  ],
  [
    'windows-1252',
    Buffer.from('Id,Name,Phone\nC,J\u00fcrgen,+34911234567\n', 'latin1'),
    /line 2 holds .* windows-1252 \(Excel: Save as/u,
  ],
  ['UTF-16', Buffer.from('\ufeffId,Name', 'utf16le'), /it is UTF-16 \(Excel: Save as/u],
  ['a pointer of Git LFS', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\n', /Git LFS left a pointer/u],
])('%s in place of a table is said in one sentence', async (_, text, words) => {
  const { diagnostics } = await errorOf(() => loadFiles({ ...csv([]), 'desired/list.csv': text }));
  expect(diagnostics.map(({ message }) => words.test(message))).toEqual([true]);
});
