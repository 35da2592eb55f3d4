// usersFrom: rows of a CSV file as users.

import { expect, test } from 'vitest';

import { errorOf, loadFiles, placesOf } from './project-folder.ts';

const ASKS = `usersFrom:
  file: ../people/staff.csv
  columns: {loginUserId: Login, firstName: First, lastName: Last, userTemplateName: Template, createInBackend: Agent, ensure: Status}
`;
const HEADER = 'Login,First,Last,Template,Team,Agent,Status\n';

test('rows become users; cells stay text; empty cells are left out; columns that nothing names are not read', async () => {
  const csv = `${HEADER}ana@example.com,Ana,"Ruiz, ""R""",Agents,North,TRUE,\n\nold@example.com,,,,,,absent\n`;
  const { users, files } = await loadFiles({ 'desired/a.yaml': ASKS, 'people/staff.csv': csv });
  expect(files).toEqual(['desired/a.yaml', 'people/staff.csv']);
  expect(users).toMatchObject([
    {
      loginUserId: 'ana@example.com',
      ensure: 'present',
      profile: { firstName: 'Ana', lastName: 'Ruiz, "R"', userTemplateName: 'Agents' },
      createInBackend: true,
      onRemove: 'keep',
      source: { file: 'people/staff.csv', line: 2, column: 1 },
    },
    { loginUserId: 'old@example.com', ensure: 'absent', source: { line: 4, column: 1 } },
  ]);
  expect(JSON.stringify(users)).not.toContain('North');
  expect(users[0]).not.toHaveProperty('profile.primaryEmailAddr');
});

test.each([
  ['VERDADERO', true],
  ['wahr', true],
  ['Doğru', true],
  ['FALSCH', false],
  ['falso', false],
  ['ЛОЖЬ', false],
])('%s is what a spreadsheet writes for %s', async (word, meant) => {
  const csv = `${HEADER}ana@example.com,Ana,Ruiz,Agents,North,${word},\n`;
  const { users } = await loadFiles({ 'desired/a.yaml': ASKS, 'people/staff.csv': csv });
  expect(users).toMatchObject([{ createInBackend: meant }]);
});

test('a changed row changes the content of a plan, and people of rows stand beside those of the file', async () => {
  const asks = `${ASKS}users: [{loginUserId: ben@example.com, ensure: absent}]\n`;
  const read = (name: string) =>
    loadFiles({ 'desired/a.yaml': asks, 'people/staff.csv': `${HEADER}ana@example.com,${name},Ruiz,Agents,,,\n` });
  const [before, after] = [await read('Ana'), await read('Anna')];
  expect(before.users.map(({ loginUserId }) => loginUserId)).toEqual(['ben@example.com', 'ana@example.com']);
  expect(before.content).not.toBe(after.content);
});

const ANA = 'ana@example.com,Ana,Ruiz,Agents,,,';

test.each([
  ['a hidden character in an id', `${HEADER}ana\u200b@example.com,A,R,T,,,\n`, 'hidden-character people/staff.csv:2:1'],
  ['a blank around an id', `${HEADER} ana@example.com,A,R,T,,,\n`, 'hidden-character people/staff.csv:2:1'],
  ['a word that is no flag', `${HEADER}ana@example.com,A,R,T,,yes,\n`, 'wrong-type people/staff.csv:2:6'],
  ['a number that may mean a flag', `${HEADER}ana@example.com,A,R,T,,1,\n`, 'wrong-type people/staff.csv:2:6'],
  ['a word that is no ensure', `${HEADER}ana@example.com,A,R,T,,,left\n`, 'wrong-type people/staff.csv:2:7'],
  ['a row without loginUserId', `${HEADER},A,R,T,,,\n`, 'missing-key people/staff.csv:2:1'],
  ['an empty cell that a user needs', `${HEADER}ana@example.com,A,,T,,,\n`, 'missing-key people/staff.csv:2:1'],
  ['the same person twice', `${HEADER}${ANA}\nana@example.com,A,R,T,,,\n`, 'duplicate-user people/staff.csv:3:1'],
  ['a row that was cut off', `${HEADER}${ANA}\nben@exam`, 'syntax people/staff.csv:3:1'],
])('refused: %s', async (_title, csv, place) => {
  expect(await placesOf({ 'desired/a.yaml': ASKS, 'people/staff.csv': csv })).toEqual([place]);
});

test('a person in a row and in a file is an error that names both places', async () => {
  const asks = `users:\n  - {loginUserId: ana@example.com, firstName: A, lastName: R, userTemplateName: T}\n${ASKS}`;
  const { diagnostics } = await errorOf(() =>
    loadFiles({ 'desired/a.yaml': asks, 'people/staff.csv': `${HEADER}${ANA}\n` }),
  );
  expect(diagnostics).toMatchObject([{ code: 'duplicate-user', source: { file: 'people/staff.csv', line: 2 } }]);
  expect(diagnostics[0]?.message).toContain('desired/a.yaml:2');
});

test('a row cannot say what a missing row does', async () => {
  const asks = ASKS.replace('ensure: Status', 'onRemove: Status');
  expect(await placesOf({ 'desired/a.yaml': asks, 'people/staff.csv': `${HEADER}${ANA}\n` })).toEqual([
    'unknown-key desired/a.yaml:3:119',
  ]);
});

test('a CSV file that is not there, or outside of the project, is reported where it is named', async () => {
  const place = { file: 'desired/a.yaml', line: 2, column: 9 };
  const missing = await errorOf(() => loadFiles({ 'desired/a.yaml': ASKS }));
  expect(missing.diagnostics).toMatchObject([{ code: 'unreadable-file', source: place }]);
  const outside = ASKS.replace('../people/staff.csv', `${'../'.repeat(20)}etc/hostname`);
  const { diagnostics } = await errorOf(() => loadFiles({ 'desired/a.yaml': outside }));
  expect(diagnostics).toMatchObject([{ code: 'link-outside', source: place }]);
});
