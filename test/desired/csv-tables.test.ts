// What usersFrom and recordsFrom have in common: the keys, the forms of a CSV file that are read, and the places of what is wrong.

import { describe, expect, test } from 'vitest';

import type { DesiredState } from '../../src/core/model/state.ts';
import { errorOf, loadFiles, placesOf } from './project-folder.ts';

const PEOPLE = {
  name: 'usersFrom',
  /** `keys` stand in place of file, delimiter and columns. */
  asks: (keys: string): string => `usersFrom:\n  ${keys.replaceAll('\n', '\n  ')}\n`,
  columns: 'columns: {loginUserId: Id, firstName: First, lastName: Last, userTemplateName: Template}',
  indent: 2,
  idsOf: ({ users }: DesiredState): string[] => users.map(({ loginUserId }) => loginUserId),
};

const TASKS = {
  name: 'recordsFrom',
  asks: (keys: string): string =>
    `campaigns:\n  - campaignName: S\n    recordsFrom:\n      ${keys.replaceAll('\n', '\n      ')}\n`,
  columns: 'columns: {clientId: Id, preferredAgent: First, skillQueue: Last, data: {Name: Template}}',
  indent: 6,
  idsOf: ({ records }: DesiredState): string[] => records.map(({ clientId }) => clientId),
};

const HEADER = 'Id,First,Last,Template,Not read\n';
const ROW = 'ana@example.com,ana@example.com,Ruiz,Agents,x\n';
const FILE = 'file: ../t.csv';

describe.each([PEOPLE, TASKS])('$name', ({ name, asks, columns, indent, idsOf }) => {
  const first = name === 'usersFrom' ? 2 : 4;
  const plain = asks(`${FILE}\n${columns}`);
  const semicolon = asks(`${FILE}\ndelimiter: semicolon\n${columns}`);
  const tab = asks(`${FILE}\ndelimiter: tab\n${columns}`);

  test.each([
    ['lines that end with LF', plain, `${HEADER}${ROW}`],
    ['lines that end with CR LF', plain, `${HEADER}${ROW}`.replaceAll('\n', '\r\n')],
    ['lines that end with CR', plain, `${HEADER}${ROW}`.replaceAll('\n', '\r')],
    ['no line end after the last row', plain, `${HEADER}${ROW}`.trimEnd()],
    ['a byte order mark', plain, `\ufeff${HEADER}${ROW}`],
    ['a byte order mark before quotes', plain, `\ufeff"Id"${HEADER.slice(2)}${ROW}`],
    ['empty lines', plain, `${HEADER}\n\n${ROW}\n`],
    [
      'quotes around cells with a comma, a quote and a line end',
      plain,
      `${HEADER}${ROW}`.replace(',x', ',"A, ""B""\nC"'),
    ],
    ['semicolons', semicolon, `\ufeff${HEADER}${ROW}`.replaceAll(',', ';').replaceAll('\n', '\r\n')],
    ['tabs', tab, `${HEADER}${ROW}`.replaceAll(',', '\t')],
  ])('reads %s', async (_title, yaml, csv) => {
    expect(idsOf(await loadFiles({ 'desired/a.yaml': yaml, 't.csv': csv }))).toEqual(['ana@example.com']);
  });

  const idColumn = indent + columns.indexOf(': Id') + 3;
  const lastColumn = indent + columns.indexOf('Last') + 1;

  test.each([
    ['an empty file', '', ['empty-file t.csv:1:1']],
    ['a file with a byte order mark and nothing else', '\ufeff\r\n', ['empty-file t.csv:1:1']],
    ['a header line without rows', HEADER, ['empty-file t.csv:1:1']],
    [
      'a header line without a column that is named',
      HEADER.replace('Last', 'Surname') + ROW,
      [`bad-csv-column desired/a.yaml:${first + 1}:${lastColumn}`],
    ],
    [
      'a header line that has it twice',
      HEADER.replace('Not read', 'Last') + ROW,
      [`bad-csv-column desired/a.yaml:${first + 1}:${lastColumn}`],
    ],
    ['a row with a cell too few', `${HEADER}${ROW}1,2\n`, ['syntax t.csv:3:1']],
    ['a row with a cell too many', `${HEADER}${ROW}\r\n1,2,3,4,"5\r\n5",6\n`, ['syntax t.csv:4:1']],
    ['a quote in the middle of a cell', `${HEADER}${ROW}1,2,x"y",4,5\n`, ['syntax t.csv:3:3']],
    ['text after a closing quote', `${HEADER}${ROW}1,"2"x,3,4,5\n`, ['syntax t.csv:3:2']],
    [
      'a quote that is never closed, where its row starts',
      `${HEADER}"1\n1",2,3,4,5\r\n\r\n1,"2,3,4,5\n${ROW.repeat(9)}`,
      ['syntax t.csv:5:2'],
    ],
    ['a quote that is never closed in the header line', `"Id\n${ROW}`, ['syntax t.csv:1:1']],
  ])('refuses %s', async (_title, csv, places) => {
    expect(await placesOf({ 'desired/a.yaml': plain, 't.csv': csv })).toEqual(places);
  });

  test('refuses a file that is not there, where it is named', async () => {
    expect(await placesOf({ 'desired/a.yaml': plain })).toEqual([
      `unreadable-file desired/a.yaml:${first}:${indent + 'file: '.length + 1}`,
    ]);
  });

  test('says which delimiter the header line seems to have', async () => {
    const csv = `${HEADER}${ROW}`.replaceAll(',', ';');
    const { diagnostics } = await errorOf(() => loadFiles({ 'desired/a.yaml': plain, 't.csv': csv }));
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({ code: 'bad-csv-column', source: { line: first + 1, column: idColumn } });
    expect(diagnostics[0]?.message).toMatch(/of its 1 columns none has that name; .*`delimiter: semicolon`$/u);
    const some = await errorOf(() => loadFiles({ 'desired/a.yaml': semicolon, 't.csv': `${HEADER}${ROW}` }));
    expect(some.diagnostics[0]?.message).toContain('`delimiter: comma`');
    // A comma in a cell, or a quoted cell, is a fault of the table where semicolons part it.
    for (const cell of ['Ruiz, Ana', '"Ruiz ""A"" Ana"']) {
      const table = `${csv.trimEnd()};${cell}\n`;
      const broken = await errorOf(() => loadFiles({ 'desired/a.yaml': plain, 't.csv': table }));
      expect(broken.diagnostics).toMatchObject([{ code: 'syntax', source: { file: 't.csv' } }]);
      expect(broken.diagnostics[0]?.message).toMatch(/`delimiter: semicolon`$/u);
    }
  });

  test('names its keys to those who write csv and map', async () => {
    const yaml = asks(`csv: ../t.csv\n${columns.replace('columns', 'map')}`);
    const { diagnostics } = await errorOf(() => loadFiles({ 'desired/a.yaml': yaml, 't.csv': `${HEADER}${ROW}` }));
    const unknown = diagnostics.filter(({ code }) => code === 'unknown-key');
    expect(unknown.map(({ source }) => [source.line, source.column])).toEqual([
      [first, indent + 1],
      [first + 1, indent + 1],
    ]);
    expect(unknown[0]?.message).toMatch(
      new RegExp(`${name}: this key is not known here; did you mean "file"\\?$`, 'u'),
    );
    expect(unknown[1]?.message).toMatch(/did you mean "columns"\?$/u);
  });
});
