// recordsFrom: rows of a CSV file as records.

import { expect, test } from 'vitest';

import { errorOf, loadFiles, placesOf } from './project-folder.ts';

const ASKS = `campaigns:
  - campaignName: S
    recordsFrom:
      file: ../tasks/s.csv
      columns: {clientId: Nr, preferredAgent: Owner, timeZone: Zone, data: {"2": Second, phone: Mobile, Name: Who}}
`;
const HEADER = 'Nr,Owner,Zone,Who,Mobile,Second\n';

test('rows become records; cells stay text; empty cells are left out; `columns` gives the order', async () => {
  const csv = `${HEADER}0017,ana@example.com,Europe/Madrid,"Lopez, ""Mia""",+34911234567,\n\n0018,,,"two\nlines",+34911234568,x`;
  const { records, files } = await loadFiles({ 'desired/a.yaml': ASKS, 'tasks/s.csv': csv });
  expect(files).toEqual(['desired/a.yaml', 'tasks/s.csv']);
  expect(records).toMatchObject([
    {
      clientId: '0017',
      preferredAgent: 'ana@example.com',
      timeZone: 'Europe/Madrid',
      source: { file: 'tasks/s.csv', line: 2, column: 1 },
      data: [
        { key: 'phone', value: '+34911234567', displayOrder: 1 },
        { key: 'Name', value: 'Lopez, "Mia"', displayOrder: 2 },
      ],
    },
    {
      clientId: '0018',
      source: { line: 4 },
      data: [{ key: '2' }, { key: 'phone' }, { key: 'Name', value: 'two\nlines' }],
    },
  ]);
  expect(records[1]).not.toHaveProperty('preferredAgent');
});

test('a column may name the task that is meant among twins; where its cell is empty, none is named', async () => {
  const asks = ASKS.replace('clientId: Nr,', 'clientId: Nr, previewRecordId: Second,').replace('"2": Second, ', '');
  const { records } = await loadFiles({ 'desired/a.yaml': asks, 'tasks/s.csv': `${HEADER}1,,,,,0007\n2,,,,,\n` });
  expect(records.map(({ previewRecordId }) => previewRecordId)).toEqual(['0007', undefined]);
});

test.each(['twins', 'ensure', 'whenWorked', 'reissue', 'adopt', 'highlight', 'hidden'])(
  'no column holds %s',
  async (field) => {
    const asks = ASKS.replace('clientId: Nr,', `clientId: Nr, ${field}: Second,`);
    expect(await placesOf({ 'desired/a.yaml': asks, 'tasks/s.csv': `${HEADER}1,,,,,x\n` })).toEqual([
      'unknown-key desired/a.yaml:5:31',
    ]);
  },
);

test.each([
  ['a cell that breaks a rule', `${HEADER}1,,,Mia,0612,\n`, 'phone-not-e164 tasks/s.csv:2:5'],
  ['a zone nobody knows', `${HEADER}1,,,,,\n2,,Mars,,,\n`, 'unknown-time-zone tasks/s.csv:3:3'],
  ['a row without clientId', `${HEADER},ana,,,,\n`, 'missing-key tasks/s.csv:2:1'],
  ['the same clientId twice', `${HEADER}1,,,,,\n1,,,,,\n`, 'duplicate-record tasks/s.csv:3:1'],
  ['a data column that is not there', 'Nr,Owner,Zone,Who,Second\n1,,,,\n', 'bad-csv-column desired/a.yaml:5:97'],
])('refused: %s', async (_title, csv, place) => {
  expect(await placesOf({ 'desired/a.yaml': ASKS, 'tasks/s.csv': csv })).toEqual([place]);
});

test('a cell that breaks a rule is shown in its row and not repeated in the words', async () => {
  const { diagnostics } = await errorOf(() =>
    loadFiles({ 'desired/a.yaml': ASKS, 'tasks/s.csv': `${HEADER}1,,,Mia,0612,\n` }),
  );
  expect(diagnostics[0]?.line?.()).toEqual({ text: '1,,,Mia,0612,', caret: 8 });
  expect(diagnostics[0]?.message).not.toContain('0612');
});
